"""Sheets to print, as PDF: boards, rules, slips, scores, certificates (Typst).

>>> from lalao.games.registry import game
>>> from lalao.locale import words
>>> from lalao.print import Paper, boards, pdf
>>> pdf(boards(game("fang-4"), words("fr"), Paper.A4))[:5]
b'%PDF-'
"""

from lalao.print.boards import SIZES, boards, position_sheet
from lalao.print.class_sheets import COLOURED, cards, certificates, coloured_certificates, pupil_pages, scores, slips
from lalao.print.making import Paper, Sheet, pdf, png
from lalao.print.rules import guide_sheet, rules

__all__ = [
    "COLOURED",
    "SIZES",
    "Paper",
    "Sheet",
    "boards",
    "cards",
    "certificates",
    "coloured_certificates",
    "guide_sheet",
    "pdf",
    "png",
    "position_sheet",
    "pupil_pages",
    "rules",
    "scores",
    "slips",
]
