"""Refusals: every reason of Fanorona, and reserves that no game can have."""

import pytest

import lalao
from lalao.locale import words

FIVE = "BBBBB/BBBBB/BW1BW/WWWWW/WWWWW"


@pytest.mark.parametrize(
    ("name", "position", "turn", "said"),
    [
        ("fanorona", "9/9/9/9/BW2B4 w", "b1-c1W-d1A", "c1-d1 goes on in the direction of the step just before"),
        ("fanorona", "9/9/9/9/BW2B4 w", "b1-z9A", "there is no point 'z9': this board goes from a1 to i5"),
        ("fanorona", "9/9/9/9/BW2B4 w", "e1-d1", "White has no piece on e1"),
        ("fanorona", "9/9/9/9/BW2B4 w", "b1-d1A", "b1 and d1 are not neighbours on a line"),
        ("fanorona", "9/9/9/9/BW2B4 w", "b1-a1A", "a1 is not empty"),
        ("fanorona", "9/9/9/9/BW2B4 w", "b1-c1", "b1-c1 takes: write b1-c1W"),
        ("fanorona", "9/9/9/9/BW2B4 w", "b1-b2", "b1-b2 takes nothing, and you must take: b1-c1W does"),
        ("fanorona", "9/9/9/9/BW2B4 w", "b1-c1A", "b1-c1 takes nothing by approach"),
        ("fanorona", "9/9/9/9/BW2B4 w", "b1-b2W", "b1-b2 takes nothing by withdrawal"),
        ("fanorona", "9/9/9/9/BW2B4 w", "b1-c1W-b1W", "the piece has already stood on b1 this turn"),
        ("fanorona-strict", "9/9/2B6/9/BW7 w", "b1-c1W", "b1-c1W stops too early: this chain must go on while it can"),
        ("fanorona-strict", "9/9/9/9/BBW1B4 w", "c1-d1A", "c1-d1A is not the larger of the two runs: write c1-d1W"),
        ("fanorona-souffle-dimy", f"{FIVE} w huff=a5", "xb5 c2-c3A", "b5 cannot be huffed: no piece there has failed"),
        (
            "fanorona-souffle-dimy",
            f"{FIVE} w huff=a5",
            "xa5",
            "after huffing a5 you still play a turn: write xa5 and a",
        ),
        ("fanorona-dimy-vela", f"{FIVE} w vela=w", "c2-c3A", "in Vela the winner of the first round takes nothing"),
    ],
)
def test_a_turn_of_fanorona_is_refused_for_what_is_wrong_with_it(
    name: str, position: str, turn: str, said: str
) -> None:
    with pytest.raises(lalao.LalaoError) as caught:
        lalao.game(name).position(position).move(turn)
    assert words("en").say(caught.value).startswith(said)


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
