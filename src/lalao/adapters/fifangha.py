"""Batches of games of Fifangha, for `lalao.adapters.batch`."""

import numpy as np
import numpy.typing as npt

from lalao.adapters.batch import Kernel
from lalao.adapters.steps import Match
from lalao.codecs.fifangha import position_of, state_of, workspace
from lalao.events import reserve
from lalao.games.fifangha import FifanghaPosition
from lalao.kernels import fifangha as rules
from lalao.kernels import fifangha_batch as kernel
from lalao.values import Side


class FifanghaBatch(Kernel):
    """Games of Fifangha that all begin with the same position."""

    def __init__(self, match: Match, games: int) -> None:
        """Allocate the boards; `lalao.adapters.batch` opens them."""
        assert isinstance(match.start, FifanghaPosition)
        self._game = match.start.game
        limit = match.game.quiet_limit or 0 if match.draws else 0
        self._length = kernel.GAME_WORDS + (kernel.REMEMBERED if limit else 0)
        columns = {place: column for column, place in enumerate(match.everywhere)}
        seen = [
            [columns[place] for place in (*self._game.names[side], reserve(side.value))]
            for side in (Side.NORTH, Side.SOUTH)
        ]
        rows, begun = workspace(rules.MOST_ROWS + 1)
        bundle = kernel.Games(
            start=self.words_of(match.start),
            games=np.zeros((games, self._length), dtype=np.int64),
            places=np.array(seen, dtype=np.int64),
            limits=np.array([columns[match.places[0]], limit, match.most], dtype=np.int64),
            rows=rows,
            begun=begun,
        )
        super().__init__(kernel, bundle)

    def words_of(self, position: FifanghaPosition) -> npt.NDArray[np.int64]:
        words = np.zeros(self._length, dtype=np.int64)
        words[: rules.TURN] = state_of(position)[: rules.TURN]
        return words

    def position_of(self, words: npt.NDArray[np.int64]) -> FifanghaPosition:
        return position_of(self._game, words[: rules.TURN])


batched = FifanghaBatch
