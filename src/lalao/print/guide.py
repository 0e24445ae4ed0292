"""The teacher's guide on paper."""

from lalao.locale import Translator
from lalao.print.making import Paper, Sheet
from lalao.print.rules import blocks_of, parsed, sticking
from lalao.sheets import guide

ROOM = 110.0
"""The greatest width of a picture in millimetres: it is for discussion, not for play."""


def guide_sheet(words: Translator, paper: Paper = Paper.A4) -> Sheet:
    """Return the teacher's guide as a sheet."""
    return {
        "kind": "rules",
        "title": words("Teacher's guide"),
        "lang": words.language,
        "paper": [paper.width, paper.height],
        "columns": 1,
        "blocks": list(sticking(blocks_of(parsed(guide(words)), words, ROOM))),
    }
