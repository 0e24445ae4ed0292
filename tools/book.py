"""Make the opening book of Fanorona: ``python -m tools.book [POSITIONS of the tournament rules] [of each other]``.

The book begins with every position that two turns lead to, and then follows good play: positions are taken in order of
what it costs the players to reach them, by the search's evaluation of their turns and by the distance from the start.
"""

import heapq
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from lalao.engine.analysis import Info, Limits, Settings
from lalao.engine.fanorona_book import FILE, NODES, bare, starts
from lalao.engine.fanorona_searcher import FanoronaSearcher
from lalao.games.fanorona import Fanorona, FanoronaPosition
from lalao.tables.shipped import packed

TARGET = Path(__file__).parent.parent / "src" / "lalao" / "engine" / FILE
LINES = 3
WHOLE = 2
"""Turns from the start up to which every position is in the book."""
A_PLY = 15
"""Hundredths of a piece that each further ply costs a position."""


def best(searcher: FanoronaSearcher, position: FanoronaPosition, lines: int) -> Info:
    """Return the final result of a search for the best `lines` turns."""
    *_, info = searcher.think(position, Limits(nodes=NODES), lines)
    return info


def entries(game: Fanorona, count: int) -> Iterator[str]:
    """Yield `count` lines of the book, cheapest positions first."""
    searcher = FanoronaSearcher(game, Settings(hash_mb=64))
    queue: list[tuple[int, int, int, FanoronaPosition]] = [(0, 0, 0, game.start())]
    known: set[str] = set()
    number = 0
    while queue and len(known) < count:
        cost, _, ply, position = heapq.heappop(queue)
        if bare(position) in known or position.outcome:
            continue
        known.add(bare(position))
        line = best(searcher, position, 1).lines[0]
        yield f"{game.id}\t{bare(position)}\t{line.moves[0]}\t{line.score.opinion}\n"
        if ply < WHOLE:
            followed = [(ply + 1 - 10_000, move) for move in position.legal_moves()]
        else:
            others = best(searcher, position, LINES).lines
            lost = [(line.score.opinion - one.score.opinion, one.moves[0]) for one in others]
            followed = [(max(0, cost) + A_PLY + max(0, less), move) for less, move in [(0, line.moves[0]), *lost]]
        for price, move in followed:
            number += 1
            heapq.heappush(queue, (price, number, ply + 1, position._play(move)))


def main(most: int, others: int) -> None:
    """Make the book and write it."""
    lines: list[str] = []
    for game in starts():
        begun = time.perf_counter()
        found = list(entries(game, others if game.rules.name else most))
        lines += found
        print(game.id, len(found), f"{time.perf_counter() - begun:.0f} s", flush=True)
        head: dict[str, object] = {"holds": "opening book of Fanorona", "positions": len(lines), "nodes": NODES}
        TARGET.write_bytes(packed(head, "".join(lines).encode()))


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:3] or ("700", "150")))
