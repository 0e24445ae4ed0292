"""The tag ``Termination``: how a game ended, in PGN's words and some of our own.

In PGN ``normal`` also covers resignation, agreement and draws by repetition. Here it means an end by the rules of the
game; the others have their own words: ``resigned``, ``agreed``, ``repetition``, ``quiet limit``, ``program failed``.
"""

from lalao.record.tree import OPEN, Record
from lalao.values import Ending, MatchEnding, Outcome, Side

NORMAL = "normal"
UNTERMINATED = "unterminated"
WORDS: dict[Ending, str] = {
    MatchEnding.RESIGNED: "resigned",
    MatchEnding.AGREED: "agreed",
    MatchEnding.TIME: "time forfeit",
    MatchEnding.REPETITION: "repetition",
    MatchEnding.QUIET_LIMIT: "quiet limit",
    MatchEnding.ADJUDICATED: "adjudication",
    MatchEnding.FORFEIT: "rules infraction",
    MatchEnding.ABANDONED: "abandoned",
    MatchEnding.ILLEGAL_MOVE: "rules infraction",
    MatchEnding.FAILED: "program failed",
}
WON, DRAWN, VOID = ("1-0", "0-1"), ("1/2-1/2",), (OPEN,)
TOLD = (
    ("resigned", WON, MatchEnding.RESIGNED),
    ("agreed", DRAWN, MatchEnding.AGREED),
    ("time forfeit", WON, MatchEnding.TIME),
    ("adjudication", WON + DRAWN, MatchEnding.ADJUDICATED),
    ("rules infraction", VOID, MatchEnding.FORFEIT),
    ("rules infraction", WON, MatchEnding.ILLEGAL_MOVE),
    ("abandoned", VOID, MatchEnding.ABANDONED),
    ("program failed", WON, MatchEnding.FAILED),
)
"""The words for endings that the moves do not show, each with the results that it goes with."""


def termination(record: Record) -> str:
    """Return the word for how a game ended, or "" where that is not known."""
    outcome = record.outcome() or record.settled
    if outcome is not None:
        return WORDS.get(outcome.ending, NORMAL)
    return UNTERMINATED if record.result == OPEN else ""


def settled(word: str, result: str, sides: tuple[Side, Side]) -> Outcome | None:
    """Return the outcome that a tag's word and a result mean for a game not ended by its moves, or None.

    Version 0.1.0 wrote ``agreed`` for every such game, so with a winner that word means nothing.
    """
    ending = next((ending for told, results, ending in TOLD if told == word and result in results), None)
    if ending is None:
        return None
    return Outcome(dict(zip(WON, sides, strict=True)).get(result), ending)
