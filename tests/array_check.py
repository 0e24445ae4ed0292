"""Results of every codec and search of a game, as plain JSON: ``python -m tests.array_check`` prints them.

What takes compiled kernels is in `deep`.
"""

import json
import sys
from collections.abc import Callable
from typing import Any

import lalao
from lalao import arrays
from lalao.codecs import fanorona, fifangha, rows
from lalao.codecs.fang import FullTable, Search
from lalao.codecs.fang import perft as fang_perft
from lalao.codecs.fanorona_search import Worker, default_network, default_weights, line_of, table_of
from lalao.engine.analysis import Limits, Settings
from lalao.engine.searchers import searcher
from lalao.games.fang import Fang
from lalao.games.fanorona import Fanorona
from lalao.games.game import AnyPosition, Game
from lalao.games.registry import game_as
from lalao.kernels.scores import INFINITE
from lalao.solve import solve

SIDES = {"fang-4": "2.0.1.0 2+3 N", "fang-4-guarded": "0.1.1.0 3+3 S"}
FANORONA = ("fanorona", "fanorona-libre-dimy", "fanorona-strict-3x7-vela", "fanorona-souffle")
"""Draw, huff and Vela rules on boards of three sizes."""
DEPTHS = {"fanorona": 10, "fanorona-libre": 7, "fanorona-souffle-dimy": 6, "fifangha": 9, "fifangakely": 14}
"""Plies to which games are searched from their starts in `deep`."""
MOST_COUNTED = 8
PERFT: dict[str, Callable[[Any, int], int]] = {
    "fang": fang_perft,
    "fafy": rows.perft,
    "fifangha": fifangha.perft,
    "fanorona": fanorona.perft,
}


def fang(name: str, text: str) -> list[Any]:
    """Solve a position at once and by search; list all words and values, and count moves and positions."""
    position = game_as(name, Fang).position(text)
    search = Search(position.game, 64, places=1 << 10)
    words, values = FullTable(position).everything()
    return [words.tolist(), values.tolist(), search(position), int(search.counts[0]), fang_perft(position, 4)]


def fafy() -> list[Any]:
    """Return nimbers, the number of blocks met, and counts of moves."""
    blocks = rows.Blocks()
    position = lalao.game("sowing").position("1.2.2.1.1.2 S")
    nimbers = [blocks.nimber((1,) * pits, 10**6) for pits in range(1, 12)]
    return [nimbers, blocks.known, rows.perft(position, 3)]


def sowing() -> list[Any]:
    """Search a position of Fifangha, and follow the expected line."""
    position = lalao.game("fifangakely").start()
    search = fifangha.CompiledSearch(1 << 8)
    scored = search.scores(position, list(position.legal_moves()), 3, 300)
    texts = [(score, str(move)) for score, move in scored]
    line = [str(move) for move in search.line(position, scored[0][1], 3)]
    return [texts, line, search.nodes, search.reached, fifangha.perft(position, 2)]


def capturing(name: str) -> list[Any]:
    """Count turns, play at random, and search a game of Fanorona from its start."""
    position = game_as(name, Fanorona).start()
    network = default_network() if name == "fanorona" else None
    worker = Worker(position.game, table_of(0.1), default_weights(), network=network)
    state = fanorona.state_of(position)
    worker.begin(state, 1 << 60)
    order = worker.order()
    found = worker.look(state, 0, order, 2, -INFINITE, INFINITE)
    line = [str(move) for move in line_of(worker, position, found.turns)]
    followers = worker.followers(state)[:2]
    return [found.value, line, worker.nodes, followers, fanorona.perft(position, 2), fanorona.playouts(position, 1, 9)]


def solved() -> dict[str, Any]:
    """Return the results of the games that are solved at once."""
    return {name: fang(name, text) for name, text in SIDES.items()} | {"fafy": fafy()}


def ending(name: str, text: str, depth: int) -> list[Any]:
    """Search a position with endgame tables and certificates, and solve it."""
    position = lalao.game(name).position(text)
    found = searched(position, depth)
    return [found, solve(position).as_dict()]


def searched(position: AnyPosition, depth: int) -> list[Any]:
    """Search a position with its game's own search, anew, to a depth; tell all but the time."""
    *_, info = searcher(position, Settings(hash_mb=1)).think(position, Limits(depth=depth))
    return [info.as_dict()["lines"], info.depth, info.nodes]


def endings() -> dict[str, Any]:
    """Return the results of positions that tables or certificates decide."""
    proved = lalao.game("fanorona-dimy").start()
    return {
        "drawn": ending("fanorona-telo", "2B/1B1/W1W b", 2),
        "won": ending("fanorona-telo", "1B1/3/W2 w", 3),
        "proved": solve(proved).as_dict(),
    }


def results() -> dict[str, Any]:
    """Return every result, as JSON reads it back."""
    found = solved() | {"fifangha": sowing()} | {name: capturing(name) for name in FANORONA} | endings()
    return dict(json.loads(json.dumps(found)))


def counted(game: Game, most: int) -> list[int]:
    """Count the sequences of 1, 2, 3, … moves from the start of a game, until there are more than `most`."""
    start, counts = game.start(), [1]
    while counts[-1] <= most and len(counts) <= MOST_COUNTED:
        counts.append(PERFT[game.family.name](start, len(counts)))
    return counts


def deep() -> dict[str, Any]:
    """Return counts of every listed game, searches at a depth, and solutions, as JSON reads them back."""
    found: dict[str, Any] = {name: counted(lalao.game(name), 200_000) for name in lalao.LISTED}
    for name, depth in DEPTHS.items():
        found[f"{name} to {depth} plies"] = searched(lalao.game(name).start(), depth)
    found["five pieces"] = ending("fanorona", "B8/9/2W1W4/9/7BB w", 6)
    found["fang-10"] = solve(lalao.game("fang-10").start()).as_dict()
    return dict(json.loads(json.dumps(found)))


if __name__ == "__main__":
    json.dump([arrays.NUMPY, results()], sys.stdout)
