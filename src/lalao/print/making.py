"""From a sheet, which is plain data, to a tagged PDF; a letter that the fonts lack is named, never left out."""

import json
import unicodedata
from collections.abc import Iterator
from enum import Enum
from functools import cache
from importlib.resources import as_file, files
from typing import Any

import typst

from lalao.errors import NotationError

Sheet = dict[str, Any]
"""What a sheet shows, as JSON: its kind, language, paper, and texts, which are never read as markup."""

STANDARD = "ua-1"
PIXELS_PER_INCH = 96


class Paper(Enum):
    """A format of paper: width and height in millimetres, upright."""

    A4 = (210, 297)
    A3 = (297, 420)

    @property
    def width(self) -> int:
        """The shorter side."""
        return self.value[0]

    @property
    def height(self) -> int:
        """The longer side."""
        return self.value[1]

    @classmethod
    def named(cls, name: str) -> "Paper":
        """Return the paper of this name.

        Raises NotationError.
        """
        if name.upper() not in cls.__members__:
            raise NotationError("there is no paper '{text}': choose A4 or A3", text=name)
        return cls[name.upper()]


@cache
def letters() -> frozenset[str]:
    """Return the letters and signs that the fonts hold."""
    runs = files(__package__).joinpath("fonts", "letters.txt").read_text(encoding="ascii").split()
    ends = ([int(code, 16) for code in run.split("-")] for run in runs)
    return frozenset(chr(code) for first, last in ends for code in range(first, last + 1))


def texts(sheet: Any) -> Iterator[str]:
    """Yield every text in a sheet."""
    if isinstance(sheet, str):
        yield sheet
    elif isinstance(sheet, dict):
        for value in sheet.values():
            yield from texts(value)
    elif isinstance(sheet, list | tuple):
        for value in sheet:
            yield from texts(value)


def check_letters(sheet: Sheet) -> None:
    """Refuse a sheet with a letter that would be printed as a box.

    Raises NotationError.
    """
    for text in texts(sheet):
        for letter in text:
            if letter not in letters() and letter != "\n":
                raise NotationError(
                    "'{text}' cannot be printed: the fonts lack the letter {letter} ({code} {name})",
                    text=text,
                    letter=letter,
                    code=f"U+{ord(letter):04X}",
                    name=unicodedata.name(letter, "").lower(),
                )


def pdf(sheet: Sheet) -> bytes:
    """Make a tagged PDF (PDF/UA-1), fonts embedded.

    Raises NotationError.
    """
    return compiled(sheet, format="pdf", pdf_standards=STANDARD)[0]


def png(sheet: Sheet, pixels_per_inch: float = PIXELS_PER_INCH) -> list[bytes]:
    """Make a picture a page.

    Raises NotationError.
    """
    return compiled(sheet, format="png", ppi=pixels_per_inch)


def compiled(sheet: Sheet, **options: Any) -> list[bytes]:
    """Let Typst set a sheet; its texts travel as JSON."""
    check_letters(sheet)
    with as_file(files(__package__)) as folder:
        made = typst.compile(
            str(folder / "templates" / "sheet.typ"),
            root=str(folder),
            font_paths=[str(folder / "fonts")],
            ignore_system_fonts=True,
            sys_inputs={"data": json.dumps(sheet, ensure_ascii=False)},
            **options,
        )
    return made if isinstance(made, list) else [made or b""]
