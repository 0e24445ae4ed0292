"""Printed sheets: tagged, with the right text on extraction, and boards of the right size in millimetres."""

import io
import unicodedata
from collections import Counter
from functools import cache
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pdfplumber
import pytest
import typst
from tools.fonts import FONTS
from tools.fonts import letters as letters_of_fonts

import lalao
from lalao.cli.tournament import simulated
from lalao.errors import NotationError
from lalao.games.registry import game
from lalao.locale import LANGUAGES, PARTS, words
from lalao.print import (
    Paper,
    Sheet,
    boards,
    cards,
    certificates,
    coloured_certificates,
    pdf,
    png,
    position_sheet,
    rules,
    scores,
    slips,
)
from lalao.print.boards import FLAP, MARGIN
from lalao.print.class_sheets import drawn_by_lot, face_svg
from lalao.print.making import letters, texts
from lalao.teach.puzzles import Puzzle, question, stars_of
from lalao.teach.puzzles import answer as answer_to
from lalao.teach.shipped_puzzles import of_game, title_of
from lalao.tournament import open_tournament
from lalao.web.classes.members import FACES
from tests.shell import sh

MM = 72 / 25.4
FR, EN = words("fr"), words("en")
HARD_NAMES = [
    "Éloïse Çelik",
    "N'Diaye d’Arc",
    "<b>Bob</b> & <script>",
    '#panic("x") *gras* _a_ $x^2$ `c` [z] @y \\u{41} ~ "q"',
    "Rabe Ñatao",
    "Zoë 😀",
    "W" * 60,
    "Anne-Élisabeth de la Rochefoucauld-Rakotoniaina Andriamampy",
]
RIGHT_TO_LEFT = ["שרה כהן", "فاطمة الزهراء"]


@cache
def opened(made: bytes) -> Any:
    return pdfplumber.open(io.BytesIO(made))


def read(sheet: Sheet) -> Any:
    return opened(pdf(sheet))


def text_of(sheet: Sheet) -> str:
    return "\n".join(page.extract_text() for page in read(sheet).pages)


def flat(text: str) -> str:
    """Remove spaces, where lines may break, and normalise accents."""
    return "".join(unicodedata.normalize("NFC", text).split())


def circles(page: Any) -> list[tuple[float, float, float]]:
    """Return the circles of a page: centre from the top left, and diameter, in millimetres."""
    found = []
    for curve in page.curves:
        width, height = curve["x1"] - curve["x0"], curve["bottom"] - curve["top"]
        if abs(width - height) < 0.05:
            middle = (curve["x0"] + curve["x1"]) / 2, (curve["top"] + curve["bottom"]) / 2
            found.append((middle[0] / MM, middle[1] / MM, width / MM))
    return found


def everything() -> list[tuple[str, Sheet]]:
    day = simulated("swiss", "fang-4", 9)
    fang, fafy = game("fang-4"), game("fafy")
    return [
        *((f"board {name}", boards(game(name), FR)) for name in ("fang", "fafy", "fifangha", "fanorona")),
        *((f"rules {name} {code}", rules(game(name), words(code))) for name in ("fang", "fafy") for code in LANGUAGES),
        *(
            (f"position {name}", position_sheet(game(name).start(), FR))
            for name in ("fang", "fafy", "fifangha", "fanorona")
        ),
        ("slips", slips(fang, FR, day=day)),
        ("blank slips", slips(fafy, FR)),
        ("scores", scores(fang, FR, day=day)),
        ("blank scores", scores(fafy, FR)),
        ("certificates", certificates(fang, FR, day=day)),
        ("blank certificate", certificates(fafy, FR)),
    ]


