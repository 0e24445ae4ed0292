"""Misplays in Fang, for the referee's check."""

from collections.abc import Iterator

from lalao.errors import Phrase
from lalao.events import Contents
from lalao.games.fang.refusal import refusal
from lalao.games.fang.rules import FangMove, FangPosition
from lalao.games.game import Mistake
from lalao.values import Side


def mistakes(position: FangPosition) -> Iterator[Mistake]:
    """Yield the attacks that the rules forbid, sowings from the wrong pit, and turns without a reserve seed."""
    if position.reserves == (0, 0):
        return
    game, side = position.game, position.to_move
    own, other = game.route(side, game.pits), game.route(side.other, game.pits)
    for number, seeds in enumerate(position.pits, 1):
        move = FangMove(number)
        if seeds < position.needed(number - 1):
            yield refusal(position, move).phrase, position._play(move).contents()
            continue
        beside = own[own.index(number - 1) + 1 :]
        if len(beside) > seeds:
            yield (
                Phrase("the sowing began beside pit {pit}: it must begin in your own tibong", pit=number),
                _sown(position, number, beside, 1),
            )
        yield Phrase("the sowing began in the other player's tibong"), _sown(position, number, other, 1)
        yield Phrase("no seed was taken from the reserve"), _sown(position, number, own, 0)


def _sown(position: FangPosition, lifted: int, way: list[int], spent: int) -> Contents:
    """Return the contents after the pit `lifted` (from 1), with `spent` reserve seeds, is sown in the pits of `way`."""
    pits = list(position.pits)
    seeds, pits[lifted - 1] = pits[lifted - 1] + spent, 0
    for turn in range(seeds):
        pits[way[turn % len(way)]] += 1
    south, north = position.reserves
    reserves = (south - spent, north) if position.to_move is Side.SOUTH else (south, north - spent)
    return FangPosition(position.game, tuple(pits), reserves, position.to_move.other).contents()
