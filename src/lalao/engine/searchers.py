"""The best search for a position, and analysis with it.

>>> import lalao
>>> info = lalao.analyse(lalao.game("fang").start(), seconds=1)
>>> info.lines[0].score.proved, len(info.lines[0].moves)
(Loss(10), 10)
"""

import logging
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from lalao.engine.analysis import NO_HISTORY, History, Info, Limits, Searcher, SearchRequest, Settings, unsearched
from lalao.engine.readable import ReadableSearcher
from lalao.errors import LalaoError, of_type, whole
from lalao.games.game import AnyPosition, a_position
from lalao.games.registry import Brought

DEFAULT = Settings()
USUAL_SECONDS = 1.0
"""Seconds that an analysis takes without limits."""
SEARCHER: Brought[Callable[[Any, Settings], Searcher]] = Brought("lalao.engine", "searcher")


def searcher(position: AnyPosition, settings: Settings = DEFAULT, chance: random.Random | None = None) -> Searcher:
    """Return the best searcher for a position's game, compiled and ready.

    `chance` draws among the moves of a book file; without it the heaviest is played.

    Raises FileError where the book file, or a file of tables, cannot be read.
    """
    a_position("position", position)
    of_type("settings", settings, Settings, "lalao.engine.analysis.Settings()")
    if isinstance(settings.book, Path):
        from lalao.engine.book import BookSearcher, read_book  # loads records, which most do without

        return BookSearcher(read_book(settings.book), searcher(position, replace(settings, book=False)), chance)
    own = SEARCHER.by(position.game)
    return GuardedSearcher(own(position, settings) if own else ReadableSearcher())


class GuardedSearcher(Searcher):
    """A searcher whose faults end no match, no analysis and no server: it is logged, and what is known stands."""

    def __init__(self, searcher: Searcher) -> None:
        self.searcher = searcher

    def _think(self, request: SearchRequest) -> Iterator[Info]:
        begun, any_known = time.perf_counter(), False
        try:
            for info in self.searcher.think(*request):
                any_known = True
                yield info
        except LalaoError:
            raise
        except Exception as error:  # whatever it is, a game goes on
            note_fault(request.position, error)
            if not any_known:
                yield unsearched(request.position, request.lines, time.perf_counter() - begun)


def note_fault(position: AnyPosition, error: Exception) -> None:
    """Log that a search failed in a position."""
    logger = logging.getLogger("lalao")
    logger.error("%s: the search of %s failed: %r", position.game.id, position, error)
    logger.debug("where it failed", exc_info=error)


def analyse(
    position: AnyPosition,
    seconds: float | None = None,
    lines: int = 1,
    depth: int | None = None,
    history: History = NO_HISTORY,
    *,
    nodes: int | None = None,
    settings: Settings = DEFAULT,
    kept: Searcher | None = None,
) -> Info:
    """Search a position within some seconds, plies of depth, or positions (`nodes`), and return the result.

    Without limits it takes one second. With `depth` or `nodes` alone the result does not depend on the clock.
    `settings` limit its threads and memory, and choose its endgame tables. A searcher made by
    `searcher(position, settings)` may be `kept` from one call to the next. That saves making it; its
    transposition table stays, so results depend on earlier calls. The draw rules of a match are off unless `history`
    has them.

    Raises FileError where the book file, or a file of tables, cannot be read.
    """
    a_position("position", position)
    whole("lines", lines, 1)
    if kept is not None:
        of_type("kept", kept, Searcher, "what lalao.engine.searchers.searcher makes")
    if seconds is None and depth is None and nodes is None:
        seconds = USUAL_SECONDS
    info = unsearched(position, lines)
    best = kept or searcher(position, settings)
    for info in best.think(position, Limits(seconds, depth, nodes), lines, history=history):  # noqa: B007  the last
        pass
    return info
