"""The games of Fanorona: their ids, the picture, evaluation and symmetry of their positions."""

import re
from collections.abc import Iterator

from lalao.board.picture import LatticePicture, Picture
from lalao.errors import Phrase, UnknownGameError
from lalao.games.fanorona.interchange import FGN, INTERCHANGES
from lalao.games.fanorona.mistakes import mistakes
from lalao.games.fanorona.notation import FanoronaNotation
from lalao.games.fanorona.rules import Fanorona, FanoronaPosition
from lalao.games.fanorona.turns import FanoronaMove
from lalao.games.fanorona.words import card, refusal
from lalao.games.game import Family


def balance(position: FanoronaPosition) -> int:
    """Return how many more pieces the side to move has than its opponent."""
    return position.own.bit_count() - position.enemy.bit_count()


def alike(position: FanoronaPosition) -> tuple[FanoronaPosition, ...]:
    """Return, less quiet plies, a position mirrored West to East, turned round with the colours swapped, and both."""
    game, side, at = position.game, position.to_move, position.game.lattice
    sets = position.white, position.black, position.huffable
    white, black, huffable = map(at.mirrored, sets)
    turned_white, turned_black, turned_huffable = map(at.turned, sets)
    vela, turned_vela = position.vela, position.vela and position.vela.other
    both = at.turned(black), at.turned(white), side.other, turned_vela, at.turned(huffable)
    return (
        FanoronaPosition(game, white, black, side, vela, huffable),
        FanoronaPosition(game, turned_black, turned_white, side.other, turned_vela, turned_huffable),
        FanoronaPosition(game, *both),
    )


def picture(position: FanoronaPosition, last: FanoronaMove | None, legal: bool) -> Picture:
    """Describe the lattice and its pieces."""
    members = position.game.lattice.members
    moves = position.legal_moves() if legal else ()
    first_ends = {move.text.split("-")[1].rstrip("AW") for move in moves if move.start}
    return LatticePicture(
        text=str(position),
        to_move=position.to_move,
        lattice=position.game.lattice,
        white=frozenset(members(position.white)),
        black=frozenset(members(position.black)),
        came_from=frozenset(members(last.start if last else 0)),
        came_to=frozenset(members(last.end if last else 0)),
        taken=frozenset(members(last.captured | last.huffed if last else 0)),
        movable=frozenset(members(_union(move.start for move in moves))),
        targets=frozenset(position.game.lattice.index[name] for name in first_ends),
        huffable=frozenset(members(position.open_to_huffing())),
        note=_vela_note(position),
    )


def _vela_note(position: FanoronaPosition) -> Phrase | None:
    if not position.is_restricted:
        return None
    return Phrase(
        "Vela: {side} takes nothing while this side has more than 5 pieces; {other} takes one piece a turn",
        side=position.vela,
        other=position.vela and position.vela.other,
    )


def _union(sets: Iterator[int]) -> int:
    union = 0
    for points in sets:
        union |= points
    return union


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
    headers=FGN(read),
    card=card,
)