@pytest.mark.parametrize(("name", "sheet"), everything(), ids=lambda value: value if isinstance(value, str) else "")
def test_every_sheet_is_tagged_and_black_on_white(name: str, sheet: Sheet) -> None:
    document = read(sheet)
    catalogue = document.doc.catalog
    assert catalogue["MarkInfo"]["Marked"] is True
    assert "StructTreeRoot" in catalogue
    assert catalogue["Lang"].decode() == sheet["lang"]
    assert b"pdfuaid:part" in pdf(sheet), name
    assert document.metadata["Title"] == sheet["title"]
    for page in document.pages:
        assert {char["fontname"].split("+")[1] for char in page.chars} <= {"Andika", "Andika-Bold", "DejaVuSans"}
        for shape in (*page.chars, *page.curves, *page.lines, *page.rects):
            for colour in (shape["stroking_color"], shape["non_stroking_color"]):
                parts = colour if isinstance(colour, tuple) else (colour,)
                assert len({part and round(part, 3) for part in parts}) == 1, (name, colour)
            assert shape["x0"] >= -0.1
            assert shape["x1"] <= page.width + 0.1


def test_a_sheet_has_no_date_so_that_it_is_always_the_same() -> None:
    assert b"CreationDate" not in pdf(boards(game("fang-4"), EN))


def test_heading_figures_and_lists_are_in_the_structure() -> None:
    kinds = str(read(rules(game("fafy"), FR)).structure_tree)
    for kind in ("'H1'", "'P'", "'L'", "'LI'", "'Figure'"):
        assert kind in kinds
    assert "Sud sème dans la case 3." in kinds
    assert "'H2'" in str(read(rules(game("fafy"), FR, part="curious")).structure_tree)


