"""A connection: one bounded outbox and one writer, so that a slow or dead peer disturbs nobody."""

import asyncio
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from lalao.locale import LANGUAGES
from lalao.web.ledger import ACCOUNT
from lalao.web.log import Tally, report

MOST_WAITING = 64
TOO_SLOW = 1013
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
        self._outbox: asyncio.Queue[bytes] = asyncio.Queue(MOST_WAITING)
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

    async def _write(self) -> None:
        try:
            while True:
                await self.socket.send_text((await self._outbox.get()).decode())
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
