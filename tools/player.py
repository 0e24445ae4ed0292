"""A player of Fanorona for tools that need thousands of games: a search of few positions a turn, on states."""

import random
from dataclasses import dataclass

from lalao.codecs.fanorona import state_of
from lalao.codecs.fanorona_search import Worker
from lalao.games.fanorona import Fanorona
from lalao.kernels.fanorona import State
from lalao.kernels.fanorona_search_state import HISTORY
from lalao.kernels.scores import DECIDED, INFINITE

DEEPEST = 40


@dataclass(frozen=True, slots=True)
class Thought:
    """What a search found: the value in hundredths of a piece, the depth finished, the state after the best turn."""

    value: int
    depth: int
    after: State


class Player:
    """A search that looks at `nodes` positions a turn."""

    def __init__(self, game: Fanorona, worker: Worker, nodes: int, quiet_limit: int) -> None:
        """Let a worker search for the player; repetitions and `quiet_limit` turns without capture are draws."""
        self.worker, self.nodes = worker, nodes
        position = game.start()
        self.start = state_of(position)
        worker.judge(quiet_limit, repeats=True, drawn=(), root=None)

    def forget(self) -> None:
        """Clear the transposition table and the history, as before a new game."""
        self.worker.table[:] = 0
        self.worker.words[HISTORY:] = 0

    def begin(self, state: State) -> bool:
        """Make a state the root of the search; tell whether the side to move has a turn."""
        return self.worker.begin(state, self.nodes) > 0

    def think(self, state: State, quiet: int) -> Thought:
        """Search a state that `begin` was given and that has turns."""
        order = self.worker.order()
        value = finished = 0
        for depth in range(1, DEEPEST):
            found = self.worker.look(state, quiet, order, depth, -INFINITE, INFINITE)
            if self.worker.is_stopped:
                break
            value, finished = found.value, depth
            if abs(value) > DECIDED:
                break
        return Thought(value, finished, self.worker.after(state, int(order[0])))

    def opening(self, rng: random.Random, plies: tuple[int, int]) -> State:
        """Return a state after a random number of random turns, neither the end of the game nor in the tables."""
        while True:
            state = self.start
            for _ in range(rng.randint(*plies)):
                if not self.begin(state):
                    break
                state = self.worker.after(state, rng.randrange(self.worker.found))
            if self.begin(state) and self.worker.code(state) is None:
                return state
