"""Serving: a port that is free, an address to tell, a browser if there is one."""

import asyncio
import contextlib
import ipaddress
import os
import re
import socket
import sys
import webbrowser
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import uvicorn

from lalao.errors import FileError, NotationError
from lalao.store import Store
from lalao.web.app import make_app
from lalao.web.gate.guard import HERE, NOWHERE, LocalPort
from lalao.web.gate.ledger import MOST_OF_DEVICE, Ledger
from lalao.web.gate.log import SETTINGS
from lalao.web.gate.transport import Config
from lalao.web.rooms.lobby import KEEP_DAYS

PORT = 8417
PORTS_TRIED = 100
MOST_FRAME = 65_536
MOST_WAITING = 1_024
"""Connections that wait to be let in."""
RECEIVE_BUFFER = 65_536
"""Bytes that the system keeps of a connection before they are read: a client's leftovers are soon worked off."""
LET_IN = 32
"""Connections that are accepted at once, before those that are in are served again."""
MOST_CONNECTIONS = 4_000
PING_SECONDS, PING_SHARED_SECONDS = 20.0, 3.0
"""Seconds between two pings of a WebSocket; a proxy of several servers takes silence for a server that hangs."""
HOST_NAME = re.compile(r"(?:(?P<scheme>https?)://)?(?P<name>[^\s/:@?#]+)(?::(?P<port>[0-9]{1,5}))?/?", re.IGNORECASE)
PLAIN_NAME = re.compile(r"(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*")
OWN_FILES = 200
"""Files that the server has open besides its connections: its database, its children, its pages."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits that may be changed: connections of one device, and days for which tables outside classes are kept."""

    most_of_device: int = MOST_OF_DEVICE
    keep_days: int = KEEP_DAYS


USUAL = Limits()


