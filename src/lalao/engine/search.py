"""A readable depth-limited search: negamax with alpha-beta and iterative deepening, within a budget of positions."""

from typing import Any

from lalao.games.game import AnyPosition
from lalao.kernels.scores import WIN

DECIDED = WIN // 2
"""Scores beyond this are decided games, here and in the compiled search."""


class OutOfPositionsError(Exception):
    """The budget is spent or the search was halted: the result of the depth before stands."""


class Search:
    """One search, with a budget of positions that is spent once."""

    def __init__(self, depth: int, most: int) -> None:
        """Set how deep to look, in plies, and how many positions to make."""
        self.depth = depth
        self.room = most
        self.halted = False
        self.best_line: tuple[Any, ...] = ()
        """The moves of best play from the position whose value was found last."""

    def halt(self) -> None:
        """Stop the search as if the budget were spent; any thread may call this."""
        self.halted = True

    def scores(self, position: AnyPosition, moves: list[Any]) -> list[tuple[int, Any]]:
        """Score these moves, the best first, as deep as the budget allows.

        Scores are the game's own balance, or beyond `DECIDED` for a game won or lost. A move that is not better than
        the best gets at most the best's score.
        """
        scored = [(0, move) for move in moves]
        for depth in range(1, self.depth + 1):
            try:
                deeper = self._scores(position, [move for _, move in scored], depth)
            except OutOfPositionsError:
                break
            scored = sorted(deeper, key=lambda pair: -pair[0])
            if abs(scored[0][0]) > DECIDED:
                break
        return scored

    def _scores(self, position: AnyPosition, moves: list[Any], depth: int) -> list[tuple[int, Any]]:
        """Score moves at one depth; a move that is not better than the best so far gets at most its score."""
        best = -2 * WIN
        scored = []
        for move in moves:
            score = -self._value(position._play(move), depth - 1, -2 * WIN, -best)
            scored.append((score, move))
            best = max(best, score)
        return scored

    def _value(self, position: AnyPosition, depth: int, alpha: int, beta: int) -> int:
        """Return the score of a position for the side to move, exact between `alpha` and `beta`, else a bound."""
        if self.room <= 0 or self.halted:
            raise OutOfPositionsError
        self.best_line = ()
        outcome = position.outcome
        if outcome is not None:
            return outcome.value_for(position.to_move).sign * (WIN + depth)
        if depth == 0:
            return position.balance()
        best = -2 * WIN
        line: tuple[Any, ...] = ()
        for _, move, after in self._ordered(position, depth):
            value = -self._value(after, depth - 1, -beta, -alpha)
            if value > best:
                best, line = value, (move, *self.best_line)
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        self.best_line = line
        return best

    def _ordered(self, position: AnyPosition, depth: int) -> list[tuple[int, Any, AnyPosition]]:
        """List the moves with the positions after them, the worst for the opponent first if there are plies left."""
        after = [(move, position._play(move)) for move in position.legal_moves()]
        self.room -= len(after)
        if depth == 1:
            return [(0, *pair) for pair in after]
        return sorted(((pair[1].balance(), *pair) for pair in after), key=lambda entry: entry[0])
