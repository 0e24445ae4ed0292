"""Terminals: their width, sentences wrapped to it, long texts a screen at a time; and prompts with their orders.

On a terminal, or with ``COLUMNS`` set, text is wrapped; files and pipes get lines as they are.
"""

import os
import re
import shutil
import signal
import socket
import sys
import textwrap
import threading
import time
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

import click
import platformdirs
from rich.cells import cell_len

from lalao.errors import nearest
from lalao.locale import Translator

USUAL_COLUMNS = 80
FEWEST_COLUMNS, FEWEST_FOLDED = 20, 10
GAP, INDENT = "  ", 4
JOINED = "\0"
"""Stands for a space at which a line must not be broken."""


def columns() -> int | None:
    """Return the width of the terminal, or None where the output is not one and ``COLUMNS`` is not set."""
    if not (sys.stdout.isatty() or os.environ.get("COLUMNS")):
        return None
    return max(shutil.get_terminal_size((USUAL_COLUMNS, 24)).columns, FEWEST_COLUMNS)


def wrapped(text: str, width: int | None) -> str:
    """Return a text with lines wrapped between words, continuations indented alike; unchanged where width is None."""
    if width is None:
        return text
    return "\n".join("\n".join(_broken(line, width)) for line in text.splitlines())


def _broken(line: str, width: int) -> list[str]:
    indent = line[: len(line) - len(line.lstrip(" "))]
    return _folded(re.sub("(?<=«) | (?=[;:!?»])", JOINED, line), width, indent)


