"""Misplays in Fafy and Sowing, for the referee's check."""

from collections.abc import Iterator

from lalao.errors import Phrase
from lalao.events import Contents
from lalao.games.fafy.refusal import refusal
from lalao.games.fafy.rules import FafyMove, FafyPosition
from lalao.games.game import Mistake


def mistakes(position: FafyPosition) -> Iterator[Mistake]:
    """Yield the sowings that the rules forbid, and those that begin in the wrong pit."""
    for number, seeds in enumerate(position.pits, 1):
        for way in (1, -1) if seeds else ():
            move = FafyMove(number, way)
            if way not in position.game.directions(position.to_move) or position.obstacle(number - 1, way) is not None:
                yield refusal(position, move).phrase, _sown(position, number, way, number + way)
                continue
            yield (
                Phrase(
                    "the seeds of pit {pit} were sown from pit {pit} itself: the first one falls beside it",
                    pit=number,
                ),
                _sown(position, number, way, number),
            )
            missed = Phrase("the sowing of pit {pit} left out pit {missed}", pit=number, missed=number + way)
            yield missed, _sown(position, number, way, number + 2 * way)


def _sown(position: FafyPosition, lifted: int, way: int, first: int) -> Contents:
    """Return the contents after pit `lifted` is sown from pit `first` on (both from 1); seeds off the board vanish."""
    pits = list(position.pits)
    seeds, pits[lifted - 1] = pits[lifted - 1], 0
    for pit in range(first, first + way * seeds, way):
        if 1 <= pit <= len(pits):
            pits[pit - 1] += 1
    return FafyPosition(position.game, tuple(pits), position.to_move).contents()
