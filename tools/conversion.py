"""Measure how surely the engine of Fanorona wins what is won, and holds what is drawn, against itself.

``python tools/conversion.py make FILE`` writes positions of random games that are won, as a proof by numbers says, but
which a short search does not see through; then positions that are drawn, as the tables of five pieces that come with
the package say. ``python tools/conversion.py FILE`` plays each of them to its end, the engine on both sides with a
second a turn (``--seconds``), and prints how many wins were won and how many draws were lost, by game.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

from rich.progress import track

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import lalao  # noqa: E402
from lalao.codecs.fanorona_proof import ProofSearch  # noqa: E402
from lalao.engine.analysis import Limits, Settings  # noqa: E402
from lalao.engine.fanorona_searcher import FanoronaSearcher  # noqa: E402
from lalao.engine.matches import Fixture, played  # noqa: E402
from lalao.games.fanorona import Fanorona, FanoronaPosition  # noqa: E402
from lalao.games.registry import game_as  # noqa: E402
from lalao.kernels.fanorona_transposition import HEADER  # noqa: E402
from tools.sacrifices import BYTES, is_won, random_game  # noqa: E402

WON, DRAWN = "won", "drawn"
GAMES = {"fanorona": (WON, DRAWN), "fanorona-strict": (WON,)}
"""What is made of each game: the tables that come with the package know draws of one alone."""
WANTED = 200
"""Positions of each kind and game."""
FEWEST, MOST = 6, 14
"""Pieces on the board of what is won."""
DRAWN_PIECES = 5
SHORT = Limits(nodes=2_000)
"""A search that must not see the win."""


def positions(game: Fanorona, fewest: int, most: int, rng: random.Random) -> Iterator[FanoronaPosition]:
    """Yield positions of random games with so many pieces, at most one of each game."""
    while True:
        seen = list(random_game(game, rng, fewest, most))
        if seen:
            yield rng.choice(seen)


def make(file: Path, seed: int) -> None:
    """Write positions whose values are known, by game."""
    rng = random.Random(seed)
    for name, kinds in GAMES.items():
        game = game_as(name, Fanorona)
        proof = ProofSearch(game, BYTES, None)
        searcher = FanoronaSearcher(game, Settings(tables=Path("no such folder")))

        def sign(position: FanoronaPosition, searcher: FanoronaSearcher = searcher) -> int | None:
            searcher.table[HEADER:] = 0
            *_, info = searcher.think(position, SHORT)
            known = info.lines[0].score.proved
            return None if known is None else known.sign

        won = (each for each in positions(game, FEWEST, MOST, rng) if is_won(proof, each) and sign(each) is None)
        drawn = (each for each in positions(game, DRAWN_PIECES, DRAWN_PIECES, rng) if sign(each) == 0)
        with file.open("a", encoding="utf-8") as page:
            for value in kinds:
                found = islice(won if value == WON else drawn, WANTED)
                for each in track(found, description=f"{name} {value}", total=WANTED):
                    page.write(f"{name}\t{value}\t{each}\n")
                    page.flush()


def measure(file: Path, seconds: float, jobs: int) -> None:
    """Play every position of a file, and print how the games ended, by game."""
    lines = [line.split("\t") for line in file.read_text(encoding="utf-8").splitlines()]
    player = f"engine:{seconds:g}s"
    games = [Fixture(2 * at, name, (player, player), start, 1) for at, (name, _, start) in zip(count(), lines)]
    ended, asked = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    with played(games, jobs) as results:
        for (name, value, start), result in track(zip(lines, results, strict=True), total=len(lines)):
            first = lalao.game(name).position(start).to_move.is_first
            points = result.points if first else 2 - result.points  # of the side to move, which has the win
            asked[value, name] += 1
            ended[value, name] += points == 2 if value == WON else points != 1
            if points != (2 if value == WON else 1):
                print(f"{name}\t{value}\t{start}: {points / 2:g}")
    for value, name in asked:
        told = "were won" if value == WON else "were lost"
        print(f"{name:20} {ended[value, name]} of {asked[value, name]} that are {value} {told}")


def main() -> None:
    """Make positions, or measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("words", nargs="+", metavar="[make] FILE")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    file = Path(given.words[-1])
    if given.words[0] == "make" and len(given.words) == 2:
        make(file, given.seed)
    elif len(given.words) == 1:
        measure(file, given.seconds, given.jobs)
    else:
        sys.exit("say: tools/conversion.py [make] FILE")


if __name__ == "__main__":
    main()
