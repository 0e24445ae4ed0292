"""The family of Oware, with its one game."""

from lalao.errors import Phrase
from lalao.games.game import Family

from .balance import balance
from .mistakes import mistakes
from .notation import OwareNotation
from .picture import picture
from .refusal import refusal
from .rules import Oware


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
