"""The application: the pages, the HTTP interface, the WebSockets of matches and classes, and whether it is well.

``/health`` answers 200 once the database has answered, else 503: for a proxy that chooses among servers. ``/metrics``
counts; it names nobody, no room and no class, since a proxy may let anybody read it. In the text form each figure is
one line, after two that describe it (Prometheus, *Exposition formats*, version 0.0.4).
"""

import asyncio
import contextlib
import os
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from lalao.locale import LANGUAGES
from lalao.store import Store
from lalao.web import openapi
from lalao.web.api.games import ROUTES as GAMES
from lalao.web.api.lessons import ROUTES as LESSONS
from lalao.web.api.printing import ROUTES as PRINTING
from lalao.web.api.puzzles import ROUTES as PUZZLES
from lalao.web.classes.api import ROUTES as CLASSES
from lalao.web.classes.registry import ClassroomRegistry
from lalao.web.gate.guard import NOWHERE, Gate, Guard, LocalPort, Misses, is_public
from lalao.web.requests import answering
from lalao.web.rooms.conversation import ROUTES as TABLES
from lalao.web.rooms.conversation import Lines
from lalao.web.rooms.lobby import CODE_LENGTH, KEEP_DAYS, LONG_CODE, Lobby
from lalao.web.shipped import file, missing, page, sentences
from lalao.web.work.documents import PageWorkers, PrintWorkers
from lalao.web.work.engines import WORKERS, EnginePool
from lalao.web.work.pool import MakeChild, ProcessChild

PROBED = "AAAA"
"""A code that is looked up to see whether the database answers; it need not be in use."""
TEXT = "text/plain; version=0.0.4; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure: its name, its description in English, whether it only grows, and its value."""

    name: str
    what: str
    kind: Literal["counter", "gauge"]
    value: float

    def lines(self) -> str:
        """Return the figure in Prometheus' text form."""
        return f"# HELP {self.name} {self.what}\n# TYPE {self.name} {self.kind}\n{self.name} {self.value:.15g}\n"


async def health(request: Request) -> Any:
    """Answer with the version, once the database has answered.

    Raises DatabaseError.
    """
    await asyncio.to_thread(request.app.state.lobby.store.taken, [PROBED])
    return {"healthy": True, "version": version("lalao")}


async def metrics(request: Request) -> Response:
    """Answer with the figures of this process."""
    figures = [*served(request.app), *used()]
    return Response("".join(figure.lines() for figure in figures), media_type=TEXT)


def served(app: Starlette) -> Iterator[Figure]:
    """Count the rooms and connections of a server, and the work of its engines."""
    lobby: Lobby = app.state.lobby
    classes: ClassroomRegistry = app.state.classes
    engines: EnginePool = app.state.engines
    players = sum(len(table.connections) for table in lobby.tables.values())
    others = sum(len(host.connections) for host in classes.hosts.values())
    yield Figure("lalao_rooms", "Rooms that somebody is in.", "gauge", len(lobby.tables))
    yield Figure("lalao_room_connections", "WebSockets of rooms.", "gauge", players)
    yield Figure("lalao_classes", "Classes that somebody is in.", "gauge", len(classes.hosts))
    yield Figure("lalao_class_connections", "WebSockets of classes.", "gauge", others)
    yield Figure("lalao_journal_lines_total", "Lines that were written to journals.", "counter", lobby.store.written)
    yield Figure("lalao_engine_jobs_waiting", "Questions that wait for an engine.", "gauge", engines.waiting)
    yield Figure("lalao_engine_jobs_running", "Questions that an engine works on.", "gauge", engines.running)


def used() -> Iterator[Figure]:
    """Report the resources used by this process, under the names that Prometheus' own clients give to it."""
    yield Figure("process_cpu_seconds_total", "Processor time in seconds.", "counter", time.process_time())
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        files = len(os.listdir("/proc/self/fd"))
    except OSError:  # no Linux
        return
    yield Figure("process_resident_memory_bytes", "Memory in bytes.", "gauge", pages * os.sysconf("SC_PAGE_SIZE"))
    yield Figure("process_open_fds", "Open files and connections.", "gauge", files)


