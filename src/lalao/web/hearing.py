"""Hearing: messages are waited for, measured, read and handed on, whichever WebSocket they come by."""

from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from lalao.errors import LalaoError, NotationError, TooLargeError
from lalao.web.connection import Connection
from lalao.web.lobby import refusal
from lalao.web.messages import Hello, Message

MOST_MESSAGE = 4_096
Said = TypeVar("Said")


async def heard(socket: WebSocket, read: Callable[[str], Said]) -> Said:
    """Wait for a message and read it.

    Raises NotationError or TooLargeError, WebSocketDisconnect at the end.
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
    """Where a connection may go in: a table, a class."""

    async def enter(self, connection: Connection, hello: Hello) -> None:
        """Let a connection in."""

    async def receive(self, connection: Connection, message: Message) -> None:
        """Do what a message asks; raises LalaoError."""

    def leave(self, connection: Connection) -> None:
        """Let a connection out."""


async def converse(socket: WebSocket, read: Callable[[str], Message], find: Callable[[str], Awaitable[Place]]) -> None:
    """Carry the messages of one browser in the place that the code in its address names."""
    await socket.accept()
    connection = Connection(socket)
    place: Place | None = None
    try:
        while True:
            try:
                message = await heard(socket, read)
                if place is not None:
                    await place.receive(connection, message)
                elif isinstance(message, Hello):
                    connection.speak(message.language)
                    place = await find(socket.path_params["code"])
                    await place.enter(connection, message)
                else:
                    raise NotationError("say hello first")
            except LalaoError as error:
                connection.send(msgspec.json.encode(refusal(error, connection.language)))
    except WebSocketDisconnect:
        pass
    finally:
        if place is not None:
            place.leave(connection)
        await connection.close()
