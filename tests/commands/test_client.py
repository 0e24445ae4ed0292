"""Engines in processes of their own: Lalao's own, and one that misbehaves in every way."""

import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from tools.pressing import press

import lalao
from lalao import EngineClient, Limits
from lalao.cli.match import document, told
from lalao.engine import client
from lalao.engine import client as client_module
from lalao.engine.client import ForeignPlayer
from lalao.engine.matches import Score, check_players, fixtures, played
from lalao.errors import EngineError, EngineMoveError, EngineOverdueError, IllegalMoveError, NotationError, excerpt
from lalao.locale import ENGLISH
from lalao.record import read
from lalao.values import MatchEnding, Side
from tests.hostile_engine import WORST
from tests.patience import SECONDS
from tests.shell import environment

HOSTILE = Path(__file__).parents[1] / "hostile_engine.py"
OWN = shlex.join([sys.executable, "-m", "lalao", "engine"])
FANG, SHORT = lalao.game("fang-4"), Limits(seconds=0.01)
pytestmark = pytest.mark.skipif(os.name == "nt", reason="the hostile engine speaks of signals and groups of processes")


def hostile(mode: str, *files: Path) -> str:
    """Return the command line of the hostile engine."""
    return shlex.join([sys.executable, str(HOSTILE), mode, *map(str, files)])


def gone(pids: list[int]) -> bool:
    """Wait until some processes have ended; tell whether they have."""
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        if not any(lives(pid) for pid in pids):
            return True
        time.sleep(0.05)
    return False


def lives(pid: int) -> bool:
    """Tell whether a process is alive; a zombie does not count."""
    done = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return bool(done.stdout.strip()) and not done.stdout.strip().startswith("Z")


def numbers(file: Path) -> list[int]:
    """Return the process numbers that hostile engines have written."""
    return [int(word) for word in file.read_text().split()] if file.exists() else []


@pytest.fixture(scope="module")
def own() -> Iterator[EngineClient]:
    with EngineClient(OWN, SECONDS) as engine:
        yield engine


def test_our_own_engine_plays_as_any_other(own: EngineClient) -> None:
    assert own.name == f"lalao {lalao.__version__}"
    assert own.options["Hash"].kind == "spin"
    assert own.options["Hash"].bounds == ("min", "1", "max", "65536")
    assert own.options["Level"].default == "full"
    start = FANG.start()
    assert own.play(start, Limits(depth=3), ["2", "2"]) in start.play("2").play("2").legal_moves()
    huffed = lalao.game("fanorona-souffle-telo").position("3/BB1/WB1 w huff=b2")
    assert own.play(huffed, Limits(nodes=50)) in huffed.legal_moves()


@pytest.mark.parametrize("text", ["0.1.1.0 3+3 S", "1.1.1.0 2+3 N", "1.2.0.0 2+3 N"])
def test_what_it_finds_is_what_analysis_finds_here(own: EngineClient, text: str) -> None:
    position = FANG.position(text)
    found = own.analyse(position, Limits(depth=9), lines=2)
    here = lalao.analyse(position, depth=9, lines=2)
    assert (found.depth, found.lines) == (here.depth, here.lines)


def test_a_level_tells_nothing_but_its_move(own: EngineClient) -> None:
    own.set_option("level", 2)
    try:
        found = own.analyse(FANG.start(), SHORT)
    finally:
        own.set_option("Level", "full")
    assert found.depth == 0
    assert found.lines[0].moves[0] in FANG.start().legal_moves()


def test_what_an_engine_refuses_is_told_and_it_stays(own: EngineClient) -> None:
    with pytest.raises(EngineError, match="refuses 'setoption name Hash value 0': '0' is not a number"):
        own.set_option("Hash", 0)
    with pytest.raises(NotationError, match="has no option 'Colour': its options are Lines, "):
        own.set_option("Colour", "red")
    with pytest.raises(NotationError, match="needs a limit"):
        own.play(FANG.start(), Limits())
    with pytest.raises(IllegalMoveError, match="over"):
        own.play(FANG.start(), SHORT, ["2", "2", "3", "1", "2", "3"])
    own.new_game()
    assert own.play(FANG.start(), SHORT)


