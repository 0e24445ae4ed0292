"""Crowded boards: a turn is judged and described without listing all others; lists of choices are cut short."""

import random
import time
from itertools import islice
from unittest.mock import patch

import pytest

import lalao
from lalao.errors import IllegalMoveError, TooLargeError
from lalao.games.fanorona import Fanorona, FanoronaMove, FanoronaPosition
from lalao.games.fanorona.turns import beginnings
from lalao.games.game import AnyPosition, Way
from lalao.games.registry import game_as
from lalao.tournament.referee import check
from tests.patience import least, seconds_of_work

CROWDED = "BB2BW2B/1BBB1BBB1/B2B2WBW/B3B2B1/BBB1BBBW1 w"
HUFFABLE = "huff=a1.b1.c1.e1.f1.g1.a2.e2.h2.a3.d3.h3.b4.c4.d4.f4.g4.h4"
BOARDS = {
    "fanorona": CROWDED,
    "fanorona-strict": CROWDED,
    "fanorona-libre": CROWDED,
    "fanorona-souffle": f"{CROWDED} {HUFFABLE}",
}


def crowded(name: str) -> FanoronaPosition:
    return game_as(name, Fanorona).position(BOARDS[name])


def all_ways(position: AnyPosition, most: int, begun: str = "") -> list[Way]:
    """Continue from every beginning to the whole turns."""
    waiting, whole = list(position.ways(most, begun)), []
    while waiting:
        way = waiting.pop()
        if way.move is not None:
            whole.append(way)
            continue
        further = position.ways(most, way.text)
        assert all(each.path[: len(way.path)] == way.path for each in further)
        waiting += [each for each in further if len(each.path) > len(way.path)]
    return whole


@pytest.mark.parametrize("name", ["fanorona", "fanorona-strict", "fanorona-libre"])
def test_beginnings_lead_to_every_way_and_to_nothing_else(name: str) -> None:
    position = crowded(name)
    known = {text: path for text, _, path in position.paths()}
    ways = position.ways(200)
    assert len(ways) <= 200 < len(known)
    assert any(way.move is None for way in ways)
    assert {way.text: way.path for way in all_ways(position, 200)} == known


def cut(paths: list[str], begun: str, steps: int) -> set[tuple[str, bool]]:
    """Cut the paths that start with `begun` so many steps after it; whole ones are marked."""
    most = begun.count("-") + steps
    return {
        ("-".join(path.split("-")[: most + 1]), path.count("-") <= most) for path in paths if path.startswith(begun)
    }


@pytest.mark.parametrize("name", ["fanorona", "fanorona-strict", "fanorona-libre"])
def test_beginnings_are_cut_as_late_as_may_be(name: str) -> None:
    position = game_as(name, Fanorona).position("3B1BBB1/1BB2BW1B/B3B3B/1B1B2B2/1W2BBBBB w")
    paths = [text for text, _, _ in position.paths()]
    assert len(paths) > 20
    longest = max(path.count("-") for path in paths)
    for begun in ("", "b1", random.Random(name).choice(paths)[:6]):
        cuts = [cut(paths, begun, steps) for steps in range(1, longest + 2)]
        for most in (1, *(len(one) + more for one in cuts for more in (-1, 0, 1))):
            fitting = [one for one in cuts if len(one) <= most] or cuts[:1]
            listed = beginnings(position, most, begun)
            assert {(way.text, way.move is not None) for way in listed} == fitting[-1]
            assert len(listed) == len(fitting[-1])


def test_a_last_piece_huffed_is_a_whole_turn() -> None:
    position = lalao.game("fanorona-souffle-telo").position("3/1B1/W2 w huff=b2")
    huffs = [way for way in beginnings(position, 300, "") if way.text.startswith("x")]
    assert [(way.text, way.move, [choice.taken for choice in way.path]) for way in huffs] == [("xb2", "xb2", [("b2",)])]
    assert position.ways(300, "nonsense") == beginnings(position, 300, "nonsense") == ()


def test_beginnings_say_first_which_piece_is_huffed() -> None:
    position = crowded("fanorona-souffle")
    ways = position.ways(300)
    huffs = [way for way in ways if way.text.startswith("x")]
    assert [way.text for way in huffs] == [f"x{point}" for point in HUFFABLE[5:].split(".")]
    assert all(way.move is None and len(way.path) == 1 for way in huffs)
    chosen = random.Random(2).choice(huffs)
    wanted = {
        path.text for path in position.move_paths() if path.huffed == 1 << position.game.lattice.index[chosen.text[1:]]
    }
    assert {way.text for way in all_ways(position, 300, chosen.text)} == wanted


