"""Batches of games of Fafy or Sowing, for `lalao.adapters.batch`."""

import numpy as np
import numpy.typing as npt

from lalao.adapters.steps import Match
from lalao.games.fafy import FafyPosition
from lalao.kernels import rows_batch as kernel
from lalao.kernels.batch import Shown
from lalao.values import Side


class FafyBatch:
    """Games of Fafy or Sowing that all begin with the same row."""

    def __init__(self, start: FafyPosition, games: int) -> None:
        """Allocate the boards; `begin` fills them."""
        words = np.array((*start.pits, start.to_move is Side.NORTH, 0), dtype=np.int64)
        rules = (start.game.impartial, start.game.misere, start.game.last_only)
        self._rows = kernel.Rows(
            start=words,
            boards=np.zeros((games, words.size), dtype=np.int64),
            rules=np.array(rules, dtype=np.int64),
        )

    def begin(self, shown: Shown) -> None:
        """Begin every game anew, as `lalao.adapters.batch.Kernel` says."""
        kernel.begin_all(self._rows, shown)

    def step(self, actions: npt.NDArray[np.int64], shown: Shown) -> None:
        """Take one action in every game, as `lalao.adapters.batch.Kernel` says."""
        kernel.step(self._rows, actions, shown)


def batched(match: Match, games: int, draws: bool) -> FafyBatch:  # noqa: ARG001  no position repeats
    """Return a batch of `games` games from the start of a match."""
    assert isinstance(match.start, FafyPosition)
    return FafyBatch(match.start, games)
