"""The guard before the application: who may ask, with which code, and the headers that keep private files private.

Wrong codes are counted by device and in all, so that nobody finds one by trying.

`LocalPort` answers only browsers on the server's own machine, even where a proxy passes requests on to it. An
address, a header, even a connection from this machine prove nothing: behind a proxy or a tunnel on the server every
guest looks as if he sat here. So the server listens on a second port, drawn at each start, bound to this machine alone
and known to no proxy. A page that was opened here asks there; a guest's browser that asks the same port of 127.0.0.1
asks its own machine, and finds nothing.

>>> place = LocalPort(port=50_001, page="http://127.0.0.1:8417")
>>> place.address, place.lets_in("http://localhost:8417"), place.lets_in("http://evil.example")
('http://127.0.0.1:50001', True, False)

>>> misses = Misses(most=2, most_of_all=3)
>>> for device in ("10.0.0.1", "10.0.0.1", "10.0.0.2"):
...     misses.count(device)
>>> [misses.is_shut(device) for device in ("10.0.0.1", "10.0.0.2", "10.0.0.3")]
[True, True, False]
"""

import ipaddress
import re
import secrets
import socket
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from typing import TypeVar
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lalao.clock import CLOCK
from lalao.errors import LalaoError, NotationError
from lalao.locale import language_of, words
from lalao.web.gate.ledger import device_of
from lalao.web.limits import ForbiddenError, NoRoomError, ShutError

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types lalao lit-html"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
HOST = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9_.-]+))(?::[0-9]{1,5})?")
NO_DOCUMENTS = (b"text/javascript", b"text/css", b"font/woff2")
"""Types of files that no browser shows as a page: a policy would only make each of them a third of a kB longer."""
NOT_MODIFIED = 304
"""Status of an answer that gets no headers: the browser keeps those of the copy that it has."""
HARMLESS = ("GET", "HEAD", "OPTIONS")
"""Methods that change nothing."""
PRIVATE = ("/api/classes", "/api/names", "/api/teacher", "/api/codes", "/api/matches")
"""Beginnings of the addresses whose answers no browser and no proxy may store."""


class StrangerError(LalaoError):
    """A request that names another host, or comes from another site's page."""

    status = 403


def host_is_ours(host: str, names: Collection[str] = ()) -> bool:
    """Return whether a Host header names this machine: an address, a name of its own, or one of `names`.

    A page from elsewhere can make its own name point here (DNS rebinding), but the header then holds that name.

    Raises NotationError for a text that is no host.
    """
    shape = HOST.fullmatch(host)
    if shape is None:
        raise NotationError("'{text}' is not a host: write the address of this server", text=host)
    name = (shape[1] or shape[2]).lower()
    try:
        ipaddress.ip_address(name)
    except ValueError:
        own = socket.gethostname().lower()
        return not shape[1] and name in ("localhost", own, f"{own}.local", *names)
    return True


def is_public(address: str) -> bool:
    """Return whether an address of the pages, such as ``http://198.51.100.7:8417``, is one of the whole Internet.

    >>> is_public("http://8.8.8.8:8417"), is_public("http://192.168.1.7:8417"), is_public("")
    (True, False, False)
    """
    try:
        return ipaddress.ip_address(urlsplit(address).hostname or "").is_global
    except ValueError:
        return False


def check_host(hosts: list[str], names: Collection[str]) -> None:
    """Refuse a request that names another machine; this one also has the `names` given by ``--host``.

    Raises NotationError where there is not exactly one Host header, StrangerError where it is not this machine.
    """
    if len(hosts) != 1:
        raise NotationError("'{text}' is not a host: write the address of this server", text=", ".join(hosts))
    if not host_is_ours(hosts[0], names):
        raise StrangerError(
            "'{text}' is not a name of this server: write its address, or add --host NAME", text=hosts[0]
        )


def check_origin(headers: dict[str, str], host: str) -> None:
    """Refuse requests from another site's page; programs that are not browsers name no origin, and may ask.

    Raises StrangerError.
    """
    origin, site = headers.get("origin"), headers.get("sec-fetch-site", "none")
    if origin not in (None, f"http://{host}", f"https://{host}") or site not in ("same-origin", "none"):
        raise StrangerError("a page of '{text}' asks for this: only this server's own pages may", text=origin or site)


class Guard:
    """Refuses requests that name other hosts or come from other sites, and adds security headers to the answers."""

    def __init__(self, app: ASGIApp, local_port: str = "", names: Collection[str] = ()) -> None:
        """Wrap an application reached under `names`; its pages may also connect to `local_port`, "" for none."""
        self.app, self.names = app, names
        policy = POLICY.replace("connect-src 'self'", f"connect-src 'self' {local_port}".rstrip())
        self.headers = HEADERS | {"Content-Security-Policy": policy}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on to the application, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        kept = "no-store" if is_private(scope) else "no-cache"
        added = {
            name.lower().encode(): text.encode() for name, text in (self.headers | {"Cache-Control": kept}).items()
        }

        async def sealed(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] != NOT_MODIFIED:
                present = {name.lower() for name, _ in message["headers"]}
                if dict(message["headers"]).get(b"content-type", b"").startswith(NO_DOCUMENTS):
                    present.add(b"content-security-policy")
                more = [(name, text) for name, text in added.items() if name not in present]
                message["headers"] = [*message["headers"], *more]
            await send(message)

        try:
            check(scope, self.names)
        except LalaoError as error:
            await refuse(error, scope, receive, sealed)
            return
        await self.app(scope, receive, sealed)


