"""What boards are drawn with: shapes that have a role and no colour, a hundred units from a pit or point to the next.

SVG and print translate them (`lalao.board.svg`, `lalao.print.drawing`); the pages' boards have the same measures and
heaps, written for them by ``tools/wire.py``.
"""

from collections.abc import Iterator
from math import cos, pi, sin
from typing import TypeAlias

import msgspec

CELL = 100


class Circle(msgspec.Struct, frozen=True, tag_field="kind", tag="circle"):
    """A pit, a seed, a piece, or a mark round one."""

    role: str
    x: float
    y: float
    r: float


class Line(msgspec.Struct, frozen=True, tag_field="kind", tag="line"):
    """A stroke from one point to another."""

    role: str
    x1: float
    y1: float
    x2: float
    y2: float


class Box(msgspec.Struct, frozen=True, tag_field="kind", tag="box"):
    """A rectangle with round corners."""

    role: str
    x: float
    y: float
    width: float
    height: float


class Text(msgspec.Struct, frozen=True, tag_field="kind", tag="text"):
    """Words on a baseline, about x or from there on; `turned` for who sits opposite."""

    role: str
    x: float
    y: float
    text: str
    size: float
    begins: bool = False
    turned: bool = False


Shape: TypeAlias = Circle | Line | Box | Text


class Place(msgspec.Struct, frozen=True):
    """The shapes of a pit or point, by the place that events name; `told` says what lies there."""

    name: str
    told: str
    shapes: list[Shape]


class Drawing(msgspec.Struct, frozen=True):
    """A board: what lies below its places, the places, and what is written about them."""

    width: float
    height: float
    ground: list[Shape]
    places: list[Place]
    around: list[Shape]

    @property
    def shapes(self) -> list[Shape]:
        """Every shape, those below first."""
        return [*self.ground, *(shape for place in self.places for shape in place.shapes), *self.around]


class Measures(msgspec.Struct, frozen=True):
    """How a kind of board is drawn: its pits or pieces, its rows, and the room beside and above all of them together.

    Pits lie `shift` below the middle of their row; `figures` and `labels` are the baselines of what is written of
    them, from their middle, in the upper half and in the lower half.
    """

    radius: float
    row: float
    beside: float
    above: float
    shift: float
    figures: tuple[float, ...]
    labels: tuple[float, ...]


MEASURES = {
    "single": Measures(radius=44, row=205, beside=40, above=0, shift=-6, figures=(81, 81), labels=(-60, -60)),
    "many": Measures(radius=43, row=105, beside=8, above=0, shift=0, figures=(-54, 76), labels=(66, -52)),
    "lattice": Measures(radius=37, row=CELL, beside=24, above=24, shift=0, figures=(0, 0), labels=(0, 0)),
}
APART = 1.6
"""Rows that are drawn so many times as far apart have room for what is written between them."""

RINGS = (1, 6, 12, 18, 24, 30)
MOST_DRAWN = sum(RINGS)
FEW = (0, 0, 0.78, 0.92, 1.05, 1.2, 1.3)
"""How far up to six seeds lie from the middle of their ring, in seeds."""
RING_APART = 0.88
SEED = 5 / 12
"""Half of what is seen of a seed, of the width that it is given."""


class Heap(msgspec.Struct, frozen=True):
    """Seeds laid out to be counted, in radii of their pit: half a seed, and the rings, each with its radius."""

    seed: float
    rings: list[tuple[int, float]]

    def spots(self) -> Iterator[tuple[float, float]]:
        """Yield where seeds lie, ring by ring, each from the top."""
        for seeds, radius in self.rings:
            for number in range(seeds):
                turn = 2 * pi * number / seeds - pi / 2
                yield radius * cos(turn), radius * sin(turn)


def heap(seeds: int) -> Heap:
    """Lay out seeds: up to six in one ring, more in rings of 1, 6, 12 and so on, no more than 91."""
    if seeds < len(FEW):
        return Heap(0.5 * SEED, [(seeds, 0.5 * FEW[seeds])] if seeds else [])
    rings: list[int] = []
    while (left := min(seeds, MOST_DRAWN) - sum(rings)) > 0:
        rings.append(min(left, RINGS[len(rings)]))
    width = min(0.5, 0.96 / ((len(rings) - 1) * RING_APART + 0.45))
    return Heap(width * SEED, [(count, number * RING_APART * width) for number, count in enumerate(rings)])


def seeds_in(seeds: int, x: float, y: float, radius: float) -> Iterator[Circle]:
    """Draw seeds in a pit of this radius."""
    laid = heap(seeds)
    for dx, dy in laid.spots():
        yield Circle("seed", x + radius * dx, y + radius * dy, radius * laid.seed)
