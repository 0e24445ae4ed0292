"""Refusals: every reason of Fanorona, and reserves that no game can have."""

import pickle
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

import lalao
from lalao.board.picture import ShownLattice, ShownRows
from lalao.errors import IllegalMoveError, Refusal
from lalao.games.fafy import FafyMove
from lalao.games.fang import FangMove
from lalao.games.fanorona import Fanorona, FanoronaMove, FanoronaPosition
from lalao.games.fifangha import FifanghaMove
from lalao.games.registry import FAMILIES
from lalao.locale import words
from lalao.values import Side
from lalao.web.view import refusal_view

WHITE = Side.WHITE
RETURNING = "B1BB2BB1/BW2W4/9/2W4WW/1W1WWW3 w"
LARGER = "3BBBBB1/4BB2B/1B3BBBW/1WW1W2WW/WW2WW1WW w"
FIVE = "BBBBB/BBBBB/BW1BW/WWWWW/WWWWW"

BLANKS = (
    *("pit", "last", "count", "move", "answers", "step", "example", "kind", "other"),
    *("point", "side", "start", "end", "known", "texts"),
)


@pytest.mark.parametrize(
    ("name", "position", "turn", "said"),
    [
        ("fanorona", "9/9/9/9/BW2B4 w", "b1-c1W-d1A", "c1-d1 continues in the direction of the previous step"),
        ("fanorona", "9/9/9/9/BW2B4 w", "b1-z9A", "there is no point 'z9': this board goes from a1 to i5"),
        ("fanorona", "9/9/9/9/BW2B4 w", "e1-d1", "White has no piece on e1"),
        ("fanorona", "9/9/9/9/BW2B4 w", "b1-d1A", "b1 and d1 are not neighbours on a line"),
        ("fanorona", "9/9/9/9/BW2B4 w", "b1-a1A", "a1 is not empty"),
        ("fanorona", "9/9/9/9/BW2B4 w", "b1-c1", "b1-c1 takes: write b1-c1W"),
        ("fanorona", "9/9/9/9/BW2B4 w", "b1-b2", "b1-b2 takes nothing, and you must take: b1-c1W does"),
        ("fanorona", "9/9/9/9/BW2B4 w", "b1-c1A", "b1-c1 takes nothing by approach"),
        ("fanorona", "9/9/9/9/BW2B4 w", "b1-b2W", "b1-b2 takes nothing by withdrawal"),
        ("fanorona", "9/9/9/9/BW2B4 w", "b1-c1W-b1W", "the piece has already stood on b1 this turn"),
        (
            "fanorona-strict",
            "9/9/2B6/9/BW7 w",
            "b1-c1W",
            "b1-c1W stops too early: this chain must go on while it can take",
        ),
        ("fanorona-strict", "9/9/9/9/BBW1B4 w", "c1-d1A", "c1-d1A is not the larger of the two runs: write c1-d1W"),
        (
            "fanorona-souffle-dimy",
            f"{FIVE} w huff=a5",
            "xb5 c2-c3A",
            "b5 cannot be huffed: no piece there has failed to take",
        ),
        (
            "fanorona-souffle-dimy",
            f"{FIVE} w huff=a5",
            "xa5",
            "after huffing a5 you still play a turn: write xa5 and a move",
        ),
        (
            "fanorona-dimy-vela",
            f"{FIVE} w vela=w",
            "c2-c3A",
            "in Vela the winner of the first round takes nothing while he has more than 5 pieces: write c2-c3",
        ),
        (
            "fanorona-dimy-vela",
            f"{FIVE} w vela=b",
            "c2-c3A-d4A",
            "in Vela the loser of the first round takes once a turn and does not chain",
        ),
        (
            "fanorona-souffle-dimy-vela",
            f"{FIVE} w vela=w",
            "xb5 c2-c3A",
            "in Vela the winner of the first round huffs nothing while he has more than 5 pieces",
        ),
        # neither the loser nor a winner of few pieces is bound so
        (
            "fanorona-souffle-dimy-vela",
            f"{FIVE} w vela=b",
            "xb5 c2-c3A",
            "b5 cannot be huffed: no piece there has failed to take",
        ),
        (
            "fanorona-souffle-dimy-vela",
            "5/5/BW1B1/5/5 w vela=w huff=a3",
            "xd3 b3-c3A",
            "d3 cannot be huffed: no piece there has failed to take",
        ),
        ("fanorona-dimy-vela", "5/5/BW1B1/5/5 w vela=w", "b3-c3", "b3-c3 takes: write b3-c3A, b3-c3W"),
        # b2 is gone once it is huffed
        ("fanorona-souffle-telo", "3/BB1/WB1 w huff=b2", "xb2 a1-b2A", "a1-b2 takes nothing by approach"),
        # there is no smaller run either
        ("fanorona-strict", "9/9/9/9/BBW6 w", "c1-d1A", "c1-d1 takes nothing by approach"),
        ("fanorona-strict", "9/9/9/9/3W1B3 w", "d1-e1W", "d1-e1 takes nothing by withdrawal"),
        ("fanorona", RETURNING, "b4-c4W-c3W-c4A", "the piece has already stood on c4 this turn"),
        ("fanorona", RETURNING, "b4-a3W-a2W-a3A", "the piece has already stood on a3 this turn"),
        ("fanorona-strict", LARGER, "i3-h4A-g4W", "h4-g4W is not the larger of the two runs: write h4-g4A"),
    ],
)
def test_a_turn_of_fanorona_is_refused_for_what_is_wrong_with_it(
    name: str, position: str, turn: str, said: str
) -> None:
    with pytest.raises(lalao.LalaoError) as caught:
        lalao.game(name).position(position).move(turn)
    assert words("en").say(caught.value) == said