def most_connections() -> int:
    """Raise the system's limit of open files as far as allowed; return how many connections it leaves room for."""
    try:
        import resource
    except ImportError:  # Windows
        return MOST_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + OWN_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return (
        MOST_CONNECTIONS if soft == resource.RLIM_INFINITY else min(MOST_CONNECTIONS, max(soft - OWN_FILES, soft // 2))
    )


@dataclass(frozen=True, slots=True)
class Place:
    """Where the server listens, and its addresses: for this machine, and for other devices, "" for none.

    `names` holds the address of the pages by each host name under which the server is reached.
    """

    listening: socket.socket
    here: str
    others: str
    names: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HostName:
    """A name under which the server is reached; `scheme` and `port` (such as ``:8443``) are "" where not given."""

    name: str
    scheme: str = ""
    port: str = ""

    def address(self, port: int, is_proxied: bool) -> str:
        """Return the address of the pages: by default HTTPS at the proxy, or HTTP at the server's own port."""
        if not (self.scheme or self.port):
            return f"https://{self.name}" if is_proxied else f"http://{self.name}:{port}"
        return f"{self.scheme or ('https' if is_proxied else 'http')}://{self.name}{self.port}"


def read_host(text: str) -> HostName:
    """Read a name under which the server is reached, such as ``games.example`` or ``http://games.example:8080``.

    Raises NotationError.
    """
    refusal = NotationError("'{text}' is not a host name: write one such as games.example", text=text)
    parts = HOST_NAME.fullmatch(text.strip())
    if parts is None:
        raise refusal
    try:
        name = parts["name"].encode("idna").decode().lower()
    except UnicodeError:
        raise refusal from None
    if not PLAIN_NAME.fullmatch(name) or int(parts["port"] or 1) not in range(1, 65_536):
        raise refusal
    return HostName(name, (parts["scheme"] or "").lower(), f":{parts['port']}" if parts["port"] else "")


def take_place(port: int, lan: bool, hosts: Sequence[HostName] = (), is_proxied: bool = False) -> Place:
    """Listen on a port, the one asked for or the next that is free, 0 for any; `lan` lets other devices connect.

    `hosts` are the names under which the server is reached, behind a proxy where `is_proxied`; the first one is its
    address for other devices. Raises FileError where none of `PORTS_TRIED` ports is free.
    """
    for candidate in range(port, min(port + PORTS_TRIED, 65_536)) if port else (0,):
        listening = listen("0.0.0.0" if lan else HERE, candidate)
        if listening:
            taken = listening.getsockname()[1]
            names: dict[str, str] = {}
            for host in hosts:
                names.setdefault(host.name, host.address(taken, is_proxied))
            others = next(iter(names.values()), f"http://{own_address()}:{taken}" if lan else "")
            return Place(listening, f"http://{HERE}:{taken}", others, names)
    raise FileError("no port from {port} on is free: choose another one with --port", port=port)


def listen(address: str, port: int) -> socket.socket | None:
    """Return a socket that listens on a port, 0 for any; None where it is taken."""
    # asyncio sets TCP_NODELAY only where the protocol is named; without it a message may wait 40 ms
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if os.name != "nt":
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)  # its connections inherit it
    try:
        listening.bind((address, port))
        listening.listen(MOST_WAITING)
    except OSError:
        listening.close()
        return None
    return listening


def own_address() -> str:
    """Return this machine's address on its network, 127.0.0.1 where it has none; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return HERE


def may_open_browser(environment: Mapping[str, str] = os.environ) -> bool:
    """Tell whether a browser can be shown: not to root, and on Linux not without a display."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        return False
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


def read_proxy(text: str) -> str:
    """Read the address of a proxy.

    Raises NotationError.
    """
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        raise NotationError("'{text}' is not an address: write the proxy's, such as 127.0.0.1", text=text) from None


def serve(
    place: Place,
    store: Store,
    told: Callable[[], None],
    browser: bool,
    teacher: str = "",
    proxy: str = "",
    limits: Limits = USUAL,
    is_shared: bool = False,
) -> None:
    """Serve until stopped; `told` is called once the server answers, then the browser opens if there is to be one.

    `teacher` is the code that the teacher's page asks for, "" for one drawn at random; `proxy` is the address that is
    trusted to say who asks (X-Forwarded-For), "" for none; where `is_shared`, other servers serve the same database,
    and a proxy on this machine is trusted if none is named.
    """
    proxy = proxy or (HERE if is_shared else "")
    inner = listen(HERE, 0)
    local_port = LocalPort(inner.getsockname()[1], place.here) if inner else NOWHERE
    config = Config(
        make_app(store, place.others, teacher, limits.keep_days, local_port, place.names),
        Ledger(most_connections(), limits.most_of_device, proxy),
        log_config=SETTINGS,
        log_level="error",
        access_log=False,
        backlog=LET_IN,
        ws_max_size=MOST_FRAME,
        ws_per_message_deflate=False,  # compressing short messages cost a fifth of the server's time
        ws_ping_interval=PING_SHARED_SECONDS if is_shared else PING_SECONDS,
        ws_ping_timeout=30,
        timeout_graceful_shutdown=1,
        server_header=False,
        proxy_headers=bool(proxy),
        forwarded_allow_ips=[proxy],
    )
    server = Announcing(config, told, place.here if browser and may_open_browser() else "")
    try:
        asyncio.run(server.serve(sockets=[place.listening, inner] if inner else [place.listening]))
    except KeyboardInterrupt:
        pass
    finally:
        store.close()


class Announcing(uvicorn.Server):
    """A server that calls `told` as soon as it answers."""

    def __init__(self, config: Config, told: Callable[[], None], page: str) -> None:
        """Take the function to call once it answers, and the page to be opened, "" for none."""
        super().__init__(config)
        self.ledger, self.told, self.page = config.ledger, told, page

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, call `told`, and open the page in a browser."""
        self.ledger.start(asyncio.get_running_loop())
        await super().startup(sockets)
        for listening in sockets or []:
            listening.listen(MOST_WAITING)
        self.told()
        if self.page:
            asyncio.get_running_loop().run_in_executor(None, webbrowser.open, self.page)
