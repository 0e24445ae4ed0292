"""Names of pupils: what may be a name, and lists of names in files."""

import csv
import unicodedata
from collections.abc import Iterable

from lalao.errors import NotationError

MOST_LETTERS = 60
MOST_PUPILS = 200
JOINERS = "\u200c\u200d"
HEADINGS = frozenset({"name", "names", "nom", "prénom", "prenom", "élève", "eleve", "anarana", "first name"})


def read_name(text: str) -> str:
    """Return a name in its composed form, runs of spaces made one.

    Letters of every script, signs and emoji are kept as they are; what cannot be seen is not. Raises NotationError.
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise NotationError("a name is empty: write at least one letter")
    if len(name) > MOST_LETTERS:
        raise NotationError("the name '{name}' is too long: write at most {most} letters", name=name, most=MOST_LETTERS)
    for letter in name:
        if not (letter.isprintable() or letter in JOINERS):
            raise NotationError("the name '{name}' holds a sign that cannot be seen: leave it out", name=name)
    if not any(letter.isprintable() and not letter.isspace() for letter in name):
        raise NotationError("a name is empty: write at least one letter")
    return name


def read_names(texts: Iterable[str]) -> list[str]:
    """Read names, each once.

    Raises NotationError.
    """
    names: list[str] = []
    known: set[str] = set()
    for text in texts:
        name = read_name(text)
        if name.casefold() in known:
            raise NotationError("the name '{name}' is there twice: add a letter to one of them", name=name)
        if len(names) == MOST_PUPILS:
            raise NotationError("there are too many names: write at most {most}", most=MOST_PUPILS)
        known.add(name.casefold())
        names.append(name)
    return names


def names_in_csv(text: str) -> list[str]:
    """Return the names in the first column of a CSV text; a heading such as ``name`` or ``prénom`` is left out.

    Commas, semicolons and tabs are understood. Raises NotationError.
    """
    lines = [line for line in text.removeprefix("\ufeff").splitlines() if line.strip()]
    mark = max(",;\t", key=lambda sign: sum(sign in line for line in lines))
    try:
        cells = [row[0] for row in csv.reader(lines, delimiter=mark) if row and row[0].strip()]
    except csv.Error:
        raise NotationError("this is no list of names: write one name a line") from None
    if cells and cells[0].strip().casefold() in HEADINGS:
        del cells[0]
    return read_names(cells)
