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
        """Allocate the boards; `lalao.adapters.batch` opens them."""
        self._game = start.game
        self.start = self.words_of(start)
        self.games = np.zeros((games, self.start.size), dtype=np.int64)
        rules = (self._game.impartial, self._game.misere, self._game.last_only)
        self._rows = kernel.Rows(start=self.start, boards=self.games, rules=np.array(rules, dtype=np.int64))

    def words_of(self, position: FafyPosition) -> npt.NDArray[np.int64]:
        return np.array((*position.pits, position.to_move is Side.NORTH, 0), dtype=np.int64)

    def position_of(self, words: npt.NDArray[np.int64]) -> FafyPosition:
        *pits, mover, _ = map(int, words)
        return FafyPosition(self._game, tuple(pits), Side.NORTH if mover else Side.SOUTH)

    def open(self, shown: Shown) -> None:
        kernel.open_all(self._rows, shown)

    def step(self, actions: npt.NDArray[np.int64], shown: Shown) -> None:
        kernel.step(self._rows, actions, shown)


def batched(match: Match, games: int, draws: bool) -> FafyBatch:  # noqa: ARG001  no position repeats
    """Return a batch of `games` games from the start of a match."""
    assert isinstance(match.start, FafyPosition)
    return FafyBatch(match.start, games)
