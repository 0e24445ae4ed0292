"""Plain memoised search: who wins, for games small enough to be searched to their end.

>>> import lalao
>>> Solver().sign(lalao.game("fang-4").start())
-1
"""

from collections.abc import Callable, Hashable
from typing import Any

from lalao.errors import TooLargeError
from lalao.games.game import AnyPosition
from lalao.values import Value

MOST_POSITIONS = 400_000
KEPT_POSITIONS = 1_000_000
"""Most positions kept from one question to the next."""
MOST_DEPTH = 300
"""Most plies: deeper games would exhaust the stack."""


class Solver:
    """Searches games that always end, and remembers the value of every position."""

    def __init__(self, most: int = MOST_POSITIONS) -> None:
        """Set how many positions may be searched."""
        self._signs: dict[Hashable, int] = {}
        self._values: dict[Hashable, Value] = {}
        self.allow(most)

    def allow(self, most: int) -> None:
        """Allow `most` more positions to be searched; more than `KEPT_POSITIONS` known ones are forgotten first."""
        if len(self._signs) + len(self._values) > KEPT_POSITIONS:
            self._signs.clear()
            self._values.clear()
        self.most = self._room = most

    def sign(self, position: AnyPosition) -> int:
        """Return 1 where the side to move wins, -1 where it loses, 0 for a draw.

        Raises TooLargeError where that takes too many positions.
        """
        return self._search(position, 0)

    def remoteness(self, position: AnyPosition) -> Value:
        """Return the value with the plies to the end: a winner hurries, a loser delays.

        Raises TooLargeError where that takes too many positions.
        """
        return self._remoteness(position, 0)

    def _spend(self, depth: int) -> None:
        if not self._room or depth > MOST_DEPTH:
            raise TooLargeError("more than {most} positions would have to be searched", most=self.most)
        self._room -= 1

    def _search(self, position: AnyPosition, depth: int) -> int:
        known = self._signs.get(position.key)
        if known is not None:
            return known
        self._spend(depth)
        moves = position.legal_moves()
        outcome = None if moves else position.outcome
        best = -1 if outcome is None else outcome.value_for(position.to_move).sign
        for move in moves:
            best = max(best, -self._search(position._play(move), depth + 1))
            if best == 1:
                break
        self._signs[position.key] = best
        return best

    def _remoteness(self, position: AnyPosition, depth: int) -> Value:
        known = self._values.get(position.key)
        if known is not None:
            return known
        self._spend(depth)
        values = [self._remoteness(position._play(move), depth + 1).before() for move in position.legal_moves()]
        if values:
            value = max(values)
        else:
            outcome = position.outcome
            assert outcome is not None
            value = outcome.value_for(position.to_move)
        self._values[position.key] = value
        return value


Sign = Callable[[Any], int]
"""Returns who wins a position: 1 the side to move, -1 the other, 0 nobody."""
SignFor = Callable[[Any, Solver], Sign]
"""The result of a family's `signs(game)`: takes a position and a solver, whose `most` is the budget of positions, and
returns the `Sign` for that position and those that follow it.
"""


def is_compiled() -> bool:
    """Tell whether kernels run compiled in this process."""
    from lalao.kernels.compiling import COMPILED  # loads numba, which smaller games do without

    return COMPILED
