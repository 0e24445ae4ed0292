"""Oware in words: why a move is refused, and misplays for the referee's check."""

from collections.abc import Iterator

from lalao.errors import IllegalMoveError, Phrase
from lalao.events import Contents
from lalao.games.game import Misplay, Mistake

from .rules import NAMES, OwareMove, OwarePosition


def refusal(position: OwarePosition, move: OwareMove) -> IllegalMoveError:
    """Say why a house may not be lifted."""
    house = NAMES.index(move.house)
    if house not in position.owned(position.to_move):
        return IllegalMoveError("house {house} is not yours", house=move)
    if not position.houses[house]:
        return IllegalMoveError("house {house} is empty", house=move)
    return IllegalMoveError("house {house} gives no seed to the enemy, who has none", house=move)


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
