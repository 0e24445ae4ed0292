"""Boards drawn for a terminal: every seed drawn and counted, nothing marked by colour alone."""

from collections.abc import Callable, Iterator
from math import ceil
from textwrap import wrap
from typing import TYPE_CHECKING

from lalao.locale import ENGLISH, Translator
from lalao.values import Side

if TYPE_CHECKING:
    from lalao.board.picture import LatticePicture, Pit, RowPicture

SEED = "●"
INNER = 7
USUAL_COLUMNS, FEW_COLUMNS = 80, 70
MOST_DRAWN = 40
DICE = {
    0: ("", "", ""),
    1: ("", "●", ""),
    2: ("●    ", "", "    ●"),
    3: ("●    ", "  ●  ", "    ●"),
    4: ("●   ●", "", "●   ●"),
    5: ("●   ●", "  ●  ", "●   ●"),
    6: ("●   ●", "●   ●", "●   ●"),
    7: ("●   ●", "● ● ●", "●   ●"),
    8: ("● ● ●", "●   ●", "● ● ●"),
    9: ("● ● ●", "● ● ●", "● ● ●"),
}


def seeds_drawn(seeds: int) -> tuple[str, str, str]:
    """Draw seeds on three lines, as on dice up to nine; at most 21 are drawn, all that a drawn pit has room for."""
    if seeds in DICE:
        return DICE[seeds]
    shown = min(seeds, 3 * INNER)
    top, bottom = ceil(shown / 3), shown // 3
    return SEED * top, SEED * (shown - top - bottom), SEED * bottom


def draw_rows(picture: "RowPicture", words: Translator = ENGLISH, columns: int | None = None) -> str:
    """Draw rows of pits, long rows in several strips; numbers alone where a narrow terminal cannot hold a drawn row.

    `columns` is the width of the terminal, None for `USUAL_COLUMNS`.
    """
    room = USUAL_COLUMNS if columns is None else columns
    pits, across = len(picture.rows[0]), (room - 2) // (INNER + 1)
    draw, inner = _drawn_cell, INNER
    if across < pits and room < FEW_COLUMNS:
        draw, inner = _figure_cell, max(len(line) for row in picture.rows for pit in row for line in _figure_cell(pit))
        across = (room - 2) // (inner + 1)
    width = ceil(pits / ceil(pits / max(across, 1)))
    lines = [_player(picture, Side.NORTH, words, room)]
    for begin in range(0, pits, width):
        lines += _strip([[draw(pit) for pit in row[begin : begin + width]] for row in picture.rows], inner)
    lines.append(_player(picture, Side.SOUTH, words, room))
    return "\n".join(line.rstrip() for line in [*lines, *_row_legend(picture, words)])


def _player(picture: "RowPicture", side: Side, words: Translator, room: int) -> str:
    """Write a player's name, a mark if it is his turn, and his reserve, drawn where there is room."""
    name = f" {'▶' if picture.to_move is side else ' '} {words.say(side)}"
    reserve = next((reserve for reserve in picture.reserves if reserve.side is side), None)
    if reserve is None:
        return name
    title = f"{name}   {words('reserve')} {reserve.seeds}"
    drawn = f"{title}  {SEED * min(reserve.seeds, MOST_DRAWN)}"
    return drawn if len(drawn) <= room else title


def _drawn_cell(pit: "Pit") -> tuple[str, ...]:
    """Return the lines of a drawn pit: its label and marks, three lines of seeds, their number."""
    return marks(pit), *seeds_drawn(pit.seeds), count(pit)


def _figure_cell(pit: "Pit") -> tuple[str, ...]:
    """Return the lines of a pit as numbers: its label and marks, the number of its seeds."""
    return f"{marks(pit):<3}", count(pit)


def _strip(rows: list[list[tuple[str, ...]]], inner: int) -> Iterator[str]:
    cells = len(rows[0])
    yield " " + _rule("┌", "┬", "┐", cells, "─" * inner)
    for number, row in enumerate(rows):
        if number == len(rows) // 2 and number:
            yield " " + _rule("╞", "╪", "╡", cells, "═" * inner)
        elif number:
            yield " " + _rule("├", "┼", "┤", cells, "─" * inner)
        marks, *lines = zip(*row, strict=True)
        yield " │" + "│".join(f"{cell:<{inner}}" for cell in marks) + "│"
        for line in lines:
            yield " │" + "│".join(f"{cell:^{inner}}" for cell in line) + "│"
    yield " " + _rule("└", "┴", "┘", cells, "─" * inner)


def _rule(left: str, middle: str, right: str, cells: int, dash: str) -> str:
    return left + middle.join([dash] * cells) + right


def marks(pit: "Pit") -> str:
    """Return the pit's label, followed by ``▴`` where it may be played and ``◂`` where the last move began."""
    return pit.label + "▴" * pit.legal + "◂" * pit.last


