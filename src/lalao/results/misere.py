"""Impartial Fafy in misère play: who wins sums of blocks, each sum solved once whatever the order of its blocks.

An empty pit is never filled again, so a row is the sum of its blocks. Sums have no nimbers in misère play, but blocks
without moves can be left out, and blocks can be reordered and mirrored.
"""

from collections.abc import Iterator
from functools import cache

from lalao.errors import TooLargeError
from lalao.games.fafy import Fafy
from lalao.solve.fafy import Row, blocks_of, mirrored
from lalao.values import Side

Sum = tuple[Row, ...]
FAFY = Fafy(impartial=True)
MOST_SUMS = 3_000_000
"""The most sums cached, a few hundred bytes each."""


@cache
def parts_after(block: Row) -> frozenset[Sum]:
    """Return the results of the moves in a block, each as the sum of the blocks that still have moves."""
    after = (blocks_of(row) for row in FAFY.followers(block, Side.SOUTH))
    return frozenset(tuple(sorted(mirrored(part) for part in parts if is_live(part))) for parts in after)


@cache
def is_live(block: Row) -> bool:
    """Tell whether a block has a move."""
    return bool(FAFY.followers(block, Side.SOUTH))


class MisereOutcomes:
    """Caches who wins sums."""

    def __init__(self) -> None:
        """Begin with the empty sum: whoever cannot move wins."""
        self.known: dict[Sum, bool] = {(): True}

    def first_wins(self, row: Row) -> bool:
        """Tell whether the player who starts wins a row without empty pits.

        >>> [MisereOutcomes().first_wins((1,) * pits) for pits in (1, 2, 3)]
        [True, False, True]

        Raises TooLargeError where more than `MOST_SUMS` sums would be cached.
        """
        return self._wins((mirrored(row),) if is_live(row) else ())

    def _wins(self, blocks: Sum) -> bool:
        known = self.known.get(blocks)
        if known is None:
            if len(self.known) >= MOST_SUMS:
                raise TooLargeError("more than {most} positions would have to be looked at", most=MOST_SUMS)
            known = any(not self._wins(after) for after in self._after(blocks))
            self.known[blocks] = known
        return known

    def _after(self, blocks: Sum) -> Iterator[Sum]:
        for place, block in enumerate(blocks):
            if place and block == blocks[place - 1]:
                continue
            others = blocks[:place] + blocks[place + 1 :]
            for parts in parts_after(block):
                yield tuple(sorted(others + parts))
