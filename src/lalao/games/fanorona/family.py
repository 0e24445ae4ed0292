"""The games of Fanorona: their ids, and what they have in common."""

import re

from lalao.errors import Phrase, UnknownGameError
from lalao.games.fanorona.balance import balance
from lalao.games.fanorona.card import card
from lalao.games.fanorona.interchange import INTERCHANGES
from lalao.games.fanorona.mistakes import mistakes
from lalao.games.fanorona.notation import FanoronaNotation
from lalao.games.fanorona.picture import picture
from lalao.games.fanorona.refusal import refusal
from lalao.games.fanorona.rules import Fanorona
from lalao.games.fanorona.symmetry import alike
from lalao.games.game import Family

MOST_LINES = 25
ID = re.compile("fanorona(?:-(libre|strict|souffle))?(?:-(dimy|telo|([1-9][0-9]?)x([1-9][0-9]?)))?(-vela)?")
SIZES = {None: (5, 9), "dimy": (5, 5), "telo": (3, 3)}


def read(text: str) -> Fanorona | None:
    """Return the game of an id such as ``fanorona-strict-3x7``, or None where the id is not one of Fanorona's.

    Raises UnknownGameError where it is one with a board that Fanorona does not have.
    """
    shape = ID.fullmatch(text)
    if shape is None:
        return None
    height, width = SIZES.get(shape[2]) or (int(shape[3]), int(shape[4]))
    if any(size % 2 == 0 or not 3 <= size <= MOST_LINES for size in (height, width)):
        raise UnknownGameError(
            "there is no game '{id}': a Fanorona board has odd sides, height first, from 3 to {most}",
            id=text,
            most=MOST_LINES,
        )
    return Fanorona(shape[1] or "", height, width, vela=bool(shape[5]))


FAMILY = Family(
    name="fanorona",
    order=4,
    title=Phrase("Fanorona"),
    blurb=Phrase("Take by approach or withdrawal, and go on. The game of kings."),
    motto=Phrase("Take and go on."),
    colour="#43344f",
    read=read,
    listed=tuple(
        f"fanorona{rules}{board}{vela}"
        for rules in ("", "-libre", "-strict", "-souffle")
        for vela in ("", "-vela")
        for board in ("", "-dimy", "-telo")
    ),
    offered=tuple(
        f"fanorona{rules}{board}" for rules in ("", "-strict", "-libre", "-souffle") for board in ("", "-dimy", "-telo")
    ),
    gentlest="fanorona-telo",
    ladder=("fanorona-dimy", "fanorona"),
    second_rounds=("fanorona-vela", "fanorona-dimy-vela", "fanorona-telo-vela"),
    menu=("fanorona", "fanorona-dimy", "fanorona-telo"),
    sizes=("fanorona-3x7", "fanorona-strict-7x9-vela"),
    notation=FanoronaNotation(),
    refusal=refusal,
    picture=picture,
    balance=balance,
    mistakes=mistakes,
    alike=alike,
    interchanges=INTERCHANGES,
    card=card,
)