@pytest.mark.parametrize(
    ("name", "position", "said"),
    [
        ("fang-4", "1.1.1.1 3+1 S", "'3+1' are reserves too far apart: they differ by one at most"),
        ("fang-4", "1.1.1.1 1+3 N", "'1+3' are reserves too far apart"),
        ("fang-4", "1.1.0.0 4+2 S", "'4+2' has too large a reserve: it starts at 3"),
        ("fang-4", "1.1.1.0 3+2 N", "in '1.1.1.0 3+2 N' the wrong side is to move"),
        ("fifangakely", "0.0.0.0/0.2.2.0/0.2.2.0/0.0.0.0 13+11 S", "'13+11' are reserves too far apart"),
        ("fifangakely", "0.0.0.0/0.2.1.0/0.1.1.0/0.0.0.0 13+14 S", "in "),
    ],
)
def test_reserves_that_no_game_reaches_are_refused(name: str, position: str, said: str) -> None:
    with pytest.raises(lalao.LalaoError) as caught:
        lalao.game(name).position(position)
    assert words("en").say(caught.value).startswith(said)


@pytest.mark.parametrize(
    ("name", "move", "said"),
    [
        ("fifangha", FifanghaMove("z"), "there is no pit z on this board"),
        ("fifangha", FifanghaMove("D", "+"), "pit D is empty: choose one that holds seeds"),
        ("fang-4", FangMove(9), "there is no pit 9: the pits go from 1 to 4"),
        ("fafy", FafyMove(9, 1), "there is no pit 9: the pits go from 1 to 8"),
        (
            "fanorona",
            FanoronaMove("d3-e3A", 1, 2, 4),
            "'d3-e3A' means another turn here: d3-e3A",
        ),
    ],
)
def test_a_move_made_by_hand_is_refused_as_its_text_is(name: str, move: object, said: str) -> None:
    start = lalao.game(name).start()
    with pytest.raises(IllegalMoveError) as caught:
        start.play(move)
    assert words("en").say(caught.value) == said


