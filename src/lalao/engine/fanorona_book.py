"""The opening book of Fanorona, made by the engine itself (tools/book.py): its best turn in early positions.

The file is packed as the shipped tables are, with a checksum. Its text has one line per position, with tabs between
the id of the game, the position, the turn, and the opinion (in hundredths) of the search that chose it.
"""

from functools import cache
from importlib.resources import files

from lalao.engine.analysis import Line, Score
from lalao.engine.book import HEAD, USUAL_WEIGHT, Book
from lalao.games.fanorona import Fanorona, FanoronaPosition
from lalao.tables.shipped import shipped_bytes, unpacked

FILE = "fanorona_book.zst"
NODES = 400_000
"""Positions that the search for each turn looked at."""


@cache
def books() -> dict[tuple[str, str], tuple[str, int]]:
    """Return the turn and its opinion by game id and position.

    Raises FileError where the file is damaged.
    """
    _, body = unpacked(shipped_bytes(files("lalao.engine"), FILE), FILE)
    lines = (line.split("\t") for line in body.decode().splitlines())
    return {(name, position): (turn, int(opinion)) for name, position, turn, opinion in lines}


def in_book(position: FanoronaPosition) -> Line | None:
    """Return the book's turn in a position with its score, or None where the book does not have the position."""
    known = books().get((position.game.id, bare(position)))
    return None if known is None else Line(Score(known[1]), (position.move(known[0]),))


def as_book() -> Book:
    """Return the shipped book as a `Book`, to be added to another, each turn with the usual weight."""
    lines = (
        "\t".join((name, position, turn, str(USUAL_WEIGHT), *"0000", f"cp {opinion}", str(NODES)))
        for (name, position), (turn, opinion) in books().items()
    )
    return Book.read("\n".join((HEAD, *lines)), FILE)


def bare(position: FanoronaPosition) -> str:
    """Return the text of a position without the plies since the last capture."""
    return str(position).partition(" quiet=")[0]


def starts() -> tuple[Fanorona, ...]:
    """List the games whose starts the book holds."""
    return tuple(Fanorona(ruleset) for ruleset in ("", "libre", "strict", "souffle"))
