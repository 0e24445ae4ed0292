"""Which reserves can occur in sowing games where every turn takes a seed from the player's own reserve."""

from lalao.errors import NotationError
from lalao.values import Side


def check_reserves(position: object, reserves: tuple[int, int], to_move: Side, most: int) -> None:
    """Reject reserves (South, North) that no game reaches: the sides take turns, from `most` each down to nothing.

    Raises NotationError.
    """
    south, north = reserves
    if max(south, north) > most:
        raise NotationError("'{text}' has too large a reserve: it starts at {most}", text=f"{south}+{north}", most=most)
    if abs(south - north) > 1:
        raise NotationError("'{text}' are reserves too far apart: they differ by one at most", text=f"{south}+{north}")
    if south != north and (south > north) != (to_move is Side.SOUTH):
        raise NotationError(
            "in '{text}' the wrong side is to move: the one with more seeds in reserve is", text=position
        )