@pytest.mark.parametrize(
    ("name", "position"),
    [
        ("fang-4", "1.4.2.1 0+0 S"),
        ("fafy", "0.0.1 S"),
        ("fifangakely", "2.0.2.0/1.1.5.0/2.0.0.0/2.1.0.4 6+6 S"),
        *(("fanorona-telo", board) for board in ("3/3/W2 w", "3/3/W2 b", "3/BB1/WB1 w")),
        ("fanorona-souffle-telo", "3/BB1/WB1 w"),
    ],
)
def test_nothing_can_be_played_once_a_game_is_over(name: str, position: str) -> None:
    over = lalao.game(name).position(position)
    assert over.outcome is not None
    assert over.legal_moves() == over.some_moves(3) == ()
    assert not over.ways(3)
    assert not list(over.paths())
    for move in (str(lalao.game(name).start().legal_moves()[0]), lalao.game(name).start().legal_moves()[0]):
        with pytest.raises(IllegalMoveError, match=r"^the game is over: no move can be played$"):
            over.play(move)


def test_a_blocked_side_may_still_huff_the_last_piece() -> None:
    """To huff takes the piece away; where no other is left the game is won, and two cannot be huffed at once."""
    game = Fanorona("souffle", 3, 3)
    last = FanoronaPosition(game, 0b111_101_111, 0b000_010_000, WHITE, huffable=0b000_010_000)
    assert last.outcome is None
    assert [str(move) for move in last.legal_moves()] == ["xb2"]
    assert last.play("xb2").outcome is not None
    two = FanoronaPosition(game, 0b111_001_111, 0b000_110_000, WHITE, huffable=0b000_110_000)
    assert two.outcome is None
    assert {str(move)[:3] for move in two.legal_moves()} == {"xb2", "xc2"}
    assert all("-" in str(move) for move in two.legal_moves())
    for blocked in (replace(last, huffable=0), replace(two, huffable=0)):
        assert blocked.outcome is not None
        assert blocked.legal_moves() == ()


@pytest.mark.parametrize("language", ["en", "fr", "mg"])
@pytest.mark.parametrize("game", [name for family in FAMILIES for name in family.offered])
def test_an_empty_place_asks_for_a_piece_first(game: str, language: str) -> None:
    """Where nothing is chosen, nobody is told that an empty place is not his."""
    speech, position = words(language), lalao.game(game).start()
    picture = position.picture().shown(speech)
    if isinstance(picture, ShownRows):
        empty = [pit.place for row in picture.rows for pit in row if not pit.seeds]
    else:
        empty = [point.place for point in picture.points if not point.piece]
    heads = {refusal_view(position, "", place, speech).head for place in empty}
    assert speech("That is not yours.") not in heads
    if isinstance(picture, ShownLattice):
        assert heads == {speech("Choose a piece first.")}
        assert speech("Choose a piece first.") != "Choose a piece first." or language == "en"


@pytest.mark.parametrize("family", [family.name for family in FAMILIES])
def test_every_refusal_of_a_family_is_given_and_crosses_processes(family: str) -> None:
    """A reason is a member of the family's enum, which the rules give, and its error keeps it when it is pickled."""
    module = import_module(f"lalao.games.{family}.words")
    reasons = next(
        kind
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Refusal) and kind is not Refusal
    )
    source = Path(module.__file__ or "").read_text(encoding="utf-8")
    assert [reason.name for reason in reasons if f"{reasons.__name__}.{reason.name}" not in source] == []
    assert [reason.value for reason in reasons] == [name.lower().replace("_", "-") for name in reasons.__members__]
    for reason in reasons:
        error = reason.error(**dict.fromkeys(BLANKS, 1))
        copy = pickle.loads(pickle.dumps(error))
        assert (copy.refusal, str(copy)) == (reason, str(error))
        for short in reason.short or ():
            assert "{" not in str(short.filled(**error.phrase.blanks))
