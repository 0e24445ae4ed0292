"""From a sheet, which is plain data, to a tagged PDF; a letter that no font has is shown as a box, never left out."""

import json
from collections.abc import Iterator
from enum import Enum
from functools import cache
from importlib.resources import as_file, files
from typing import Any

from lalao.errors import NotationError
from lalao.locale import Translator
from lalao.tournament.names import BETWEEN

Sheet = dict[str, Any]
"""The contents of a sheet as plain JSON: kind, language, paper, and texts, which are never parsed as markup."""

STANDARD = "ua-1"
PIXELS_PER_INCH = 96
BOX = "□"
JOINER = "\u200d"


class Paper(Enum):
    """A paper size: width and height in millimetres, upright."""

    A4 = (210, 297)
    A3 = (297, 420)

    @property
    def width(self) -> int:
        """The shorter side, in millimetres."""
        return self.value[0]

    @property
    def height(self) -> int:
        """The longer side, in millimetres."""
        return self.value[1]

    @classmethod
    def named(cls, name: str) -> "Paper":
        """Return the paper of this name, in capitals or not.

        Raises NotationError.
        """
        if name.upper() not in cls.__members__:
            raise NotationError("there is no paper '{text}': choose A4 or A3", text=name)
        return cls[name.upper()]


def headed(kind: str, title: str, words: Translator, paper: Paper) -> Sheet:
    """Return the fields that all sheets have."""
    return {"kind": kind, "title": title, "lang": words.language, "paper": [paper.width, paper.height]}


@cache
def letters() -> frozenset[str]:
    """Return the characters that the fonts of the package hold."""
    runs = files(__package__).joinpath("fonts", "letters.txt").read_text(encoding="ascii").split()
    ends = ([int(code, 16) for code in run.split("-")] for run in runs)
    return frozenset(chr(code) for first, last in ends for code in range(first, last + 1))


def texts(sheet: Any) -> Iterator[str]:
    """Yield every text in a sheet, keys left out."""
    if isinstance(sheet, str):
        yield sheet
    elif isinstance(sheet, dict):
        for value in sheet.values():
            yield from texts(value)
    elif isinstance(sheet, list | tuple):
        for value in sheet:
            yield from texts(value)


def lacking(sheet: Sheet) -> bool:
    """Tell whether a sheet has a character that the fonts of the package lack."""
    return any(letter not in letters() and letter != "\n" for text in texts(sheet) for letter in text)


def boxed(sheet: Any) -> Any:
    """Return a sheet with a box for each character that the fonts of the package lack, one for a joined sequence."""
    if isinstance(sheet, dict):
        return {name: boxed(value) for name, value in sheet.items()}
    if isinstance(sheet, list | tuple):
        return [boxed(value) for value in sheet]
    return _boxed(sheet) if isinstance(sheet, str) else sheet


def _boxed(text: str) -> str:
    """Return a text with boxes for the characters that the fonts of the package lack."""
    shown: list[str] = []
    joined = False
    for letter in text:
        if letter in letters() or letter == "\n":
            shown.append(letter)
        elif ord(letter) not in BETWEEN and not (joined and shown[-1:] == [BOX]):
            shown.append(BOX)
        joined = letter == JOINER
    return "".join(shown)


def pdf(sheet: Sheet) -> bytes:
    """Return a sheet as a tagged PDF (PDF/UA-1) with embedded fonts."""
    return compiled(sheet, format="pdf", pdf_standards=STANDARD)[0]


def png(sheet: Sheet, pixels_per_inch: float = PIXELS_PER_INCH) -> list[bytes]:
    """Return a sheet as PNG pictures, one per page."""
    return compiled(sheet, format="png", ppi=pixels_per_inch)


def compiled(sheet: Sheet, **options: Any) -> list[bytes]:
    """Compile a sheet with Typst, one item per file; fonts of the machine, or else boxes, replace missing letters."""
    if not lacking(sheet):
        return typeset(sheet, ignore_system_fonts=True, **options)
    import typst

    try:
        return typeset(sheet | {"fallback": True}, ignore_system_fonts=False, **options)
    except typst.TypstError:
        return typeset(boxed(sheet), ignore_system_fonts=True, **options)


def typeset(sheet: Sheet, **options: Any) -> list[bytes]:
    """Compile a sheet with Typst, which receives it as JSON; raises TypstError."""
    import typst  # loaded here: those who list and describe sheets do without its 80 MB

    with as_file(files(__package__)) as folder:
        pdf = typst.compile(
            str(folder / "templates" / "sheet.typ"),
            root=str(folder),
            font_paths=[str(folder / "fonts")],
            sys_inputs={"data": json.dumps(sheet, ensure_ascii=False)},
            **options,
        )
    return pdf if isinstance(pdf, list) else [pdf or b""]
