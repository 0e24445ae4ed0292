"""Fifangha solved where a search reaches the end: late games on any board, and every game on 4 columns.

Draws by repetition and the quiet limit are off, as in all analysis. A move that no search within the budget decides is
unknown; the position is then known only if another move wins.
"""

from functools import cache
from typing import TYPE_CHECKING, Any

from lalao.games.fifangha import FifanghaPosition
from lalao.solve.answer import Answer, MoveAnswer, best_first
from lalao.values import UNKNOWN, Loss, Unknown, Value, Win

if TYPE_CHECKING:
    from lalao.twins.search import CompiledSearch

MOST_POSITIONS = 3_000_000
DEPTH = 36


@cache
def searcher() -> "CompiledSearch":
    """Return the one search that questions share, with its table."""
    from lalao.twins.search import CompiledSearch  # the compiler, which other games do without

    return CompiledSearch()


def decided(position: FifanghaPosition, most: int) -> Value | Unknown:
    """Return who wins a position and in how many plies, or unknown within so many positions searched."""
    outcome = position.outcome
    if outcome is not None:
        return Value(outcome.value_for(position.to_move).sign, 0)
    from lalao.kernels.scores import DECIDED, WIN

    scored = searcher().scores(position, list(position.legal_moves()), DEPTH, most, extension=0, draws=False)
    score = scored[0][0]
    if abs(score) <= DECIDED:
        return UNKNOWN
    return Win(WIN - score) if score > 0 else Loss(WIN + score)


def solve_fifangha(position: FifanghaPosition) -> Answer:
    """Solve a position of Fifangha as far as the search reaches."""
    legal = position.legal_moves()
    if not legal:
        return Answer(position, decided(position, 0))
    moves = best_first([_move(position, move, MOST_POSITIONS // len(legal)) for move in legal])
    known = all(isinstance(move.value, Value) for move in moves)
    best = moves[0].value
    wins = isinstance(best, Value) and best.sign > 0
    value = best if wins or known else UNKNOWN
    line = tuple(_line(moves[0])) if isinstance(value, Value) else ()
    return Answer(position, value, line=line, moves=moves)


def _move(position: FifanghaPosition, move: Any, most: int) -> MoveAnswer:
    after = position._play(move)
    value = decided(after, most)
    return MoveAnswer(move, after, value.before() if isinstance(value, Value) else value)


def _line(best: MoveAnswer) -> list[Any]:
    """Return the moves of best play, as far as each is known."""
    line = [best.move]
    here = best.position
    assert isinstance(here, FifanghaPosition)
    while not here.outcome:
        legal = here.legal_moves()
        moves = best_first([_move(here, move, MOST_POSITIONS // len(legal)) for move in legal])
        if isinstance(moves[0].value, Unknown):
            break
        line.append(moves[0].move)
        here = moves[0].position
        assert isinstance(here, FifanghaPosition)
    return line
