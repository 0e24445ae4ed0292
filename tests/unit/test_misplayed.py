"""Misplays that the referee knows (tests/misplayed.txt), and boards as the terminal draws them (tests/drawn.txt)."""

from pathlib import Path

import pytest

import lalao
from lalao.locale import words

HERE = Path(__file__).parents[1]


def sections(name: str) -> list[tuple[str, str]]:
    """Read a file of sections that each begin with a line ``== …``."""
    text = (HERE / name).read_text(encoding="utf-8")
    heads = [section.partition("\n") for section in text.split("\n== ")[1:]]
    return [(head, body.rstrip("\n")) for head, _, body in heads]


def misplayed(what: str) -> str:
    """Return the misplays from a game's position, one a line: why, and what the places hold before and after."""
    name, text = what.split(" ", 1)
    position = lalao.game(name).position(text)
    before, lines = position.contents(), []
    for mistake in position.mistakes():
        after = mistake.after
        changed = (place for place in after if before[place] != after[place])
        told = ", ".join(f"{place} {before[place] or '-'} {after[place] or '-'}" for place in changed)
        lines.append(f"{words('en').say(mistake.reason)} | {told}")
    return "\n".join(lines)


def drawn(what: str) -> str:
    """Return what the terminal shows of a position after moves: what may be played next, and what was played last."""
    name, text, *moves = what.split(" | ")
    position, last = lalao.game(name).position(text), None
    for move in moves:
        last = position.move(move)
        position = position.play(last)
    return position.picture(last=last, legal=True).draw(words("en"))


@pytest.mark.parametrize(("what", "lines"), sections("misplayed.txt"))
def test_the_misplays_of_a_position_are_those_of_the_file(what: str, lines: str) -> None:
    assert misplayed(what) == lines


@pytest.mark.parametrize(("what", "picture"), sections("drawn.txt"))
def test_a_board_is_drawn_as_in_the_file(what: str, picture: str) -> None:
    assert [line.rstrip() for line in drawn(what).splitlines()] == picture.splitlines()
