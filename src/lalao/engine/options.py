"""The options of the line protocol: their names, the values they take, and their current values."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from lalao.engine.analysis import Settings
from lalao.engine.levels import MOST_LEVELS
from lalao.errors import NotationError
from lalao.record.tree import DRAWS

FULL = "full"
LEVELS = range(1, MOST_LEVELS + 1)
"""Levels that some game has; whether the game in play has the chosen one is checked when a search begins."""
MOST_LINES = 500
MOST_THREADS = 64
MOST_MB = 65_536
MOST_DIGITS = 18


def whole(text: str, least: int, most: int) -> int:
    """Read a whole number within bounds.

    Raises NotationError.
    """
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS and least <= int(text) <= most):
        raise NotationError("'{text}' is not a number from {least} to {most}", text=text, least=least, most=most)
    return int(text)


def one_of(text: str, *choices: str) -> str:
    """Read one of some words in lower case, written in any case.

    Raises NotationError.
    """
    if text.lower() not in choices:
        raise NotationError("'{text}' is not one of {choices}", text=text, choices=", ".join(choices))
    return text.lower()


def folder(text: str) -> Path | None:
    """Read the path of an existing folder; an empty text gives None.

    Raises NotationError.
    """
    try:
        there = not text or Path(text).is_dir()
    except (OSError, ValueError):
        there = False
    if not there:
        raise NotationError("'{text}' is not a folder", text=text)
    return Path(text) if text else None


@dataclass(frozen=True, slots=True)
class Options:
    """The values of an engine's options: lines to give, level (None: full strength), settings, and draw rules.

    `builds`: whether tables are built in the background where they are missing.
    """

    lines: int = 1
    level: int | None = None
    settings: Settings = field(default_factory=lambda: Settings(book=True))
    draws: frozenset[str] = DRAWS
    builds: bool = True

    def changed(self, name: str, value: str) -> "Options":
        """Return the options with one of them set; `name` may be in any case.

        Raises NotationError for an unknown name or a bad value, FileError for a book that cannot be read.
        """
        for option in OPTIONS:
            if name.lower() in (option.name.lower(), *option.aliases):
                return option.change(self, value)
        names = ", ".join(option.name for option in OPTIONS)
        raise NotationError("there is no option '{text}': the options are {names}", text=name, names=names)


def _switched(options: Options, rule: str, value: str) -> Options:
    """Switch a draw rule on or off."""
    on = one_of(value, "true", "false") == "true"
    return replace(options, draws=options.draws | {rule} if on else options.draws - {rule})


def _book_file(options: Options, value: str) -> Options:
    """Choose a book file; an empty name stands for the book of the package."""
    if not value:
        return replace(options, settings=replace(options.settings, book=True))
    from lalao.engine.book import read_book  # read now, so that a bad file is refused here

    read_book(Path(value))
    return replace(options, settings=replace(options.settings, book=Path(value)))


def _level(options: Options, value: str) -> Options:
    chosen = one_of(value, FULL, *map(str, LEVELS))
    return replace(options, level=None if chosen == FULL else int(chosen))


@dataclass(frozen=True, slots=True)
class Option:
    """An option: its name, its description in the handshake, its effect when set, and other names in lower case."""

    name: str
    described: str
    change: Callable[[Options, str], Options]
    aliases: tuple[str, ...] = ()


OPTIONS = (
    Option(
        "Lines",
        f"type spin default 1 min 1 max {MOST_LINES}",
        lambda options, value: replace(options, lines=whole(value, 1, MOST_LINES)),
        ("multipv",),
    ),
    Option(
        "Threads",
        f"type spin default 1 min 1 max {MOST_THREADS}",
        lambda options, value: replace(
            options, settings=replace(options.settings, threads=whole(value, 1, MOST_THREADS))
        ),
    ),
    Option(
        "Hash",
        f"type spin default {Settings().hash_mb} min 1 max {MOST_MB}",
        lambda options, value: replace(options, settings=replace(options.settings, hash_mb=whole(value, 1, MOST_MB))),
    ),
    Option("Level", " ".join([f"type combo default {FULL} var {FULL}", *(f"var {level}" for level in LEVELS)]), _level),
    Option(
        "Tables",
        "type string default",
        lambda options, value: replace(options, settings=replace(options.settings, tables=folder(value))),
    ),
    Option(
        "BuildTables",
        "type check default true",
        lambda options, value: replace(options, builds=one_of(value, "true", "false") == "true"),
    ),
    Option(
        "Book",
        "type check default true",
        lambda options, value: replace(
            options, settings=replace(options.settings, book=one_of(value, "true", "false") == "true")
        ),
    ),
    Option("BookFile", "type string default", _book_file),
    Option("Repetition", "type check default true", lambda options, value: _switched(options, "repetition", value)),
    Option("QuietLimit", "type check default true", lambda options, value: _switched(options, "quiet", value)),
)
