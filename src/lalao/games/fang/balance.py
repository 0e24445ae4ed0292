"""The static evaluation of Fang: what a position is worth without any search."""

from lalao.games.fang.rules import FangPosition
from lalao.values import Side


def balance(position: FangPosition) -> int:
    """Return the side to move's lead: 100 for each seed in the halves, 1 for each seed in the tibongs."""
    (south, north), tibongs = position.halves(), position.tibongs()
    lead = 100 * (south - north) + tibongs[0] - tibongs[1]
    return lead if position.to_move is Side.SOUTH else -lead
