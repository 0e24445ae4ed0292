"""Choosing a turn: every legal turn can be chosen tap by tap, and nothing else can."""

import random

import pytest

import lalao
from lalao.errors import TooLargeError
from lalao.games.fanorona import FanoronaPosition

GAMES = [name for name in lalao.LISTED if "-last" not in name]


@pytest.mark.parametrize("name", GAMES)
def test_every_turn_can_be_chosen_and_nothing_else(name: str) -> None:
    position, rng = lalao.game(name).start(), random.Random(name)
    for _ in range(25):
        moves = position.legal_moves()
        ways = list(position.paths())
        assert {move for _, move, _ in ways} == set(moves)
        places = position.contents().keys()
        for text, move, path in rng.sample(ways, min(len(ways), 8)):
            assert position.move(text) == move
            assert all(choice.place in places and set(choice.taken) <= places for choice in path)
            assert all(choice.after <= len(position.events(move)) for choice in path)
        told = [tuple(path) for _, _, path in ways]
        assert len(set(told)) == len(told), "two ways look the same"
        if not moves:
            break
        position = position.play(rng.choice(moves))


@pytest.mark.parametrize("name", GAMES)
def test_the_taps_of_a_turn_say_what_it_does(name: str) -> None:
    """A sign is tapped where the next seed falls; what the taps of Fanorona take is what vanishes from the board."""
    position, rng = lalao.game(name).start(), random.Random(name)
    for _ in range(25):
        ways = list(position.paths())
        if not ways:
            break
        before = position.contents()
        for text, move, path in rng.sample(ways, min(len(ways), 8)):
            events = position.events(move)
            signs = "".join(choice.how for choice in path)
            if "fanorona" in name:
                huffs = [choice for choice in path if choice.how == "x"]
                steps = "-".join(choice.place + choice.how for choice in path if choice.how != "x")
                assert " ".join([*(f"x{huff.place}" for huff in huffs), *([steps] if steps else [])]) == text
                gone = [(event.source, event.how) for event in events if event.key in ("remove", "huff")]
                told = [(point, choice.how.replace("x", "")) for choice in path for point in choice.taken]
                assert sorted(told) == sorted(gone)
                assert all(before[point] for point, _ in gone)
            else:
                assert text.endswith(signs)
                assert path[0].place.endswith(text[: len(text) - len(signs)])
                for choice in path[1:]:
                    assert choice.how in ("+", "-")
                    assert next(event for event in events[choice.after :] if event.key == "sow").target == choice.place
        position = position.play(rng.choice(position.legal_moves()))


def test_a_chain_of_fanorona_says_what_each_step_takes() -> None:
    position = lalao.game("fanorona").start()
    path = {text: path for text, _, path in position.paths()}["d3-e3W"]
    assert [(choice.place, choice.how, choice.taken) for choice in path] == [("d3", "", ()), ("e3", "W", ("c3",))]


def test_a_question_of_fifangha_comes_after_what_the_hand_has_done() -> None:
    position = lalao.game("fifangha").start()
    path = {text: path for text, _, path in position.paths()}["d-"]
    before = position.events(position.move("d-"))[: path[1].after]
    assert [event.key for event in before] == ["take", "drop", "capture"]
    assert (path[1].place, path[1].how) == ("Sh", "-")


@pytest.mark.parametrize(
    ("name", "winner", "second"),
    [("fanorona", lalao.Side.WHITE, " b vela=w"), ("fanorona", lalao.Side.BLACK, " w vela=b"), ("fang", None, None)],
)
def test_second_rounds(name: str, winner: lalao.Side | None, second: str | None) -> None:
    start = lalao.game(name).second_round(winner or lalao.Side.SOUTH)
    assert (start is None) == (second is None)
    if start is not None and second is not None:
        assert str(start).endswith(second)
        assert start.game.position(str(start)) == start
        assert start.game.second_round(lalao.Side.WHITE) is None


def test_as_many_turns_are_listed_as_are_wanted_although_some_paths_are_one_turn() -> None:
    position = lalao.game("fanorona").position("3B1BBB1/1BB2BW1B/B3B3B/1B1B2B2/1W2BBBBB w")
    turns = position.legal_moves()
    assert len(turns) > 34
    for most in range(1, len(turns) + 2):
        listed = position.some_moves(most)
        assert len(set(listed)) == min(most, len(turns))
        assert set(listed) <= set(turns)


def test_a_list_of_turns_follows_only_so_many_paths(monkeypatch: pytest.MonkeyPatch) -> None:
    position = lalao.game("fanorona").position("3B1BBB1/1BB2BW1B/B3B3B/1B1B2B2/1W2BBBBB w")
    monkeypatch.setattr("lalao.games.fanorona.rules.PATHS_A_TURN", 1)
    assert len(position.some_moves(60)) == 60, "some of the first 61 paths are one turn"
    monkeypatch.setattr("lalao.games.fanorona.rules.MOST_FURTHER", 0)
    assert isinstance(position, FanoronaPosition)
    further = list(position.move_paths())[61]
    with pytest.raises(TooLargeError) as caught:
        position.some_moves(60)
    assert str(caught.value) == f"there are too many ways of playing '{further}' to look at them all here"
