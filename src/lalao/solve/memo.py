"""Plain memoised search: who wins, for games small enough to be searched to their end.

>>> import lalao
>>> Solver().sign(lalao.game("fang-4").start())
-1
"""

from collections.abc import Hashable
from typing import Any

from lalao.errors import TooLargeError
from lalao.games.game import AnyPosition

MOST_POSITIONS = 400_000


class Solver:
    """Remembers who wins in every position it has searched; games that always end only."""

    def __init__(self, most: int = MOST_POSITIONS) -> None:
        """Set how many positions one question may add."""
        self.most = most
        self._signs: dict[Hashable, int] = {}
        self._room = most

    def sign(self, position: AnyPosition) -> int:
        """Return 1 where the side to move wins, -1 where it loses, 0 for a draw.

        Raises TooLargeError where that takes too many positions.
        """
        self._room = self.most
        return self._search(position)

    def best_moves(self, position: AnyPosition) -> list[Any]:
        """List the moves that keep the position's value; empty once the game is over.

        Raises TooLargeError.
        """
        signs = [(move, -self.sign(position._play(move))) for move in position.legal_moves()]
        return [move for move, sign in signs if sign == max(sign for _, sign in signs)]

    def _search(self, position: AnyPosition) -> int:
        known = self._signs.get(position.key)
        if known is not None:
            return known
        if not self._room:
            raise TooLargeError("this position is too large for perfect play here: choose a level, such as level:8")
        self._room -= 1
        moves = position.legal_moves()
        outcome = None if moves else position.outcome
        best = -1 if outcome is None else outcome.value_for(position.to_move).sign
        for move in moves:
            best = max(best, -self._search(position._play(move)))
            if best == 1:
                break
        self._signs[position.key] = best
        return best
