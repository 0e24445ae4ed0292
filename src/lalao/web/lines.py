"""Lines: uvicorn's connections with a door before them, and an end to those on which nothing comes.

A question has to be whole within `HEADER_SECONDS`, its answer taken within `TAKING_SECONDS`.
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
    """How uvicorn serves, with the door that connections go through."""

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
        """Come in, or be turned away."""
        peer = transport.get_extra_info("peername")
        self.guest = self.config.door.enter(str(peer[0]) if peer else "", transport.abort)
        super().connection_made(transport)
        if self.guest is None:
            transport.abort()
            return
        self.config.guests[transport] = self.guest
        self._expect_question()

    def connection_lost(self, exc: Exception | None) -> None:
        """Go."""
        self._stop(self._header)
        self._stop(self._taking)
        leave(self.config, self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Hear a part of a question."""
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
        """Have answered."""
        if self.guest is not None:
            self.guest.rest()
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Become a WebSocket."""
        self._stop(self._header)
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        """Wait until the other side takes what is sent, but not for ever."""
        super().pause_writing()
        self._stop(self._taking)
        self._taking = self.loop.call_later(TAKING_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on sending."""
        self._stop(self._taking)
        super().resume_writing()

    def _expect_question(self) -> None:
        """Give a question some seconds to be whole."""
        self._header = self.loop.call_later(HEADER_SECONDS, self.transport.abort)

    @staticmethod
    def _stop(timer: asyncio.TimerHandle | None) -> None:
        if timer is not None:
            timer.cancel()


class SocketLine(WebSocketsSansIOProtocol):
    """A connection that carries the messages of a room or a class; the application finds its guest in the state."""

    config: Config

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take over from the line that asked for it."""
        super().connection_made(transport)
        guest = self.config.guests.get(transport)
        if guest is not None:
            guest.ask()
        self.app_state = {**self.app_state, "guest": guest}

    def connection_lost(self, exc: Exception | None) -> None:
        """Go."""
        leave(self.config, self.transport)
        super().connection_lost(exc)


def leave(config: Config, transport: asyncio.BaseTransport) -> None:
    """Count a connection no more."""
    guest = config.guests.pop(transport, None)
    if guest is not None:
        guest.leave()
