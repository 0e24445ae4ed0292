"""The picture of a board of Fifangha."""

from lalao.board.picture import Picture, Pit, Reserve, RowPicture
from lalao.errors import Phrase
from lalao.games.fifangha.rules import FifanghaPosition
from lalao.games.fifangha.turns import FifanghaMove
from lalao.values import Side

SOUTH, NORTH = Side.SOUTH, Side.NORTH


def picture(position: FifanghaPosition, last: FifanghaMove | None, legal: bool) -> Picture:
    """Describe the four rows, tsibongy marked."""
    playable = {position.to_move.value + move.pit for move in position.legal_moves()} if legal else set()
    played = position.to_move.other.value + last.pit if last else None
    rows = []
    for row, seeds in enumerate(position.rows()):
        side = NORTH if row < 2 else SOUTH
        inner = row in (1, 2)
        letters = position.game.letters[SOUTH][: position.game.columns]
        labels = letters if inner else letters.upper()
        rows.append(
            tuple(
                Pit(
                    place=side.value + label,
                    label=label,
                    seeds=seeds[column],
                    side=side,
                    special=inner and column in (0, position.game.columns - 1),
                    last=played == side.value + label,
                    legal=side.value + label in playable,
                )
                for column, label in enumerate(labels)
            )
        )
    reserves = (Reserve(SOUTH, position.reserves[0]), Reserve(NORTH, position.reserves[1]))
    return RowPicture(str(position), position.to_move, tuple(rows), reserves, Phrase("tsibongy"))
