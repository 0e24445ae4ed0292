"""The line protocol: a session, limits, stop, and thousands of lines of garbage with one error line each."""

import io
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import lalao
from lalao.engine.analysis import History, Limits, Searcher
from lalao.engine.players import LevelPlayer
from lalao.engine.protocol import MOST_BYTES, Engine, read_limits, serve
from lalao.engine.readable import ReadableSearcher
from lalao.games.game import AnyPosition
from tests.patience import SECONDS, least, seconds_of_work
from tests.shell import environment

TELEGRAM = "position fanorona-souffle-telo 3/BB1/WB1 w huff=b2"


class Talk:
    """An engine and the lines that it has written."""

    def __init__(self) -> None:
        """Start the engine."""
        self.lines: list[str] = []
        self.engine = Engine("lalao test", self.lines.append)

    def say(self, *lines: str) -> list[str]:
        """Send lines; return what the engine writes at once."""
        begun = len(self.lines)
        for line in lines:
            self.engine.hear(line)
        return self.lines[begun:]

    def until(self, wanted: Callable[[str], bool], seconds: float = SECONDS) -> str:
        """Wait for a line that satisfies `wanted`, and return it."""
        deadline = time.perf_counter() + seconds
        while time.perf_counter() < deadline:
            for line in self.lines:
                if wanted(line):
                    return line
            time.sleep(0.002)
        raise AssertionError(self.lines)

    def best(self, go: str) -> str:
        """Return the move that the engine finds."""
        self.lines.clear()
        assert self.say(go) == [] or not self.lines[0].startswith("error"), self.lines
        return self.until(lambda line: line.startswith("bestmove ")).removeprefix("bestmove ")


def test_the_handshake_names_every_option() -> None:
    said = Talk().say("lalao")
    assert said[0] == "id name lalao test"
    assert said[-1] == "ok"
    assert [line.split()[2] for line in said[1:-1]] == [
        "Lines", "Threads", "Hash", "Level", "Tables", "BuildTables", "Book", "BookFile", "Repetition", "QuietLimit",
    ]  # fmt: skip


@pytest.mark.parametrize("go", ["go depth 2", "go movetime 50", "go nodes 500", "go wtime 900 btime 900 winc 10"])
@pytest.mark.parametrize("name", ["fang", "fafy", "fifangha", "fanorona", "fanorona-souffle-telo"])
def test_every_game_is_searched(name: str, go: str) -> None:
    talk = Talk()
    assert talk.say(f"position {name} start", "isready") == ["readyok"]
    best = talk.best(go)
    assert lalao.game(name).start().move(best)
    infos = [line for line in talk.lines if line.startswith("info ")]
    assert infos
    assert infos[-1].endswith(f" pv {best}") or f" pv {best}, " in infos[-1]


def test_moves_and_positions_with_spaces() -> None:
    talk = Talk()
    assert talk.say(f"{TELEGRAM} moves xb2 a1-b2") == []
    assert str(talk.engine.positions[-1]) == str(
        lalao.game("fanorona-souffle-telo").position(TELEGRAM.split(" ", 2)[2]).play("xb2 a1-b2")
    )
    assert talk.say("position fang start moves 2, 3 ,4,5") == []
    assert len(talk.engine.positions) == 5
    assert talk.say("position fang start moves") == []
    assert len(talk.engine.positions) == 1
    (told,) = talk.say("position fang start moves 2, , 4")
    assert told.startswith("error ")
    assert len(talk.engine.positions) == 1


def test_what_is_proved_is_written_otherwise_than_an_opinion() -> None:
    talk = Talk()
    talk.say("position fang start", "setoption name MultiPV value 2")
    talk.best("go movetime 1000")
    last = [line for line in talk.lines if " multipv " in line][-2:]  # opinions come first where proving takes long
    assert " score loss 10 " in last[0]
    assert [line.split(" multipv ")[1][0] for line in last] == ["1", "2"]
    talk.say("position fanorona start")
    talk.best("go depth 1")
    assert " score cp " in talk.lines[0]


