"""Iterative deepening: searching a position a ply deeper at a time, with a result after every depth."""

import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any

from lalao.engine.analysis import Info, Limits, Line, Score, unsearched
from lalao.values import Value

UNPROVED = 10_000
"""The opinion, in hundredths, where a search has found a win or loss that is not proved."""
STEADY = 5
"""Depths with the same best move after which nothing is expected to change."""
HASTE, CARE = 0.6, 1.2
"""The factors of the time for a move where the best move is steady, and where it has just changed."""
WORRY = 150
"""The fall of the value within two depths, in hundredths, that gives most time: each hundred gives as much again."""


class Root(ABC):
    """A position to be searched.

    `deepest` is how many plies deep it can be searched; 0 where it has no moves.
    """

    position: Any
    deepest: int

    @property
    @abstractmethod
    def nodes(self) -> int:
        """The positions looked at so far."""

    @abstractmethod
    def lines(self, depth: int, count: int) -> list[Line] | None:
        """Find the best lines that begin with different moves, the best first; None where the search was stopped."""

    def better(self) -> Line | None:
        """Return the line of a move that the unfinished depth found better than the best of the depth before.

        None where nothing is kept of a depth that was not finished.
        """
        return None


class OrderedRoot(Root):
    """A root whose best lines are found one by one, trying first the moves that were best at the depth before."""

    def __init__(self, position: Any, deepest: int) -> None:
        """Take the position, and how many plies deep it can be searched."""
        self.position = position
        self.moves = list(position.legal_moves())
        self.deepest = deepest if self.moves else 0
        self._scores: dict[tuple[Any, Value], Score] = {}

    @abstractmethod
    def best(self, moves: list[Any], depth: int) -> Line | None:
        """Find the best line that begins with one of these moves; None where the search was stopped."""

    @abstractmethod
    def is_decided(self, position: Any, plies: int, winning: bool) -> bool | None:
        """Tell whether the side to move wins (or loses, unless `winning`) within `plies`, trying every answer.

        It must share neither code nor table with the search. None where it cannot be told in time.
        """

    def lines(self, depth: int, count: int) -> list[Line] | None:
        left, found = list(self.moves), list[Line]()
        while left and len(found) < count:
            line = self.best(left, depth)
            if line is None:
                return None
            found.append(replace(line, score=self._checked(line)))
            left.remove(line.moves[0])
        self.moves = [*(line.moves[0] for line in found), *left]
        return found

    def _checked(self, line: Line) -> Score:
        """Return the score of a line; a proved win or loss only as far as `is_decided` confirms it."""
        value, move = line.score.proved, line.moves[0]
        if value is None or value.plies is None:
            return line.score
        if (move, value) not in self._scores:
            self._scores[move, value] = self._confirmed(move, value, value.plies)
        return self._scores[move, value]

    def _confirmed(self, move: Any, value: Value, plies: int) -> Score:
        after, winning = self.position._play(move), value.sign < 0
        in_time = self.is_decided(after, plies - 1, winning)
        sooner = False if plies < 3 or not in_time else self.is_decided(after, plies - 3, winning)
        if in_time is False:
            logging.getLogger("lalao").error("%s: the search calls %s a %r, and it is not", self.position, move, value)
            return Score(value.sign * UNPROVED)
        return Score(proved=value if in_time and sooner is False else Value(value.sign, None))


def iterative_deepening(root: Root, limits: Limits, lines: int, begun: float) -> Iterator[Info]:
    """Yield the results after every finished depth, up to the limits; `unsearched` where no depth was finished.

    Where one line is wanted and the depth that was not finished has found a better move, its line comes last, with the
    depth before. `begun` is when the search began, by `time.perf_counter`. The root itself must stop within the time.
    """
    found: list[Info] = []
    forced = limits.target is not None and len(root.position.some_moves(2)) == 1
    for depth in range(1, min(root.deepest, limits.depth or root.deepest) + 1):
        searched = root.lines(depth, lines)
        if searched is None:
            better = root.better() if found and lines == 1 else None
            if better:
                yield Info(found[-1].depth, (better,), root.nodes, time.perf_counter() - begun)
            break
        found.append(Info(depth, tuple(searched), root.nodes, time.perf_counter() - begun))
        yield found[-1]
        if forced or limits.reached_by(found[-1], patience(found)):
            break
    if not found:
        yield unsearched(root.position, lines, time.perf_counter() - begun)


def patience(found: Sequence[Info]) -> float:
    """Return the factor of the time for a move; `found` holds the results after each depth.

    It is less the longer the same move has been best, and more where its value falls.

    >>> from lalao.engine.analysis import Score
    >>> found = [Info(depth, (Line(Score(0), ("a",)),), 0, 0.0) for depth in range(1, 9)]
    >>> round(patience(found[:1]), 2), round(patience(found), 2)
    (1.2, 0.6)
    >>> round(patience([*found, Info(9, (Line(Score(-50), ("b",)),), 0, 0.0)]), 2)
    1.8
    """
    best = [info.lines[0].moves[0] for info in found]
    steady = min(STEADY, sum(1 for _ in takewhile(lambda move: move == best[-1], reversed(best))) - 1)
    scores = [info.lines[0].score for info in found[-3:]]
    judged = len(scores) == 3 and all(score.proved is None for score in scores)
    fall = max(0, min(WORRY, scores[0].opinion - scores[-1].opinion)) if judged else 0
    return (CARE + (HASTE - CARE) * steady / STEADY) * (1 + fall / 100)
