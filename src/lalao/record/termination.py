"""How a game ended, in the words of PGN's tag ``Termination`` where it has one, else in our own.

``normal`` is an end by the rules of the game; PGN has one word for every other one that no clock or arbiter made, which
are told apart here: ``resigned``, ``agreed``, ``repetition``, ``quiet limit``.
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
}
WON, DRAWN, VOID = ("1-0", "0-1"), ("1/2-1/2",), (OPEN,)
TOLD = {
    "resigned": (MatchEnding.RESIGNED, WON),
    "agreed": (MatchEnding.AGREED, DRAWN),
    "time forfeit": (MatchEnding.TIME, WON),
    "adjudication": (MatchEnding.ADJUDICATED, WON + DRAWN),
    "rules infraction": (MatchEnding.FORFEIT, VOID),
    "abandoned": (MatchEnding.ABANDONED, VOID),
}
"""The words that tell of an end which the moves do not show, with the results that go with each."""


def termination(record: Record) -> str:
    """Return the word for how a game ended, "" where it is not known."""
    outcome = record.outcome() or record.settled
    if outcome is not None:
        return WORDS.get(outcome.ending, NORMAL)
    return UNTERMINATED if record.result == OPEN else ""


def settled(word: str, result: str, sides: tuple[Side, Side]) -> Outcome | None:
    """Return what a tag's word and a result say of a game that its moves do not end; None where they say nothing.

    Version 0.1.0 wrote ``agreed`` for every such game, so with a winner the word says nothing.
    """
    ending, results = TOLD.get(word, (None, ()))
    if ending is None or result not in results:
        return None
    return Outcome(dict(zip(WON, sides, strict=True)).get(result), ending)
