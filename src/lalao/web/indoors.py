"""Indoors: what only a browser on the machine that serves can ask, whatever passes requests on to it.

An address, a header, even a connection from this machine itself prove nothing: a proxy or a tunnel beside the server
makes every guest look as if he sat here. So the server listens on a second port that is drawn at each start, that is
bound to this machine alone and that nobody is told to pass on. A page that was opened here asks there; the browser of a
guest who asks for the same port of "this machine" asks his own machine, and finds nothing.

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
        """What pages ask, "" for nothing."""
        return f"http://{HERE}:{self.port}" if self.port else ""

    def lets_in(self, origin: str) -> bool:
        """Tell whether a page is the server's own, opened on this machine."""
        return bool(self.port) and origin in (self.page, self.page.replace(HERE, "localhost"))

    def asked_by(self, request: Request) -> str:
        """Return the origin of the page that asks here, "" where it may not, or another port was asked."""
        _, port = request.scope.get("server") or ("", None)
        origin = request.headers.get("origin", "")
        return origin if port == self.port and self.lets_in(origin) else ""


NOWHERE = Indoors()
