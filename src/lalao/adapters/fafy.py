"""Batches of games of Fafy or Sowing, for `lalao.adapters.batch`."""

import numpy as np
import numpy.typing as npt

from lalao.adapters.batch import Kernel
from lalao.adapters.steps import Match
from lalao.games.fafy import FafyPosition
from lalao.kernels import rows_batch as kernel
from lalao.values import Side


class FafyBatch(Kernel):
    """Games of Fafy or Sowing that all begin with the same row."""

    def __init__(self, match: Match, games: int) -> None:
        """Allocate the boards; `lalao.adapters.batch` opens them."""
        assert isinstance(match.start, FafyPosition)
        self._game = match.start.game
        start, rules = self.words_of(match.start), (self._game.impartial, self._game.misere, self._game.last_only)
        boards = np.zeros((games, start.size), dtype=np.int64)
        super().__init__(kernel, kernel.Rows(start, boards, np.array(rules, dtype=np.int64)))

    def words_of(self, position: FafyPosition) -> npt.NDArray[np.int64]:
        return np.array((*position.pits, position.to_move is Side.NORTH, 0), dtype=np.int64)

    def position_of(self, words: npt.NDArray[np.int64]) -> FafyPosition:
        *pits, mover, _ = map(int, words)
        return FafyPosition(self._game, tuple(pits), Side.NORTH if mover else Side.SOUTH)


batched = FafyBatch
