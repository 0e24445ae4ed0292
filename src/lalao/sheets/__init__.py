"""The texts of the rules, with pictures drawn from positions and tables of the solvers' results.

The rules are Markdown (`lalao.locale.rule_sheet`). A code block with the name of one of `lalao.sheets.pictures.KINDS`
stands for pictures; a code block ``known`` stands for a table of solved values: the numbers are in ``known.json``
beside the rules, written by ``tools/known.py``.

>>> from lalao.locale import words
>>> from lalao.sheets import sheet
>>> sheet("fang", words("en")).partition("\\n")[0]
'# Fang'
"""

import json
import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from html import escape
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

import lalao.teach
from lalao.board.picture import LatticePicture, RowPicture
from lalao.errors import FileError, NotationError
from lalao.games.registry import FAMILIES
from lalao.locale import SHEET, Translator, file_of, parts_of, rule_sheet, set_in
from lalao.sheets.pictures import KINDS, Shown, pictures, read
from lalao.values import Side

Rows = Iterable[Sequence[object]]


@cache
def known(family: str) -> dict[str, Any]:
    """Return the solved values of a family, by the name of their table.

    Raises FileError where there are none.
    """
    path = file_of(family, "known.json")
    if path is None:
        raise FileError("there are no results for '{family}'", family=family)
    figures: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return figures


def table(family: str, name: str, words: Translator) -> str:
    """Return solved values of a family as a Markdown table; `name` is a key of `TABLES`.

    Raises FileError where the family has none of this name.
    """
    if name not in TABLES or name not in known(family):
        raise FileError("there is no table '{name}' for '{family}'", name=name, family=family)
    return TABLES[name](known(family)[name], words)


def markdown(heads: Sequence[str], rows: Rows) -> str:
    """Return a table in Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines) + "\n"


def grouped(number: int) -> str:
    """Return a number with narrow no-break spaces between thousands, as readable in all our languages.

    >>> grouped(250903).replace("\\u202f", "_")
    '250_903'
    """
    return f"{number:,}".replace(",", "\u202f")


def code(text: str) -> str:
    """Return the id of a game, marked as code."""
    return f"`{text}`"


def winner(letter: str, words: Translator) -> str:
    """Return the name of the winning side, or "a draw" where the letter is empty."""
    return words.say(Side(letter)) if letter else words("a draw")


def margins(found: list[dict[str, Any]], words: Translator) -> str:
    """Return a table of who wins games of Fang from their start, and by how much."""
    heads = [words("game"), words("winner"), words("South in the halves"), words("South in the tibongs")]
    return markdown(
        heads,
        ([code(one["game"]), winner(one["winner"], words), f"{one['half']:+}", f"{one['tibong']:+}"] for one in found),
    )


def winners(found: list[dict[str, Any]], words: Translator) -> str:
    """Return a table of who wins games from their start, and in how many plies."""
    heads = [words("game"), words("winner"), words("turns, both players' counted")]
    return markdown(heads, ([code(one["game"]), winner(one["winner"], words), one["plies"]] for one in found))


def sequences(found: dict[str, list[int]], words: Translator) -> str:
    """Return a table of the numbers of sequences of 1, 2, 3… turns from the start."""
    heads = [words("game"), words("sequences of 1, 2, 3… turns")]
    return markdown(heads, ([code(name), ", ".join(map(grouped, counts))] for name, counts in found.items()))


def nimbers(found: list[dict[str, Any]], words: Translator) -> str:
    """Return a table of the nimbers of rows with the same number of seeds in each pit."""
    heads = [words("game"), words("seeds in each pit"), words("pits"), words("nimbers")]
    return markdown(
        heads,
        (
            [code(one["game"]), one["seeds"], lengths(one["from"], one["nimbers"]), " ".join(map(str, one["nimbers"]))]
            for one in found
        ),
    )


def lengths(first: int, values: Sequence[int]) -> str:
    """Return the range of the numbers of pits, ``first…last``."""
    return f"{first}…{first + len(values) - 1}"


def endgames(found: list[dict[str, Any]], words: Translator) -> str:
    """Return a table of endgame positions won, drawn and lost for the side to move, whose pieces come first."""
    heads = [words("pieces"), words("won"), words("drawn"), words("lost")]
    return markdown(
        heads,
        (
            [words("{own} against {others}", own=one["own"], others=one["others"]), *map(grouped, one["counts"])]
            for one in found
        ),
    )


TABLES: dict[str, Callable[[Any, Translator], str]] = {
    "margins": margins,
    "winners": winners,
    "sequences": sequences,
    "nimbers": nimbers,
    "endgames": endgames,
}
"""The functions that set a table, by its name in ``known.json`` and in the texts of the rules."""


__all__ = ["DATA", "GUIDE", "KINDS", "Shown", "as_html", "as_text", "guide", "pictures", "sheet"]


FOLDER = Path(lalao.teach.__file__).with_name("guide")


GUIDE, DATA = "guide", "data"
"""The documents for teachers: the guide, and the page about pupil data."""


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
    """Return a picture drawn with characters, below the sentence about its events."""
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
        drawn = figures(pictures(kind, tokens[at].content, words), words)
        return drawn + (watching(tokens[at].content, words) if kind == "game" else "")

    parser.add_render_rule("fence", fence)
    parser.add_render_rule("image", screen)
    return str(parser.render(text))


def screen(_: RendererHTML, tokens: Sequence[Token], at: int, __: OptionsDict, ___: EnvType) -> str:
    """Return the HTML of a picture of a screen, with embedded data; "" where the picture was not packed."""
    path = FOLDER / str(tokens[at].attrs["src"])
    if not path.exists():
        return ""
    drawn = b64encode(path.read_bytes()).decode()
    return f'<img class="pictured" alt="{escape(tokens[at].content)}" src="data:image/webp;base64,{drawn}">'


def watching(block: str, words: Translator) -> str:
    """Return the HTML of the button with which a page shows a game in motion."""
    position, moves = read(block)
    told = {"game": position.game.id, "position": str(position), "moves": ",".join(moves)}
    about = " ".join(f'data-{name}="{escape(text)}"' for name, text in told.items())
    return f'<p><button type="button" class="watch" {about}>{escape(words("Watch this game"))}</button></p>\n'


def figures(shown: list[Shown], words: Translator) -> str:
    """Return the HTML of pictures side by side, with the events of each as its caption."""
    return f'<div class="figures">{"".join(figure(each, words) for each in shown)}</div>\n'


def figure(shown: Shown, words: Translator) -> str:
    """Return the HTML of a picture as an image with embedded data."""
    drawn = b64encode(shown.picture.svg(words).encode()).decode()
    alt = escape(shown.told or words("The position: {text}", text=shown.picture.text))
    caption = f"<figcaption>{escape(shown.told)}</figcaption>" if shown.told else ""
    return f'<figure><img alt="{alt}" src="data:image/svg+xml;base64,{drawn}">{caption}</figure>'
