"""A position on paper: every seed or piece in its place, whose turn it is, and its text."""

from lalao.games.game import AnyPosition
from lalao.locale import Translator
from lalao.locale.endings import ended
from lalao.print.drawing import diagram
from lalao.print.making import Paper, Sheet

MARGINS = 36.0
"""Millimetres left free on both sides together."""


def position_sheet(position: AnyPosition, words: Translator, paper: Paper = Paper.A4) -> Sheet:
    """Draw a position on a page, to be talked about or set up again."""
    title, caption = words.say(position.game.title), str(position)
    drawing = diagram(position.picture(), words, paper.width - MARGINS)
    sentence = words("{side} to play: {task}.", side=position.to_move, task=position.task)
    if position.outcome:
        sentence = ended(position.outcome, words)
    return {
        "kind": "rules",
        "title": title,
        "lang": words.language,
        "paper": [paper.width, paper.height],
        "blocks": [
            {"kind": "heading", "level": 1, "spans": [{"text": title}]},
            {"kind": "paragraph", "spans": [{"text": sentence}]},
            {"kind": "picture", "drawing": drawing.as_dict(), "caption": caption, "alt": f"{title}: {caption}"},
        ],
    }
