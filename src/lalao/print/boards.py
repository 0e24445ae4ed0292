"""Boards on paper, in millimetres: boards to play on, as many per sheet as fit, and diagrams of positions.

A board larger than the paper is cut into parts to be glued.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, floor, inf
from typing import Any, TypeAlias

import msgspec

from lalao.board.picture import LatticePicture, Picture, RowPicture
from lalao.board.placing import CELL, Box, Circle, Line, Shape, Text, lines, rims, seeds_in, side_class
from lalao.errors import NotationError
from lalao.games.game import AnyPosition, Game
from lalao.locale import Translator
from lalao.locale.events import ended
from lalao.print.making import Paper, Sheet, headed
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


SIZES = {"seeds": 32.0, "egg-box": 48.0}
"""Millimetres from pit to pit: for beans, bonduc seeds or counters; as in an egg box. Pits are 4 mm narrower."""
LATTICE = 7 / 8
"""Distance between points as a share of that between pits: closer, since pieces do not heap up."""
MARGIN = 10.0
GAP = 4.0
CAPTION = 5.0
FLAP = 10.0
"""Width in millimetres of the overlap of two parts that are glued."""
MOST_PARTS = 60


def read_size(text: str) -> float:
    """Read the distance from pit to pit, in millimetres: ``seeds``, ``egg-box``, or a number from 20 to 200.

    Raises NotationError.
    """
    if text in SIZES:
        return SIZES[text]
    if text.isascii() and text.isdigit() and len(text) < 4 and 20 <= int(text) <= 200:
        return float(text)
    raise NotationError("there is no size '{text}': choose seeds, egg-box, or millimetres from 20 to 200", text=text)


def boards(
    game: Game,
    words: Translator,
    paper: Paper = Paper.A4,
    size: str = "seeds",
    per_sheet: int | None = None,
    position: AnyPosition | None = None,
) -> Sheet:
    """Return a sheet of boards, `per_sheet` to a page or as many as fit.

    The board is that of `position`, by default the start of the game: rows can have any length. Raises NotationError
    where the size is unknown, or where the boards do not fit or take more than `MOST_PARTS` pages.
    """
    picture, pitch = (position or game.start()).picture(), read_size(size)
    if not hasattr(picture, "rows"):
        pitch *= LATTICE
    drawing = drawn(picture, words, pitch, marks=not game.laid_out)
    title = words.say(game.title)
    alt = words("A board to play on: {game}", game=game.title)
    pages = whole_boards(drawing, paper, per_sheet, alt) or parts(drawing, paper, alt, words)
    return headed("boards", title, words, paper) | {
        "caption": f"{title} · {pitch:g} mm",
        "drawing": drawing.as_dict(),
        "pages": pages,
    }


def usable(paper: Paper, landscape: bool) -> tuple[float, float]:
    """Return the width and height between the margins, in millimetres."""
    width, height = (paper.height, paper.width) if landscape else (paper.width, paper.height)
    return width - 2 * MARGIN, height - 2 * MARGIN


def whole_boards(drawing: Drawing, paper: Paper, per_sheet: int | None, alt: str) -> list[dict[str, Any]]:
    """Return one page of whole boards, upright or landscape, whichever holds more; none where not even one fits.

    Raises NotationError where `per_sheet` boards do not fit.
    """
    arrangements: list[tuple[int, bool, int]] = []
    for landscape in (False, True):
        width, height = usable(paper, landscape)
        across = floor((width + GAP) / (drawing.width + GAP))
        down = floor((height + GAP) / (drawing.height + CAPTION + GAP))
        arrangements.append((across * down, landscape, across))
    most, landscape, across = max(arrangements, key=lambda way: way[0])
    if not most:
        return []
    if per_sheet is not None and per_sheet > most:
        raise NotationError(
            "{count} board does not fit on a sheet: at most {most} do, or choose a smaller size or a larger paper",
            "{count} boards do not fit on a sheet: at most {most} do, or choose a smaller size or a larger paper",
            count=per_sheet,
            most=most,
        )
    wanted = per_sheet or most
    width, height = usable(paper, landscape)
    down = ceil(wanted / across)
    columns = min(across, wanted)
    left = MARGIN + (width - columns * drawing.width - (columns - 1) * GAP) / 2
    space = (height - down * (drawing.height + CAPTION)) / (down + 1) if down > 1 else 0.0
    space = min(space, 40.0)
    top = MARGIN + (height - down * (drawing.height + CAPTION) - (down - 1) * space) / 2
    items = [
        {
            "x": left + number % across * (drawing.width + GAP),
            "y": top + number // across * (drawing.height + CAPTION + space),
            "clip": None,
            "alt": alt,
            "note": None,
        }
        for number in range(wanted)
    ]
    return [{"landscape": landscape, "items": items}]


def parts(drawing: Drawing, paper: Paper, alt: str, words: Translator) -> list[dict[str, Any]]:
    """Return the pages of a board cut into parts, between pits, one part to a page, with flaps to glue.

    Raises NotationError where not even one pit fits on a page, or there are more than `MOST_PARTS` parts.
    """
    ways = [(*cuts(drawing, paper, landscape), landscape) for landscape in (True, False)]
    columns, rows, landscape = min(ways, key=lambda way: len(way[0]) * len(way[1]) or inf)
    if not columns or not rows:
        raise NotationError("not even one pit fits on a sheet: choose a smaller size or a larger paper")
    total = len(columns) * len(rows)
    if total > MOST_PARTS:
        raise NotationError(
            "this board would take {pages} sheets: choose a smaller one, or a smaller size", pages=total
        )
    pages = []
    for number, (row, column) in enumerate(((row, column) for row in rows for column in columns), 1):
        (x, width), (y, height) = column, row
        note = words(
            "Part {number} of {total}: cut on one side and glue over the flap of the next", number=number, total=total
        )
        item = {
            "x": MARGIN,
            "y": MARGIN,
            "clip": [x, y, width, height],
            "alt": f"{alt} ({number}/{total})",
            "note": note,
        }
        pages.append({"landscape": landscape, "items": [item]})
    return pages


Span = tuple[float, float]


def cuts(drawing: Drawing, paper: Paper, landscape: bool) -> tuple[list[Span], list[Span]]:
    """Return the start and length of each column of parts, from the left, and of each row of parts, from the top.

    Either is empty where the paper is too small for one cell of the board.
    """
    width, height = usable(paper, landscape)
    (left, top), (across, down) = drawing.corner, drawing.cell
    return spans(drawing.width, width, left, across), spans(drawing.height, height - CAPTION, top, down)


def spans(whole: float, room: float, margin: float, cell: float) -> list[Span]:
    """Return the start and length of parts no longer than `room` that cover the length `whole` and overlap by a flap.

    Cells, `cell` long, begin at `margin`, and no part begins within one; there are no parts where that cannot be.
    """
    edges = [margin + number * cell for number in range(int((whole - margin) / cell) + 1)]
    found, begin = [], 0.0
    while whole - begin > room:
        end = max((edge for edge in edges if begin < edge <= begin + room - FLAP), default=None)
        if end is None:
            return []
        found.append((begin, end + FLAP - begin))
        begin = end
    return [*found, (begin, whole - begin)]


MARGINS = 36.0
"""Width in millimetres of the left and right margins together."""


def position_sheet(position: AnyPosition, words: Translator, paper: Paper = Paper.A4) -> Sheet:
    """Return a sheet with a position, to be discussed or set up on a board."""
    title, caption = words.say(position.game.title), str(position)
    drawing = diagram(position.picture(), words, paper.width - MARGINS)
    sentence = words("{side} to play: {task}.", side=position.to_move, task=position.task)
    if position.outcome:
        sentence = ended(position.outcome, words)
    return headed("rules", title, words, paper) | {
        "blocks": [
            {"kind": "heading", "level": 1, "spans": [{"text": title}]},
            {"kind": "paragraph", "spans": [{"text": sentence}]},
            {"kind": "picture", "drawing": drawing.as_dict(), "caption": caption, "alt": f"{title}: {caption}"},
        ],
    }
