"""Rows of pits as texts: ``0.1.1.12`` are four pits from West to East; and the reserves that can occur beside them."""

from lalao.errors import NotationError
from lalao.values import Side

MOST_SEEDS = 9999
MOST_PITS = 1000


def read_count(text: str) -> int:
    """Read a number of seeds from 0 to `MOST_SEEDS`, without leading zeros: ``0``, ``7``, ``12``.

    Raises NotationError.
    """
    if not (text.isascii() and text.isdigit()) or (text[0] == "0" and text != "0"):
        raise NotationError("'{text}' is not a number of seeds: write a number such as 0, 1 or 12", text=text)
    if len(text) > 4:
        raise NotationError("'{text}' is too many seeds: write at most {most}", text=text, most=MOST_SEEDS)
    return int(text)


def read_row(text: str) -> tuple[int, ...]:
    """Read the seeds of up to `MOST_PITS` pits, joined by dots.

    Raises NotationError.
    """
    counts = text.split(".", MOST_PITS)
    if len(counts) > MOST_PITS:
        raise NotationError("the row '{text}' is too long: write at most {most} pits", text=text, most=MOST_PITS)
    return tuple(read_count(count) for count in counts)


def write_row(pits: tuple[int, ...]) -> str:
    """Write the seeds of pits, joined by dots."""
    return ".".join(map(str, pits))


def read_reserves(text: str) -> tuple[int, int]:
    """Read the reserves, South's first: ``5+4``.

    Raises NotationError.
    """
    south, plus, north = text.partition("+")
    if not plus:
        raise NotationError("'{text}' is not a pair of reserves: write South's and North's, such as 5+4", text=text)
    return read_count(south), read_count(north)


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
