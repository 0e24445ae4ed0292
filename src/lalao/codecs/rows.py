"""Conversions of rows of Fafy and Sowing for the kernels of `lalao.kernels.rows`."""

from lalao import arrays as np
from lalao.arrays.types import IntArray, UintGrid
from lalao.errors import TooLargeError
from lalao.games.fafy import FafyPosition
from lalao.kernels import rows as kernel
from lalao.values import Side

FIRST_PLACES = 1024


class Blocks:
    """The nimbers of blocks of impartial Fafy, cached between calls: at least 48 bytes a block."""

    def __init__(self) -> None:
        self.known = 0
        self._keys, self._nimbers = table_of(FIRST_PLACES)

    def nimber(self, block: tuple[int, ...], most: int) -> int:
        """Return the nimber of a block.

        Raises TooLargeError where more than `most` blocks would have to be cached.
        """
        blocks = path_of(len(block), max(block, default=0))
        blocks.counts[kernel.KNOWN] = self.known
        kernel.begin(blocks, np.array(block, dtype=np.int64))
        while (nimber := kernel.nimber(blocks, self._keys, self._nimbers, most)) == kernel.NO_ROOM:
            self._enlarge()
        self.known = int(blocks.counts[kernel.KNOWN])
        if nimber == kernel.TOO_MANY:
            raise TooLargeError("more than {most} positions would have to be searched", most=most)
        return int(nimber)

    def _enlarge(self) -> None:
        """Move the table to one of twice as many places."""
        keys, nimbers = table_of(2 * len(self._nimbers))
        kernel.move(self._keys, self._nimbers, keys, nimbers)
        self._keys, self._nimbers = keys, nimbers


def table_of(places: int) -> tuple[UintGrid, IntArray]:
    """Return the keys and nimbers of a table without blocks."""
    return np.zeros((places, 2), dtype=np.uint64), np.full(places, -1, dtype=np.int64)


def path_of(pits: int, seeds: int) -> kernel.Blocks:
    """Return the path of blocks of up to `pits` pits, the first of which has at most `seeds` seeds in a pit.

    No nimber exceeds the number of moves, two a pit.
    """
    depth = pits + 2
    return kernel.Blocks(
        counts=np.zeros(kernel.COUNTS, dtype=np.int64),
        marks=np.empty(pits + seeds + 2, dtype=np.uint64),
        first=np.empty((2, depth), dtype=np.uint64),
        second=np.empty((2, depth), dtype=np.uint64),
        cells=np.empty((depth, pits), dtype=np.int64),
        total=np.zeros((depth, 4, pits + 1), dtype=np.uint64),
        lengths=np.empty(depth, dtype=np.int64),
        at=np.empty(depth, dtype=np.int64),
        seen=np.empty((depth, 1 << (2 * pits).bit_length()), dtype=np.uint8),
    )


def perft(position: FafyPosition, depth: int) -> int:
    """Count the sequences of `depth` moves."""
    game = position.game
    east = int(game.impartial or position.to_move is Side.SOUTH)
    west = int(game.impartial or position.to_move is Side.NORTH)
    return int(kernel.perft(np.array(position.pits, dtype=np.int64), east, west, int(game.last_only), depth))
