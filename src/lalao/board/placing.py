"""From the description of a board to the shapes that draw it: they have a role but no colour.

Pits and points are a hundred units apart. SVG and print render the shapes (`lalao.board.svg`, `lalao.print.boards`);
the boards of the web pages use the same measures and heaps, which ``tools/wire.py`` writes for them.
"""

from collections.abc import Callable, Iterator
from math import ceil, cos, pi, sin
from textwrap import wrap
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from lalao.board.drawing import count, marks
from lalao.board.geometry import Lattice
from lalao.locale import Translator
from lalao.values import Side

if TYPE_CHECKING:
    from lalao.board.picture import LatticePicture, Pit, RowPicture

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
    """The shapes of a pit or point; `name` is the place as events name it, `told` describes its contents."""

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


MOST_ACROSS = 12
STRIP = 60
"""Height of the strip with a player's name and reserve."""
NAME = 24
NOTE = 16
MARGIN, NARROWEST = 40, 520
RESERVE_ACROSS, RESERVE_DRAWN = 13, 26
Spot = Callable[[int], tuple[float, float]]


def side_class(side: Side | None) -> str:
    """Return the suffix of a role that names a side: the first is drawn solid, the second dashed."""
    return "" if side is None else " first" if side.is_first else " second"


def draw_rows(picture: "RowPicture", words: Translator) -> Drawing:
    """Draw rows of pits on a plank, long rows in several strips."""
    single, pits = len(picture.rows) == 1, len(picture.rows[0])
    measures = MEASURES["single" if single else "many"]
    across = ceil(pits / ceil(pits / MOST_ACROSS))
    rows = [row[begin : begin + across] for begin in range(0, pits, across) for row in picture.rows]
    step = measures.row * (1 if single else APART)
    width, height = max(across * CELL + MARGIN, NARROWEST), len(rows) * step
    left = (width - across * CELL) / 2
    places = [
        pit_place(pit, left + (column + 0.5) * CELL, STRIP + (number + 0.5) * step + measures.shift, half, measures)
        for number, row in enumerate(rows)
        for half in (int(number % len(picture.rows) >= len(picture.rows) / 2),)
        for column, pit in enumerate(row)
    ]
    ground: list[Shape] = [Box("wood", 3, STRIP, width - 6, height)]
    if not single:
        ground += [
            Line("middle", 22, y, width - 22, y)
            for y in (STRIP + (half + 0.5) * len(picture.rows) * step for half in range(len(rows) // len(picture.rows)))
        ]
    players = (*player(picture, Side.NORTH, 40, width, words), *player(picture, Side.SOUTH, height + 100, width, words))
    return Drawing(width, height + 2 * STRIP, ground, places, list(players))


def player(picture: "RowPicture", side: Side, y: float, width: float, words: Translator) -> Iterator[Shape]:
    """Draw the name of a player at height `y`, an arrow before it if it is his turn, and his reserve if he has one."""
    reserve = next((reserve.seeds for reserve in picture.reserves if reserve.side is side), None)
    title = f"{'▶ ' if picture.to_move is side else ''}{words.say(side)}"
    if reserve is not None:
        title += f" · {words('reserve')} {reserve}"
    yield Text(f"name{side_class(side)}", 24, y, title, NAME, begins=True)
    for number in range(min(reserve or 0, RESERVE_DRAWN)):
        row, column = divmod(number, RESERVE_ACROSS)
        yield Circle("seed", width - 26 - 18 * column, y - 17 + 18 * row, 8)


def pit_place(pit: "Pit", x: float, y: float, half: int, measures: Measures) -> Place:
    """Draw a pit with its seeds, its label and their number; `half` is 0 in the upper rows, 1 in the lower."""
    shapes: list[Shape] = [*rims(pit, x, y, measures.radius, 6), *seeds_in(pit.seeds, x, y, measures.radius)]
    shapes.append(Text("label", x, y + measures.labels[half], marks(pit), 21))
    shapes.append(Text("figure", x, y + measures.figures[half], count(pit), 30))
    return Place(pit.place, f"{pit.label}: {pit.seeds}", shapes)


def rims(pit: "Pit", x: float, y: float, radius: float, beyond: float) -> Iterator[Circle]:
    """Draw the rim of a pit, and that of a special pit twice, the second `beyond` units outside the first."""
    yield Circle(f"pit{side_class(pit.side)}", x, y, radius)
    if pit.special:
        yield Circle(f"home{side_class(pit.side)}", x, y, radius + beyond)


def lines(at: Lattice, spot: Spot) -> Iterator[Line]:
    """Draw the lines of a lattice, each once."""
    for point in range(at.size):
        for end, (file, rank) in at.steps[point]:
            if (rank, file) > (0, 0):
                yield Line("diagonal" if file and rank else "straight", *spot(point), *spot(end))


def draw_lattice(picture: "LatticePicture", words: Translator) -> Drawing:
    """Draw a slab scored with lines, and the stones on it."""
    at, measures = picture.lattice, MEASURES["lattice"]
    board = at.width * CELL + measures.beside
    width, height = max(board, NARROWEST), at.height * CELL + measures.above
    left, edge = (width - board) / 2, measures.beside / 2 + CELL / 2
    note = wrap(words.say(picture.note), int(width / NOTE * 1.7)) if picture.note else []

    def spot(point: int) -> tuple[float, float]:
        return left + edge + point % at.width * CELL, STRIP + edge + (at.height - 1 - point // at.width) * CELL

    around: list[Shape] = []
    for file in range(at.width):
        around.append(Text("edge", spot(file)[0], STRIP + height - 8, at.names[file][0], 17))
    for rank in range(at.height):
        around.append(Text("edge", left + 14, spot(rank * at.width)[1] + 6, str(rank + 1), 17))
    for side, y, pieces in ((Side.BLACK, 40, picture.black), (Side.WHITE, STRIP + height + 40, picture.white)):
        turn = "▶ " if picture.to_move is side else ""
        count = words("{count} piece", "{count} pieces", count=len(pieces))
        title = f"{turn}{words.say(side)} · {count}"
        around.append(Text(f"name{side_class(side)}", left + 24, y, title, NAME, begins=True))
    for number, line in enumerate(note):
        around.append(Text("note", width / 2, height + 2 * STRIP + (number + 0.5) * 1.4 * NOTE, line, NOTE))
    places = [Place(at.names[point], "", list(point_shapes(picture, point, *spot(point)))) for point in range(at.size)]
    ground: list[Shape] = [Box("slab", left + 3, STRIP, board - 6, height), *lines(at, spot)]
    return Drawing(width, height + 2 * STRIP + len(note) * 1.4 * NOTE, ground, places, around)


def point_shapes(picture: "LatticePicture", point: int, x: float, y: float) -> Iterator[Shape]:
    """Draw the piece on a point and its marks, each with a shape of its own."""
    radius = MEASURES["lattice"].radius
    if point in picture.white or point in picture.black:
        yield Circle("white" if point in picture.white else "black", x, y, radius)
    elif point in picture.taken:
        yield Line("taken", x - 16, y - 16, x + 16, y + 16)
        yield Line("taken", x - 16, y + 16, x + 16, y - 16)
    if point in picture.targets:
        yield Circle("target", x, y, 15)
    if point in picture.movable:
        yield Circle("movable", x, y, radius + 6)
    if point in picture.came_from:
        yield Circle("came-from", x, y, 15)
    if point in picture.came_to:
        yield Circle("came-to", x, y, radius + 6)
    if point in picture.huffable:
        yield Box("huffable", x - 44, y - 44, 88, 88)
