"""Boards drawn as SVG: wood and pits, slab and stones, every mark a shape as well as a colour."""

from collections.abc import Iterator
from html import escape
from math import ceil, cos, pi, sin
from typing import TYPE_CHECKING

from lalao.locale import ENGLISH, Translator
from lalao.values import Side

if TYPE_CHECKING:
    from lalao.board.picture import LatticePicture, Pit, RowPicture

COLOURS = {
    "sand": "#f4ecdd",
    "ink": "#2c241c",
    "wood": "#b9824c",
    "edge": "#6b4423",
    "pit": "#4a2d17",
    "seed": "#b8c4cc",
    "shine": "#eef3f5",
    "first": "#b5432a",
    "second": "#1b6a86",
    "leaf": "#3f7d4a",
    "slab": "#d9c29a",
    "line": "#6b5533",
    "shell": "#fbf7ee",
    "basalt": "#2b2a2d",
}
CELL = 100
RADIUS = 40
SEED_RADIUS = 8
RINGS = (1, 6, 12, 18)
MOST_ACROSS = 12
MOST_DRAWN = sum(RINGS)


def _document(width: float, height: float, label: str, body: Iterator[str]) -> str:
    """Wrap shapes in an SVG document that says in words what it shows."""
    box = f"{width:g} {height:g}"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {box}" width="{width:g}" height="{height:g}" '
            f'role="img" aria-label="{escape(label)}" font-family="Andika, sans-serif" text-anchor="middle">',
            f"<title>{escape(label)}</title>",
            f'<rect width="{width:g}" height="{height:g}" fill="{COLOURS["sand"]}"/>',
            *body,
            "</svg>\n",
        ]
    )


def _text(x: float, y: float, words: str, size: int, fill: str = "ink", anchor: str = "middle") -> str:
    style = f'font-size="{size}" fill="{COLOURS[fill]}" text-anchor="{anchor}"'
    return f'<text x="{x:g}" y="{y:g}" {style}>{escape(words)}</text>'


def _circle(x: float, y: float, radius: float, **style: object) -> str:
    attributes = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in style.items())
    return f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{radius:g}"{attributes}/>'


def seed_places(seeds: int) -> list[tuple[float, float]]:
    """Lay seeds out to be counted: up to six in a ring, more as rings of 1, 6, 12 and 18; in seed widths."""
    seeds = min(seeds, MOST_DRAWN)
    if seeds in (1, 2, 3, 4, 5, 6):
        radius = {1: 0.0, 2: 0.75, 3: 0.85, 4: 1.0, 5: 1.15, 6: 1.2}[seeds]
        return _ring(seeds, radius)
    places: list[tuple[float, float]] = []
    for number, room in enumerate(RINGS):
        places += _ring(min(room, seeds - len(places)), number * 1.1)
    return places


def _ring(seeds: int, radius: float) -> list[tuple[float, float]]:
    """Spread seeds evenly on a circle, the first at the top."""
    turns = (2 * pi * number / max(seeds, 1) - pi / 2 for number in range(seeds))
    return [(radius * cos(turn), radius * sin(turn)) for turn in turns]


def _seed(x: float, y: float) -> str:
    """Draw one bonduc seed and its shine."""
    body = _circle(x, y, SEED_RADIUS, fill=COLOURS["seed"], stroke=COLOURS["ink"], stroke_width=1)
    return body + _circle(x - 2.2, y - 2.4, 2, fill=COLOURS["shine"])


def _ring_style(side: Side | None) -> dict[str, object]:
    """Draw a first side's ring solid and a second side's dashed."""
    if side is None:
        return {"stroke": COLOURS["edge"], "stroke_width": 2}
    if side.is_first:
        return {"stroke": COLOURS["first"], "stroke_width": 5}
    return {"stroke": COLOURS["second"], "stroke_width": 5, "stroke_dasharray": "9 5"}


