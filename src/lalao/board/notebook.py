"""What a notebook displays for a value: an HTML card with a heading, a picture and a table."""

from collections.abc import Iterable, Sequence
from html import escape

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
    """Return an SVG that takes the width of what surrounds it."""
    return svg.replace("<svg ", '<svg style="width:100%;height:auto" ', 1)
