"""Measure how many forced wins that begin with a quiet turn the engine of Fanorona finds in a second.

``python tools/sacrifices.py make FILE`` writes positions of random games in which nobody can capture and the side to
move wins, as a proof by numbers says; ``python tools/sacrifices.py FILE`` searches each of them. A win is found where
the engine says that it is proved. ``--nodes`` gives each so many positions instead of a second, ``--without`` leaves
out what looks for forced wins beside the search. The engine uses the tables of five pieces that come with the package,
whatever others there are.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from rich.progress import track

import lalao
from lalao.codecs.fanorona import state_of
from lalao.codecs.fanorona_proof import ProofSearch
from lalao.engine.analysis import Limits, Settings
from lalao.engine.fanorona_searcher import FanoronaSearcher
from lalao.games.fanorona import Fanorona, FanoronaPosition
from lalao.games.registry import game_as
from lalao.kernels.fanorona_transposition import HEADER

GAMES = ("fanorona", "fanorona-strict", "fanorona-dimy", "fanorona-strict-dimy")
WANTED = 80
"""Positions of each game."""
FEWEST, MOST = 8, 14
"""Pieces on the board: with fewer the tables know, with more somebody captures nearly always."""
MOST_EXPANSIONS = 20_000
MOST_PLIES = 120
BYTES = 256_000_000


def random_game(game: Fanorona, rng: random.Random, fewest: int, most: int) -> Iterator[FanoronaPosition]:
    """Yield the positions of a random game with so many pieces and a turn to play."""
    position = game.start()
    for _ in range(MOST_PLIES):
        moves = position.legal_moves()
        if not moves:
            break
        if fewest <= (position.own | position.enemy).bit_count() <= most:
            yield position
        position = position.play(rng.choice(moves))


def quiet_positions(game: Fanorona, rng: random.Random) -> Iterator[FanoronaPosition]:
    """Yield positions of random games without a capture, at most one of each game."""
    while True:
        for position in random_game(game, rng, FEWEST, MOST):
            if not any(move.captured for move in position.legal_moves()):
                yield position
                break


def make(file: Path, seed: int) -> None:
    """Write positions that are won, by game; what is there already stays."""
    rng = random.Random(seed)
    for name in GAMES:
        game = game_as(name, Fanorona)
        kept = {text for one, text in lines_of(file) if one == name}
        searcher = ProofSearch(game, BYTES, None)
        positions = quiet_positions(game, rng)
        for _ in track(range(WANTED - len(kept)), description=name):
            won = next(each for each in positions if str(each) not in kept and is_won(searcher, each))
            kept.add(str(won))
            with file.open("a", encoding="utf-8") as page:
                page.write(f"{name}\t{won}\n")


def is_won(searcher: ProofSearch, position: FanoronaPosition) -> bool:
    """Tell whether a proof is found that the side to move wins."""
    state = state_of(position)
    searcher.forget_graph()
    searcher.start(state.own, state.enemy, attacking=True)
    return searcher.search(MOST_EXPANSIONS).proof == 0


def lines_of(file: Path) -> list[tuple[str, str]]:
    """Read the names of the games and the positions of a file, none where there is no file."""
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    return [(name, position) for name, _, position in (line.partition("\t") for line in text.splitlines())]


def measure(file: Path, limits: Limits, without: bool) -> None:
    """Search every position of a file, and print how many wins are found, by game."""
    found, asked = Counter[str](), Counter[str]()
    searchers: dict[str, FanoronaSearcher] = {}
    took: list[float] = []
    for name, text in track(lines_of(file), description="positions"):
        position = lalao.game(name).position(text)
        if name not in searchers:
            searchers[name] = FanoronaSearcher(game_as(name, Fanorona), Settings(tables=Path("no such folder")))
            if without:
                searchers[name].seeker = None
        searchers[name].table[HEADER:] = 0  # what is known of one position must not help with another
        *_, info = searchers[name].think(position, limits)
        proved = info.lines[0].score.proved
        asked[name] += 1
        found[name] += proved is not None and proved.sign > 0
        took.append(info.seconds)
    for name in asked:
        print(f"{name:24} {found[name]} of {asked[name]}")
    print(f"{'all':24} {found.total()} of {asked.total()}, {found.total() / asked.total():.1%}")
    print(f"half of the searches ended within {sorted(took)[len(took) // 2]:.2f} s")


def main() -> None:
    """Make positions, or measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("words", nargs="+", metavar="[make] FILE")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--without", action="store_true")
    given = parser.parse_args()
    file = Path(given.words[-1])
    if given.words[0] == "make" and len(given.words) == 2:
        make(file, given.seed)
    elif len(given.words) == 1:
        measure(file, Limits(nodes=given.nodes) if given.nodes else Limits(given.seconds), given.without)
    else:
        sys.exit("say: tools/sacrifices.py [make] FILE")


if __name__ == "__main__":
    main()
