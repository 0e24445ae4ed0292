"""The games of Fafy and Sowing: their ids, the picture, evaluation and symmetry of their positions."""

import re

from lalao.board.picture import Picture, RowPicture, row_of
from lalao.errors import Phrase
from lalao.games.fafy.notation import FafyNotation
from lalao.games.fafy.rules import Fafy, FafyMove, FafyPosition
from lalao.games.fafy.words import card, mistakes, refusal
from lalao.games.game import Family


def balance(position: FafyPosition) -> int:
    """Return how many more moves the side to move has than its opponent, negated in misère play; 0 if impartial."""
    if position.game.impartial:
        return 0
    lead = sum(1 for _ in position.moves_of(position.to_move)) - sum(
        1 for _ in position.moves_of(position.to_move.other)
    )
    return -lead if position.game.misere else lead


def alike(position: FafyPosition) -> tuple[FafyPosition, ...]:
    """Return a position turned round with the players swapped; if impartial also its mirror image, and only swapped."""
    game, pits, side = position.game, position.pits, position.to_move
    turned = FafyPosition(game, pits[::-1], side.other)
    if not game.impartial:
        return (turned,)
    return turned, FafyPosition(game, pits[::-1], side), FafyPosition(game, pits, side.other)


def picture(position: FafyPosition, last: FafyMove | None, legal: bool) -> Picture:
    """Describe the row."""
    playable = {move.pit for move in position.legal_moves()} if legal else set()
    pits = row_of(position.pits, last.pit if last else None, playable)
    return RowPicture(str(position), position.to_move, (pits,))


ID = re.compile("(fafy|sowing)(-impartial)?(-misere)?")


def read(text: str) -> Fafy | None:
    """Return the game of an id such as ``fafy-impartial``, or None where the id is not one of these."""
    shape = ID.fullmatch(text)
    return Fafy(bool(shape[2]), bool(shape[3]), shape[1] == "sowing") if shape else None


FAMILY = Family(
    name="fafy",
    order=2,
    title=Phrase("Fafy"),
    blurb=Phrase("Sow without falling in an empty pit. Who cannot play has lost."),
    motto=Phrase("Sow without a gap."),
    age=Phrase(
        "Invented by a pupil of nursery school; easy to play from the first year of school (CP), "
        "says the IREM de La Réunion."
    ),
    colour="#155f70",
    read=read,
    listed=tuple(
        f"{name}{option}"
        for name in ("fafy", "sowing")
        for option in ("", "-impartial", "-misere", "-impartial-misere")
    ),
    offered=(
        "fafy-impartial",
        "fafy",
        "sowing-impartial",
        "sowing",
        "fafy-impartial-misere",
        "fafy-misere",
    ),
    gentlest="fafy-impartial",
    ladder=("fafy", "sowing-impartial"),
    menu=("fafy",),
    opponent="level:2",
    minutes=1,
    notation=FafyNotation(),
    refusal=refusal,
    picture=picture,
    balance=balance,
    mistakes=mistakes,
    alike=alike,
    card=card,
)
