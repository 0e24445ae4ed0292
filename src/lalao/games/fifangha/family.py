"""The games of Fifangha: their ids, and what they have in common."""

from lalao.errors import Phrase
from lalao.games.fifangha.balance import balance
from lalao.games.fifangha.card import card
from lalao.games.fifangha.mistakes import mistakes
from lalao.games.fifangha.notation import FifanghaNotation
from lalao.games.fifangha.picture import picture
from lalao.games.fifangha.refusal import refusal
from lalao.games.fifangha.rules import Fifangha
from lalao.games.fifangha.symmetry import alike
from lalao.games.game import Family

COLUMNS = {"fifangha": 8, "fifangha-8": 8, "fifangha-6": 6, "fifangha-4": 4, "fifangakely": 4}


def read(text: str) -> Fifangha | None:
    """Return the game of an id such as ``fifangha-6``, or None where the id is not one of Fifangha's."""
    return Fifangha(COLUMNS[text]) if text in COLUMNS else None


FAMILY = Family(
    name="fifangha",
    order=3,
    title=Phrase("Fifangha"),
    blurb=Phrase("The lost game that Flacourt described in 1661. Empty the row across."),
    motto=Phrase("Empty the row across."),
    colour="#23502c",
    read=read,
    listed=("fifangha", "fifangha-6", "fifangakely"),
    offered=("fifangha", "fifangha-6", "fifangakely"),
    gentlest="fifangakely",
    ladder=("fifangha-6", "fifangha"),
    menu=("fifangha", "fifangakely"),
    notation=FifanghaNotation(),
    refusal=refusal,
    picture=picture,
    balance=balance,
    mistakes=mistakes,
    alike=alike,
    card=card,
)
