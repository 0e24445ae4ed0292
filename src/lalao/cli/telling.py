"""JSON that several commands print."""

from lalao.values import Outcome


def outcome_json(outcome: Outcome | None) -> dict[str, object] | None:
    """Return an outcome as plain JSON, None where there is none."""
    if outcome is None:
        return None
    winner = None if outcome.winner is None else str(outcome.winner)
    score = None if outcome.score is None else list(outcome.score)
    return {"winner": winner, "reason": str(outcome.reason), "ending": str(outcome.ending), "score": score}
