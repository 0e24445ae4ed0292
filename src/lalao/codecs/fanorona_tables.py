"""The array that `lalao.kernels.fanorona_index` reads of a board, made for the slices in use."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from math import comb

from lalao import arrays as np
from lalao.board.orbits import Slice, beginnings, orbits, places, symmetries
from lalao.codecs.fanorona import lines
from lalao.kernels import fanorona_index as kernel
from lalao.kernels.fanorona import aligned

IntArray = np.NDArray[np.int64]
ByteArray = np.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Layout:
    """Slices laid out in one array of codes.

    `board` is the array that the kernels read, `begins` and `places` say where each slice begins and how many indices
    it has, `size` is the length of the array of codes.
    """

    board: IntArray
    begins: dict[Slice, int]
    places: dict[Slice, int]
    size: int


@dataclass(frozen=True, slots=True)
class Endgames:
    """Endgame tables as kernels read them: the array of the board, the codes, and the most pieces covered."""

    board: IntArray
    codes: ByteArray
    pieces: int


def layout(height: int, width: int, slices: Sequence[Slice], begins: dict[Slice, int] | None = None) -> Layout:
    """Lay out slices of a board one after the other, or where `begins` says that each begins.

    Raises TooLargeError where its points do not fit in a word.
    """
    fixed = _fixed(height, width)
    words: list[int] = []
    for size in sorted({min(one) for one in slices}):
        found = orbits(height, width, size)
        fixed[kernel.SETS + size] = fixed.size + len(words)
        words += [8 * number + symmetry for number, symmetry in zip(found.number, found.symmetry, strict=True)]
        fixed[kernel.CHOSEN + size] = fixed.size + len(words)
        words += chain.from_iterable(zip(found.chosen, found.still, strict=True))
    begins = begins or beginnings(height, width, slices)[0]
    for one, at in begins.items():
        pivot, other = sorted(one)
        where = kernel.SLICES + 2 * (kernel.SIDE * one[0] + one[1])
        fixed[where], fixed[where + 1] = at, comb(height * width - pivot, other)
    numbers = {one: places(height, width, one) for one in slices}
    size = max((begins[one] + numbers[one] for one in slices), default=0)
    board = aligned(fixed.size + len(words))
    board[: fixed.size] = fixed
    board[fixed.size :] = words
    return Layout(board, begins, numbers, -(-size // 8) * 8)


def _fixed(height: int, width: int) -> IntArray:
    """Return the part of the array of fixed size: lattice, binomial coefficients, symmetries."""
    fixed = np.zeros(kernel.FIXED_WORDS, dtype=np.int64)
    fixed[: kernel.CHOOSE] = lines(height, width)
    for points in range(64):
        for size in range(kernel.SIDE):
            fixed[kernel.CHOOSE + kernel.SIDE * points + size] = comb(points, size)
    for number, images in enumerate(symmetries(height, width)):
        fixed[kernel.IMAGES + 64 * number : kernel.IMAGES + 64 * number + len(images)] = images
    return fixed
