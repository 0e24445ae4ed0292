"""What a position of Oware is worth where nobody looks further."""

from lalao.values import Side

from .rules import OwarePosition


def balance(position: OwarePosition) -> int:
    """Count the seeds that the side to move has taken more."""
    lead = position.stores[0] - position.stores[1]
    return lead if position.to_move is Side.SOUTH else -lead
