"""Boards drawn as SVG: every mark differs in shape as well as in colour; and the cards that notebooks show."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Any

from lalao.board.placing import Box, Circle, Drawing, Line, Shape, Text

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
    "glint": "#8a888d",
}
ROLES = {
    "wood": ("wood", "edge", 3, ""),
    "middle": ("", "edge", 3, "2 6"),
    "pit": ("pit", "edge", 5, ""),
    "home": ("", "edge", 2, ""),
    "seed": ("seed", "ink", 1, ""),
    "slab": ("slab", "line", 3, ""),
    "straight": ("", "line", 3, ""),
    "diagonal": ("", "line", 1.6, ""),
    "white": ("shell", "ink", 2.5, ""),
    "black": ("basalt", "ink", 2.5, ""),
    "taken": ("", "first", 7, ""),
    "target": ("leaf", "ink", 2, ""),
    "movable": ("", "leaf", 5, "4 5"),
    "came-from": ("", "ink", 4, "5 4"),
    "came-to": ("", "ink", 4, ""),
    "huffable": ("", "first", 5, ""),
}
"""Fill, stroke, stroke width and dashes by role; text is in ink, shapes of a side in its colour, the second dashed."""
SHINE = {"seed": "shine", "black": "glint"}
CORNER = {"wood": 26, "slab": 14}


def document(drawing: Drawing, label: str) -> str:
    """Return a drawing as an SVG document; `label` describes it for screen readers."""
    size = f"{drawing.width:g} {drawing.height:g}"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" width="{drawing.width:g}" '
            f'height="{drawing.height:g}" role="img" aria-label="{escape(label)}" font-family="Andika, sans-serif" '
            'text-anchor="middle">',
            f"<title>{escape(label)}</title>",
            f'<rect width="{drawing.width:g}" height="{drawing.height:g}" fill="{COLOURS["sand"]}"/>',
            *map(element, drawing.ground),
            *_places(drawing),
            *map(element, drawing.around),
            "</svg>\n",
        ]
    )


def _places(drawing: Drawing) -> Iterator[str]:
    for place in drawing.places:
        yield f'<g data-place="{escape(place.name)}">'
        if place.told:
            yield f"<title>{escape(place.told)}</title>"
        yield from map(element, place.shapes)
        yield "</g>"


def _style(role: str) -> str:
    name, _, side = role.partition(" ")
    fill, stroke, width, dashes = ROLES.get(name, (side or "ink", "", 0, ""))
    painted = f'class="{role}" fill="{COLOURS.get(fill, "none")}"'
    if stroke:
        painted += f' stroke="{COLOURS[side or stroke]}" stroke-width="{width:g}"'
    dashes = "9 5" if stroke and side == "second" else dashes
    return f'{painted} stroke-dasharray="{dashes}"' if dashes else painted


def element(shape: Shape) -> str:
    """Return the SVG element of a shape."""
    style = _style(shape.role)
    match shape:
        case Circle(role, x, y, r):
            shine = ""
            if role in SHINE:
                shine = f'<circle {_at(x - 0.28 * r, y - 0.3 * r, r / 4)} fill="{COLOURS[SHINE[role]]}"/>'
            return f"<circle {_at(x, y, r)} {style}/>{shine}"
        case Line(_, x1, y1, x2, y2):
            return f'<path d="M{x1:g} {y1:g}L{x2:g} {y2:g}" {style}/>'
        case Box(role, x, y, width, height):
            corner = f' rx="{CORNER[role]}"' if role in CORNER else ""
            return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"{corner} {style}/>'
        case Text(_, x, y, text, size, begins):
            anchor = ' text-anchor="start"' if begins else ""
            return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}"{anchor} {style}>{escape(text)}</text>'


def _at(x: float, y: float, radius: float) -> str:
    return f'cx="{x:.2f}" cy="{y:.2f}" r="{radius:.4g}"'


PAGE = (
    '#set page(width: auto, height: auto, margin: 0pt)\n#image(bytes(sys.inputs.svg), format: "svg", width: {width}pt)'
)


def png(svg: str, width: int, fonts: str | None = None) -> bytes:
    """Return an SVG as a PNG picture of `width` pixels; `fonts` is a folder of fonts for its texts."""
    import typst  # loaded here: it has 80 MB

    page = PAGE.format(width=width).encode()
    folders: list[Any] = [fonts] if fonts else []
    made = typst.compile(page, format="png", ppi=72, font_paths=folders, sys_inputs={"svg": svg})
    assert isinstance(made, bytes)
    return made


WIDTH = 420
"""The greatest width of a board on a card, in pixels."""


def card(heading: str, svg: str = "", text: str = "", rows: Iterable[Sequence[object]] = ()) -> str:
    """Return HTML with a heading, the picture of a board, a line of text and a table; empty parts are left out.

    >>> card("Fang", rows=[("move", "value"), ("2", "win")])
    '<div><p><b>Fang</b></p><table><tr><td>move</td><td>value</td></tr><tr><td>2</td><td>win</td></tr></table></div>'
    """
    parts = [f"<p><b>{escape(heading)}</b></p>"]
    if svg:
        parts.append(f'<div style="max-width:{WIDTH}px">{scaled(svg)}</div>')
    if text:
        parts.append(f"<p>{escape(text)}</p>")
    lines = [f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows]
    if lines:
        parts.append(f"<table>{''.join(lines)}</table>")
    return f"<div>{''.join(parts)}</div>"


def scaled(svg: str) -> str:
    """Return an SVG that takes the width of its container."""
    return svg.replace("<svg ", '<svg style="width:100%;height:auto" ', 1)
