"""Connections: their input is charged to their device, and waits where it is not that device's turn.

The head of a request has to be complete within `HEADER_SECONDS`; a client may stop reading for `MOST_UNTAKEN` seconds.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, cast

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from lalao.clock import thread_time
from lalao.web.gate.ledger import ACCOUNT, Guest, Ledger, Metered

HEADER_SECONDS = 10.0
MOST_HEADER = 16_384
MOST_READ = 1_024
"""Bytes that are read at once: hundreds of the smallest frames."""
LITTLE = 256
"""The same for a device over its credit."""
MOST_UNREAD = 65_536
"""Bytes of a body that are read after its request has been answered, so that the client sees the answer."""
MOST_UNTAKEN = 60.0
ACCEPTED_SECONDS = 0.00008
"""The time that asyncio needs to accept a connection, before its device is known."""


BUFFER = memoryview(bytearray(MOST_READ))
"""The first buffer of all input: no two connections are read at the same time."""


class Line(asyncio.BufferedProtocol):
    """A connection: to asyncio a protocol, to the protocol of uvicorn its transport, and the meter between the two."""

    def __init__(self, ledger: Ledger, make: Callable[[], Any]) -> None:
        """Take the ledger, and the factory of a protocol that finds its guest in the state of the application."""
        self.ledger, self.make = ledger, make
        self.protocol: Any = None
        self.transport: Any = None
        self.guest: Guest | None = None
        self._held: set[str] = set()
        self._untaken: asyncio.TimerHandle | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self.transport, name)  # all that a transport does besides

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Let the connection in, or close it where there is no room; either is charged."""
        begun = thread_time()
        self.transport = transport
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if peer else ""
        self.guest = self.ledger.enter(address, self.transport.abort)
        if self.guest is None:
            self.transport.abort()
            self.ledger.account(address).spend(thread_time() - begun + ACCEPTED_SECONDS)
            return
        self.protocol = self.make()
        self.protocol.app_state = {**self.protocol.app_state, "guest": self.guest}
        self.protocol.connection_made(self)
        self.guest.charge(thread_time() - begun + ACCEPTED_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection; its end is charged."""
        begun = thread_time()
        self._stop_timer()
        if self.guest is not None:
            self.guest.leave()
            self.protocol.connection_lost(exc)
            self.guest.charge(thread_time() - begun)

    def get_buffer(self, sizehint: int) -> memoryview:  # noqa: ARG002
        """Return where to put the next bytes."""
        return BUFFER if self.guest is None or not self.guest.payer.wait() else BUFFER[:LITTLE]

    def buffer_updated(self, nbytes: int) -> None:
        """Pass on the input when it is the device's turn; until then no more is read."""
        if self.guest is None:
            return
        data = bytes(BUFFER[:nbytes])
        if self.guest.payer.is_ready:
            self._take(data)
        else:
            self._hold("turn")
            self.guest.payer.queue(lambda: self._taken(data))

    def _taken(self, data: bytes) -> None:
        if not self.transport.is_closing():
            self._take(data)
            self._release("turn")

    def _take(self, data: bytes) -> None:
        """Pass on the input, and charge it."""
        assert self.guest
        begun = thread_time()
        ACCOUNT.set(self.guest.payer)
        self.protocol.data_received(data)
        self.guest.charge(thread_time() - begun)

    def eof_received(self) -> bool | None:
        """Pass on that the client sends no more."""
        return self.protocol.eof_received() if self.guest else None

    def set_protocol(self, protocol: Any) -> None:
        """Go on with a WebSocket's protocol."""
        self.protocol = protocol
        if self.guest is not None:
            self.guest.ask()

    # Back-pressure

    def pause_reading(self) -> None:
        """Read no more until the protocol has worked off its input."""
        self._hold("protocol")

    def resume_reading(self) -> None:
        """Read on as far as the protocol is concerned."""
        self._release("protocol")

    def pause_writing(self) -> None:
        """Read no more until the client takes the data sent to it, which it must within `MOST_UNTAKEN` seconds."""
        self._hold("client")
        self._stop_timer()
        self._untaken = asyncio.get_running_loop().call_later(MOST_UNTAKEN, self.transport.abort)
        self.protocol.pause_writing()

    def resume_writing(self) -> None:
        """Continue to read: the client takes its data."""
        self._stop_timer()
        self._release("client")
        self.protocol.resume_writing()

    def _hold(self, why: str) -> None:
        if not self._held and not self.transport.is_closing():
            self.transport.pause_reading()
        self._held.add(why)

    def _release(self, why: str) -> None:
        self._held.discard(why)
        if not self._held and not self.transport.is_closing():
            self.transport.resume_reading()

    def _stop_timer(self) -> None:
        if self._untaken is not None:
            self._untaken.cancel()


class WebLine(H11Protocol):
    """A connection that asks for pages: the head of a request has to be complete within `HEADER_SECONDS`."""

    _header: asyncio.TimerHandle | None = None
    _unread = 0

    @property
    def guest(self) -> Guest:
        """This connection in the ledger."""
        return cast(Guest, self.app_state["guest"])

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Expect a request."""
        super().connection_made(transport)
        self._expect_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer."""
        self._stop()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read a part of a request; once its head is complete it is being answered."""
        if self.conn.our_state is h11.DONE and self.conn.their_state is h11.SEND_BODY:
            self._unread += len(data)
            if self._unread > MOST_UNREAD:
                self.transport.close()
                return
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self.guest.ask()
            self._stop()
        elif self._header is None and self in self.connections:  # it has not become a WebSocket
            self._expect_request()

    def on_response_complete(self) -> None:
        """Note that the answer is complete."""
        self.guest.rest()
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Leave the connection to the protocol of WebSockets."""
        self._stop()
        super().handle_websocket_upgrade(event)

    def _expect_request(self) -> None:
        """Close the connection unless the head of a request is complete within `HEADER_SECONDS`."""
        self._header = self.loop.call_later(HEADER_SECONDS, self.transport.abort)

    def _stop(self) -> None:
        if self._header is not None:
            self._header.cancel()
            self._header = None


class Config(uvicorn.Config):
    """Uvicorn's settings, and the ledger that connections and requests are charged to."""

    def __init__(self, app: Any, ledger: Ledger, **settings: Any) -> None:
        """Take an application and the ledger."""
        self.ledger = ledger
        http = cast(Any, lambda **parts: Line(ledger, partial(WebLine, **parts)))
        limits: dict[str, Any] = {"h11_max_incomplete_event_size": MOST_HEADER}
        super().__init__(Metered(app, ledger), http=http, ws=WebSocketsSansIOProtocol, **limits, **settings)
