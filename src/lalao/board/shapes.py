"""The shapes that boards are drawn with: they have a role but no colour; pits and points are a hundred units apart.

SVG and print render them (`lalao.board.svg`, `lalao.print.drawing`); the boards of the web pages use the same measures
and heaps, which ``tools/wire.py`` writes for them.
"""

from collections.abc import Iterator
from math import cos, pi, sin
from typing import TypeAlias

import msgspec

CELL = 100


class Circle(msgspec.Struct, frozen=True, tag_field="kind", tag="circle"):
    """A pit, a seed, a piece, or a mark around one of these."""

    role: str
    x: float
    y: float
    r: float


class Line(msgspec.Struct, frozen=True, tag_field="kind", tag="line"):
    """A straight line from one point to another."""

    role: str
    x1: float
    y1: float
    x2: float
    y2: float


class Box(msgspec.Struct, frozen=True, tag_field="kind", tag="box"):
    """A rectangle, whose corners are round where its role says so; `x` and `y` are its top left corner."""

    role: str
    x: float
    y: float
    width: float
    height: float


class Text(msgspec.Struct, frozen=True, tag_field="kind", tag="text"):
    """Text on the baseline `y`, centred on `x` or, with `begins`, starting there; `turned` for the player opposite."""

    role: str
    x: float
    y: float
    text: str
    size: float
    begins: bool = False
    turned: bool = False


Shape: TypeAlias = Circle | Line | Box | Text


class Place(msgspec.Struct, frozen=True):
    """The shapes of a pit or point; `name` is the place as events name it, `told` says what lies there."""

    name: str
    told: str
    shapes: list[Shape]


class Drawing(msgspec.Struct, frozen=True):
    """A board: the ground below its places, the places, and the texts around them."""

    width: float
    height: float
    ground: list[Shape]
    places: list[Place]
    around: list[Shape]

    @property
    def shapes(self) -> list[Shape]:
        """All shapes in drawing order, the ground first."""
        return [*self.ground, *(shape for place in self.places for shape in place.shapes), *self.around]


class Measures(msgspec.Struct, frozen=True):
    """How a kind of board is drawn: the radius of pits or pieces, the height of rows, and the margins in all.

    `beside` and `above` are the margins at both sides, and at top and bottom, together. Pits lie `shift` below the
    middle of their row; `figures` and `labels` are the baselines of their numbers and labels, measured from their
    middle, for the upper and for the lower half of the board.
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
"""Factor by which rows are moved apart, for the labels and numbers written between them."""

RINGS = (1, 6, 12, 18, 24, 30)
MOST_DRAWN = sum(RINGS)
WIDEST = 0.62
"""The width laid out for a seed where few lie in a pit, in radii of the pit."""
FEW = (0, 0, 0.6, 0.72, 0.83, 0.94, 1.04)
"""By number of seeds, up to six: the radius of the ring that they lie on, in widths of a seed."""
RING_APART = 0.88
SEED = 5 / 12
"""Radius at which a seed is drawn, as a share of the width laid out for it."""


class Heap(msgspec.Struct, frozen=True):
    """Seeds laid out to be counted: the radius of a seed, and each ring's seeds and radius, in radii of the pit."""

    seed: float
    rings: list[tuple[int, float]]

    def spots(self) -> Iterator[tuple[float, float]]:
        """Yield the x and y of each seed from the middle of the pit, in its radii; each ring starts at the top."""
        for seeds, radius in self.rings:
            for number in range(seeds):
                turn = 2 * pi * number / seeds - pi / 2
                yield radius * cos(turn), radius * sin(turn)


def heap(seeds: int) -> Heap:
    """Lay out seeds: up to six in one ring, more in rings of 1, 6, 12 and so on; no more than 91 are shown."""
    if seeds < len(FEW):
        return Heap(WIDEST * SEED, [(seeds, WIDEST * FEW[seeds])] if seeds else [])
    rings: list[int] = []
    while (left := min(seeds, MOST_DRAWN) - sum(rings)) > 0:
        rings.append(min(left, RINGS[len(rings)]))
    width = min(WIDEST, 0.96 / ((len(rings) - 1) * RING_APART + 0.45))
    return Heap(width * SEED, [(count, number * RING_APART * width) for number, count in enumerate(rings)])


def seeds_in(seeds: int, x: float, y: float, radius: float) -> Iterator[Circle]:
    """Draw the seeds of a pit with its middle at `x`, `y`."""
    laid = heap(seeds)
    for dx, dy in laid.spots():
        yield Circle("seed", x + radius * dx, y + radius * dy, radius * laid.seed)
