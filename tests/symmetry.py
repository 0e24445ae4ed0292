"""Symmetric positions: mirror images, and the board seen from the other side."""

from functools import singledispatch
from typing import Any

from lalao.games.fafy import FafyPosition
from lalao.games.fang import FangPosition
from lalao.games.fanorona import FanoronaPosition
from lalao.games.fifangha import FifanghaPosition
from lalao.games.game import AnyPosition


@singledispatch
def symmetric(position: AnyPosition) -> tuple[Any, ...]:  # noqa: ARG001  the type decides
    """Return the symmetric positions; none for families whose symmetries are not defined here."""
    return ()


@symmetric.register
def _(position: FangPosition) -> tuple[FangPosition]:
    """Turn the board round: reverse the row and swap the players."""
    south, north = position.reserves
    return (FangPosition(position.game, position.pits[::-1], (north, south), position.to_move.other),)


@symmetric.register
def _(position: FafyPosition) -> tuple[FafyPosition, ...]:
    """Turn the board round and swap the players; in the impartial games also the mirror image or the swap alone."""
    turned = FafyPosition(position.game, position.pits[::-1], position.to_move.other)
    if not position.game.impartial:
        return (turned,)
    mirrored = FafyPosition(position.game, position.pits[::-1], position.to_move)
    return turned, mirrored, FafyPosition(position.game, position.pits, position.to_move.other)


@symmetric.register
def _(position: FifanghaPosition) -> tuple[FifanghaPosition, ...]:
    """Turn the board round and swap the players; mirror West and East."""
    south, north = position.reserves
    columns = position.game.columns
    mirrored = [pits[:columns][::-1] + pits[columns:][::-1] for pits in (position.south, position.north)]
    return (
        FifanghaPosition(
            position.game, position.north, position.south, (north, south), position.to_move.other, position.quiet
        ),
        FifanghaPosition(position.game, mirrored[0], mirrored[1], position.reserves, position.to_move, position.quiet),
    )


@symmetric.register
def _(position: FanoronaPosition) -> tuple[FanoronaPosition, ...]:
    """Mirror West and East; turn the board by 180° and swap the colours."""
    at, vela, quiet = position.game.lattice, position.vela, position.quiet
    mirrored = FanoronaPosition(
        position.game,
        at.mirrored(position.white),
        at.mirrored(position.black),
        position.to_move,
        vela,
        at.mirrored(position.huffable),
        quiet,
    )
    turned = FanoronaPosition(
        position.game,
        at.turned(position.black),
        at.turned(position.white),
        position.to_move.other,
        vela.other if vela else None,
        at.turned(position.huffable),
        quiet,
    )
    return mirrored, turned
