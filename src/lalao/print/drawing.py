"""Boards on paper, in millimetres: diagrams of positions, and boards to play on."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

import msgspec

from lalao.board.picture import LatticePicture, Picture, RowPicture
from lalao.board.placing import lines, rims, side_class
from lalao.board.shapes import CELL, Box, Circle, Line, Shape, Text, seeds_in
from lalao.locale import Translator
from lalao.values import Side

LABEL = 4.0
"""Height of the label under a pit."""
STRIP = 7.0
"""Height of a player's strip without a tray for the reserve."""
EDGE = 4.0
BETWEEN = 4.0
"""Gap between two pits."""
MOST_IN_TRAY = 12
"""The most seeds that fit in a tray drawn beside the board; more need a cup."""
LARGEST, TALLEST = 0.16, 90.0
"""The most millimetres per unit of a diagram, and its greatest height in millimetres."""
LEAST_TEXT = 2.5
"""Least height of letters beside a board that fills its room, in millimetres: 7 points."""
BESIDE = 1.5 * LEAST_TEXT
"""Width of the strip for coordinates beside a lattice that fills its room."""


Spot: TypeAlias = tuple[float, float]
"""A place on a drawing, in its units from the left and from the top."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """Shapes within a width and a height in millimetres; `unit` is the millimetres per unit of the shapes.

    The cells of a board to play on begin at `corner`, its left and top, and have the width and height `cell`, all in
    millimetres.
    """

    width: float
    height: float
    shapes: list[Shape]
    unit: float = 1.0
    corner: tuple[float, float] = (0.0, 0.0)
    cell: tuple[float, float] = (0.0, 0.0)

    def as_dict(self) -> dict[str, Any]:
        shapes = msgspec.to_builtins(self.shapes)
        return {"width": self.width, "height": self.height, "unit": self.unit, "shapes": shapes}


def diagram(picture: Picture, words: Translator, width: float) -> Drawing:
    """Draw a position, every seed or piece in its place, at most `width` millimetres wide."""
    drawing = picture.drawing(words)
    unit = min(LARGEST, width / drawing.width, TALLEST / drawing.height)
    return Drawing(drawing.width * unit, drawing.height * unit, drawing.shapes, unit)


def filling(picture: Picture, words: Translator, width: float, height: float) -> tuple[Drawing, dict[str, Spot]]:
    """Draw a position as large as its room allows, in millimetres; return it with the middle of each place, by name.

    Coordinates stand outside a lattice, clear of its pieces; no letters are smaller than `LEAST_TEXT`.
    """
    drawing = picture.drawing(words)
    if not isinstance(picture, LatticePicture):
        unit = min(width / drawing.width, height / drawing.height)
        middles = {
            place.name: (ring.x, ring.y) for place in drawing.places if isinstance(ring := place.shapes[0], Circle)
        }
        texts = [readable(shape, unit) for shape in drawing.shapes]
        return Drawing(drawing.width * unit, drawing.height * unit, texts, unit), middles
    at, slab = picture.lattice, drawing.ground[0]
    assert isinstance(slab, Box)
    unit = min((width - BESIDE) / slab.width, (height - BESIDE) / slab.height)
    left, below = slab.x - BESIDE / unit, slab.y + slab.height
    beside, above = (slab.width - (at.width - 1) * CELL) / 2, (slab.height - (at.height - 1) * CELL) / 2
    columns = [slab.x + beside + file * CELL for file in range(at.width)]
    rows = [below - above - rank * CELL for rank in range(at.height)]
    middles = {name: (columns[point % at.width], rows[point // at.width]) for point, name in enumerate(at.names)}
    size, wide = LEAST_TEXT / unit, BESIDE / unit
    shapes: list[Shape] = [*drawing.ground, *(shape for place in drawing.places for shape in place.shapes)]
    shapes += [Text("edge", x, below + wide - 0.2 * size, at.names[file][0], size) for file, x in enumerate(columns)]
    shapes += [Text("edge", left + wide / 2, y + 0.35 * size, str(rank), size) for rank, y in enumerate(rows, 1)]
    shapes = [moved(shape, -left, -slab.y) for shape in shapes]
    return Drawing(slab.width * unit + BESIDE, slab.height * unit + BESIDE, shapes, unit), {
        name: (x - left, y - slab.y) for name, (x, y) in middles.items()
    }


def readable(shape: Shape, unit: float) -> Shape:
    """Return a shape with letters of at least `LEAST_TEXT` where a unit has so many millimetres."""
    if not isinstance(shape, Text):
        return shape
    return msgspec.structs.replace(shape, size=max(shape.size, LEAST_TEXT / unit))


def moved(shape: Shape, x: float, y: float) -> Shape:
    """Return a shape moved to the right and down."""
    if isinstance(shape, Line):
        return Line(shape.role, shape.x1 + x, shape.y1 + y, shape.x2 + x, shape.y2 + y)
    return msgspec.structs.replace(shape, x=shape.x + x, y=shape.y + y)


def drawn(picture: Picture, words: Translator, pitch: float, marks: bool) -> Drawing:
    """Draw a board to play on, its places `pitch` millimetres apart; `marks` draws the start in small on them."""
    if isinstance(picture, RowPicture):
        return row_board(picture, words, pitch, marks)
    assert isinstance(picture, LatticePicture)
    return lattice_board(picture, words, pitch, marks)


def row_board(picture: RowPicture, words: Translator, pitch: float, marks: bool) -> Drawing:
    """Draw rows of pits with a strip for each player; the arguments are those of `drawn`."""
    columns, rows = len(picture.rows[0]), len(picture.rows)
    has_trays = bool(picture.reserves) and picture.reserves[0].seeds <= MOST_IN_TRAY
    strip = max(STRIP, 0.75 * pitch) if has_trays else STRIP
    width, step, radius = columns * pitch + 2 * EDGE, pitch + LABEL, (pitch - BETWEEN) / 2
    height = 2 * strip + rows * step + EDGE
    shapes: list[Shape] = [Box("wood", 0.2, strip, width - 0.4, rows * step + EDGE)]
    for number, row in enumerate(picture.rows):
        y = strip + EDGE / 2 + number * step + pitch / 2
        for column, pit in enumerate(row):
            x = EDGE + (column + 0.5) * pitch
            shapes += rims(pit, x, y, radius, -0.05 * pitch)
            shapes += seeds_in(pit.seeds if marks else 0, x, y, radius / 2)
            shapes.append(Text("label", x, y + pitch / 2 + 2.2, pit.label, 3.0))
    if rows == 4:
        middle = strip + EDGE / 2 + 2 * step - 0.2
        shapes.append(Line("middle", EDGE, middle, width - EDGE, middle))
    for side, top in ((Side.NORTH, 0.0), (Side.SOUTH, height - strip)):
        shapes += player_strip(picture, side, top, strip, width, pitch, words)
    return Drawing(width, height, shapes, corner=(EDGE, strip + EDGE / 2), cell=(pitch, step))


def player_strip(
    picture: RowPicture, side: Side, top: float, strip: float, width: float, pitch: float, words: Translator
) -> Iterator[Shape]:
    """Draw a player's name, facing him, and his reserve, as a tray where the strip is high enough for one."""
    turned, middle = side is Side.NORTH, top + strip / 2
    reserve = next((reserve.seeds for reserve in picture.reserves if reserve.side is side), None)
    name = words.say(side)
    if reserve is None or strip == STRIP:
        title = name if reserve is None else f"{name} · {words('reserve')} {reserve}"
        yield Text("name", width / 2, middle + 1.8, title, 5.0, turned=turned)
        return
    tray = min(3 * pitch, width * 0.6)
    left = EDGE if turned else width - EDGE - tray
    yield Box(f"tray{side_class(side)}", left, top + 2, tray, strip - 4)
    yield Text("label", left + tray / 2, middle + 1.4, f"{words('reserve')} {reserve}", 4.0, turned=turned)
    rest = (width - tray - EDGE) / 2
    yield Text("name", width - rest if turned else rest, middle + 1.8, name, 5.0, turned=turned)


