"""Analysis: searches tell proofs from opinions, keep their limits, stop when asked, and know the draws of a match."""

import random
import re
import threading
import time
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

import lalao
from lalao.engine.analysis import History, Info, Limits, Line, Score, Searcher, Stop, unsearched
from lalao.engine.compiled import places_of
from lalao.engine.options import OPTIONS, Options
from lalao.engine.readable import ReadableSearcher
from lalao.engine.searchers import searcher
from lalao.engine.solved import exact as as_searched
from lalao.engine.solved import supplemented
from lalao.errors import NotationError
from lalao.games.game import AnyPosition
from lalao.solve import Answer
from lalao.solve.answer import unsolved
from lalao.values import DRAW, UNKNOWN, Loss, Unknown, Value, Win
from tests.patience import SECONDS, drawing, least

ALL = ["fang", "fang-14", "fafy", "sowing-misere", "fanorona", "fanorona-souffle-telo", "fanorona-telo-vela"]
ALL += ["fifangakely", "fifangha"]
STOPPED = threading.Event()
STOPPED.set()


def last(one: Searcher, position: AnyPosition, limits: Limits, lines: int = 1, stop: Stop | None = None) -> Info:
    """Return the last result of a search."""
    *_, info = one.think(position, limits, lines, stop)
    return info


def middle(name: str, plies: int, seed: int = 1) -> AnyPosition:
    """Return a position reached by random play."""
    rng, position = random.Random(seed), lalao.game(name).start()
    for _ in range(plies):
        position = position._play(rng.choice(position.legal_moves()))
    return position


def exact(position: AnyPosition, plies: int) -> Value | None:
    """Return the value of a position decided within `plies` plies, by plain minimax, or None."""
    if position.outcome:
        return Value(position.outcome.value_for(position.to_move).sign, 0)
    if plies == 0:
        return None
    values = [exact(position._play(move), plies - 1) for move in position.legal_moves()]
    won = [value.before() for value in values if value and value.sign < 0]
    if won:
        return max(won)
    if all(value and value.sign > 0 for value in values):
        return max(value.before() for value in values if value)
    return None


def test_scores_have_an_order() -> None:
    ordered: list[Value | int] = [Loss(0), Loss(6), -300, -1, DRAW, 1, 900, Win(7), Win(1)]
    scores = [Score(proved=one) if isinstance(one, Value) else Score(one) for one in ordered]
    assert all(low < high for low, high in pairwise(scores))
    assert not Score(0) < Score(proved=DRAW)


@pytest.mark.parametrize("name", ALL)
def test_lines_are_legal_different_and_best_first(name: str) -> None:
    position = middle(name, 2)
    legal = position.legal_moves()
    seen = list(searcher(position).think(position, Limits(seconds=0.3), lines=3))
    assert seen
    assert [info.depth for info in seen] == sorted(info.depth for info in seen)
    for info in seen:
        assert len({line.moves[0] for line in info.lines}) == len(info.lines) == min(3, len(legal))
        scores = [line.score.rank for line in info.lines]
        assert scores == sorted(scores, reverse=True)
        for line in info.lines:
            here = position
            for move in line.moves:
                here = here.play(move)


def late(name: str, count: int) -> list[AnyPosition]:
    """Return positions one to four plies before the ends of random games."""
    rng = random.Random(name)
    found: list[AnyPosition] = []
    while len(found) < count:
        game = [lalao.game(name).start()]
        while not game[-1].outcome and len(game) < 300:
            game.append(game[-1]._play(rng.choice(game[-1].legal_moves())))
        if game[-1].outcome:
            found.append(game[-1 - rng.randint(1, 4)])
    return found


@pytest.mark.parametrize("name", ["fanorona-telo", "fanorona-souffle-telo", "fifangakely", "fifangha"])
def test_what_is_proved_is_what_plain_minimax_finds(name: str) -> None:
    checked = 0
    for position in late(name, 25):
        proved = lalao.analyse(position, seconds=None, depth=3).lines[0].score.proved
        wanted = exact(position, 3)
        if wanted or (proved and proved.plies is not None and proved.plies <= 3):
            checked += 1
            assert proved == wanted
    assert checked > 5


def test_solved_games_are_exact() -> None:
    for name in ("fang-6", "fafy", "sowing-impartial"):
        start = lalao.game(name).start()
        answer = lalao.solve(start)
        info = lalao.analyse(start, seconds=SECONDS, lines=99)
        assert [line.moves[0] for line in info.lines] == [move.move for move in answer.moves]
        assert [line.score.proved for line in info.lines] == [move.value for move in answer.moves]
        assert info.lines[0].moves == (answer.line or (answer.moves[0].move,))


