"""The texts of the rules, with pictures drawn from positions and tables of what the solvers found.

The rules are Markdown (`lalao.locale.rule_sheet`). A code block with the name of one of `lalao.sheets.pictures.KINDS`
stands for pictures; a code block ``known`` stands for a table of solved values (`lalao.sheets.known`).

>>> from lalao.locale import words
>>> from lalao.sheets import sheet
>>> sheet("fang", words("en")).partition("\\n")[0]
'# Fang'
"""

import re
from base64 import b64encode
from collections.abc import Sequence
from functools import lru_cache
from html import escape
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

import lalao.teach
from lalao.board.picture import LatticePicture, RowPicture
from lalao.errors import NotationError
from lalao.games.registry import FAMILIES
from lalao.locale import SHEET, Translator, parts_of, rule_sheet, set_in
from lalao.sheets.known import table
from lalao.sheets.pictures import KINDS, Shown, pictures

__all__ = ["DATA", "GUIDE", "KINDS", "Shown", "as_html", "as_text", "guide", "pictures", "sheet"]


FOLDER = Path(lalao.teach.__file__).with_name("guide")


GUIDE, DATA = "guide", "data"
"""The documents for teachers: the guide, and the page about what is stored of pupils."""


def guide(words: Translator, part: str = GUIDE) -> str:
    """Return the teacher's guide, or the page about pupil data, in a language, as Markdown.

    Raises NotationError where there is no such part.
    """
    if part not in (GUIDE, DATA):
        raise NotationError("there is no part '{text}': choose {parts}", text=part, parts=f"{GUIDE}, {DATA}")
    return set_in(words.language, (FOLDER / f"{words.language}.{part}.md").read_text(encoding="utf-8"))


KNOWN = re.compile(r"^```known\n(.+?)\n```\n", re.MULTILINE)
DRAWN = re.compile(rf"^```({'|'.join(KINDS)})\n(.+?)\n```\n", re.MULTILINE | re.DOTALL)
PIT, POINT = 4, 4
"""Columns that a pit and a point take in pictures drawn with characters."""
EDGE = 8


def sheet(family: str, words: Translator, part: str = SHEET) -> str:
    """Return a part of the rules of a family (`lalao.locale.PARTS`) as Markdown, with its tables filled in.

    Raises NotationError where the family has no such part, FileError where it has no rules at all.
    """
    own = next((one.sheet for one in FAMILIES if one.name == family and one.sheet and part == SHEET), None)
    if own is not None:
        return own
    parts = parts_of(family, words.language)
    if part not in parts:
        raise NotationError("there is no part '{text}': choose {parts}", text=part, parts=", ".join(parts))
    return with_tables(rule_sheet(family, words.language, part), family, words)


def with_tables(text: str, family: str, words: Translator) -> str:
    """Return a text with its blocks ``known`` replaced by their tables."""
    return KNOWN.sub(lambda block: table(family, block[1], words), text)


def as_text(text: str, words: Translator) -> str:
    """Return a Markdown text with its pictures drawn with characters."""

    def drawn(block: re.Match[str]) -> str:
        return "\n".join(in_letters(each, words) for each in pictures(block[1], block[2], words))

    return DRAWN.sub(drawn, text)


def in_letters(shown: Shown, words: Translator) -> str:
    """Return a picture drawn with characters, below the sentence that says what is done in it."""
    picture = shown.picture
    if isinstance(picture, RowPicture):
        columns = PIT * len(picture.rows[0]) + EDGE
    else:
        assert isinstance(picture, LatticePicture)
        columns = POINT * picture.lattice.width + EDGE
    intro = f"{shown.told}\n\n" if shown.told else ""
    return f"{intro}```text\n{picture.draw(words, columns)}\n```\n"


@lru_cache(maxsize=64)
def as_html(text: str, words: Translator) -> str:
    """Return a Markdown text as HTML, cached; raw HTML in the text is escaped."""
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")

    def fence(renderer: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType) -> str:
        kind = tokens[at].info.strip()
        if kind not in KINDS:
            return renderer.fence(tokens, at, options, env)
        return figures(pictures(kind, tokens[at].content, words), words)

    parser.add_render_rule("fence", fence)
    return str(parser.render(text))


def figures(shown: list[Shown], words: Translator) -> str:
    """Return the HTML of pictures side by side, with what is done in each as its caption."""
    return f'<div class="figures">{"".join(figure(each, words) for each in shown)}</div>\n'


def figure(shown: Shown, words: Translator) -> str:
    """Return the HTML of a picture as an image with embedded data."""
    drawn = b64encode(shown.picture.svg(words).encode()).decode()
    alt = escape(shown.told or words("The position: {text}", text=shown.picture.text))
    caption = f"<figcaption>{escape(shown.told)}</figcaption>" if shown.told else ""
    return f'<figure><img alt="{alt}" src="data:image/svg+xml;base64,{drawn}">{caption}</figure>'
