"""Misplays in Fafy and Sowing, for the referee's check."""

from collections.abc import Iterable, Iterator

from lalao.errors import Phrase
from lalao.events import Contents
from lalao.games.fafy.refusal import refusal
from lalao.games.fafy.rules import FafyMove, FafyPosition
from lalao.games.game import Misplay, Mistake, slips


class FafyMisplay(Misplay):
    """What is wrong with a sowing of Fafy."""

    FORBIDDEN = "forbidden", Phrase("{reason}")
    OWN_PIT = (
        "own-pit",
        Phrase("the seeds of pit {pit} were sown from pit {pit} itself: the first one falls beside it"),
    )
    LEFT_OUT = "left-out", Phrase("the sowing of pit {pit} left out pit {missed}")
    TWO_SEEDS = "two-seeds", Phrase("the sowing of pit {pit} dropped two seeds in pit {twice}")
    NOT_EMPTIED = "not-emptied", Phrase("not all the seeds of pit {pit} were sown")


def mistakes(position: FafyPosition, seen: Contents | None = None) -> Iterator[Mistake]:  # noqa: ARG001  they are few
    """Yield the sowings that the rules forbid, those that begin in the wrong pit, and slips on the way."""
    for number, seeds in enumerate(position.pits, 1):
        for way in (1, -1) if seeds else ():
            move = FafyMove(number, way)
            beside = range(number + way, number + way * (seeds + 2), way)
            if way not in position.game.directions(position.to_move) or position.obstacle(number - 1, way) is not None:
                reason = refusal(position, move).phrase
                yield Mistake(FafyMisplay.FORBIDDEN, _sown(position, number, beside[:seeds]), {"reason": reason})
                continue
            for left in range(1, seeds):
                kind = FafyMisplay.OWN_PIT if left == 1 else FafyMisplay.NOT_EMPTIED
                after = _sown(position, number, [number] * left + [*beside[: seeds - left]])
                yield Mistake(kind, after, {"pit": number})
            for pit, sown, twice in slips(beside):
                kind = FafyMisplay.TWO_SEEDS if twice else FafyMisplay.LEFT_OUT
                blanks = {"pit": number, "twice" if twice else "missed": pit}
                yield Mistake(kind, _sown(position, number, sown), blanks)


def _sown(position: FafyPosition, lifted: int, route: Iterable[int]) -> Contents:
    """Return the contents after pit `lifted` is sown in the pits of `route` (from 1); seeds off the board vanish."""
    pits = list(position.pits)
    pits[lifted - 1] = 0
    for pit in route:
        if 1 <= pit <= len(pits):
            pits[pit - 1] += 1
    return FafyPosition(position.game, tuple(pits), position.to_move).contents()
