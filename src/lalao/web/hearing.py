"""Hearing: a message is waited for, measured and read, whichever WebSocket it comes by."""

from collections.abc import Callable
from typing import TypeVar

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from lalao.errors import NotationError, TooLargeError

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
