"""The loop over the messages of a WebSocket: each is awaited, its length checked, read, and passed on."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from lalao.errors import DatabaseError, LalaoError, NotationError, TooLargeError
from lalao.web.connection import Connection
from lalao.web.door import Guest
from lalao.web.lobby import refusal
from lalao.web.log import trouble
from lalao.web.messages import Hello, Message
from lalao.web.pace import Shares, Timed, spend, turn

MOST_MESSAGE = 4_096
HELLO_SECONDS = 10.0
"""Seconds that a browser has to say hello."""
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


class Place(Protocol):
    """What a connection can enter: a table or a class."""

    async def enter(self, connection: Connection, hello: Hello) -> None:
        """Let a connection in."""

    async def receive(self, connection: Connection, message: Message) -> None:
        """Do what a message asks; raises LalaoError."""

    def leave(self, connection: Connection) -> None:
        """Let a connection out."""


async def converse(socket: WebSocket, read: Callable[[str], Message], find: Callable[[str], Awaitable[Place]]) -> None:
    """Exchange messages with one browser, in the place whose code is in its address, until it goes.

    A browser that does not say hello in time is disconnected; a device that has used up its share of the server's time
    waits its turn.
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
        """Take an accepted socket, and what finds a place by its code."""
        self.socket, self.find = socket, find
        self.connection = Connection(socket)
        self.shares: Shares = socket.app.state.shares
        self.place: Place | None = None

    async def hear(self, read: Callable[[str], Message]) -> None:
        """Wait for a message, and do what it asks when it is its turn.

        Raises WebSocketDisconnect once the browser has gone.
        """
        try:
            message = await heard(self.socket, read)
            await turn(self.shares, self.connection.device)
            await Timed(self._do(message), self._spend)
        except LalaoError as error:
            if isinstance(error, DatabaseError):
                trouble(error, self.socket.url.path)
            self.connection.send(msgspec.json.encode(refusal(error, self.connection.language)))

    def _spend(self, seconds: float) -> None:
        spend(self.shares, self.connection.device, seconds)

    async def _do(self, message: Message) -> None:
        if self.place is not None:
            await self.place.receive(self.connection, message)
        elif isinstance(message, Hello):
            self.connection.speak(message.language)
            place = await self.find(self.socket.path_params["code"])
            await place.enter(self.connection, message)
            self.place = place
            self._settle()
        else:
            raise NotationError("say hello first")

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
