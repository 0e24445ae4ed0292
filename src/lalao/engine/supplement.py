"""What an analysis adds to a solution: proofs where it has found some, and opinions where nothing is proved."""

from dataclasses import replace

from lalao.engine.analysis import Info, Score
from lalao.solve.answer import Answer, MoveAnswer, strongest, worth
from lalao.values import UNKNOWN, Value


def scored(move: MoveAnswer, score: Score | None) -> Score:
    """Return the value of a move as a score where it is known, else the score that a search gave it."""
    if isinstance(move.value, Value) and (move.value.is_exact or score is None or score.proved is None):
        return Score(proved=move.value)
    return score or Score()


def supplemented(answer: Answer, info: Info) -> tuple[Answer, list[Score]]:
    """Return an answer with what a search of the same position has proved added, and the score of each of its moves.

    The moves come best first, those of unknown value by the search's opinion.
    """
    scores = {str(line.moves[0]): line.score for line in info.lines}
    pairs = []
    for move in answer.moves:
        score = scored(move, scores.get(str(move.move)))
        pairs.append((score, replace(move, value=score.proved or UNKNOWN)))
    pairs.sort(key=lambda pair: pair[0].rank, reverse=True)
    moves = tuple(move for _, move in pairs)
    first = info.lines[0] if info.lines else None
    value = strongest(answer.value, worth(moves) if moves else UNKNOWN, first.score.proved if first else None)
    line = answer.line
    if not line and first and isinstance(value, Value) and value.plies is not None and first.score.proved == value:
        line = first.moves
    return replace(answer, value=value, line=line, moves=moves), [score for score, _ in pairs]
