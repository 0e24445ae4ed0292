"""Indoors: what only a browser on the server's own machine can ask, even where a proxy passes requests on to it.

An address, a header, even a connection from this machine prove nothing: behind a proxy or a tunnel on the server every
guest looks as if he sat here. So the server listens on a second port, drawn at each start, bound to this machine alone
and known to no proxy. A page that was opened here asks there; a guest's browser that asks the same port of 127.0.0.1
asks its own machine, and finds nothing.

>>> place = Indoors(port=50_001, page="http://127.0.0.1:8417")
>>> place.address, place.lets_in("http://localhost:8417"), place.lets_in("http://evil.example")
('http://127.0.0.1:50001', True, False)
"""

from dataclasses import dataclass

from starlette.requests import Request

HERE = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class Indoors:
    """The second port, 0 for none, and the address of the pages that may ask there."""

    port: int = 0
    page: str = ""

    @property
    def address(self) -> str:
        """The address that pages ask, "" for none."""
        return f"http://{HERE}:{self.port}" if self.port else ""

    def lets_in(self, origin: str) -> bool:
        """Tell whether a page is the server's own, opened on this machine."""
        return bool(self.port) and origin in (self.page, self.page.replace(HERE, "localhost"))

    def asked_by(self, request: Request) -> str:
        """Return the origin of the page that asks on this port, "" where it may not or asks on another port."""
        _, port = request.scope.get("server") or ("", None)
        origin = request.headers.get("origin", "")
        return origin if port == self.port and self.lets_in(origin) else ""


NOWHERE = Indoors()
