"""Endgame tables of Fanorona, and the tables of Fang and Fafy shipped with the package."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lalao.games.fanorona import Fanorona
from lalao.games.game import AnyPosition, Game
from lalao.games.registry import Hook
from lalao.values import UNKNOWN, Unknown, Value

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


HAS_TABLES: Hook[Callable[[Any], bool]] = Hook(__name__, "has_tables")
EXACT_FROM: Hook[Callable[[Any], int]] = Hook(__name__, "exact_from")
PROBE: Hook[Callable[[Any, Path | None], Value | Unknown]] = Hook(__name__, "probe")


def has_tables(game: Game) -> bool:
    """Tell whether a game can have endgame tables."""
    allows = HAS_TABLES.by(game)
    return allows is not None and allows(game)


def exact_from(game: Game) -> int:
    """Return up to how many pieces in all the tables that are there hold every position of a game, 0 without tables."""
    most = EXACT_FROM.by(game)
    return most(game) if most else 0


def value_in_tables(position: AnyPosition, folder: Path | None = None) -> Value | Unknown:
    """Return the value of a position by the tables in `folder` (or the default one), then those shipped; else UNKNOWN.

    Raises FileError where a table is damaged.
    """
    held = PROBE.by(position.game)
    return held(position, folder) if held else UNKNOWN
