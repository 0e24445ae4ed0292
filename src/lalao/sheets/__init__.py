"""The texts of the rules, with pictures drawn from positions and tables of what the solvers found.

The rules are Markdown (`lalao.locale.rule_sheet`). A code block with the name of one of `lalao.sheets.pictures.KINDS`
stands for pictures; a code block ``known`` stands for a table of solved values (`lalao.sheets.known`).

>>> from lalao.locale import words
>>> from lalao.sheets import sheet
>>> sheet("fang", words("en")).partition("\\n")[0]
'# Fang'
"""

from pathlib import Path

import lalao.teach
from lalao.locale import Translator, set_in
from lalao.sheets.pictures import KINDS, Shown, pictures
from lalao.sheets.showing import as_html, as_text, sheet

__all__ = ["KINDS", "Shown", "as_html", "as_text", "guide", "pictures", "sheet"]


FOLDER = Path(lalao.teach.__file__).with_name("guide")


def guide(words: Translator) -> str:
    """Return the teacher's guide in a language, as Markdown."""
    return set_in(words.language, (FOLDER / f"{words.language}.md").read_text(encoding="utf-8"))
