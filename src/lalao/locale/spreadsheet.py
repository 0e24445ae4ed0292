"""Tables for a spreadsheet, as CSV that the spreadsheet of a language opens with a double click."""

import csv
import io
from collections.abc import Iterable, Sequence

from lalao.locale import Translator

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""Beginnings that make a spreadsheet take text for a formula: such text gets an apostrophe."""
POINT = ("en",)
"""Languages whose spreadsheets have decimal points and commas between cells; the others have decimal commas and
semicolons. Spreadsheets have no Malagasy: in Madagascar they are set to French."""


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
