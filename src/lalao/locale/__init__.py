"""Sentences in the user's language: French (the language of the source documents), English or Malagasy.

English sentences are written in the code and are the keys of their translations, which are in the catalogues
``fr/*.po`` and ``mg/*.po``. Each family of games has its own catalogue in its folder, ``games/fang/fr.po``, beside its
rule sheet in each language, ``games/fang/fr.md``, and the rules for teachers and for the curious,
``games/fang/fr.teacher.md``.

>>> from lalao.errors import Phrase
>>> words("fr").say(Phrase("{count} piece", "{count} pieces", count=2))
'2 pions'
"""

import csv
import gettext
import io
import locale
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TypeAlias

from lalao.errors import FileError, LalaoError, NotationError, Phrase, excerpt
from lalao.folders import roots
from lalao.values import Side

LANGUAGES = ("fr", "en", "mg")
SIDES = {
    Side.SOUTH: Phrase("South"),
    Side.NORTH: Phrase("North"),
    Side.WHITE: Phrase("White"),
    Side.BLACK: Phrase("Black"),
}


def later(sentence: str) -> str:
    """Return a sentence unchanged: the call marks it for the catalogues, as it is translated elsewhere."""
    return sentence


class Translator:
    """A language, which renders phrases."""

    def __init__(self, language: str, catalogue: gettext.NullTranslations) -> None:
        self.language = language
        self.catalogue = catalogue

    def say(self, phrase: Phrase | LalaoError | Side) -> str:
        """Return a phrase, an error's line or a side's name in this language, with the blanks filled."""
        if isinstance(phrase, Side):
            phrase = SIDES[phrase]
        if isinstance(phrase, LalaoError):
            phrase = phrase.phrase
        return self._translated(phrase).format_map({name: self._fill(v) for name, v in phrase.blanks.items()})

    def _translated(self, phrase: Phrase) -> str:
        if phrase.plural is None:
            return self.catalogue.gettext(phrase.sentence)
        count = phrase.blanks["count"]
        return self.catalogue.ngettext(phrase.sentence, phrase.plural, count if isinstance(count, int) else 2)

    def _fill(self, value: object) -> str:
        if isinstance(value, Phrase | LalaoError | Side):
            return self.say(value)
        return excerpt(value)

    def __call__(self, sentence: str, plural: str | None = None, **blanks: object) -> str:
        """Return a sentence in this language; the arguments are those of `Phrase`."""
        return self.say(Phrase(sentence, plural, **blanks))


ENGLISH = Translator("en", gettext.NullTranslations())


@cache
def words(language: str) -> Translator:
    """Return the translator for one of `LANGUAGES`.

    Raises NotationError for any other.
    """
    if language not in LANGUAGES:
        raise NotationError("there is no language '{language}': choose fr, en or mg", language=language)
    return ENGLISH if language == "en" else Translator(language, _catalogue(language))


def _catalogue(language: str) -> gettext.NullTranslations:
    import polib  # takes 15 ms to import, not needed for English

    joined = polib.POFile()
    for file in catalogues(language):
        catalogue = polib.pofile(file.read_text(encoding="utf-8"))
        joined.metadata = catalogue.metadata
        joined.extend(catalogue)
    if language == "fr":
        for entry in joined:
            entry.msgstr = typeset(entry.msgstr)
            entry.msgstr_plural = {number: typeset(form) for number, form in entry.msgstr_plural.items()}
    return gettext.GNUTranslations(io.BytesIO(joined.to_binary()))


def typeset(text: str) -> str:
    """Typeset French: narrow no-break spaces at ``; : ? !`` and inside guillemets, and curly apostrophes.

    >>> typeset("Qu'est-ce ? « Fang » : l'un des jeux, dit {name}.").replace("\u202f", "_")
    'Qu’est-ce_? «_Fang_»_: l’un des jeux, dit {name}.'
    """
    text = re.sub(r"(?<=\w)'(?=[\w{])", "’", text)
    return re.sub(r"(?<=\S)[ \u00a0](?=[;:?!»])|(?<=«)[ \u00a0](?=\S)", "\u202f", text)


def folders_of_games() -> list[Path]:
    """List the folders of all families, in all folders of the package."""
    return [folder for root in roots() for folder in sorted((root / "games").glob("*/"))]


