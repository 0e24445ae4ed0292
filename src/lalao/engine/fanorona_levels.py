"""The levels of Fanorona: they see less of the board than there is, as people do.

A level looks some plies ahead and misses links of chains, the later the more: on its own turn, and in all that it
imagines. What it sees it values by sight, give or take an error. No level misses a win or a loss in one.
"""

import random
from dataclasses import dataclass

from lalao.engine.analysis import NO_PAST, Limits, Past, Settings
from lalao.engine.fanorona import FanoronaSearcher
from lalao.games.fanorona import Fanorona, FanoronaMove, FanoronaPosition
from lalao.kernels.fanorona import State
from lalao.kernels.scores import INFINITE
from lalao.twins.fanorona import move_of, state_of
from lalao.twins.fanorona_search import Worker, default_weights, table_of

TABLE_MB = 1
FULL_MB = 16
NO_LIMIT = 1 << 60


@dataclass(frozen=True, slots=True)
class Sight:
    """How a level sees: plies ahead, links missed (of a thousand), and its error of judgement in hundredths."""

    plies: int
    missed: int
    error: int


SIGHTS = {
    1: Sight(1, 500, 300),
    2: Sight(1, 420, 140),
    3: Sight(2, 350, 150),
    4: Sight(2, 250, 100),
    5: Sight(3, 190, 80),
    6: Sight(4, 130, 50),
    7: Sight(5, 70, 25),
}
FULL_NODES = 200_000
"""Positions that level 8 looks at, whose sight is perfect."""


class FanoronaLevel:
    """One level, from 1 to 8."""

    def __init__(self, game: Fanorona, number: int) -> None:
        """Make what the level thinks with."""
        self.sight = SIGHTS.get(number)
        self.full = None if self.sight else FanoronaSearcher(game, Settings(hash_mb=FULL_MB, book=True))
        self.worker = Worker(game, table_of(TABLE_MB), default_weights())
        self.worker.judge(None, repeats=False, drawn=(), root=None)

    def choose(self, position: FanoronaPosition, rng: random.Random, past: Past = NO_PAST) -> FanoronaMove | None:
        """Choose a move; None where there are too many turns to look at."""
        if self.full:
            *_, info = self.full.think(position, Limits(nodes=FULL_NODES), past=past)
            best: FanoronaMove = info.lines[0].moves[0]
            return best
        state = state_of(position)
        if self.worker.begin(state, NO_LIMIT) <= 0:
            return None
        turn = self.chosen(state, self.sensible(state), rng)
        return move_of(position, self.worker.turns[turn])

    def sensible(self, state: State) -> list[int]:
        """List a turn that wins at once, or else those that do not lose in one, or else all."""
        worker, turns = self.worker, range(self.worker.found)
        worker.perfect()
        for turn in turns:
            if worker.is_decided(worker.after(state, turn), 0, winning=False):
                return [turn]
        return [t for t in turns if not worker.is_decided(worker.after(state, t), 1, winning=True)] or list(turns)

    def chosen(self, state: State, turns: list[int], rng: random.Random) -> int:
        """Choose among some turns the one that looks best, of those that are seen."""
        assert self.sight is not None
        worker = self.worker
        worker.see(self.sight.missed, rng.getrandbits(62))
        scored = []
        for turn in [turn for turn in turns if worker.is_seen(state, turn)] or turns[:1]:
            order = worker.order()[turn : turn + 1]
            found = worker.look(state, 0, order, self.sight.plies, -INFINITE, INFINITE)
            scored.append((found.value + rng.gauss(0, self.sight.error), turn))
        return max(scored)[1]
