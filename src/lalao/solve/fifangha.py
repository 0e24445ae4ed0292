"""Fifangha solved where a search reaches the end: late games on any board, and every game on 4 columns.

Draws by repetition and the quiet limit are off, as in all analysis. A move that no search within the budget decides is
unknown; the position is then known only if another move wins, and its plies only if no unknown move can win sooner.
"""

from typing import TYPE_CHECKING, Any

from lalao.errors import TooLargeError
from lalao.games.fifangha import Fifangha, FifanghaPosition
from lalao.solve.answer import Answer, MoveAnswer, best_first, best_line, beyond, worth
from lalao.solve.memo import Sign, SignFor, Solver
from lalao.solve.pool import Lender
from lalao.values import UNKNOWN, Loss, Unknown, Value, Win

if TYPE_CHECKING:
    from lalao.codecs.fifangha import CompiledSearch

MOST_POSITIONS = 3_000_000
DEPTH = 36


SEARCHES: "Lender[CompiledSearch]" = Lender()
"""The searches that questions share, whatever the board."""


def new_search() -> "CompiledSearch":
    """Make a search with its table."""
    from lalao.codecs.fifangha import CompiledSearch  # loads the compiler, which other games do without

    return CompiledSearch()


def decided(position: FifanghaPosition, most: int) -> Value | Unknown:
    """Return who wins a position and in how many plies; unknown if `most` positions do not decide it."""
    return looked_at(position, most)[0]


def looked_at(position: FifanghaPosition, most: int) -> tuple[Value | Unknown, int]:
    """Return the result of `decided`, and within how many plies nobody wins by force."""
    outcome = position.outcome
    if outcome is not None:
        return Value(outcome.value_for(position.to_move).sign, 0), 0
    from lalao.kernels.scores import DECIDED, WIN

    with SEARCHES.lend("", new_search) as one:
        scored = one.scores(position, list(position.legal_moves()), DEPTH, most, extension=0, draws=False)
        reached = one.reached
    score = scored[0][0]
    if abs(score) <= DECIDED:
        return UNKNOWN, reached
    return (Win(WIN - score) if score > 0 else Loss(WIN + score)), reached


def solve(position: FifanghaPosition) -> Answer:
    """Return the exact value of a position of Fifangha and of its moves, as far as the search reaches."""
    moves = _moves(position)
    value = worth(moves) if moves else decided(position, 0)
    remark = beyond(position) if isinstance(value, Unknown) else None
    return Answer(position, value, line=tuple(best_line(value, moves, _moves)), moves=moves, remark=remark)


def _moves(position: FifanghaPosition) -> tuple[MoveAnswer, ...]:
    return moves_within(position, MOST_POSITIONS)


def moves_within(position: FifanghaPosition, most: int) -> tuple[MoveAnswer, ...]:
    """List the moves, best first, with their values; `most` positions are shared out among them."""
    legal = position.legal_moves()
    return best_first([_move(position, move, most // len(legal)) for move in legal])


def _move(position: FifanghaPosition, move: Any, most: int) -> MoveAnswer:
    after = position._play(move)
    value, plies = looked_at(after, most)
    return MoveAnswer(move, after, value.before() if isinstance(value, Value) else value, open_for=plies + 1)


def signs(_: Fifangha) -> SignFor:
    """Return a `SignFor` that uses the search, as far as it reaches."""

    def sign_for(_: FifanghaPosition, solver: Solver) -> Sign:
        most = solver.most

        def sign(one: FifanghaPosition) -> int:
            value = decided(one, most)
            if isinstance(value, Unknown):
                raise TooLargeError("more than {most} positions would have to be searched", most=most)
            return value.sign

        return sign

    return sign_for
