"""Sets of points of a lattice up to its symmetries: the numbering that endgame tables use.

Sets of one size are ranked as in the combinatorial number system: a set of points p < q < r … has rank
C(p, 1) + C(q, 2) + C(r, 3) + …, which is their order as numbers (D. Knuth, *The Art of Computer Programming* 4A,
section 7.2.1.3). Sets that symmetries of the board bring onto each other are one *orbit*; the set of the lowest rank
is chosen for it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from math import comb

Slice = tuple[int, int]
"""A material: the number of pieces of the side to move, and that of the other side."""


@cache
def symmetries(height: int, width: int) -> tuple[tuple[int, ...], ...]:
    """Return the symmetries of a lattice, each as the image of every point; the identity is first.

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
def sets(points: int, size: int) -> list[int]:
    """Return all sets of `size` out of the first `points` points, in the order of their ranks."""
    return moved(tuple(range(points)), size)


def moved(images: Sequence[int], size: int) -> list[int]:
    """Return the images of all sets of `size` points, in the order of the ranks of the sets."""
    by_size: list[list[int]] = [[0], *([] for _ in range(size))]
    for image in images:
        for larger in range(size, 0, -1):
            by_size[larger] = by_size[larger] + [each | 1 << image for each in by_size[larger - 1]]
    return by_size[size]


@dataclass(frozen=True, slots=True)
class Orbits:
    """The orbits of the sets of one size.

    By the rank of a set, `number` is its orbit and `symmetry` the number of the symmetry that brings it onto the chosen
    set. By the number of an orbit, `chosen` is that set, `still` a bit mask of the symmetries that leave it unchanged,
    and `sizes` the number of sets in the orbit.
    """

    number: list[int]
    symmetry: list[int]
    chosen: list[int]
    still: list[int]
    sizes: list[int]


@cache
def orbits(height: int, width: int, size: int) -> Orbits:
    """Return the orbits of the sets of `size` points."""
    found = Orbits([], [], [], [], [])
    numbers: dict[int, int] = {}
    for images in zip(*(moved(images, size) for images in symmetries(height, width)), strict=True):
        head, each = min(images), images[0]
        if head == each:
            numbers[each] = len(numbers)
            found.chosen.append(each)
            found.still.append(sum(1 << way for way, image in enumerate(images) if image == each))
            found.sizes.append(len(set(images)))
        found.number.append(numbers[head])
        found.symmetry.append(images.index(head))
    return found


@cache
def orbit_count(height: int, width: int, size: int) -> int:
    """Return the number of orbits of the sets of `size` points, by Burnside's lemma, without listing them."""
    ways = symmetries(height, width)
    return sum(_fixed_sets(images, size) for images in ways) // len(ways)


def _fixed_sets(images: tuple[int, ...], size: int) -> int:
    """Count the sets of `size` points that a symmetry leaves unchanged: unions of its cycles."""
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
    """Count the indices of a slice: the side with fewer pieces up to symmetry, the other on any of the free points."""
    pivot, other = sorted(wanted)
    return orbit_count(height, width, pivot) * comb(height * width - pivot, other)


ALIGNED = 8
"""The alignment of slices: each begins at a multiple of this."""


def beginnings(height: int, width: int, of: Iterable[Slice]) -> tuple[dict[Slice, int], int]:
    """Return where each slice begins in one array, at multiples of `ALIGNED`, and the length of that array."""
    found, at = {}, 0
    for one in of:
        found[one] = at
        at += -(-places(height, width, one) // ALIGNED) * ALIGNED
    return found, at


def positions(points: int, wanted: Slice) -> int:
    """Count the positions of a slice, symmetric ones included: C(N, own) C(N - own, enemy)."""
    return comb(points, wanted[0]) * comb(points - wanted[0], wanted[1])


@cache
def slices(most: int, side: int) -> tuple[Slice, ...]:
    """List the slices of up to `most` pieces, up to `side` on each side, each after those its captures lead to.

    A slice and its counterpart with the sides exchanged stand together.
    """
    every = ((own, enemy) for own in range(1, side + 1) for enemy in range(1, side + 1) if own + enemy <= most)
    return tuple(sorted(every, key=lambda one: (sum(one), max(one), one)))