SAYS = {
    "silent": "has not answered 'go movetime 10' within 0.51 s",
    "crashing": "ended with status 3 instead of answering 'go movetime 10'; its last line: 'readyok'",
    "illegal": "plays 'z9-z8': ",
    "flooding": "has not answered 'go movetime 10' within 0.51 s",
    "pouring": "longer than 1000000 bytes",
    "babbling": "says 'I think that you are lost': expected info / error / bestmove",
    "odd": "says 'info depth ten score good pv 2': write info depth",
    "refusing": "says 'error not today': this is not an answer to a search",
    "standing": "plays 'none': ",
    "binary": "xff",
}
LATE, WRONG = ("silent", "flooding"), ("illegal", "standing")


@pytest.mark.parametrize("mode", WORST)
def test_a_hostile_engine_is_one_line_and_leaves_nothing_behind(mode: str, tmp_path: Path) -> None:
    command = hostile(mode, tmp_path / "pids")
    engine = EngineClient(command, 0.5 if mode in LATE else SECONDS)
    with pytest.raises(EngineError) as caught:
        engine.play(FANG.start(), SHORT)
    told = str(caught.value)
    kind = EngineOverdueError if mode in LATE else EngineMoveError if mode in WRONG else EngineError
    assert type(caught.value) is kind
    assert "\n" not in told
    assert f"the engine '{excerpt(command)}' " in told
    assert SAYS[mode] in told
    assert len(told) < 1000
    pids = numbers(tmp_path / "pids")
    assert len(pids) == 2
    assert gone(pids)
    with pytest.raises(EngineError, match="has been terminated"):
        engine.play(FANG.start(), SHORT)


TALKING = """
import sys
for line in sys.stdin:
    print("info string", "hearing", line.strip())
    print()
    for word, answer in {"lalao": "ok", "isready": "readyok", "go": "bestmove 2"}.items():
        if line.startswith(word):
            print(answer)
    print("info string done", flush=True)
"""


def test_an_engine_may_talk_at_any_time() -> None:
    """Tables are built while nothing is asked, and the engine says so between two moves."""
    with EngineClient([sys.executable, "-c", TALKING], SECONDS) as engine:
        position = FANG.start()
        for _ in range(3):
            assert str(engine.play(position, SHORT)) == "2"
            engine.new_game()


def test_too_many_lines_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lalao.engine.running.MOST_LINES", 50)
    with EngineClient(hostile("flooding"), SECONDS) as engine, pytest.raises(EngineError, match="one line too many"):
        engine.play(FANG.start(), SHORT)


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("./there-is-none", "there is no such program"),
        ("", "there is no such program"),
        ("'never closed", "a quote is not closed"),
        ("cat", "says 'lalao': expected id / option / ok"),
        (f"{sys.executable} -c 'raise SystemExit(4)'", "ended with status 4 instead of answering 'lalao'"),
    ],
)
def test_what_is_no_engine_is_told(command: str, why: str) -> None:
    with pytest.raises(lalao.LalaoError) as caught:
        EngineClient(command)
    assert why in str(caught.value)
    assert command in str(caught.value)


def test_a_program_of_another_machine_is_told(tmp_path: Path) -> None:
    program = tmp_path / "engine"
    program.write_bytes(b"\x00\x01\x02")
    program.chmod(0o755)
    with pytest.raises(EngineError, match="cannot be started: "):
        EngineClient(str(program))


def test_a_silent_beginning_is_not_waited_for_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_module, "STARTING", 0.3)
    with pytest.raises(EngineOverdueError, match=r"has not answered 'lalao' within 0\.3 s"):
        EngineClient([sys.executable, "-c", "import time; time.sleep(600)"])


