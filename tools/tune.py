"""Tune the evaluation of Fanorona by self-play: ``python -m tools.tune fanorona 8000``.

Simultaneous perturbation (J. Spall, 1992): every weight is moved a little up or down at random, the engines with the
moved weights and with the opposite ones play an opening with both colours, and the weights move towards the winner's.
Games take a few milliseconds: few positions per move, random openings, a draw after `QUIET` turns without capture.
"""

import random
import sys
from collections.abc import Sequence
from pathlib import Path

import lalao
from lalao.codecs.fanorona import State, state_of
from lalao.codecs.fanorona_search import Worker, default_weights, table_of
from lalao.games.fanorona import Fanorona, FanoronaPosition
from lalao.kernels.fanorona_search_state import FEATURES, HISTORY
from lalao.kernels.scores import DECIDED, INFINITE

FILE = Path(__file__).parent.parent / "src" / "lalao" / "codecs" / "fanorona_weights.txt"
HEAD = "# What the evaluation of Fanorona weighs, in hundredths of a piece; tools/tune.py writes this file."
STEPS = [0, 6, 6, 6, 6, 2, 12, 15, 20, 6, 6, 6, 6, 2, 12, 15]
"""How far each weight is moved at first; the piece of the opening is the unit."""
RATE = 0.25
POSITIONS = 1_000
QUIET = 60
OPENING = (4, 12)
DEEPEST = 40
TABLE_MB = 2


class Engine:
    """A search worker that plays with given weights."""

    def __init__(self, game: Fanorona, weights: Sequence[float]) -> None:
        """Make the worker for a game."""
        self.worker = Worker(game, table_of(TABLE_MB), [round(weight) for weight in weights])
        self.worker.judge(QUIET, repeats=True, drawn=(), root=None)

    def begin(self, weights: Sequence[float]) -> None:
        """Set new weights and clear the transposition table and history."""
        self.worker.weigh([round(weight) for weight in weights])
        self.worker.table[:] = 0
        self.worker.words[HISTORY:] = 0

    def choose(self, state: State, quiet: int) -> State | None:
        """Return the state after the best turn, or None where there is no turn."""
        if self.worker.begin(state, POSITIONS) <= 0:
            return None
        order = self.worker.order()
        for depth in range(1, DEEPEST):
            found = self.worker.look(state, quiet, order, depth, -INFINITE, INFINITE)
            if self.worker.is_stopped or abs(found.value) > DECIDED:
                break
        return self.worker.after(state, int(order[0]))


def opening(engine: Engine, start: State, rng: random.Random) -> State:
    """Return a state after some random turns that is not the end of the game."""
    while True:
        state = start
        for _ in range(rng.randint(*OPENING)):
            if engine.worker.begin(state, 1) <= 0:
                break
            state = engine.worker.after(state, rng.randrange(engine.worker.found))
        if engine.worker.begin(state, 1) > 0:
            return state


def score(first: Engine, second: Engine, state: State) -> int:
    """Play a game; return 1 where the first to move wins, -1 where it loses, 0 for a draw."""
    quiet, sign = 0, 1
    while quiet < QUIET:
        after = first.choose(state, quiet)
        if after is None:
            return -sign
        quiet = quiet + 1 if after.own == state.enemy else 0
        state, first, second, sign = after, second, first, -sign
    return 0


def tuned(game: Fanorona, weights: Sequence[float], pairs: int, seed: int) -> list[float]:
    """Return the weights after tuning by `pairs` pairs of games."""
    rng = random.Random(seed)
    one, other = Engine(game, weights), Engine(game, weights)
    position = game.start()
    assert isinstance(position, FanoronaPosition)
    start, found = state_of(position), list(weights)
    for number in range(pairs):
        shrunk = (1 + number / (pairs / 10)) ** -0.3
        moved = [rng.choice((-1, 1)) * step * max(0.4, shrunk) for step in STEPS]
        up, down = (
            [w + m for w, m in zip(found, moved, strict=True)],
            [w - m for w, m in zip(found, moved, strict=True)],
        )
        state = opening(one, start, rng)
        result = 0
        for first, sign in ((one, 1), (other, -1)):
            one.begin(up)
            other.begin(down)
            result += sign * score(first, other if first is one else one, state)
        rate = RATE * (1 + number / (pairs / 10)) ** -0.6
        found = [weight + rate * result / 2 * by for weight, by in zip(found, moved, strict=True)]
        if number % 500 == 499:
            print(number + 1, [round(weight) for weight in found], flush=True)
    return found


def written(weights: Sequence[float]) -> str:
    """Return the text of the weights' file."""
    words = [str(round(weight)) for weight in weights]
    return f"{HEAD}\nopening {' '.join(words[:FEATURES])}\nendgame {' '.join(words[FEATURES:])}\n"


def main(name: str, pairs: int, seed: int) -> None:
    """Tune the current weights for a game, and write them."""
    game = lalao.game(name)
    assert isinstance(game, Fanorona)
    FILE.write_text(written(tuned(game, default_weights(), pairs, seed)), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 1)