def svg_rows(picture: "RowPicture", words: Translator = ENGLISH) -> str:
    """Draw rows of pits on a plank, long rows in several strips."""
    pits = len(picture.rows[0])
    across = ceil(pits / ceil(pits / MOST_ACROSS))
    strips = [[row[i : i + across] for row in picture.rows] for i in range(0, pits, across)]
    rows = [row for strip in strips for row in strip]
    width = max(across * CELL + 40, 520)
    height = len(rows) * (CELL + 34) + 140
    return _document(width, height, _label(picture, words), _row_shapes(picture, rows, width, height, words))


def _label(picture: "RowPicture | LatticePicture", words: Translator) -> str:
    return f"{picture.text} ({words('{side} to move', side=picture.to_move)})"


def _row_shapes(
    picture: "RowPicture", rows: "list[tuple[Pit, ...]]", width: float, height: float, words: Translator
) -> Iterator[str]:
    yield (
        f'<rect x="10" y="60" width="{width - 20:g}" height="{height - 120:g}" rx="26" fill="{COLOURS["wood"]}" '
        f'stroke="{COLOURS["edge"]}" stroke-width="3"/>'
    )
    for side, y in ((Side.NORTH, 36.0), (Side.SOUTH, height - 24)):
        yield from _player(picture, side, y, width, words)
    left = (width - len(rows[0]) * CELL) / 2 + CELL / 2
    for number, row in enumerate(rows):
        y = 60 + 10 + RADIUS + 8 + number * (CELL + 34)
        for column, pit in enumerate(row):
            yield from _pit(pit, left + column * CELL, y)
    if len(picture.rows) == 4:
        middle = 60 + 2 * (CELL + 34) + 2
        yield (
            f'<path d="M24 {middle}H{width - 24:g}" stroke="{COLOURS["edge"]}" stroke-width="3" '
            'stroke-dasharray="2 6"/>'
        )


