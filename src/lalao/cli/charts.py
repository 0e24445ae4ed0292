"""Charts: who was ahead after each move, in characters; and a plot of a proof, by expansions.

A chart has the first side above the line, the second below it. A plot shows the root's proof number and disproof
number, and the share of the table in use.
"""

import importlib
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lalao.cli.files import refusal
from lalao.errors import FileError, NotationError, TooLargeError
from lalao.teach.assessing import Assessed, standing
from lalao.teach.reviewing import Point
from lalao.teach.worths import Lead

if TYPE_CHECKING:
    from lalao.locale import Translator
    from lalao.research.proof import Progress

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


SUFFIXES = (".svg", ".png", ".pdf")
MOST_POINTS = 2_000
"""The most points kept of a search; where there are more, every second one is dropped."""


def plot_file(name: str) -> Path:
    """Return the path of a plot that is to be drawn.

    Raises NotationError where the suffix is none of `SUFFIXES`, FileError where the folder is not there, TooLargeError
    where matplotlib is not installed.
    """
    path = Path(name)
    if path.suffix.lower() not in SUFFIXES:
        raise NotationError("'{file}' is not a picture: its name must end in .svg, .png or .pdf", file=name)
    if not path.parent.is_dir():
        raise FileError("'{file}': there is no such file or folder", file=path.parent)
    if find_spec("matplotlib") is None:
        raise TooLargeError("--plot needs matplotlib: pip install 'lalao[notebook]'")
    return path


class Trace:
    """The progress reports of a search, in order, thinned out evenly."""

    def __init__(self) -> None:
        self.points: list[Progress] = []
        self._told, self._stride = 0, 1

    def __call__(self, now: "Progress") -> None:
        """Keep a point if it is due."""
        if self._told % self._stride == 0:
            self.points.append(now)
        self._told += 1
        if len(self.points) > MOST_POINTS:
            del self.points[1::2]
            self._stride *= 2


def draw(traces: list[Trace], path: Path, title: str, words: "Translator") -> None:
    """Draw a column for each question, in the format that the suffix names.

    Raises FileError.
    """
    plots: Any = importlib.import_module("matplotlib.figure")
    figure = plots.Figure(figsize=(5 * len(traces), 5), layout="constrained")
    figure.suptitle(title)
    columns = figure.subplots(2, len(traces), squeeze=False, sharex="col", height_ratios=(3, 1))
    for number, trace in enumerate(traces):
        above, below = columns[0][number], columns[1][number]
        expansions = [point.expansions for point in trace.points]
        above.plot(expansions, [point.proof for point in trace.points], label=words("proof number"))
        above.plot(expansions, [point.disproof for point in trace.points], label=words("disproof number"))
        above.set_yscale("log", base=2)
        above.yaxis.set_major_formatter("{x:.0f}")
        above.legend()
        if trace.points:
            above.set_title(words("Can {side} force a win?", side=trace.points[0].attacker))
        below.fill_between(expansions, [100 * point.filled for point in trace.points])
        below.set_ylim(0, 100)
        below.set_xlabel(words("expansions"))
        below.set_ylabel(words("table in use, %"))
    try:
        figure.savefig(path)
    except OSError as error:
        raise refusal(path, error, written=True) from None