def lattice_board(picture: LatticePicture, words: Translator, gap: float, marks: bool) -> Drawing:
    """Draw a lattice, points `gap` millimetres apart; `marks` draws the pieces of the start in small."""
    at = picture.lattice
    rim = gap * 0.55 + 6
    width, height = (at.width - 1) * gap + 2 * rim, (at.height - 1) * gap + 2 * rim + 2 * STRIP

    def spot(point: int) -> tuple[float, float]:
        return rim + point % at.width * gap, STRIP + rim + (at.height - 1 - point // at.width) * gap

    shapes: list[Shape] = [Box("slab", 0.2, STRIP, width - 0.4, height - 2 * STRIP), *lines(at, spot)]
    for points, role in ((picture.white, "white"), (picture.black, "black")):
        shapes += [Circle(role, *spot(point), 2.6) for point in sorted(points) if marks]
    size = max(2.4, min(4.0, gap * 0.3))
    for file in range(at.width):
        shapes.append(Text("edge", rim + file * gap, height - STRIP - 1.6, at.names[file][0], size))
    for rank in range(at.height):
        shapes.append(Text("edge", 3, spot(rank * at.width)[1] + 0.35 * size, str(rank + 1), size))
    for side, y in ((Side.BLACK, STRIP / 2), (Side.WHITE, height - STRIP / 2)):
        name = max(3.2, min(5.0, gap * 0.3))
        shapes.append(Text("name", width / 2, y + 0.35 * name, words.say(side), name, turned=side is Side.BLACK))
    return Drawing(width, height, shapes, corner=(rim - gap / 2, STRIP + rim - gap / 2), cell=(gap, gap))
