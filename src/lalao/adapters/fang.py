"""Batches of games of Fang, for `lalao.adapters.batch`."""

import numpy as np
import numpy.typing as npt

from lalao.adapters.batch import Kernel
from lalao.adapters.steps import Match
from lalao.games.fang import FangPosition
from lalao.kernels import fang_batch as kernel
from lalao.values import Side


class FangBatch(Kernel):
    """Games of Fang that all begin with the same position."""

    def __init__(self, match: Match, games: int) -> None:
        """Allocate the boards; `lalao.adapters.batch` opens them."""
        assert isinstance(match.start, FangPosition)
        self._game = match.start.game
        start, rules = self.words_of(match.start), (self._game.guarded, self._game.last)
        boards = np.zeros((games, start.size), dtype=np.int64)
        super().__init__(kernel, kernel.Boards(start, boards, np.array(rules, dtype=np.int64)))

    def words_of(self, position: FangPosition) -> npt.NDArray[np.int64]:
        row = (*position.pits, *position.reserves, position.to_move is Side.NORTH)
        return np.array(row, dtype=np.int64)

    def position_of(self, words: npt.NDArray[np.int64]) -> FangPosition:
        *pits, south, north, mover = map(int, words)
        return FangPosition(self._game, tuple(pits), (south, north), Side.NORTH if mover else Side.SOUTH)


batched = FangBatch
