"""Write the figures of what is solved, for the pages for the curious: ``python tools/known.py [FAMILY]``.

The solver and the rules are asked again. The figures go to ``known.json`` beside each family's rules;
`lalao.sheets` sets them as tables.
"""

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import lalao
from lalao.codecs import fanorona
from lalao.games.fanorona import FanoronaPosition
from lalao.games.game import AnyPosition
from lalao.solve import solve
from lalao.solve.sums import nimbers
from lalao.tables.probe import Tables, shipped_folder
from lalao.values import Side

GAMES = Path(__file__).resolve().parent.parent / "src" / "lalao" / "games"
Fact = Callable[[], Any]

FANG = ("fang-4", "fang-4-guarded", "fang-4-last", "fang-4-guarded-last", "fang-6", "fang-6-guarded")
LARGER_FANG = ("fang-8", "fang-8-guarded", "fang-10", "fang-10-guarded")
ROWS = (("fafy-impartial", 1, 1, 24), ("fafy-impartial", 2, 1, 16), ("fafy-impartial", 3, 1, 16))
SOWING_ROWS = (("sowing-impartial", 1, 2, 9), ("sowing-impartial", 2, 3, 8), ("sowing-impartial", 3, 4, 7))
FANORONA = ("fanorona-telo", "fanorona-libre-telo", "fanorona-strict-telo", "fanorona-3x5", "fanorona-5x3")


def winner(position: AnyPosition) -> tuple[str, int | None]:
    """Return the letter of the side that wins ("" for a draw) and the plies to the end."""
    value = solve(position).value
    assert hasattr(value, "sign"), f"{position} is not solved"
    side: Side | None = {1: position.to_move, 0: None, -1: position.to_move.other}[value.sign]
    return str(side or ""), value.plies


def margins() -> list[dict[str, Any]]:
    """Solve games of Fang from their start, South first, with their margins."""
    found = []
    for name in FANG + LARGER_FANG:
        start = lalao.game(name).start()
        margin = solve(start).margin
        assert margin is not None
        found.append({"game": name, "winner": winner(start)[0], "half": margin.half, "tibong": margin.tibong})
    return found


def winners(names: tuple[str, ...]) -> list[dict[str, Any]]:
    """Solve games from their start: who wins, in how many plies."""
    starts = ((name, lalao.game(name).start()) for name in names)
    return [{"game": name, "winner": side, "plies": plies} for name, (side, plies) in _won(starts)]


def _won(starts: Iterator[tuple[str, AnyPosition]]) -> Iterator[tuple[str, tuple[str, int | None]]]:
    for name, start in starts:
        yield name, winner(start)


def sequences(depths: dict[str, int]) -> dict[str, list[int]]:
    """Count the sequences of 1, 2, 3 … turns from the start of games."""
    return {name: list(counts(lalao.game(name).start(), depth)) for name, depth in depths.items()}


def counts(start: AnyPosition, depth: int) -> Iterator[int]:
    """Yield the number of sequences of each length; positions reached by several sequences are visited once."""
    reached: Counter[AnyPosition] = Counter({start: 1})
    for at in range(1, depth + 1):
        yield sum(number * len(position.legal_moves()) for position, number in reached.items())
        if at == depth:
            return
        after = Counter[AnyPosition]()
        for position, number in reached.items():
            for move in position.legal_moves():
                after[position._play(move)] += number
        reached = after


def sequences_of_fanorona(depths: dict[str, int]) -> dict[str, list[int]]:
    """Count the sequences of 1, 2, 3 … turns with the compiled rules, which tests compare with the readable ones."""
    starts = ((name, lalao.game(name).start(), depth) for name, depth in depths.items())
    return {
        name: [fanorona.perft(start, turns) for turns in range(1, depth + 1)]
        for name, start, depth in starts
        if isinstance(start, FanoronaPosition)
    }


def rows() -> list[dict[str, Any]]:
    """Find the nimbers of uniform rows, with equally many seeds in each pit."""
    return [
        {
            "game": name,
            "seeds": seeds,
            "from": first,
            "nimbers": nimbers([(seeds,) * pits for pits in range(first, last + 1)], lalao.game(name)),
        }
        for name, seeds, first, last in ROWS + SOWING_ROWS
    ]


def endgames() -> list[dict[str, Any]]:
    """Count wins, draws and losses in the tables shipped with Lalao."""
    game = lalao.game("fanorona")
    heads = [head for head, _ in Tables(game, (shipped_folder(),)).heads()]
    found = [{"own": head.own, "others": head.enemy, "counts": [head.wins, head.draws, head.losses]} for head in heads]
    return sorted(found, key=lambda one: (one["own"] + one["others"], -one["own"]))


FACTS: dict[str, dict[str, Fact]] = {
    "fang": {
        "margins": margins,
        "sequences": lambda: sequences({"fang-4": 6, "fang-4-guarded": 6, "fang-6": 8}),
    },
    "fafy": {"nimbers": rows},
    "fanorona": {
        "winners": lambda: winners(FANORONA),
        "sequences": lambda: sequences_of_fanorona({"fanorona": 6, "fanorona-dimy": 5, "fanorona-telo": 6}),
        "endgames": endgames,
    },
    "fifangha": {
        "winners": lambda: winners(("fifangakely",)),
        "sequences": lambda: sequences({"fifangakely": 8, "fifangha-6": 6, "fifangha": 5}),
    },
}
SLOW = {("fanorona", "winners"), ("fifangha", "winners"), ("fifangha", "sequences")}
"""Facts that take more than a few seconds: the tests look at their beginnings, and the slow tests at all of them."""


def write(family: str) -> None:
    """Write the figures of a family."""
    found = (f"{json.dumps(name)}: {json.dumps(fact())}" for name, fact in FACTS[family].items())
    text = ",\n".join(found).replace("}, {", "},\n  {").replace("], ", "],\n  ")
    (GAMES / family / "known.json").write_text(f"{{\n{text}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    for family in sys.argv[1:] or FACTS:
        write(family)
