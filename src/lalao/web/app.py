"""The application: pages, HTTP, the WebSocket of matches, and who may ask."""

import contextlib
import ipaddress
import mimetypes
import socket
from collections.abc import AsyncIterator
from functools import cache
from importlib.resources import files
from urllib.parse import urlsplit

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from lalao.errors import LalaoError, NotationError, TooLargeError
from lalao.locale import LANGUAGES
from lalao.store import Store
from lalao.web import messages as m
from lalao.web import openapi
from lalao.web.api import ROUTES
from lalao.web.catalogue import sentences
from lalao.web.connection import Connection
from lalao.web.lobby import Lobby, Table, refusal
from lalao.web.thinker import Thinker

MOST_MESSAGE = 4_096
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
STATIC = files("lalao.web") / "static"
PAGES = ("/", "/m/{code}", "/look", "/rules/{id}")


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


async def page(_: Request) -> Response:
    """Give the one page that draws all screens."""
    return HTMLResponse(static_file("index.html"))


async def api_page(_: Request) -> Response:
    """Give the page of the HTTP interface."""
    return HTMLResponse(openapi.page())


def static_file(name: str) -> bytes:
    """Read a file that is shipped with the package.

    Raises FileNotFoundError.
    """
    return (STATIC / name).read_bytes()


@cache
def static_names() -> frozenset[str]:
    """List the files that may be asked for."""
    fonts = {f"fonts/{entry.name}" for entry in (STATIC / "fonts").iterdir()}
    return frozenset({entry.name for entry in STATIC.iterdir() if entry.is_file()} | fonts)


async def static(request: Request) -> Response:
    """Give a script, a style, a font."""
    name = request.path_params["name"]
    if name not in static_names():
        return PlainTextResponse("404", 404)
    kind = "font/woff2" if name.endswith(".woff2") else mimetypes.guess_type(name)[0] or "application/octet-stream"
    kept = {"Cache-Control": "max-age=604800"} if name.startswith("fonts/") else {}
    return Response(static_file(name), media_type=kind, headers=kept)


async def play(socket: WebSocket) -> None:
    """Carry the messages of one browser in one room."""
    await socket.accept()
    connection = Connection(socket)
    table: Table | None = None
    try:
        while True:
            try:
                message = await heard(socket)
                if table is not None:
                    await table.receive(connection, message)
                elif isinstance(message, m.Hello):
                    connection.speak(message.language)
                    table = await socket.app.state.lobby.table(socket.path_params["code"])
                    await table.enter(connection, message)
                else:
                    raise NotationError("say hello first")
            except LalaoError as error:
                connection.send(msgspec.json.encode(refusal(error, connection.language)))
    except WebSocketDisconnect:
        pass
    finally:
        if table is not None:
            table.leave(connection)
        await connection.close()


async def heard(socket: WebSocket) -> m.Said:
    """Wait for a message and read it.

    Raises NotationError or TooLargeError, WebSocketDisconnect at the end.
    """
    received = await socket.receive()
    if received["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(received.get("code", 1000))
    data = received.get("text") or (received.get("bytes") or b"").decode("utf-8", "replace")
    if len(data) > MOST_MESSAGE:
        raise TooLargeError("this message is too long: at most {most} characters", most=MOST_MESSAGE)
    try:
        message: m.Said = m.read_message(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise NotationError("this message is not understood: {why}", why=error) from None
    return message


def make_app(store: Store, address: str = "") -> ASGIApp:
    """Make the application; `address` is where other devices find it, "" if they cannot."""
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
        Route("/static/{name:path}", static),
        WebSocketRoute("/ws/{code}", play),
    ]
    app = Starlette(routes=routes, lifespan=lifespan)
    app.state.thinker = thinker
    app.state.lobby = Lobby(store, thinker)
    app.state.address = address
    app.state.catalogues = {name: sentences(name) for name in LANGUAGES}
    return Guard(app)
