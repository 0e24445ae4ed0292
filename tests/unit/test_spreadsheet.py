"""Tables for the spreadsheet of each language, opened as that spreadsheet does."""

import csv
import io
import random
import re
import zipfile
from xml.etree import ElementTree

import pytest

from lalao.locale import LANGUAGES, ODS, Rows, as_csv, as_ods, words

NUMBER = {"en": r"-?[0-9]+(\.[0-9]+)?", "fr": r"-?[0-9]+(,[0-9]+)?", "mg": r"-?[0-9]+(,[0-9]+)?"}
BETWEEN = {"en": ",", "fr": ";", "mg": ";"}


def opened(content: bytes, language: str) -> list[list[object]]:
    """Read a file as a spreadsheet does that is set to a language: without the mark it is taken for Windows-1252."""
    text = content.decode("utf-8-sig" if content.startswith(b"\xef\xbb\xbf") else "cp1252")
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=BETWEEN[language])
    return [[value_of(cell, language) for cell in row] for row in rows]


def value_of(cell: str, language: str) -> object:
    if re.fullmatch(NUMBER[language], cell):
        return float(cell.replace(",", "."))
    assert not cell.startswith(("=", "+", "-", "@", "\t", "\r")), f"a formula: {cell!r}"
    return cell


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_spreadsheet_opens_its_own_language(language: str) -> None:
    rows: list[list[object]] = [["élève", "points"], ["=1+1", 0.5], ["-2", -2.5], ["Zoé; Léo, Awa", 3], ['"', 1.0]]
    assert opened(as_csv(rows, words(language)), language) == [
        ["élève", "points"],
        ["'=1+1", 0.5],
        ["'-2", -2.5],
        ["Zoé; Léo, Awa", 3],
        ['"', 1],
    ]


def test_english_keeps_commas_and_points() -> None:
    assert as_csv([["a", 0.5]], words("en")).decode("utf-8-sig") == "a,0.5\r\n"
    assert as_csv([["a", 0.5]], words("fr")).decode("utf-8-sig") == "a;0,5\r\n"


def test_any_table_comes_back() -> None:
    seed = random.SystemRandom().randrange(10**9)
    rng = random.Random(seed)
    for _ in range(200):
        texts = ["".join(rng.choices("aé=+-@;,\"'. œ\n", k=rng.randint(0, 6))) for _ in range(rng.randint(1, 4))]
        numbers = [rng.randint(-9, 9) / 2 for _ in texts]
        language = rng.choice(list(LANGUAGES))
        guarded = [f"'{text}" if text.startswith(("=", "+", "-", "@")) else text for text in texts]
        rows = [list(row) for row in zip(texts, numbers, strict=True)]
        whole = [list(row) for row in zip(guarded, numbers, strict=True)]
        assert opened(as_csv(rows, words(language)), language) == whole, f"seed {seed}: {language} {rows}"


def test_an_office_suite_opens_all_tables_of_a_file() -> None:
    rows: Rows = [["élève", "points"], ["=1+1", 0.5], ["<Zoé> & Léo", 3], ["", -2]]
    content = as_ods({"Ce qu'on a vu": rows, "Le chemin": [["nom"]]})
    assert tables_of(content) == {
        "Ce qu'on a vu": [["élève", "points"], ["=1+1", 0.5], ["<Zoé> & Léo", 3.0], ["", -2.0]],
        "Le chemin": [["nom"]],
    }


def tables_of(content: bytes) -> dict[str, list[list[object]]]:
    """Read the tables of a file of an office suite, by their titles."""
    with zipfile.ZipFile(io.BytesIO(content)) as folder:
        assert folder.namelist()[0] == "mimetype"
        assert folder.read("mimetype").decode() == ODS
        body = ElementTree.fromstring(folder.read("content.xml"))
    assert not [each for each in body.iter() if attribute(each, "formula")]
    tables = [each for each in body.iter() if each.tag.endswith("}table")]
    rows = [[row for row in table if row.tag.endswith("}table-row")] for table in tables]
    return {
        attribute(table, "name"): [[of_cell(cell) for cell in row] for row in own]
        for table, own in zip(tables, rows, strict=True)
    }


def attribute(element: ElementTree.Element, name: str) -> str:
    """Return an attribute, "" where there is none, in whatever namespace."""
    return next((value for key, value in element.items() if key.endswith(f"}}{name}")), "")


def of_cell(cell: ElementTree.Element) -> object:
    """Return what a cell holds, as its type says."""
    return float(attribute(cell, "value")) if attribute(cell, "value-type") == "float" else "".join(cell.itertext())
