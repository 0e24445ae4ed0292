"""Matches: pairs with both colours, openings, jobs, records, SPRT, and engines as players."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import lalao
from lalao.cli.match import elo_text, told
from lalao.engine import player
from lalao.engine.analysis import Clock, History, Info, Limits, Searcher, SearchRequest, unsearched
from lalao.engine.matches import Result, Score, drawn_openings, fixtures, random_openings, read_openings
from lalao.engine.players import EnginePlayer
from lalao.errors import IllegalMoveError, LalaoError, NotationError, RecordError
from lalao.locale import ENGLISH
from lalao.record import Record, read
from lalao.values import MatchEnding
from tests.shell import environment, sh

FANORONA = lalao.game("fanorona")


def records(path: Path) -> list[Record]:
    """Read the games of a file."""
    return [read(text) for text in re.split(r"(?m)^(?=\[Game )", path.read_text()) if text]


def answer(arguments: str, home: Path) -> Any:
    """Return the JSON document of a match."""
    done = sh(f"lalao match {arguments} --json", home)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_each_opening_is_played_with_both_colours(tmp_path: Path) -> None:
    (tmp_path / "suite.txt").write_text("# two\n2\n\n1.2.0.0 2+3 N\n")
    played = tmp_path / "games.lalao"
    found = answer(f"level:1 greedy fang-4 --openings '{tmp_path}/suite.txt' --records '{played}'", tmp_path)
    assert found["games"] == 4
    games = records(played)
    assert [game.tags["Start"] for game in games] == ["1.1.1.0 2+3 N"] * 2 + ["1.2.0.0 2+3 N"] * 2
    assert [game.tags["South"] for game in games] == ["level:1", "greedy"] * 2
    assert [game.tags["Round"] for game in games] == ["1", "2", "3", "4"]
    won = sum(game.result == ("1-0", "0-1")[number % 2] for number, game in enumerate(games))
    assert won == found["won"]
    assert sum(found["pairs"]) == 2


def test_jobs_change_nothing(tmp_path: Path) -> None:
    once = answer("level:3 level:1 fanorona-telo --games 13 --plies 2", tmp_path)
    assert once == answer("level:3 level:1 fanorona-telo --games 13 --plies 2 --jobs 2", tmp_path)
    assert sum(once["pairs"]) == 6


def test_a_clear_match_is_stopped(tmp_path: Path) -> None:
    found = answer("perfect random fang-6 --games 400 --sprt 0 100", tmp_path)
    assert found["games"] < 100
    assert found["games"] % 2 == 0
    assert found["sprt"]["accepted"] == 100
    assert found["sprt"]["ratio"] >= found["sprt"]["bounds"][1]
    told = sh("lalao match random perfect fang-6 --games 400 --sprt -100 0", tmp_path).stdout
    assert "SPRT: at most -100 Elo: accepted" in told


@pytest.mark.parametrize(("elo", "text"), [(-0.4, "+0"), (0.0, "+0"), (-0.0, "+0"), (0.4, "+0"), (-0.6, "-1")])
def test_no_difference_is_a_negative_zero(elo: float, text: str) -> None:
    assert elo_text(elo, 0.5) == text


def test_no_ratio_is_a_negative_zero() -> None:
    score = Score()
    for number, points in enumerate((2, 0, 0, 2)):
        score.add(Result(number, points, ""))
    for wanted in ((-5.0, 5.00001), (-5.00001, 5.0)):
        assert "ratio +0.00," in list(told(ENGLISH, ("one", "other"), score, wanted))[-1]


def test_points_are_counted_in_pairs() -> None:
    score = Score()
    for number, points in enumerate((2, 2, 2, 1, 0, 0, 1, 1, 0, 1, 2)):
        score.add(Result(number, points, ""))
    assert (score.won, score.drawn, score.lost) == (4, 4, 3)
    assert score.pairs == (1, 1, 1, 1, 1)
    assert score.share == 6 / 11


def test_random_openings_come_out_the_same() -> None:
    found = random_openings(FANORONA, 4, 5, 7)
    assert found == random_openings(FANORONA, 4, 5, 7) != random_openings(FANORONA, 4, 5, 8)
    assert len(set(found)) > 1
    assert all(FANORONA.position(text).legal_moves() for text in found)
    with pytest.raises(NotationError, match="do not last"):
        random_openings(lalao.game("fang-4"), 7, 1, 1)


def test_no_opening_comes_twice_while_there_are_others() -> None:
    assert len(set(random_openings(FANORONA, 2, 30, 1))) == 30, "of 45"
    fang = lalao.game("fang-4")
    first = {str(fang.start().play(move)) for move in fang.start().legal_moves()}
    assert len(first) == 2
    assert set(random_openings(fang, 1, 9, 1)) == first


def test_balanced_openings_are_those_that_a_search_finds_even() -> None:
    found = list(drawn_openings(FANORONA, 4, 2, 7, balanced=True))
    assert found == list(drawn_openings(FANORONA, 4, 2, 7, balanced=True))

    def even(text: str) -> bool:
        score = lalao.analyse(FANORONA.position(text), nodes=200_000).lines[0].score
        return score.proved is None and abs(score.opinion) <= 80  # the search that chose them kept its table

    assert all(even(text) for text in found)
    assert not all(even(text) for text in random_openings(FANORONA, 4, 4, 7))


def test_a_game_that_is_solved_from_every_opening_has_no_balanced_one() -> None:
    with pytest.raises(NotationError, match="no balanced opening of 1 random move is"):
        list(drawn_openings(lalao.game("fang-4"), 1, 1, 1, balanced=True))


def test_starts_begin_again_after_the_last() -> None:
    games = list(fixtures(FANORONA, ("random", "greedy"), 7, ["a", "b"], 1))
    assert [game.start for game in games] == ["a", "a", "b", "b", "a", "a", "b"]


def test_openings_are_moves_or_positions() -> None:
    start = str(FANORONA.start())
    text = f"\ufeff{start}\r\n d2-e3A \n#d2\nd3-e3W d4-d3A\nd3-e3W, d4-d3A\n"
    first, second, third, fourth = read_openings(FANORONA, text)
    assert first == start
    assert second == str(FANORONA.start().play("d2-e3A"))
    assert third == fourth
    huffed = lalao.game("fanorona-souffle-telo")
    assert read_openings(huffed, "3/BB1/WB1 w huff=b2") == ["3/BB1/WB1 w huff=b2"]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "there is no opening"),
        ("# nothing\n", "there is no opening"),
        ("2\n3 1 x\n", "line 2: 'x' is not a move"),
        ("2\n\n9", "line 3: there is no pit 9"),
        ("0.1.1.0 3+2 S", "line 1: "),
        ("2.2.1.3 0+0 S", "line 1: the game is over"),
        ("2 2 3 1 2 3", "line 1: the game is over"),
        ("nonsense here", "line 1: "),
    ],
)
def test_bad_openings_name_their_line(text: str, error: str) -> None:
    with pytest.raises(LalaoError, match=re.escape(error)):
        read_openings(lalao.game("fang-4"), text)


def test_engines_are_players() -> None:
    for name in ("engine:0.05s", "engine:d2", "engine:500n"):
        one = player(name, FANORONA)
        assert isinstance(one, EnginePlayer)
        assert one.name == name
        assert one.choose(FANORONA.start()) in FANORONA.start().legal_moves()
    assert isinstance(player("engine:0.05s", FANORONA), EnginePlayer)


@pytest.mark.parametrize(
    "text",
    [
        "engine",
        "engine:",
        "engine:0s",
        "engine:0s+1s",
        "engine:1s+",
        "engine:1s+1",
        "engine:-1s",
        "engine:d",
        "engine:1",
        "engine:1e3s",
    ],
)
def test_bad_engines_are_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is not an engine: write engine:1s"):
        player(text, FANORONA)


class Spy(Searcher):
    """A searcher that records what it was asked."""

    def __init__(self) -> None:
        """Start without questions."""
        self.asked: list[tuple[Limits, History]] = []

    def _think(self, request: SearchRequest) -> Iterator[Info]:
        """Record the question; search nothing."""
        assert request.stop is None
        self.asked.append((request.limits, request.history))
        yield unsearched(request.position, request.lines)


def test_a_clock_is_for_the_whole_game() -> None:
    one = player("engine:2s+0s", FANORONA)
    clock = one.limits
    assert isinstance(clock, Clock)
    position = FANORONA.start()
    left = [clock.left]
    for _ in range(6):
        position = position.play(one.choose(position))
        left.append(clock.left)
    assert left == sorted(left, reverse=True)
    assert left[-1] > 0
    assert not clock.has_run_out


def test_each_move_adds_the_increment() -> None:
    clock = Clock(2.0, 0.5)
    clock.charge(1.25)
    assert (clock.left, clock.milliseconds) == (1.25, 1250)
    clock.charge(1.5)
    assert (clock.left, clock.milliseconds) == (0.25, 250)
    assert clock.has_run_out
    clock.charge(1.0)
    assert (clock.milliseconds, clock.limits()) == (0, Limits(0.001, target=0.001))


def test_who_runs_out_of_time_loses(tmp_path: Path) -> None:
    document = answer(f"engine:0.001s+0s engine:d1 fanorona --games 2 --records {tmp_path}/games.lalao", tmp_path)
    assert (document["lost"], document["forfeits"]) == (2, [2, 0])
    for record in records(tmp_path / "games.lalao"):
        assert record.settled is not None
        assert record.settled.ending is MatchEnding.TIME
        assert record.last.comment == "the clock of engine:0.001s+0s has run out"


def test_a_program_plays_by_a_clock(tmp_path: Path) -> None:
    python = sys.executable
    document = answer(
        f"'cmd:9s+0.1s:{python} -m lalao engine' 'cmd:0.001s+0s:{python} -m lalao engine' fang-4 --games 2", tmp_path
    )
    assert (document["won"], document["forfeits"]) == (2, [0, 2])


def test_an_engine_is_told_the_past_of_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    spy = Spy()
    monkeypatch.setattr("lalao.engine.players.searcher", lambda *_: spy)
    record = Record.begin(FANORONA.start())
    record.tags["Draws"] = "quiet"
    one = player("engine:0.25s", FANORONA)
    for _ in range(3):
        record.play(one.choose_in(record))
    one.choose(FANORONA.start())
    assert [limits for limits, _ in spy.asked] == [Limits(seconds=0.25)] * 4
    assert [history.positions for _, history in spy.asked] == [tuple(record.positions()[:n]) for n in range(3)] + [()]
    assert [sorted(history.draws) for _, history in spy.asked] == [["quiet"]] * 3 + [[]]


def test_errors_come_back_from_another_process() -> None:
    import pickle

    for error in (IllegalMoveError("{n} is odd", n=3), RecordError(1, 2, NotationError("no {x}", x="{y}"))):
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error)
        assert str(again) == str(error)
        assert again.phrase.sentence == error.phrase.sentence


def test_what_perfect_play_cannot_reach_is_one_line(tmp_path: Path) -> None:
    done = sh("lalao match perfect random fang-14 --jobs 2", tmp_path)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


JOBS = 4
PLAYING, TRACKING = "spawn_main", "resource_tracker import main"
"""What stands in the command lines of the processes of a match: those that play, and the one that comes first."""


class Match:
    """``lalao match`` with its player processes, in a process group of its own as in a terminal; a context manager."""

    def __init__(self, home: Path) -> None:
        """Start the match."""
        options = ["--games", "100000", "--jobs", str(JOBS), "--records", str(home / "games.lalao")]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "lalao", "match", "random", "random", "fanorona", *options],
            env=environment(home),
            stderr=subprocess.PIPE,
            start_new_session=True,
        )

    def until(self, begun: int, kind: str) -> None:
        """Wait until `begun` processes of a kind have started."""
        deadline = time.monotonic() + 120
        while sum(kind in command for command in self.commands()) < begun:
            assert self.process.poll() is None, "the match ended by itself"
            assert time.monotonic() < deadline, "no process began"

    def commands(self) -> Iterator[str]:
        """Yield the command lines of the processes in the group, read at once where the system has lists of them."""
        listed = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        if not listed.exists():
            yield from members(self.process.pid).values()
            return
        for pid in listed.read_text().split():
            with suppress(OSError):
                yield Path(f"/proc/{pid}/cmdline").read_text(errors="replace")

    def workers(self) -> list[int]:
        """Return the player processes, children of the match or orphans."""
        return [pid for pid, command in members(self.process.pid).items() if PLAYING in command]

    def end(self) -> tuple[int, str]:
        """Wait for the end; return the exit status and the output."""
        told = self.process.communicate(timeout=60)[1].decode()
        return self.process.returncode, told.strip()

    def __enter__(self) -> "Match":
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.communicate()


def members(group: int) -> dict[int, str]:
    """Return the processes of a group, each with its command line."""
    done = subprocess.run(["ps", "-eww", "-o", "pid=,pgid=,args="], capture_output=True, text=True, check=True)
    rows = [line.split(None, 2) for line in done.stdout.splitlines()]
    return {int(pid): command for pid, of, command in rows if int(of) == group}


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize(
    ("kind", "begun", "milliseconds"),
    [(TRACKING, 1, 0), (TRACKING, 1, 5), *((PLAYING, begun, 0) for begun in range(1, JOBS + 1)), (PLAYING, JOBS, 300)],
)
def test_an_interrupt_ends_the_match_at_any_moment_of_its_beginning(
    kind: str, begun: int, milliseconds: int, tmp_path: Path
) -> None:
    with Match(tmp_path) as match:
        match.until(begun, kind)
        time.sleep(milliseconds / 1000)
        os.killpg(match.process.pid, signal.SIGINT)
        assert match.end() == (130, "")
        assert match.workers() == []


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize("begun", [1, JOBS])
def test_a_killed_process_ends_the_match(begun: int, tmp_path: Path) -> None:
    with Match(tmp_path) as match:
        match.until(begun, PLAYING)
        os.kill(match.workers()[-1], signal.SIGKILL)
        status, told = match.end()
        assert (status, told.count("\n")) == (2, 0)
        assert told.startswith("lalao: a process that played games was killed")
        assert match.workers() == []


def test_tree_search_plays_matches(tmp_path: Path) -> None:
    engine = f"{sys.executable} -m lalao engine --mcts"
    found = answer(f"'cmd:20n:{engine} random' random fang-4 --games 4", tmp_path)
    assert found["games"] == 4
    found = answer(f"'cmd:8n:{engine} shipped' random fanorona-dimy --games 2", tmp_path)
    assert found["won"] == 2


def test_a_network_that_cannot_play_is_one_line(tmp_path: Path) -> None:
    done = sh("lalao engine --mcts missing.npz", tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "'missing.npz' is not a network" in done.stderr
    asked = "position fang-4 start\\nisready\\ngo nodes 5\\nquit\\n"
    done = sh(f"printf '{asked}' | lalao engine --mcts shipped", tmp_path)
    assert "error there is no network for 'fang-4'" in done.stdout


@pytest.mark.nightly
def test_a_student_trains_for_a_quarter_of_an_hour_and_beats_level_3(tmp_path: Path) -> None:
    script = Path(__file__).parents[2] / "docs" / "learn_fanorona.py"
    network, here = tmp_path / "mine.npz", environment(tmp_path)
    train = [sys.executable, str(script), "fanorona-dimy", "--minutes", "15", "--out", str(network)]
    subprocess.run(train, env=here, check=True)
    engine = f"cmd:200n:{sys.executable} -m lalao engine --mcts {network}"
    match = [sys.executable, "-m", "lalao", "match", engine, "level:3", "fanorona-dimy", "--games", "100", "--json"]
    found = json.loads(subprocess.run(match, env=here, check=True, capture_output=True).stdout)
    assert found["won"] + found["drawn"] / 2 > 50
