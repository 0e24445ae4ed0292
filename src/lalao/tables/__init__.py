"""Endgame tables of Fanorona, and the tables of Fang and Fafy shipped with the package."""

from pathlib import Path
from typing import TYPE_CHECKING

from lalao.games.fanorona import Fanorona

if TYPE_CHECKING:
    from lalao.tables.arrays import TableArrays


def open(game: Fanorona, folder: Path | None = None) -> "TableArrays":  # noqa: A001  as in other readers of tables
    """Open the endgame tables of a game, to probe arrays of positions: those in `folder`, then those shipped.

    >>> import lalao
    >>> held = open(lalao.game("fanorona"))
    >>> held.pieces, len(held.slices)
    (5, 10)
    >>> held.values([0b1, 0b11], [1 << 44, 1 << 44]).tolist()
    [0, 1]

    Without a folder the default one is used. Raises FileError where there are no tables or one is damaged,
    NotInTablesError for a game whose positions are more than a board and a side (huffing, Vela).
    """
    from lalao.tables.arrays import opened  # loads the compiler, which other games do without

    return opened(game, folder)
