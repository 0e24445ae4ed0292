"""Boards as shapes in millimetres, black on white: solid rings are the first side's, dashed ones the second's."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from lalao.board.picture import LatticePicture, Picture, Pit, RowPicture
from lalao.board.svg import seed_places
from lalao.locale import Translator
from lalao.values import Side

Shape = dict[str, Any]

LABEL = 4.0
"""Height of what is written under a pit."""
STRIP = 7.0
"""Height of a player's strip without reserve."""
EDGE = 4.0
MOST_IN_TRAY = 12
"""Seeds that fit in a tray drawn beside the board; more want a cup."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """Shapes within a width and a height, in millimetres; cells begin at `left` and are `pitch` wide."""

    width: float
    height: float
    left: float
    pitch: float
    shapes: list[Shape]

    def as_dict(self) -> dict[str, Any]:
        """Give the drawing as plain JSON."""
        return {"width": self.width, "height": self.height, "shapes": self.shapes}


def circle(x: float, y: float, radius: float, stroke: float = 0.4, dash: bool = False, fill: str = "none") -> Shape:
    """Draw a circle; `fill` is ``none``, ``white``, ``grey`` or ``black``."""
    return {"kind": "circle", "x": x, "y": y, "r": radius, "stroke": stroke, "dash": dash, "fill": fill}


def line(x1: float, y1: float, x2: float, y2: float, stroke: float = 0.3, dash: bool = False) -> Shape:
    """Draw a line."""
    return {"kind": "line", "x1": x1, "y1": y1, "x2": x2, "y2": y2, "stroke": stroke, "dash": dash}


def rect(x: float, y: float, width: float, height: float, dash: bool = False, stroke: float = 0.4) -> Shape:
    """Draw a rectangle with round corners."""
    return {"kind": "rect", "x": x, "y": y, "w": width, "h": height, "stroke": stroke, "dash": dash}


def text(x: float, y: float, words: str, size: float, bold: bool = False, turned: bool = False) -> Shape:
    """Write words about a point, `size` millimetres high; `turned` for who sits opposite."""
    return {"kind": "text", "x": x, "y": y, "text": words, "size": size, "bold": bold, "turned": turned}


def drawn(picture: Picture, words: Translator, pitch: float, marks: bool) -> Drawing:
    """Draw a board to play on, places `pitch` apart; `marks` shows small what lies there at the start."""
    if isinstance(picture, RowPicture):
        return row_board(picture, words, pitch, "marks" if marks else "empty")
    assert isinstance(picture, LatticePicture)
    return lattice_board(picture, words, pitch, marks)


def diagram(picture: Picture, words: Translator, width: float) -> Drawing:
    """Draw a position for a page of this width, every seed or piece in its place."""
    if isinstance(picture, RowPicture):
        pitch = min(17.0 if len(picture.rows) == 1 else 12.0, (width - 2 * EDGE) / len(picture.rows[0]))
        return row_board(picture, words, pitch, "seeds")
    assert isinstance(picture, LatticePicture)
    gap = min(13.0, (width - 20) / max(1, picture.lattice.width))
    return lattice_board(picture, words, gap, marks=False, pieces=True)


def row_board(picture: RowPicture, words: Translator, pitch: float, filling: str) -> Drawing:
    """Draw rows of pits; `filling` is ``empty``, ``marks`` (the seeds small) or ``seeds`` (with their number)."""
    columns, rows = len(picture.rows[0]), len(picture.rows)
    small = filling == "seeds"
    label = 3.0 + pitch * 0.18 if small else LABEL
    has_trays = bool(picture.reserves) and not small and picture.reserves[0].seeds <= MOST_IN_TRAY
    strip = max(STRIP, 0.75 * pitch) if has_trays else STRIP
    width, step = columns * pitch + 2 * EDGE, pitch + label
    height = 2 * strip + rows * step + EDGE
    shapes = [rect(0.2, strip, width - 0.4, rows * step + EDGE, stroke=0.6)]
    for number, row in enumerate(picture.rows):
        y = strip + EDGE / 2 + number * step + pitch / 2
        for column, pit in enumerate(row):
            shapes += pit_shapes(pit, EDGE + (column + 0.5) * pitch, y, pitch, filling)
    if rows == 4:
        middle = strip + EDGE / 2 + 2 * step - 0.2
        shapes.append(line(EDGE, middle, width - EDGE, middle, 0.8, dash=True))
    for side, top in ((Side.NORTH, 0.0), (Side.SOUTH, height - strip)):
        shapes += player_strip(picture, side, top, strip, width, pitch, words, small)
    return Drawing(width, height, EDGE, pitch, shapes)


def pit_shapes(pit: Pit, x: float, y: float, pitch: float, filling: str) -> Iterator[Shape]:
    """Draw a pit, its ring, its label and what lies in it."""
    radius = (pitch - 4) / 2 if filling != "seeds" else pitch * 0.43
    dash = pit.side is not None and not pit.side.is_first
    yield circle(x, y, radius, 0.6 if pitch > 20 else 0.4, dash)
    if pit.special:
        yield circle(x, y, radius - pitch * 0.05, 0.3, dash)
    if filling != "empty":
        seed = pitch * 0.055 if filling == "seeds" else pitch * 0.045
        for dx, dy in seed_places(pit.seeds):
            yield circle(x + 2.3 * seed * dx, y + 2.3 * seed * dy, seed, 0.2, fill="grey")
    if filling != "seeds":
        yield text(x, y + pitch / 2 + 1.2, pit.label, 3.0)
        return
    size = min(4.0, pitch * 0.25)
    yield text(x, y + pitch / 2 + size * 0.6, f"[{pit.seeds}]" if pit.special else str(pit.seeds), size, bold=True)
    yield text(x - pitch * 0.4, y + pitch / 2 + size * 0.6, pit.label, size * 0.65)
    if pit.last:
        yield circle(x, y - radius, 0.9, 0.3, fill="black")


def player_strip(
    picture: RowPicture,
    side: Side,
    top: float,
    strip: float,
    width: float,
    pitch: float,
    words: Translator,
    small: bool,
) -> Iterator[Shape]:
    """Write a player's name as he reads it, with his reserve: a tray on a board, a number beside a diagram."""
    turned, middle = side is Side.NORTH and not small, top + strip / 2
    reserve = next((reserve.seeds for reserve in picture.reserves if reserve.side is side), None)
    name = words.say(side)
    told = name if reserve is None else f"{name} · {words('reserve')} {reserve}"
    if small:
        arrow = "▶ " if picture.to_move is side else ""
        yield text(width / 2, middle, arrow + told, 4.0, bold=picture.to_move is side)
        return
    if reserve is None or strip == STRIP:
        yield text(width / 2, middle, told, 5.0, bold=True, turned=turned)
        return
    tray = min(3 * pitch, width * 0.6)
    left = EDGE if turned else width - EDGE - tray
    yield rect(left, top + 2, tray, strip - 4, dash=side is Side.NORTH)
    yield text(left + tray / 2, middle, f"{words('reserve')} {reserve}", 4.0, turned=turned)
    rest = (width - tray - EDGE) / 2
    yield text(width - rest if turned else rest, middle, name, 5.0, bold=True, turned=turned)


