"""Class lists as spreadsheets save them and as teachers paste them."""

import codecs
import random

import pytest

from lalao.errors import NotationError
from lalao.tournament.names import NameList, read_list

TWO_COLUMNS = "Nom;Prénom;Classe\r\nRABE;Marie;CM1\r\nRakoto;Léo;CM1\r\nTiana;Marie;CM2\r\nŒdipe;Zoé;CM2\r\n"
NAMES = ["Marie R.", "Léo", "Marie T.", "Zoé"]


def names_of(text: str) -> list[str]:
    return read_list(text.encode()).names


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("UTF-8", TWO_COLUMNS.encode()),
        ("UTF-8 with its mark", TWO_COLUMNS.encode("utf-8-sig")),
        ("Excel's CSV", TWO_COLUMNS.encode("cp1252")),
        ("Excel's Unicode text", codecs.BOM_UTF16_LE + TWO_COLUMNS.replace(";", "\t").encode("utf-16-le")),
        ("the other order", codecs.BOM_UTF16_BE + TWO_COLUMNS.replace(";", "\t").encode("utf-16-be")),
        ("English CSV", TWO_COLUMNS.replace(";", ",").encode()),
        ("an old Macintosh's line ends", TWO_COLUMNS.replace("\r\n", "\r").encode()),
        ("Excel's line for itself", ("sep=;\r\n" + TWO_COLUMNS).encode()),
    ],
)
def test_every_encoding_and_separator_gives_the_same_names(name: str, data: bytes) -> None:
    listed = read_list(data)
    assert listed == NameList(NAMES, ["Nom", "Prénom", "Classe"], "Prénom", ["Marie R.", "Marie T."]), name


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("\ufeffPrénom;Classe\nAwa;CP\n\nLéo;CP\n", ["Awa", "Léo"]),
        ('"Bao, the elder",3\nMax,4\n', ["Bao, the elder", "Max"]),
        ("Nom\n", []),
        ("NOM ;PRÉNOM(S)\n", []),
        ("", []),
        ("Awa;CP\n;\n \nLéo;CP\n", ["Awa", "Léo"]),
        ("Élève\tClasse\nRabe Awa\tCP\n", ["Rabe Awa"]),
        ("Nom,Classe\nAwa,CP\nLéo,CP\n", ["Awa", "Léo"]),
        ("N°;Nom de famille;Prénom\n1;Rabe;Awa\n2;Rabe;Léo\n", ["Awa", "Léo"]),
        ("First name,Last name\nAna,Bo\nana,Cy\n", ["Ana B.", "ana C."]),
        ("Anarana;Fanampiny\nRabe;Soa\nRakoto;Soa\n", ["Soa Rabe", "Soa Rakoto"]),
        ("1;Awa\n2;Léo\n", ["Awa", "Léo"]),
        ("Marie;Rabe\nLéo;Tiana\nMarie;Solo\n", ["Marie R.", "Léo", "Marie S."]),
        ("Nom;Prénom\nRabe;\nTiana;Léo\n", ["Rabe", "Léo"]),
        ("Awa, Bao, Chloé", ["Awa", "Bao", "Chloé"]),
        ("Awa\nLéo", ["Awa", "Léo"]),
    ],
)
def test_columns_and_headings(text: str, names: list[str]) -> None:
    assert names_of(text) == names


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"Awa\nawa\n", "the name 'awa' occurs twice: add a letter to one of them"),
        (
            "Prénom;Nom\nAwa;Rabe\nAwa;Rabe\n".encode(),
            "the name 'Awa Rabe' occurs twice: add a letter to one of them",
        ),
        (b"x" * 200_000, "this is not a list of names: write one name a line"),
        (b"\x81\x8d\n", "this is not a list of names: write one name a line"),
        (b"\xff\xfeA", "this is not a list of names: write one name a line"),
        (b"PK\x03\x04\x14", "this is a whole workbook: save the list as CSV, or copy the names and paste them"),
    ],
)
def test_a_list_that_cannot_be_read_is_refused_in_one_line(data: bytes, line: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_list(data)
    assert str(caught.value) == line


def test_any_class_comes_back_from_any_file() -> None:
    seed = random.SystemRandom().randrange(10**9)
    rng = random.Random(seed)
    for _ in range(200):
        first = rng.sample(
            ["Awa", "Léo", "Zoé", "Œdipe", "Anaïs", "Noël", "Jean-Luc", "N’Dri", "Aïcha"], rng.randint(2, 9)
        )
        mark, encoding = rng.choice(";,\t"), rng.choice(["utf-8", "utf-8-sig", "utf-16", "cp1252"])
        heading = rng.choice([["Nom", "Prénom"], ["Name", "First name"], ["Nom de famille", "PRENOM"]])
        rows = [heading, *(["Rabe", name] for name in first)]
        if rng.random() < 0.5:
            rows = [row[::-1] for row in rows]
        data = rng.choice(["\n", "\r\n"]).join(mark.join(row) for row in rows).encode(encoding)
        assert read_list(data).names == first, f"seed {seed}: {data!r}"


def test_a_numbered_pupil_is_no_heading() -> None:
    names = [f"Élève {number}" for number in range(1, 24)]
    assert read_list("\n".join(names).encode()).names == names
