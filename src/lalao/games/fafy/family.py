"""The games of Fafy and Sowing: their ids, and what they have in common."""

import re

from lalao.errors import Phrase
from lalao.games.fafy.balance import balance
from lalao.games.fafy.card import card
from lalao.games.fafy.mistakes import mistakes
from lalao.games.fafy.notation import FafyNotation
from lalao.games.fafy.picture import picture
from lalao.games.fafy.refusal import refusal
from lalao.games.fafy.rules import Fafy
from lalao.games.fafy.symmetry import alike
from lalao.games.game import Family

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
