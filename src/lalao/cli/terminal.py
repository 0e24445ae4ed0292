"""What a person sees: how wide the terminal is, sentences wrapped to it, long texts a screen at a time."""

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Iterable, Sequence

import click
from rich.cells import cell_len

from lalao.locale import Translator

USUAL_COLUMNS = 80
FEWEST_COLUMNS, FEWEST_FOLDED = 20, 10
GAP, INDENT = "  ", 4
JOINED = "\0"
"""Stands for a space where no line may end."""


def columns() -> int | None:
    """Return the width of the terminal, or None where nobody looks: files and pipes take lines as they are."""
    if not (sys.stdout.isatty() or os.environ.get("COLUMNS")):
        return None
    return max(shutil.get_terminal_size((USUAL_COLUMNS, 24)).columns, FEWEST_COLUMNS)


def wrapped(text: str, width: int | None) -> str:
    """Break the lines of a text between words; what follows in a line is as far from the left as its beginning."""
    if width is None:
        return text
    return "\n".join("\n".join(_broken(line, width)) for line in text.splitlines())


def _broken(line: str, width: int) -> list[str]:
    indent = line[: len(line) - len(line.lstrip(" "))]
    return _folded(re.sub("(?<=«) | (?=[;:!?»])", JOINED, line), width, indent)


def _folded(line: str, width: int, indent: str) -> list[str]:
    return textwrap.wrap(line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def in_columns(rows: Iterable[tuple[str, ...]], width: int | None) -> list[str]:
    """Set rows in columns as wide as they need, letters of double width counted; the last cell of a row is folded."""
    table = list(rows)
    widths = [max(map(cell_len, column)) for column in zip(*table, strict=True)]
    begin = sum(widths[:-1]) + len(GAP) * len(widths[:-1])
    lines = [
        GAP.join(cell + " " * (width - cell_len(cell)) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in table
    ]
    if width is None or width - begin < FEWEST_FOLDED:
        return lines
    return [part for line in lines for part in ([line] if cell_len(line) <= width else _under(line, begin, width))]


def _under(line: str, begin: int, width: int) -> list[str]:
    """Fold what stands in a line from a column on, under where it begins."""
    first, *others = _folded(line[begin:], width - begin, "")
    return [line[:begin] + first, *(" " * begin + part for part in others)]


def tell_columns(rows: Iterable[tuple[str, ...]]) -> None:
    """Print rows in columns."""
    for line in in_columns(rows, columns()):
        click.echo(line)


def tell_cells(*cells: str) -> None:
    """Print a line of cells with tabs between them, as programs read it; folded between cells where somebody looks."""
    width, line = columns(), "\t".join(cells)
    if width is None or cell_len(line.expandtabs()) <= width:
        click.echo(line)
        return
    whole = GAP.join(cell.replace(" ", JOINED) if cell_len(cell) <= width - INDENT else cell for cell in cells)
    click.echo("\n".join(_folded(whole, width, " " * INDENT)).replace(JOINED, " "))


def tell_table(heads: Sequence[str], rows: Sequence[Sequence[str]], drawn: Sequence[str]) -> None:
    """Print a table as it is drawn, or where the terminal is too narrow for that each row by itself, cell by cell."""
    width = columns()
    if width is None or max(map(cell_len, drawn)) <= width:
        for line in drawn:
            click.echo(line)
        return
    for number, row in enumerate(rows):
        if number:
            click.echo()
        tell_columns(zip(heads, row, strict=True))


def tell(text: str, whole: str = "") -> None:
    """Print a text, wrapped where somebody looks, but for a part of it that is to be kept whole."""
    kept = text.replace(whole, whole.replace(" ", JOINED)) if whole else text
    click.echo(wrapped(kept, columns()).replace(JOINED, " "))


def tell_under(text: str) -> None:
    """Print a text that belongs to the line above it, wrapped where somebody looks."""
    width = columns()
    click.echo(f"\t{text}" if width is None else wrapped(" " * INDENT + text, width))


def tell_list(things: Iterable[str]) -> None:
    """Print things side by side, none broken in two."""
    joined = "  ".join(thing.replace(" ", JOINED) for thing in things)
    click.echo(wrapped(f"  {joined}", columns()).replace(JOINED, " "))


def tell_pages(text: str, words: Translator) -> None:
    """Print a text, a screen at a time where it is longer than one and a person looks."""
    if not sys.stdout.isatty() or len(text.splitlines()) < shutil.get_terminal_size().lines:
        click.echo(text, nl=False)
        return
    prompt = words("more: space bar, back: q").replace(":", r"\:")
    os.environ.setdefault("LESS", f"-RX -Ps{prompt}$")
    os.environ.setdefault("LESSCHARSET", "utf-8")  # a machine may lack the locale that it is told to speak
    click.echo_via_pager(text)