def _folded(line: str, width: int, indent: str) -> list[str]:
    return textwrap.wrap(line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def in_columns(rows: Iterable[tuple[str, ...]], width: int | None) -> list[str]:
    """Return rows as lines with aligned columns; double-width letters count twice, and the last cell is wrapped."""
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
    """Wrap the part of a line from a column on, with its continuations below that column."""
    first, *others = _folded(line[begin:], width - begin, "")
    return [line[:begin] + first, *(" " * begin + part for part in others)]


def in_figures(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a table as lines: the first column as wide as its longest cell, the others aligned to the right."""
    first = max(len(row[0]) for row in (heads, *rows))
    lines = (f"{row[0]:<{first}}" + "".join(f"{cell:>9}" for cell in row[1:]) for row in (heads, *rows))
    return [line.rstrip() for line in lines]


def tell_columns(rows: Iterable[tuple[str, ...]]) -> None:
    for line in in_columns(rows, columns()):
        click.echo(line)


def tell_cells(*cells: str) -> None:
    """Print cells in a line, separated by tabs for programs; where it does not fit the terminal, wrap between cells."""
    width, line = columns(), "\t".join(cells)
    if width is None or cell_len(line.expandtabs()) <= width:
        click.echo(line)
        return
    whole = GAP.join(cell.replace(" ", JOINED) if cell_len(cell) <= width - INDENT else cell for cell in cells)
    click.echo("\n".join(_folded(whole, width, " " * INDENT)).replace(JOINED, " "))


def tell_table(heads: Sequence[str], rows: Sequence[Sequence[str]], drawn: Sequence[str]) -> None:
    """Print a table from its lines `drawn`, or on a narrow terminal each row by itself, a line per cell."""
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
    """Print a text, wrapped on a terminal; the part `whole` is never broken."""
    kept = text.replace(whole, whole.replace(" ", JOINED)) if whole else text
    click.echo(wrapped(kept, columns()).replace(JOINED, " "))


def tell_under(text: str) -> None:
    """Print a text that belongs to the line above it: indented and wrapped on a terminal, else after a tab."""
    width = columns()
    click.echo(f"\t{text}" if width is None else wrapped(" " * INDENT + text, width))


def tell_list(things: Iterable[str]) -> None:
    """Print things side by side, wrapped between them."""
    joined = "  ".join(thing.replace(" ", JOINED) for thing in things)
    click.echo(wrapped(f"  {joined}", columns()).replace(JOINED, " "))


def tell_pages(text: str, words: Translator) -> None:
    """Print a text; on a terminal a text longer than the screen goes to a pager."""
    if not sys.stdout.isatty() or len(text.splitlines()) < shutil.get_terminal_size().lines:
        click.echo(text, nl=False)
        return
    prompt = words("more: space bar, back: q").replace(":", r"\:")
    os.environ.setdefault("LESS", f"-RX -Ps{prompt}$")
    os.environ.setdefault("LESSCHARSET", "utf-8")  # the locale that is set may not be installed
    click.echo_via_pager(text)


def on_stderr(is_shown: bool = True) -> dict[str, Any]:
    """Return the options by which a progress bar of Click is on stderr, hidden where that is no terminal."""
    return {"file": sys.stderr, "hidden": not (is_shown and sys.stderr.isatty())}


T = TypeVar("T")
MOST_REMEMBERED = 500
UNHEARD = 0.1
"""Seconds after a Ctrl-C until a second signal wakes readline, which may have missed the first."""
SHORT = {"q": "quit", "?": "help"}
"""Short forms of orders, in every language."""


def ask(prompt: str) -> str | None:
    """Ask for a line and return it without surrounding blanks, or None at the end of the input."""
    try:
        return input(prompt).strip()
    except EOFError:
        return None


@contextmanager
def remembered(name: str) -> Iterator[None]:
    """Turn on line editing for prompts in this block, and the history in the file of a name, if on a terminal."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        yield
        return
    try:
        import readline
    except ImportError:  # Windows, where the console itself edits lines
        yield
        return
    path = platformdirs.user_state_path("lalao", appauthor=False) / f"{name}.history"
    readline.clear_history()
    readline.set_history_length(MOST_REMEMBERED)
    with suppress(OSError):  # there is no history yet
        readline.read_history_file(path)
    try:
        with interruptible():
            yield
    finally:
        with suppress(OSError):  # without write access there is no history; nothing else depends on it
            path.parent.mkdir(parents=True, exist_ok=True)
            readline.write_history_file(path)


@contextmanager
def interruptible() -> Iterator[None]:
    """Make Ctrl-C end a prompt even if it comes just before readline begins to wait for a key.

    CPython's readline checks for signals when one interrupts its wait; a signal that comes just before is noticed only
    at the next key. So each SIGINT is followed by a second, empty signal, which interrupts the wait.
    """
    hears, told = socket.socketpair()
    told.setblocking(False)
    main = threading.get_ident()

    def follow() -> None:
        while numbers := hears.recv(1):
            if numbers[0] == signal.SIGINT:
                time.sleep(UNHEARD)
                signal.pthread_kill(main, signal.SIGUSR1)

    follower = threading.Thread(target=follow, daemon=True)
    handler = signal.signal(signal.SIGUSR1, lambda *_: None)
    wakened = signal.set_wakeup_fd(told.fileno(), warn_on_full_buffer=False)
    follower.start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(wakened)
        told.close()
        follower.join()
        hears.close()
        signal.signal(signal.SIGUSR1, handler)


def plain(text: str) -> str:
    """Return a text in lower case and without accents."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def order_named(text: str, orders: Mapping[str, T], words: Translator) -> T | None:
    """Return the order that a line begins with, in English or in the user's language, or None."""
    first = plain(text.split(" ")[0])
    wanted = SHORT.get(first, first)
    return next((order for name, order in orders.items() if wanted in (name, plain(words(name)))), None)


def order_meant(text: str, orders: Mapping[str, T], words: Translator) -> str | None:
    """Return the order, in the user's language, that the first word of a line is most like, or None."""
    names = {plain(known): words(name) for name in orders for known in (name, words(name))}
    near = nearest(plain(text.split(" ")[0]), names)
    return names[near] if near else None
