"""A plot of a proof: the root's proof number and disproof number, and the share of the table in use, by expansions."""

import importlib
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lalao.cli.files import refusal
from lalao.errors import FileError, NotationError, TooLargeError

if TYPE_CHECKING:
    from lalao.locale import Translator
    from lalao.research.proof import Progress

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
