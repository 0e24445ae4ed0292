"""Geometry without rules: rows of pits as texts, and the lattice of Fanorona."""

from functools import cache

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


Step = tuple[int, int]

ORTHOGONAL: tuple[Step, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))
DIAGONAL: tuple[Step, ...] = ((1, 1), (-1, 1), (-1, -1), (1, -1))
FILES = "abcdefghijklmnopqrstuvwxyz"


class Lattice:
    r"""A lattice of `height` ranks by `width` files, whose points are named by file and rank.

    A point whose file and rank indices have an even sum is strong and lies on eight lines; the others lie on four. On
    3×3:

          3  o─o─o
             |╲|╱|
          2  o─o─o      a1, a3, b2, c1, c3 are strong
             |╱|╲|
          1  o─o─o
             a b c

    Points are numbered from ``a1``, eastwards and then upwards, so that a set of points is an int, one bit per point:

          #  a3 b3 c3    6 7 8
          #  a2 b2 c2    3 4 5
          #  a1 b1 c1    0 1 2

    By point, `names` are the names, `steps` the neighbours with the direction to each, and `rays` the points met in
    each direction; `index` maps a name to its point. `strides` are the steps, each with the set of at most two points
    next to it on its line: the one beyond the neighbour, and the one behind the point itself.
    """

    def __init__(self, height: int, width: int, diagonals: bool = True) -> None:
        self.height = height
        self.width = width
        self.diagonals = diagonals
        self.size = height * width
        self.names = tuple(f"{FILES[i % width]}{i // width + 1}" for i in range(self.size))
        self.index = {name: point for point, name in enumerate(self.names)}
        self.steps = tuple(self._steps(point) for point in range(self.size))
        self.rays = tuple(
            {step: self._ray(point, step) for step in ORTHOGONAL + DIAGONAL} for point in range(self.size)
        )
        self.strides = tuple(
            tuple((end, way, self._next_to(point, end, way)) for end, way in steps)
            for point, steps in enumerate(self.steps)
        )

    def is_strong(self, point: int) -> bool:
        """Tell whether eight lines meet at a point (fewer at the edge)."""
        return self.diagonals and (point % self.width + point // self.width) % 2 == 0

    def _steps(self, point: int) -> tuple[tuple[int, Step], ...]:
        """List the neighbours of a point along its lines, each with the direction that leads there."""
        ways = ORTHOGONAL + DIAGONAL if self.is_strong(point) else ORTHOGONAL
        neighbours = ((self._beyond(point, way), way) for way in ways)
        return tuple((end, way) for end, way in neighbours if end is not None)

    def _beyond(self, point: int, step: Step) -> int | None:
        file, rank = point % self.width + step[0], point // self.width + step[1]
        return rank * self.width + file if 0 <= file < self.width and 0 <= rank < self.height else None

    def _next_to(self, point: int, end: int, step: Step) -> int:
        """Return the set of the points just beyond `end` and just behind `point`, as far as the board has them."""
        beside = self._beyond(end, step), self._beyond(point, (-step[0], -step[1]))
        return sum(1 << each for each in beside if each is not None)

    def _ray(self, point: int, step: Step) -> tuple[int, ...]:
        """List the points met from a point in a direction, up to the edge, without the point itself."""
        met: list[int] = []
        beyond = self._beyond(point, step)
        while beyond is not None:
            met.append(beyond)
            beyond = self._beyond(beyond, step)
        return tuple(met)

    def members(self, points: int) -> list[int]:
        """List the points of a set, by rank and then by file."""
        found = []
        while points:
            lowest = points & -points
            found.append(lowest.bit_length() - 1)
            points ^= lowest
        return found

    def mirrored(self, points: int) -> int:
        """Swap West and East in a set of points."""
        return sum(1 << (p - p % self.width + self.width - 1 - p % self.width) for p in self.members(points))

    def turned(self, points: int) -> int:
        """Turn a set of points by 180°."""
        return sum(1 << (self.size - 1 - p) for p in self.members(points))


@cache
def lattice(height: int, width: int, diagonals: bool = True) -> Lattice:
    """Return the lattice of this size, with or without diagonal lines, always the same object."""
    return Lattice(height, width, diagonals)
