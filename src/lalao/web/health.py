"""For those who run a server: whether it is well, and figures in Prometheus' text form.

``/health`` answers 200 once the database has answered, else 503: for a proxy that chooses among servers. ``/metrics``
counts; it names nobody, no room and no class, since a proxy may let anybody read it. In the text form each figure is
one line, after two that describe it (Prometheus, *Exposition formats*, version 0.0.4).
"""

import asyncio
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from lalao.web.classes.registry import ClassroomRegistry
from lalao.web.requests import answering
from lalao.web.rooms.lobby import Lobby
from lalao.web.work.engines import EnginePool

PROBED = "AAAA"
"""A code that is looked up to see whether the database answers; it need not be in use."""
TEXT = "text/plain; version=0.0.4; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure: its name, what it counts in English, whether it only grows, and its value."""

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
    """Count what a server serves, and what its engines have to do."""
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
    """Tell what this process has used, under the names that Prometheus' own clients give to it."""
    yield Figure("process_cpu_seconds_total", "Processor time in seconds.", "counter", time.process_time())
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        files = len(os.listdir("/proc/self/fd"))
    except OSError:  # no Linux
        return
    yield Figure("process_resident_memory_bytes", "Memory in bytes.", "gauge", pages * os.sysconf("SC_PAGE_SIZE"))
    yield Figure("process_open_fds", "Open files and connections.", "gauge", files)


ROUTES = [Route("/health", answering(health)), Route("/metrics", metrics)]
