"""Thinking with the compiled search of `lalao.codecs.fifangha`."""

import sys
import time
from collections.abc import Hashable, Iterator
from typing import Any

from lalao.codecs.fifangha import LINE_BYTES, MOST_PLIES, CompiledSearch
from lalao.engine.analysis import History, Info, Line, Score, Searcher, SearchRequest, Settings, halting, hundredths
from lalao.engine.deepening import UNPROVED, OrderedRoot, iterative_deepening
from lalao.engine.readable import DRAWN_FROM
from lalao.kernels.scores import DECIDED, WIN
from lalao.values import Loss, Win

EXTENSION = 1


class CompiledSearcher(Searcher):
    """Searches by iterative deepening with a compiled search, and keeps its table between positions."""

    def __init__(self, settings: Settings) -> None:
        """Make the search, with a table of `settings.hash_mb` MB."""
        self._search = CompiledSearch(places_of(settings.hash_mb))

    def _think(self, request: SearchRequest) -> Iterator[Info]:
        begun = time.perf_counter()
        root = CompiledRoot(self._search, request.position, request.history)
        most = sys.maxsize if request.limits.nodes is None else request.limits.nodes
        self._search.begin(most, request.limits.seconds)
        with halting(request.stop, self._search.halt):
            yield from iterative_deepening(root, request.limits, request.lines, begun)


def places_of(megabytes: int) -> int:
    """Return how many entries a table of at most `megabytes` MB has: a power of 2, at least 1024."""
    return 1 << max(10, (megabytes * 1_000_000 // LINE_BYTES).bit_length() - 1)


class CompiledRoot(OrderedRoot):
    """A position searched by a compiled search, with the history of its match."""

    def __init__(self, search: CompiledSearch, position: Any, history: History) -> None:
        """Find the moves that draw the match by repetition, or after which the opponent can draw it so at once."""
        super().__init__(position, MOST_PLIES - 2)
        self.search = search
        self.limit = history.quiet_limit(position)
        drawn = {key for key, times in history.repeated().items() if times >= DRAWN_FROM}
        self.repeats = bool(drawn)
        self.drawn = {move for move in self.moves if drawn and self._leads_to(move, drawn)}

    @property
    def nodes(self) -> int:
        return self.search.nodes

    def _leads_to(self, move: Any, drawn: set[Hashable]) -> bool:
        after = self.position._play(move)
        return after.key in drawn or any(after._play(reply).key in drawn for reply in after.legal_moves())

    def is_decided(self, position: Any, plies: int, winning: bool) -> bool | None:
        return self.search.is_decided(position, plies, winning)

    def best(self, moves: list[Any], depth: int) -> Line | None:
        scored = self.search.at_depth(self.position, moves, depth, EXTENSION, self.limit)
        if self.search.is_spent:
            return None
        capped = [(min(score, 0) if move in self.drawn else score, move) for score, move in scored]
        value, best = max(capped, key=lambda pair: pair[0])
        score = self._score(value)
        if score.proved is None:
            return Line(score, tuple(self.search.line(self.position, best, depth)))
        return Line(score, tuple(self.search.best_play(self.position, best, value, depth, EXTENSION, self.limit)))

    def _score(self, value: int) -> Score:
        """Turn a value of the search into a score; a win or loss that a draw rule may yet prevent is not proved."""
        if abs(value) <= DECIDED:
            return Score(hundredths(self.position, value))
        plies = WIN - abs(value)
        late = self.limit is not None and self.position.quiet + plies > self.limit
        if self.repeats or late:
            return Score(UNPROVED if value > 0 else -UNPROVED)
        return Score(proved=Win(plies) if value > 0 else Loss(plies))
