"""Names of pupils: which texts are accepted as names."""

import unicodedata
from collections.abc import Callable, Iterable

from lalao.errors import NotationError

MOST_LETTERS = 60
MOST_PUPILS = 200
JOINERS = "\u200c\u200d"
BETWEEN = dict.fromkeys((*map(ord, JOINERS), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))
"""Characters that are invisible themselves: joiners, and variation selectors of emoji and ideographs."""
BLANKS = frozenset(
    map(chr, (0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810), 0x2800, 0x3164, 0xFFA0, 0x13441, 0x13442))
)
"""Characters that show as nothing though Unicode counts them as visible: Hangul fillers, the empty Braille cell, …"""


def kept_name(text: str) -> str:
    """Return a name in composed form (NFC), runs of spaces made one; names that earlier versions accepted pass.

    Letters of every script, signs and emoji are kept. Raises NotationError where the name is empty, too long or holds
    an unprintable character.
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise NotationError("a name is empty: write at least one letter")
    if len(name) > MOST_LETTERS:
        raise NotationError("the name '{name}' is too long: write at most {most} letters", name=name, most=MOST_LETTERS)
    if any(not (letter.isprintable() or letter in JOINERS) for letter in name):
        raise NotationError("the name '{name}' holds a sign that cannot be seen: leave it out", name=name)
    return name


def read_name(text: str) -> str:
    """Return a new name in composed form (NFC), runs of spaces made one.

    Raises NotationError as `kept_name` does, and where the name holds invisible characters or nothing visible.
    """
    name = kept_name(text)
    if any(letter in BLANKS for letter in name):
        raise NotationError("the name '{name}' holds a sign that cannot be seen: leave it out", name=name)
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in name):
        raise NotationError("a name is empty: write at least one letter")
    return name


def seen(text: str) -> str:
    """Return the visible part of a text, runs of spaces made one."""
    return " ".join("".join(letter for letter in text if letter.isprintable() and letter not in BLANKS).split())


def likeness(name: str) -> str:
    """Return a key that is equal for names that look alike: case and invisible characters are ignored."""
    return name.casefold().translate(BETWEEN)


def read_names(texts: Iterable[str]) -> list[str]:
    """Read new names.

    Raises NotationError where a name is not accepted, two look alike, or there are too many.
    """
    return each_once((read_name(text) for text in texts), likeness)


def kept_names(texts: Iterable[str]) -> list[str]:
    """Read names that earlier versions may have accepted.

    Raises NotationError where one is not usable, two are the same but for case, or there are too many.
    """
    return each_once((kept_name(text) for text in texts), str.casefold)


def each_once(names: Iterable[str], same: Callable[[str], str]) -> list[str]:
    """Return the names as a list.

    Raises NotationError where `same` gives two of them the same key, or there are more than `MOST_PUPILS`.
    """
    pictures: dict[str, str] = {}
    for name in names:
        if same(name) in pictures:
            raise NotationError("the name '{name}' occurs twice: add a letter to one of them", name=name)
        if len(pictures) == MOST_PUPILS:
            raise NotationError("there are too many names: write at most {most}", most=MOST_PUPILS)
        pictures[same(name)] = name
    return list(pictures.values())
