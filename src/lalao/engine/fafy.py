"""Fafy and Sowing in the engine: a searcher that solves small rows, and rows to start from."""

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
"""Rows that are compared; where there are more, this many are drawn at random, always the same."""
USUAL_PITS = 6


def searcher(position: FafyPosition, settings: Settings) -> Searcher:
    """Return the searcher that solves small rows, and searches others by the readable rules."""
    return searcher_of(position, settings)


def drawn(game: Fafy, pits: int, seeds: int, rng: random.Random) -> FafyPosition:
    """Lay out a row, South to move: a seed in each pit, as in the usual start, the others at random."""
    row = [1] * pits
    for _ in range(seeds - pits):
        row[rng.randrange(pits)] += 1
    return FafyPosition(game, tuple(row), Side.SOUTH)


class RowLayouts:
    """Rows of given numbers of pits and seeds, as players may lay them out."""

    fixed = False

    def usual_pits(self, _: Fafy) -> int:
        """Return the pits of the rows that are compared by default."""
        return USUAL_PITS

    def starts(self, game: Fafy, pits: int, seeds: int) -> list[AnyPosition]:
        """List the rows of this size, South to move, as `rows` does: at most `MOST_LAYOUTS` of them."""
        return [FafyPosition(game, row, Side.SOUTH) for row in rows(game, pits, seeds)]

    def is_sampled(self, pits: int, seeds: int) -> bool:
        """Tell whether there are more rows than are compared, so that `starts` draws some."""
        return _count(pits, seeds) > MOST_LAYOUTS

    def matters(self, position: FafyPosition, value: Callable[[AnyPosition], Value]) -> bool:
        """Tell whether it matters who starts: not where the same side wins whoever starts.

        Raises TooLargeError where `value` does.
        """
        if position.game.impartial:
            return True
        other = FafyPosition(position.game, position.pits, position.to_move.other)
        return value(position).sign == value(other).sign


LAYOUTS = RowLayouts()


def rows(game: Fafy, pits: int, seeds: int) -> list[tuple[int, ...]]:
    """List the rows of this many pits and seeds whose end pits are not empty; of mirror images one if impartial.

    Where there are more than `MOST_LAYOUTS`, mirror images included, that many are drawn at random, always the same.
    """
    rows = _every_row(pits, seeds) if _count(pits, seeds) <= MOST_LAYOUTS else _some_rows(pits, seeds)
    return sorted({min(row, row[::-1]) for row in rows} if game.impartial else rows)


def _count(pits: int, seeds: int) -> int:
    return comb(seeds - 2 + pits - 1, pits - 1)


def _row(pits: int, seeds: int, bars: tuple[int, ...]) -> tuple[int, ...]:
    """Return the row that bars between seeds stand for (stars and bars); each end pit gets one seed more."""
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
