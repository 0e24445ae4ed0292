"""The compiled search of Fanorona against plain minimax and whole solutions on the readable rules."""

import random
import threading
import time
from collections.abc import Callable
from functools import cache, partial

import numpy as np
import pytest

import lalao
from lalao.arrays.types import IntArray
from lalao.codecs.fanorona import move_of, state_of, turns_of
from lalao.codecs.fanorona_search import Found, Worker, default_weights, line_of, table_of
from lalao.engine.analysis import NO_HISTORY, History, Info, Limits, Score, Settings
from lalao.engine.fanorona_searcher import FanoronaRoot, FanoronaSearcher
from lalao.games.fanorona import Fanorona, FanoronaPosition
from lalao.games.fanorona.rules import RULESETS
from lalao.games.game import AnyPosition
from lalao.games.registry import game_as
from lalao.kernels import fanorona_evaluation as kernel_evaluation
from lalao.kernels import fanorona_search_state as state_words
from lalao.kernels import fanorona_transposition as tt
from lalao.kernels.compiling import COMPILED
from lalao.kernels.fanorona_search import SHARED_DEPTH
from lalao.kernels.scores import INFINITE, WIN
from lalao.record import judge
from lalao.tables.probe import tables
from lalao.values import DRAW, Value
from tests.naive.fanorona_values import evaluation, minimax, solved
from tests.patience import SECONDS, least, often
from tests.twin.test_kernel_fanorona import scattered

SMALL = Settings(hash_mb=1)
BOARDS = [(3, 3), (3, 5), (5, 5), (5, 9)]
GAMES = [Fanorona(ruleset, *board, vela) for board in BOARDS for ruleset in RULESETS for vela in (False, True)]
KINDS = [pytest.param(game, id=game.id) for game in GAMES]
TELO = [game for game in GAMES if game.lattice.size == 9]


def last(
    one: FanoronaSearcher, position: AnyPosition, limits: Limits, lines: int = 1, history: History = NO_HISTORY
) -> Info:
    """Return the last result of a search."""
    *_, info = one.think(position, limits, lines, history=history)
    return info


def positions(game: Fanorona, count: int, pieces: int = 99) -> list[FanoronaPosition]:
    """Return `count` positions with randomly placed pieces, at most `pieces` of them."""
    rng = random.Random(game.id)
    found: list[FanoronaPosition] = []
    while len(found) < count:
        position = scattered(game, rng)
        if (position.white | position.black).bit_count() <= pieces:
            found.append(position)
    return found


@pytest.mark.parametrize("game", KINDS)
def test_rows_become_moves(game: Fanorona) -> None:
    for position in positions(game, 20):
        rows = turns_of(position)
        assert {move_of(position, row) for row in rows} == set(position.legal_moves()), str(position)


@pytest.mark.parametrize("game", KINDS)
def test_the_evaluation_is_the_naive_one(game: Fanorona) -> None:
    weights = [100, 3, -2, 5, 7, 2, 11, 13, 120, -3, 4, -5, 9, 1, 8, 30]
    worker = Worker(game, table_of(0.001), weights)
    for position in positions(game, 40):
        if position.own and position.enemy:
            given = (position.own, position.enemy, position.open_to_huffing())
            assert kernel_evaluation.evaluate(worker.board, worker.words, *given) == evaluation(position, weights)


@pytest.mark.parametrize("game", KINDS)
def test_a_search_of_all_turns_is_plain_minimax(game: Fanorona) -> None:
    weights = default_weights()
    worker = Worker(game, table_of(1), weights)
    worker.words[state_words.FULL_WIDTH] = 1
    for number, position in enumerate(positions(game, often(10, nightly=24) if COMPILED else 3)):
        if not position.legal_moves():
            continue
        state = state_of(position)
        worker.begin(state, 1 << 60)
        worker.judge(None, repeats=False, drawn=(), root=position.to_move)
        few = len(position.legal_moves()) <= 12
        depth = 3 if few and number % 2 else 2 if len(position.legal_moves()) < 60 else 1
        order = worker.order()
        found = worker.look(state, position.quiet, order, depth, -INFINITE, INFINITE)
        assert found.value == minimax(position, depth, partial(evaluation, weights=weights)), (
            f"{position.game.id} {position} {depth}"
        )
        here: AnyPosition = position
        for move in line_of(worker, position, found.turns):
            here = here.play(move)


