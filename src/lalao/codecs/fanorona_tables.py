"""The board of `lalao.kernels.fanorona_index`, for the slices that are asked for."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

import numpy as np
import numpy.typing as npt

from lalao.board.orbits import Slice, beginnings, orbits, places, symmetries
from lalao.codecs.fanorona import lines
from lalao.kernels import fanorona_index as kernel

IntArray = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Layout:
    """Slices one after the other: the array that the kernels read, where each begins, its places, the size of all."""

    board: IntArray
    begins: dict[Slice, int]
    places: dict[Slice, int]
    size: int


def layout(height: int, width: int, slices: Sequence[Slice]) -> Layout:
    """Lay out slices of a board one after the other."""
    fixed = _fixed(height, width)
    sizes = sorted({min(one) for one in slices})
    parts = [fixed]
    end = fixed.size
    for size in sizes:
        sets = orbits(height, width, size)
        fixed[kernel.SETS + size] = end
        parts.append(8 * sets.number + sets.symmetry)
        end += parts[-1].size
        fixed[kernel.CHOSEN + size] = end
        parts.append(np.stack([sets.chosen, sets.still], axis=1).reshape(-1))
        end += parts[-1].size
    begins, length = beginnings(height, width, slices)
    for one, at in begins.items():
        pivot, other = sorted(one)
        where = kernel.SLICES + 2 * (kernel.SIDE * one[0] + one[1])
        fixed[where], fixed[where + 1] = at, comb(height * width - pivot, other)
    numbers = {one: places(height, width, one) for one in slices}
    return Layout(np.concatenate(parts), begins, numbers, length)


def _fixed(height: int, width: int) -> IntArray:
    """Return the part of the array whose size no slice changes: lattice, numbers of sets, symmetries."""
    fixed = np.zeros(kernel.FIXED_WORDS, dtype=np.int64)
    fixed[: kernel.CHOOSE] = lines(height, width)
    for points in range(64):
        for size in range(kernel.SIDE):
            fixed[kernel.CHOOSE + kernel.SIDE * points + size] = comb(points, size)
    for number, images in enumerate(symmetries(height, width)):
        fixed[kernel.IMAGES + 64 * number : kernel.IMAGES + 64 * number + len(images)] = images
    return fixed
