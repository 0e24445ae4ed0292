"""Scores as the line protocol and opening books write them."""

import re

from lalao.engine.analysis import Score
from lalao.errors import NotationError
from lalao.values import DRAW, Loss, Win

SHAPE = r"cp (?P<opinion>-?[0-9]{1,9})|(?P<name>win|loss)(?: (?P<plies>[0-9]{1,9}))?|draw"
"""A regular expression of a score, whose groups `score_of` reads."""


def score_text(score: Score) -> str:
    """Write a score: ``cp`` and an opinion in hundredths, or a proved result with the plies to the end.

    >>> [score_text(score) for score in (Score(-35), Score(proved=Loss(6)), Score(proved=DRAW))]
    ['cp -35', 'loss 6', 'draw']
    """
    if score.proved is None:
        return f"cp {score.opinion}"
    plies = "" if score.proved.plies is None or not score.proved.sign else f" {score.proved.plies}"
    return f"{score.proved.name}{plies}"


def read_score(text: str) -> Score:
    """Read a score as `score_text` writes it.

    >>> [read_score(text) for text in ("cp -35", "loss 6", "draw")] == [Score(-35), Score(0, Loss(6)), Score(0, DRAW)]
    True

    Raises NotationError.
    """
    shape = re.fullmatch(SHAPE, text)
    if shape is None:
        raise NotationError("'{text}' is no score: write cp N, win N, loss N or draw", text=text)
    return score_of(shape)


def score_of(shape: re.Match[str]) -> Score:
    """Return the score in a match of `SHAPE`."""
    if shape["opinion"] is not None:
        return Score(int(shape["opinion"]))
    plies = None if shape["plies"] is None else int(shape["plies"])
    return Score(proved={"win": Win, "loss": Loss}[shape["name"]](plies) if shape["name"] else DRAW)
