"""Boards drawn for a terminal: every seed drawn and counted, nothing that only colour tells."""

from collections.abc import Iterator
from math import ceil
from typing import TYPE_CHECKING

from lalao.locale import ENGLISH, Words
from lalao.values import Side

if TYPE_CHECKING:
    from lalao.board.picture import LatticePicture, Pit, Reserve, RowPicture

SEED = "●"
INNER = 7
MOST_ACROSS = 9
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
    """Draw up to 21 seeds on three lines, as on dice up to nine; more fill the pit."""
    if seeds in DICE:
        return DICE[seeds]
    shown = min(seeds, 3 * INNER)
    top, bottom = ceil(shown / 3), shown // 3
    return SEED * top, SEED * (shown - top - bottom), SEED * bottom


def draw_rows(picture: "RowPicture", words: Words = ENGLISH) -> str:
    """Draw rows of pits, long rows in several strips."""
    reserves = {reserve.side: reserve for reserve in picture.reserves}
    pits = len(picture.rows[0])
    strips = ceil(pits / MOST_ACROSS)
    width = ceil(pits / strips)
    lines = [_player(picture, Side.NORTH, reserves.get(Side.NORTH), words)]
    for begin in range(0, pits, width):
        lines += _strip([row[begin : begin + width] for row in picture.rows])
    lines.append(_player(picture, Side.SOUTH, reserves.get(Side.SOUTH), words))
    return "\n".join(line.rstrip() for line in [*lines, *_row_legend(picture, words)])


def _player(picture: "RowPicture", side: Side, reserve: "Reserve | None", words: Words) -> str:
    """Name a player, his reserve, and whether it is his turn."""
    turn = "▶" if picture.to_move is side else " "
    name = words.say(side)
    if reserve is None:
        return f" {turn} {name}"
    return f" {turn} {name}   {words('reserve')} {reserve.seeds}  {SEED * min(reserve.seeds, 40)}"


def _strip(rows: "list[tuple[Pit, ...]]") -> Iterator[str]:
    cells = len(rows[0])
    yield " " + _rule("┌", "┬", "┐", cells)
    for number, row in enumerate(rows):
        if number:
            yield " " + (_rule("╞", "╪", "╡", cells, "═") if number == len(rows) // 2 else _rule("├", "┼", "┤", cells))
        yield " │" + "│".join(f"{_marks(pit):<{INNER}}" for pit in row) + "│"
        drawn = [seeds_drawn(pit.seeds) for pit in row]
        for line in range(3):
            yield " │" + "│".join(f"{cell[line]:^{INNER}}" for cell in drawn) + "│"
        yield " │" + "│".join(f"{_count(pit):^{INNER}}" for pit in row) + "│"
    yield " " + _rule("└", "┴", "┘", cells)


def _rule(left: str, middle: str, right: str, cells: int, dash: str = "─") -> str:
    return left + middle.join([dash * INNER] * cells) + right


def _marks(pit: "Pit") -> str:
    """Write the pit's label, ``▴`` after it where it may be played, ``◂`` where the last move began."""
    return pit.label + "▴" * pit.legal + "◂" * pit.last


def _count(pit: "Pit") -> str:
    return f"[{pit.seeds}]" if pit.special else str(pit.seeds)


def _row_legend(picture: "RowPicture", words: Words) -> Iterator[str]:
    pits = [pit for row in picture.rows for pit in row]
    if picture.special:
        yield f" [n] {words.say(picture.special)}"
    if any(pit.legal for pit in pits):
        yield f" ▴ {words('may be played')}"
    if any(pit.last for pit in pits):
        yield f" ◂ {words('last move')}"


def draw_lattice(picture: "LatticePicture", words: Words = ENGLISH) -> str:
    """Draw a lattice with its pieces: White ○, Black ●."""
    width, height = picture.lattice.width, picture.lattice.height
    margin = len(str(height)) + 1
    lines = [_colour(picture, Side.BLACK, len(picture.black), words)]
    for rank in range(height - 1, -1, -1):
        points = [_cell(picture, rank * width + file) for file in range(width)]
        lines.append(f" {rank + 1:>{margin}} " + _joined(points))
        if rank:
            lines.append(" " * (margin + 3) + _between(picture, rank - 1))
    lines.append(" " * (margin + 3) + "   ".join(name[0] for name in picture.lattice.names[:width]))
    lines.append(_colour(picture, Side.WHITE, len(picture.white), words))
    return "\n".join(line.rstrip() for line in [*lines, *_lattice_legend(picture, words)])


def _colour(picture: "LatticePicture", side: Side, pieces: int, words: Words) -> str:
    turn = "▶" if picture.to_move is side else " "
    stone = "○" if side is Side.WHITE else "●"
    return f" {turn} {words.say(side)} {stone}   " + words("{count} piece", "{count} pieces", count=pieces)


def _cell(picture: "LatticePicture", point: int) -> str:
    """Draw a point in three characters, with what marks it: ``(●)`` last, ``[●]`` playable, ``{●}`` huffable."""
    stone = "○" if point in picture.white else "●" if point in picture.black else "·"
    if stone == "·":
        stone = "+" if point in picture.targets else "×" if point in picture.taken else stone
    if point in picture.huffable:
        return f"{{{stone}}}"
    if point in picture.came_from or point in picture.came_to:
        return f"({stone})"
    if point in picture.movable:
        return f"[{stone}]"
    return f"─{stone}─"


def _joined(points: list[str]) -> str:
    """Join points by lines, without stubs beyond the edges."""
    line = "─".join(points)
    first = " " if line[0] == "─" else line[0]
    last = " " if line[-1] == "─" else line[-1]
    return first + line[1:-1] + last


def _between(picture: "LatticePicture", rank: int) -> str:
    """Draw the lines between a rank and the one above it: one diagonal a square."""
    at = picture.lattice
    squares = ("╱" if at.is_strong(rank * at.width + file) else "╲" for file in range(at.width - 1))
    return "│" + "│".join(f" {square} " for square in squares) + "│"


def _lattice_legend(picture: "LatticePicture", words: Words) -> Iterator[str]:
    if picture.note:
        yield f" {words.say(picture.note)}"
    if picture.came_from or picture.came_to:
        yield f" ( ) {words('last move')}"
    if picture.taken:
        yield f" × {words('taken')}"
    if picture.huffable:
        yield f" {{ }} {words('may be huffed')}"
    if picture.movable:
        yield f" [ ] {words('may be played')}"
    if picture.targets:
        yield f" + {words('may be reached')}"
