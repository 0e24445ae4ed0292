"""What a position of Fanorona is worth where nobody looks further."""

from lalao.games.fanorona.rules import FanoronaPosition


def balance(position: FanoronaPosition) -> int:
    """Count the pieces that the side to move has more."""
    return position.own.bit_count() - position.enemy.bit_count()
