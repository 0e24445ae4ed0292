"""The methods of results: each function takes the arguments of a result and returns its value as plain JSON."""

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

import lalao
from lalao.cgt.values import Budget, notation
from lalao.codecs.fang import FullTable, Search
from lalao.codecs.fifangha import CompiledSearch
from lalao.codecs.rows import Blocks
from lalao.errors import TooLargeError
from lalao.games.fafy import Fafy
from lalao.games.fang import Fang
from lalao.games.fanorona import Fanorona
from lalao.games.fifangha import Fifangha
from lalao.games.registry import game_as
from lalao.research.atlas import atlas
from lalao.research.fafy_atlas import AtlasValues
from lalao.research.fafy_misere import outcomes_of
from lalao.research.fair import Judge, layouts_of, rounded
from lalao.research.proof import Proof, ProvingTables
from lalao.research.results.uniform import last_replies, uniform_nimbers
from lalao.solve.fafy import Row, RowSolver
from lalao.solve.fang import WHOLE_PITS, half_of, margin_for
from lalao.solve.sums import misere_quotient
from lalao.tables.arrays import Points, TableArrays
from lalao.values import Side

MOST_BLOCKS = 5_000_000
"""The most blocks that the nimbers of one sequence may need; they take 400 MB."""
PLACES = {12: 1 << 23, 14: 1 << 26, 16: 1 << 28}
"""The places of the tables with which boards of Fang are searched: 0.2, 1.6 and 6.4 GB."""
DEEP_PLACES = 1 << 24
"""The entries of the table with which boards of Fifangha are searched: 0.7 GB."""
FORMS = Budget(positions=1_000_000, parts=1_000, steps=5_000_000)
"""Limits on the canonical forms of one row."""
PROOF_MEMORY, MOST_EXPANSIONS = 1_000_000_000, 40_000_000
"""The bytes and expansions that a proof may use; certificates are the same only with the same memory."""


def margin(game: str) -> dict[str, Any]:
    """Solve a game of Fang from its start without the shipped tables: as a whole, above `WHOLE_PITS` pits by search."""
    fang = game_as(game, Fang)
    start = fang.start()
    if fang.pits <= WHOLE_PITS:
        south = FullTable(start)(start)
    else:
        south = Search(fang, half_of(fang.pits), PLACES[fang.pits])(start)
    lead = margin_for(Side.SOUTH, south, fang.pits)
    return {"winner": "S" if south > 0 else "N" if south < 0 else "", "half": lead.half, "tibong": lead.tibong}


def winner(game: str) -> dict[str, Any]:
    """Solve a game from its start: the side that wins ("" for a draw) and the plies to the end.

    Raises TooLargeError where it cannot be solved.
    """
    start = lalao.game(game).start()
    value = lalao.solve(start).value
    sign = getattr(value, "sign", None)
    if sign is None:
        raise TooLargeError("{game} is not solved within what a question may take", game=game)
    side = {1: str(start.to_move), 0: "", -1: str(start.to_move.other)}[sign]
    return {"winner": side, "plies": value.plies}


def no_win_within(game: str, plies: int) -> int:
    """Return within how many plies from the start of a game of Fifangha nobody can force a win, up to `plies`."""
    search = CompiledSearch(DEEP_PLACES)
    search.decided(game_as(game, Fifangha).start(), plies, 1 << 62)
    return search.reached


def endgames(game: str) -> list[dict[str, Any]]:
    """Count the positions won, drawn and lost in each slice of the shipped endgame tables, fewest pieces first."""
    held = lalao.tables.open(game_as(game, Fanorona))
    order = sorted(held.slices, key=lambda material: (sum(material), -material[0]))
    return [{"own": own, "others": others, "counts": counted(held, own, others)} for own, others in order]


def counted(held: TableArrays, own: int, others: int) -> list[int]:
    """Return how many positions of a slice are won, drawn and lost for the side to move."""
    size = held.game.lattice.size
    mine, theirs = np.meshgrid(sets_of(own, size), sets_of(others, size), indexing="ij")
    apart = (mine & theirs) == 0
    values = held.values(mine[apart], theirs[apart])
    return [int((values == sign).sum()) for sign in (1, 0, -1)]


def sets_of(count: int, size: int) -> Points:
    """Return all sets of `count` points of a board with `size` points, a word each."""
    return np.array(
        [sum(1 << point for point in points) for points in combinations(range(size), count)], dtype=np.int64
    )


