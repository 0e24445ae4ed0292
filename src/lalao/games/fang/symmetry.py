"""The equivalent position of Fang: the same seen from the other side of the board."""

from lalao.games.fang.rules import FangPosition


def alike(position: FangPosition) -> tuple[FangPosition, ...]:
    """Return a position turned round: the row reversed, the players swapped."""
    south, north = position.reserves
    return (FangPosition(position.game, position.pits[::-1], (north, south), position.to_move.other),)
