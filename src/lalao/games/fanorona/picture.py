"""The picture of a board of Fanorona."""

from collections.abc import Iterator

from lalao.board.picture import LatticePicture, Picture
from lalao.errors import Phrase
from lalao.games.fanorona.rules import FanoronaPosition
from lalao.games.fanorona.turns import FanoronaMove


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
