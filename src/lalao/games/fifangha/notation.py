"""How positions and moves of Fifangha are written."""

import re

from lalao.board.geometry import check_reserves, read_reserves, read_row
from lalao.errors import IllegalMoveError, NotationError
from lalao.events import SEED, Contents, reserve
from lalao.games.fifangha.rules import Fifangha, FifanghaPosition
from lalao.games.fifangha.turns import SIGNS, FifanghaMove
from lalao.games.game import Notation
from lalao.values import Side


class FifanghaNotation(Notation):
    """Four rows from North to South, the reserves, the side to move; a move is a pit and its answers, ``c+``."""

    signs = ("", "+", "-")

    def position(self, game: Fifangha, text: str) -> FifanghaPosition:
        """Read a position such as ``0.0.0.0/0.1.1.0/0.1.1.0/0.0.0.0 14+14 S``.

        Raises NotationError.
        """
        parts = text.split(" ")
        quiet = 0
        if len(parts) == 4:
            quiet = read_quiet(parts.pop())
        if len(parts) != 3 or parts[2] not in ("S", "N"):
            raise NotationError(
                "'{text}' is not a position of Fifangha: write four rows, reserves and side, such as '{example}'",
                text=text,
                example=game.start(),
            )
        north, south = read_rows(game, parts[0])
        position = FifanghaPosition(game, south, north, read_reserves(parts[1]), Side(parts[2]), quiet)
        check(position)
        return position

    def read_board(self, game: Fifangha, text: str) -> Contents:
        """Read the four rows that somebody saw, and the reserves if they are given."""
        board, *others = text.split(" ")
        north, south = read_rows(game, board)
        contents = {
            name: SEED * seeds
            for side, pits in ((Side.NORTH, north), (Side.SOUTH, south))
            for name, seeds in zip(game.names[side], pits, strict=True)
        }
        if others:
            reserves = read_reserves(others[0])
            contents |= {reserve("S"): SEED * reserves[0], reserve("N"): SEED * reserves[1]}
        return contents

    def move(self, position: FifanghaPosition, text: str) -> FifanghaMove:
        """Read a pit and a sign for each question."""
        pit, signs = text[:1], text[1:]
        if not (pit.isascii() and pit.isalpha()) or set(signs) - set(SIGNS):
            raise NotationError(
                "'{text}' is not a move of Fifangha: write a pit and a sign for each question, such as c, c+ or C-+",
                text=text,
            )
        if pit not in position.game.letters[position.to_move]:
            last = position.game.letters[Side.SOUTH][position.game.columns - 1]
            raise IllegalMoveError(
                "there is no pit {pit}: the columns go from a to {last}, capitals for the outer row",
                pit=pit,
                last=last,
            )
        return FifanghaMove(pit, signs)

    def as_written(self, position: FifanghaPosition, text: str) -> str:
        """Join pit and signs; while there is a reserve only the inner row is played, so letters become lower case."""
        joined = text.replace(" ", "")
        return joined.lower() if position.has_reserve else joined

    def forms(self, position: FifanghaPosition, text: str) -> tuple[str, ...]:
        """Allow the last signs to be left out."""
        return (re.escape(text) + "[-+]*",)


def read_rows(game: Fifangha, text: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return North's pits and South's, each in the order in which that player numbers them.

    Raises NotationError.
    """
    rows = [read_row(row) for row in text.split("/", 4)]
    if len(rows) != 4 or any(len(row) != game.columns for row in rows):
        raise NotationError(
            "'{row}' is not this board: write four rows of {columns} pits, joined by /",
            row=text,
            columns=game.columns,
        )
    return rows[1][::-1] + rows[0], rows[2] + rows[3][::-1]


def check(position: FifanghaPosition) -> None:
    """Reject numbers of seeds and reserves that no game can reach.

    Raises NotationError.
    """
    south, north = position.reserves
    seeds = sum(position.south) + sum(position.north) + south + north
    if seeds != 8 * position.game.columns:
        raise NotationError(
            "'{text}' holds {count} seed in all: this game has {seeds}",
            "'{text}' holds {count} seeds in all: this game has {seeds}",
            text=position,
            count=seeds,
            seeds=8 * position.game.columns,
        )
    check_reserves(position, position.reserves, position.to_move, position.game.reserve)


def read_quiet(text: str) -> int:
    """Read ``quiet=17``, the plies since the last capture.

    Raises NotationError.
    """
    name, _, plies = text.partition("=")
    if name != "quiet" or not (plies.isascii() and plies.isdigit()) or plies[0] == "0" or len(plies) > 9:
        raise NotationError("'{text}' is not understood: only quiet=17 may follow the side to move", text=text)
    return int(plies)
