"""What a position of Fafy or Sowing is worth where nobody looks further."""

from lalao.games.fafy.rules import FafyPosition


def balance(position: FafyPosition) -> int:
    """Count the moves that the side to move has more than its opponent: fewer is better in misère play."""
    if position.game.impartial:
        return 0
    lead = sum(1 for _ in position.moves_of(position.to_move)) - sum(
        1 for _ in position.moves_of(position.to_move.other)
    )
    return -lead if position.game.misere else lead
