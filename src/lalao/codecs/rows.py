"""Conversions of rows of Fafy and Sowing for the kernels of `lalao.kernels.rows`."""

import numpy as np

from lalao.errors import TooLargeError
from lalao.games.fafy import FafyPosition
from lalao.kernels import rows as kernel
from lalao.values import Side


class Blocks:
    """The nimbers of blocks of impartial Fafy, cached between calls: at least 48 bytes a block."""

    def __init__(self) -> None:
        self.known = 0
        self._keys, self._nimbers = np.zeros((1024, 2), dtype=np.uint64), np.full(1024, -1, dtype=np.int64)

    def nimber(self, block: tuple[int, ...], most: int) -> int:
        """Return the nimber of a block.

        Raises TooLargeError where more than `most` blocks would have to be cached.
        """
        arguments = np.array(block, dtype=np.int64), most, self._keys, self._nimbers, self.known
        nimber, self.known, self._keys, self._nimbers = kernel.nimber_beside(*arguments)
        if nimber < 0:
            raise TooLargeError("more than {most} positions would have to be searched", most=most)
        return int(nimber)


def perft(position: FafyPosition, depth: int) -> int:
    """Count the sequences of `depth` moves."""
    game = position.game
    east = int(game.impartial or position.to_move is Side.SOUTH)
    west = int(game.impartial or position.to_move is Side.NORTH)
    return int(kernel.perft(np.array(position.pits, dtype=np.int64), east, west, int(game.last_only), depth))
