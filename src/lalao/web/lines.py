"""Lines: uvicorn's connections, let in by the door and closed when the other side takes too long.

The head of a request has to be complete within `HEADER_SECONDS`; a client may stop reading for `TAKING_SECONDS`.
"""

import asyncio
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from lalao.web.door import Door, Guest

HEADER_SECONDS = 10.0
TAKING_SECONDS = 60.0
MOST_HEADER = 16_384


class Config(uvicorn.Config):
    """Uvicorn's settings, and the door that connections go through."""

    def __init__(self, app: Any, door: Door, **settings: Any) -> None:
        """Take an application and its door."""
        super().__init__(app, http=WebLine, ws=SocketLine, h11_max_incomplete_event_size=MOST_HEADER, **settings)
        self.door = door
        self.guests: dict[asyncio.BaseTransport, Guest] = {}


class WebLine(H11Protocol):
    """A connection that asks for pages."""

    config: Config
    guest: Guest | None = None
    _header: asyncio.TimerHandle | None = None
    _taking: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Come in by the door, or be closed where there is no room."""
        peer = transport.get_extra_info("peername")
        self.guest = self.config.door.enter(str(peer[0]) if peer else "", transport.abort)
        super().connection_made(transport)
        if self.guest is None:
            transport.abort()
            return
        self.config.guests[transport] = self.guest
        self._expect_question()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timers, and leave by the door."""
        self._stop(self._header)
        self._stop(self._taking)
        leave(self.config, self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read a part of a request; once its head is complete it is being answered."""
        if self.guest is None:
            return
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self.guest.ask()
            self._stop(self._header)
            self._header = None
        elif self._header is None:
            self._expect_question()

    def on_response_complete(self) -> None:
        """Note at the door that the answer is complete."""
        if self.guest is not None:
            self.guest.rest()
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Leave the connection to a `SocketLine`."""
        self._stop(self._header)
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        """Stop sending until the client reads again, which it must within `TAKING_SECONDS`."""
        super().pause_writing()
        self._stop(self._taking)
        self._taking = self.loop.call_later(TAKING_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on sending: the client reads again."""
        self._stop(self._taking)
        super().resume_writing()

    def _expect_question(self) -> None:
        """Close the connection unless the head of a request is complete within `HEADER_SECONDS`."""
        self._header = self.loop.call_later(HEADER_SECONDS, self.transport.abort)

    @staticmethod
    def _stop(timer: asyncio.TimerHandle | None) -> None:
        if timer is not None:
            timer.cancel()


class SocketLine(WebSocketsSansIOProtocol):
    """A connection that carries the messages of a room or a class; the application finds its guest in the state."""

    config: Config

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take over the connection from the `WebLine`, with its guest."""
        super().connection_made(transport)
        guest = self.config.guests.get(transport)
        if guest is not None:
            guest.ask()
        self.app_state = {**self.app_state, "guest": guest}

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave by the door."""
        leave(self.config, self.transport)
        super().connection_lost(exc)


def leave(config: Config, transport: asyncio.BaseTransport) -> None:
    """Stop counting a connection at the door."""
    guest = config.guests.pop(transport, None)
    if guest is not None:
        guest.leave()
