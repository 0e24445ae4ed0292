"""Mistakes that hands make when playing Oware."""

from collections.abc import Iterator

from lalao.errors import Phrase
from lalao.games.game import Mistake

from .rules import NAMES, OwarePosition


def mistakes(position: OwarePosition) -> Iterator[Mistake]:
    """Yield sowings with forgotten captures."""
    for move in position.legal_moves():
        houses, taken = position.sown(NAMES.index(move.house))
        if taken:
            left = OwarePosition(position.game, tuple(houses), position.stores, position.to_move.other)
            yield Phrase("{house} takes seeds, and none was taken", house=move), left.contents()
