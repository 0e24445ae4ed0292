"""The application: pages, HTTP, the WebSocket of matches, and who may ask."""

import contextlib
import ipaddress
import socket
from collections.abc import AsyncIterator
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from lalao.locale import LANGUAGES
from lalao.store import Store
from lalao.web import messages as m
from lalao.web import openapi
from lalao.web.api import ROUTES
from lalao.web.catalogue import sentences
from lalao.web.classes.api import ROUTES as CLASS_ROUTES
from lalao.web.classes.gate import Gate
from lalao.web.classes.lesson import School
from lalao.web.hearing import converse
from lalao.web.lobby import Lobby
from lalao.web.printing import ROUTES as PRINTING
from lalao.web.printing import Press
from lalao.web.shipped import SHIPPED, page
from lalao.web.thinker import Thinker

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types lalao"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}
PAGES = (
    *("/", "/m/{code}", "/look", "/rules/{id}", "/print"),
    *("/class", "/class/{code}", "/c/{code}", "/wall/{code}", "/referee"),
)


def host_is_ours(host: str) -> bool:
    """Tell whether a Host header names this machine: an address or a name of its own.

    A page from elsewhere can make its own name point here (DNS rebinding), but not change the name.
    """
    name = urlsplit(f"//{host}").hostname or ""
    with contextlib.suppress(ValueError):
        ipaddress.ip_address(name)
        return True
    own = socket.gethostname().lower()
    return name.lower() in ("localhost", own, f"{own}.local")


class Guard:
    """Refuses other hosts' names, and adds the headers that keep pages to themselves."""

    def __init__(self, app: ASGIApp) -> None:
        """Stand before an application."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let through or refuse."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        host = headers.get(b"host", b"").decode("latin-1")
        if not host_is_ours(host) or (scope["type"] == "websocket" and not same_origin(headers, host)):
            await refuse(scope, receive, send)
            return

        async def sealed(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [
                    *message["headers"],
                    *((n.lower().encode(), v.encode()) for n, v in HEADERS.items() if n.lower().encode() not in given),
                ]
            await send(message)

        await self.app(scope, receive, sealed)


def same_origin(headers: dict[bytes, bytes], host: str) -> bool:
    """Tell whether a WebSocket is opened by a page of ours."""
    origin = headers.get(b"origin", b"").decode("latin-1")
    return origin in (f"http://{host}", f"https://{host}")


async def refuse(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer 403."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
    else:
        await PlainTextResponse("403", 403)(scope, receive, send)


async def api_page(_: Request) -> Response:
    """Give the page of the HTTP interface."""
    return HTMLResponse(openapi.page())


async def play(socket: WebSocket) -> None:
    """Carry the messages of one browser in one room."""
    await converse(socket, m.read_message, socket.app.state.lobby.table)


def make_app(store: Store, address: str = "", teacher: str = "") -> ASGIApp:
    """Make the application.

    `address` is where other devices find it, "" if they cannot; `teacher` is the code that the teacher's page asks for.
    """
    thinker = Thinker()

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        warming = [app.state.lobby.start(task) for task in (thinker.warm_up(), thinker.compile())]
        yield
        for task in warming:
            task.cancel()
        for table in list(app.state.lobby.tables.values()):
            table.close()
        await thinker.close()

    routes = [
        *(Route(path, page) for path in PAGES),
        Route("/api", api_page),
        *ROUTES,
        *CLASS_ROUTES,
        *PRINTING,
        Mount("/static", SHIPPED),
        WebSocketRoute("/ws/{code}", play),
    ]
    app = Starlette(routes=routes, lifespan=lifespan)
    app.state.thinker = thinker
    app.state.lobby = Lobby(store, thinker)
    app.state.school = School(app.state.lobby)
    app.state.gate = Gate(teacher)
    app.state.press = Press()
    app.state.address = address
    app.state.catalogues = {name: sentences(name) for name in LANGUAGES}
    return Guard(GZipMiddleware(app))
