"""Impartial Fafy in misère play: who wins sums of blocks.

An empty pit is never filled again in Fafy, so a row is the sum of its blocks. Sums have no nimbers in misère play, but
blocks without moves can be left out, and blocks can be reordered and mirrored.
"""

from collections.abc import Iterable
from functools import cache

from lalao.cgt.misere import MisereOutcomes
from lalao.solve.fafy import IMPARTIAL, Row, blocks_of, mirrored
from lalao.values import Side


@cache
def parts_after(block: Row) -> frozenset[tuple[Row, ...]]:
    """Return the results of the moves in a block of Fafy, each as the sum of the blocks that still have moves."""
    return frozenset(live_parts(after) for after in IMPARTIAL.followers(block, Side.SOUTH))


def live_parts(row: Row) -> tuple[Row, ...]:
    """Return the blocks of a row of Fafy that have moves, in ascending order."""
    return tuple(sorted(mirrored(part) for part in blocks_of(row) if is_live(part)))


@cache
def is_live(block: Row) -> bool:
    """Tell whether a block has a move."""
    return bool(IMPARTIAL.followers(block, Side.SOUTH))


def outcomes_of(rows: Iterable[Row]) -> list[bool]:
    """Tell for each row of impartial Fafy whether the player who starts wins it in misère play.

    Raises TooLargeError where too many sums would be cached.

    >>> outcomes_of([(1,), (1, 1), (1, 1, 1)])
    [True, False, True]
    """
    outcomes = MisereOutcomes(parts_after)
    return [outcomes.first_wins(live_parts(row)) for row in rows]
