"""Rows of Fafy and Sowing for the kernels of `lalao.kernels.rows`."""

import numpy as np

from lalao.errors import TooLargeError
from lalao.games.fafy import FafyPosition
from lalao.kernels import rows as kernel
from lalao.values import Side


def nimber_of_block(block: tuple[int, ...], most: int) -> int:
    """Return the nimber of a block of impartial Fafy.

    Raises TooLargeError where more than `most` blocks would be met.
    """
    nimber, _ = kernel.nimber(np.array(block, dtype=np.int64), most)
    if nimber < 0:
        raise TooLargeError("more than {most} positions would have to be looked at", most=most)
    return int(nimber)


def perft(position: FafyPosition, depth: int) -> int:
    """Count the sequences of so many moves."""
    game = position.game
    east = int(game.impartial or position.to_move is Side.SOUTH)
    west = int(game.impartial or position.to_move is Side.NORTH)
    return int(kernel.perft(np.array(position.pits, dtype=np.int64), east, west, int(game.last_only), depth))
