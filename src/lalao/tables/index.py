"""Where a position of Fanorona stands in its tables, in plain Python: the readable reference of the kernels' index.

`lalao.kernels.fanorona_index` explains the numbering, `lalao.board.orbits` sets of points and orbits.
"""

from functools import cache
from math import comb

from lalao.board.orbits import Slice, orbits, sets, symmetries


class Index:
    """Numbers the positions of a board: their slice, and their place in it."""

    def __init__(self, height: int, width: int) -> None:
        """Compute what all slices share; the sets of a pivot's size are added at their first use."""
        self.height, self.width, self.points = height, width, height * width
        self._symmetries = symmetries(height, width)
        self._choose = [[comb(n, i) for n in range(self.points + 1)] for i in range(self.points + 1)]
        self._pivots: dict[int, tuple[list[int], list[int], list[int]]] = {}

    def block(self, wanted: Slice) -> int:
        """Return how many places of a slice each orbit of its pivot has."""
        pivot, other = sorted(wanted)
        return comb(self.points - pivot, other)

    def places(self, wanted: Slice) -> int:
        return len(self._pivot(min(wanted))[2]) * self.block(wanted)

    def place(self, own: int, enemy: int) -> tuple[Slice, int]:
        """Return the slice of a position, given as two sets of points, and its place there."""
        owns, enemies = own.bit_count(), enemy.bit_count()
        pivot, other = (own, enemy) if owns <= enemies else (enemy, own)
        choose = self._choose
        rank = size = 0
        while pivot:
            low = pivot & -pivot
            pivot ^= low
            size += 1
            rank += choose[size][low.bit_length() - 1]
        numbers, ways, chosen = self._pivots.get(size) or self._pivot(size)
        orbit = numbers[rank]
        taken, images = chosen[orbit], self._symmetries[ways[rank]]
        turned = 0
        while other:
            low = other & -other
            other ^= low
            turned |= 1 << images[low.bit_length() - 1]
        free = ~taken
        rank = size = 0
        while turned:
            low = turned & -turned
            turned ^= low
            size += 1
            rank += choose[size][(low - 1 & free).bit_count()]
        return (owns, enemies), orbit * self.block((owns, enemies)) + rank

    def position(self, wanted: Slice, at: int) -> tuple[int, int]:
        """Return the position at a place of a slice, as two sets of points: own and enemy pieces."""
        orbit, rank = divmod(at, self.block(wanted))
        pivot = self._pivot(min(wanted))[2][orbit]
        free = [point for point in range(self.points) if not pivot >> point & 1]
        beside = sets(len(free), max(wanted))[rank]
        other = sum(1 << point for number, point in enumerate(free) if beside >> number & 1)
        return (pivot, other) if wanted[0] <= wanted[1] else (other, pivot)

    def _pivot(self, size: int) -> tuple[list[int], list[int], list[int]]:
        """Return the orbit of each set of a size, the symmetry that leads to the chosen set, and the chosen sets."""
        if size not in self._pivots:
            found = orbits(self.height, self.width, size)
            self._pivots[size] = found.number, found.symmetry, found.chosen
        return self._pivots[size]


@cache
def index(height: int, width: int) -> Index:
    """Return the index of a board, computed once."""
    return Index(height, width)
