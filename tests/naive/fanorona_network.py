"""The network that judges Fanorona, one point and one number at a time."""

from lalao.codecs.fanorona_search import Network
from lalao.games.fanorona import FanoronaPosition

LAST_OF_BUCKETS = (7, 9, 11, 13, 16, 20, 30, 45)
Point = tuple[int, int]


def lines() -> list[list[Point]]:
    """Return the lines of points, as files and ranks: parts of ranks, files, diagonals to the east, to the west."""
    ranks = [[(file, rank) for file in range(first, first + 5)] for rank in range(5) for first in (0, 2, 4)]
    files = [[(file, rank) for rank in range(5)] for file in range(9)]
    diagonals = []
    for step in (1, -1):
        for rank in range(5):
            for file in range(9):
                strong, before = (file + rank) % 2 == 0, (file - step, rank - 1)
                line = [(file + step * far, rank + far) for far in range(5) if 0 <= file + step * far < 9]
                line = [point for point in line if point[1] < 5]
                if strong and not (0 <= before[0] < 9 and before[1] >= 0) and len(line) >= 3:
                    diagonals.append(line)
    return ranks + files + diagonals


def mapped(point: Point, across: bool, over: bool) -> Point:
    """Return a point in a mirror."""
    return (8 - point[0] if across else point[0], 4 - point[1] if over else point[1])


def tables() -> list[tuple[int, list[Point]]]:
    """Return for each line where its patterns begin, and its points in the order of the line that shares them."""
    known: list[tuple[int, list[Point]]] = []
    found, begin = [], 0
    for line in lines():
        shared = None
        for across, over in ((False, False), (True, False), (False, True), (True, True)):
            image = [mapped(point, across, over) for point in line]
            for first, other in known:
                if shared is None and sorted(image) == sorted(other):
                    shared = first, [line[image.index(point)] for point in other]
        if shared is None:
            shared = begin, line
            known.append(shared)
            begin += 3 ** len(line)
        found.append(shared)
    return found


TABLES = tables()


def value_of(network: Network, position: FanoronaPosition) -> int:
    """Return the value of a position for the side to move, in hundredths of a piece."""
    own, enemy = position.own, position.enemy
    pieces = (own | enemy).bit_count()
    hidden = [int(number) for number in network.rows[-1]]
    for begin, line in TABLES:
        row = begin
        for number, (file, rank) in enumerate(line):
            bit = 9 * rank + file
            row += 3**number * ((own >> bit & 1) + 2 * (enemy >> bit & 1))
        hidden = [one + int(more) for one, more in zip(hidden, network.rows[row], strict=True)]
    bucket = next(number for number, most in enumerate(LAST_OF_BUCKETS) if pieces <= most)
    weights = [int(weight) for weight in network.second[bucket]]
    total = sum(min(max(one, 0), 255) * weight for one, weight in zip(hidden, weights, strict=True))
    return max(-5000, min(5000, (total + int(network.level[bucket])) // 1024))
