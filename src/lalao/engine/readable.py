"""Searches by the readable rules, for games without a search of their own: slower, but for every game."""

import math
import sys
import time
from collections.abc import Hashable, Iterator
from typing import Any

from lalao.engine.analysis import Info, Line, Score, Searcher, SearchRequest, hundredths
from lalao.engine.deepening import OrderedRoot, iterative_deepening
from lalao.games.game import AnyPosition
from lalao.kernels.scores import WIN
from lalao.values import Loss, Win

DECIDED = WIN // 2
"""Scores beyond this are decided games, here and in the compiled search."""


class OutOfPositionsError(Exception):
    """The budget is spent or the search was halted: the result of the depth before stands."""


class Search:
    """A depth-limited negamax search with alpha-beta, with a budget of positions that is spent once."""

    def __init__(self, depth: int, most: int) -> None:
        """Set how deep to look, in plies, and how many positions to make."""
        self.depth = depth
        self.room = most
        self.best_line: tuple[Any, ...] = ()
        """The moves of best play from the position whose value was found last."""

    @property
    def is_halted(self) -> bool:
        """Whether to stop as if the budget were spent."""
        return False

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
        if self.room <= 0 or self.is_halted:
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


MOST_DEPTH = 100
"""The deepest search in plies: a deeper one would exhaust Python's stack."""
MOST_CHECKED = 2_000
"""Positions that may be made to check a win, besides as many as the search has made."""
LOOKS = 64
"""Positions between two looks at the clock."""
DRAWN_FROM = 2
"""Earlier occurrences that make one more a draw."""


class MatchSearch(Search):
    """A search that knows the draw rules of a match; a position repeated within a line counts as a draw too.

    It looks at the clock itself, and whether it is to stop: that needs no thread.
    """

    def __init__(self, most: int, request: SearchRequest) -> None:
        """Set how many positions to make, and take the request: the time begins now."""
        super().__init__(0, most)
        position, history, seconds = request.position, request.history, request.limits.seconds
        self._deadline = math.inf if seconds is None else time.perf_counter() + seconds
        self._stop = request.stop
        self._looks, self._is_halted = 0, False
        self.limit = history.quiet_limit(position)
        self.repeats = "repetition" in history.draws
        self.drawn: set[Hashable] = {key for key, times in history.repeated().items() if times >= DRAWN_FROM}
        self.path: set[Hashable] = {position.key}

    @property
    def is_halted(self) -> bool:
        self._looks += 1
        if self._looks % LOOKS == 1 and not self._is_halted:
            is_stopped = self._stop is not None and self._stop.is_set()
            self._is_halted = is_stopped or time.perf_counter() >= self._deadline
        return self._is_halted

    def _value(self, position: AnyPosition, depth: int, alpha: int, beta: int) -> int:
        if self.limit is not None and position.quiet >= self.limit and not position.outcome:
            self.best_line = ()
            return 0
        if not self.repeats:
            return super()._value(position, depth, alpha, beta)
        key = position.key
        if key in self.drawn or key in self.path:
            self.best_line = ()
            return 0
        self.path.add(key)
        try:
            return super()._value(position, depth, alpha, beta)
        finally:
            self.path.remove(key)

    def line(self, position: AnyPosition, moves: list[Any], depth: int) -> Line:
        """Find the best line that begins with one of these moves, searching `depth` plies.

        Raises OutOfPositionsError where the budget is spent or the search was halted.
        """
        best = -2 * WIN
        line: tuple[Any, ...] = ()
        for move in moves:
            self.room -= 1
            value = -self._value(position._play(move), depth - 1, -2 * WIN, -best)
            if value > best:
                best, line = value, (move, *self.best_line)
        return Line(score_of(position, best, depth), line)


class OutcomeCheck:
    """Checks wins and losses by the readable rules, trying every answer, and remembers the results."""

    def __init__(self, search: Search) -> None:
        """Take the search whose end is the end of this, too."""
        self.search = search
        self.room = 0
        self._known: dict[tuple[Hashable, int, bool], bool] = {}

    def is_decided(self, position: AnyPosition, plies: int, winning: bool) -> bool:
        """Tell whether the side to move wins (or loses, unless `winning`) within `plies`.

        Raises OutOfPositionsError where more than `room` positions would be made, or the search was halted.
        """
        outcome = position.outcome
        if outcome is not None:
            return outcome.value_for(position.to_move).sign == (1 if winning else -1)
        if plies <= 0:
            return False
        question = position.key, plies, winning
        if question not in self._known:
            answers = (self._after(position._play(move), plies - 1, not winning) for move in position.legal_moves())
            self._known[question] = any(answers) if winning else all(answers)
        return self._known[question]

    def _after(self, position: AnyPosition, plies: int, winning: bool) -> bool:
        self.room -= 1
        if self.room < 0 or self.search.is_halted:
            raise OutOfPositionsError
        return self.is_decided(position, plies, winning)


def score_of(position: AnyPosition, value: int, depth: int) -> Score:
    """Turn a value of a search of `depth` plies into a score; a decided game has `WIN` plus the plies left over."""
    if abs(value) < WIN:
        return Score(hundredths(position, value))
    plies = depth - (abs(value) - WIN)
    return Score(proved=Win(plies) if value > 0 else Loss(plies))


class ReadableRoot(OrderedRoot):
    """A position searched by its readable rules."""

    def __init__(self, request: SearchRequest) -> None:
        """Take the request: the time begins now."""
        super().__init__(request.position, MOST_DEPTH)
        self.most = sys.maxsize if request.limits.nodes is None else request.limits.nodes
        self.search = MatchSearch(self.most, request)
        self.check = OutcomeCheck(self.search)

    @property
    def nodes(self) -> int:
        return self.most - self.search.room

    def is_decided(self, position: Any, plies: int, winning: bool) -> bool | None:
        self.check.room = self.nodes + MOST_CHECKED
        try:
            return self.check.is_decided(position, plies, winning)
        except OutOfPositionsError:
            return None

    def best(self, moves: list[Any], depth: int) -> Line | None:
        try:
            return self.search.line(self.position, moves, depth)
        except OutOfPositionsError:
            return None


class ReadableSearcher(Searcher):
    """Searches any game by iterative deepening with `lalao.engine.readable`."""

    def _think(self, request: SearchRequest) -> Iterator[Info]:
        begun = time.perf_counter()
        yield from iterative_deepening(ReadableRoot(request), request.limits, request.lines, begun)
