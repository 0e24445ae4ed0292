"""A chart in characters of who was ahead after each move: above the line the first side, below it the second."""

from collections.abc import Mapping, Sequence

from lalao.teach.assessing import Assessed, standing
from lalao.teach.reviewing import Point
from lalao.teach.worths import Lead

ROWS = 3
STEPS = 2 * ROWS
"""The greatest height above the line, in half rows."""
PROVED, THOUGHT = "─", "╌"
FULL, LOW, HIGH = "█", "▄", "▀"
TICK = 10
"""Plies between two of the numbers below the chart."""


def height(point: Point, most: int) -> int:
    """Return the height of a point in half rows, negative where the second side is ahead.

    A lead of `most` seeds has the greatest height.
    """
    worth = point.worth
    if not isinstance(worth, Lead):
        return round(STEPS * standing(Assessed("", worth, point.opinion)))
    return worth.sign * max(1, round(STEPS * abs(worth.half) / most)) if worth.sign else 0


def most_seeds(points: Sequence[Point]) -> int:
    """Return the largest lead in seeds among the points, 0 where they are not measured in seeds."""
    return max((abs(point.worth.half) for point in points if isinstance(point.worth, Lead)), default=0)


def rows(points: Sequence[Point], marks: Mapping[int, str], most: int) -> list[str]:
    """Return the lines of a chart with one column per point.

    They are the rows above the line, the line, the rows below it, the marks by ply, and the numbers of plies.

    >>> points = [Point(ply, "", None, Lead(half, 0), None) for ply, half in enumerate([0, 1, 3, 6, -2, -5])]
    >>> print("\\n".join(row.rstrip() for row in rows(points, {3: "!"}, 6)))
       █
      ▄█
     ▄██
    ──────
        ██
         █
         ▀
       !
    0
    """
    heights = [height(point, most or 1) for point in points]
    above = ["".join(cell(each, row, LOW) for each in heights) for row in range(ROWS, 0, -1)]
    below = ["".join(cell(-each, row, HIGH) for each in heights) for row in range(1, ROWS + 1)]
    line = "".join(THOUGHT if point.worth is None else PROVED for point in points)
    marked = "".join(marks.get(point.ply, " ") for point in points)
    return [*above, line, *below, marked, numbers(points)]


def cell(height: int, row: int, half: str) -> str:
    """Return the character in a row, counted from 1 at the line, for a column of this height in half rows."""
    return FULL if height >= 2 * row else half if height == 2 * row - 1 else " "


def numbers(points: Sequence[Point]) -> str:
    """Return the line with the number of every tenth ply below its column."""
    written = ""
    for place, point in enumerate(points):
        if point.ply % TICK == 0 and place + len(str(point.ply)) <= len(points):
            written = written.ljust(place) + str(point.ply)
    return written


def in_pieces(points: Sequence[Point], wide: int) -> list[Sequence[Point]]:
    """Split the points of a long game into pieces of at most `wide` points."""
    return [points[begin : begin + wide] for begin in range(0, len(points), wide)]
