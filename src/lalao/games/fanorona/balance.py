"""The static evaluation of Fanorona: what a position is worth without any search."""

from lalao.games.fanorona.rules import FanoronaPosition


def balance(position: FanoronaPosition) -> int:
    """Return how many more pieces the side to move has than its opponent."""
    return position.own.bit_count() - position.enemy.bit_count()
