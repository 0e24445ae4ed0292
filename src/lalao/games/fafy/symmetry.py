"""What is one position of Fafy or Sowing seen in a mirror or from the other side of the board."""

from lalao.games.fafy.rules import FafyPosition


def alike(position: FafyPosition) -> tuple[FafyPosition, ...]:
    """Turn the board round, the players swapped; where both sow either way the mirror image and the swap too."""
    game, pits, side = position.game, position.pits, position.to_move
    turned = FafyPosition(game, pits[::-1], side.other)
    if not game.impartial:
        return (turned,)
    return turned, FafyPosition(game, pits[::-1], side), FafyPosition(game, pits, side.other)
