"""The description of a board, from which drawings, shapes and plain data for clients are made."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import msgspec

from lalao.board import placing
from lalao.board.drawing import draw_lattice, draw_rows
from lalao.board.geometry import Lattice
from lalao.board.placing import Drawing
from lalao.board.svg import document
from lalao.errors import Phrase
from lalao.locale import ENGLISH, Translator
from lalao.locale.events import place
from lalao.values import Side


class ShownPit(msgspec.Struct):
    """A pit: its place as events name it, its name for people, its label, its seeds, and its side ("" for none).

    `special` marks a tibong or tsibongy.
    """

    place: str
    name: str
    label: str
    seeds: int
    side: str
    special: bool


class ShownReserve(msgspec.Struct):
    """The seeds that a side holds off the board."""

    side: str
    seeds: int


class ShownRows(msgspec.Struct, tag_field="kind", tag="rows"):
    """Rows of pits from North to South, each from West to East; `special` is the name of the special pits."""

    to_move: str
    special: str
    rows: list[list[ShownPit]]
    reserves: list[ShownReserve]


class ShownPoint(msgspec.Struct):
    """A point: its file and rank counted from 0, the piece there ("" for none), and whether it may be huffed."""

    place: str
    x: int
    y: int
    piece: str
    huffable: bool


class ShownLattice(msgspec.Struct, tag_field="kind", tag="lattice"):
    """Points, and the lines between them as pairs of indices of `points`; `note` is shown beside the board."""

    to_move: str
    note: str
    files: int
    ranks: int
    lines: list[tuple[int, int]]
    points: list[ShownPoint]


ShownBoard: TypeAlias = ShownRows | ShownLattice


class Picture(ABC):
    """A board to be drawn; `text` is the position in its text form, `to_move` the side whose turn it is."""

    text: str
    to_move: Side

    @abstractmethod
    def draw(self, words: Translator = ENGLISH, columns: int | None = None) -> str:
        """Draw for a terminal of `columns` columns, None for the usual width; more compactly where they are too few."""

    @abstractmethod
    def drawing(self, words: Translator = ENGLISH) -> Drawing:
        """Draw as shapes, a hundred units per pit or point."""

    def svg(self, words: Translator = ENGLISH) -> str:
        """Draw as a self-contained SVG document."""
        return document(self.drawing(words), f"{self.text} ({words('{side} to move', side=self.to_move)})")

    @abstractmethod
    def shown(self, words: Translator = ENGLISH) -> ShownBoard:
        """Return the board as plain data, for clients that draw it themselves."""

    def _repr_svg_(self) -> str:
        return self.svg()


@dataclass(frozen=True, slots=True)
class Pit:
    """A pit: its place as events name it, its label, its seeds, the side that owns it, and its marks.

    `special` marks a tibong or tsibongy, `last` where the last move began, `legal` the places that may be played.
    """

    place: str
    label: str
    seeds: int
    side: Side | None = None
    special: bool = False
    last: bool = False
    legal: bool = False


def row_of(seeds: Sequence[int], last: int | None, playable: Collection[int]) -> tuple[Pit, ...]:
    """Describe the pits of a row, numbered from 1, by their seeds; pit `last` began the last move."""
    return tuple(
        Pit(str(pit), str(pit), count, last=pit == last, legal=pit in playable) for pit, count in enumerate(seeds, 1)
    )


@dataclass(frozen=True, slots=True)
class Reserve:
    """The seeds that a side holds off the board."""

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

    def draw(self, words: Translator = ENGLISH, columns: int | None = None) -> str:
        return draw_rows(self, words, columns)

    def drawing(self, words: Translator = ENGLISH) -> Drawing:
        return placing.draw_rows(self, words)

    def shown(self, words: Translator = ENGLISH) -> ShownBoard:
        """Return the rows of pits and the reserves as plain data."""
        return ShownRows(
            to_move=str(self.to_move),
            special=words.say(self.special) if self.special else "",
            rows=[[_pit(pit, words) for pit in row] for row in self.rows],
            reserves=[ShownReserve(str(reserve.side), reserve.seeds) for reserve in self.reserves],
        )


@dataclass(frozen=True, slots=True)
class LatticePicture(Picture):
    """Pieces on a lattice; every set holds points by number (see `lalao.board.geometry`).

    `note` is shown beside the board: anything else that matters in the position.
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

    def draw(self, words: Translator = ENGLISH, columns: int | None = None) -> str:
        return draw_lattice(self, words, columns)

    def drawing(self, words: Translator = ENGLISH) -> Drawing:
        return placing.draw_lattice(self, words)

    def shown(self, words: Translator = ENGLISH) -> ShownBoard:
        """Return the points, the lines between them and the pieces as plain data."""
        at = self.lattice
        return ShownLattice(
            to_move=str(self.to_move),
            note=words.say(self.note) if self.note else "",
            files=at.width,
            ranks=at.height,
            lines=[(point, end) for point in range(at.size) for end, _ in at.steps[point] if end > point],
            points=[
                ShownPoint(name, point % at.width, point // at.width, self._piece(point), point in self.huffable)
                for point, name in enumerate(at.names)
            ],
        )

    def _piece(self, point: int) -> str:
        return "W" if point in self.white else "B" if point in self.black else ""


def _pit(pit: Pit, words: Translator) -> ShownPit:
    name, side = words.say(place(pit.place)), str(pit.side) if pit.side else ""
    return ShownPit(pit.place, name, pit.label, pit.seeds, side, pit.special)