def test_legal_moves_are_listed() -> None:
    talk = Talk()
    talk.say(TELEGRAM)
    moves = lalao.game("fanorona-souffle-telo").position(TELEGRAM.split(maxsplit=2)[2]).legal_moves()
    assert talk.say("legal") == ["legal " + ", ".join(map(str, moves))]
    talk.say("position fanorona-telo 3/3/2W b")
    assert talk.say("legal") == ["legal none"]
    talk.say("position fanorona-33x33 start")
    assert talk.say("legal more")[0].startswith("error ")


def test_a_game_that_goes_on_is_not_played_again() -> None:
    """What two lines have in common is kept, whatever follows: more moves, fewer, others, or another game."""
    talk, rng = Talk(), random.Random(4)
    moves: list[str] = []
    for _ in range(60):
        name, text = rng.choice([("fafy", "3.1.2.4.1.2.3.1 S"), ("fafy", "start"), ("fafy-impartial", "start")])
        moves = moves[: rng.randrange(len(moves) + 1)]
        game = lalao.game(name)
        anew = [game.start() if text == "start" else game.position(text)]
        for number in range(rng.randrange(6)):
            legal = [str(move) for move in anew[-1].legal_moves()]
            if number >= len(moves) or moves[number] not in legal:
                moves = [*moves[:number], *legal[:1]]
            if not legal:
                break
            anew.append(anew[-1].play(moves[number]))
        before = talk.engine.positions
        said = ",".join(moves[: len(anew) - 1])
        assert talk.say(f"position {name} {text}" + (f" moves {said}" if said else "")) == []
        assert talk.engine.positions == anew
        longest = min(len(before), len(anew))
        for one, other in zip(before[:longest], talk.engine.positions, strict=False):
            if one != other:
                break
            assert one is other


def test_a_wrong_move_leaves_the_position_and_what_is_kept() -> None:
    talk = Talk()
    talk.say("position fang-4 start moves 2,2")
    before = talk.engine.positions
    (refused,) = talk.say("position fang-4 start moves 2,2,9")
    assert refused.startswith("error")
    assert talk.engine.positions is before
    assert talk.say("position fang-4 start moves 2,2,3", "display")[0] == f"display {before[-1].play('3')}"


def test_the_position_is_displayed() -> None:
    talk = Talk()
    talk.say("position fang-4 start moves 2")
    position = lalao.game("fang-4").start().play("2")
    shown = talk.say("display")
    assert shown[0] == f"display {position}"
    assert [line.removeprefix("display ") for line in shown[1:]] == [
        line.rstrip() for line in position.picture().draw().splitlines()
    ]


@pytest.mark.parametrize(
    ("where", "told"),
    [
        ("fanorona B8/9/9/9/8W w", "draw"),
        ("fanorona 9/9/W8/1B7/3W5 w", "win 29"),
        ("fanorona start", "unknown"),
        ("fanorona-souffle B8/9/9/9/8W w", "unknown"),
        ("fang start", "unknown"),
    ],
)
def test_tables_are_probed(where: str, told: str) -> None:
    talk = Talk()
    talk.say(f"position {where}")
    assert talk.say("probe") == [f"probe {told}"]


@pytest.mark.parametrize("command", ["legal", "display", "probe"])
def test_without_a_position_there_is_nothing_to_tell(command: str) -> None:
    assert Talk().say(command) == ["error there is no position yet: write position GAME start"]


def test_a_finished_game_has_no_best_move() -> None:
    talk = Talk()
    talk.say("position fang-4 2.2.1.3 0+0 S")
    assert talk.best("go depth 3") == "none"


@pytest.mark.parametrize("name", ["fifangha", "fanorona", "fang", "fanorona-25x25"])
def test_stop_is_answered_at_once_and_once(name: str) -> None:
    def lateness() -> float:
        talk = Talk()
        talk.say(f"position {name} start", "isready")
        talk.lines.clear()
        talk.say("go infinite")
        time.sleep(0.2)
        assert not any(line.startswith("bestmove") for line in talk.lines)
        (refused,) = [line for line in talk.say("go depth 1") if not line.startswith("info")]
        assert refused == "error a search is under way: write stop first"
        assert "readyok" in talk.say("isready")
        begun = time.perf_counter()
        talk.say("stop")
        took = time.perf_counter() - begun
        talk.say("stop")
        assert talk.lines[-1].startswith("bestmove ")
        assert sum(line.startswith("bestmove") for line in talk.lines) == 1
        return took

    assert least(lateness, 0.2) < 0.2


