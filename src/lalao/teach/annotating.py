"""Writes a review into its record: marks on moves, sentences, and the lines that show their meaning.

>>> from lalao.record import read, write
>>> from lalao.teach.reviewing import review
>>> told = review(read('[Game "fang-4"] 1. 2 2 2. 3 1 3. 2 3 0-1'))
>>> [(str(node.move), node.glyphs) for node in annotated(told).root.line()][4:]
[('2', (2,)), ('3', (2,))]
"""

from collections.abc import Iterator
from typing import Any

from lalao.games.game import AnyPosition
from lalao.locale import ENGLISH, Translator
from lalao.record import Record
from lalao.record.tree import Node
from lalao.teach.claims import Status
from lalao.teach.explaining import playable
from lalao.teach.reviewing import MOST_EXPECTED, Moment, Review
from lalao.teach.worths import Level

GOOD, MISTAKE, BLUNDER, DUBIOUS = 1, 2, 4, 6
"""The numbers that PGN gives to !, ?, ?? and ?!."""
JUDGED = {GOOD, MISTAKE, 3, BLUNDER, 5, DUBIOUS}
"""The marks that judge a move, of which it has at most one."""


def annotated(told: Review, level: Level = Level.PUPIL, words: Translator = ENGLISH) -> Record:
    """Write a review into the record that it was made from, and return that record.

    A move that gives something away is marked `?`, or `??` where it is proved to change the result; `?!` where it is
    only the engine's opinion. The better move and the reply follow as variations. A move proved to be good is marked
    `!`. Marks and comments that are already there stay, and go before those of the review.
    """
    nodes = [told.record.root, *told.record.root.line()]
    for side in told.sides:
        for moment in side.moments:
            _mark(nodes[moment.ply], glyph_of(moment), " ".join(moment.shown(level, words).sentences))
            _vary(nodes[moment.ply], moment)
        for merit in side.merits:
            _mark(nodes[merit.ply], GOOD, " ".join(merit.shown(level, words).sentences))
    return told.record


def glyph_of(moment: Moment) -> int:
    """Return the number of the mark for a move that gave something away."""
    if moment.status is Status.OPINION:
        return DUBIOUS
    played, better = moment.played.worth, moment.better.worth
    assert played is not None, "what is proved has a worth"
    assert better is not None
    return MISTAKE if played.sign == better.sign else BLUNDER


def _mark(node: Node, glyph: int, sentences: str) -> None:
    """Mark a move unless it has a judgement, and add sentences to its comment unless they are there."""
    if not JUDGED.intersection(node.glyphs):
        node.glyphs = (*node.glyphs, glyph)
    if sentences not in node.comment:
        node.comment = f"{node.comment} {sentences}".strip()


def _vary(node: Node, moment: Moment) -> None:
    """Add the better move as a variation, and after the move that was played its refutation."""
    assert node.parent is not None
    before = node.parent.position
    better = (moment.better.move, *moment.better.onward[1 : MOST_EXPECTED + 1])
    node.parent.add_line(_read(before, playable(before, better)))
    node.add_line(_read(node.position, moment.refutation))


def _read(position: AnyPosition, moves: tuple[str, ...]) -> Iterator[Any]:
    """Yield the moves of a line, read from their texts."""
    for text in moves:
        move = position.move(text)
        yield move
        position = position.play(move)
