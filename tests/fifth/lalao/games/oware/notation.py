"""The notation of positions and moves of Oware."""

import re

from lalao import events
from lalao.board.geometry import read_reserves, read_row
from lalao.errors import IllegalMoveError, NotationError
from lalao.events import Contents
from lalao.games.game import Notation
from lalao.values import Side

from .rules import HOUSES, NAMES, SEEDS, Oware, OwareMove, OwarePosition

TEXT = re.compile(r"(?P<board>[0-9./]+) (?P<stores>[0-9+]+) (?P<side>[SN])(?: quiet=(?P<quiet>[1-9][0-9]{0,3}))?")


class OwareNotation(Notation):
    """``4.4.4.4.4.4/4.4.4.4.4.4 0+0 S``: North's row and South's from the West, the stores, the side to move."""

    def position(self, game: Oware, text: str) -> OwarePosition:
        """Read a position."""
        shape = TEXT.fullmatch(text)
        if shape is None:
            raise NotationError(
                "'{text}' is not a position of Oware: write rows, stores and side, such as '{example}'",
                text=text,
                example=game.start(),
            )
        stores, quiet = read_reserves(shape["stores"]), int(shape["quiet"] or 0)
        position = OwarePosition(game, houses(shape["board"]), stores, Side(shape["side"]), quiet)
        if sum(position.houses) + sum(stores) != SEEDS:
            raise NotationError("'{text}' does not hold {seeds} seeds", text=text, seeds=SEEDS)
        return position

    def read_board(self, game: Oware, text: str) -> Contents:
        """Read the rows that somebody saw, and the stores if they are given."""
        board, *others = text.split(" ")
        found = {name: events.SEED * seeds for name, seeds in zip(NAMES, houses(board), strict=True)}
        if others:
            south, north = read_reserves(others[0])
            found |= {events.reserve("S"): events.SEED * south, events.reserve("N"): events.SEED * north}
        return found

    def move(self, position: OwarePosition, text: str) -> OwareMove:
        """Read the letter of a house."""
        if len(text) != 1 or text not in NAMES:
            raise NotationError("'{text}' is not a move of Oware: write the letter of a house, such as C", text=text)
        if NAMES.index(text) not in position.owned(position.to_move):
            raise IllegalMoveError("house {house} is not yours", house=text)
        return OwareMove(text)

    def as_written(self, position: OwarePosition, text: str) -> str:
        """Read a letter in either case as one of the mover's own houses."""
        return text.upper() if position.to_move is Side.SOUTH else text.lower()


def houses(text: str) -> tuple[int, ...]:
    """Read two rows, North's first, each from the West."""
    rows = [read_row(row) for row in text.split("/")]
    if [len(row) for row in rows] != [HOUSES, HOUSES]:
        raise NotationError("'{text}' is not this board: write two rows of {houses} houses", text=text, houses=HOUSES)
    return rows[1] + rows[0][::-1]