def test_opinions_are_in_hundredths_of_a_seed_or_piece() -> None:
    info = last(ReadableSearcher(), lalao.game("fanorona").start(), Limits(depth=1))
    assert info.lines[0].score == Score(200)
    fang = lalao.game("fang-14").start().play("8")
    assert unsearched(fang).lines[0].score == Score(fang.balance())


@pytest.mark.parametrize(
    ("solved", "searched", "shown"),
    [
        (Win(3), Score(-200), Score(proved=Win(3))),
        (Win(3), Score(proved=Win(5)), Score(proved=Win(3))),
        (DRAW, Score(proved=Win(5)), Score(proved=DRAW)),
        (Value(1, None), Score(700), Score(proved=Value(1, None))),
        (Value(1, None), Score(proved=Win(5)), Score(proved=Win(5))),
        (Value(-1, None), None, Score(proved=Value(-1, None))),
        (UNKNOWN, Score(-200), Score(-200)),
        (UNKNOWN, Score(proved=Loss(4)), Score(proved=Loss(4))),
        (UNKNOWN, None, Score()),
    ],
)
def test_a_search_adds_to_a_solution_only_what_it_lacks(
    solved: Value | Unknown, searched: Score | None, shown: Score
) -> None:
    start = lalao.game("fang-4").start()
    move = lalao.solve(start).moves[0]
    answer = Answer(start, UNKNOWN, moves=(replace(move, value=solved),))
    lines = (Line(searched, (move.move,)),) if searched else ()
    told, scores = supplemented(answer, Info(1, lines, 1, 0.0))
    assert scores == [shown]
    assert [each.value for each in told.moves] == [shown.proved or UNKNOWN]


@pytest.mark.parametrize("name", ["fang-8", "fifangakely", "fanorona-dimy"])
def test_moves_that_a_solution_does_not_know_get_the_balance_as_their_mover_sees_it(name: str) -> None:
    position = lalao.game(name).start()
    while len({each.position.balance() for each in unsolved(position).moves}) < 2:
        position = position.play(next(iter(position.legal_moves())))
    told = as_searched(unsolved(position), 99, Info(0, (), 0, 0.0), 0.0)
    for line in told.lines:
        reached = position.play(line.moves[0])
        assert line.score == Score(-100 * reached.balance() // reached.game.balance_unit), (str(position), line)
    assert [line.score.opinion for line in told.lines] == sorted((x.score.opinion for x in told.lines), reverse=True)


@pytest.mark.parametrize("name", ALL)
def test_a_search_that_is_stopped_at_once_still_names_a_move(name: str) -> None:
    start = lalao.game(name).start()
    for limits in (Limits(), Limits(seconds=0.0)):
        info = last(searcher(start), start, limits, stop=STOPPED)
        assert info.lines[0].moves[0] in start.legal_moves()


@pytest.mark.parametrize(("name", "patience"), [("fifangha", 0.05), ("fanorona", 0.3), ("fang-14", 0.3)])
def test_a_search_stops_when_asked(name: str, patience: float) -> None:
    start, stop = lalao.game(name).start(), threading.Event()
    one = searcher(start)

    def lateness() -> float:
        stop.clear()
        asked = [0.0]

        def ask() -> None:
            asked[0] = time.perf_counter()
            stop.set()

        threading.Timer(0.3, ask).start()
        last(one, start, Limits(), stop=stop)
        return time.perf_counter() - asked[0]

    assert least(lateness, patience) < patience


def test_a_search_by_the_readable_rules_ends_in_time_without_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threading.Thread, "start", None)
    start, stop = lalao.game("fanorona").start(), threading.Event()
    assert last(ReadableSearcher(), start, Limits(0.05)).lines
    for info in ReadableSearcher().think(start, Limits(), stop=stop):  # noqa: B007  the last
        stop.set()
    assert info.depth < 9


@pytest.mark.parametrize("name", ["fifangha", "fanorona"])
def test_limits_are_kept(name: str) -> None:
    start = lalao.game(name).start()
    one = searcher(start)

    def seconds() -> float:
        begun = time.perf_counter()
        last(one, start, Limits(seconds=0.2))
        return time.perf_counter() - begun

    assert least(seconds, 0.2 + 0.5) < 0.2 + 0.5
    assert last(one, start, Limits(depth=2)).depth == 2
    assert last(one, start, Limits(nodes=2_000)).nodes <= 2_100
    assert last(one, start, Limits(nodes=0)).depth == 0
    assert last(one, start, Limits(target=0.0)).depth == 1


