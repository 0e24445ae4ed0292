"""Batches of games of Fanorona, for `lalao.adapters.batch`."""

import numpy as np
import numpy.typing as npt

from lalao.adapters.steps import Match
from lalao.codecs.fanorona import lines_of, state_of
from lalao.games.fanorona import FanoronaPosition
from lalao.kernels import fanorona_batch as kernel
from lalao.kernels.batch import Shown
from lalao.values import Side


class FanoronaBatch:
    """Games of Fanorona that all begin with the same position; `limit` quiet plies are a draw, 0 for no draws."""

    def __init__(self, start: FanoronaPosition, games: int, limit: int, most: int) -> None:
        """Allocate the boards; observations show at most `most` quiet plies.

        Raises TooLargeError where the points do not fit in a word.
        """
        words = np.zeros(kernel.GAME_WORDS, dtype=np.int64)
        words[kernel.OWN], words[kernel.ENEMY], _, words[kernel.RULES] = state_of(start)
        words[kernel.HUFFABLE], words[kernel.QUIET_PLIES] = start.huffable, start.quiet
        words[kernel.MOVER] = start.to_move is Side.BLACK
        self._games = kernel.Games(
            lines=lines_of(start.game),
            start=words,
            games=np.zeros((games, kernel.GAME_WORDS), dtype=np.int64),
            keys=np.zeros((games, limit + 1), dtype=np.int64),
            limits=np.array([start.game.lattice.size, start.game.pieces, limit, most], dtype=np.int64),
        )

    def begin(self, shown: Shown) -> None:
        """Begin every game anew, as `lalao.adapters.batch.Kernel` says."""
        kernel.begin_all(self._games, shown)

    def step(self, actions: npt.NDArray[np.int64], shown: Shown) -> None:
        """Take one action in every game, as `lalao.adapters.batch.Kernel` says."""
        kernel.step(self._games, actions, shown)


def batched(match: Match, games: int, draws: bool) -> FanoronaBatch:
    """Return a batch of `games` games from the start of a match."""
    assert isinstance(match.start, FanoronaPosition)
    return FanoronaBatch(match.start, games, match.game.quiet_limit or 0 if draws else 0, match.most)
