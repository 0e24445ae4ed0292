"""The best search for a position, and analysis with it.

>>> import lalao
>>> info = lalao.analyse(lalao.game("fang").start(), seconds=1)
>>> info.lines[0].score.proved, len(info.lines[0].moves)
(Loss(10), 10)
"""

from lalao.engine.analysis import NO_HISTORY, History, Info, Limits, Searcher, Settings, unsearched
from lalao.engine.readable import ReadableSearcher
from lalao.games.game import AnyPosition
from lalao.games.layers import brought

DEFAULT = Settings()


def searcher(position: AnyPosition, settings: Settings = DEFAULT) -> Searcher:
    """Return the best searcher there is for a position's game, ready to think at once."""
    own = brought("lalao.engine", position.game, "searcher")
    found: Searcher = own(position, settings) if own else ReadableSearcher()
    return found


def analyse(
    position: AnyPosition,
    seconds: float | None = 1,
    lines: int = 1,
    depth: int | None = None,
    history: History = NO_HISTORY,
) -> Info:
    """Return what a search of so many seconds, or plies of depth, finds in a position; None sets no such limit.

    The draws of a match are off unless `history` says otherwise.
    """
    info = unsearched(position, lines)
    for info in searcher(position).think(position, Limits(seconds, depth), lines, history=history):  # noqa: B007  the last
        pass
    return info