def test_an_engine_ends_with_whoever_began_it(tmp_path: Path) -> None:
    command = hostile("silent", tmp_path / "pids")
    script = f"import lalao, os; engine = lalao.EngineClient({command!r}); os.kill(os.getpid(), 9)"
    done = subprocess.run([sys.executable, "-c", script], env=environment(tmp_path), timeout=SECONDS, check=False)
    assert done.returncode == -signal.SIGKILL
    pids = numbers(tmp_path / "pids")
    assert len(pids) == 2
    assert gone(pids)


@pytest.mark.parametrize(
    ("mode", "ending"),
    [
        ("silent", MatchEnding.TIME),
        ("crashing", MatchEnding.FAILED),
        ("illegal", MatchEnding.ILLEGAL_MOVE),
        ("flooding", MatchEnding.TIME),
        ("babbling", MatchEnding.FAILED),
    ],
)
def test_a_program_that_fails_loses_and_the_match_goes_on(
    mode: str, ending: MatchEnding, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "MARGIN", 0.3 if mode in LATE else SECONDS)
    names = f"cmd:0.01s:{hostile(mode, tmp_path / 'pids')}", "random"
    score, endings = Score(), []
    with played(fixtures(FANG, names, 3, [str(FANG.start())], 1), 1) as results:
        for result in results:
            score.add(result)
            record = read(result.record)
            assert record.settled is not None
            endings.append((record.settled.ending, record.settled.winner))
            assert "the engine '" in record.last.comment
    assert endings == [(ending, Side.NORTH), (ending, Side.SOUTH), (ending, Side.NORTH)]
    assert (score.won, score.lost, len(score.failures[0]), len(score.failures[1])) == (0, 3, 3, 0)
    assert document(score, None)["forfeits"] == [3, 0]
    assert any("forfeited 3 games" in line for line in told(ENGLISH, names, score, None))
    assert gone(numbers(tmp_path / "pids"))


@pytest.mark.parametrize("name", ["fang-6", "fanorona-telo"])
def test_our_own_engine_plays_the_same_match_in_a_process_of_its_own(name: str) -> None:
    chosen = lalao.game(name)
    starts = [str(chosen.start())]
    as_program, here = (
        [read(one.record).moves() for one in results]
        for player in (f"cmd:d3:{OWN}", "engine:d3")
        for results in [[one.play() for one in fixtures(chosen, (player, "random"), 4, starts, 5)]]
    )
    client.dismiss_all()
    assert as_program == here


@pytest.mark.parametrize("text", ["cmd:", "cmd: ", "cmd:0s:./engine", "cmd:d0:./engine"])
def test_a_command_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="write cmd:COMMAND"):
        ForeignPlayer(text)


def test_limits_stand_before_the_command() -> None:
    limits = [ForeignPlayer(f"cmd:{text}./engine --x").limits for text in ("", "0.5s:", "d6:", "10000n:")]
    assert limits == [Limits(seconds=1), Limits(seconds=0.5), Limits(depth=6), Limits(nodes=10000)]
    assert ForeignPlayer("cmd:d6:./engine --x").command == "./engine --x"


def test_a_program_that_is_no_engine_is_told_before_the_match() -> None:
    with pytest.raises(EngineError, match="says 'lalao'"):
        check_players(FANG, ["random", "cmd:cat"])


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupt_leaves_no_program_behind(jobs: int, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    name = f"cmd:100s:{hostile('silent', pids)}"
    command = [sys.executable, "-m", "lalao", "match", name, "random", "fang-4", "--jobs", str(jobs)]

    def due(_: str, __: float) -> bool:
        return len(numbers(pids)) >= 2 + 2 * jobs  # one pair of processes was started first as a trial

    status, said = press(command, tmp_path, environment(tmp_path, TERM="xterm"), due)
    assert status == 130, said
    assert "Traceback" not in said
    with suppress(ProcessLookupError):
        assert gone(numbers(pids))
