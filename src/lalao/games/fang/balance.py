"""What a position of Fang is worth where nobody looks further."""

from lalao.games.fang.rules import FangPosition
from lalao.values import Side


def balance(position: FangPosition) -> int:
    """Count the seeds that the side to move has more in its half, tibongs breaking ties."""
    (south, north), tibongs = position.halves(), position.tibongs()
    lead = 100 * (south - north) + tibongs[0] - tibongs[1]
    return lead if position.to_move is Side.SOUTH else -lead
