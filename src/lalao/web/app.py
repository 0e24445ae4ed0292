"""The application: the pages, the HTTP interface, and the WebSockets of matches and classes."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from lalao.locale import LANGUAGES
from lalao.store import Store
from lalao.web import openapi
from lalao.web.api.explanations import ROUTES as EXPLANATIONS
from lalao.web.api.games import ROUTES as GAMES
from lalao.web.api.journey import ROUTES as JOURNEY
from lalao.web.api.lessons import ROUTES as LESSONS
from lalao.web.api.printing import ROUTES as PRINTING
from lalao.web.api.puzzles import ROUTES as PUZZLES
from lalao.web.api.sowings import ROUTES as SOWINGS
from lalao.web.classes.api import ROUTES as CLASSES
from lalao.web.classes.registry import ClassroomRegistry
from lalao.web.gate.codes import Gate, Misses
from lalao.web.gate.guard import NOWHERE, Guard, Indoors, is_public
from lalao.web.health import ROUTES as HEALTH
from lalao.web.requests import answering
from lalao.web.rooms import messages as m
from lalao.web.rooms.conversation import Lines, converse
from lalao.web.rooms.lobby import CODE_LENGTH, KEEP_DAYS, LONG_CODE, Lobby
from lalao.web.shipped import file, page, sentences
from lalao.web.work.documents import Desk, Press
from lalao.web.work.engines import WORKERS, EnginePool
from lalao.web.work.pool import MakeChild, ProcessChild

PAGES = (
    *("/", "/m/{code}", "/look", "/rules/{id}", "/rules/{id}/{part}", "/print", "/learn", "/learn/{id}"),
    *("/guide", "/guide/{part}", "/foretell/{family}", "/path/{family}", "/mine", "/who"),
    *("/puzzles", "/puzzles/{family}", "/puzzles/{family}/{id}", "/review", "/review/{code}", "/review/{code}/{side}"),
    *("/class", "/class/{code}", "/class/{code}/path", "/c/{code}", "/wall/{code}", "/referee"),
)

API = [*EXPLANATIONS, *GAMES, *LESSONS, *JOURNEY, *SOWINGS, *PUZZLES, *CLASSES, *PRINTING]
"""The explanations come before the route of the position, which takes any text, slashes included."""


async def api_page(_: Request) -> Response:
    """Answer with the page that describes the HTTP interface."""
    return HTMLResponse(openapi.page(API))


async def api_document(_: Request) -> Any:
    """Describe the HTTP interface, as OpenAPI."""
    return openapi.document(API)


async def play(socket: WebSocket) -> None:
    """Exchange messages with one browser in one room, until it goes."""
    await converse(socket, m.read_message, socket.app.state.lobby.table)


def make_app(
    store: Store,
    address: str = "",
    teacher: str = "",
    keep_days: int = KEEP_DAYS,
    indoors: Indoors = NOWHERE,
    names: Mapping[str, str] = MappingProxyType({}),
    make_child: MakeChild = ProcessChild,
    engines: Sequence[Sequence[str]] = WORKERS,
    more: Sequence[Route] = (),
) -> ASGIApp:
    """Make the application.

    `address` is the server's address for other devices, "" where they cannot reach it; `teacher` is the code that the
    teacher's page asks for, "" for one drawn at random; tables outside classes are kept for `keep_days` days after the
    last change, 0 for ever; `indoors` is the port that only this machine can reach; `names` holds the address
    of pages by the host name that they are reached under, for the names given by ``--host``;
    `make_child` makes whatever works beside the server, and `engines` lists the lanes of each engine;
    `more` are addresses that only some servers have.
    """
    pool, desk, press = EnginePool(make_child, engines), Desk(make_child), Press(make_child)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        lobby: Lobby = app.state.lobby
        warming = [lobby.start(task) for task in (pool.warm_up(), pool.compile(), lobby.go_on_cleaning())]
        loop = asyncio.get_running_loop()
        classes: ClassroomRegistry = app.state.classes
        with store.listening(
            lambda code, length: loop.call_soon_threadsafe(classes.grown, code, length),
            lambda: loop.call_soon_threadsafe(classes.missed),
        ):
            yield
        for task in warming:
            task.cancel()
        for table in list(lobby.tables.values()):
            table.close()
        await asyncio.gather(pool.close(), desk.close(), press.close())

    routes = [
        *(Route(path, page) for path in PAGES),
        Route("/api", api_page),
        Route("/api/openapi.json", answering(api_document)),
        *API,
        *more,
        *HEALTH,
        Route("/static/{path:path}", file),
        WebSocketRoute("/ws/{code}", play),
    ]
    app = Starlette(routes=routes, middleware=[Middleware(GZipMiddleware)], lifespan=lifespan)
    app.state.engines, app.state.desk, app.state.press = pool, desk, press
    app.state.lines = Lines()
    app.state.lobby = Lobby(store, pool, keep_days)
    app.state.lobby.code_length = LONG_CODE if names or is_public(address) else CODE_LENGTH
    app.state.classes = ClassroomRegistry(app.state.lobby)
    app.state.gate, app.state.misses = Gate(teacher), Misses()
    app.state.address, app.state.indoors, app.state.names = address, indoors, names
    app.state.catalogues = {name: sentences(name) for name in LANGUAGES}
    return Guard(app, indoors.address, names)
