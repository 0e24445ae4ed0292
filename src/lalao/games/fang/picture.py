"""The picture of a row of Fang."""

from lalao.board.picture import Picture, Pit, Reserve, RowPicture
from lalao.errors import Phrase
from lalao.games.fang.rules import FangMove, FangPosition
from lalao.values import Side

SOUTH, NORTH = Side.SOUTH, Side.NORTH


def picture(position: FangPosition, last: FangMove | None, legal: bool) -> Picture:
    """Describe the row, tibongs marked."""
    playable = {move.pit for move in position.legal_moves()} if legal else set()
    pits = tuple(
        Pit(
            place=str(pit + 1),
            label=str(pit + 1),
            seeds=seeds,
            side=SOUTH if pit < position.game.pits // 2 else NORTH,
            special=pit in (0, position.game.pits - 1),
            last=last is not None and last.pit == pit + 1,
            legal=pit + 1 in playable,
        )
        for pit, seeds in enumerate(position.pits)
    )
    reserves = (Reserve(SOUTH, position.reserves[0]), Reserve(NORTH, position.reserves[1]))
    return RowPicture(str(position), position.to_move, (pits,), reserves, Phrase("tibong"))
