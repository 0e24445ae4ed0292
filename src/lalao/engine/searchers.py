"""The best search for a position, analysis with it, and whether a computer player agrees to a draw.

>>> import lalao
>>> info = lalao.analyse(lalao.game("fang").start(), seconds=1)
>>> info.lines[0].score.proved, len(info.lines[0].moves)
(Loss(10), 10)

A player who is offered a draw judges the position, as a person would. It takes the exact value where that is known,
else the engine's opinion. It agrees where it cannot win with best play, where it thinks itself behind, and where the
game is level and getting nowhere; otherwise it plays on.
"""

import asyncio
import logging
import random
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from lalao.engine.analysis import (
    NO_HISTORY,
    History,
    Info,
    Limits,
    Score,
    Searcher,
    SearchRequest,
    Settings,
    unsearched,
)
from lalao.engine.readable import ReadableSearcher
from lalao.errors import LalaoError, of_type, whole
from lalao.games.game import AnyPosition, a_position
from lalao.games.registry import Hook
from lalao.solve import solve
from lalao.values import Side, Value

DEFAULT = Settings()
USUAL_SECONDS = 1.0
"""Seconds that an analysis takes without limits."""
MakeSearcher = Callable[[AnyPosition, Settings, random.Random], Searcher]
"""Makes the searcher of a position's game, with its settings and random numbers for books."""
SEARCHER: Hook[Callable[[Any, Settings], Searcher]] = Hook("lalao.engine", "searcher")


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
    """A searcher whose faults end no match, no analysis and no server: they are logged, and earlier results stand."""

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


async def analysis(
    position: AnyPosition,
    seconds: float | None = None,
    lines: int = 1,
    depth: int | None = None,
    history: History = NO_HISTORY,
    *,
    nodes: int | None = None,
    settings: Settings = DEFAULT,
    kept: Searcher | None = None,
) -> AsyncIterator[Info]:
    """Yield the results after every finished depth, from a thread beside the event loop; otherwise like `analyse`.

    Without limits the search goes on until the value is certain. Leaving the loop, or cancelling its task, ends it.

    Raises FileError where the book file, or a file of tables, cannot be read.
    """
    a_position("position", position)
    whole("lines", lines, 1)
    if kept is not None:
        of_type("kept", kept, Searcher, "what lalao.engine.searchers.searcher makes")
    limits = Limits(seconds, depth, nodes)
    best = await asyncio.to_thread(searcher, position, settings) if kept is None else kept
    stop = threading.Event()
    found = best.think(position, limits, lines, stop, history)
    try:
        while (info := await asyncio.to_thread(next, found, None)) is not None:
            yield info
    finally:
        stop.set()


SECONDS = 0.5
GLANCE = Limits(depth=1)
"""A search without a time limit: it finds the values of endgame tables, however busy the machine is."""
BEHIND = 150
"""Hundredths of the game's unit: a player this far behind is glad of a draw."""
LEVEL = 50
"""Hundredths of the game's unit: a player who leads by no more than this sees no win."""
GETTING_NOWHERE = 20
"""Plies without capture after which a level game is going nowhere."""


def agrees_to_draw(positions: Sequence[AnyPosition], side: Side, seconds: float = SECONDS) -> bool:
    """Tell whether the player of `side` accepts a draw in a match that went through these positions.

    The last position is the current one. `seconds` limits the search; a search one ply deep comes first in any case.
    """
    position = positions[-1]
    score = judged(positions, seconds)
    sign = 1 if position.to_move is side else -1
    if score.proved is not None:
        return sign * score.proved.sign <= 0
    lead = sign * score.opinion
    return lead <= -BEHIND or (lead <= LEVEL and position.quiet >= GETTING_NOWHERE)


def judged(positions: Sequence[AnyPosition], seconds: float = SECONDS) -> Score:
    """Return the score of the last position for the side to move: exact where known, else the engine's opinion."""
    position = positions[-1]
    exact = solve(position).value if position.game.small else None
    if isinstance(exact, Value):
        return Score(proved=exact)
    glance = _score(positions, GLANCE)
    return glance if glance.proved is not None or not seconds else _score(positions, Limits(seconds))


def _score(positions: Sequence[AnyPosition], limits: Limits) -> Score:
    """Return the engine's score of the last position at the end of its search."""
    position = positions[-1]
    info = unsearched(position)
    for info in searcher(position).think(position, limits, history=History.of(positions)):  # noqa: B007  the last
        pass
    return info.lines[0].score