def lattice_board(picture: LatticePicture, words: Translator, gap: float, marks: bool, pieces: bool = False) -> Drawing:
    """Draw a lattice, points `gap` apart; with the pieces on it, or small marks of where they stand at the start."""
    at = picture.lattice
    rim = gap * 0.55 + 6
    width, height = (at.width - 1) * gap + 2 * rim, (at.height - 1) * gap + 2 * rim + 2 * STRIP

    def spot(point: int) -> tuple[float, float]:
        return rim + point % at.width * gap, STRIP + rim + (at.height - 1 - point // at.width) * gap

    shapes = [rect(0.2, STRIP, width - 0.4, height - 2 * STRIP, stroke=0.6)]
    for point in range(at.size):
        x, y = spot(point)
        for end, (file, rank) in at.steps[point]:
            if (rank, file) > (0, 0):
                shapes.append(line(x, y, *spot(end), 0.3 if file and rank else 0.6))
    radius = gap * 0.36 if pieces else 2.6
    for point in range(at.size):
        x, y = spot(point)
        if (marks or pieces) and point in picture.white:
            shapes.append(circle(x, y, radius, 0.5, fill="white"))
        elif (marks or pieces) and point in picture.black:
            shapes.append(circle(x, y, radius, 0.5, fill="black"))
        elif point in picture.taken:
            shapes += [line(x - 2, y - 2, x + 2, y + 2, 0.6), line(x - 2, y + 2, x + 2, y - 2, 0.6)]
        if point in picture.came_to:
            shapes.append(circle(x, y, gap * 0.45, 0.4, dash=True))
        if point in picture.came_from:
            shapes.append(circle(x, y, gap * 0.2, 0.4, dash=True))
    size = max(2.4, min(4.0, gap * 0.3))
    for file in range(at.width):
        shapes.append(text(rim + file * gap, height - STRIP - 3, at.names[file][0], size))
    for rank in range(at.height):
        shapes.append(text(3, spot(rank * at.width)[1], str(rank + 1), size))
    for side, y in ((Side.BLACK, STRIP / 2), (Side.WHITE, height - STRIP / 2)):
        turn = "▶ " if pieces and picture.to_move is side else ""
        turned = side is Side.BLACK and not pieces
        shapes.append(
            text(width / 2, y, turn + words.say(side), max(3.2, min(5.0, gap * 0.3)), bold=True, turned=turned)
        )
    return Drawing(width, height, rim - gap / 2, gap, shapes)
