"""What a person sees: how wide the terminal is, sentences wrapped to it, long texts a screen at a time."""

import os
import shutil
import sys
import textwrap
from collections.abc import Iterable

import click

from lalao.locale import Words

USUAL_COLUMNS = 80
FEWEST_COLUMNS = 20
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
    return textwrap.wrap(line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def tell(text: str, whole: str = "") -> None:
    """Print a text, wrapped where somebody looks, but for a part of it that is to be kept whole."""
    kept = text.replace(whole, whole.replace(" ", JOINED)) if whole else text
    click.echo(wrapped(kept, columns()).replace(JOINED, " "))


def tell_list(things: Iterable[str]) -> None:
    """Print things side by side, none broken in two."""
    joined = "  ".join(thing.replace(" ", JOINED) for thing in things)
    click.echo(wrapped(f"  {joined}", columns()).replace(JOINED, " "))


def tell_pages(text: str, words: Words) -> None:
    """Print a text, a screen at a time where it is longer than one and a person looks."""
    if not sys.stdout.isatty() or len(text.splitlines()) < shutil.get_terminal_size().lines:
        click.echo(text, nl=False)
        return
    prompt = words("more: space bar, back: q").replace(":", r"\:")
    os.environ.setdefault("LESS", f"-RX -Ps{prompt}$")
    os.environ.setdefault("LESSCHARSET", "utf-8")  # a machine may lack the locale that it is told to speak
    click.echo_via_pager(text)
