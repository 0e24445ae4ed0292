"""Moves as people type them: any case and form that fits exactly one legal move is accepted, and nothing else."""

import random
import re
from pathlib import Path

import pytest

import lalao
from lalao.errors import IllegalMoveError, LalaoError
from lalao.games.fanorona import Fanorona
from lalao.games.game import AnyPosition
from lalao.games.registry import game_as
from tests.shell import sh


def positions(name: str, plies: int = 20) -> list[AnyPosition]:
    rng = random.Random(name)
    found = [lalao.game(name).start()]
    while len(found) <= plies and found[-1].legal_moves():
        found.append(found[-1].play(rng.choice(found[-1].legal_moves())))
    return found


@pytest.mark.parametrize("name", lalao.LISTED)
def test_the_notation_itself_is_always_understood(name: str) -> None:
    rng = random.Random(name)
    for position in positions(name):
        paths = list(position.paths())
        assert all(position.game.family.notation.as_written(position, text) == text for text, _, _ in paths)
        for text, move, _ in rng.sample(paths, min(len(paths), 4)):
            assert position.guess(text) == move


def bare(text: str) -> str:
    """Return a move in small letters, without anything that may be left out."""
    letters = re.sub("[AW+-]", "", text) if re.match("[0-9]|x?[a-z][0-9]", text) else re.sub("[+-]", "", text)
    return letters if text[0].isupper() else letters.lower()


@pytest.mark.parametrize("name", lalao.LISTED)
def test_what_is_left_out_must_follow_from_the_position(name: str) -> None:
    """A move typed bare is played where it fits no other; else the moves that it may mean are named."""
    rng = random.Random(name)
    for position in positions(name):
        meant: dict[str, set[object]] = {}
        for text, move, _ in position.paths():
            meant.setdefault(bare(text), set()).add(move)
        for text, moves in rng.sample(sorted(meant.items()), min(len(meant), 4)):
            if len(moves) == 1:
                assert {position.guess(text)} == moves
            else:
                with pytest.raises(IllegalMoveError, match="may be several moves: write one of"):
                    position.guess(text)


TYPED = [
    ("fanorona", None, "d2e3", "d2-e3A"),
    ("fanorona", None, "D2-E3", "d2-e3A"),
    ("fanorona", None, " d2 – e3a ", "d2-e3A"),
    ("fanorona", None, "D3 e3 W", "d3-e3W"),
    ("fanorona", None, "d2->e3", "d2-e3A"),
    ("fanorona", None, "f2", "f2-e3A"),
    ("fanorona-telo", "1B1/3/W2 w", "A1 b1", "a1-b1"),
    ("fanorona-libre-dimy", None, "c2-c3", "c2-c3A"),
    ("fanorona-strict-telo", "1B1/1B1/W2 w", "A1-A2", "a1-a2"),
    ("fanorona-souffle-telo", "3/BB1/WB1 w huff=b2", "XB2 A1B2", "xb2 a1-b2"),
    ("fafy-impartial", None, "1", "1+"),
    ("fafy-impartial", None, "+4", "4+"),
    ("fafy-impartial", None, "4 −", "4-"),
    ("fafy-impartial", None, "< 4", "4-"),
    ("fafy", None, "04", "4+"),
    ("fang", None, "02.", "2"),
    ("fifangakely", None, "C", "c"),
    ("fifangha", None, "C +", "c+"),
]


@pytest.mark.parametrize(("name", "start", "text", "move"), TYPED)
def test_a_form_that_fits_one_move_is_that_move(name: str, start: str | None, text: str, move: str) -> None:
    chosen = lalao.game(name)
    assert str((chosen.position(start) if start else chosen.start()).guess(text)) == move


REFUSED = [
    ("fanorona", "d3-e3", "'d3-e3' may be several moves: write one of d3-e3A, d3-e3W"),
    ("fanorona", "D3", "'D3' may be several moves: write one of d3-e3A, d3-e3W"),
    ("fanorona", "D2-D3", "d3 is not empty"),
    ("fanorona", "d2-e3w", "d2-e3 takes nothing by withdrawal"),
    ("fanorona", "save game", "'save game' is not a move of Fanorona"),
    ("fafy-impartial", "4", "'4' may be several moves: write one of 4+, 4-"),
    ("fafy", "4-", "South sows eastwards: write 4+"),
    ("fang", "game2", "'game2' is not a move of Fang"),
    ("fang", "", "'' is not a move of Fang"),
    ("fifangakely", "b+", "b+ does not answer the questions of this turn"),
]


@pytest.mark.parametrize(("name", "text", "said"), REFUSED)
def test_what_is_written_is_never_contradicted(name: str, text: str, said: str) -> None:
    with pytest.raises(LalaoError) as caught:
        lalao.game(name).start().guess(text)
    assert str(caught.value).startswith(said)


def test_the_row_of_a_fifangha_pit_counts_once_both_are_played() -> None:
    position = lalao.game("fifangakely").position("1.0.1.0/1.0.2.0/3.2.3.2/4.3.7.3 0+0 S")
    legal = [str(move) for move in position.legal_moves()]
    assert {text[0].isupper() for text in legal} == {True, False}
    for letter in "abcdABCD":
        fitting = [text for text in legal if text[0] == letter]
        if len(fitting) == 1:
            assert str(position.guess(letter)) == fitting[0]
        else:
            with pytest.raises(IllegalMoveError):
                position.guess(letter)


def test_records_are_written_in_full() -> None:
    with pytest.raises(IllegalMoveError, match="d2-e3 takes: write d2-e3A"):
        lalao.game("fanorona").start().move("d2-e3")


def test_moves_typed_after_replay_are_understood(tmp_path: Path) -> None:
    done = sh("lalao replay fanorona D2E3 && lalao replay fanorona-souffle-telo X B2 a1b2", tmp_path)
    assert done.stdout.splitlines()[1].startswith("d2-e3A\t")
    assert done.stderr.startswith("lalao: move 1: 'X' is not a move of Fanorona: write a2-b2A (approach)")
    done = sh("lalao replay fanorona-souffle-telo XB2 A1B2 --from '3/BB1/WB1 w huff=b2'", tmp_path)
    assert done.stdout.splitlines()[1].startswith("xb2 a1-b2\t")


FANORONA = [name for name in lalao.LISTED if name.startswith("fanorona")]


@pytest.mark.parametrize("name", [*FANORONA, "fanorona-3x25", "fanorona-25x3", "fanorona-souffle-3x5"])
def test_help_names_points_of_this_board_and_rules_of_this_ruleset(name: str) -> None:
    game = game_as(name, Fanorona)
    told = str(game.notation)
    points = re.findall("[a-z][0-9]+", told)
    assert points
    assert set(points) <= set(game.lattice.names)
    start, end = game.step.split("-")
    ends = {game.lattice.names[end] for end, _ in game.lattice.steps[game.lattice.index[start]]}
    assert end in ends
    assert ("huff" in told) == ("souffle" in name)
    with pytest.raises(LalaoError, match=f"write {game.step}A"):
        game.start().move("?")


@pytest.mark.parametrize("name", lalao.LISTED)
def test_every_game_has_a_goal(name: str) -> None:
    game = lalao.game(name)
    assert str(game.goal).endswith(".")
    assert ("misère" in str(game.goal)) == ("misere" in name)
    assert ("Vela" in str(game.goal)) == ("vela" in name)
