"""Tables that are built unasked: of which games, up to how many pieces, and that everybody finds them afterwards."""

import asyncio
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import lalao
from lalao.engine.analysis import Limits, Settings
from lalao.engine.fanorona_searcher import FanoronaSearcher
from lalao.engine.protocol import Engine
from lalao.games.game import Game
from lalao.kernels.compiling import COMPILED
from lalao.processes import held
from lalao.tables.background import TABLES, TableBuilder, missing, most_pieces
from lalao.tables.build import Build, Threads
from lalao.tables.probe import tables
from lalao.web.shown import ShownValues
from lalao.web.work.engines import EnginePool
from tests.endgames import fanorona
from tests.patience import SECONDS
from tests.shell import environment

SMALL = "fanorona-5x3"
ENDING = "W2/3/1B1/B2/2W w"
PIECES = 4


@pytest.mark.parametrize(
    ("name", "pieces"),
    [("fanorona", 6), ("fanorona-libre", 6), ("fanorona-dimy", 8), (SMALL, 14), ("fanorona-souffle", 0)],
)
def test_as_many_pieces_as_take_a_minute(name: str, pieces: int) -> None:
    assert most_pieces(fanorona(name)) == pieces


def test_what_is_there_is_not_built(tmp_path: Path) -> None:
    assert missing(fanorona("fanorona-telo"), tmp_path) == 0, "it comes with the package"
    assert missing(fanorona(SMALL), tmp_path) == 14


@pytest.mark.parametrize(("wanted", "pieces"), [("5", 5), ("0", 0), ("99", 14), ("no number", 14)])
def test_somebody_may_want_fewer_pieces(
    wanted: str, pieces: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(TABLES, wanted)
    assert missing(fanorona(SMALL), tmp_path) == pieces


def test_nothing_is_built_where_memory_is_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lalao.tables.background.memory_left", lambda: 500 << 20)
    assert missing(fanorona(SMALL), tmp_path) == 0


class Heard:
    """What was told, and a way to wait for it."""

    def __init__(self) -> None:
        self.told: list[tuple[str, int, bool]] = []
        self.done = threading.Event()

    def __call__(self, game: Game, pieces: int, are_built: bool) -> None:
        self.told.append((game.id, pieces, are_built))
        if are_built:
            self.done.set()


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a user's folder of tables, and let small ones be built: what goes last gets little beside other tests."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv(TABLES, str(PIECES))
    return tmp_path / "lalao" / "tables"


@pytest.mark.skipif(not COMPILED, reason="building takes the compiler")
@pytest.mark.skipif(sys.platform != "linux", reason="the folder is told by XDG_DATA_HOME")
def test_tables_are_built_once_and_found_by_who_is_there(data: Path) -> None:
    game, heard = fanorona(SMALL), Heard()
    position = game.position(ENDING)
    searcher = FanoronaSearcher(game, Settings(hash_mb=1))
    assert tables(game).most < 2
    ahead = TableBuilder(heard)
    try:
        ahead.need(lalao.game("fang-4"))
        assert heard.told == []
        ahead.need(game)
        ahead.need(game)
        assert heard.done.wait(3 * SECONDS)
    finally:
        ahead.close()
    assert heard.told == [(SMALL, PIECES, False), (SMALL, PIECES, True)]
    assert sorted(path.suffix for path in data.iterdir() if path.suffix != ".tables") == [".unpacked"]
    assert tables(game).most == PIECES
    *_, info = searcher.think(position, Limits(depth=1))
    assert info.lines[0].score.proved == tables(game).value(position), "the searcher that was there knows them"
    fresh = Heard()
    again = TableBuilder(fresh)
    again.need(game)
    assert again._process
    assert again._process.wait(SECONDS) == 0
    again.close()
    assert fresh.told == []


@pytest.mark.skipif(sys.platform != "linux", reason="the folder is told by XDG_DATA_HOME")
def test_whoever_does_not_want_them_gets_none(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(TABLES, "off")
    ahead = TableBuilder(Heard())
    ahead.need(fanorona(SMALL))
    assert ahead._process is None
    assert not data.exists()


@pytest.mark.skipif(not COMPILED, reason="building takes the compiler")
@pytest.mark.skipif(sys.platform != "linux", reason="the folder is told by XDG_DATA_HOME")
def test_it_ends_with_whoever_began_it(tmp_path: Path) -> None:
    own = environment(tmp_path, XDG_DATA_HOME=str(tmp_path)) | {TABLES: "on"}
    command = [sys.executable, "-m", "lalao.tables.background", "fanorona"]
    with subprocess.Popen(command, env=own, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdin
        assert process.stdout.readline() == "6\n"
        process.stdin.close()
        assert process.wait(SECONDS) == 0
    assert not list(tmp_path.rglob("*.unpacked"))


@pytest.mark.skipif(not COMPILED, reason="building takes the compiler")
def test_two_builds_in_a_folder_come_one_after_the_other(tmp_path: Path) -> None:
    game, written = fanorona(SMALL), list[list[Path]]()

    def build() -> None:
        written.append(Build(game, 5, tmp_path, Threads(1)).run())

    both = [threading.Thread(target=build) for _ in range(2)]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join()
    assert sorted(map(len, written)) == [0, 10]


@pytest.mark.skipif(sys.platform == "win32", reason="files are not held there")
def test_a_held_file_is_waited_for(tmp_path: Path) -> None:
    order = list[str]()
    waiting = threading.Event()

    def tell() -> None:
        order.append("waits")
        waiting.set()

    def second() -> None:
        with held(tmp_path / "lock", tell):
            order.append("second")

    with held(tmp_path / "lock", tell):
        thread = threading.Thread(target=second)
        thread.start()
        assert waiting.wait(SECONDS)
        order.append("first")
    thread.join()
    assert order == ["waits", "first", "second"]


def test_the_engine_says_so_and_may_be_told_not_to(monkeypatch: pytest.MonkeyPatch) -> None:
    lines, asked = list[str](), list[str]()
    monkeypatch.setattr(TableBuilder, "need", lambda _, game: asked.append(game.id))
    engine = Engine("Lalao", lines.append)
    for line in ("position fanorona start", "go depth 1"):
        engine.hear(line)
    assert engine.thought
    engine.thought.join()
    engine.hear("setoption name BuildTables value false")
    engine.hear("go depth 1")
    engine.thought.join()
    assert asked == ["fanorona"]
    engine.tell_of_tables(lalao.game("fanorona"), 6, False)
    engine.tell_of_tables(lalao.game("fanorona"), 6, True)
    assert lines[-2:] == [
        "info string building endgame tables of fanorona up to 6 pieces",
        "info string built endgame tables of fanorona up to 6 pieces",
    ]


def test_the_server_works_out_anew_what_tables_may_tell(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    engines = EnginePool()
    before: ShownValues = {"value": "unknown", "moves": []}
    after: ShownValues = {"value": "win", "moves": []}

    async def work_out(*_: object) -> ShownValues:
        return after

    monkeypatch.setattr(engines, "_work_out", work_out)
    engines._known["fanorona", "x"] = before
    with caplog.at_level("INFO", "lalao"):
        engines._tell_of_tables(lalao.game("fanorona"), 6, False)
    assert "endgame tables of fanorona up to 6 pieces" in caplog.text
    assert asyncio.run(engines.value("fanorona", "x")) is before
    engines._tell_of_tables(lalao.game("fanorona"), 6, True)
    assert asyncio.run(engines.value("fanorona", "x")) is after
