"""How a game ended, in one sentence."""

from lalao.locale import Translator
from lalao.values import Outcome


def ended(outcome: Outcome, words: Translator) -> str:
    """Return the sentence that says who won, or that nobody did, and why."""
    if outcome.winner is not None:
        return words("{side} wins: {reason}.", side=outcome.winner, reason=outcome.reason)
    if outcome.is_void:
        return words("No result: {reason}.", reason=outcome.reason)
    return words("Draw: {reason}.", reason=outcome.reason)
