"""The static evaluation of Fafy and Sowing: what a position is worth without any search."""

from lalao.games.fafy.rules import FafyPosition


def balance(position: FafyPosition) -> int:
    """Return how many more moves the side to move has than its opponent, negated in misère play; 0 if impartial."""
    if position.game.impartial:
        return 0
    lead = sum(1 for _ in position.moves_of(position.to_move)) - sum(
        1 for _ in position.moves_of(position.to_move.other)
    )
    return -lead if position.game.misere else lead
