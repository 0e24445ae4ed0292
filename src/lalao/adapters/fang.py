"""Batches of games of Fang, for `lalao.adapters.batch`."""

import numpy as np
import numpy.typing as npt

from lalao.adapters.steps import Match
from lalao.games.fang import FangPosition
from lalao.kernels import fang_batch as kernel
from lalao.kernels.batch import Shown
from lalao.values import Side


class FangBatch:
    """Games of Fang that all begin with the same position."""

    def __init__(self, start: FangPosition, games: int) -> None:
        """Allocate the boards; `lalao.adapters.batch` opens them."""
        self._game = start.game
        self.start = self.words_of(start)
        self.games = np.zeros((games, self.start.size), dtype=np.int64)
        self._guarded, self._last = int(self._game.guarded), int(self._game.last)

    def words_of(self, position: FangPosition) -> npt.NDArray[np.int64]:
        row = (*position.pits, *position.reserves, position.to_move is Side.NORTH)
        return np.array(row, dtype=np.int64)

    def position_of(self, words: npt.NDArray[np.int64]) -> FangPosition:
        *pits, south, north, mover = map(int, words)
        return FangPosition(self._game, tuple(pits), (south, north), Side.NORTH if mover else Side.SOUTH)

    def open(self, shown: Shown) -> None:
        kernel.show_all(self.games, self._guarded, shown)

    def step(self, actions: npt.NDArray[np.int64], shown: Shown) -> None:
        kernel.step(self.start, self.games, self._guarded, self._last, actions, shown)


def batched(match: Match, games: int, draws: bool) -> FangBatch:  # noqa: ARG001  no position repeats
    """Return a batch of `games` games from the start of a match."""
    assert isinstance(match.start, FangPosition)
    return FangBatch(match.start, games)
