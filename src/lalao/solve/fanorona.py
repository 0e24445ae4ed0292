"""Fanorona solved from endgame tables: few pieces on any board whose tables are there, small boards whole.

Draws by repetition and the quiet limit are off, as in all analysis. On boards of up to 15 points every table is built
when it is first asked for, in seconds. Where one move leads into the tables and another does not, the position is
known only if a move wins, and its plies only if no other can win sooner. Shipped certificates count
too, a win without its plies.
"""

import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from lalao.board.orbits import places, slices
from lalao.errors import Phrase, TooLargeError
from lalao.games.fanorona import Fanorona, FanoronaPosition
from lalao.games.game import AnyPosition
from lalao.processes import CAN_START
from lalao.solve.answer import Answer, best_line, strongest, valued, worth
from lalao.tables.head import base_id
from lalao.values import Unknown, Value

if TYPE_CHECKING:
    from lalao.tables.probe import Tables

ValueOf = Callable[[FanoronaPosition], Value | Unknown]
MOST_PLACES = 2_000_000_000
"""Most places in tables that are built within minutes in 2 GB: up to 7 pieces on 5×9."""


def provable(position: AnyPosition) -> FanoronaPosition:
    """Return a position, checked to be of a game that is proved: Fanorona alone.

    Raises TooLargeError.
    """
    if not isinstance(position, FanoronaPosition):
        raise TooLargeError("only positions of Fanorona are proved: lalao solve {game}", game=position.game.id)
    return position


def solve(position: FanoronaPosition) -> Answer:
    """Solve a position of Fanorona as far as the tables in the default folder, and those shipped, reach.

    Raises FileError where a table is damaged.
    """
    return solved_with(whole_board(position.game), position)


def solve_with_tables(position: FanoronaPosition, folder: Path) -> Answer:
    """Solve a position of Fanorona as far as the tables in a folder, and those shipped, reach.

    Raises FileError where a table is damaged.
    """
    return solved_with(whole_board(position.game, folder), position)


def solved_with(known: "Tables", position: FanoronaPosition) -> Answer:
    """Return the values of a position and of its moves by these tables and the certificates.

    Raises FileError where a file is damaged.
    """
    from lalao.solve.certificate import proved, shipped  # loads numpy, which other games do without

    def value_of(one: FanoronaPosition) -> Value | Unknown:
        value = known.value(one)
        shown = None if isinstance(value, Value) else proved(one)
        return value if shown is None else shown[0]

    answer = answer_from(known, position, value_of)
    files = shipped(position.game)
    if answer.remark is None or proved(position) is None or not files:
        return answer
    remark = Phrase("a certificate proves who wins, not how soon: lalao verify {file} checks it", file=files[0].name)
    return replace(answer, remark=remark)


def answer_from(known: "Tables", position: FanoronaPosition, value_of: ValueOf | None = None) -> Answer:
    """Return the values of a position and of its moves by these tables, or by `value_of` instead.

    Raises FileError where a table is damaged.
    """
    value_of = value_of or known.value
    moves = valued(position, value_of)
    value = strongest(value_of(position), worth(moves) if moves else None)
    line = tuple(best_line(value, moves, lambda one: valued(one, value_of)))
    exact = isinstance(value, Value) and value.is_exact
    return Answer(position, value, line=line, moves=moves, remark=None if exact else _remark(known, position))


def _remark(known: "Tables", position: FanoronaPosition) -> Phrase:
    """Say why the tables do not decide a position, and which command would tell more."""
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
    return sum(places(game.lattice.height, game.lattice.width, one) for one in slices(pieces, game.pieces))


def whole_board(game: Fanorona, folder: Path | None = None) -> "Tables":
    """Return the tables of a game in a folder (or the default one); those of a small board are built if missing."""
    from lalao.tables.probe import default_folder, opened_tables, tables  # loads numpy, which other games do without

    found = tables(game, folder)
    if not game.small or found.most == 2 * game.pieces:
        return found
    from lalao.kernels.compiling import COMPILED

    if not (COMPILED and CAN_START):  # they are built by threads
        return found
    from lalao.tables.build import Build, Threads

    logging.getLogger("lalao").info("building the tables of this board, once: this takes some seconds…")
    Build(game, 2 * game.pieces, folder or default_folder(), Threads(1)).run()
    opened_tables.cache_clear()
    return tables(game, folder)
