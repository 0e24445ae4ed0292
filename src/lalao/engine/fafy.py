"""What Fafy and Sowing bring to the engine: they are solved where they are small; rows to start from."""

import random
from collections.abc import Callable, Iterator
from itertools import combinations, pairwise
from math import comb

from lalao.engine.analysis import Searcher, Settings
from lalao.engine.solved import searcher_of
from lalao.games.fafy import Fafy, FafyPosition
from lalao.games.game import AnyPosition
from lalao.values import Side, Value

MOST_LAYOUTS = 4_000
"""Rows that are compared; of more, so many are drawn by chance, always the same."""
USUAL_PITS = 6


def searcher(position: FafyPosition, settings: Settings) -> Searcher:
    """Return what solves the row."""
    return searcher_of(position, settings)


def drawn(game: Fafy, pits: int, seeds: int, rng: random.Random) -> FafyPosition:
    """Lay out a row, South to move: a seed in each pit, as in the document's start, the others where chance has it."""
    row = [1] * pits
    for _ in range(seeds - pits):
        row[rng.randrange(pits)] += 1
    return FafyPosition(game, tuple(row), Side.SOUTH)


class RowLayouts:
    """Rows of so many pits and seeds, as players may lay them out."""

    fixed = False

    def usual_pits(self, _: Fafy) -> int:
        """Return the pits of a row that a class meets."""
        return USUAL_PITS

    def starts(self, game: Fafy, pits: int, seeds: int) -> list[AnyPosition]:
        """List rows, South to move."""
        return [FafyPosition(game, row, Side.SOUTH) for row in rows(game, pits, seeds)]

    def is_sampled(self, pits: int, seeds: int) -> bool:
        """Tell whether there are more rows than are compared."""
        return _count(pits, seeds) > MOST_LAYOUTS

    def matters(self, position: FafyPosition, value: Callable[[AnyPosition], Value]) -> bool:
        """Tell whether it matters who starts: not where one side wins whoever does.

        Raises TooLargeError.
        """
        if position.game.impartial:
            return True
        other = FafyPosition(position.game, position.pits, position.to_move.other)
        return value(position).sign == value(other).sign


LAYOUTS = RowLayouts()


def rows(game: Fafy, pits: int, seeds: int) -> list[tuple[int, ...]]:
    """List the rows of so many pits, the end ones not empty, holding so many seeds in all; mirror images once if alike.

    Where there are more than `MOST_LAYOUTS` these are drawn by chance, always the same.
    """
    rows = _every_row(pits, seeds) if _count(pits, seeds) <= MOST_LAYOUTS else _some_rows(pits, seeds)
    return sorted({min(row, row[::-1]) for row in rows} if game.impartial else rows)


def _count(pits: int, seeds: int) -> int:
    return comb(seeds - 2 + pits - 1, pits - 1)


def _row(pits: int, seeds: int, bars: tuple[int, ...]) -> tuple[int, ...]:
    """Read a row between bars set among the seeds; one more seed lies in each end pit."""
    places = (-1, *bars, seeds - 2 + pits - 1)
    between = [right - left - 1 for left, right in pairwise(places)]
    return (between[0] + 1, *between[1:-1], between[-1] + 1)


def _every_row(pits: int, seeds: int) -> Iterator[tuple[int, ...]]:
    for bars in combinations(range(seeds - 2 + pits - 1), pits - 1):
        yield _row(pits, seeds, bars)


def _some_rows(pits: int, seeds: int) -> set[tuple[int, ...]]:
    rng, found = random.Random(1), set[tuple[int, ...]]()
    while len(found) < MOST_LAYOUTS:
        found.add(_row(pits, seeds, tuple(sorted(rng.sample(range(seeds - 2 + pits - 1), pits - 1)))))
    return found
