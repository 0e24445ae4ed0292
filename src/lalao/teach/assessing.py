"""What claims are made from: the worth of positions and moves, by solvers and tables, else the engine's opinion.

Nothing here judges a claim: that is `lalao.teach.judging`'s, which knows none of this.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from lalao.engine.analysis import Info, Limits, Settings, unsearched
from lalao.engine.searchers import searcher
from lalao.engine.supplement import supplemented
from lalao.games.game import AnyPosition
from lalao.games.layers import brought
from lalao.solve import Answer, unsolved
from lalao.solve.answer import MoveAnswer
from lalao.teach.worths import Lead, Worth
from lalao.values import Unknown, Value

OPINION_SECONDS = 0.3
MOST_SEARCHED = 300
"""Moves beyond which no opinion of each is asked for."""
SETTINGS = Settings(hash_mb=16, solving=False)

Think: TypeAlias = Callable[[AnyPosition], Info]
"""Scores the legal moves of a position."""


@dataclass(frozen=True, slots=True)
class Assessed:
    """A move, what it is worth to the one who plays it where that is proved, and else a score in hundredths."""

    move: str
    worth: Worth | None
    score: int | None = None
    onward: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Assessment:
    """A position, its moves with the best first, what it is worth where that is proved, and the line of best play."""

    position: AnyPosition
    worth: Worth | None
    moves: tuple[Assessed, ...]
    line: tuple[str, ...] = ()

    def of(self, move: str) -> Assessed:
        """Return what is known of a legal move."""
        return next(each for each in self.moves if each.move == move)


Assess: TypeAlias = Callable[[AnyPosition], Assessment]


def think(position: AnyPosition) -> Info:
    """Let the engine score every legal move."""
    count = len(position.legal_moves())
    info = unsearched(position, count)
    if 0 < count <= MOST_SEARCHED:
        limits = Limits(OPINION_SECONDS)
        for info in searcher(position, SETTINGS).think(position, limits, count):  # noqa: B007  the last one counts
            pass
    return info


def assessor(think: Think = think) -> Assess:
    """Return what assesses positions by solvers, and by `think` where they do not reach; it remembers them."""
    return remembering(lambda position: joined(solved(position), think))


def glancer(think: Think) -> Assess:
    """Return what assesses positions by `think` alone, where there is no time for solvers."""
    return remembering(lambda position: joined(unsolved(position), think))


def remembering(assess: Assess) -> Assess:
    """Return what assesses each position once."""
    known: dict[AnyPosition, Assessment] = {}

    def remembered(position: AnyPosition) -> Assessment:
        if position not in known:
            known[position] = assess(position)
        return known[position]

    return remembered


def joined(answer: Answer, think: Think) -> Assessment:
    """Return what is solved of a position, with an opinion where not all is."""
    if not any(isinstance(move.value, Unknown) for move in answer.moves):
        return _proved(answer)
    told, scores = supplemented(answer, info := think(answer.position))
    lines = {str(line.moves[0]): tuple(map(str, line.moves)) for line in info.lines}
    moves = tuple(
        Assessed(str(move.move), _worth(move), None if score.proved else score.opinion, lines.get(str(move.move), ()))
        for move, score in zip(told.moves, scores, strict=True)
    )
    return Assessment(answer.position, _worth(told), moves, tuple(map(str, told.line)))


def _proved(answer: Answer) -> Assessment:
    moves = tuple(Assessed(str(move.move), _worth(move)) for move in answer.moves)
    return Assessment(answer.position, _worth(answer), moves, tuple(map(str, answer.line)))


def _worth(of: MoveAnswer | Answer) -> Worth | None:
    if of.margin is not None:
        return Lead.of(of.margin.half, of.margin.tibong)
    return of.value if isinstance(of.value, Value) else None


def solved(position: AnyPosition) -> Answer:
    """Solve a position as far as a blink allows, as its family knows how."""
    quickly: Callable[[AnyPosition], Answer] = brought("lalao.teach", position.game, "quickly") or unsolved
    return quickly(position)
