"""Naive references of the solvers: plain minimax, mex and outcomes over the naive rules, on texts."""

from functools import cache
from types import ModuleType

from tests.naive import fafy, fang


def sides(name: str) -> ModuleType:
    """Return the naive rules of a game."""
    return fang if name.startswith("fang") else fafy


@cache
def wins(name: str, position: str) -> int:
    """Return the result of best play for the side to move: 1, 0 or -1."""
    rules = sides(name)
    result = rules.result(name, position)
    if result is not None:
        mover = position.split()[-1]
        return 0 if result == "draw" else 1 if result == mover else -1
    return max(-wins(name, after) for after in rules.turns(name, position).values())


@cache
def fang_margin(name: str, position: str) -> tuple[int, int]:
    """Return South's lead in the halves, then in the tibongs, with best play on both sides."""
    turns = fang.turns(name, position)
    if not turns:
        pits = [int(seeds) for seeds in position.split()[0].split(".")]
        middle = len(pits) // 2
        return sum(pits[:middle]) - sum(pits[middle:]), pits[0] - pits[-1]
    leads = [fang_margin(name, after) for after in turns.values()]
    return max(leads) if position.endswith("S") else min(leads)


@cache
def nimber(name: str, row: str) -> int:
    """Return the nimber of a whole row, without splitting it into blocks."""
    reached = {nimber(name, after.split()[0]) for after in fafy.turns(name, f"{row} S").values()}
    number = 0
    while number in reached:
        number += 1
    return number


@cache
def plies(name: str, position: str) -> int:
    """Return the plies to the end when a winner hurries and a loser delays."""
    rules = sides(name)
    turns = rules.turns(name, position)
    if not turns:
        return 0
    if wins(name, position) > 0:
        return 1 + min(plies(name, after) for after in turns.values() if wins(name, after) < 0)
    return 1 + max(plies(name, after) for after in turns.values())
