"""What a search calls proved: checked against tables of one piece more, and by code that did not find it."""

import logging
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import lalao
from lalao.engine.analysis import NO_HISTORY, Info, Limits, Line, Score, Searcher, SearchRequest, Settings
from lalao.engine.compiled import CompiledRoot, CompiledSearcher
from lalao.engine.fanorona_searcher import FanoronaSearcher, with_proofs
from lalao.engine.players import EnginePlayer, LevelPlayer
from lalao.engine.readable import ReadableRoot, ReadableSearcher
from lalao.engine.searchers import GuardedSearcher, analyse
from lalao.games.fanorona import FanoronaPosition
from lalao.kernels.scores import WIN
from lalao.record import Record
from lalao.tables.probe import shipped_folder
from lalao.values import Loss, Value, Win
from tests.endgames import fanorona, tables_in, tables_of
from tests.patience import NIGHTLY, drawing, often

EVERY_LINE = 99
BOARDS = [("fanorona-3x5", 3), ("fanorona-strict-5x3", 3), ("fanorona-libre-3x5", 4), ("fanorona-dimy", 3)]


def scattered(name: str, pieces: int, rng: random.Random) -> FanoronaPosition:
    """Place pieces of both sides at random."""
    game = fanorona(name)
    points = [1 << point for point in rng.sample(range(game.lattice.size), pieces)]
    first = rng.randrange(1, pieces)
    return FanoronaPosition(game, sum(points[:first]), sum(points[first:]), rng.choice(game.sides))


def last(info: Iterator[Info]) -> Info:
    """Return the last result of a search."""
    *_, found = info
    return found


@pytest.mark.parametrize(("name", "held"), [*BOARDS, *([("fanorona", 4)] if NIGHTLY else [])])
def test_every_proved_score_is_that_of_tables_of_one_piece_more(name: str, held: int, tmp_path: Path) -> None:
    rng, told = drawing(name), Counter[str]()
    truth = tables_of(tmp_path, name, held + 1)
    one = FanoronaSearcher(fanorona(name), Settings(hash_mb=1, tables=tables_in(tmp_path, name, held)))
    for _ in range(often(60, nightly=3_000)):
        position = scattered(name, held + 1, rng)
        for line in last(one.think(position, Limits(nodes=rng.choice((300, 3_000, 30_000))), EVERY_LINE)).lines:
            value, after = line.score.proved, position._play(line.moves[0])
            if value is None:
                continue
            true = Loss(0) if after.outcome else truth.value(after)
            assert isinstance(true, Value)
            told["exact" if value.is_exact else "sign"] += 1
            assert value in (true.before(), Value(true.before().sign, None)), f"{name} '{position}': {line}"
    assert told["exact"] > 100, told


def test_wins_are_as_long_as_the_analysis_says() -> None:
    """Where keys of other positions met, e3-e2 was announced as a win in 11."""
    position = lalao.game("fanorona").position("9/6B2/2B1BB3/W8/3W5 b")
    one = FanoronaSearcher(fanorona("fanorona"), Settings(tables=shipped_folder()))
    lines = last(one.think(position, Limits(nodes=120_000), 30)).lines
    scores = {str(line.moves[0]): line.score.proved for line in lines}
    assert scores["e3-e2"] in (Win(9), Win(None))
    assert scores["c3-b2"] == Win(5)


def test_every_line_of_a_won_game_is_found() -> None:
    """Where keys of other positions met, no turn seemed to fit, and the analysis broke off."""
    position = lalao.game("fanorona-dimy").position("1B3/5/5/4W/WW2W w")
    one = FanoronaSearcher(fanorona("fanorona-dimy"), Settings(hash_mb=1))
    lines = last(one.think(position, Limits(nodes=200_000, depth=8), 20)).lines
    assert lines[0].score.proved == Win(7)
    assert len(lines[0].moves) == 7


class Wrong:
    """A search that calls its first move a win in three."""

    def __init__(self, search: Any) -> None:
        self.search = search

    def __getattr__(self, name: str) -> Any:
        return getattr(self.search, name)

    def at_depth(self, _: Any, moves: list[Any], *__: Any) -> list[tuple[int, Any]]:
        return [(WIN - 3 if number == 0 else -5, move) for number, move in enumerate(moves)]

    def best_play(self, _: Any, move: Any, *__: Any) -> list[Any]:
        return [move]