def proof(game: str, attacker: str, pieces: int) -> dict[str, Any]:
    """Prove whether a side can force a win, with tables of up to `pieces` pieces built for this alone.

    Raises TooLargeError where the proof takes more than `MOST_EXPANSIONS` expansions.
    """
    fanorona, side = game_as(game, Fanorona), Side(attacker)
    with TemporaryDirectory() as folder:
        tables = ProvingTables(fanorona, pieces, Path(folder), lambda _: None)
        found = Proof(fanorona.start(), side, tables, PROOF_MEMORY, MOST_EXPANSIONS).run(certified=True)
    if found.certificate is None:
        raise TooLargeError("{game} is not solved within what a question may take", game=game)
    return {"wins": found.wins, "turns": len(found.certificate.turns), "certificate": found.certificate.sha256}


def row_nimbers(game: str, seeds: int, first: int, last: int) -> list[int]:
    """Return the nimbers of the rows of `first` to `last` pits with `seeds` seeds in each pit."""
    fafy = game_as(game, Fafy)
    rows = [(seeds,) * pits for pits in range(first, last + 1)]
    if fafy.last_only:
        return lalao.nimbers(rows, fafy)
    blocks = Blocks()
    return [blocks.nimber(row, MOST_BLOCKS) for row in rows]


def row_forms(game: str, seeds: int, last: int) -> list[str]:
    """Return the canonical forms of partizan rows of 1 to `last` pits with `seeds` seeds in each."""
    solver = RowSolver(game_as(game, Fafy))
    forms = AtlasValues(solver, FORMS)
    found = []
    for pits in range(1, last + 1):
        forms.begin()
        found.append(notation(forms.of_sum(solver.parts((seeds,) * pits)).game))
    return found


def row_outcomes(seeds: int, last: int) -> str:
    """Return who wins rows of impartial Fafy in misère play, of 1 to `last` pits with `seeds` seeds in each.

    Each row is a letter: N if the player who starts wins, else P.
    """
    rows = [(seeds,) * pits for pits in range(1, last + 1)]
    return "".join("N" if first_wins else "P" for first_wins in outcomes_of(rows))


def misere_quotients(game: str, seeds: int, last: int) -> dict[str, Any]:
    """Return the orders of the misère quotients of rows of 1 to n pits with `seeds` seeds in each, n = 1 to `last`.

    For the last one also the presentation, the elements lost for the player to move, and that of each row.
    """
    rows: list[str | Row] = [(seeds,) * pits for pits in range(1, last + 1)]
    quotients = [misere_quotient(rows[:most], lalao.game(game)) for most in range(1, last + 1)]
    return {
        "orders": list(map(len, quotients)),
        "presentation": quotients[-1].presentation,
        "lost": quotients[-1].lost,
        "elements": [quotients[-1].element(row) for row in rows],
    }


def lost_in_both(game: str, pits: int, per_pit: int) -> dict[str, int]:
    """Count the rows of an atlas that the starting player loses: in normal play, in misère play, and in both.

    Raises TooLargeError where a row cannot be solved.
    """
    found = atlas(lalao.game(game), pits, per_pit, ("outcome", "misere_outcome"))
    pairs = Counter((one.outcome, one.misere_outcome) for one in found.entries)
    if any(None in pair for pair in pairs):
        raise TooLargeError("{game} is not solved within what a question may take", game=game)
    normal = pairs["P", "N"] + pairs["P", "P"]
    misere = pairs["N", "P"] + pairs["P", "P"]
    return {"rows": pairs.total(), "normal": normal, "misere": misere, "both": pairs["P", "P"]}


def cake(game: str, pits: int, seeds: int) -> dict[str, Any]:
    """Judge all layouts of a size as `lalao fair` does: count those where it is best to start, and not to."""
    rows = lalao.game(game)
    starts, judge = layouts_of(rows).starts(rows, pits, seeds), Judge()
    layouts = [layout for start in starts if (layout := judge.layout(start))]
    hardest = min(layouts, key=lambda layout: layout.rank)
    who = Counter(layout.start for layout in layouts)
    return {
        "layouts": len(starts),
        "first": who["first"],
        "second": who["second"],
        "hardest": str(hardest.position),
        "chance": rounded(hardest.chance),
    }


METHODS: dict[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (
        margin,
        winner,
        no_win_within,
        endgames,
        proof,
        row_nimbers,
        row_forms,
        row_outcomes,
        misere_quotients,
        lost_in_both,
        cake,
        uniform_nimbers,
        last_replies,
    )
}
"""The methods by name; `lalao.research.results.SENTENCES` has a sentence for each."""


def compute(method: str, arguments: Mapping[str, str | int]) -> Any:
    """Compute the value of a result.

    Raises TooLargeError where it takes more memory or effort than allowed.
    """
    return METHODS[method](**arguments)
