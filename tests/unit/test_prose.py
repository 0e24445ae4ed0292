"""The documentation reads easily and names what is there: short sentences, files and links that exist."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from tests.shell import ROOT

MOST_WORDS = 25
OTHER_LANGUAGES = re.compile(r"-(fr|mg)\.md$")
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")),
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "docs").glob("*/*.md")),
]
READ = [path for path in PAGES if not OTHER_LANGUAGES.search(path.name)]
END = re.compile(r"(?<!\b[A-ZŁ])[.!?…][)\"”’*_]*\s+(?=[\"“(*_]*[A-Z0-9À-Ý])")
"""The end of a sentence, but for initials of names."""
PARSER = MarkdownIt("commonmark").enable("table")


def sentences(text: str) -> Iterator[tuple[int, str]]:
    """Yield the sentences of a page with their lines; code counts as a word, tables and blocks of code are left out."""
    in_table = False
    for token in PARSER.parse(text):
        if token.type in ("table_open", "table_close"):
            in_table = token.type == "table_open"
        elif token.type == "inline" and not in_table:
            parts = ((part.type, part.content) for part in token.children or [])
            plain = "".join("Code" if kind == "code_inline" else content or " " for kind, content in parts)
            line = token.map[0] + 1 if token.map else 0
            yield from ((line, sentence.strip()) for sentence in END.split(plain))


def too_long(text: str) -> list[str]:
    """List the sentences of a page that have too many words, each with its line and its number of words."""
    counted = ((line, len(re.findall(r"\S*\w\S*", sentence)), sentence) for line, sentence in sentences(text))
    return [f"line {line}, {words} words: {sentence}" for line, words, sentence in counted if words > MOST_WORDS]


@pytest.mark.parametrize("page", READ, ids=lambda page: page.name)
def test_sentences_are_short(page: Path) -> None:
    assert too_long(page.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("word " * 25, 0),
        ("word " * 26, 1),
        ("- " + "word " * 20 + "\n- " + "word " * 20, 0),
        ("word " * 20 + "ends. " + "Word " * 20, 0),
        ("word " * 20 + "by M. " + "Buro " * 20, 1),
        ("word " * 20 + "`a b c d e f g h` [two words](x)", 0),
        ("| a |\n|---|\n| " + "word " * 40 + "|", 0),
        ("```text\n" + "word " * 40 + "\n```", 0),
    ],
)
def test_what_counts_as_a_long_sentence(text: str, found: int) -> None:
    assert len(too_long(text)) == found


MOST_FILES_OF_A_WAY = 16
"""The most files that a tap, a command or an answer may cross: what one reader can hold in the head."""


def links(text: str) -> list[str]:
    """List the files of this repository that a page links to or shows."""
    found = re.findall(r"\]\(([^)\s]+)\)|(?:src|srcset)=\"([^\"]+)\"", text)
    return [name for pair in found for one in pair if (name := one.partition("#")[0]) and "://" not in name]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert [name for name in links(text) if not (page.parent / name).exists()] == []


def test_the_tour_names_files_that_exist() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    tour = text[text.index("## A tour") : text.index("## Adding")]
    paths = re.findall(r"^\| `([^`]+)` \|", tour, re.MULTILINE)
    assert len(paths) == len(re.findall(r"^\| [^f-]", tour, re.MULTILINE)) > 30
    assert [path for path in paths if not (ROOT / path).is_file()] == []
    ways = [way.count("\n| `") for way in tour.split("\n### ")[1:]]
    assert len(ways) == 3
    assert max(ways) <= MOST_FILES_OF_A_WAY


def test_tools_and_folders_that_contributors_read_of_exist() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    paths = set(re.findall(r"`((?:tools|tests|docs|src)/[\w./-]*)`", text))
    assert len(paths) > 40
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_the_readme_begins_with_a_picture() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = [name for name in links(text.partition("```")[0]) if name.endswith(".png")]
    assert len(shown) == 2
    assert [name for name in shown if (ROOT / name).stat().st_size > 60_000] == []


@pytest.mark.parametrize("path", sorted((ROOT / "src").glob("**/fr*.md")), ids=lambda path: path.name)
def test_no_french_line_breaks_beside_a_mark_that_clings_to_its_word(path: Path) -> None:
    """A line break there becomes a space at which the text may break again: narrow spaces replace only spaces."""
    found = [line for line in path.read_text(encoding="utf-8").splitlines() if re.search(r"« *$|^[:;?!»](?!\[)", line)]
    assert not found, found
