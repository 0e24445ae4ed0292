"""One description of a board, from which the terminal drawing and the SVG are both made."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

from lalao.board.drawing import draw_lattice, draw_rows
from lalao.board.lattice import Lattice
from lalao.board.svg import svg_lattice, svg_rows
from lalao.errors import Phrase
from lalao.locale import ENGLISH, Words
from lalao.locale.events import place
from lalao.values import Side


class Picture(ABC):
    """What there is to see; `text` is the position as it is written, `to_move` the side whose turn it is."""

    text: str
    to_move: Side

    @abstractmethod
    def draw(self, words: Words = ENGLISH, columns: int | None = None) -> str:
        """Draw for a terminal of so many columns, 80 unless told; closer together where they do not hold it drawn."""

    @abstractmethod
    def svg(self, words: Words = ENGLISH) -> str:
        """Draw as a self-contained SVG."""

    @abstractmethod
    def as_dict(self, words: Words = ENGLISH) -> dict[str, Any]:
        """Give the board as plain JSON, places and what lies there, for whoever draws it."""

    def _repr_svg_(self) -> str:
        return self.svg()


@dataclass(frozen=True, slots=True)
class Pit:
    """A pit: the place that events name, its label, its seeds, whose it is, and how it is marked.

    `special` marks a tibong or tsibongy, `last` where the last move began, `legal` what may be played.
    """

    place: str
    label: str
    seeds: int
    side: Side | None = None
    special: bool = False
    last: bool = False
    legal: bool = False


@dataclass(frozen=True, slots=True)
class Reserve:
    """The seeds that a side keeps off the board."""

    side: Side
    seeds: int


@dataclass(frozen=True, slots=True)
class RowPicture(Picture):
    """Rows of pits from North to South, each from West to East; `special` is the name of the special pits."""

    text: str
    to_move: Side
    rows: tuple[tuple[Pit, ...], ...]
    reserves: tuple[Reserve, ...] = ()
    special: Phrase | None = None

    def draw(self, words: Words = ENGLISH, columns: int | None = None) -> str:
        """Draw for a terminal."""
        return draw_rows(self, words, columns)

    def svg(self, words: Words = ENGLISH) -> str:
        """Draw as a self-contained SVG."""
        return svg_rows(self, words)

    def as_dict(self, words: Words = ENGLISH) -> dict[str, Any]:
        """Give rows of pits and the reserves."""
        return {
            "kind": "rows",
            "to_move": str(self.to_move),
            "special": words.say(self.special) if self.special else "",
            "rows": [[_pit(pit, words) for pit in row] for row in self.rows],
            "reserves": [{"side": str(reserve.side), "seeds": reserve.seeds} for reserve in self.reserves],
        }


@dataclass(frozen=True, slots=True)
class LatticePicture(Picture):
    """Pieces on a lattice; every set holds points by number (see `lalao.board.lattice`).

    `note` is what must be known beside the board.
    """

    text: str
    to_move: Side
    lattice: Lattice
    white: frozenset[int]
    black: frozenset[int]
    came_from: frozenset[int] = frozenset()
    came_to: frozenset[int] = frozenset()
    taken: frozenset[int] = frozenset()
    movable: frozenset[int] = frozenset()
    targets: frozenset[int] = frozenset()
    huffable: frozenset[int] = frozenset()
    note: Phrase | None = None

    def draw(self, words: Words = ENGLISH, columns: int | None = None) -> str:
        """Draw for a terminal."""
        return draw_lattice(self, words, columns)

    def svg(self, words: Words = ENGLISH) -> str:
        """Draw as a self-contained SVG."""
        return svg_lattice(self, words)

    def as_dict(self, words: Words = ENGLISH) -> dict[str, Any]:
        """Give the points, as file and rank counted from 0, the lines between them, and the pieces."""
        at = self.lattice
        return {
            "kind": "lattice",
            "to_move": str(self.to_move),
            "note": words.say(self.note) if self.note else "",
            "files": at.width,
            "ranks": at.height,
            "lines": [[point, end] for point in range(at.size) for end, _ in at.steps[point] if end > point],
            "points": [
                {
                    "place": name,
                    "x": point % at.width,
                    "y": point // at.width,
                    "piece": "W" if point in self.white else "B" if point in self.black else "",
                    "huffable": point in self.huffable,
                }
                for point, name in enumerate(at.names)
            ],
        }


def _pit(pit: Pit, words: Words) -> dict[str, Any]:
    return {
        "place": pit.place,
        "name": words.say(place(pit.place)),
        "label": pit.label,
        "seeds": pit.seeds,
        "side": str(pit.side) if pit.side else "",
        "special": pit.special,
    }