def count(pit: "Pit") -> str:
    """Return the number of seeds in a pit, in brackets for a special pit."""
    return f"[{pit.seeds}]" if pit.special else str(pit.seeds)


def _row_legend(picture: "RowPicture", words: Translator) -> Iterator[str]:
    pits = [pit for row in picture.rows for pit in row]
    if picture.special:
        yield f" [n] {words.say(picture.special)}"
    if any(pit.legal for pit in pits):
        yield f" ▴ {words('may be played')}"
    if any(pit.last for pit in pits):
        yield f" ◂ {words('last move')}"


def draw_lattice(picture: "LatticePicture", words: Translator = ENGLISH, columns: int | None = None) -> str:
    """Draw a lattice with its pieces, White ○, Black ●; points are set closer where `columns` are too few."""
    width, height = picture.lattice.width, picture.lattice.height
    margin = len(str(height)) + 1
    wide = columns is None or margin + 4 * width + 2 <= columns
    gap = 3 if wide else 1
    lines = [_colour(picture, Side.BLACK, len(picture.black), words)]
    for rank in range(height - 1, -1, -1):
        points = range(rank * width, (rank + 1) * width)
        lines.append(f" {rank + 1:>{margin}} " + (_apart if wide else _close)(picture, points))
        if rank:
            lines.append(" " * (margin + 3) + _between(picture, rank - 1, gap))
    lines.append(" " * (margin + 3) + (" " * gap).join(name[0] for name in picture.lattice.names[:width]))
    lines.append(_colour(picture, Side.WHITE, len(picture.white), words))
    legend = _lattice_legend(picture, words, (lambda pair: pair) if wide else (lambda pair: pair[0]))
    room = columns or USUAL_COLUMNS
    lines += (part for line in legend for part in wrap(line, room, initial_indent=" ", subsequent_indent=" "))
    return "\n".join(line.rstrip() for line in lines)


def _colour(picture: "LatticePicture", side: Side, pieces: int, words: Translator) -> str:
    turn = "▶" if picture.to_move is side else " "
    stone = "○" if side is Side.WHITE else "●"
    return f" {turn} {words.say(side)} {stone}   " + words("{count} piece", "{count} pieces", count=pieces)


def _stone(picture: "LatticePicture", point: int) -> str:
    """Return the sign of a point: its piece, ``+`` where a piece may move to, ``×`` where one was taken, else ``·``."""
    if point in picture.white:
        return "○"
    if point in picture.black:
        return "●"
    return "+" if point in picture.targets else "×" if point in picture.taken else "·"


def _brackets(picture: "LatticePicture", point: int) -> str:
    """Return the signs around a point: ``()`` for the last move, ``[]`` playable, ``{}`` huffable, else its lines."""
    if point in picture.huffable:
        return "{}"
    if point in picture.came_from or point in picture.came_to:
        return "()"
    return "[]" if point in picture.movable else "──"


def _apart(picture: "LatticePicture", points: range) -> str:
    """Draw a rank with wide gaps: each point between its brackets or lines, no line beyond the edges."""
    pairs = [_brackets(picture, point) for point in points]
    cells = [f"{pair[0]}{_stone(picture, point)}{pair[1]}" for pair, point in zip(pairs, points, strict=True)]
    line = "─".join(cells)
    first = " " if line[0] == "─" else line[0]
    last = " " if line[-1] == "─" else line[-1]
    return first + line[1:-1] + last


def _close(picture: "LatticePicture", points: range) -> str:
    """Draw a rank with narrow gaps: only the left bracket of each pair is drawn, before its point."""
    line = "".join(_brackets(picture, point)[0] + _stone(picture, point) for point in points)
    return " " + line[1:] if line[0] == "─" else line


def _between(picture: "LatticePicture", rank: int, gap: int) -> str:
    """Draw the lines between a rank and the one above it: one diagonal per square, if there are any."""
    at = picture.lattice
    diagonals = "╲╱" if at.diagonals else "  "
    squares = (diagonals[at.is_strong(rank * at.width + file)] for file in range(at.width - 1))
    return "│" + "│".join(f"{square:^{gap}}" for square in squares) + "│"


def _lattice_legend(picture: "LatticePicture", words: Translator, sign: Callable[[str], str]) -> Iterator[str]:
    """Yield a line for each mark in use; `sign` turns a pair of brackets into a drawn sign."""
    if picture.note:
        yield words.say(picture.note)
    if picture.came_from or picture.came_to:
        yield f"{sign('( )')} {words('last move')}"
    if picture.taken:
        yield f"× {words('taken')}"
    if picture.huffable:
        yield f"{sign('{ }')} {words('may be huffed')}"
    if picture.movable:
        yield f"{sign('[ ]')} {words('may be played')}"
    if picture.targets:
        yield f"+ {words('may be reached')}"