class TestBoards:
    @pytest.mark.parametrize(("size", "pitch"), [("seeds", 32), ("egg-box", 48), ("40", 40)])
    @pytest.mark.parametrize(("name", "pits"), [("fang-4", 4), ("fang-6", 6), ("fafy", 8)])
    def test_pits_have_the_size_asked_for(self, name: str, pits: int, size: str, pitch: float) -> None:
        document = read(boards(game(name), FR, Paper.A3, size, 1))
        (page,) = document.pages
        found = sorted(one for one in circles(page) if abs(one[2] - (pitch - 4)) < 0.1)
        assert len(found) == pits
        for left, right in pairwise(found):
            assert right[0] - left[0] == pytest.approx(pitch, abs=0.05)
            assert right[1] == pytest.approx(left[1], abs=0.05)

    def test_four_rows(self) -> None:
        (page,) = read(boards(game("fifangha"), FR)).pages
        found = [one for one in circles(page) if abs(one[2] - 28) < 0.1]
        assert len(found) == 32
        assert len({round(y) for _, y, _ in found}) == 4
        assert (page.width / MM, page.height / MM) == pytest.approx((297, 210), abs=0.1)

    @pytest.mark.parametrize(("size", "gap"), [("seeds", 28), ("egg-box", 42)])
    def test_the_lattice(self, size: str, gap: float) -> None:
        (page,) = read(boards(game("fanorona"), FR, Paper.A3, size, 1)).pages
        marks = [one for one in circles(page) if abs(one[2] - 5.2) < 0.1]
        assert len(marks) == 44
        columns = sorted({round(x, 1) for x, _, _ in marks})
        assert [right - left for left, right in pairwise(columns)] == pytest.approx([gap] * 8, abs=0.11)
        steps = [(line["x1"] - line["x0"], line["bottom"] - line["top"]) for line in page.lines]
        straight = [step for step in steps if min(step) < 0.1]
        slanted = [step for step in steps if min(step) > 1]
        assert len(straight) == 5 * 8 + 4 * 9
        assert len(slanted) == 4 * 8
        assert all(max(step) / MM == pytest.approx(gap, abs=0.05) for step in steps)

    @pytest.mark.parametrize("name", lalao.LISTED)
    @pytest.mark.parametrize("paper", Paper)
    def test_every_game_fits_its_paper(self, name: str, paper: Paper) -> None:
        for page in read(boards(game(name), FR, paper)).pages:
            assert sorted((page.width / MM, page.height / MM)) == pytest.approx(paper.value, abs=0.1)
            for x, y, diameter in circles(page):
                assert x - diameter / 2 >= MARGIN
                assert x + diameter / 2 <= page.width / MM - MARGIN + 0.1 or len(read(boards(game(name), FR)).pages) > 1
                assert y - diameter / 2 >= MARGIN
                assert y + diameter / 2 <= page.height / MM - MARGIN + 0.1

    def test_as_many_as_fit_or_as_are_wanted(self) -> None:
        assert len(boards(game("fafy"), FR)["pages"][0]["items"]) == 3
        assert len(boards(game("fafy"), FR, per_sheet=2)["pages"][0]["items"]) == 2
        assert len(boards(game("fanorona-telo"), FR, Paper.A3)["pages"][0]["items"]) > 4
        with pytest.raises(NotationError, match="4 boards do not fit on a sheet: at most 3 do"):
            boards(game("fafy"), FR, per_sheet=4)

    @pytest.mark.parametrize(
        ("name", "size", "paper"),
        [
            ("fang", "egg-box", Paper.A4),
            ("fang-12", "seeds", Paper.A4),
            ("fifangha", "egg-box", Paper.A4),
            ("fifangha", "120", Paper.A4),
            ("fang", "170", Paper.A4),
        ],
    )
    def test_a_large_board_comes_in_parts_with_whole_pits(self, name: str, size: str, paper: Paper) -> None:
        sheet = boards(game(name), FR, paper, size)
        pages, drawing = sheet["pages"], sheet["drawing"]
        assert len(pages) > 1
        clips = [page["items"][0]["clip"] for page in pages]
        pits = [s for s in drawing["shapes"] if s["kind"] == "circle" and s["r"] > 5]
        for pit in pits:
            assert any(
                x - 0.01 <= pit["x"] - pit["r"]
                and pit["x"] + pit["r"] <= x + w + 0.01
                and y - 0.01 <= pit["y"] - pit["r"]
                and pit["y"] + pit["r"] <= y + h + 0.01
                for x, y, w, h in clips
            )
        across, down = sorted({(x, w) for x, _, w, _ in clips}), sorted({(y, h) for _, y, _, h in clips})
        for way, whole, places in ((across, "width", "x"), (down, "height", "y")):
            for (begin, length), (following, _) in pairwise(way):
                assert begin + length - following == pytest.approx(FLAP)
                cut = following  # where the next part begins: the flap lies under it
                assert all(abs(pit[places] - cut) >= pit["r"] for pit in pits)
            assert way[-1][0] + way[-1][1] == pytest.approx(drawing[whole])
        assert f"Partie 2 sur {len(pages)}" in text_of(sheet)

    @pytest.mark.parametrize(
        ("name", "size", "said"),
        [
            ("fang", "big", "there is no size 'big': choose seeds, egg-box, or millimetres from 20 to 200"),
            ("fang", "19", "there is no size '19'"),
            ("fang-1000", "seeds", "this board would take "),
            ("fang", "200", "not even one pit fits on a sheet: choose a smaller size or a larger paper"),
        ],
    )
    def test_what_cannot_be_is_refused(self, name: str, size: str, said: str) -> None:
        with pytest.raises(NotationError) as caught:
            boards(game(name), FR, Paper.A4, size)
        assert str(caught.value).startswith(said)

    def test_a_row_of_another_length(self) -> None:
        position = game("fafy").position("1.1.1.1.1 S")
        (page,) = read(boards(game("fafy"), FR, per_sheet=1, position=position)).pages
        assert len([one for one in circles(page) if abs(one[2] - 28) < 0.1]) == 5

    def test_the_start_is_marked_where_it_is_fixed(self) -> None:
        marked = boards(game("fang"), FR, per_sheet=1)["drawing"]["shapes"]
        assert sum(s["role"] == "seed" for s in marked) == 6
        free = boards(game("fafy"), FR)["drawing"]["shapes"]
        assert not any(s["role"] == "seed" for s in free)


def pictures_of(sheet: Sheet) -> list[Any]:
    return [picture for block in sheet["blocks"] for picture in block.get("items", [block]) if "drawing" in picture]