def test_what_the_rules_refute_is_not_called_proved(caplog: pytest.LogCaptureFixture) -> None:
    start = lalao.game("fifangha").start()
    search = CompiledSearcher(Settings(hash_mb=1))._search
    search.begin(10**9)
    root = CompiledRoot(Wrong(search), start, NO_HISTORY)  # type: ignore[arg-type]
    lines = root.lines(3, 1)
    assert lines
    assert lines[0].score == Score(10_000)
    assert "and it is not" in caplog.text


@pytest.mark.parametrize("name", ["fifangakely", "fanorona-telo"])
def test_plies_that_cannot_be_checked_in_time_are_left_out(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    searcher = CompiledSearcher(Settings(hash_mb=1)) if name == "fifangakely" else ReadableSearcher()
    position = lalao.game(name).start()
    rng = drawing(name)
    while True:
        proved = last(searcher.think(position, Limits(depth=4))).lines[0].score.proved
        if proved is not None and proved.sign and (proved.plies or 0) >= 3:
            break
        played = [after for move in position.legal_moves() if not (after := position._play(move)).outcome]
        position = rng.choice(played) if played else lalao.game(name).start()
    for root in (CompiledRoot, ReadableRoot):
        monkeypatch.setattr(root, "is_decided", lambda *_: None)
    assert last(searcher.think(position, Limits(depth=4))).lines[0].score.proved == Value(proved.sign, None)


class Faulty(Searcher):
    """A search that fails after some depths."""

    def __init__(self, depths: int) -> None:
        self.depths = depths

    def _think(self, request: SearchRequest) -> Iterator[Info]:
        for depth in range(self.depths):
            yield Info(depth + 1, (Line(Score(depth), (request.position.legal_moves()[-1],)),), 1, 0.0)
        raise ZeroDivisionError("a fault")


@pytest.mark.parametrize("depths", [0, 2])
def test_a_fault_of_a_search_ends_no_match_and_no_analysis(depths: int, caplog: pytest.LogCaptureFixture) -> None:
    start = lalao.game("fang-4").start()
    with caplog.at_level(logging.ERROR, "lalao"):
        info = analyse(start, depth=3, kept=GuardedSearcher(Faulty(depths)))
    assert info.depth == depths
    assert len(info.lines) == 1
    assert caplog.messages == ["fang-4: the search of 0.1.1.0 3+3 S failed: ZeroDivisionError('a fault')"]
    player = EnginePlayer("engine:d3", Limits(depth=3), Settings())
    player._searcher = GuardedSearcher(Faulty(depths))
    record = Record.begin(start)
    assert player.choose_in(record) in start.legal_moves()


@pytest.mark.parametrize(
    ("name", "fails"),
    [
        ("fang-4", "lalao.engine.readable.Search.scores"),
        ("fanorona", "lalao.engine.fanorona_levels.FanoronaLevel.sensible"),
    ],
)
def test_a_fault_of_a_level_ends_no_match(
    name: str, fails: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise StopIteration

    monkeypatch.setattr(fails, fail)
    start = lalao.game(name).start()
    player = LevelPlayer(2, drawing(name))
    with caplog.at_level(logging.ERROR, "lalao"):
        assert player.choose_in(Record.begin(start)) in start.legal_moves()
    assert caplog.messages == [f"{name}: the search of {start} failed: StopIteration()"]


def test_a_proof_goes_in_front_unless_a_line_is_as_good() -> None:
    position = lalao.game("fanorona").start()
    one, two, three = position.legal_moves()[:3]
    found = (Line(Score(proved=Win(5)), (one,)), Line(Score(proved=Win(9)), (two,)))
    for plies, wanted in ((3, [three, one]), (5, [one, two]), (7, [one, two])):
        first = Line(Score(proved=Win(plies)), (three,))
        assert [line.moves[0] for line in with_proofs(position, found, first, NO_HISTORY)] == wanted, plies
    again = Line(Score(proved=Win(3)), (one,))
    assert with_proofs(position, found, again, NO_HISTORY) == (again, found[1]), "no turn comes twice"