def file_of(family: str, name: str) -> Path | None:
    """Return a file in the folder of a family, None where there is none of this name."""
    paths = (folder / name for folder in folders_of_games() if folder.name == family)
    return next((path for path in paths if path.is_file()), None)


def catalogues(language: str) -> list[Path]:
    """List the catalogues of a language: those for all games, then that of each family."""
    own = (folder / f"{language}.po" for folder in folders_of_games())
    return [*sorted(Path(__file__).with_name(language).glob("*.po")), *(file for file in own if file.is_file())]


def language_of(environment: Mapping[str, str] = os.environ) -> str:
    """Return the one of `LANGUAGES` that the locale of the machine asks for, else English."""
    wanted = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    if not wanted and os.name == "nt":
        wanted = locale.getlocale()[0] or ""
    name = re.split("[_.@ -]", wanted.lower())[0]
    code = {"french": "fr", "malagasy": "mg"}.get(name, name)
    return code if code in LANGUAGES else "en"


SHEET = "sheet"
PARTS = (SHEET, "teacher", "curious")
"""The parts of a family's rules: the page for players, the part for teachers, the part for the curious."""
CODE = re.compile("(```.*?```|`[^`]*`)", re.DOTALL)


def rule_sheet(family: str, language: str, part: str = SHEET) -> str:
    """Return a part of the rules of a family, one of `PARTS`, in Markdown.

    Raises FileError where the family has no such part in this language.
    """
    path = file_of(family, f"{language}.md" if part == SHEET else f"{language}.{part}.md")
    if path is None:
        raise FileError("there is no rule sheet '{sheet}' in this language", sheet=family)
    return set_in(language, path.read_text(encoding="utf-8"))


def parts_of(family: str, language: str) -> tuple[str, ...]:
    """Return the parts of the rules that a family has in a language; the sheet is always among them."""
    return tuple(part for part in PARTS if part == SHEET or file_of(family, f"{language}.{part}.md"))


def set_in(language: str, markdown: str) -> str:
    """Typeset a Markdown text for a language, except for code."""
    if language != "fr":
        return markdown
    return "".join(piece if piece.startswith("`") else typeset(piece) for piece in CODE.split(markdown))


FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""Beginnings that make a spreadsheet take text for a formula: such text gets an apostrophe."""
POINT = ("en",)
"""Languages whose spreadsheets have decimal points and commas between cells; the others have decimal commas and
semicolons. Spreadsheets have no Malagasy: in Madagascar they are set to French."""


Rows: TypeAlias = list[Sequence[str | int | float]]
"""A table: its rows, the first with the heading of each column."""
ODS = "application/vnd.oasis.opendocument.spreadsheet"
"""The media type of `as_ods`."""


def as_ods(sheets: Mapping[str, Rows]) -> bytes:
    """Return tables as one file of an office suite (OpenDocument), each a sheet under its title.

    A number stays a number, and no text is taken for a formula.
    """
    from odfdo import Document, Style, Table  # many who play never need it

    document = Document("spreadsheet")
    document.body.clear()
    head = document.insert_style(Style("table-cell", area="text", bold=True), automatic=True)
    wide = document.insert_style(Style("table-column", width="3.5cm"), automatic=True)
    for title, rows in sheets.items():
        table = Table(title)
        table.set_values([list(row) for row in rows])
        for at, column in enumerate(table.columns):
            column.style = wide
            table.set_column(at, column)
        for at, cell in enumerate(table.get_row(0).cells):
            cell.style = head
            table.set_cell((at, 0), cell)
        document.body.append(table)
    page = io.BytesIO()
    document.save(page)
    return page.getvalue()


def as_csv(rows: Iterable[Sequence[object]], words: Translator) -> bytes:
    """Return a table as CSV for the spreadsheets of a language, with the mark (BOM) that tells them it is UTF-8.

    A number stays a number, and no text is taken for a formula.
    """
    point = words.language in POINT
    page = io.StringIO()
    writer = csv.writer(page, delimiter="," if point else ";", lineterminator="\r\n")
    writer.writerows([_cell(value, point) for value in row] for row in rows)
    return page.getvalue().encode("utf-8-sig")


def _cell(value: object, point: bool) -> object:
    if isinstance(value, float) and not point:
        return str(value).replace(".", ",")
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
