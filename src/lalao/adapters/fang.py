"""Batches of games of Fang, for `lalao.adapters.batch`."""

import numpy as np
import numpy.typing as npt

from lalao.adapters.steps import Match
from lalao.games.fang import Fang, FangPosition
from lalao.kernels import fang_batch as kernel
from lalao.kernels.batch import Shown
from lalao.values import Side


class FangBatch:
    """Games of Fang that all begin with the same position."""

    def __init__(self, start: FangPosition, games: int) -> None:
        """Allocate the boards; `begin` fills them."""
        game: Fang = start.game
        row = (*start.pits, *start.reserves, start.to_move is Side.NORTH)
        self._start = np.array(row, dtype=np.int64)
        self._boards = np.zeros((games, len(row)), dtype=np.int64)
        self._guarded, self._last = int(game.guarded), int(game.last)

    def begin(self, shown: Shown) -> None:
        """Begin every game anew, as `lalao.adapters.batch.Kernel` says."""
        kernel.begin_all(self._start, self._boards, self._guarded, shown)

    def step(self, actions: npt.NDArray[np.int64], shown: Shown) -> None:
        """Take one action in every game, as `lalao.adapters.batch.Kernel` says."""
        kernel.step(self._start, self._boards, self._guarded, self._last, actions, shown)


def batched(match: Match, games: int, draws: bool) -> FangBatch:  # noqa: ARG001  no position repeats
    """Return a batch of `games` games from the start of a match."""
    assert isinstance(match.start, FangPosition)
    return FangBatch(match.start, games)
