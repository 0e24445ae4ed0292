"""Tune the evaluation of Fanorona by self-play: ``python -m tools.tune fanorona 8000``.

Simultaneous perturbation (J. Spall, 1992): every weight is moved a little up or down at random, the engines with the
moved weights and with the opposite ones play an opening with both colours, and the weights move towards the winner's.
Games take a few milliseconds: few positions per move, random openings, a draw after `QUIET` turns without capture.
"""

import random
import sys
from collections.abc import Sequence
from pathlib import Path

from lalao.codecs.fanorona_search import Worker, default_weights, table_of
from lalao.games.fanorona import Fanorona
from lalao.games.registry import game_as
from lalao.kernels.fanorona import State
from lalao.kernels.fanorona_search_state import FEATURES
from tools.player import Player

FILE = Path(__file__).parent.parent / "src" / "lalao" / "codecs" / "fanorona_weights.txt"
HEAD = "# What the evaluation of Fanorona weighs, in hundredths of a piece; tools/tune.py writes this file."
STEPS = [0, 6, 6, 6, 6, 2, 12, 15, 20, 6, 6, 6, 6, 2, 12, 15]
"""How far each weight is moved at first; the piece of the opening is the unit."""
RATE = 0.25
POSITIONS = 1_000
QUIET = 60
OPENING = (4, 12)
TABLE_MB = 2


class Engine(Player):
    """A player with given weights."""

    def __init__(self, game: Fanorona, weights: Sequence[float]) -> None:
        """Make the player for a game."""
        worker = Worker(game, table_of(TABLE_MB), [round(weight) for weight in weights])
        super().__init__(game, worker, POSITIONS, QUIET)

    def weigh(self, weights: Sequence[float]) -> None:
        """Set new weights, and forget what was found with those before."""
        self.worker.weigh([round(weight) for weight in weights])
        self.forget()


def score(first: Engine, second: Engine, state: State) -> int:
    """Play a game; return 1 where the first to move wins, -1 where it loses, 0 for a draw."""
    quiet, sign = 0, 1
    while quiet < QUIET:
        if not first.begin(state):
            return -sign
        after = first.think(state, quiet).after
        quiet = quiet + 1 if after.own == state.enemy else 0
        state, first, second, sign = after, second, first, -sign
    return 0


def tuned(game: Fanorona, weights: Sequence[float], pairs: int, seed: int) -> list[float]:
    """Return the weights after tuning by `pairs` pairs of games."""
    rng = random.Random(seed)
    one, other = Engine(game, weights), Engine(game, weights)
    found = list(weights)
    for number in range(pairs):
        shrunk = (1 + number / (pairs / 10)) ** -0.3
        moved = [rng.choice((-1, 1)) * step * max(0.4, shrunk) for step in STEPS]
        up, down = (
            [w + m for w, m in zip(found, moved, strict=True)],
            [w - m for w, m in zip(found, moved, strict=True)],
        )
        state = one.opening(rng, OPENING)
        result = 0
        for first, sign in ((one, 1), (other, -1)):
            one.weigh(up)
            other.weigh(down)
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
    game = game_as(name, Fanorona)
    FILE.write_text(written(tuned(game, default_weights(), pairs, seed)), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 1)
