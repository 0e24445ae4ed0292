"""What is said of wrong texts of positions and moves, word for word: tests/refused.txt."""

from pathlib import Path

import pytest

import lalao
from lalao.errors import NARROW, IllegalMoveError, LalaoError, NotationError, UnknownGameError
from lalao.games.fafy import Fafy
from lalao.games.fang import Fang
from lalao.games.fanorona import Fanorona
from lalao.games.fifangha import Fifangha
from lalao.locale import LANGUAGES, words

LINES = [
    tuple(part.strip() for part in line.split("|"))
    for line in (Path(__file__).parents[1] / "refused.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


def read(what: str, text: str) -> None:
    """Read a text as the name of a game or a position of one, or play it as a move from a position, else the start."""
    kind, name, position = [*what.split(" ", 2), "", ""][:3]
    if kind == "game":
        lalao.game(text)
        return
    game = lalao.game(name)
    if kind == "position":
        game.position(text)
    else:
        (game.position(position) if position else game.start()).play(text)


# a name in ASCII can be given back to pytest
@pytest.mark.parametrize(
    ("what", "text", "sentence"), LINES, ids=[f"{what} {text}".replace("×", "x") for what, text, _ in LINES]
)
def test_a_wrong_text_gets_its_sentence(what: str, text: str, sentence: str) -> None:
    with pytest.raises((NotationError, IllegalMoveError, UnknownGameError)) as caught:
        read(what, text)
    assert words("en").say(caught.value) == sentence


def test_every_family_has_some() -> None:
    games = {what.split()[1] for what, *_ in LINES if what != "game"}
    assert {type(lalao.game(name)) for name in games} == {Fang, Fafy, Fifangha, Fanorona}


NAMES = ["fang", "fang-4-last", "fafy", "fafy-impartial-misere", "sowing", "fifangha", "fifangakely"]
NAMES += ["fanorona", "fanorona-telo-vela", "fanorona-souffle-dimy", "fanorona-strict-3x7"]
MOVES = ["2", "4+", "7-", "c", "c+-", "A-", "d3-e3A", "d3-e3", "f4-e5W-e4A", "xc3 d3-e3A", "xa2"]


@pytest.mark.parametrize("name", NAMES)
def test_moves_of_another_game_are_refused_in_words(name: str) -> None:
    for text in MOVES:
        try:
            lalao.game(name).start().move(text)
        except LalaoError as error:
            for language in LANGUAGES:
                told = words(language).say(error)
                assert told.strip()
                assert told.replace(NARROW, " ").isprintable()
