"""Iterative deepening: searching a position a ply deeper at a time, with a result after every depth."""

import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, Protocol

from lalao.engine.analysis import Info, Limits, Line, unsearched
from lalao.games.game import AnyPosition


class Root(Protocol):
    """A position to be searched.

    `deepest` is how many plies deep it can be searched; 0 where it has no moves.
    """

    deepest: int

    @property
    def position(self) -> AnyPosition:
        """The position that is searched."""
        ...

    @property
    def nodes(self) -> int:
        """The positions looked at so far."""
        ...

    def lines(self, depth: int, count: int) -> list[Line] | None:
        """Find the best lines that begin with different moves, the best first; None where the search was stopped."""
        ...

    def better(self) -> Line | None:
        """Return the line of a move that the unfinished depth found better than the best of the depth before."""
        ...


class OrderedRoot(ABC):
    """A root whose best lines are found one by one, trying first the moves that were best at the depth before."""

    def __init__(self, position: Any, deepest: int) -> None:
        """Take the position, and how many plies deep it can be searched."""
        self.position = position
        self.moves = list(position.legal_moves())
        self.deepest = deepest if self.moves else 0

    @property
    @abstractmethod
    def nodes(self) -> int:
        """The positions looked at so far."""

    @abstractmethod
    def best(self, moves: list[Any], depth: int) -> Line | None:
        """Find the best line that begins with one of these moves; None where the search was stopped."""

    def lines(self, depth: int, count: int) -> list[Line] | None:
        """Find the best lines that begin with different moves, the best first; None where the search was stopped."""
        left, found = list(self.moves), list[Line]()
        while left and len(found) < count:
            line = self.best(left, depth)
            if line is None:
                return None
            found.append(line)
            left.remove(line.moves[0])
        self.moves = [*(line.moves[0] for line in found), *left]
        return found

    def better(self) -> Line | None:
        """Return None: nothing is kept of a depth that was not finished."""
        return None


def iterative_deepening(root: Root, limits: Limits, lines: int, begun: float) -> Iterator[Info]:
    """Yield what is known after every finished depth, up to the limits; `unsearched` where no depth was finished.

    Where one line is wanted and the depth that was not finished has found a better move, its line comes last, with the
    depth before. `begun` is when the search began, by `time.perf_counter`. The root itself must stop within the time.
    """
    info = None
    for depth in range(1, min(root.deepest, limits.depth or root.deepest) + 1):
        searched = root.lines(depth, lines)
        if searched is None:
            better = root.better() if info and lines == 1 else None
            if info and better:
                yield Info(info.depth, (better,), root.nodes, time.perf_counter() - begun)
            break
        info = Info(depth, tuple(searched), root.nodes, time.perf_counter() - begun)
        yield info
        if limits.reached_by(info):
            break
    if info is None:
        yield unsearched(root.position, lines, time.perf_counter() - begun)