def test_few_ways_are_listed_whole() -> None:
    for name in ("fanorona-souffle", "fang", "fifangha"):
        start = lalao.game(name).start()
        assert [(way.text, way.move, way.path) for way in start.ways(300)] == list(start.paths())
        text = next(start.paths())[0]
        assert [way.text for way in start.ways(300, text)] == [text]


@pytest.mark.parametrize("name", BOARDS)
def test_a_turn_is_judged_and_told_without_listing_the_others(name: str) -> None:
    position = crowded(name)
    moves = random.Random(name).sample(position.legal_moves(), 40)
    unlisted = AssertionError("all turns were listed")
    with (
        patch.object(FanoronaPosition, "move_paths", side_effect=unlisted),
        patch.object(FanoronaPosition, "legal_moves", side_effect=unlisted),
    ):
        for move in moves:
            events, after = position.turn(move)
            assert events
            assert after == position.play(str(move))
        assert position.outcome is None
        assert position.task


def test_a_turn_goes_by_its_first_text_and_a_strange_one_is_refused() -> None:
    position = crowded("fanorona")
    known = {move.identity: move for move in position.legal_moves()}
    others = [path for path in position.move_paths() if known[path.identity] != path]
    assert others
    for path in others[:10]:
        assert position.move(path.text) == known[path.identity]
        with pytest.raises(IllegalMoveError, match="means another turn"):
            position.play(path)
    move = next(iter(known.values()))
    with pytest.raises(IllegalMoveError):
        position.play(FanoronaMove(move.text, move.start, move.end, 0))
    plain = next(position.board().plain_moves(huffable=False))
    with pytest.raises(IllegalMoveError, match="takes nothing, and you must take: "):
        position.play(str(plain))


def test_some_moves_are_legal_and_come_soon() -> None:
    position = crowded("fanorona-souffle")
    moves = position.some_moves(50)
    assert 0 < len(moves) <= 50
    assert all(position.check(move) == move for move in moves)
    start = lalao.game("fanorona").start()
    assert start.some_moves(50) == start.legal_moves()
    assert lalao.game("fang").start().some_moves(2) == lalao.game("fang").start().legal_moves()[:2]
    over = lalao.game("fanorona").position("9/9/9/9/W8 b")
    assert over.some_moves(5) == ()
    assert over.ways(5) == ()


def test_a_board_of_more_walks_than_can_be_listed_is_answered_all_the_same() -> None:
    game = lalao.game("fanorona-11x11")
    position = game.position(
        "B1BBBBB4/BBB2BB2BB/1B1BB3WBB/3B1BB3B/1B1B1BB1BB1/3BB1BBW2/1B1B2BB1BB/2W2BBBB1B/BB1B2BB2B/B2B2B2B1/B3BBB1B2 w"
    )
    assert isinstance(position, FanoronaPosition)
    assert sum(1 for _ in islice(position.move_paths(), 30_000)) == 30_000
    begun = time.process_time()
    assert 0 < len(position.ways(300)) <= 300
    for move in position.some_moves(3):
        assert position.play(move).to_move is lalao.Side.BLACK
    assert time.process_time() - begun < 3


def test_a_turn_of_too_many_ways_is_refused_in_one_line() -> None:
    with patch("lalao.games.fanorona.turns.MOST_TRIED", 1), pytest.raises(TooLargeError) as caught:
        crowded("fanorona").move("g3-f3W-f2A")
    assert str(caught.value) == "there are too many ways of playing 'g3-f3W-f2A' to look at them all here"


@pytest.mark.parametrize("name", ["fanorona", "fanorona-strict", "fanorona-libre"])
def test_the_referee_explains_a_wrong_step_after_the_longest_chain(name: str) -> None:
    """Of the thousands of beginnings only those that the two boards allow are followed."""
    position = crowded(name)
    longest = max(position.legal_moves(), key=lambda move: (move.captured.bit_count(), move.text))
    after, end = position._play(longest), longest.end.bit_length() - 1
    taken = position.game.lattice.names[end], ""
    free = [name for name, held in after.contents().items() if not held and " " not in name]
    for point in free[:6]:
        seen = {name: held for name, held in after.contents().items() if " " not in name} | dict([taken]) | {point: "W"}
        found = check(position, seen)
        assert not found.moves
        assert found.misplay is not None
    assert least(lambda: seconds_of_work(lambda: check(position, seen)), 1.0, tries=5) < 1.0
