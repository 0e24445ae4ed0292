"""Equivalent positions of Fafy and Sowing: in a mirror, and from the other side of the board."""

from lalao.games.fafy.rules import FafyPosition


def alike(position: FafyPosition) -> tuple[FafyPosition, ...]:
    """Return a position turned round with the players swapped; if impartial also its mirror image, and only swapped."""
    game, pits, side = position.game, position.pits, position.to_move
    turned = FafyPosition(game, pits[::-1], side.other)
    if not game.impartial:
        return (turned,)
    return turned, FafyPosition(game, pits[::-1], side), FafyPosition(game, pits, side.other)
