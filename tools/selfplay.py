"""Play games of Fanorona against itself and keep what its search thought of every position, to learn from.

``python -m tools.selfplay FOLDER --games 20000 --seed 1`` adds files to a folder, one for every `BATCH` games, and goes
on after those that are there. Games begin with random turns, end where the endgame tables know the result or after
`QUIET` turns without capture (with ``--early`` where few pieces are left, without a result), and keep a row for each
position: its pieces as two words (the side to move first), the value that the search gave it, and how the game ended
for that side. Positions beside the game, after a random turn or two, are kept too, as a search meets them. The search
judges by counts alone, or with ``--network`` by the network that comes with the package, for a next one to learn from.
"""

import random
from pathlib import Path

import click
import numpy as np
import numpy.typing as npt

from lalao.codecs.fanorona_search import Worker, default_network, default_weights, table_of
from lalao.engine.fanorona_searcher import endgames_of
from lalao.games.fanorona import Fanorona
from lalao.games.registry import game_as
from lalao.kernels.fanorona import State
from lalao.kernels.fanorona_search_state import TABLE_PIECES
from lalao.kernels.scores import DECIDED
from tools.player import Player

ROW = np.dtype([("own", "<i8"), ("enemy", "<i8"), ("value", "<i2"), ("result", "i1"), ("depth", "i1")])
BATCH = 500
QUIET = 50
CALM = 20
"""The most turns without capture before a position that is kept."""
OPENING = (2, 10)
STRAYING = 9
"""The fewest pieces of a position that is also kept after random turns."""
MIDDLE, MANY_STRAYS = 16, 5
"""The fewest pieces of a position from which more than one random turn is tried, and how many are."""
UNKNOWN = 2
"""The result of a game that was not played on."""
TABLE_MB = 4
TABLED = 6
"""The most pieces of a position whose result the endgame tables give."""
MOST = 3_000
"""The greatest value that is kept, in hundredths of a piece; greater ones are cut to it."""


class SelfPlay(Player):
    """Plays games against itself."""

    def __init__(self, game: Fanorona, nodes: int, by_network: bool = False) -> None:
        """Make the search; it looks at `nodes` positions a turn, and judges by counts or by the network.

        Raises UsageError where the endgame tables of so many pieces are not built: other tables make other games.
        """
        endgames = endgames_of(game, None)
        if endgames is None or endgames.pieces < TABLED:
            raise click.UsageError(f"build the tables first: lalao tables build {game.id} --pieces {TABLED}")
        network = default_network() if by_network else None
        worker = Worker(game, table_of(TABLE_MB), default_weights(), endgames, network)
        worker.words[TABLE_PIECES] = TABLED
        super().__init__(game, worker, nodes, QUIET)

    def play(self, rng: random.Random, early: bool = False) -> npt.NDArray[np.void]:
        """Play a game and return its rows; with `early` only as long as there are `MIDDLE` pieces."""
        self.forget()
        state, quiet, result = self.opening(rng, OPENING), 0, 0
        rows: list[tuple[int, ...]] = []
        strays: list[tuple[int, ...] | None] = []
        while quiet < QUIET:
            code = self.worker.code(state)
            if code is not None:
                result = 0 if code == 0 else 1 if code - 1 & 1 else -1
                break
            if not self.begin(state):
                result = -1
                break
            thought = self.think(state, quiet)
            if abs(thought.value) > DECIDED:
                result = 1 if thought.value > 0 else -1
                break
            rows.append((state.own, state.enemy, thought.value, thought.depth, quiet))
            pieces = (state.own | state.enemy).bit_count()
            for _ in range(MANY_STRAYS if pieces >= MIDDLE else pieces >= STRAYING):
                self.begin(state)
                strays.append(self.stray(state, rng))
            if early and pieces < MIDDLE:
                return kept(rows, UNKNOWN, strays)
            quiet = quiet + 1 if thought.after.own == state.enemy else 0
            state = thought.after
        return kept(rows, result, strays)

    def stray(self, state: State, rng: random.Random) -> tuple[int, ...] | None:
        """Return the row of a state one or two random turns from the root; None where its result is known."""
        for _ in range(rng.choice((1, 1, 2))):
            state = self.worker.after(state, rng.randrange(self.worker.found))
            if not self.begin(state) or self.worker.code(state) is not None:
                return None
        thought = self.think(state, 0)
        return state.own, state.enemy, max(-MOST, min(MOST, thought.value)), UNKNOWN, thought.depth


def kept(rows: list[tuple[int, ...]], result: int, strays: list[tuple[int, ...] | None]) -> npt.NDArray[np.void]:
    """Return the rows of a game, whose result is that of the side to move after them, and those beside it."""
    signs = (1, 1) if result == UNKNOWN else (1, -1)
    main = [
        (own, enemy, max(-MOST, min(MOST, value)), result * signs[(len(rows) - ply) % 2], depth)
        for ply, (own, enemy, value, depth, quiet) in enumerate(rows)
        if quiet <= CALM
    ]
    return np.array([*main, *(row for row in strays if row)], dtype=ROW)


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--games", default=20_000)
@click.option("--nodes", default=2_000)
@click.option("--seed", default=1)
@click.option("--early", is_flag=True)
@click.option("--network", "by_network", is_flag=True)
@click.option("--game", "name", default="fanorona")
def main(folder: Path, games: int, nodes: int, seed: int, early: bool, by_network: bool, name: str) -> None:
    """Play the games that are missing in a folder."""
    game = game_as(name, Fanorona)
    folder.mkdir(parents=True, exist_ok=True)
    player = SelfPlay(game, nodes, by_network)
    for number in range(-(-games // BATCH)):
        path = folder / f"{name}-{seed}-{number}.npy"
        if path.exists():
            continue
        rng = random.Random(f"{name} {seed} {number}")
        rows = np.concatenate([player.play(rng, early) for _ in range(BATCH)])
        np.save(path.with_suffix(".part.npy"), rows)
        path.with_suffix(".part.npy").rename(path)
        print(path.name, len(rows), flush=True)


if __name__ == "__main__":
    main()
