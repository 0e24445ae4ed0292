"""The family of Oware, with its one game."""

from lalao.board.picture import Picture, Pit, Reserve, RowPicture
from lalao.errors import Phrase
from lalao.games.game import Family
from lalao.values import Side

from .notation import OwareNotation
from .rules import HOUSES, NAMES, Oware, OwareMove, OwarePosition
from .words import mistakes, refusal


def balance(position: OwarePosition) -> int:
    """Return the seeds that the side to move has captured, less the opponent's."""
    lead = position.stores[0] - position.stores[1]
    return lead if position.to_move is Side.SOUTH else -lead


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


def read(text: str) -> Oware | None:
    """Return the game with this id, or None."""
    return Oware() if text == "oware" else None


FAMILY = Family(
    name="oware",
    order=5,
    title=Phrase("Oware"),
    blurb=Phrase("Sow round, and take twos and threes. From Ghana."),
    read=read,
    listed=("oware",),
    offered=("oware",),
    menu=("oware",),
    gentlest="oware",
    minutes=15,
    notation=OwareNotation(),
    refusal=refusal,
    picture=picture,
    balance=balance,
    mistakes=mistakes,
)