@pytest.mark.parametrize("name", ["fifangakely", "fang-4", "fanorona-telo"])
def test_a_finished_game_has_no_lines(name: str) -> None:
    position = lalao.game(name).start()
    while not position.outcome:
        position = position._play(random.Random(str(position)).choice(position.legal_moves()))
    assert lalao.analyse(position, seconds=0.1).lines == ()


def test_quiet_limits_count_in_a_match_alone() -> None:
    position = lalao.game("fanorona-telo").position("1B1/3/W2 w quiet=99")
    alone = ReadableSearcher().think(position, Limits(depth=3))
    in_match = ReadableSearcher().think(position, Limits(depth=3), history=History.of([position]))
    assert list(alone)[-1].lines[0].score == Score(proved=Win(3))
    assert list(in_match)[-1].lines[0].score == Score(0)


def test_a_third_occurrence_is_a_draw_in_a_match_alone() -> None:
    position = lalao.game("fanorona-telo").position("1B1/3/W2 w")
    after = position.play("a1-b2")
    for draws, score in ((frozenset(), Score(proved=Win(3))), (frozenset({"repetition"}), Score(0))):
        asked = ReadableSearcher().think(position, Limits(depth=3), history=History((after, after), draws))
        assert list(asked)[-1].lines[0].score == score


@pytest.mark.parametrize("name", ["fanorona-telo", "fifangakely"])
def test_earlier_positions_are_counted_and_the_present_one_is_not(name: str) -> None:
    rng, positions = drawing("history", name), [lalao.game(name).start()]
    for _ in range(40):
        past = Counter(str(position).partition(" quiet")[0] for position in positions[:-1])
        repeated = History.of(positions).repeated()
        assert {str(position).partition(" quiet")[0]: repeated[position.key] for position in positions[:-1]} == past
        assert repeated.total() == len(positions) - 1
        assert History.of(positions, ()).repeated().total() == 0
        again = positions[-4:-3] or positions
        positions.append(rng.choice([*again, *(positions[-1]._play(move) for move in positions[-1].legal_moves())]))


def test_a_second_occurrence_is_no_draw() -> None:
    """The start is seen for the second time, and a move leads back to a position that has occurred once."""
    position = lalao.game("fanorona-telo").position("1B1/3/W2 w")
    history = History.of([position, position.play("a1-b2"), position])
    assert [history.repeated()[each.key] for each in (position, position.play("a1-b2"))] == [1, 1]
    *_, info = ReadableSearcher().think(position, Limits(depth=3), history=history)
    assert info.lines[0].score == Score(proved=Win(3))


def test_the_compiled_search_knows_the_third_occurrence() -> None:
    won = 0
    for position in late("fifangakely", 20):
        one = searcher(position)
        best = last(one, position, Limits(depth=4)).lines[0]
        if best.score.proved is None or best.score.proved.sign < 0 or len(position.legal_moves()) == 1:
            continue
        won += 1
        after = position.play(best.moves[0])
        history = History((after, after), frozenset({"repetition"}))
        *_, info = one.think(position, Limits(depth=4), lines=99, history=history)
        again = next(line.score for line in info.lines if line.moves[0] == best.moves[0])
        assert again.rank <= (0, 0)
        assert all(line.score.proved is None for line in info.lines)
    assert won > 3


def test_tables_fit_what_is_allowed() -> None:
    for megabytes in (1, 16, 64, 1000):
        places = places_of(megabytes)
        assert places & (places - 1) == 0
        assert places * 40 <= megabytes * 1_000_000 < places * 80


def test_the_only_move_on_a_clock_is_played_at_once() -> None:
    """Unless there is no clock: then the depth is what was asked for."""
    positions = (middle("fanorona-strict", 5, seed) for seed in range(100))
    forced = next(position for position in positions if len(position.legal_moves()) == 1)
    one = searcher(forced)
    assert len(list(one.think(forced, Limits(60, target=30)))) == 1
    assert len(list(one.think(forced, Limits(60, depth=3)))) == 3


def test_each_option_can_be_set_to_its_default() -> None:
    defaults = Options()
    for option in OPTIONS:
        value = re.search(r" default ?(\S*)", option.described)
        assert value, option.name
        changed = option.change(Options(), value[1])
        assert changed == defaults, option.name


@pytest.mark.parametrize("value", [True, False])
def test_options_are_switched(value: bool) -> None:
    word = "true" if value else "false"
    assert Options().changed("book", word).settings.book is value
    assert Options().changed("BuildTables", word).builds is value
    assert ("quiet" in Options().changed("QuietLimit", word).draws) is value
    with pytest.raises(NotationError, match="'yes'"):
        Options().changed("Book", "yes")
