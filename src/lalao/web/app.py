"""The application: pages, HTTP, the WebSocket of matches."""

import contextlib
import mimetypes
from collections.abc import AsyncIterator
from functools import cache
from importlib.resources import files

from rjsmin import jsmin  # type: ignore[import-untyped]
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
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
from lalao.web.guard import Guard
from lalao.web.hearing import converse
from lalao.web.lobby import Lobby
from lalao.web.printing import ROUTES as PRINTING
from lalao.web.printing import Press
from lalao.web.thinker import Thinker

STATIC = files("lalao.web") / "static"
PAGES = (
    *("/", "/m/{code}", "/look", "/rules/{id}", "/print"),
    *("/class", "/class/{code}", "/c/{code}", "/wall/{code}", "/referee"),
)


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
    return Response(script(name) if name.endswith(".js") else static_file(name), media_type=kind, headers=kept)


@cache
def script(name: str) -> bytes:
    """Read a script without its comments and indentation: a quarter of it, which no browser needs."""
    return str(jsmin(static_file(name).decode())).encode()


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
        Route("/static/{name:path}", static),
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
    return Guard(app)
