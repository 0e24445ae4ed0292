"""Misplays in Fang, for the referee's check."""

from collections.abc import Iterable, Iterator

from lalao.errors import Phrase
from lalao.events import Contents
from lalao.games.fang.refusal import refusal
from lalao.games.fang.rules import FangMove, FangPosition
from lalao.games.game import Misplay, Mistake, slips
from lalao.values import Side


class FangMisplay(Misplay):
    """What is wrong with a turn of Fang."""

    FORBIDDEN = "forbidden", Phrase("{reason}")
    BESIDE = "beside", Phrase("the sowing began beside pit {pit}: it must begin in your own tibong")
    OTHER_TIBONG = "other-tibong", Phrase("the sowing began in the other player's tibong")
    NO_RESERVE = "no-reserve", Phrase("no seed was taken from the reserve")
    NOT_SOWN = "not-sown", Phrase("a seed was dropped in pit {pit}, but the pit was not sown")
    NOT_EMPTIED = "not-emptied", Phrase("not all the seeds of pit {pit} were sown")
    LEFT_OUT = "left-out", Phrase("the sowing of pit {pit} left out pit {missed}")
    TWO_SEEDS = "two-seeds", Phrase("the sowing of pit {pit} dropped two seeds in pit {twice}")


def mistakes(position: FangPosition, seen: Contents | None = None) -> Iterator[Mistake]:  # noqa: ARG001  they are few
    """Yield forbidden attacks, sowings from the wrong pit, turns without a reserve seed, and slips on the way."""
    if position.reserves == (0, 0):
        return
    for number, seeds in enumerate(position.pits, 1):
        if seeds < position.needed(number - 1):
            move = FangMove(number)
            reason = refusal(position, move).phrase
            yield Mistake(FangMisplay.FORBIDDEN, position._play(move).contents(), {"reason": reason})
            continue
        yield from _wrong_sowings(position, number, seeds)


def _wrong_sowings(position: FangPosition, number: int, seeds: int) -> Iterator[Mistake]:
    """Yield what may go wrong when a pit that may be attacked is."""
    game, side = position.game, position.to_move
    own = game.route(side, game.pits)
    beside = own[own.index(number - 1) + 1 :]
    if len(beside) > seeds:
        yield Mistake(FangMisplay.BESIDE, _sown(position, number, beside[: seeds + 1]), {"pit": number})
    yield Mistake(FangMisplay.OTHER_TIBONG, _sown(position, number, game.route(side.other, seeds + 1)), {})
    yield Mistake(FangMisplay.NO_RESERVE, _sown(position, number, game.route(side, seeds), spent=0), {})
    yield Mistake(FangMisplay.NOT_SOWN, _sown(position, number, [number - 1] * (seeds + 1)), {"pit": number})
    for left in range(1, seeds + 1):
        route = [number - 1] * left + game.route(side, seeds + 1 - left)
        yield Mistake(FangMisplay.NOT_EMPTIED, _sown(position, number, route), {"pit": number})
    for pit, sown, twice in slips([*own, *own][: seeds + 2]):
        kind = FangMisplay.TWO_SEEDS if twice else FangMisplay.LEFT_OUT
        blanks = {"pit": number, "twice" if twice else "missed": pit + 1}
        yield Mistake(kind, _sown(position, number, sown), blanks)


def _sown(position: FangPosition, lifted: int, route: Iterable[int], spent: int = 1) -> Contents:
    """Return the contents after pit `lifted` (from 1) is sown in the pits of `route` (from 0).

    `spent` seeds have left the reserve.
    """
    pits = list(position.pits)
    pits[lifted - 1] = 0
    for pit in route:
        pits[pit] += 1
    south, north = position.reserves
    reserves = (south - spent, north) if position.to_move is Side.SOUTH else (south, north - spent)
    return FangPosition(position.game, tuple(pits), reserves, position.to_move.other).contents()