HEALTH = [Route("/health", answering(health)), Route("/metrics", metrics)]


PAGES = (
    *("/", "/m/{code}", "/look", "/rules/{id}", "/rules/{id}/{part}", "/print", "/learn", "/learn/{id}"),
    *("/guide", "/guide/{part}", "/foretell/{family}", "/path/{family}", "/mine", "/who", "/moves/{id}", "/puzzle"),
    *("/puzzles", "/puzzles/{family}", "/puzzles/{family}/{id}", "/review", "/review/{code}", "/review/{code}/{side}"),
    *("/watch/{game:path}", "/class", "/class/{code}", "/class/{code}/path", "/c/{code}", "/wall/{code}", "/referee"),
)

API = [*GAMES, *LESSONS, *PUZZLES, *CLASSES, *PRINTING]
"""The explanations come before the route of the position, which takes any text, slashes included."""


async def api_page(_: Request) -> Response:
    """Answer with the page that describes the HTTP interface."""
    return HTMLResponse(openapi.page(API))


async def api_document(_: Request) -> Any:
    """Describe the HTTP interface, as OpenAPI."""
    return openapi.document(API)


def make_app(
    store: Store,
    address: str = "",
    teacher: str = "",
    keep_days: int = KEEP_DAYS,
    local_port: LocalPort = NOWHERE,
    names: Mapping[str, str] = MappingProxyType({}),
    make_child: MakeChild = ProcessChild,
    engines: Sequence[Sequence[str]] = WORKERS,
    more: Sequence[Route] = (),
) -> ASGIApp:
    """Make the application.

    `address` is the server's address for other devices, "" where they cannot reach it; `teacher` is the code that the
    teacher's page asks for, "" for one drawn at random; tables outside classes are kept for `keep_days` days after the
    last change, 0 for ever; `local_port` is the port that only this machine can reach; `names` holds the address
    of pages by the host name that they are reached under, for the names given by ``--host``;
    `make_child` makes whatever works beside the server, and `engines` lists the lanes of each engine;
    `more` are addresses that only some servers have.
    """
    pool = EnginePool(make_child, engines)
    page_workers, print_workers = PageWorkers(make_child), PrintWorkers(make_child)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        lobby: Lobby = app.state.lobby
        classes: ClassroomRegistry = app.state.classes
        tasks = (pool.warm_up(), pool.compile(), lobby.go_on_cleaning(), classes.go_on_erasing())
        warming = [lobby.start(task) for task in tasks]
        loop = asyncio.get_running_loop()
        with store.listening(
            lambda code, length: loop.call_soon_threadsafe(classes.grown, code, length),
            lambda: loop.call_soon_threadsafe(classes.missed),
        ):
            yield
        for task in warming:
            task.cancel()
        for table in list(lobby.tables.values()):
            table.close()
        await asyncio.gather(pool.close(), page_workers.close(), print_workers.close())

    routes = [
        *(Route(path, page) for path in PAGES),
        Route("/api", api_page),
        Route("/api/openapi.json", answering(api_document)),
        *API,
        *more,
        *HEALTH,
        Route("/static/{path:path}", file),
        *TABLES,
    ]
    app = Starlette(
        routes=routes, middleware=[Middleware(GZipMiddleware)], exception_handlers={404: missing}, lifespan=lifespan
    )
    app.state.engines, app.state.page_workers, app.state.print_workers = pool, page_workers, print_workers
    app.state.lines = Lines()
    app.state.lobby = Lobby(store, pool, keep_days)
    app.state.lobby.code_length = LONG_CODE if names or is_public(address) else CODE_LENGTH
    app.state.classes = ClassroomRegistry(app.state.lobby)
    app.state.gate, app.state.misses = Gate(teacher), Misses()
    app.state.address, app.state.local_port, app.state.names = address, local_port, names
    app.state.catalogues = {name: sentences(name) for name in LANGUAGES}
    return Guard(app, local_port.address, names)
