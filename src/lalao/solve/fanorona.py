"""Fanorona solved from endgame tables: small material on any board whose tables are there, small boards whole.

Draws by repetition and the quiet limit are off, as in all analysis. On boards of up to 15 points every table is built
when it is first asked for, in seconds. Where a move leads into the tables and another does not, the position is known
only if a move wins.
"""

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lalao.games.fanorona import Fanorona, FanoronaPosition
from lalao.solve.answer import Answer, MoveAnswer, best_first
from lalao.values import UNKNOWN, Value

if TYPE_CHECKING:
    from lalao.tables.probe import Tables

LONGEST_LINE = 300


def solve_fanorona(position: FanoronaPosition) -> Answer:
    """Solve a position of Fanorona as far as tables reach."""
    return answer_from(whole_board(position.game), position)


def answer_from(known: "Tables", position: FanoronaPosition) -> Answer:
    """Return what these tables say of a position and of its moves.

    Raises FileError where a table is damaged.
    """
    moves = best_first([_move(known, position, move) for move in position.legal_moves()])
    value = known.value(position)
    if not isinstance(value, Value) and moves:
        best = moves[0].value
        if isinstance(best, Value) and (best.sign > 0 or all(isinstance(move.value, Value) for move in moves)):
            value = best
    line = tuple(_line(known, moves[0])) if isinstance(value, Value) and value.sign and moves else ()
    return Answer(position, value, line=line, moves=moves)


def _move(known: "Tables", position: FanoronaPosition, move: Any) -> MoveAnswer:
    after = position._play(move)
    value = known.value(after)
    return MoveAnswer(move, after, value.before() if isinstance(value, Value) else UNKNOWN)


def _line(known: "Tables", best: MoveAnswer) -> Iterator[Any]:
    """Yield the moves of best play to the end, as far as each is known."""
    here = best
    for _ in range(LONGEST_LINE):
        yield here.move
        position = here.position
        assert isinstance(position, FanoronaPosition)
        if position.outcome or not isinstance(known.value(position), Value):
            return
        here = min((_move(known, position, move) for move in position.legal_moves()), key=lambda one: one.rank)


def whole_board(game: Fanorona, folder: Path | None = None) -> "Tables":
    """Return the tables of a game; those of a small board are built where they are missing."""
    from lalao.tables.probe import default_folder, tables  # numpy, which other games do without

    found = tables(game, folder)
    if not game.small or found.most == 2 * game.pieces:
        return found
    from lalao.kernels.compiling import COMPILED

    if not COMPILED:
        return found
    from lalao.tables.build import Build, Threads

    logging.getLogger("lalao").info("building the tables of this board, once: this takes some seconds…")
    Build(game, 2 * game.pieces, folder or default_folder(), Threads(1)).run()
    tables.cache_clear()
    return tables(game, folder)