@cache
def solution(game: Fanorona) -> dict[FanoronaPosition, Value]:
    """Solve a game of nine points completely."""
    return solved(game.start())


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, id=game.id, marks=[pytest.mark.slow] if game.vela or game.rules.huffing else [])
        for game in TELO
    ],
)
def test_what_is_proved_is_true(game: Fanorona, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lalao.engine.fanorona_searcher.endgames_of", lambda *_: None)
    values = solution(game)
    for table in (0, 1):  # 0 is one bucket
        check_proved(game, values, table, monkeypatch)


def check_proved(
    game: Fanorona, values: dict[FanoronaPosition, Value], table: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check what a search with a table of so many MiB proves of some positions."""
    rng, proved = random.Random(game.id), 0
    monkeypatch.setattr("lalao.engine.fanorona_searcher.table_of", lambda _: table_of(table))
    one = FanoronaSearcher(game, SMALL)
    for position in rng.sample(sorted(values, key=str), min(len(values), often(8, nightly=40))):
        info = last(one, position, Limits(nodes=10_000), lines=2)
        if not position.legal_moves():
            assert info.lines == ()
            continue
        best = info.lines[0].score.proved
        if best is not None:
            proved += best.plies is not None
            assert best in (values[position], Value(values[position].sign, None)), str(position)
        for line in info.lines[1:]:
            if line.score.proved is not None:
                after = position._play(line.moves[0])
                value = values[FanoronaPosition(*_words(after))].before()
                assert line.score.proved in (value, Value(value.sign, None)), str(position)
    assert proved > often(2, nightly=10)


@pytest.mark.parametrize(
    "game", [pytest.param(game, id=game.id) for game in TELO if not game.rules.huffing and not game.vela]
)
def test_tables_tell_all(game: Fanorona) -> None:
    values = solution(game)
    one = FanoronaSearcher(game, SMALL)
    for position in random.Random(3).sample(sorted(values, key=str), often(6, nightly=60)):
        if not position.legal_moves() or position.is_restricted:
            continue
        info = last(one, position, Limits(), lines=99)
        assert info.lines[0].score.proved == values[position], str(position)
        for line in info.lines:
            after = position._play(line.moves[0])
            assert line.score.proved == values[FanoronaPosition(*_words(after))].before(), str(position)
            if line.score.proved.sign:
                assert len(line.moves) == line.score.proved.plies
                here: AnyPosition = position
                for move in line.moves:
                    here = here.play(move)
                assert here.outcome


@pytest.mark.parametrize("draws", [frozenset(), frozenset({"repetition", "quiet"})])
def test_a_won_endgame_is_won(draws: frozenset[str]) -> None:
    rng, won = random.Random(5), 0
    game = Fanorona()
    one = FanoronaSearcher(game, SMALL)
    while won < often(3, nightly=12):
        points = rng.sample(range(45), 4)
        white, black = sum(1 << point for point in points[:3]), 1 << points[3]
        positions = [FanoronaPosition(game, white, black, rng.choice(game.sides))]
        begun = last(one, positions[0], Limits(nodes=2_000)).lines
        if not begun or begun[0].score.proved is None or begun[0].score.proved.sign <= 0:
            continue
        won += 1
        winner = positions[0].to_move
        while judge(positions, draws) is None:
            here = positions[-1]
            info = last(one, here, Limits(nodes=2_000), history=History.of(positions, draws))
            assert info.lines[0].score > Score(500) if here.to_move is winner else info.lines[0].score < Score(-500)
            positions.append(here.play(info.lines[0].moves[0]))
        outcome = positions[-1].outcome
        assert outcome is not None
        assert outcome.winner is winner


def test_a_won_position_never_becomes_less() -> None:
    rng, won = random.Random(8), 0
    game = Fanorona()
    one, known = FanoronaSearcher(game, SMALL), tables(game)
    while won < often(100, nightly=1_000):
        points = rng.sample(range(45), rng.choice((3, 4)))
        white = sum(1 << point for point in points[: rng.choice((1, 2, 3))])
        black = sum(1 << point for point in points) ^ white
        if not black:
            continue
        position = FanoronaPosition(game, white, black, rng.choice(game.sides))
        value = known.value(position)
        if not isinstance(value, Value) or value.sign <= 0:
            continue
        won += 1
        line = last(one, position, Limits(seconds=SECONDS)).lines[0]
        assert line.score.proved == value, str(position)
        after = position.play(line.moves[0])
        assert known.value(after).before() == value, str(position)  # type: ignore[union-attr]


def _words(position: FanoronaPosition) -> tuple[Fanorona, int, int, lalao.values.Side, lalao.values.Side | None, int]:
    return position.game, position.white, position.black, position.to_move, position.vela, position.huffable


def test_the_first_player_wins_the_small_boards() -> None:
    for name in ("fanorona-telo", "fanorona-3x5", "fanorona-5x3"):
        start = lalao.game(name).start()
        score = lalao.analyse(start, seconds=SECONDS).lines[0].score
        assert score.proved is not None
        assert score.proved.sign == 1
        if name == "fanorona-telo":
            assert score.proved == solution(Fanorona("", 3, 3))[start]  # type: ignore[index]


@pytest.mark.parametrize("name", ["fanorona", "fanorona-souffle", "fanorona-strict-dimy-vela"])
def test_two_threads_play_by_the_rules(name: str) -> None:
    position = game_as(name, Fanorona).start()
    one = FanoronaSearcher(position.game, Settings(threads=2, hash_mb=4))
    for _ in range(6):
        info = last(one, position, Limits(seconds=0.1), lines=2)
        for line in info.lines:
            here: AnyPosition = position
            for move in line.moves:
                here = here.play(move)
        position = position.play(info.lines[0].moves[0])


def marks(worker: Worker, turns: IntArray) -> list[int]:
    """Return the marks that tell the other threads that turns of the root are being searched."""
    name = int(worker.words[state_words.PATH])
    return [int(tt.keyed_with(name, turn)) for turn in turns]


@pytest.mark.parametrize("name", ["fanorona-dimy", "fanorona-souffle-dimy", "fanorona-strict-3x5-vela"])
def test_turns_that_others_search_are_put_off_and_searched(name: str) -> None:
    start = game_as(name, Fanorona).start()
    state, depth = state_of(start), SHARED_DEPTH
    alone, shared = (Worker(start.game, table_of(1), default_weights()) for _ in range(2))
    for worker in (alone, shared):
        assert worker.begin(state, 10**9) >= 3
        worker.words[state_words.FULL_WIDTH] = 1
    values = {
        turn: alone.look(state, 0, np.array([turn]), depth, -INFINITE, INFINITE).value
        for turn in alone.order().tolist()
    }
    shared.table[tt.THREADS] = 2
    kept = marks(shared, shared.order()[1:])
    for mark in kept:
        tt.tt_mark(shared.table, mark)
    assert all(tt.tt_is_marked(shared.table, mark) for mark in kept)
    order = shared.order()
    assert shared.look(state, 0, order, depth, -INFINITE, INFINITE).value == max(values.values())
    assert values[int(order[0])] == max(values.values())
    assert not any(tt.tt_is_marked(shared.table, mark) for mark in kept), "nobody is searching them any more"

    worst, best = min(values, key=values.__getitem__), max(values, key=values.__getitem__)
    others = [turn for turn in values if values[worst] < values[turn] and turn != best]
    tt.tt_mark(shared.table, marks(shared, np.array([best]))[0])
    order = np.array([worst, best, *others])
    found = shared.look(state, 0, order, depth, values[worst], min(values[turn] for turn in others))
    assert found.turns[0] == others[0] == order[0], "the marked turn is put off, and another one suffices"


def test_a_helper_goes_on_with_what_the_main_thread_begins() -> None:
    start = lalao.game("fanorona-telo").start()
    one = FanoronaSearcher(start.game, Settings(threads=2, hash_mb=1))
    root = FanoronaRoot(one, start, Limits(), NO_HISTORY)
    (helper,), worker = root.helpers, one.workers[1]
    try:
        assert soon(lambda: worker.nodes > 0 and not progress(worker)), "it has been as deep as it can, and waits"
        before = worker.nodes
        assert root.lines(5, 1)
        assert soon(lambda: worker.nodes > before)
        assert helper.is_alive()
    finally:
        root.end()
    assert not helper.is_alive()


def progress(worker: Worker) -> int:
    """Return how many positions a thread looks at within a moment."""
    before = worker.nodes
    time.sleep(0.05)
    return worker.nodes - before


def soon(holds: Callable[[], bool]) -> bool:
    """Tell whether something holds before long."""
    end = time.monotonic() + SECONDS
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def test_it_stops_at_once() -> None:
    start = lalao.game("fanorona").start()
    one = FanoronaSearcher(start.game, SMALL)
    last(one, start, Limits(depth=2))

    def lateness() -> float:
        asked = [0.0]

        def halt() -> None:
            asked[0] = time.perf_counter()
            one.halt()

        threading.Timer(0.1, halt).start()
        last(one, start, Limits(seconds=SECONDS))
        return time.perf_counter() - asked[0]

    assert least(lateness, 0.01) < 0.01


def test_a_match_has_draws_and_analysis_has_none() -> None:
    position = lalao.game("fanorona-telo").position("1B1/3/W2 w")
    one = FanoronaSearcher(position.game, SMALL)
    assert last(one, position, Limits(depth=5)).lines[0].score.proved == Value(1, 3)
    after = position.play("a1-b2")
    asked = last(one, position, Limits(depth=3), lines=9, history=History((after, after), frozenset({"repetition"})))
    assert next(line.score.opinion for line in asked.lines if str(line.moves[0]) == "a1-b2") == 0
    assert all(line.score.proved is None for line in asked.lines)
    late = lalao.game("fanorona-telo").position("1B1/3/W2 w quiet=99")
    assert last(one, late, Limits(depth=3), history=History.of([late])).lines[0].score.opinion == 0
    early = lalao.game("fanorona-telo").position("1B1/3/W2 w quiet=9")
    assert last(one, early, Limits(depth=3), history=History.of([early])).lines[0].score.proved == Value(1, 3)


def test_positions_of_too_many_turns_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    start = lalao.game("fanorona").start()
    monkeypatch.setattr("lalao.codecs.fanorona_search.MOST_TURNS", 60)
    one = FanoronaSearcher(start.game, SMALL)
    info = last(one, start, Limits(depth=6))
    assert info.depth == 6
    assert info.lines[0].moves[0] in start.legal_moves()
    monkeypatch.setattr("lalao.codecs.fanorona_search.MOST_TURNS", 17)
    assert last(FanoronaSearcher(start.game, SMALL), start, Limits(depth=6)).depth == 0


def test_an_unfinished_depth_is_not_lost() -> None:
    """A turn that it finds better is played, and what it says of it is what the whole depth says at least."""
    game = lalao.game("fanorona")
    changed = 0
    for position in positions(game, 12):
        for nodes in (1_000, 2_000, 4_000, 8_000):
            *_, before, final = [None, *FanoronaSearcher(game, SMALL).think(position, Limits(nodes=nodes))]
            assert final is not None
            if before is None or final.depth > before.depth:
                continue
            changed += 1
            assert final.lines[0].moves[0] != before.lines[0].moves[0]
            whole = last(FanoronaSearcher(game, SMALL), position, Limits(depth=final.depth + 1))
            assert whole.lines[0].score.rank >= final.lines[0].score.rank
    assert changed > 3


def test_a_win_of_an_unfinished_depth_is_proved_and_a_loss_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lalao.engine.fanorona_searcher.endgames_of", lambda *_: None)
    values, proved = solution(TELO[0]), 0
    for position in random.Random(7).sample(sorted(values, key=str), 60):
        for nodes in range(3, 150, 3):
            before: Info | None = None
            for info in FanoronaSearcher(TELO[0], SMALL).think(position, Limits(nodes=nodes)):
                if before and info.depth == before.depth and info.lines[0].score.proved:
                    proved += 1
                    assert info.lines[0].score.proved.sign == values[position].sign
                before = info
    assert proved


@pytest.mark.parametrize(("value", "kept"), [(-WIN + 5, False), (-300, True), (WIN - 5, True)])
def test_what_is_kept_of_an_unfinished_depth(value: int, kept: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A loss is not kept: it holds for the turns that were looked at, not for the others."""
    start = lalao.game("fanorona").start()
    root = FanoronaRoot(FanoronaSearcher(start.game, SMALL), start, Limits(nodes=1), NO_HISTORY)

    def look(_state: object, _quiet: int, order: IntArray, *_: int) -> Found:
        order[0], order[1] = order[1], order[0]
        root.main.words[state_words.STOPPED] = 1
        return Found(value, (int(order[0]),))

    monkeypatch.setattr(root.main, "look", look)
    assert root.lines(1, 1) is None
    line = root.better()
    assert (line is not None) == kept
    if line is not None:
        assert line.score == (Score(proved=Value(1, None)) if value > 0 else Score(value))
    root.end()


def test_a_drawn_ending_is_made_hard() -> None:
    """Of the turns that keep a draw the one comes first that leaves fewest replies that do, and no piece is lost."""
    rng, hard = random.Random(11), 0
    game = Fanorona()
    one, known = FanoronaSearcher(game, SMALL), tables(game)
    for _ in range(200):
        points = rng.sample(range(45), 5)
        white, black = sum(1 << point for point in points[:3]), sum(1 << point for point in points[3:])
        position = FanoronaPosition(game, white, black, game.sides[0])
        if known.value(position) != DRAW:
            continue
        info = last(one, position, Limits(seconds=SECONDS))
        assert info.lines[0].score.proved == DRAW

        def kept(after: FanoronaPosition) -> float:
            replies = [known.value(after._play(move)) for move in after.legal_moves()]
            return sum(value == DRAW for value in replies) / len(replies)

        def more(after: FanoronaPosition) -> int:
            return after.white.bit_count() - after.black.bit_count()

        draws = [after for after in map(position._play, position.legal_moves()) if known.value(after) == DRAW]
        played = position._play(info.lines[0].moves[0])
        most = max(map(more, draws))
        assert more(played) == most
        assert kept(played) == min(kept(after) for after in draws if more(after) == most)
        hard += kept(played) < 1
    assert hard > 5


def test_a_drawn_ending_is_not_repeated_at_once() -> None:
    game = Fanorona()
    one = FanoronaSearcher(game, SMALL)
    position = game.position("7W1/1B7/9/9/1B2WW3 w")
    assert tables(game).value(position) == DRAW
    first = last(one, position, Limits(seconds=SECONDS)).lines[0].moves[0]
    history = History((position._play(first),), frozenset({"repetition"}))
    assert last(one, position, Limits(seconds=SECONDS), history=history).lines[0].moves[0] != first