def _player(picture: "RowPicture", side: Side, y: float, width: float, words: Translator) -> Iterator[str]:
    """Name a player beside his reserve; an arrow says whose turn it is."""
    reserve = next((reserve.seeds for reserve in picture.reserves if reserve.side is side), None)
    name = f"{'▶ ' if picture.to_move is side else ''}{words.say(side)}"
    if reserve is not None:
        name += f" · {words('reserve')} {reserve}"
    yield _text(24, y, name, 22, "first" if side.is_first else "second", "start")
    for number in range(min(reserve or 0, 26)):
        yield _seed(width - 26 - 17 * (number % 13), y - 16 + 17 * (number // 13))


def _pit(pit: "Pit", x: float, y: float) -> Iterator[str]:
    title = f"{pit.label}: {pit.seeds}"
    yield f'<g data-place="{escape(pit.place)}"><title>{escape(title)}</title>'
    yield _circle(x, y, RADIUS, fill=COLOURS["pit"], **_ring_style(pit.side))
    if pit.special:
        yield _circle(x, y, RADIUS + 6, fill="none", **{**_ring_style(pit.side), "stroke_width": 2})
    scale = 2 * SEED_RADIUS * (1 if pit.seeds <= 7 else 0.95 if pit.seeds <= 19 else 0.68)
    for dx, dy in seed_places(pit.seeds):
        yield _seed(x + scale * dx, y + scale * dy)
    if pit.last:
        yield f'<path d="M{x - 12:g} {y - RADIUS - 10:g}h24l-12 10z" fill="{COLOURS["ink"]}"/>'
    if pit.legal:
        style = f'fill="{COLOURS["leaf"]}" stroke="{COLOURS["ink"]}"'
        yield f'<path d="M{x + 26:g} {y + RADIUS + 26:g}h16l-8 -14z" {style}/>'
    yield _text(x - 34, y + RADIUS + 24, pit.label, 16)
    yield _text(x, y + RADIUS + 30, f"[{pit.seeds}]" if pit.special else str(pit.seeds), 28)
    yield "</g>"


GAP = 76
EDGE = 70


def svg_lattice(picture: "LatticePicture", words: Translator = ENGLISH) -> str:
    """Draw a slab scored with lines, and the stones on it."""
    at = picture.lattice
    width, height = (at.width - 1) * GAP + 2 * EDGE, (at.height - 1) * GAP + 2 * EDGE + 60
    return _document(max(width, 340), height, _label(picture, words), _lattice_shapes(picture, words))


def _place(picture: "LatticePicture", point: int) -> tuple[float, float]:
    at = picture.lattice
    shift = max(340 - (at.width - 1) * GAP - 2 * EDGE, 0) / 2
    return EDGE + shift + point % at.width * GAP, EDGE + 30 + (at.height - 1 - point // at.width) * GAP


def _lattice_shapes(picture: "LatticePicture", words: Translator) -> Iterator[str]:
    at = picture.lattice
    left, bottom = _place(picture, 0)
    right, top = _place(picture, at.size - 1)
    yield (
        f'<rect x="{left - 40:g}" y="{top - 40:g}" '
        f'width="{right - left + 80:g}" height="{bottom - top + 80:g}" rx="14" '
        f'fill="{COLOURS["slab"]}" stroke="{COLOURS["line"]}" stroke-width="3"/>'
    )
    for point in range(at.size):
        x, y = _place(picture, point)
        for end, (file, rank) in at.steps[point]:
            if (rank, file) > (0, 0):
                far_x, far_y = _place(picture, end)
                weight = 1.6 if file and rank else 3
                yield (
                    f'<path d="M{x:g} {y:g}L{far_x:g} {far_y:g}" stroke="{COLOURS["line"]}" stroke-width="{weight}"/>'
                )
    for point in range(at.size):
        yield from _point(picture, point)
    for file in range(at.width):
        yield _text(_place(picture, file)[0], bottom + 62, at.names[file][0], 18)
    for rank in range(at.height):
        yield _text(left - 54, _place(picture, rank * at.width)[1] + 6, str(rank + 1), 18)
    for side, y, pieces in ((Side.BLACK, 28.0, picture.black), (Side.WHITE, bottom + 90, picture.white)):
        turn = "▶ " if picture.to_move is side else ""
        count = words("{count} piece", "{count} pieces", count=len(pieces))
        yield _text(left - 40, y, f"{turn}{words.say(side)} · {count}", 20, anchor="start")
    if picture.note:
        yield _text((left + right) / 2, top - 48, words.say(picture.note), 13)


def _point(picture: "LatticePicture", point: int) -> Iterator[str]:
    """Draw what stands on a point and what marks it: each mark has its own shape."""
    x, y = _place(picture, point)
    ink = COLOURS["ink"]
    yield f'<g data-place="{picture.lattice.names[point]}">'
    if point in picture.white or point in picture.black:
        fill = COLOURS["shell" if point in picture.white else "basalt"]
        yield _circle(x, y, 26, fill=fill, stroke=ink, stroke_width=2.5)
        if point in picture.black:
            yield f'<path d="M{x - 13:g} {y - 13:g}a18 18 0 0 1 18 -5" fill="none" stroke="#8a888d" stroke-width="3"/>'
    elif point in picture.taken:
        yield f'<path d="M{x - 14:g} {y - 14:g}l28 28m0 -28l-28 28" stroke="{COLOURS["first"]}" stroke-width="5"/>'
    if point in picture.targets:
        yield _circle(x, y, 9, fill=COLOURS["leaf"], stroke=ink, stroke_width=2)
    if point in picture.movable:
        yield _circle(x, y, 31, fill="none", stroke=COLOURS["leaf"], stroke_width=4, stroke_dasharray="3 4")
    if point in picture.came_from:
        yield _circle(x, y, 12, fill="none", stroke=ink, stroke_width=3, stroke_dasharray="4 3")
    if point in picture.came_to:
        inner = COLOURS["ink" if point in picture.white else "shell"]
        yield _circle(x, y, 9, fill="none", stroke=inner, stroke_width=3)
    if point in picture.huffable:
        yield f'<path d="M{x - 32:g} {y - 32:g}h64v64h-64z" fill="none" stroke="{COLOURS["first"]}" stroke-width="4"/>'
    yield "</g>"
