"""The loop over the messages of a WebSocket: each is awaited, its length checked, read, and passed on."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Protocol, TypeVar

import msgspec
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from lalao.errors import DatabaseError, LalaoError, NotationError, TooLargeError
from lalao.locale import words
from lalao.web.gate.connections import Connection
from lalao.web.gate.guard import Misses
from lalao.web.gate.ledger import Guest
from lalao.web.gate.log import trouble
from lalao.web.limits import RefusedError
from lalao.web.rooms.lobby import refusal
from lalao.web.rooms.messages import Ack, Hello, Message, Ping, Speak, read_message

MOST_MESSAGE = 4_096
HELLO_SECONDS = 10.0
"""Seconds that a browser has to say hello."""
MOST_LINES = 10_000
"""Lines whose last message is remembered."""
Said = TypeVar("Said")


async def heard(socket: WebSocket, read: Callable[[str], Said]) -> Said:
    """Wait for a message and read it.

    Raises NotationError or TooLargeError, WebSocketDisconnect once the browser has gone.
    """
    received = await socket.receive()
    if received["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(received.get("code", 1000))
    data = received.get("text") or (received.get("bytes") or b"").decode("utf-8", "replace")
    if len(data) > MOST_MESSAGE:
        raise TooLargeError("this message is too long: at most {most} characters", most=MOST_MESSAGE)
    try:
        return read(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise NotationError("this message is not understood: {why}", why=error) from None


class Lines:
    """The last message done on each line, so that one that is repeated on another connection is not done twice."""

    def __init__(self) -> None:
        """Begin with no lines."""
        self._last: dict[str, tuple[int, asyncio.Lock]] = {}

    async def do(self, line: str, number: int, act: Callable[[], Awaitable[None]]) -> None:
        """Carry out the request of a message, unless it is done; where it is being done, wait for that first.

        Raises the errors of `act`; then it is not done.
        """
        if not line or not number:
            await act()
            return
        _, lock = self._last.setdefault(line, (0, asyncio.Lock()))
        async with lock:
            last, _ = self._last.pop(line, (0, lock))
            self._last[line] = last, lock
            if number > last:
                await act()
                self._last[line] = number, lock
        if len(self._last) > MOST_LINES:
            del self._last[next(iter(self._last))]


class Place(Protocol):
    """A place that a connection can enter: a table or a class."""

    async def enter(self, connection: Connection, hello: Hello) -> None:
        """Let a connection in."""

    async def receive(self, connection: Connection, message: Message) -> None:
        """Carry out the request of a message; raises LalaoError."""

    def tell_one(self, connection: Connection) -> None:
        """Send a connection the state that it may see."""

    def leave(self, connection: Connection) -> None:
        """Let a connection out."""

    def is_known(self, token: str) -> bool:
        """Return whether a token opens a seat here, or is a pupil's or a teacher's."""


async def converse(socket: WebSocket, read: Callable[[str], Message], find: Callable[[str], Awaitable[Place]]) -> None:
    """Exchange messages with one browser, in the place whose code is in its address, until it goes.

    A browser that does not say hello in time is disconnected.
    """
    await socket.accept()
    visit = Visit(socket, find)
    end = asyncio.get_running_loop().time() + HELLO_SECONDS
    try:
        while True:
            async with asyncio.timeout_at(None if visit.place else end):
                await visit.hear(read)
    except (WebSocketDisconnect, TimeoutError):
        pass
    finally:
        await visit.close()


class Visit:
    """A browser at the door of a place, and then in it."""

    def __init__(self, socket: WebSocket, find: Callable[[str], Awaitable[Place]]) -> None:
        """Take an accepted socket, and the function that finds a place by its code."""
        self.socket, self.find = socket, find
        self.connection = Connection(socket)
        self.lines: Lines = socket.app.state.lines
        self.line = ""
        self.place: Place | None = None

    async def hear(self, read: Callable[[str], Message]) -> None:
        """Wait for a message, carry out its request, and acknowledge it.

        Raises WebSocketDisconnect once the browser has gone.
        """
        number = 0
        try:
            message = await heard(self.socket, read)
            number = message.id
            await self._do(message)
        except LalaoError as error:
            if isinstance(error, DatabaseError):
                trouble(error, self.socket.url.path)
            self.connection.send(msgspec.json.encode(refusal(error, self.connection.language)))
        if number:
            self.connection.send(msgspec.json.encode(Ack(number)))

    async def _do(self, message: Message) -> None:
        if isinstance(message, Ping):
            return
        if self.place is not None:
            await self.lines.do(self.line, message.id, partial(self._pass_on, self.place, message))
        elif isinstance(message, Hello):
            self.line = message.line
            self.connection.speak(message.language)
            misses: Misses = self.socket.app.state.misses
            code = self.socket.path_params["code"]
            place = await misses.find(
                self.connection.device, partial(self.find, code), lambda place: place.is_known(message.token)
            )
            await place.enter(self.connection, message)
            self.place = place
            self._settle()
        else:
            raise NotationError("the first message must be hello")

    async def _pass_on(self, place: Place, message: Message) -> None:
        """Carry out a message's request to a place; the language of a connection is the same matter in all of them."""
        match message:
            case Hello():
                raise RefusedError("you have already joined")
            case Speak():
                words(message.language)
                self.connection.language = message.language
                place.tell_one(self.connection)
            case _:
                await place.receive(self.connection, message)

    def _settle(self) -> None:
        """Tell the door that this connection stays."""
        guest: Guest | None = self.socket.scope.get("state", {}).get("guest")
        if guest is not None:
            guest.settle()

    async def close(self) -> None:
        """Leave the place, and close the connection."""
        if self.place is not None:
            self.place.leave(self.connection)
        await self.connection.close()


async def play(socket: WebSocket) -> None:
    """Exchange messages with one browser at one table, until it goes."""
    await converse(socket, read_message, socket.app.state.lobby.table)


ROUTES = [WebSocketRoute("/ws/{code}", play)]
