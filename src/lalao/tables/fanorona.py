"""What Fanorona brings to the tables: which of its games they are for, and what they hold of a position."""

from pathlib import Path

from lalao.games.fanorona import Fanorona, FanoronaPosition
from lalao.values import UNKNOWN, Unknown, Value


def has_tables(game: Fanorona) -> bool:
    """Tell whether tables of a game may be built: what may be huffed is not in them."""
    return not game.rules.huffing


def exact_from(game: Fanorona, folder: Path | None = None) -> int:
    """Return up to how many pieces in all the tables that are there hold every position of a game."""
    from lalao.tables.probe import tables

    return tables(game, folder).most if has_tables(game) else 0


def probe(position: FanoronaPosition, folder: Path | None) -> Value | Unknown:
    """Return what tables hold of a position: those built in a folder (or the default one), and those shipped.

    Raises FileError where a table is damaged.
    """
    from lalao.tables.probe import tables  # numpy, which other games do without

    return tables(position.game, folder).value(position) if has_tables(position.game) else UNKNOWN
