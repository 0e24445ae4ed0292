"""The games of Fang: their ids, the picture, evaluation and symmetry of their positions."""

import re
from dataclasses import replace

from lalao.board.geometry import MOST_PITS
from lalao.board.picture import Picture, Reserve, RowPicture, row_of
from lalao.errors import Phrase, UnknownGameError
from lalao.games.fang.notation import FangNotation
from lalao.games.fang.rules import Fang, FangMove, FangPosition
from lalao.games.fang.words import card, mistakes, refusal
from lalao.games.game import Family
from lalao.values import Side


def balance(position: FangPosition) -> int:
    """Return the side to move's lead: 100 for each seed in the halves, 1 for each seed in the tibongs."""
    (south, north), tibongs = position.halves(), position.tibongs()
    lead = 100 * (south - north) + tibongs[0] - tibongs[1]
    return lead if position.to_move is Side.SOUTH else -lead


def alike(position: FangPosition) -> tuple[FangPosition, ...]:
    """Return a position turned round: the row reversed, the players swapped."""
    south, north = position.reserves
    return (FangPosition(position.game, position.pits[::-1], (north, south), position.to_move.other),)


SOUTH, NORTH = Side.SOUTH, Side.NORTH


def picture(position: FangPosition, last: FangMove | None, legal: bool) -> Picture:
    """Describe the row, tibongs marked."""
    playable = {move.pit for move in position.legal_moves()} if legal else set()
    ends, half = (0, position.game.pits - 1), position.game.pits // 2
    pits = tuple(
        replace(pit, side=SOUTH if at < half else NORTH, special=at in ends)
        for at, pit in enumerate(row_of(position.pits, last.pit if last else None, playable))
    )
    reserves = (Reserve(SOUTH, position.reserves[0]), Reserve(NORTH, position.reserves[1]))
    return RowPicture(str(position), position.to_move, (pits,), reserves, Phrase("tibong"))


ID = re.compile("fang-([0-9]{1,4})(-guarded)?(-last)?")


def read(text: str) -> Fang | None:
    """Return the game of an id such as ``fang-8-guarded``, or None where the id is not one of Fang's.

    Raises UnknownGameError where it is one with a size or an option that Fang does not have.
    """
    shape = ID.fullmatch(text)
    if shape is None or str(int(shape[1])) != shape[1]:
        return None
    pits = int(shape[1])
    if pits % 2 or not 4 <= pits <= MOST_PITS:
        raise UnknownGameError(
            "there is no game '{id}': Fang is played on an even number of pits, from 4 to {most}",
            id=text,
            most=MOST_PITS,
        )
    if shape[3] and pits != 4:
        raise UnknownGameError("there is no game '{id}': -last belongs to 4 pits only", id=text)
    return Fang(pits, guarded=bool(shape[2]), last=bool(shape[3]))


FAMILY = Family(
    name="fang",
    order=1,
    title=Phrase("Fang"),
    blurb=Phrase("Drop a seed, empty the pit, sow from your tibong."),
    motto=Phrase("Attack and sow."),
    age=Phrase(
        "The board of 8 pits is for the last year of nursery school (Grande Section), says the IREM de La Réunion."
    ),
    colour="#8f2f20",
    read=read,
    listed=(
        *(f"fang-{pits}{option}" for option in ("", "-guarded") for pits in (4, 6, 8)),
        "fang-4-last",
        "fang-4-guarded-last",
    ),
    offered=("fang-8-guarded", "fang-8", "fang-6-guarded", "fang-6", "fang-4-guarded", "fang-4"),
    usual="fang-8-guarded",
    gentlest="fang-4",
    ladder=("fang-6", "fang-8", "fang-8-guarded"),
    menu=("fang",),
    sizes=("fang-10", "fang-12-guarded"),
    opponent="level:2",
    notation=FangNotation(),
    refusal=refusal,
    picture=picture,
    balance=balance,
    mistakes=mistakes,
    alike=alike,
    card=card,
)
