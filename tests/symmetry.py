"""The positions that are another one seen in a mirror, or from the other side of the board."""

from functools import singledispatch
from typing import Any

from lalao.games.fafy import FafyPosition
from lalao.games.fang import FangPosition
from lalao.games.fanorona import FanoronaPosition
from lalao.games.fifangha import FifanghaPosition
from lalao.games.game import AnyPosition


@singledispatch
def symmetric(position: AnyPosition) -> tuple[Any, ...]:  # noqa: ARG001  the type decides
    """List them; none where nobody has said what the symmetries of a family are."""
    return ()


@symmetric.register
def _(position: FangPosition) -> tuple[FangPosition]:
    """Turn the board round: the row reversed, the players swapped."""
    south, north = position.reserves
    return (FangPosition(position.game, position.pits[::-1], (north, south), position.to_move.other),)


@symmetric.register
def _(position: FafyPosition) -> tuple[FafyPosition, ...]:
    """Turn the board round, the players swapped; in the impartial games the mirror image or the swap alone too."""
    turned = FafyPosition(position.game, position.pits[::-1], position.to_move.other)
    if not position.game.impartial:
        return (turned,)
    mirrored = FafyPosition(position.game, position.pits[::-1], position.to_move)
    return turned, mirrored, FafyPosition(position.game, position.pits, position.to_move.other)


@symmetric.register
def _(position: FifanghaPosition) -> tuple[FifanghaPosition, ...]:
    """Turn the board round, the players swapped; mirror West and East."""
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
