"""Measure how soon the engine of Fanorona sees that a game turns: ``python tools/swings.py [--make GAMES] FILE``.

``--make`` writes positions of games (a result and turns, one a line, as `tools.openings` keeps them) in which a search
of `SHALLOW` positions overlooks at least `LEAST` hundredths of a piece that it sees a turn of each side later. The
first word of a line is what it sees then. Without it a search of ``--nodes`` positions looks at each position of FILE.
A swing is seen at the first depth from which on the score stays on its side, `SEEN` away from 0. The numbers of
positions that this takes are printed, and their geometric mean; a swing that is not seen counts as `--nodes`.
"""

import argparse
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from statistics import geometric_mean

from rich.progress import track

from lalao.engine.analysis import Limits, Score, Settings
from lalao.engine.fanorona_searcher import FanoronaSearcher
from lalao.games.fanorona import Fanorona, FanoronaPosition
from lalao.games.registry import game_as
from lalao.kernels.fanorona_transposition import HEADER

GAME = "fanorona"
SHALLOW = 6_000
LEAST, QUIET, FAR, SEEN = 120, 150, 150, 130
"""How much a score turns; how near to 0 it was before, how far it is after; from where on it counts as seen."""
FIRST = 6
"""The first ply of a game that is looked at."""
PROVED = 1000


def balance_of(score: Score) -> int:
    """Return a score in hundredths of a piece; a proved win counts as `PROVED`, a proved loss as -`PROVED`."""
    return score.opinion if score.proved is None else PROVED * score.proved.sign


def swings(searcher: FanoronaSearcher, positions: list[FanoronaPosition]) -> Iterator[tuple[int, FanoronaPosition]]:
    """Yield the positions of a game in which something is overlooked, each with the score that is seen later."""
    scores = []
    for position in positions[FIRST:]:
        *_, info = searcher.think(position, Limits(nodes=SHALLOW))
        scores.append((balance_of(info.lines[0].score), position))
    for mine in (scores[::2], scores[1::2]):
        for (before, position), (after, _) in pairwise(mine):
            if abs(before) < QUIET and abs(after) >= FAR and abs(after - before) >= LEAST:
                yield after, position


def make(games: Path, file: Path) -> None:
    """Write the swings of games."""
    game = game_as(GAME, Fanorona)
    searcher = FanoronaSearcher(game, Settings(hash_mb=32))
    found: dict[str, int] = {}
    for line in track(games.read_text(encoding="utf-8").splitlines(), description="games"):
        positions = [game.start()]
        for turn in line.split(" ")[1:]:
            positions.append(positions[-1].play(positions[-1].move(turn)))
        found |= {str(position): after for after, position in swings(searcher, [p for p in positions if not p.outcome])}
    file.write_text("".join(f"{after} {position}\n" for position, after in found.items()), encoding="utf-8")


def seen_at(searcher: FanoronaSearcher, position: FanoronaPosition, sign: int, nodes: int) -> int | None:
    """Return after how many positions a search sees a swing for good, None where it does not."""
    searcher.table[HEADER:] = 0
    seen = None
    for info in searcher.think(position, Limits(nodes=nodes)):
        sees = sign * balance_of(info.lines[0].score) >= SEEN
        seen = (seen or info.nodes) if sees else None
    return seen


def measure(file: Path, nodes: int) -> None:
    """Print how many swings are seen, and after how many positions."""
    game = game_as(GAME, Fanorona)
    searcher = FanoronaSearcher(game, Settings(tables=Path("no such folder")))
    searcher.seeker = None
    took = []
    for line in track(file.read_text(encoding="utf-8").splitlines(), description="positions"):
        after, _, text = line.partition(" ")
        took.append(seen_at(searcher, game.position(text), 1 if int(after) > 0 else -1, nodes))
    seen = sorted(each for each in took if each is not None)
    print("after", *seen)
    print(f"{len(seen)} of {len(took)} seen, after {geometric_mean(each or nodes for each in took):.0f} positions")


def main() -> None:
    """Make positions, or measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--make", type=Path, metavar="GAMES")
    parser.add_argument("--nodes", type=int, default=1_000_000)
    given = parser.parse_args()
    if given.make:
        make(given.make, given.file)
    else:
        measure(given.file, given.nodes)


if __name__ == "__main__":
    main()
