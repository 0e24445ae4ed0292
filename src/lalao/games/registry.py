"""Every game by its id."""

import re
from collections.abc import Callable
from functools import cache

from lalao.board.row import MOST_PITS
from lalao.errors import UnknownGameError, nearest
from lalao.games.fafy import Fafy
from lalao.games.fang import Fang
from lalao.games.fanorona import Fanorona
from lalao.games.fifangha import Fifangha
from lalao.games.game import Game

MOST_LINES = 25
FANG = re.compile("fang-([0-9]{1,4})(-guarded)?(-last)?")
FAFY = re.compile("(fafy|sowing)(-impartial)?(-misere)?")
FIFANGHA = {"fifangha": 8, "fifangha-8": 8, "fifangha-6": 6, "fifangha-4": 4, "fifangakely": 4}
FANORONA = re.compile("fanorona(?:-(libre|strict|souffle))?(?:-(dimy|telo|([1-9][0-9]?)x([1-9][0-9]?)))?(-vela)?")
ALIASES = {"fang": "fang-8-guarded"}
TSIVY = "-tsivy"
"""The name of the 5×9 board, which ids leave out."""


def _fang(text: str) -> Fang | None:
    shape = FANG.fullmatch(text)
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


def _fafy(text: str) -> Fafy | None:
    shape = FAFY.fullmatch(text)
    return Fafy(bool(shape[2]), bool(shape[3]), shape[1] == "sowing") if shape else None


def _fifangha(text: str) -> Fifangha | None:
    return Fifangha(FIFANGHA[text]) if text in FIFANGHA else None


def _fanorona(text: str) -> Fanorona | None:
    shape = FANORONA.fullmatch(text)
    if shape is None:
        return None
    height, width = {None: (5, 9), "dimy": (5, 5), "telo": (3, 3)}.get(shape[2]) or (
        int(shape[3]),
        int(shape[4]),
    )
    if any(size % 2 == 0 or not 3 <= size <= MOST_LINES for size in (height, width)):
        raise UnknownGameError(
            "there is no game '{id}': a Fanorona board has odd sides, height first, from 3 to {most}",
            id=text,
            most=MOST_LINES,
        )
    return Fanorona(shape[1] or "", height, width, vela=bool(shape[5]))


FAMILIES: tuple[Callable[[str], Game | None], ...] = (_fang, _fafy, _fifangha, _fanorona)

LISTED = (
    *(f"fang-{pits}{option}" for option in ("", "-guarded") for pits in (4, 6, 8)),
    "fang-4-last",
    "fang-4-guarded-last",
    *(
        f"{name}{option}"
        for name in ("fafy", "sowing")
        for option in ("", "-impartial", "-misere", "-impartial-misere")
    ),
    "fifangha",
    "fifangha-6",
    "fifangakely",
    *(
        f"fanorona{rules}{board}{vela}"
        for rules in ("", "-libre", "-strict", "-souffle")
        for vela in ("", "-vela")
        for board in ("", "-dimy", "-telo")
    ),
)
"""The ids that `lalao games` lists; other sizes of Fang and Fanorona go by the same names."""


def game(name: str) -> Game:
    """Return the game of this id or alias.

    Raises UnknownGameError.

    >>> game("fanorona-strict-5x9").id
    'fanorona-strict'
    """
    return _game(name)


@cache
def _game(name: str) -> Game:
    """Make a game once: what `functools.cache` returns would take arguments of any type."""
    wanted = ALIASES.get(name, name)
    for family in FAMILIES:
        found = family(wanted)
        if found is not None:
            return found
    raise unknown(name)


def unknown(name: str) -> UnknownGameError:
    """Refuse an id that names no game, with the one that may have been meant."""
    other = meant(name)
    if other is None:
        return UnknownGameError("there is no game '{id}': lalao games lists them", id=name)
    return UnknownGameError(
        "there is no game '{id}': did you mean {other}? lalao games lists them", id=name, other=other
    )


def meant(name: str) -> str | None:
    """Return the id that somebody may have meant: the same in small letters and strokes, or the one most like it.

    >>> meant("Fang 8"), meant("fanorona-strict-tsivy"), meant("fafi-impartial")
    ('fang-8', 'fanorona-strict', 'fafy-impartial')
    """
    written = re.sub("[ _]+", "-", name.strip().casefold()).replace("×", "x").replace(TSIVY, "")
    try:
        known = any(family(ALIASES.get(written, written)) for family in FAMILIES)
    except UnknownGameError:
        known = False
    return written if known else nearest(written, (*ALIASES, *LISTED))
