"""The server's log: every error is one line of JSON, wherever it occurs, and none is lost."""

import asyncio
import json
import logging
import signal
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any, cast
from urllib.error import HTTPError

import pytest
from starlette.websockets import WebSocket, WebSocketDisconnect

from lalao.errors import DatabaseError
from lalao.store import Store
from lalao.web.app import make_app
from lalao.web.gate.connections import MOST_WAITING, SLOW, Connection
from lalao.web.gate.log import SETTINGS, Farewell, OneLine, Tally
from lalao.web.limits import RefusedError
from lalao.web.rooms import messages as m
from lalao.web.rooms.lobby import Lobby
from lalao.web.work.engines import EnginePool
from tests.asking import ask
from tests.patience import SECONDS
from tests.serving import Server

BUG = """
import sys
from starlette.routing import Route
from lalao.web import app
async def bug(request):
    raise KeyError("nothing\\nhere")
app.API.append(Route("/api/bug", bug))
from lalao.cli import run
sys.argv = ["lalao", "serve", "--port", sys.argv[1]]
run()
"""


def lines(caplog: pytest.LogCaptureFixture) -> list[dict[str, Any]]:
    """Return the log lines as JSON."""
    told = [OneLine().format(record) for record in caplog.records if record.name == "lalao.web"]
    assert all("\n" not in line for line in told)
    return [json.loads(line) for line in told]


async def failing() -> None:
    raise KeyError("nothing\nhere")


async def refused() -> None:
    raise RefusedError("it is the other player's turn")


async def troubled() -> None:
    raise DatabaseError("stored data cannot be read: {why}", why="gone")


async def run_beside(store: Store, *works: Any) -> None:
    engines = EnginePool()
    lobby = Lobby(store, engines)
    await asyncio.gather(*(lobby.start(work()) for work in works), return_exceptions=True)
    await engines.close()


def test_what_fails_beside_everything_else_is_logged(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    asyncio.run(run_beside(store, failing))
    (line,) = lines(caplog)
    assert (line["level"], line["what"], line["error"]) == ("error", "failing has failed", "KeyError")
    assert line["why"] == r"'nothing\nhere'"
    assert line["where"][-1].startswith("test_log.py:")
    assert line["where"][-1].endswith(" failing")


def test_a_refusal_is_no_error_and_trouble_is_a_warning(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    asyncio.run(run_beside(store, refused, troubled))
    (line,) = lines(caplog)
    assert (line["level"], line["what"]) == ("warning", "troubled: stored data cannot be read: gone")


async def test_a_move_of_the_computer_that_fails_is_logged(
    store: Store, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    engines = EnginePool()
    lobby = Lobby(store, engines)
    monkeypatch.setattr(engines, "move", lambda *_: failing())
    code, _ = await lobby.open(m.Opening("fang-4", "alone", who="other"))
    table = await lobby.table(code)
    table.go_on()
    assert table.thought
    await asyncio.gather(table.thought, return_exceptions=True)
    table.close()
    await engines.close()
    assert [line["what"] for line in lines(caplog)] == ["RoomHost._do has failed"]


async def test_what_a_pool_meets_is_logged(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    engines = EnginePool()
    monkeypatch.setattr(engines.pool.children[0], "start", failing)
    engines.pool._begin(engines.pool._revive(0))
    await asyncio.sleep(0.01)
    await engines.close()
    assert [(line["what"], line["error"]) for line in lines(caplog)] == [("Pool._revive has failed", "KeyError")]


def test_trouble_that_somebody_was_told_of_is_logged_too(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    file = tmp_path / "lalao.sqlite"
    with closing(Store.open(f"sqlite:///{file}")) as store:
        app = make_app(store)
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("DROP TABLE lines")
        assert asyncio.run(ask(app, "GET", "/api/matches/ABCD/record")).status == 503
    (line,) = lines(caplog)
    assert line["level"] == "warning"
    assert line["what"].startswith("GET /api/matches/ABCD/record: stored data cannot be read")


def test_a_bug_is_one_line_on_standard_error(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.command = [sys.executable, "-c", BUG, str(server.port)]
    with server:
        with pytest.raises(HTTPError) as answer:
            server.get("/api/bug")
        assert answer.value.code == 500
        answer.value.close()
        assert server.process
        server.process.send_signal(signal.SIGINT)
        _, said = server.process.communicate(timeout=SECONDS)
    (line,) = map(json.loads, said.splitlines())
    assert (line["level"], line["by"], line["error"]) == ("error", "uvicorn.error", "KeyError")
    assert line["where"][-1].endswith(" bug")


def test_the_line_tells_when(caplog: pytest.LogCaptureFixture) -> None:
    logging.getLogger("lalao.web").error("no %s", "seeds")
    (line,) = lines(caplog)
    assert (line["by"], line["what"]) == ("lalao.web", "no seeds")
    assert line["at"].endswith("+00:00")
    assert "error" not in line


def test_what_the_end_of_the_server_breaks_off_is_no_error() -> None:
    def record(said: str, error: BaseException | None = None) -> logging.LogRecord:
        found = (type(error), error, None) if error else None
        return logging.LogRecord("uvicorn.error", logging.ERROR, "", 1, said, (), found)

    leaves = Farewell().filter
    assert not leaves(record("Cancel 1 running task(s), timeout graceful shutdown exceeded"))
    assert not leaves(record("Exception in ASGI application\n", asyncio.CancelledError("Task cancelled")))
    assert leaves(record("Exception in ASGI application\n", KeyError("nothing")))
    assert leaves(record("the port is taken"))
    assert SETTINGS["handlers"]["lines"]["filters"] == ["farewell"]


class Stuck:
    """A socket whose browser reads nothing, and has gone by the time it is closed."""

    client = None

    def __init__(self, gone: Exception) -> None:
        self.gone = gone

    async def send_text(self, _: str) -> None:
        await asyncio.Event().wait()

    async def close(self, _: int) -> None:
        raise self.gone


def test_slow_browsers_that_are_cut_off_are_one_line_with_their_number(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    tally = Tally(SLOW.line, seconds=0.0)
    monkeypatch.setattr("lalao.web.gate.connections.SLOW", tally)

    async def crowd(number: int) -> None:
        gone = [WebSocketDisconnect(1006), RuntimeError("after sending 'websocket.close'")]
        connections = [Connection(cast(WebSocket, Stuck(gone[n % 2]))) for n in range(number)]
        await asyncio.sleep(0)
        for connection in connections:
            for _ in range(MOST_WAITING + 5):
                connection.send(b"{}")
        await asyncio.gather(*(connection.close() for connection in connections))
        while tally.count:
            await asyncio.sleep(0)

    for number in (313, 2):
        asyncio.run(crowd(number))
    told = [(line["level"], line["what"]) for line in lines(caplog)]
    assert told == [("warning", SLOW.line % number) for number in (313, 2)]
