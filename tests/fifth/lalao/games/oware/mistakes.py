"""Mistakes that hands make when playing Oware."""

from collections.abc import Iterator

from lalao.errors import Phrase
from lalao.events import Contents
from lalao.games.game import Misplay, Mistake

from .rules import NAMES, OwarePosition


class OwareMisplay(Misplay):
    """What is wrong with a turn of Oware."""

    NOT_TAKEN = "not-taken", Phrase("{house} takes seeds, and none was taken")


def mistakes(position: OwarePosition, seen: Contents | None = None) -> Iterator[Mistake]:  # noqa: ARG001  they are few
    """Yield sowings with forgotten captures."""
    for move in position.legal_moves():
        houses, taken = position.sown(NAMES.index(move.house))
        if taken:
            left = OwarePosition(position.game, tuple(houses), position.stores, position.to_move.other)
            yield Mistake(OwareMisplay.NOT_TAKEN, left.contents(), {"house": move})
