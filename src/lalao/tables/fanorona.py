"""Fanorona's endgame tables: which of its games have some, and how to probe them."""

from pathlib import Path

from lalao.games.fanorona import Fanorona, FanoronaPosition
from lalao.values import UNKNOWN, Unknown, Value

FEWEST = 2
"""The fewest pieces of which there are tables: one a side."""


def has_tables(game: Fanorona) -> bool:
    """Tell whether a game can have tables: not with huffing, for they do not record which pieces may be huffed."""
    return not game.rules.huffing


def exact_from(game: Fanorona, folder: Path | None = None) -> int:
    """Return up to how many pieces in all the tables that are there hold every position of a game, 0 without tables."""
    from lalao.tables.probe import tables

    most = tables(game, folder).most if has_tables(game) else 0
    return most if most >= FEWEST else 0


def probe(position: FanoronaPosition, folder: Path | None) -> Value | Unknown:
    """Return the value of a position by the tables in `folder` (or the default one), then those shipped; else UNKNOWN.

    Raises FileError where a table is damaged.
    """
    from lalao.tables.probe import tables  # loads numpy, which other games do without

    return tables(position.game, folder).value(position) if has_tables(position.game) else UNKNOWN
