"""The best search for a position, and analysis with it.

>>> import lalao
>>> info = lalao.analyse(lalao.game("fang").start(), seconds=1)
>>> info.lines[0].score.proved, len(info.lines[0].moves)
(Loss(10), 10)
"""

from functools import singledispatch

from lalao.engine.analysis import NO_PAST, Info, Limits, Past, Searcher, Settings, unsearched
from lalao.engine.readable import ReadableSearcher
from lalao.engine.solved import SolvedSearcher
from lalao.games.fafy import FafyPosition
from lalao.games.fang import FangPosition
from lalao.games.fanorona import FanoronaPosition
from lalao.games.fifangha import FifanghaPosition
from lalao.games.game import AnyPosition

DEFAULT = Settings()
MOST_POINTS = 62
"""Points of a lattice that the compiled search has room for."""


@singledispatch
def searcher(position: AnyPosition, settings: Settings = DEFAULT) -> Searcher:  # noqa: ARG001  the type decides
    """Return the best searcher there is for a position's game, ready to think at once."""
    return ReadableSearcher()


@searcher.register(FangPosition)
@searcher.register(FafyPosition)
def _(position: AnyPosition, settings: Settings = DEFAULT) -> Searcher:
    return SolvedSearcher() if position.game.small and settings.solving else ReadableSearcher()


@searcher.register
def _(position: FifanghaPosition, settings: Settings = DEFAULT) -> Searcher:  # noqa: ARG001  the type decides
    from lalao.engine.compiled import CompiledSearcher  # the compiler, which other games do without

    return CompiledSearcher(settings)


@searcher.register
def _(position: FanoronaPosition, settings: Settings = DEFAULT) -> Searcher:
    if position.game.lattice.size > MOST_POINTS:
        return ReadableSearcher()
    from lalao.engine.fanorona import FanoronaSearcher

    return FanoronaSearcher(position.game, settings)


def analyse(
    position: AnyPosition,
    seconds: float | None = 1,
    lines: int = 1,
    depth: int | None = None,
    past: Past = NO_PAST,
) -> Info:
    """Return what a search of so many seconds, or plies of depth, finds in a position; None sets no such limit.

    The draws of a match are off unless `past` says otherwise.
    """
    info = unsearched(position, lines)
    for info in searcher(position).think(position, Limits(seconds, depth), lines, past=past):  # noqa: B007  the last
        pass
    return info
