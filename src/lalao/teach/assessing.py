"""What claims are made from: the worth of positions and moves, by solvers and tables, else the engine's opinion.

Nothing here judges a claim: that is `lalao.teach.judging`'s, which knows none of this.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
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
EVEN_ENOUGH = 300
"""Hundredths that stand halfway between an even game and a win."""
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

    @property
    def score(self) -> int | None:
        """What the position is worth in the engine's opinion, in hundredths; None where it is proved."""
        return (self.moves[0].score or 0) if self.worth is None and self.moves else None


Assess: TypeAlias = Callable[[AnyPosition], Assessment]


def standing(assessed: Assessed) -> float:
    """Put what is known of a move between -1 (it loses) and 1 (it wins).

    An opinion counts less the more one is ahead: three units, or pieces, are half of a win.
    """
    if assessed.worth is not None:
        return float(assessed.worth.sign)
    score = assessed.score or 0
    return score / (abs(score) + EVEN_ENOUGH)


def informed(here: Assessment, move: str, there: Assessment) -> Assessment:
    """Add what the position after a move has proved about it, where a look from before could not."""
    own = here.of(move)
    if own.worth is not None or there.worth is None:
        return here
    known = replace(own, worth=there.worth.before(), score=None)
    moves = sorted((known if each is own else each for each in here.moves), key=standing, reverse=True)
    worth = Value(1, None) if there.worth.sign < 0 and here.worth is None else here.worth
    return replace(here, moves=tuple(moves), worth=worth)


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


def prover() -> Assess:
    """Return what assesses positions by solvers alone, as far as these reach with a little patience."""
    return remembering(lambda position: _proved(thoroughly(position)))


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


def thoroughly(position: AnyPosition) -> Answer:
    """Solve a position with more patience than a blink, where its family knows how."""
    own: Callable[[AnyPosition], Answer] = brought("lalao.teach", position.game, "thoroughly") or solved
    return own(position)
