"""Thinking with the compiled search of `lalao.twins.search`."""

import sys
import time
from collections.abc import Hashable, Iterator
from typing import Any

from lalao.engine.analysis import (
    NO_PAST,
    Info,
    Limits,
    Line,
    Past,
    Score,
    Settings,
    Stop,
    halting,
    hundredths,
    unsearched,
)
from lalao.engine.readable import DRAWN_FROM
from lalao.games.game import AnyPosition
from lalao.kernels.search import DECIDED, WIN
from lalao.twins.search import LINE_BYTES, MOST_PLIES, CompiledSearch
from lalao.values import Loss, Win

EXTENSION = 1
UNPROVED = 10_000
"""The opinion, in hundredths, of a game that is decided but for the draws of the match."""


class CompiledSearcher:
    """Looks deeper and deeper with a compiled search, whose table it keeps."""

    def __init__(self, settings: Settings) -> None:
        """Make the rows, and a table of the size asked for."""
        self._search = CompiledSearch(places_of(settings.hash_mb))

    def think(
        self,
        position: AnyPosition,
        limits: Limits,
        lines: int = 1,
        stop: Stop | None = None,
        past: Past = NO_PAST,
    ) -> Iterator[Info]:
        """Yield what is known after every finished depth; see `lalao.engine.analysis.Searcher`."""
        begun = time.perf_counter()
        search, told = self._search, False
        moves = list(position.legal_moves())
        question = Question(search, position, past)
        deepest = min(MOST_PLIES - 2, limits.depth or MOST_PLIES) if moves else 0
        search.begin(sys.maxsize if limits.nodes is None else limits.nodes)
        with halting(limits.seconds, stop, search.halt):
            for depth in range(1, deepest + 1):
                found = question.lines(moves, depth, lines)
                if found is None:
                    break
                info = Info(depth, tuple(found), search.nodes, time.perf_counter() - begun)
                yield info
                told = True
                if limits.reached_by(info):
                    break
                first = [line.moves[0] for line in found]
                moves = [*first, *(move for move in moves if move not in first)]
        if not told:
            yield unsearched(position, lines, time.perf_counter() - begun)


def places_of(megabytes: int) -> int:
    """Return how many lines a table of so many MB has, a power of 2."""
    return 1 << max(10, (megabytes * 1_000_000 // LINE_BYTES).bit_length() - 1)


class Question:
    """One position to think about, with the past of its match."""

    def __init__(self, search: CompiledSearch, position: Any, past: Past) -> None:
        """Find the moves after which the match is drawn by repetition, or can be by the next move."""
        self.search = search
        self.position = position
        self.limit = past.quiet_limit(position)
        drawn = {key for key, times in past.repeated().items() if times >= DRAWN_FROM}
        self.repeats = bool(drawn)
        self.drawn = {move for move in position.legal_moves() if drawn and self._leads_to(move, drawn)}

    def _leads_to(self, move: Any, drawn: set[Hashable]) -> bool:
        after = self.position._play(move)
        return after.key in drawn or any(after._play(reply).key in drawn for reply in after.legal_moves())

    def lines(self, moves: list[Any], depth: int, count: int) -> list[Line] | None:
        """Find the best lines that begin with different ones of these moves, the best first; None where halted."""
        left = list(moves)
        found: list[Line] = []
        while left and len(found) < count:
            scored = self.search.at_depth(self.position, left, depth, EXTENSION, self.limit)
            if self.search.is_spent:
                return None
            capped = [(min(score, 0) if move in self.drawn else score, move) for score, move in scored]
            value, best = max(capped, key=lambda pair: pair[0])
            line = self.search.line(self.position, best, WIN - abs(value) if abs(value) > DECIDED else depth)
            found.append(Line(self._score(value), tuple(line)))
            left.remove(best)
        return found

    def _score(self, value: int) -> Score:
        """Read a value of the search; one that a draw of the match may yet prevent is no proof."""
        if abs(value) <= DECIDED:
            return Score(hundredths(self.position, value))
        plies = WIN - abs(value)
        late = self.limit is not None and self.position.quiet + plies > self.limit
        if self.repeats or late:
            return Score(UNPROVED if value > 0 else -UNPROVED)
        return Score(proved=Win(plies) if value > 0 else Loss(plies))
