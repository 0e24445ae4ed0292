"""Measure how far apart the levels of a game are, or tune them: what ``src/lalao/engine/levels.toml`` holds.

``python tools/levels.py measure fang-8`` plays each level against the one below, by the commands it prints;
without a game it measures all those of docs/playing.md. ``python tools/levels.py tune fang 2`` plays each level against
the one below, moves those apart that score less than the others and those together that score more, writes sights and
errors to the table, and does so twice. Both use two processes.

Level 8 stays as it is. What is tuned is the weakness of the others, up to 1 at level 1: their errors, and how much of
the sight beyond 2 plies they lack.
"""

import json
import math
import random
import re
import subprocess
import sys
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path

import lalao
from lalao.engine.layouts import drawn_layout
from lalao.engine.levels import LEVELS, Level, level_of, table_name
from lalao.engine.players import LevelPlayer
from lalao.games.game import Game
from lalao.record import Record

TABLE = Path(__file__).resolve().parent.parent / "src" / "lalao" / "engine" / "levels.toml"
ROWS = {
    "fafy": 14,
    "fafy-misere": 14,
    "fafy-impartial": 14,
    "fafy-impartial-misere": 14,
    "sowing": 10,
    "sowing-misere": 10,
    "sowing-impartial": 7,
    "sowing-impartial-misere": 7,
}
"""The pits of the rows that games of rows are measured on."""
QUICK = tuple(f"fang-{pits}{option}" for pits in (4, 6, 8) for option in ("", "-guarded"))
FANG = (*QUICK, "fang-10", "fang-10-guarded")
MEASURED = (*FANG, *ROWS, "fifangakely", "fifangha-6", "fifangha")
GAMES, QUICK_GAMES = 400, 2_000
"""Games a step; of `QUICK` games, which take milliseconds, the second."""
TRIES = 200
DEEPEST = {
    **dict.fromkeys(FANG, 2.0),
    **dict.fromkeys(("fafy", "fafy-misere"), 5.0),
    **dict.fromkeys(("fafy-impartial", "fafy-impartial-misere"), 4.0),
    **dict.fromkeys(("sowing", "sowing-misere"), 7.0),
    **dict.fromkeys(("sowing-impartial", "sowing-impartial-misere"), 5.0),
    "fifangakely": 6.0,
}
"""The sights, in plies, from which weakness takes; elsewhere `USUAL`."""
USUAL = 8.0


def options(name: str) -> list[str]:
    """Return the options of `lalao match` with which a game is measured."""
    return ["--pits", str(ROWS[name])] if name in ROWS else []


def step(name: str, level: int) -> float:
    """Return what share of the points a level takes from the one below, and print the command that shows it."""
    games = QUICK_GAMES if name in QUICK else GAMES
    command = ["match", f"level:{level}", f"level:{level - 1}", name, *options(name), "--games", str(games)]
    done = subprocess.run(
        [sys.executable, "-m", "lalao", *command, "--json"], capture_output=True, text=True, check=True
    )
    share = float(json.loads(done.stdout)["share"])
    print(f"lalao {' '.join(command)}\t{share:.1%}", flush=True)
    return share


def measure(name: str) -> None:
    """Measure the seven steps of a game and print them as a line of a table."""
    with ThreadPoolExecutor(2) as threads:
        shares = list(threads.map(partial(step, name), LEVELS[:0:-1]))[::-1]
    print(
        f"| `{' '.join([name, *options(name)])}` | {' | '.join(f'{100 * share:.1f}' for share in shares)} |", flush=True
    )


class Tried(LevelPlayer):
    """A level that is being tried."""

    def __init__(self, tried: Level, rng: random.Random) -> None:
        """Take how it plays."""
        super().__init__(LEVELS[-1], rng)
        self.tried = tried

    def level(self, game: Game) -> Level:  # noqa: ARG002  it plays every game so
        """Return how it plays."""
        return self.tried


def points(name: str, one: Level, other: Level, number: int) -> float:
    """Play one game and return what the first takes from it: 1, 0.5 or 0."""
    chosen, chance = lalao.game(name), f"{number // 2} {one} {other}"
    pits = ROWS.get(name)
    start = drawn_layout(chosen, pits, 3 * pits // 2, random.Random(chance)) if pits else chosen.start()
    seats = [Tried(one, random.Random(f"{number} one")), Tried(other, random.Random(f"{number} other"))]
    if number % 2:
        seats.reverse()
    record = Record.begin(start)
    while not record.outcome():
        position = record.last.position
        record.play(seats[0 if position.to_move.is_first else 1].choose(position))
    shares = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}
    return abs(shares[record.result] - number % 2)


def weakened(level: Level, deepest: float, weakness: float) -> Level:
    """Return a level of this weakness."""
    return replace(level, sight=round(2 + (deepest - 2) * (1 - weakness), 2), error=round(weakness, 3))


def steps(pool: ProcessPoolExecutor, name: str, levels: list[Level]) -> list[float]:
    """Return what share of the points each level takes from the one before it."""
    shares = []
    for below, above in pairwise(levels):
        play = partial(points, name, above, below)
        shares.append(sum(pool.map(play, range(TRIES), chunksize=10)) / TRIES)
        print(f"    {shares[-1]:.1%}", flush=True)
    return shares


def odds(share: float) -> float:
    """Return the logarithm of the odds that a share of the points stands for, kept from the ends."""
    share = min(max(share, 0.52), 0.97)
    return math.log(share / (1 - share))


def tune(name: str, rounds: int) -> None:
    """Make the steps between the levels of a game alike, level 1 always erring, and write them."""
    levels = [level_of(lalao.game(name), number) for number in LEVELS]
    deepest = DEEPEST.get(lalao.game(name).id, USUAL)
    with ProcessPoolExecutor(2) as pool:
        for _ in range(rounds):
            gaps = [below.error - above.error for below, above in pairwise(levels)]
            gaps = [gap / odds(share) for gap, share in zip(gaps, steps(pool, name, levels), strict=True)]
            weaknesses = [sum(gaps[at:]) / sum(gaps) for at in range(len(gaps))]
            levels = [*(weakened(levels[-1], deepest, weakness) for weakness in weaknesses), levels[-1]]
            print(f"{name}: {[level.error for level in levels]}", flush=True)
            write(table_name(lalao.game(name)), levels)


def write(name: str, levels: Iterable[Level]) -> None:
    """Write sights and errors to their section of the table."""
    levels = list(levels)
    head, section, rest = re.split(rf"(?m)^(\[{name}\]\n)", TABLE.read_text(encoding="utf-8"))
    for key in ("sight", "error"):
        values = ", ".join(f"{getattr(level, key):g}" for level in levels)
        rest = re.sub(rf"(?m)^{key} = .*$", f"{key} = [{values}]", rest, count=1)
    TABLE.write_text(head + section + rest, encoding="utf-8")


def main(arguments: list[str]) -> None:
    """Measure or tune."""
    if arguments[:1] == ["tune"] and len(arguments) == 3:
        tune(arguments[1], int(arguments[2]))
    elif arguments[:1] == ["measure"]:
        for name in arguments[1:] or MEASURED:
            measure(name)
    else:
        raise SystemExit("write: tools/levels.py measure [GAME…], or tools/levels.py tune GAME ROUNDS")


if __name__ == "__main__":
    main(sys.argv[1:])
