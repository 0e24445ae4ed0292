"""The levels of Fanorona: like people, they overlook some of the turns on the board.

A level looks some plies ahead and misses links of chains, later ones more often, in its own turn and in all that it
looks ahead to. It evaluates the turns it sees with a random error. No level misses a win or a loss in one.
"""

import random
from dataclasses import dataclass

from lalao.codecs.fanorona import move_of, state_of
from lalao.codecs.fanorona_search import Worker, default_weights, table_of
from lalao.engine.analysis import NO_HISTORY, History, Limits, Settings
from lalao.engine.fanorona_searcher import FanoronaSearcher, ProvedTurns
from lalao.engine.levels import row_of
from lalao.engine.searchers import GuardedSearcher
from lalao.games.fanorona import Fanorona, FanoronaMove, FanoronaPosition
from lalao.kernels.fanorona import State
from lalao.kernels.scores import INFINITE

TABLE_MB = 1
FULL_MB = 16
NO_LIMIT = 1 << 60


@dataclass(frozen=True, slots=True)
class Sight:
    """How a level sees: plies ahead, links missed (of a thousand), and its error of judgement in hundredths of a piece.

    0 plies stands for the engine, which looks as far ahead as it can and misses nothing.
    """

    plies: int
    missed: int
    misjudged: int


def sight_of(game: Fanorona, number: int) -> Sight:
    """Return how a level of a game sees."""
    row = row_of(game, number)
    return Sight(row["plies"], row["missed"], row["misjudged"])


class FanoronaLevel:
    """One level of a game. In a share of its turns, its `slips`, it sees no more than level 1."""

    def __init__(self, game: Fanorona, number: int) -> None:
        self.sight, self.dullest = sight_of(game, number), sight_of(game, 1)
        row = row_of(game, number)
        self.slips: float = row["slips"]
        self.limits = Limits(nodes=row["engine"])
        settings = Settings(hash_mb=FULL_MB, book=True)
        searcher = GuardedSearcher(ProvedTurns(FanoronaSearcher(game, settings), game))
        self.full = None if self.sight.plies else searcher
        self.worker = Worker(game, table_of(TABLE_MB), default_weights())

    def choose(
        self, position: FanoronaPosition, rng: random.Random, history: History = NO_HISTORY
    ) -> FanoronaMove | None:
        """Choose a move; None where there are too many turns to look at."""
        slips = rng.random() < self.slips
        if self.full and not slips:
            *_, info = self.full.think(position, self.limits, history=history)
            best: FanoronaMove = info.lines[0].moves[0]
            return best
        state = state_of(position)
        if self.worker.begin(state, NO_LIMIT) <= 0:
            return None
        turn = self.chosen(state, self.sensible(state), self.dullest if slips else self.sight, rng)
        return move_of(position, self.worker.turns[turn])

    def sensible(self, state: State) -> list[int]:
        """List one turn that wins at once; else the turns after which the opponent cannot; else all turns."""
        worker, turns = self.worker, range(self.worker.found)
        worker.see(0, 0)
        for turn in turns:
            if worker.is_decided(worker.after(state, turn), 0, winning=False):
                return [turn]
        return [t for t in turns if not worker.is_decided(worker.after(state, t), 1, winning=True)] or list(turns)

    def chosen(self, state: State, turns: list[int], sight: Sight, rng: random.Random) -> int:
        """Choose the best-looking of those turns that the level sees, or the first turn where it sees none."""
        worker = self.worker
        worker.see(sight.missed, rng.getrandbits(62))
        scored = []
        for turn in [turn for turn in turns if worker.is_seen(state, turn)] or turns[:1]:
            order = worker.order()[turn : turn + 1]
            score = worker.look(state, 0, order, sight.plies, -INFINITE, INFINITE)
            scored.append((score.value + rng.gauss(0, sight.misjudged), turn))
        return max(scored)[1]
