"""What is said of wrong texts of positions and moves, word for word: tests/refused.txt."""

from pathlib import Path

import pytest

import lalao
from lalao.errors import IllegalMoveError, NotationError
from lalao.games.fafy import Fafy
from lalao.games.fang import Fang
from lalao.games.fanorona import Fanorona
from lalao.games.fifangha import Fifangha
from lalao.locale import words

LINES = [
    tuple(part.strip() for part in line.split("|"))
    for line in Path(__file__).with_name("refused.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


def read(what: str, text: str) -> None:
    """Read a text as a position of a game, or play it as a move from the start."""
    kind, name = what.split()
    game = lalao.game(name)
    if kind == "position":
        game.position(text)
    else:
        game.start().play(game.start().move(text))


@pytest.mark.parametrize(("what", "text", "sentence"), LINES, ids=[f"{what} {text}" for what, text, _ in LINES])
def test_a_wrong_text_gets_its_sentence(what: str, text: str, sentence: str) -> None:
    with pytest.raises((NotationError, IllegalMoveError)) as caught:
        read(what, text)
    assert words("en").say(caught.value) == sentence


def test_every_family_has_some() -> None:
    assert {type(lalao.game(what.split()[1])) for what, *_ in LINES} == {Fang, Fafy, Fifangha, Fanorona}
