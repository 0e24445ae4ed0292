"""Fanorona solved from endgame tables: few pieces on any board whose tables are there, small boards whole.

Draws by repetition and the quiet limit are off, as in all analysis. On boards of up to 15 points every table is built
when it is first asked for, in seconds. Where one move leads into the tables and another does not, the position is
known only if a move wins, and its plies only if no other can win sooner.
"""

import logging
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lalao.errors import Phrase
from lalao.games.fanorona import Fanorona, FanoronaPosition
from lalao.solve.answer import Answer, MoveAnswer, best_first, best_line, worth
from lalao.values import Value

if TYPE_CHECKING:
    from lalao.tables.probe import Tables

MOST_PLACES = 2_000_000_000
"""Most places in tables that are built within minutes in 2 GB: up to 7 pieces on 5×9."""


def solve(position: FanoronaPosition) -> Answer:
    """Solve a position of Fanorona as far as the tables in the default folder, and those shipped, reach.

    Raises FileError where a table is damaged.
    """
    return answer_from(whole_board(position.game), position)


def solve_with_tables(position: FanoronaPosition, folder: Path) -> Answer:
    """Solve a position of Fanorona as far as the tables in a folder, and those shipped, reach.

    Raises FileError where a table is damaged.
    """
    return answer_from(whole_board(position.game, folder), position)


def answer_from(known: "Tables", position: FanoronaPosition) -> Answer:
    """Return what these tables say of a position and of its moves.

    Raises FileError where a table is damaged.
    """
    moves = _moves(known, position)
    value = known.value(position)
    if not isinstance(value, Value) and moves:
        value = worth(moves)
    line = tuple(best_line(value, moves, lambda one: _moves(known, one)))
    exact = isinstance(value, Value) and value.is_exact
    return Answer(position, value, line=line, moves=moves, remark=None if exact else _remark(known, position))


def _remark(known: "Tables", position: FanoronaPosition) -> Phrase:
    """Say why the tables do not decide a position, and which command would tell more."""
    from lalao.tables.head import base_id  # numpy, which other games do without

    game, pieces = position.game, (position.white | position.black).bit_count()
    why, what = Phrase("no endgame table holds this position"), Phrase("lalao analyse {game} searches it", game=game.id)
    if base_id(game) and not position.is_restricted and pieces > known.most:
        if known.files:
            why = Phrase(
                "the endgame tables go up to {most} pieces, and here are {pieces}", most=known.most, pieces=pieces
            )
        if _places(game, pieces) <= MOST_PLACES:
            build = f"lalao tables build {base_id(game)} --pieces {pieces}"
            what = Phrase("{command} makes it, and {what}", command=build, what=what)
    return Phrase("{why}: {what}", why=why, what=what)


def _places(game: Fanorona, pieces: int) -> int:
    """Return the number of places in all tables of up to `pieces` pieces."""
    from lalao.board.orbits import places, slices

    return sum(places(game.lattice.height, game.lattice.width, one) for one in slices(pieces, game.pieces))


def _moves(known: "Tables", position: FanoronaPosition) -> tuple[MoveAnswer, ...]:
    return best_first([_move(known, position, move) for move in position.legal_moves()])


def _move(known: "Tables", position: FanoronaPosition, move: Any) -> MoveAnswer:
    after = position._play(move)
    value = known.value(after)
    return MoveAnswer(move, after, value.before() if isinstance(value, Value) else value)


def whole_board(game: Fanorona, folder: Path | None = None) -> "Tables":
    """Return the tables of a game in a folder (or the default one); those of a small board are built if missing."""
    from lalao.tables.probe import default_folder, opened_tables, tables  # numpy, which other games do without

    found = tables(game, folder)
    if not game.small or found.most == 2 * game.pieces:
        return found
    from lalao.kernels.compiling import COMPILED

    if not COMPILED:
        return found
    from lalao.tables.build import Build, Threads

    logging.getLogger("lalao").info("building the tables of this board, once: this takes some seconds…")
    Build(game, 2 * game.pieces, folder or default_folder(), Threads(1)).run()
    opened_tables.cache_clear()
    return tables(game, folder)