def check(scope: Scope, names: Collection[str]) -> None:
    """Check the Host header, and the origin of WebSockets and of requests that may change something.

    Raises NotationError or StrangerError.
    """
    headers = [(name.decode("latin-1"), text.decode("latin-1")) for name, text in scope["headers"]]
    hosts = [text for name, text in headers if name == "host"]
    check_host(hosts, names)
    if scope["type"] == "websocket":
        check_origin({"origin": ""} | dict(headers), hosts[0])
    elif scope["method"] not in HARMLESS:
        check_origin(dict(headers), hosts[0])


def is_private(scope: Scope) -> bool:
    """Tell whether an answer is for the asker alone: it answers something that was sent, or is about people."""
    return scope["type"] == "http" and (scope["method"] not in HARMLESS or scope["path"].startswith(PRIVATE))


async def refuse(error: LalaoError, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer with the error in one line; a WebSocket is closed with code 1008 (policy violation)."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    languages = dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1")
    line = words(language_of({"LANG": languages.split(",")[0]})).say(error)
    await PlainTextResponse(line, error.status)(scope, receive, send)


HERE = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class LocalPort:
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


NOWHERE = LocalPort()


SHUT_SECONDS = 60.0
"""Seconds for which a wrong code counts."""
MOST_LOOKUPS = 30
"""Codes of rooms and classes that one device may get wrong in that time: a class may come from behind one address."""
MOST_LOOKUPS_OF_ALL = 300
Found = TypeVar("Found")


class Misses:
    """The wrong codes of the last minute: a device with too many waits.

    Where there are too many in all, every device that has one waits; the others are let in, so that somebody who tries
    from many addresses shuts out only those.
    """

    def __init__(self, most: int = MOST_LOOKUPS, most_of_all: int = MOST_LOOKUPS_OF_ALL) -> None:
        """Take how many one device may have, and all together."""
        self.most, self.most_of_all = most, most_of_all
        self._when: deque[tuple[float, str]] = deque()
        self._counts: Counter[str] = Counter()

    def is_shut(self, device: str) -> bool:
        """Return whether a device has to wait."""
        self._forget_old()
        mine = self._counts[device_of(device)]
        return mine >= self.most or (mine > 0 and len(self._when) >= self.most_of_all)

    def check(self, device: str) -> None:
        """Raise ShutError where a device has to wait."""
        if self.is_shut(device):
            raise ShutError("too many wrong codes: wait a minute")

    def count(self, device: str) -> None:
        """Count a wrong code."""
        self._when.append((CLOCK.elapsed(), device_of(device)))
        self._counts[device_of(device)] += 1

    def forgive(self, device: str) -> None:
        """Forget the wrong codes of a device."""
        if self._counts.pop(device_of(device), 0):
            self._when = deque(each for each in self._when if each[1] != device_of(device))

    async def find(
        self, device: str, look: Callable[[], Awaitable[Found]], is_known: Callable[[Found], bool] | None = None
    ) -> Found:
        """Return the result of `look` for a code that a device has sent.

        Where the device has to wait, only somebody whom `is_known` recognises there is let in: others may share the
        address. Raises ShutError for anybody else; NoRoomError, which counts, where nothing has the code.
        """
        shut = self.is_shut(device)
        if shut and is_known is None:
            self.check(device)
        try:
            found = await look()
        except NoRoomError:
            if not shut:
                self.count(device)
                raise
            self.check(device)
            raise
        if shut and is_known is not None and not is_known(found):
            self.check(device)
        return found

    def _forget_old(self) -> None:
        now = CLOCK.elapsed()
        while self._when and now - self._when[0][0] >= SHUT_SECONDS:
            _, device = self._when.popleft()
            self._counts[device] -= 1
            if not self._counts[device]:
                del self._counts[device]


DIGITS = "02345689"
"""The digits of a teacher's code that is drawn: 1 and 7 look alike on many boards."""
LENGTH = 6
MOST_GUESSES = 5
MOST_GUESSES_OF_ALL = 100


class Gate:
    """Lets in whoever knows the code; a device that has guessed wrong five times waits a minute."""

    def __init__(self, code: str = "") -> None:
        """Take a code, or draw one."""
        self.code = code or new_code()
        self.misses = Misses(MOST_GUESSES, MOST_GUESSES_OF_ALL)

    def check(self, code: str, address: str) -> None:
        """Refuse a wrong code.

        Raises ForbiddenError for a wrong code, ShutError where too many were wrong.
        """
        self.misses.check(address)
        if not secrets.compare_digest("".join(code.split()).encode(), self.code.encode()):
            self.misses.count(address)
            raise ForbiddenError("wrong teacher's code: see the window where Lalao was started")
        self.misses.forgive(address)


def new_code() -> str:
    """Draw a teacher's code of six digits."""
    return "".join(secrets.choice(DIGITS) for _ in range(LENGTH))


def read_code(text: str) -> str:
    """Read a teacher's code that somebody has chosen.

    Raises NotationError for one that is guessed too easily.
    """
    code = "".join(text.split())
    if not (4 <= len(code) <= 40 and code.isascii() and code.isalnum()):
        raise NotationError("'{text}' is not a teacher's code: write from 4 to 40 letters or digits", text=text)
    return code
