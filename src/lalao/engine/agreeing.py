"""Whether a computer player agrees to a draw: it judges the position, as a person would.

It takes the exact value where that is known, else the engine's opinion. It agrees where it cannot win with best play,
where it thinks itself behind, and where the game is level and getting nowhere; otherwise it plays on.
"""

from collections.abc import Sequence

from lalao.engine.analysis import History, Limits, Score, unsearched
from lalao.engine.searchers import searcher
from lalao.games.game import AnyPosition
from lalao.solve import solve
from lalao.values import Side, Value

SECONDS = 0.5
GLANCE = Limits(depth=1)
"""A search without a time limit: it finds what endgame tables hold, however busy the machine is."""
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
    way = 1 if position.to_move is side else -1
    if score.proved is not None:
        return way * score.proved.sign <= 0
    lead = way * score.opinion
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
