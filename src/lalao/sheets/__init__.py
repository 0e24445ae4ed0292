"""The rules three times over, with pictures made from positions and figures that the solver found.

A text of rules is Markdown (`lalao.locale.rule_sheet`). Blocks of code whose first line names one of
`lalao.sheets.pictures.KINDS` are pictures; a block ``known`` is a table of what is solved (`lalao.sheets.known`).

>>> from lalao.locale import words
>>> from lalao.sheets import sheet
>>> sheet("fang", words("en")).partition("\\n")[0]
'# Fang'
"""

from lalao.sheets.guides import guide
from lalao.sheets.pictures import KINDS, Shown, pictures
from lalao.sheets.showing import as_html, as_text, sheet

__all__ = ["KINDS", "Shown", "as_html", "as_text", "guide", "pictures", "sheet"]
