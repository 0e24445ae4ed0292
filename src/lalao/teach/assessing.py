"""The basis of claims: the worth of positions and moves, by solvers and tables, else the engine's opinion.

Nothing here judges a claim: `lalao.teach.worths` does, and uses nothing from here.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from lalao.engine.analysis import Info, Limits, Settings, unsearched
from lalao.engine.searchers import searcher
from lalao.engine.solved import supplemented
from lalao.games.game import AnyPosition
from lalao.games.registry import Hook
from lalao.solve import SOLVE, Answer, solve, unsolved
from lalao.solve.answer import MoveAnswer
from lalao.teach.worths import Lead, Worth, is_better, signed
from lalao.values import Unknown, Value

OPINION_SECONDS = 0.3
LEAST_SEARCHED = 10_000
"""Positions that are searched even where the seconds are over, so that a busy machine still finds short wins."""
MOST_SEARCHED = 300
"""The most legal moves that a position may have for the engine to score them."""
EVEN_ENOUGH = 300
"""Hundredths of the game's unit that count as halfway between an even game and a win."""
SETTINGS = Settings(hash_mb=16, solving=False)

Think: TypeAlias = Callable[[AnyPosition], Info]
"""Scores the legal moves of a position."""


@dataclass(frozen=True, slots=True)
class Assessed:
    """A move, its worth to the player who makes it where that is proved, else a score in hundredths.

    `onward` is the line that the engine expects, the move first; empty where it gave none.
    """

    move: str
    worth: Worth | None
    score: int | None = None
    onward: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Assessment:
    """A position, its proved worth or None, its moves with the best first, and the line of best play if known."""

    position: AnyPosition
    worth: Worth | None
    moves: tuple[Assessed, ...]
    line: tuple[str, ...] = ()

    def of(self, move: str) -> Assessed:
        """Return the assessment of a legal move."""
        return next(each for each in self.moves if each.move == move)

    @property
    def score(self) -> int | None:
        """The engine's opinion of the position in hundredths; None where its worth is proved or it has no moves."""
        return (self.moves[0].score or 0) if self.worth is None and self.moves else None


Assess: TypeAlias = Callable[[AnyPosition], Assessment]


def standing(assessed: Assessed) -> float:
    """Return a move's worth or score on a scale from -1 (it loses) to 1 (it wins).

    Each further unit of an opinion counts less: three units, such as pieces, are half of a win.
    """
    if assessed.worth is not None:
        return float(assessed.worth.sign)
    score = assessed.score or 0
    return score / (abs(score) + EVEN_ENOUGH)


def informed(here: Assessment, move: str, there: Assessment) -> Assessment:
    """Return `here` with a move's worth added that only `there`, the assessment of the position after it, proves."""
    own = here.of(move)
    if own.worth is not None or there.worth is None:
        return here
    known = replace(own, worth=there.worth.before(), score=None)
    moves = sorted((known if each is own else each for each in here.moves), key=standing, reverse=True)
    wins = isinstance(there.worth, Value) and there.worth.sign < 0  # a lead won is not known to be the largest
    worth = Value(1, None) if wins and here.worth is None else here.worth
    return replace(here, moves=settled(worth, moves), worth=worth)


def settled(worth: Worth | None, moves: Iterable[Assessed]) -> tuple[Assessed, ...]:
    """Return moves, the best first by their scores, as the proved worth of their position settles them.

    All moves of a lost position lose. Elsewhere those that are proved to keep the worth come first: an opinion of
    another, however high, cannot be better.
    """
    if isinstance(worth, Value) and worth.sign < 0:
        lost = Value(-1, None)
        return tuple(replace(move, worth=lost, score=None) if move.worth is None else move for move in moves)
    return tuple(sorted(moves, key=lambda move: not keeps(worth, move)))


def keeps(worth: Worth | None, move: Assessed) -> bool:
    """Tell whether a move is proved to keep the proved worth of its position."""
    return worth is not None and move.worth is not None and not is_better(signed(worth), signed(move.worth))


def think(position: AnyPosition) -> Info:
    """Let the engine score every legal move."""
    count = len(position.legal_moves())
    info = unsearched(position, count)
    if 0 < count <= MOST_SEARCHED:
        search = searcher(position, SETTINGS)
        for limits in (Limits(nodes=LEAST_SEARCHED), Limits(OPINION_SECONDS)):
            for found in search.think(position, limits, count):
                info = found if found.depth >= info.depth else info
            if info.settled:
                break
    return info


def assessor(think: Think = think) -> Assess:
    """Return a function that assesses positions by solvers, and by `think` where these fail; it caches its results."""
    return remembering(lambda position: joined(solved(position), think))


def glancer(think: Think) -> Assess:
    """Return a function that assesses positions by `think` alone, for when there is no time for solvers."""
    return remembering(lambda position: joined(unsolved(position), think))


def prover() -> Assess:
    """Return a function that assesses positions by solvers alone, with more time than `assessor` gives them."""
    return remembering(lambda position: proved(thoroughly(position)))


def remembering(assess: Assess) -> Assess:
    """Return a function that calls `assess` once for each position and caches the result."""
    known: dict[AnyPosition, Assessment] = {}

    def remembered(position: AnyPosition) -> Assessment:
        if position not in known:
            known[position] = assess(position)
        return known[position]

    return remembered


def joined(answer: Answer, think: Think) -> Assessment:
    """Return the assessment of an answer; where some moves are not solved, `think` adds proofs and opinions."""
    if not any(isinstance(move.value, Unknown) for move in answer.moves):
        return proved(answer)
    told, scores = supplemented(answer, info := think(answer.position))
    lines = {str(line.moves[0]): tuple(map(str, line.moves)) for line in info.lines}
    moves = (
        Assessed(str(move.move), _worth(move), None if score.proved else score.opinion, lines.get(str(move.move), ()))
        for move, score in zip(told.moves, scores, strict=True)
    )
    worth = _worth(told)
    return Assessment(answer.position, worth, settled(worth, moves), tuple(map(str, told.line)))


def proved(answer: Answer) -> Assessment:
    """Return the assessment of an answer, without opinions of unsolved positions."""
    moves = tuple(Assessed(str(move.move), _worth(move)) for move in answer.moves)
    return Assessment(answer.position, _worth(answer), moves, tuple(map(str, answer.line)))


def _worth(of: MoveAnswer | Answer) -> Worth | None:
    if of.margin is not None:
        return Lead.of(of.margin.half, of.margin.tibong)
    return of.value if isinstance(of.value, Value) else None


QUICKLY: Hook[Callable[[Any], Answer]] = Hook("lalao.teach", "quickly")
THOROUGHLY: Hook[Callable[[Any], Answer]] = Hook("lalao.teach", "thoroughly")


def solved(position: AnyPosition) -> Answer:
    """Solve a position by its family's `quickly`, while somebody waits; unsolved where it has none."""
    return (QUICKLY.by(position.game) or unsolved)(position)


def thoroughly(position: AnyPosition) -> Answer:
    """Solve a position by its family's `thoroughly`, which may take a while; as `solved` does where it has none.

    A game without a solver of its own is searched whole.
    """
    own = THOROUGHLY.by(position.game)
    if own is None and SOLVE.by(position.game) is None:
        return solve(position)
    return (own or solved)(position)
