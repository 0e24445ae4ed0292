"""How positions and moves of Fafy and Sowing are written."""

import re

from lalao import events
from lalao.board.geometry import MOST_SEEDS, read_row
from lalao.errors import NotationError
from lalao.events import Contents
from lalao.games.fafy.rules import Fafy, FafyMove, FafyPosition
from lalao.games.game import Notation
from lalao.values import Side

TYPED = re.compile("(?P<before>[-+<>]?) ?0*(?P<pit>[1-9][0-9]*) ?(?P<after>[-+<>]?)")


class FafyNotation(Notation):
    """``1.2.2.1 S``: the row, the side to move; a move is a pit and a direction, ``2+``."""

    signs = ("", "+", "-")

    def position(self, game: Fafy, text: str) -> FafyPosition:
        """Read a position such as ``1.2.2.1 S``.

        Raises NotationError.
        """
        row, space, side = text.partition(" ")
        if not space or side not in ("S", "N"):
            raise NotationError(
                "'{text}' is not a row: write pits and side to move, such as '{example}'",
                text=text,
                example=game.start(),
            )
        pits = read_row(row)
        if sum(pits) > MOST_SEEDS:
            raise NotationError("'{text}' holds too many seeds: write at most {most}", text=text, most=MOST_SEEDS)
        return FafyPosition(game, pits, Side(side))

    def read_board(self, game: Fafy, text: str) -> Contents:
        return {str(pit): events.SEED * seeds for pit, seeds in enumerate(read_row(text.split(" ")[0]), 1)}

    def move(self, position: FafyPosition, text: str) -> FafyMove:
        """Read a pit and a direction; only impartial games require the direction."""
        number, sign = (text[:-1], text[-1]) if text[-1:] in ("+", "-") else (text, "")
        if not (number.isascii() and number.isdigit()) or len(number) > 4 or number[0] == "0":
            raise unreadable(position.game, text)
        if not sign and position.game.impartial:
            raise NotationError(
                "'{text}' does not say the direction: write {text}+ (eastwards) or {text}- (westwards)",
                text=text,
            )
        own = position.game.directions(position.to_move)[0]
        return FafyMove(int(number), {"+": 1, "-": -1, "": own}[sign])

    def as_written(self, position: FafyPosition, text: str) -> str:
        """Put the direction, which may be an arrow, after the pit: ``> 4`` is ``4+``."""
        shape = TYPED.fullmatch(text)
        if shape is None or (shape["before"] and shape["after"]):
            return text
        return shape["pit"] + (shape["before"] or shape["after"]).translate(str.maketrans("<>", "-+"))

    def forms(self, position: FafyPosition, text: str) -> tuple[str, ...]:
        """Allow the direction to be left out."""
        return (re.escape(text) + "[-+]?",)


def unreadable(game: Fafy, text: str) -> NotationError:
    """Return the error that says how a move is written."""
    if game.impartial:
        return NotationError(
            "'{text}' is not a move: write a pit and a direction, 2+ (eastwards) or 2- (westwards)", text=text
        )
    return NotationError("'{text}' is not a move: write the number of a pit, such as 2", text=text)
