"""Batches of games of Fanorona, for `lalao.adapters.batch`, and the symmetries of its boards."""

import numpy as np
import numpy.typing as npt

from lalao.adapters.batch import Kernel
from lalao.adapters.steps import Match
from lalao.codecs.fanorona import lines_of, state_of
from lalao.games.fanorona import Fanorona, FanoronaPosition
from lalao.kernels import fanorona as rules
from lalao.kernels import fanorona_batch as kernel
from lalao.values import Side


class FanoronaBatch(Kernel):
    """Games of Fanorona that all begin with the same position."""

    def __init__(self, match: Match, games: int) -> None:
        """Allocate the boards; `lalao.adapters.batch` opens them.

        Raises TooLargeError where the points do not fit in a word.
        """
        assert isinstance(match.start, FanoronaPosition)
        self._game = match.start.game
        limit = match.game.quiet_limit or 0 if match.draws else 0
        self._length = kernel.GAME_WORDS + limit + 1
        limits = self._game.lattice.size, self._game.pieces, limit, match.most
        bundle = kernel.Games(
            lines=lines_of(self._game),
            start=self.words_of(match.start),
            games=np.zeros((games, self._length), dtype=np.int64),
            limits=np.array(limits, dtype=np.int64),
        )
        super().__init__(kernel, bundle)

    def words_of(self, position: FanoronaPosition) -> npt.NDArray[np.int64]:
        words = np.zeros(self._length, dtype=np.int64)
        words[kernel.OWN], words[kernel.ENEMY], _, words[kernel.RULES] = state_of(position)
        words[kernel.HUFFABLE], words[kernel.QUIET_PLIES] = position.huffable, position.quiet
        words[kernel.MOVER] = position.to_move is Side.BLACK
        return words

    def position_of(self, words: npt.NDArray[np.int64]) -> FanoronaPosition:
        own, enemy, huffable, flags, quiet, mover = map(int, words[: kernel.KNOWN])
        white, black = (enemy, own) if mover else (own, enemy)
        side = Side.BLACK if mover else Side.WHITE
        vela = side if flags & rules.MOVER_WON else side.other if flags & rules.OTHER_WON else None
        return FanoronaPosition(self._game, white, black, side, vela, huffable, quiet)


batched = FanoronaBatch


def symmetries(match: Match) -> list[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]]:
    """Return the symmetries of the board, as `lalao.adapters.network.symmetries`."""
    assert isinstance(match.game, Fanorona)
    height, width = match.game.lattice.height, match.game.lattice.width
    grid = np.arange(height * width).reshape(height, width)
    turned = [grid, grid[::-1], grid[:, ::-1], grid[::-1, ::-1]]
    turned += [each.T for each in turned] if height == width else []
    signs = match.stop // grid.size
    rest = np.arange(grid.size, len(match.everywhere))
    found = []
    for points in (each.ravel() for each in turned):
        moved = (signs * points[:, None] + np.arange(signs)).ravel()
        found.append((np.concatenate([points, rest]), np.append(moved, match.stop)))
    return found
