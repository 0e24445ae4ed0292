"""The draw rules of a match, which a position alone cannot decide: repetition and the quiet limit."""

from collections.abc import Collection, Sequence

from lalao.constants import OCCURRENCES
from lalao.games.game import AnyPosition
from lalao.values import MatchEnding, Outcome

DRAWS = frozenset({"repetition", "quiet"})


def judge(positions: Sequence[AnyPosition], draws: Collection[str] = DRAWS) -> Outcome | None:
    """Return how a match with these positions, the start first, ended, or None while it goes on.

    Besides the rules of the game, the third occurrence of the last position is a draw, and so is reaching the game's
    limit of plies without capture; `draws` names which of these two rules are on.
    """
    last = positions[-1]
    if last.outcome:
        return last.outcome
    if "repetition" in draws and sum(1 for position in positions if position.key == last.key) >= OCCURRENCES:
        return Outcome(None, MatchEnding.REPETITION)
    limit = last.game.quiet_limit
    if "quiet" in draws and limit is not None and last.quiet >= limit:
        return Outcome(None, MatchEnding.QUIET_LIMIT, counts=(("limit", limit),))
    return None
