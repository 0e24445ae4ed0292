"""Time *Why?* and the making of puzzles: ``python tools/teaching.py``.

*Why?* is asked of a server over HTTP about the moves of random games, each for the first time, after a warm-up; puzzles
are made as by ``lalao puzzles make``, measured in processor time without compilation.
"""

import json
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median, quantiles
from urllib.parse import quote
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.serving import Server  # noqa: E402

from lalao.games.game import AnyPosition  # noqa: E402
from lalao.games.registry import game  # noqa: E402
from lalao.teach.puzzles import make  # noqa: E402

ASKED = ("fang", "fang-8-guarded", "fafy", "fafy-impartial", "fanorona-telo", "fifangakely", "fanorona", "fifangha")
"""Games that are asked about: four that are solved, two that stand in tables, two of which there is an opinion."""
WARMING, TIMED = 5, 60
LATEST = 24
"""Fewer random plies than this are played before a move is asked about."""
MADE = {"fang-8": 50, "fafy": 50, "fanorona-telo": 20, "fanorona": 20}
"""Puzzles that are made of each game."""
SECONDS = 60


def moments(name: str, count: int) -> list[tuple[AnyPosition, str]]:
    """Return positions of random games with a choice of moves, each with a move."""
    chance = Random(name)
    found: list[tuple[AnyPosition, str]] = []
    while len(found) < count:
        position = game(name).start()
        for _ in range(chance.randrange(LATEST)):
            moves = position.legal_moves()
            if not moves:
                break
            position = position.play(chance.choice(moves))
        moves = position.legal_moves()
        if len(moves) > 1:
            found.append((position, str(chance.choice(moves))))
    return found


def why_seconds(server: Server, position: AnyPosition, move: str) -> tuple[float, bool]:
    """Return the seconds until a reason arrives, and whether the server cut it short."""
    asked = f"/api/games/{position.game.id}/positions/{quote(str(position), safe='')}/why/{quote(move, safe='')}"
    begun = time.perf_counter()
    with urlopen(server.address + asked, timeout=SECONDS) as answer:
        told = json.load(answer)
    return time.perf_counter() - begun, "hurried" in told


def main() -> None:
    """Print the measurements, one per line."""
    with tempfile.TemporaryDirectory() as home, Server(Path(home)) as server:
        for name in ASKED:
            found = [why_seconds(server, *moment) for moment in moments(name, WARMING + TIMED)][WARMING:]
            seconds = [1000 * each for each, _ in found]
            late = quantiles(seconds, n=20)[-1]
            hurried = sum(hurry for _, hurry in found)
            print(f"why, {name}: p50 {median(seconds):.0f} ms, p95 {late:.0f} ms, {hurried} hurried", flush=True)
    for name, count in MADE.items():
        make(game(name), 2, seed=1)
        begun = time.process_time()
        made = len(make(game(name), count, seed=2))
        minutes = (time.process_time() - begun) / 60
        print(f"puzzles, {name}: {made / minutes:.0f} a minute of one core", flush=True)


if __name__ == "__main__":
    main()
