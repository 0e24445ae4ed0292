"""Names of pupils: which texts are accepted, and class lists, saved by a spreadsheet or pasted from one."""

import codecs
import csv
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

import msgspec

from lalao.errors import NotationError, Phrase

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


FIRST_NAME = frozenset({"prenom", "prenoms", "first name", "first names", "firstname", "given name", "fanampiny"})
WHOLE_NAME = frozenset(
    {
        *("eleve", "eleves", "nom et prenom", "nom prenom", "nom complet"),
        *("pupil", "pupils", "student", "students", "full name", "mpianatra"),
    }
)
SURNAME = frozenset({"nom de famille", "surname", "last name", "lastname", "family name"})
NAME = frozenset({"nom", "noms", "name", "names", "anarana"})
"""Headings of a surname where another column holds first names, and of a whole name where none does."""
HEADINGS = FIRST_NAME | WHOLE_NAME | SURNAME | NAME
MARKS = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
WORKBOOKS = (b"PK\x03\x04", codecs.BOM_UTF8 + b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""How files begin that hold a whole workbook: .xlsx and .ods, and .xls."""


class NameList(msgspec.Struct, frozen=True):
    """The names of a class list, and how they were read."""

    names: list[str]
    heading: list[str]
    """The cells of the line of headings, none where there is no such line."""
    column: str
    """The heading of the column that the names come from, "" where there is none."""
    extended: list[str]
    """Those of the names that more than a first name tells apart."""

    def notes(self) -> list[Phrase]:
        """Return the interpretations beyond one name a line, in sentences for the person who confirms the names."""
        notes = []
        if self.heading:
            notes.append(
                Phrase(
                    "The first line is a heading: {heading}. Names are read from the column {column}.",
                    heading=", ".join(self.heading),
                    column=self.column,
                )
            )
        if self.extended:
            notes.append(Phrase("The same first name twice: {names}", names=", ".join(self.extended)))
        return notes


def read_list(data: bytes) -> NameList:
    """Read a class list: UTF-8, UTF-16 with its mark or Windows-1252; columns parted by tabs, semicolons or commas.

    With headings, the column of first names is taken, else that of whole names; without, the first column that is not
    all numbers, and the next as surnames. Where a first name repeats, the initial of the surname follows it
    ("Marie R."), or the whole surname where initials repeat too. One line alone holds one name a cell.

    Raises NotationError.
    """
    rows = _rows(_decoded(data))
    heading = rows.pop(0) if rows and any(_plain(cell) in HEADINGS for cell in rows[0]) else []
    if not heading and len(rows) == 1:
        rows = [[cell] for cell in rows[0]]
    first, surname = _columns(heading, rows)
    pairs = [(_cell(row, first), _cell(row, surname)) for row in rows]
    pairs = [(name, other) if name else (other, "") for name, other in pairs if name or other]
    names = read_names(_told_apart(pairs))
    extended = [name for name, (given, _) in zip(names, pairs, strict=True) if likeness(name) != likeness(given)]
    cells = [cell for cell in heading if cell]
    return NameList(names, cells, _cell(heading, first), extended)


def _decoded(data: bytes) -> str:
    """Return the text of a file; raises NotationError where it is none."""
    if data.startswith(WORKBOOKS):
        raise NotationError("this is a whole workbook: save the list as CSV, or copy the names and paste them")
    mark = next((mark for mark in MARKS if data.startswith(mark)), b"")
    for encoding in [MARKS[mark]] if mark else ["utf-8", "cp1252"]:
        try:
            return data[len(mark) :].decode(encoding)
        except UnicodeDecodeError:
            continue
    raise NotationError("this is not a list of names: write one name a line")


def _rows(text: str) -> list[list[str]]:
    """Return the cells of the lines that hold any, parted by the sign that occurs in most lines."""
    lines = [line for line in text.removeprefix("\ufeff").splitlines() if line.strip()]
    if lines and lines[0].casefold().startswith("sep="):  # for Excel alone
        del lines[0]
    mark = max("\t;,", key=lambda sign: sum(sign in line for line in lines))
    try:
        rows = [[" ".join(cell.split()) for cell in row] for row in csv.reader(lines, delimiter=mark)]
    except csv.Error:
        raise NotationError("this is not a list of names: write one name a line") from None
    return [row for row in rows if any(row)]


def _columns(heading: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[int, int | None]:
    """Return the columns of the names and of the surnames, None where there are no surnames."""
    if not heading:
        width = max(map(len, rows), default=0)
        named = [at for at in range(width) if not all(_cell(row, at).isdigit() for row in rows)] or [0]
        return named[0], named[1] if len(named) > 1 else None
    first, whole, surname, name = (_titled(heading, titles) for titles in (FIRST_NAME, WHOLE_NAME, SURNAME, NAME))
    if first is not None:
        return first, surname if surname is not None else name
    found = next((column for column in (whole, name, surname) if column is not None), 0)
    return found, None


def _titled(heading: Sequence[str], titles: frozenset[str]) -> int | None:
    return next((at for at, cell in enumerate(heading) if _plain(cell) in titles), None)


def _plain(cell: str) -> str:
    """Return a heading in small letters, without accents and signs."""
    letters = unicodedata.normalize("NFKD", cell.casefold())
    spaced = "".join(letter if letter.isalnum() else " " for letter in letters if not unicodedata.combining(letter))
    return " ".join(spaced.split())


def _cell(row: Sequence[str], column: int | None) -> str:
    return row[column] if column is not None and column < len(row) else ""


def _told_apart(pairs: Sequence[tuple[str, str]]) -> list[str]:
    """Return first names, with as much of the surname as tells those apart that repeat."""
    surnames = defaultdict(list)
    for name, surname in pairs:
        surnames[likeness(name)].append(surname)
    return [_extended(name, surname, surnames[likeness(name)]) for name, surname in pairs]


def _extended(name: str, surname: str, shared: Sequence[str]) -> str:
    """Return a first name which those with the surnames `shared` have in common."""
    if len(shared) == 1 or not surname:
        return name
    initials = [likeness(each[:1]) for each in shared]
    return f"{name} {surname[0]}." if len(set(initials)) == len(initials) else f"{name} {surname}"
