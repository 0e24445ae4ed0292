"""Equivalent positions of Fifangha: in a mirror, and from the other side of the board."""

from lalao.games.fifangha.rules import FifanghaPosition


def alike(position: FifanghaPosition) -> tuple[FifanghaPosition, ...]:
    """Return, less quiet plies, a position mirrored West to East, turned round with the players swapped, and both."""
    game, side, (south, north) = position.game, position.to_move, position.reserves
    mirrored = FifanghaPosition(game, flipped(position.south), flipped(position.north), (south, north), side)
    return (
        mirrored,
        FifanghaPosition(game, position.north, position.south, (north, south), side.other),
        FifanghaPosition(game, mirrored.north, mirrored.south, (north, south), side.other),
    )


def flipped(pits: tuple[int, ...]) -> tuple[int, ...]:
    """Mirror the pits of a player: the inner row, then the outer one."""
    columns = len(pits) // 2
    return pits[:columns][::-1] + pits[columns:][::-1]
