"""A chart of how a game stood after every move, in characters: above the line the first side is ahead."""

from collections.abc import Mapping, Sequence

from lalao.teach.assessing import Assessed, standing
from lalao.teach.reviewing import Point
from lalao.teach.worths import Lead

ROWS = 3
STEPS = 2 * ROWS
"""Heights above the line, two a row."""
PROVED, THOUGHT = "─", "╌"
FULL, LOW, HIGH = "█", "▄", "▀"
TICK = 10
"""Plies between two numbers below the chart."""


def height(point: Point, most: int) -> int:
    """Return how far from the line a point is, below 0 where the second side is ahead; `most` seeds are the top."""
    worth = point.worth
    if not isinstance(worth, Lead):
        return round(STEPS * standing(Assessed("", worth, point.opinion)))
    return worth.sign * max(1, round(STEPS * abs(worth.half) / most)) if worth.sign else 0


def most_seeds(points: Sequence[Point]) -> int:
    """Return the largest lead in seeds of a game, 0 where seeds are not its ruler."""
    return max((abs(point.worth.half) for point in points if isinstance(point.worth, Lead)), default=0)


def rows(points: Sequence[Point], marks: Mapping[int, str], most: int) -> list[str]:
    """Draw a column a point: the rows above the line, the line, the rows below it, the marks, the numbers of plies."""
    heights = [height(point, most or 1) for point in points]
    above = ["".join(cell(each, row, LOW) for each in heights) for row in range(ROWS, 0, -1)]
    below = ["".join(cell(-each, row, HIGH) for each in heights) for row in range(1, ROWS + 1)]
    line = "".join(THOUGHT if point.worth is None else PROVED for point in points)
    marked = "".join(marks.get(point.ply, " ") for point in points)
    return [*above, line, *below, marked, numbers(points)]


def cell(height: int, row: int, half: str) -> str:
    """Draw what a column as high as this shows in a row, the first being the one nearest the line."""
    return FULL if height >= 2 * row else half if height == 2 * row - 1 else " "


def numbers(points: Sequence[Point]) -> str:
    """Write the number of every tenth ply below it."""
    written = ""
    for place, point in enumerate(points):
        if point.ply % TICK == 0 and place + len(str(point.ply)) <= len(points):
            written = written.ljust(place) + str(point.ply)
    return written


def in_pieces(points: Sequence[Point], wide: int) -> list[Sequence[Point]]:
    """Cut a long game in pieces of so many points."""
    return [points[begin : begin + wide] for begin in range(0, len(points), wide)]
