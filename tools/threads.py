"""Time Fanorona's search in one thread and in several, to the same depths: ``python -m tools.threads --threads 2``.

Positions are balanced openings after four random turns, played on by the search for a few turns. Each is searched to
the depth that one thread reaches in so many positions: by one thread, then by several, each with an empty table. Leave
as many cores idle as there are threads.
"""

import math
import random
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from statistics import mean, median, stdev

import click

import lalao
from lalao.engine.analysis import Limits, Settings
from lalao.engine.fanorona_searcher import FanoronaSearcher
from lalao.engine.matches import drawn_openings
from lalao.games.fanorona import Fanorona, FanoronaPosition
from lalao.games.registry import game_as
from lalao.tables.probe import shipped_folder
from tools.growth import played

OPENING = 4
LATEST = 16
"""The most turns that an opening is played on for."""
QUICK = 20_000
"""Positions that a turn of these is searched for."""
EVEN = 200
"""By how many hundredths of a piece one side may be ahead in a position that is timed."""
TABLE_MB = 64
ALONE = Settings(hash_mb=TABLE_MB, tables=shipped_folder())
LIMITS = 1.96
"""Standard errors to either side that hold 95 of 100 means."""


def timed_positions(game: Fanorona, count: int, nodes: int, seed: int) -> Iterator[tuple[FanoronaPosition, int]]:
    """Yield `count` positions in which nothing is decided, each with the depth that one thread reaches."""
    rng = random.Random(seed)
    for text in drawn_openings(game, OPENING, 4 * count, seed, balanced=True):
        turns = rng.randrange(LATEST + 1)
        line = list(islice(played(game, text, QUICK), turns + 2))
        if len(line) < turns + 2:  # the game is over by then
            continue
        _, position = line[turns]
        found = lalao.analyse(position, nodes=nodes, settings=ALONE)
        score = found.lines[0].score
        if score.proved is None and abs(score.opinion) <= EVEN:
            yield position, found.depth
            count -= 1
        if not count:
            break


def timed(position: FanoronaPosition, depth: int, threads: int) -> tuple[float, int]:
    """Return the seconds of a search to a depth, and the positions that it looked at."""
    searcher = FanoronaSearcher(position.game, replace(ALONE, threads=threads))
    begun = time.perf_counter()
    *_, last = searcher.think(position, Limits(depth=depth))
    return time.perf_counter() - begun, last.nodes


@click.command()
@click.option("--threads", default=2, show_default=True, help="Threads to compare with one.")
@click.option("--positions", type=click.IntRange(min=2), default=60, show_default=True, help="Positions to time.")
@click.option("--nodes", default=4_000_000, show_default=True, help="Looked at by one thread to set a depth.")
@click.option("--seed", default=1, show_default=True, help="Where the drawing of positions starts.")
def main(threads: int, positions: int, nodes: int, seed: int) -> None:
    """Print how many times sooner several threads reach the depths that one reaches."""
    game = game_as("fanorona", Fanorona)
    ratios, looked = list[float](), list[float]()
    for number, (position, depth) in enumerate(timed_positions(game, positions, nodes, seed), 1):
        order = (1, threads) if number % 2 else (threads, 1)
        times = {asked: timed(position, depth, asked) for asked in order}
        (alone, by_one), (together, by_all) = times[1], times[threads]
        ratios.append(alone / together)
        looked.append(by_all / together * alone / by_one)
        click.echo(f"{number:3} depth {depth:2}  {alone:6.2f} s  {together:6.2f} s  {ratios[-1]:5.2f}  {position}")
    logarithms = [math.log(ratio) for ratio in ratios]
    middle, error = mean(logarithms), stdev(logarithms) / math.sqrt(len(logarithms))
    low, high = math.exp(middle - LIMITS * error), math.exp(middle + LIMITS * error)
    click.echo(
        f"{threads} threads: {math.exp(middle):.2f} times sooner ({low:.2f} to {high:.2f}), half of the positions "
        f"{median(ratios):.2f} times or more; {median(looked):.2f} times the positions a second"
    )


if __name__ == "__main__":
    main()