def test_levels_play_through_the_protocol() -> None:
    talk = Talk()
    talk.say("setoption name Level value 1", "position fang start")
    assert lalao.game("fang").start().move(talk.best("go movetime 10"))
    assert not any(line.startswith("info") for line in talk.lines)


def test_a_level_that_the_game_has_not_is_refused_before_it_thinks() -> None:
    talk = Talk()
    talk.say("setoption name Level value 8", "position fang-4-guarded start", "go movetime 10")
    assert talk.lines == ["error 'level:8' is not a level of fang-4-guarded, which has 5: choose level:1 to level:5"]


def test_levels_know_the_match_through_the_protocol(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[History] = []

    def choose_after(_: LevelPlayer, position: AnyPosition, history: History) -> object:
        asked.append(history)
        return position.legal_moves()[0]

    monkeypatch.setattr(LevelPlayer, "choose_after", choose_after)
    talk = Talk()
    talk.say("setoption name Level value 2", "setoption name QuietLimit value false")
    talk.say("position fanorona-telo 1B1/3/W2 w moves a1-a2,b3-c3")
    talk.best("go movetime 10")
    (history,) = asked
    assert [str(position) for position in history.positions] == ["1B1/3/W2 w", "1B1/W2/3 b quiet=1"]
    assert history.draws == {"repetition"}


def test_draw_rules_can_be_switched_off() -> None:
    talk = Talk()
    talk.say("setoption name QuietLimit value false", "position fanorona-telo 1B1/3/W2 w quiet=99")
    talk.best("go depth 3")
    assert any(" score win 3 " in line for line in talk.lines)
    talk.say("setoption name QuietLimit value true")
    talk.best("go depth 3")
    assert not any(" score win 3 " in line for line in talk.lines)


def test_newgame_forgets() -> None:
    talk = Talk()
    assert talk.say("position fang start", "newgame") == []
    assert talk.say("go depth 1") == ["error there is no position yet: write position GAME start"]


def test_limits_are_read() -> None:
    south = lalao.game("fang").start()
    north = south.play("2")
    assert read_limits(["depth", "3", "nodes", "500"], south) == (Limits(None, 3, 500), False)
    assert read_limits(["infinite"], south) == (Limits(), True)
    assert read_limits(["wtime", "65000", "btime", "130"], south) == (Limits(15, target=2.5), False)
    assert read_limits(["wtime", "65000", "btime", "130"], north) == (Limits(0.03, target=0.005), False)
    assert read_limits(["wtime", "65000", "movetime", "2000"], south) == (Limits(2, target=2.5), False)
    assert read_limits(["wtime", "0"], south)[0].seconds == 0.001


BAD = [
    "go",
    "go depth",
    "go depth 0",
    "go depth -3",
    "go depth 3 depth 4",
    "go movetime -1",
    "go movetime 1e3",
    "go movetime " + "9" * 400,
    "go nodes ١",
    "go wtime 1000",
    "go infinite depth 3",
    "go perft 3",
    "setoption",
    "setoption name",
    "setoption name Lines",
    "setoption name Lines value",
    "setoption name Lines value 0",
    "setoption name Lines value many",
    "setoption name Hash value 99999999999",
    "setoption name Threads value -1",
    "setoption name Level value 9",
    "setoption name Level value",
    "setoption name Tables value /nowhere/at/all",
    "setoption name Tables value \x00",
    "setoption name Repetition value perhaps",
    "setoption name Contempt value 3",
    "position",
    "position fang",
    "position chess start",
    "position fang 0.1.1",
    "position fang start moves 1",
    "position fang start moves 2 3",
    "position fang start moves 2,,3",
    "position fang moves 2",
    "position fang start 2",
    "stop it",
    "lalao 2",
    "isready?",
    "newgame now",
    "quit now",
    "uci",
    "moves",
    "LALAO",
    "\x00\x01",
    "é" * 5000,
]


@pytest.mark.parametrize("line", BAD, ids=lambda line: ascii(line[:40]))
def test_a_bad_line_is_answered_by_one_error_and_changes_nothing(line: str) -> None:
    talk = Talk()
    talk.say("position fang start moves 2")
    before = (talk.engine.options, list(talk.engine.positions))
    (told,) = talk.say(line)
    assert told.startswith("error ")
    assert told.isprintable()
    assert len(told) < 600
    assert (talk.engine.options, talk.engine.positions) == before
    assert talk.best("go depth 1")


ORDERS = ["position", "position fang", "position fang start moves", "position fanorona-telo", "go", "go depth"]
ORDERS += ["setoption name", "setoption name Hash value", "setoption name Tables value", "isready", "quit", "newgame"]
ORDERS += ["legal", "display", "probe"]
WORDS = ["position", "go", "setoption", "stop", "lalao", "name", "value", "moves", "start", "fang", "fanorona-souffle"]
WORDS += ["infinit", "depth", "movetime", "-1", "9" * 30, "0.1.1.1.1.1.1.0", "5+5", "S", "d2-e3A,", ",", "xc3", "Hash"]
WORDS += [
    "Lines",
    "BBB/B1W/WWW",
    "w",
    "fanorona-telo",
    "huff=a1",
    "quiet=5",
    "nodes",
    "0",
    "\t",
    "é",
    "\u2028",
    "{}",
    "%s",
]


ANSWERS = ("error ", "info ", "bestmove ", "readyok", "legal ", "display ", "probe ")


def test_thousands_of_lines_of_garbage() -> None:
    rng, talk, errors = random.Random(4), Talk(), 0
    for _ in range(6_000):
        if rng.random() < 0.8:
            line = rng.choice(ORDERS) + " " + " ".join(rng.choice(WORDS) for _ in range(rng.randint(1, 8)))
        else:
            line = "".join(
                chr(rng.choice((rng.randrange(32, 127), rng.randrange(0x300)))) for _ in range(rng.randint(1, 60))
            )
        said = talk.say(line.replace("\n", " "))
        if line.strip() and line.split()[0] != "lalao":
            assert len([one for one in said if one.startswith("error ")]) <= 1
            assert all(
                one.startswith(("error ", "info ", "bestmove ", "readyok", "legal ", "display ", "probe "))
                for one in said
            ), (line, said)
            errors += any(one.startswith("error ") for one in said)
        talk.say("stop")
    assert errors > 4_000
    talk.say("setoption name Lines value 1", "position fang start")
    assert talk.best("go depth 1")


def test_bytes_that_are_no_text_and_endless_lines() -> None:
    written: list[str] = []
    source = (
        b"\xff\xfe\x00\n" + b"x" * (3 * MOST_BYTES) + b"\n\n  \nisready\r\n" + b"position " + b" " * 900_000 + b"\n"
    )
    assert seconds_of_work(lambda: serve(io.BytesIO(source + b"go depth 1"), "lalao", written.append)) < 5
    assert [line.split()[0] for line in written] == ["error", "error", "readyok", "error", "error"]


@pytest.mark.parametrize("end", ["quit\n", ""])
def test_the_command_ends_with_its_input(end: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "lalao", "engine"],
        input=b"lalao\nposition fanorona start\ngo infinite\n\xff\xff\n" + end.encode(),
        capture_output=True,
        env=environment(tmp_path),
        timeout=SECONDS,
        check=True,
    )
    lines = done.stdout.decode().splitlines()
    assert lines[-1].startswith("bestmove ")
    assert "error this line is not a text in UTF-8" in lines
    assert done.stderr == b""


def test_nobody_waits_for_a_search_that_is_slow_to_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    talk, slow = Talk(), threading.Event()

    def compiling(*_: object) -> Searcher:
        slow.wait(SECONDS)
        return ReadableSearcher()

    monkeypatch.setattr(talk.engine, "searcher_of", compiling)
    talk.say("position fang start", "go infinite")
    begun = time.perf_counter()
    assert talk.say("stop") == ["bestmove 2"]
    assert time.perf_counter() - begun < SECONDS / 2
    slow.set()
    assert talk.engine.thought is not None
    talk.engine.thought.join(SECONDS)
    assert talk.lines == ["bestmove 2"]
