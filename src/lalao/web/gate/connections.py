"""Connections: one bounded outbox and one writer each, and who goes where a room is full: never a member.

A member holds a token of a seat, of a pupil or of a teacher. Whoever takes up most places goes first.
"""

import asyncio
import ipaddress
from collections import Counter
from collections.abc import Callable
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from lalao.locale import LANGUAGES
from lalao.web.gate.ledger import ACCOUNT, device_of
from lalao.web.gate.log import Tally, report
from lalao.web.limits import RefusedError

MOST_WAITING = 64
TOO_SLOW = 1013
REVOKED = 1008
"""The code of a WebSocket that is closed because its device has lost its right."""
AWAY = 1012
"""The code of a WebSocket whose server no longer hosts it: the page connects again."""

SLOW = Tally("browsers disconnected because they read too slowly: %d")


class Connection:
    """A browser that is in a room, with the seats it holds and the language it is answered in."""

    def __init__(self, socket: WebSocket) -> None:
        """Take an accepted socket, and start its writer."""
        self.socket = socket
        self.device = socket.client.host if socket.client else ""
        self.account = ACCOUNT.get()
        self.seats: frozenset[int] = frozenset()
        self.token = ""
        self.language = "en"
        self._outbox: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_WAITING)
        self._writer = asyncio.get_running_loop().create_task(self._write(), name="writing to a browser")
        self._writer.add_done_callback(report)
        self._closing = 0

    def speak(self, language: str) -> None:
        """Answer in a language, English where it is not known."""
        self.language = language if language in LANGUAGES else "en"

    def send(self, message: bytes) -> None:
        """Put a message in the outbox; a peer that has let it fill up is disconnected (1013: try again later)."""
        try:
            self._outbox.put_nowait(message)
        except asyncio.QueueFull:
            if not self._closing:
                SLOW.add()
                self.cut(TOO_SLOW)

    def cut(self, code: int = AWAY) -> None:
        """Disconnect the browser, with a code of WebSockets that says why."""
        self._closing = code
        self._writer.cancel()

    def end(self, message: bytes) -> None:
        """Send a last message, then disconnect the browser (1008: policy violation)."""
        self.send(message)
        self._closing = self._closing or REVOKED
        try:
            self._outbox.put_nowait(None)
        except asyncio.QueueFull:
            self.cut(REVOKED)

    async def _write(self) -> None:
        try:
            while (message := await self._outbox.get()) is not None:
                await self.socket.send_text(message.decode())
            await self.socket.close(self._closing)
        except (WebSocketDisconnect, RuntimeError):
            return
        except asyncio.CancelledError:
            if self._closing:
                with suppress(WebSocketDisconnect, RuntimeError):  # it may have gone in the meantime
                    await self.socket.close(self._closing)
            raise

    async def close(self) -> None:
        """Stop the writer, and wait until it has ended."""
        self._writer.cancel()
        await asyncio.gather(self._writer, return_exceptions=True)


MOST_CONNECTIONS = 400
"""Connections in a room or a class."""
MOST_OF_DEVICE = 60
"""Guests that one device may have in a room or a class, and pupils that may join a class from it.

A whole class may come from behind one address, that of a school's router.
"""


def is_counted(device: str) -> bool:
    """Return whether the guests of a device are limited: not on this machine, where a proxy hides who they are."""
    try:
        return not ipaddress.ip_address(device).is_loopback
    except ValueError:
        return False


def make_way(here: set[Connection], comer: Connection, is_known: Callable[[str], bool]) -> None:
    """Let a connection in where there is a place; disconnect another one for a member where there is none.

    `is_known` tells a member's token.
    Raises RefusedError for a guest where the room is full, or where his device has `MOST_OF_DEVICE` guests.
    """
    if not is_known(comer.token):
        device = device_of(comer.device)
        guests = sum(device_of(each.device) == device and not is_known(each.token) for each in here)
        if len(here) >= MOST_CONNECTIONS or (guests >= MOST_OF_DEVICE and is_counted(comer.device)):
            raise RefusedError("this room is full")
    while len(here) >= MOST_CONNECTIONS:
        goes = most_placed(here, is_known)
        here.discard(goes)
        goes.cut(TOO_SLOW)


def most_placed(here: set[Connection], is_known: Callable[[str], bool]) -> Connection:
    """Return a guest of the device with most guests; where all are members, one of the token with most connections."""
    guests = [each for each in here if not is_known(each.token)]
    if guests:
        devices = Counter(device_of(each.device) for each in guests)
        return max(guests, key=lambda each: devices[device_of(each.device)])
    tokens = Counter(each.token for each in here)
    return max(here, key=lambda each: tokens[each.token])
