"""How games went on from a position: those that the engine played against itself, and those of records.

The package holds the engine's games as a book (`lalao.engine.book`), counted by tools/openings.py: games of Fanorona
from every position that two turns lead to. The turns of the first two plies have the value of a longer search too.
"""

from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from lalao.engine.analysis import Score
from lalao.engine.book import Book, BookMove, Entry
from lalao.games.game import AnyPosition, name_of
from lalao.record import Record
from lalao.tables.shipped import shipped_bytes, unpacked

FILE = "openings.zst"
PLIES = 20
"""The plies from the start in which the turns of a record are counted."""


@cache
def played() -> Book:
    """Return the book of the engine's own games.

    Raises FileError where the file is damaged.
    """
    _, body = unpacked(shipped_bytes(files("lalao.engine"), FILE), FILE)
    return Book.read(body.decode(), FILE)


def learned(records: Iterable[Record]) -> Book:
    """Return a book of the first `PLIES` of each record."""
    book = Book()
    for record in records:
        book.learn(record, PLIES)
    return book


def turns(book: Book, position: AnyPosition) -> list[BookMove]:
    """List the moves that were played in a position: those with a value first, by it, the others by their games."""
    found = [each for each in book.moves(position) if each.entry.games]
    return sorted(found, key=lambda each: (rank(each.entry), each.entry.games, str(each.move)), reverse=True)


def rank(entry: Entry) -> tuple[bool, tuple[int, int]]:
    """Return a key that sorts entries by their value."""
    return entry.score is not None, (entry.score or Score()).rank


def named(position: AnyPosition, move: object) -> str:
    """Return the name of a move from the start of its game, "" where it has none."""
    game = position.game
    return game.opening_name(move) if name_of(position) == name_of(game.start()) else ""
