"""Sentences that several commands say."""

from lalao.locale import Words
from lalao.values import Outcome


def tell_outcome(outcome: Outcome, words: Words) -> str:
    """Say who has won and why."""
    if outcome.winner is None:
        return words("Draw: {reason}.", reason=outcome.reason)
    return words("{side} wins: {reason}.", side=outcome.winner, reason=outcome.reason)


def outcome_json(outcome: Outcome | None) -> dict[str, object] | None:
    """Give an outcome as the design's JSON."""
    if outcome is None:
        return None
    winner = None if outcome.winner is None else str(outcome.winner)
    score = None if outcome.score is None else list(outcome.score)
    return {"winner": winner, "reason": str(outcome.reason), "score": score}