class TestRules:
    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("part", PARTS)
    @pytest.mark.parametrize("name", ["fang", "fafy-impartial", "fanorona", "fifangha"])
    def test_text_and_pictures(self, name: str, part: str, language: str) -> None:
        sheet = rules(game(name), words(language), part=part)
        text = text_of(sheet)
        assert flat(words(language).say(game(name).card.rules)) in flat(text)
        assert not {"```", "**", "##"} & set(text.split())
        assert len(pictures_of(sheet)) >= 4 or part != "sheet"

    def test_pictures_show_their_positions(self) -> None:
        """Impartial Fafy: a sowing, and a row that nobody can sow; the seeds of each pit are counted."""
        sheet = rules(game("fafy-impartial"), FR)
        rows = []
        for block in pictures_of(sheet):
            shapes = [shape for shape in block["drawing"]["shapes"] if shape["kind"] == "circle"]
            pits = sorted(shape["x"] for shape in shapes if shape["role"] == "pit")
            seeds = [shape["x"] for shape in shapes if shape["role"] == "seed"]
            rows.append([sum(abs(x - pit) < 45 for x in seeds) for pit in pits])
        assert rows == [[2, 5, 2], [0, 5, 2], [0, 6, 2], [0, 6, 3], [0, 3, 2, 0, 3, 3, 0, 1]]
        assert flat("Sud sème dans la case 3.") in flat(text_of(sheet))


def class_of(names: list[str]) -> Any:
    day = open_tournament("swiss", "fang-4", names, seed=3, rounds=1)
    day.next_round()
    return day


