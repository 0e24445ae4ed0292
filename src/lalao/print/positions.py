"""A position on paper: the board, whose turn it is, and the text of the position."""

from lalao.games.game import AnyPosition
from lalao.locale import Translator
from lalao.locale.endings import ended
from lalao.print.drawing import diagram
from lalao.print.making import Paper, Sheet

MARGINS = 36.0
"""Width in millimetres of the left and right margins together."""


def position_sheet(position: AnyPosition, words: Translator, paper: Paper = Paper.A4) -> Sheet:
    """Return a sheet with a position, to be discussed or set up on a board."""
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
