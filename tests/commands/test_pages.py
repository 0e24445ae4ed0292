"""The documentation is true: every command line runs, generated pages are up to date, the manual builds."""

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from tools.environment import is_set_up
from tools.pages import DOCS, DRAWN_BOARDS, FAMILIES, GENERATED

import lalao
from lalao.board.orbits import places, positions, slices
from lalao.games.registry import game
from lalao.locale import LANGUAGES, PARTS, rule_sheet, words
from lalao.sheets import DRAWN, pictures, sheet
from tests.blocks import read_blocks
from tests.serving import Server
from tests.shell import ROOT, command_lines, sh

PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "docs" / "results").glob("*.md")),
    *sorted((ROOT / "src" / "lalao" / "locale").glob("*/*.md")),
]
LONG = re.compile("lalao (results check .*|review docs/class.lalao .*|solve fifangakely)")
RUN_ELSEWHERE = "lalao results check --quick"
"""Takes a minute, and is run by test_results.py."""
LINES = [
    pytest.param(page.relative_to(ROOT), line, marks=pytest.mark.slow if LONG.fullmatch(line) else [])
    for page in PAGES
    for line in command_lines(page.read_text(encoding="utf-8"))
    if line != RUN_ELSEWHERE
]
TYPED = "1\nhint\nquit\n"
THE_TESTS_THEMSELVES = "./test"
SERVING = re.compile("(./play|lalao)( serve( .*)?)?")


@pytest.mark.parametrize(("page", "line"), LINES, ids=lambda value: str(value))
def test_command_line(page: Path, line: str, tmp_path: Path) -> None:
    if line == THE_TESTS_THEMSELVES:
        assert f"exec {line}" in (ROOT / ".ci" / "run").read_text()
        return
    if not is_set_up("play"):
        line = line.replace("./play", "lalao")
    if SERVING.fullmatch(line) and "--help" not in line:
        check_serving(line, tmp_path)
        return
    done = sh(line, tmp_path, TYPED)
    assert done.returncode == 0, f"{page}: {line}\n{done.stderr}"
    assert done.stdout.strip()
    assert "lalao:" not in done.stderr


def check_serving(line: str, home: Path) -> None:
    """Check a command that serves until it is stopped: it prints its address, and the page is there."""
    with Server(home, command=["sh", "-c", f"exec {line}"]) as server:
        assert "<title>Lalao</title>" in server.get("/")
        assert server.stop() in (0, 130)


def test_the_pages_show_commands() -> None:
    assert len(LINES) > 20


@pytest.mark.parametrize("file", GENERATED)
def test_generated_page_is_fresh(file: str) -> None:
    assert (DOCS / file).read_text(encoding="utf-8") == GENERATED[file](), "run tools/pages.py"


def test_no_board_is_left_over() -> None:
    found = {path.relative_to(DOCS).as_posix() for path in (DOCS / DRAWN_BOARDS).iterdir()}
    assert found == {file for file in GENERATED if file.startswith(DRAWN_BOARDS)}


def test_the_rules_show_boards_as_pictures() -> None:
    for language, suffix in (("en", ""), ("fr", "-fr"), ("mg", "-mg")):
        for family in FAMILIES:
            page = (DOCS / "games" / f"{family}{suffix}.md").read_text(encoding="utf-8")
            told = words(language)
            blocks = [block for part in PARTS for block in DRAWN.finditer(sheet(family, told, part))]
            shown = [each for block in blocks for each in pictures(block[1], block[2], told)]
            linked = re.findall(r"^!\[.+\]\((.+)\)$", page, re.MULTILINE)
            assert len(linked) == len(shown) > 0
            for file, each in zip(linked, shown, strict=True):
                assert (DOCS / "games" / file).read_text(encoding="utf-8") == each.picture.svg(told)


def test_the_page_of_tables_counts_places_as_the_code_does() -> None:
    both = (DOCS / "tables.md", DOCS / "results" / "tables.md")
    page = " ".join(each.read_text(encoding="utf-8") for each in both).replace("\n", " ")

    def number(text: str) -> int:
        return int(text.replace(" ", ""))

    def up_to(pieces: int) -> int:
        return sum(places(5, 9, one) for one in slices(pieces, 22))

    sizes = re.findall(r"\| (\d)v(\d) \| ([\d ]+?) \|", page)
    assert len(sizes) == 28
    for own, enemy, stated in sizes:
        assert number(stated) == positions(45, (int(own), int(enemy))), f"{own}v{enemy}"
    pairs = re.findall(r"--slice (\d)v(\d)`[^|]*\| ([\d ]+) million \|", page)
    assert [(own, enemy) for own, enemy, _ in pairs] == [("4", "4"), ("5", "3"), ("6", "2"), ("7", "1")]
    for own, enemy, stated in pairs:
        pair = {(int(own), int(enemy)), (int(enemy), int(own))}
        assert number(stated) == round(sum(places(5, 9, one) for one in pair) / 1e6), f"{own}v{enemy}"
    rows = re.findall(r"\| (\d+) \| ([\d.]+) thousand million \| (\d+) GB", page)
    assert [pieces for pieces, _, _ in rows] == ["8", "9", "10"]
    for pieces, stated, values in rows:
        assert float(stated) == pytest.approx(up_to(int(pieces)) / 1e9, abs=0.5 if "." not in stated else 0.05)
        pair_sizes = [places(5, 9, one) * (1 + (one[0] != one[1])) for one in slices(int(pieces), 22)]
        assert int(values) == round((up_to(int(pieces) - 1) + max(pair_sizes)) / 1e9)
    assert f"pieces 6     {round(up_to(6) / 1e6)} million places" in page
    assert f"| {up_to(7):,} |".replace(",", " ") in page


MODULES = ("tables",)
"""What is a module: its own contents are described."""


@pytest.mark.skipif(find_spec("sphinx") is None and not os.environ.get("CI"), reason="no Sphinx here (CI has it)")
def test_the_manual_builds(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "tools" / "manual.py"), "--out", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert re.search("url=(next|v[0-9.]+)/index.html", (tmp_path / "index.html").read_text(encoding="utf-8"))
    page = (tmp_path / "next" / "reference.html").read_text(encoding="utf-8")
    assert [name for name in lalao.__all__ if f'id="lalao.{name}"' not in page and name not in MODULES] == []
    assert 'href="https://docs.python.org/3/library/pathlib.html#pathlib.Path"' in page
    assert 'href="./../next/index.html"' in page
    for notebook in (DOCS / "notebooks").iterdir():
        shown = (tmp_path / "next" / "notebooks" / f"{notebook.stem}.html").read_text(encoding="utf-8")
        assert 'class="cell_output docutils container"' in shown, notebook.name


@pytest.mark.parametrize("name", lalao.LISTED)
def test_every_game_has_its_sheet_page_and_worked_turns(name: str) -> None:
    family = game(name).family.name
    for language in LANGUAGES:
        for part in PARTS:
            assert len(rule_sheet(family, language, part)) > 900
    for suffix, language in (("", "en"), ("-fr", "fr"), ("-mg", "mg")):
        title = f"## {words(language)('For the curious')}\n"
        assert title in (DOCS / "games" / f"{family}{suffix}.md").read_text(encoding="utf-8")
    if family in ("fifangha", "fanorona"):
        assert list(read_blocks(f"worked/{family}.txt"))


def test_malagasy_says_that_no_speaker_has_reviewed_it() -> None:
    for family in FAMILIES:
        assert all("not yet" in rule_sheet(family, "mg", part)[:600] for part in PARTS)