class TestNames:
    @pytest.mark.parametrize("kind", ["slips", "scores", "certificates"])
    @pytest.mark.parametrize("paper", Paper)
    def test_are_printed_as_they_are(self, kind: str, paper: Paper) -> None:
        names = [unicodedata.normalize("NFC", name) for name in HARD_NAMES]
        day = class_of(names)
        sheet = {
            "slips": slips(game("fang-4"), FR, paper, day),
            "scores": scores(game("fang-4"), FR, paper, day),
            "certificates": certificates(game("fang-4"), FR, paper, names=names),
        }[kind]
        text = flat("".join(char["text"] for page in read(sheet).pages for char in page.chars))
        for name in names:
            assert flat(name) in text, name

    @pytest.mark.parametrize("name", RIGHT_TO_LEFT)
    def test_right_to_left_letters_are_all_there(self, name: str) -> None:
        page = read(certificates(game("fafy"), FR, names=[name])).pages[0]
        letters_shown = [char for char in page.chars if unicodedata.bidirectional(char["text"][:1]) in ("R", "AL")]
        shown = "".join(char["text"] for char in letters_shown)
        assert sorted(unicodedata.normalize("NFKC", shown).replace(" ", "")) == sorted(name.replace(" ", ""))
        rightmost = max(letters_shown, key=lambda char: char["x0"])
        assert unicodedata.normalize("NFKC", rightmost["text"]) == name[0]

    def test_a_letter_made_of_two_signs_keeps_its_place(self) -> None:
        """Malagasy N with a diaeresis has no code point of its own: letter and mark are drawn one over the other."""
        plain, marked = (read(certificates(game("fafy"), FR, names=[f"Rabe {n}atao"])).pages[0] for n in ("N", "N̈"))
        ends = [max(c["x1"] for c in page.chars if c["size"] > 35 and c["top"] > 150) for page in (plain, marked)]
        assert ends[0] == pytest.approx(ends[1], abs=0.1)
        assert len(marked.chars) == len(plain.chars) + 1

    def test_a_long_name_stays_in_its_slip(self) -> None:
        day = class_of(["W" * 60, "Ж" * 60])
        page = read(slips(game("fang-4"), FR, day=day)).pages[1]
        wide = [char for char in page.chars if char["text"] in "WЖ"]
        assert len(wide) == 120
        assert max(char["x1"] for char in wide) / MM < 8 + (210 - 16) / 2 - 6 + 0.5

    @pytest.mark.parametrize(
        ("name", "shown"),
        [
            ("李明", "□□"),
            ("Mia 🦄", "Mia □"),
            ("Chloé 👩‍🌾", "Chloé □"),
            ("A\u20dd", "A□"),
            ("Bo❤️", "Bo❤"),
            ("𒀀Zo", "□Zo"),
        ],
    )
    def test_a_letter_that_no_font_has_is_a_box(self, name: str, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
        compile_ = typst.compile

        def alone(*arguments: Any, **options: Any) -> Any:
            return compile_(*arguments, **(options | {"ignore_system_fonts": True}))

        monkeypatch.setattr(typst, "compile", alone)
        for sheet in (
            certificates(game("fafy"), EN, names=[name]),
            scores(game("fafy"), EN, names=[name]),
            slips(game("fang-4"), EN, day=class_of([name, "Zoé"])),
        ):
            assert flat(shown) in flat("".join(char["text"] for page in read(sheet).pages for char in page.chars))

    def test_the_machines_fonts_are_asked_before_a_box_is_printed(self) -> None:
        text = read(certificates(game("fafy"), EN, names=["ⵣⵓ", "Aina"])).pages[0].extract_text()
        assert "ⵣⵓ" in text or "□□" in text
        assert png(certificates(game("fafy"), EN, names=["李明"]))


class TestClassSheets:
    def test_slips_of_the_documents_tournament(self) -> None:
        day = open_tournament("poules", "fafy-impartial", [f"Élève {n}" for n in range(1, 25)], seed=1)
        day.next_round()
        sheet = slips(game("fafy-impartial"), FR, day=day)
        pages = read(sheet).pages
        assert len(pages) == 1 + 2
        wall = pages[0].extract_text()
        assert "Qui joue où · Tour 1" in wall
        slip_text = "\n".join(page.extract_text() for page in pages[1:])
        for number in range(1, 13):
            assert f"Table {number}" in slip_text
        for name in day.names:
            assert flat(name) in flat(wall)
            assert flat(name) in flat(slip_text)
        assert "pose les graines" in slip_text
        assert "partie nulle" not in slip_text

    def test_the_one_without_opponent_is_on_the_wall(self) -> None:
        day = class_of(["Awa", "Léo", "Zoé"])
        wall = read(slips(game("fang-4"), FR, day=day)).pages[0].extract_text()
        assert f"{day.rounds[0].byes[0]} · sans adversaire" in wall

    def test_standings(self) -> None:
        day = simulated("swiss", "fang-4", 9)
        text = text_of(scores(game("fang-4"), FR, day=day))
        for place in day.standings():
            line = next(line for line in text.splitlines() if f" {place.name} " in line)
            assert line.startswith(f"{place.rank} {place.name} ")
            assert f" {place.points:g}" in line
            assert place.by is None or line.endswith(FR.say(place.by.title))

    def test_a_wide_table_lies_across(self) -> None:
        page = read(scores(game("fang-4"), FR, day=simulated("round-robin", "fang-4", 14))).pages[0]
        assert page.width > page.height
        assert max(char["x1"] for char in page.chars) <= page.width - 14 * MM + 1

    def test_certificates_in_colour_say_the_same(self) -> None:
        day = simulated("poules", "fafy", 12)
        pages = read(coloured_certificates(game("fafy"), FR, day=day)).pages
        assert len(pages) == 3
        for page, name in zip(pages, day.winners, strict=True):
            lines = page.extract_text().splitlines()
            assert name in lines
            assert "parmi les gagnants du jour" in lines
            assert lines[0].startswith("Bravo")
        colours = {str(shape["non_stroking_color"]) for shape in pages[0].rects + pages[0].curves}
        assert len(colours) > 5

    def test_who_has_a_face_finds_it_on_the_certificate(self) -> None:
        faces = {"Aina": "butterfly", "Bao": "tortoise-ring"}
        pages = read(coloured_certificates(game("fafy"), FR, names=["Aina", "Bao", "Rivo"], faces=faces)).pages
        painted = [{str(shape["non_stroking_color"]) for shape in page.curves} for page in pages]
        assert len(painted[0] - painted[2]) == len(painted[1] - painted[2]) == 1
        assert painted[0] - painted[2] != painted[1] - painted[2]

    def test_every_face_of_a_class_is_drawn(self) -> None:
        assert len({face_svg(face) for face in FACES}) == len(FACES)

    def test_the_slips_say_what_is_needed(self) -> None:
        day = simulated("poules", "fafy", 12)
        assert "Il faut" in text_of(slips(game("fafy"), FR, day=day))

    def test_a_certificate_says_who_has_won_and_who_has_taken_part(self) -> None:
        day = simulated("poules", "fafy", 12)
        for page in read(certificates(game("fafy"), FR, day=day, names=day.names)).pages:
            text = page.extract_text()
            has_won = any(name in text.splitlines() for name in day.winners)
            assert ("parmi les gagnants du jour" in text, "a pris part au tournoi" in text) == (has_won, not has_won)
        for won, said in ((True, "parmi les gagnants du jour"), (False, "a pris part au tournoi")):
            assert said in text_of(certificates(game("fafy"), FR, names=["Aina"], won=won))
            assert said in text_of(coloured_certificates(game("fafy"), FR, won=won))

    @pytest.mark.parametrize(("name", "draws"), [("fafy", False), ("fang-8", True)])
    def test_slips_offer_a_draw_only_where_there_is_one(self, name: str, draws: bool) -> None:
        assert ("partie nulle" in text_of(slips(game(name), FR))) == draws

    def test_certificates_of_the_winners(self) -> None:
        day = simulated("poules", "fafy", 12)
        pages = read(certificates(game("fafy"), FR, day=day)).pages
        assert len(pages) == 3
        for page, name in zip(pages, day.winners, strict=True):
            text = page.extract_text()
            assert name in text.splitlines()
            assert "parmi les gagnants du jour" in text
        assert "qui remporte le tournoi" in text_of(
            certificates(game("fang-4"), FR, day=simulated("swiss", "fang-4", 5))
        )

    def test_what_cannot_be_is_refused(self) -> None:
        day = open_tournament("swiss", "fang-4", ["A", "B"])
        with pytest.raises(NotationError, match="no round of this tournament has begun"):
            slips(game("fang-4"), FR, day=day)
        with pytest.raises(NotationError, match="this tournament has no winner yet"):
            certificates(game("fang-4"), FR, day=day)
        with pytest.raises(NotationError, match="this tournament plays fang-4, not fafy"):
            scores(game("fafy"), FR, day=day)


def test_the_fonts_hold_what_is_said_and_stay_small() -> None:
    assert (FONTS / "letters.txt").read_text() == letters_of_fonts()
    assert sum(path.stat().st_size for path in FONTS.iterdir()) < 2_000_000
    for licence in ("OFL.txt", "DEJAVU.txt"):
        assert "ermission" in (FONTS / licence).read_text()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_of_a_language_can_be_printed(language: str) -> None:
    for name in ("fang", "fafy", "fanorona", "fifangha"):
        for text in texts(rules(game(name), words(language))):
            assert set(text) <= letters() | {"\n"}


def test_pictures_of_pages() -> None:
    made = png(rules(game("fafy"), FR, part="teacher"), 30)
    assert len(made) >= 2
    assert all(page.startswith(b"\x89PNG") for page in made)


class TestCommand:
    def test_writes_a_file(self, tmp_path: Path) -> None:
        done = sh(f"lalao print board fang --out {tmp_path}/b.pdf --lang fr", tmp_path)
        assert done.stdout == f"Écrit\u202f: {tmp_path}/b.pdf\n"
        assert (tmp_path / "b.pdf").read_bytes().startswith(b"%PDF")

    def test_a_file_is_not_written_over_unless_told(self, tmp_path: Path) -> None:
        (tmp_path / "b.pdf").write_text("precious")
        done = sh(f"cd {tmp_path} && lalao print board fang --out b.pdf", tmp_path)
        complaint = "lalao: 'b.pdf' is there already: choose another name, or add --force to replace it\n"
        assert (done.returncode, done.stdout, done.stderr) == (2, "", complaint)
        assert (tmp_path / "b.pdf").read_text() == "precious"
        assert sh(f"cd {tmp_path} && lalao print board fang --out b.pdf --force", tmp_path).returncode == 0
        assert (tmp_path / "b.pdf").read_bytes().startswith(b"%PDF")

    def test_a_position_is_printed(self, tmp_path: Path) -> None:
        done = sh(f"lalao print position fang-4 --from '2.0.1.3 1+1 S' --out {tmp_path}/p.pdf --lang fr", tmp_path)
        assert done.returncode == 0, done.stderr
        (page,) = opened((tmp_path / "p.pdf").read_bytes()).pages
        assert "2.0.1.3 1+1 S" in page.extract_text()
        assert "Sud joue : attaque une case." in page.extract_text()

    def test_prints_a_certificate_for_each_name(self, tmp_path: Path) -> None:
        done = sh(f"lalao print certificates fafy --names docs/class.csv --out {tmp_path}/c.pdf --paper a3", tmp_path)
        assert done.returncode == 0, done.stderr
        pages = opened((tmp_path / "c.pdf").read_bytes()).pages
        assert len(pages) == 8
        assert all("has taken part in the tournament" in page.extract_text() for page in pages)


CARD = 97.0
"""Millimetres between two columns of cards on A4."""


def card_numbers(page: Any, rows: int) -> dict[str, tuple[int, int]]:
    """Return the column and row of each card on a page of so many rows, by its number."""
    heads = [word for word in page.extract_words(extra_attrs=["size"]) if word["size"] > 14]
    step = (297 - 16.5) / rows
    return {word["text"]: (int(word["x0"] / MM / CARD), int((word["top"] / MM - 8) / step)) for word in heads}


@pytest.mark.parametrize(
    ("name", "language"),
    [("fang-8", "fr"), ("fafy", "mg"), ("fanorona-souffle-telo", "fr"), ("fanorona", "mg"), ("fifangakely", "en")],
)
def test_the_backs_of_puzzle_cards_meet_their_fronts(name: str, language: str) -> None:
    puzzles = drawn_by_lot(game(name), None, 11, 3)
    assert puzzles == drawn_by_lot(game(name), None, 11, 3) != drawn_by_lot(game(name), None, 11, 4)
    speech = words(language)
    sheet = cards(puzzles, speech)
    pages, rows = read(sheet).pages, 3 if sheet["high"] else 4
    assert len(pages) == 4
    for front, back, some in ((pages[0], pages[1], puzzles[: 2 * rows]), (pages[2], pages[3], puzzles[2 * rows :])):
        at = card_numbers(front, rows)
        assert list(at.values()) == [(place % 2, place // 2) for place in range(len(some))]
        assert card_numbers(back, rows) == {number: (1 - column, row) for number, (column, row) in at.items()}
        for puzzle, (column, row) in zip(some, at.values(), strict=True):
            sides = [card_at(front, column, row, rows), card_at(back, 1 - column, row, rows)]
            asked, answer = (flat(side.extract_text()) for side in sides)
            assert flat(speech.say(question(puzzle))) in asked
            assert flat(speech.say(answer_to(puzzle))) in answer
            assert flat(speech.say(title_of(puzzle.theme))) in answer
            assert flat(speech.say(answer_to(puzzle))) not in asked or len(puzzle.solution) == 1
            for side in sides:
                assert side.extract_text().count("★") == stars_of(puzzle.rating)


def card_at(page: Any, column: int, row: int, rows: int) -> Any:
    """Return the part of a page of so many rows that holds a card, without anything that crosses its edges."""
    step = (297 - 16.5) / rows
    left, top = 8 + column * CARD, 8 + row * step
    return page.within_bbox((left * MM, top * MM, (left + CARD) * MM, (top + step) * MM))


def test_no_letter_of_a_puzzle_card_reaches_beyond_it() -> None:
    for name in ("fanorona-souffle-telo", "fifangha-6"):
        for page in read(cards(drawn_by_lot(game(name), None, 40, 0), FR)).pages:
            whole = sum(len(card_at(page, column, row, 3).chars) for column in range(2) for row in range(3))
            assert whole == len([char for char in page.chars if char["size"] > 1]), page.page_number


@pytest.mark.parametrize("name", ["fanorona", "fang-8", "fafy", "fifangha", "fanorona-telo"])
def test_a_board_fills_its_card_and_its_letters_are_read(name: str) -> None:
    sheet = cards(drawn_by_lot(game(name), None, 6, 1), FR)
    for each in sheet["cards"]:
        for side in ("front", "back"):
            drawing = each[side]["drawing"]
            letters = [shape for shape in drawing["shapes"] if shape["kind"] == "text" and shape["role"] != "figure"]
            assert min(shape["size"] for shape in letters) * drawing["unit"] >= 7 * 25.4 / 72
            assert drawing["width"] > 88 or drawing["height"] > 38
            rings = [shape for shape in drawing["shapes"] if shape["role"] in ("white", "black")]
            marks = [shape for shape in letters if shape["role"] == "edge"]
            for ring, mark in product(rings, marks):
                assert max(abs(ring["x"] - mark["x"]), abs(ring["y"] - mark["y"])) > ring["r"] + mark["size"] / 2


def test_themes_of_cards_come_equally_often() -> None:
    drawn = drawn_by_lot(game("fanorona"), None, 16, 5)
    assert set(Counter(puzzle.theme for puzzle in drawn).values()) == {4}
    assert sorted(puzzle.rating for puzzle in drawn) == [puzzle.rating for puzzle in drawn]


def test_the_answer_of_a_card_is_drawn_as_arrows() -> None:
    here = game("fanorona-telo").position("2B/B2/2W w")
    puzzle = Puzzle(here, ("c1-c2A-b2A",), ("c1-c2A-b2A",), "one-against-two", 461)
    (told,) = cards([puzzle], FR)["cards"]
    front, back = (told[side]["drawing"]["shapes"] for side in ("front", "back"))
    assert back[: len(front)] == front, "the same position"
    added = [shape["role"] for shape in back[len(front) :]]
    assert [added.count(role) for role in ("arrow", "cross")] == [2, 4]


@pytest.mark.parametrize("name", ["fang-6", "fang-8", "fang-6-guarded", "fang-8-guarded"])
def test_two_boards_for_beans_are_on_a_sheet(name: str) -> None:
    (page,) = boards(game(name), FR)["pages"]
    assert len(page["items"]) == 2


def test_puzzle_cards_are_printed_by_a_command(tmp_path: Path) -> None:
    out = tmp_path / "cards.pdf"
    done = sh(f"lalao print puzzles fafy --theme sleep --count 3 --lang en --out '{out}'", tmp_path)
    assert done.returncode == 0, done.stderr
    text = "\n".join(page.extract_text() for page in opened(out.read_bytes()).pages)
    assert text.count("Put a block to sleep") == 3
    there = len(of_game(game("fafy-misere")))
    for wrong, why in (
        ("puzzles fafy --theme nothing", "'nothing' is not a theme of these puzzles"),
        (f"puzzles fafy-misere --count {there + 1}", f"only {there} puzzles of fafy-misere were found"),
        ("puzzles fafy --count 0", "'0'"),
        ("board fafy --count 3", "--count does not apply to board"),
    ):
        refused = sh(f"lalao print {wrong} --lang en --out '{tmp_path}/other.pdf'", tmp_path)
        assert refused.returncode == 2, wrong
        assert why in refused.stderr
