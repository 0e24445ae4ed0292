"""Write openings of Fanorona in which one side is a little ahead: ``python tools/unbalanced.py FILE``.

Balanced openings are drawn to death, whoever plays them. These are drawn at random, and a search finds one side ahead
by a quarter to three quarters of a piece. `lalao match … --openings FILE` plays each with both colours.
"""

import argparse
import sys
from itertools import islice
from pathlib import Path

from rich.progress import track

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from lalao.engine.analysis import Limits, Settings  # noqa: E402
from lalao.engine.fanorona_searcher import FanoronaSearcher  # noqa: E402
from lalao.engine.matches import drawn_openings  # noqa: E402
from lalao.games.fanorona import Fanorona  # noqa: E402
from lalao.games.registry import game_as  # noqa: E402

LEAST, MOST = 25, 75
"""Hundredths of a piece that one side is ahead."""
PLIES, DRAWN, NODES = 6, 5_000, 300_000
"""Random turns before an opening, openings drawn at most, and positions that the search of each looks at."""


def main() -> None:
    """Write the openings."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=2026)
    given = parser.parse_args()
    game = game_as("fanorona", Fanorona)
    searcher = FanoronaSearcher(game, Settings(tables=Path("no such folder")))

    def is_ahead(text: str) -> bool:
        *_, info = searcher.think(game.position(text), Limits(nodes=NODES))
        score = info.lines[0].score
        return score.proved is None and score.opinion is not None and LEAST <= abs(score.opinion) <= MOST

    found = islice(filter(is_ahead, drawn_openings(game, PLIES, DRAWN, given.seed)), given.count)
    with given.file.open("w", encoding="utf-8") as page:
        for text in track(found, description="openings", total=given.count):
            page.write(f"{text}\n")
            page.flush()


if __name__ == "__main__":
    main()
