"""How positions and moves of Fang are written."""

import re

from lalao import events
from lalao.board.geometry import check_reserves, read_reserves, read_row, write_row
from lalao.errors import NotationError
from lalao.events import Contents
from lalao.games.fang.rules import Fang, FangMove, FangPosition
from lalao.games.game import Notation
from lalao.values import Side


class FangNotation(Notation):
    """``0.1.1.0 3+3 S``: the row, the reserves, the side to move; a move is the number of a pit."""

    def position(self, game: Fang, text: str) -> FangPosition:
        """Read a position such as ``0.1.1.0 3+3 S``.

        Raises NotationError.
        """
        parts = text.split(" ")
        if len(parts) != 3 or parts[2] not in ("S", "N"):
            raise NotationError(
                "'{text}' is not a position of Fang: write pits, reserves and side to move, such as '{example}'",
                text=text,
                example=game.start(),
            )
        position = FangPosition(game, read_row(parts[0]), read_reserves(parts[1]), Side(parts[2]))
        check(position)
        return position

    def read_board(self, game: Fang, text: str) -> Contents:
        """Read the row that somebody saw, and the reserves if they are given."""
        row, *others = text.split(" ")
        contents = {str(pit): events.SEED * seeds for pit, seeds in enumerate(read_row(row), 1)}
        if others:
            south, north = read_reserves(others[0])
            contents |= {events.reserve("S"): events.SEED * south, events.reserve("N"): events.SEED * north}
        return contents

    def move(self, position: FangPosition, text: str) -> FangMove:
        if not (text.isascii() and text.isdigit()) or len(text) > 4 or text[0] == "0":
            raise NotationError("'{text}' is not a move of Fang: write the number of a pit, such as 2", text=text)
        return FangMove(int(text))

    def as_written(self, position: FangPosition, text: str) -> str:
        """Keep only the number of the pit: ``02.`` is ``2``."""
        shape = re.fullmatch(r"\W*0*([1-9][0-9]*)\W*", text, re.ASCII)
        return shape[1] if shape else text


def check(position: FangPosition) -> None:
    """Reject positions that no game can reach; these checks leave a legal move in every position with a reserve.

    Raises NotationError.
    """
    south, north = position.reserves
    if len(position.pits) != position.game.pits:
        raise NotationError(
            "'{row}' has {count} pit: this game has {pits}",
            "'{row}' has {count} pits: this game has {pits}",
            row=write_row(position.pits),
            count=len(position.pits),
            pits=position.game.pits,
        )
    if sum(position.pits) + south + north != 2 * position.game.pits:
        raise NotationError(
            "'{text}' holds {count} seed in all: this game has {seeds}",
            "'{text}' holds {count} seeds in all: this game has {seeds}",
            text=position,
            count=sum(position.pits) + south + north,
            seeds=2 * position.game.pits,
        )
    check_reserves(position, position.reserves, position.to_move, position.game.reserve)
    if south == north == position.game.reserve and position.pits != position.game.start().pits:
        raise NotationError(
            "in '{text}' nobody has played, so the row must be '{row}'",
            text=position,
            row=write_row(position.game.start().pits),
        )
