"""The evaluation of a position of Oware without looking ahead."""

from lalao.values import Side

from .rules import OwarePosition


def balance(position: OwarePosition) -> int:
    """Return the seeds that the side to move has captured, less the opponent's."""
    lead = position.stores[0] - position.stores[1]
    return lead if position.to_move is Side.SOUTH else -lead
