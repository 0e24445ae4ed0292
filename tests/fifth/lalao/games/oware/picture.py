"""The picture of a board of Oware."""

from lalao.board.picture import Picture, Pit, Reserve, RowPicture
from lalao.values import Side

from .rules import HOUSES, NAMES, OwareMove, OwarePosition


def picture(position: OwarePosition, last: OwareMove | None, legal: bool) -> Picture:
    """Describe both rows and the captured seeds."""
    playable = {move.house for move in position.legal_moves()} if legal else set()

    def pit(house: int) -> Pit:
        name, side = NAMES[house], Side.SOUTH if house < HOUSES else Side.NORTH
        lifted = last is not None and last.house == name
        return Pit(name, name, position.houses[house], side, last=lifted, legal=name in playable)

    rows = (tuple(map(pit, range(2 * HOUSES - 1, HOUSES - 1, -1))), tuple(map(pit, range(HOUSES))))
    stores = (Reserve(Side.SOUTH, position.stores[0]), Reserve(Side.NORTH, position.stores[1]))
    return RowPicture(str(position), position.to_move, rows, stores)
