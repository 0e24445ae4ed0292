"""The best search for a position, and analysis with it.

>>> import lalao
>>> info = lalao.analyse(lalao.game("fang").start(), seconds=1)
>>> info.lines[0].score.proved, len(info.lines[0].moves)
(Loss(10), 10)
"""

import random
from dataclasses import replace
from pathlib import Path

from lalao.engine.analysis import NO_HISTORY, History, Info, Limits, Searcher, Settings, unsearched
from lalao.engine.readable import ReadableSearcher
from lalao.games.game import AnyPosition
from lalao.games.layers import brought

DEFAULT = Settings()
USUAL_SECONDS = 1.0
"""How long an analysis takes that is given no limit."""


def searcher(position: AnyPosition, settings: Settings = DEFAULT, chance: random.Random | None = None) -> Searcher:
    """Return the best searcher there is for a position's game, ready to think at once.

    `chance` draws among the moves of a book of one's own, the heaviest of which is played without it.

    Raises FileError where such a book cannot be read.
    """
    if isinstance(settings.book, Path):
        from lalao.engine.book import BookSearcher, read_book  # records, which most do without

        return BookSearcher(read_book(settings.book), searcher(position, replace(settings, book=False)), chance)
    own = brought("lalao.engine", position.game, "searcher")
    own_searcher: Searcher = own(position, settings) if own else ReadableSearcher()
    return own_searcher


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
    """Return what a search finds in a position within so many seconds, plies of depth, or positions (`nodes`).

    It is one second where no limit is given. What is found within `depth` or `nodes` depends on no clock. `settings`
    say how many threads, megabytes and endgame tables may be used; or a searcher is `kept` from one call to the next,
    made by `searcher(position, settings)`, which spares making it and remembers what it found: then what is found
    depends on the calls before. The draws of a match are off unless `history` says otherwise.
    """
    if seconds is None and depth is None and nodes is None:
        seconds = USUAL_SECONDS
    info = unsearched(position, lines)
    best = kept or searcher(position, settings)
    for info in best.think(position, Limits(seconds, depth, nodes), lines, history=history):  # noqa: B007  the last
        pass
    return info
