"""Searches games that `lalao.solve` can solve: a plain search bridges the time until the solution is found.

An analysis supplements a solution: with proofs where it has found some, and with opinions where nothing is proved.
"""

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from lalao.engine.analysis import (
    BLINK,
    Info,
    Line,
    Score,
    Searcher,
    SearchRequest,
    Settings,
    Stop,
    hundredths,
    unsearched,
)
from lalao.engine.readable import ReadableSearcher
from lalao.games.game import AnyPosition, Game
from lalao.solve import Answer, MoveAnswer, solve
from lalao.solve.answer import strongest, worth
from lalao.values import UNKNOWN, Value

PATIENCE = 0.05
"""Seconds to wait for the solution before a search is started as well."""


@cache
def lock_of(game: Game) -> threading.Lock:  # noqa: ARG001  each game has its own
    """Return the lock under which one position of a game is solved at a time, never beside an abandoned one."""
    return threading.Lock()


class Solution(threading.Thread):
    """Solves a position in a thread of its own, once no other of its game is being solved."""

    def __init__(self, position: AnyPosition) -> None:
        super().__init__(daemon=True)
        self.position = position
        self.answer: Answer | None = None
        self.over = threading.Event()
        self.given_up = False
        self.start()

    def run(self) -> None:
        """Solve the position, unless it was given up meanwhile."""
        with lock_of(self.position.game):
            if not self.given_up:
                self.answer = solve(self.position)
        self.over.set()

    @property
    def known(self) -> Answer | None:
        """The answer, once it has been found and holds the value of the position."""
        return self.answer if self.answer is not None and isinstance(self.answer.value, Value) else None


class SolvedOr:
    """A `Stop` that ends a search once the solution is known, or another `Stop` is set."""

    def __init__(self, solution: Solution, stop: Stop | None) -> None:
        self.solution = solution
        self.stop = stop

    def is_set(self) -> bool:
        return self.solution.known is not None or (self.stop is not None and self.stop.is_set())


class SolvedSearcher(Searcher):
    """Yields the exact solution as soon as it is found, and opinions until then or where there is none."""

    def _think(self, request: SearchRequest) -> Iterator[Info]:
        """Answer a request: all its limits end the plain search, time and `stop` alone the wait for the solution."""
        begun, limits = time.perf_counter(), request.limits
        deadline = float("inf") if limits.seconds is None else begun + limits.seconds
        solution = Solution(request.position)
        enough = SolvedOr(solution, request.stop)
        last = unsearched(request.position, request.lines)
        try:
            solution.over.wait(max(0.0, min(PATIENCE, deadline - begun)))
            if solution.known is None:
                left = None if limits.seconds is None else max(0.0, deadline - time.perf_counter())
                limited = replace(limits, seconds=left)
                for last in ReadableSearcher().think(*request._replace(limits=limited, stop=enough)):
                    if not enough.is_set():
                        yield last
                if limits.target is not None:
                    deadline = min(deadline, begun + limits.target)
            while not (solution.over.is_set() or enough.is_set() or time.perf_counter() >= deadline):
                solution.over.wait(BLINK)
        finally:
            solution.given_up = True
        if (answer := solution.known) is not None:
            info = exact(answer, request.lines, last, time.perf_counter() - begun)
            yield last if last.settled and not info.settled else info
        elif enough.is_set():
            yield last


def exact(answer: Answer, lines: int, last: Info, seconds: float) -> Info:
    """Return the solution of a position as a search would; moves of unknown value get an opinion.

    The first line has the value of the position; its moves are proved to be best where its plies are known.
    """
    ranked = sorted((_line(move) for move in answer.moves), key=lambda line: line.score.rank, reverse=True)[:lines]
    if ranked and isinstance(answer.value, Value):
        ranked[0] = Line(Score(proved=answer.value), answer.line or ranked[0].moves)
    depth = len(answer.line) or last.depth
    return Info(depth, tuple(ranked), last.nodes, seconds)


def _line(move: MoveAnswer) -> Line:
    if isinstance(move.value, Value):
        return Line(Score(proved=move.value), (move.move,))
    return Line(Score(hundredths(move.position, -move.position.balance())), (move.move,))


def searcher_of(position: AnyPosition, settings: Settings) -> Searcher:
    """Return a searcher that solves the game if it is small enough and `settings` allow it, else the readable one."""
    return SolvedSearcher() if position.game.small and settings.solving else ReadableSearcher()


def scored(move: MoveAnswer, score: Score | None) -> Score:
    """Return the value of a move as a score where it is known, else the score that a search gave it."""
    if isinstance(move.value, Value) and (move.value.is_exact or score is None or score.proved is None):
        return Score(proved=move.value)
    return score or Score()


def supplemented(answer: Answer, info: Info) -> tuple[Answer, list[Score]]:
    """Return an answer with the proofs of a search of the same position added, and the score of each of its moves.

    The moves come best first, those of unknown value by the search's opinion.
    """
    scores = {str(line.moves[0]): line.score for line in info.lines}
    pairs = []
    for move in answer.moves:
        score = scored(move, scores.get(str(move.move)))
        pairs.append((score, replace(move, value=score.proved or UNKNOWN)))
    pairs.sort(key=lambda pair: pair[0].rank, reverse=True)
    moves = tuple(move for _, move in pairs)
    first = info.lines[0] if info.lines else None
    value = strongest(answer.value, worth(moves) if moves else UNKNOWN, first.score.proved if first else None)
    line = answer.line
    if not line and first and isinstance(value, Value) and value.plies is not None and first.score.proved == value:
        line = first.moves
    return replace(answer, value=value, line=line, moves=moves), [score for score, _ in pairs]
