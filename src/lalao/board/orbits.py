"""Sets of points of a lattice up to its symmetries: the numbering that endgame tables use.

Sets of one size are ranked as in the combinatorial number system: a set of points p < q < r … has rank
C(p, 1) + C(q, 2) + C(r, 3) + …, which is their order as numbers (D. Knuth, *The Art of Computer Programming* 4A,
section 7.2.1.3). Sets that symmetries of the board bring onto each other are one *orbit*; the set of the lowest rank
is chosen for it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from math import comb

import numpy as np
import numpy.typing as npt

IntArray = npt.NDArray[np.int64]
Slice = tuple[int, int]
"""A material: the pieces of the side to move and those of the other."""


@cache
def symmetries(height: int, width: int) -> tuple[tuple[int, ...], ...]:
    """Give the symmetries of a lattice, the image of every point in each; the one that moves nothing is first.

    There are four (mirrored, upside down, both), and eight on a square.
    """
    symmetries = []
    for turned in (False, True) if height == width else (False,):
        for down in (False, True):
            for west in (False, True):
                images = []
                for point in range(height * width):
                    rank, file = divmod(point, width)
                    if turned:
                        rank, file = file, rank
                    rank, file = height - 1 - rank if down else rank, width - 1 - file if west else file
                    images.append(rank * width + file)
                symmetries.append(tuple(images))
    return tuple(symmetries)


@cache
def sets(points: int, size: int) -> IntArray:
    """Return all sets of so many of the first points, by rank."""
    if size == 0:
        return np.zeros(1, dtype=np.int64)
    if size > points:
        return np.zeros(0, dtype=np.int64)
    return np.concatenate([sets(points - 1, size), sets(points - 1, size - 1) | np.int64(1 << (points - 1))])


@dataclass(frozen=True, slots=True)
class Orbits:
    """The orbits of the sets of one size.

    `number` and `symmetry`, by rank of a set, say which orbit it is in and which symmetry brings it onto the chosen
    set; `chosen`, by number of an orbit, is that set, `still` the symmetries that leave it alone, a bit each, and
    `sizes` the number of sets in the orbit.
    """

    number: IntArray
    symmetry: IntArray
    chosen: IntArray
    still: IntArray
    sizes: IntArray


@cache
def orbits(height: int, width: int, size: int) -> Orbits:
    """Return the orbits of the sets of so many points."""
    every = sets(height * width, size)
    ways = symmetries(height, width)
    ranks = np.empty((len(ways), every.size), dtype=np.int64)
    for way, images in enumerate(ways):
        moved = np.zeros_like(every)
        for point, image in enumerate(images):
            moved |= (every >> point & 1) << image
        ranks[way] = np.searchsorted(every, moved)
    lowest = ranks.min(axis=0)
    heads, number, sizes = np.unique(lowest, return_inverse=True, return_counts=True)
    still = ((ranks[:, heads] == heads) << np.arange(len(ways))[:, np.newaxis]).sum(axis=0)
    return Orbits(number, ranks.argmin(axis=0), every[heads], still, sizes)


@cache
def orbit_count(height: int, width: int, size: int) -> int:
    """Return the number of orbits of the sets of so many points, by Burnside's lemma, without listing them."""
    ways = symmetries(height, width)
    return sum(_fixed_sets(images, size) for images in ways) // len(ways)


def _fixed_sets(images: tuple[int, ...], size: int) -> int:
    """Count the sets of a size that a symmetry leaves alone: unions of its cycles."""
    by_size = [1] + [0] * size
    left = set(range(len(images)))
    while left:
        first = point = left.pop()
        length = 1
        while (point := images[point]) != first:
            left.remove(point)
            length += 1
        for total in range(size, length - 1, -1):
            by_size[total] += by_size[total - length]
    return by_size[size]


def places(height: int, width: int, wanted: Slice) -> int:
    """Return the places of a slice: the side with fewer pieces up to symmetry, the other anywhere beside it."""
    pivot, other = sorted(wanted)
    return orbit_count(height, width, pivot) * comb(height * width - pivot, other)


def beginnings(height: int, width: int, of: Iterable[Slice]) -> tuple[dict[Slice, int], int]:
    """Return where each of some slices begins in one array of places, a multiple of eight, and the length of all."""
    found, at = {}, 0
    for one in of:
        found[one] = at
        at += -(-places(height, width, one) // 8) * 8
    return found, at


def positions(points: int, wanted: Slice) -> int:
    """Return the positions of a slice before symmetry: C(N, own) C(N - own, enemy)."""
    return comb(points, wanted[0]) * comb(points - wanted[0], wanted[1])


@cache
def slices(most: int, side: int) -> tuple[Slice, ...]:
    """List the slices of up to so many pieces in all and so many a side, each after those that taking leads to.

    A slice and the one with the sides changed over stand together.
    """
    every = ((own, enemy) for own in range(1, side + 1) for enemy in range(1, side + 1) if own + enemy <= most)
    return tuple(sorted(every, key=lambda one: (sum(one), max(one), one)))
