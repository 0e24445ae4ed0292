"""Fanorona in the engine: its compiled search, and levels that overlook the same turns as people."""

from lalao.engine.analysis import Searcher, Settings
from lalao.engine.levels import OwnLevel
from lalao.engine.readable import ReadableSearcher
from lalao.games.fanorona import FanoronaPosition

MOST_POINTS = 62
"""Points of the largest lattice that the compiled search has room for."""


def searcher(position: FanoronaPosition, settings: Settings) -> Searcher:
    """Return the compiled search, or the readable one where the board is too large."""
    if position.game.lattice.size > MOST_POINTS:
        return ReadableSearcher()
    from lalao.engine.fanorona_searcher import FanoronaSearcher, ProvedTurns  # load the compiler, as other games do not

    found = FanoronaSearcher(position.game, settings)
    return ProvedTurns(found, position.game) if settings.solving else found


def level(position: FanoronaPosition, number: int) -> OwnLevel | None:
    """Return a level of the game, or None where the board is too large for the compiled search."""
    if position.game.lattice.size > MOST_POINTS:
        return None
    from lalao.engine.fanorona_levels import FanoronaLevel  # loads the compiler, which other games do without

    return FanoronaLevel(position.game, number)
