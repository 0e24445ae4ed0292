"""All-pairs: some of many cases, in which every two values that stand together in one of all still do."""

from collections.abc import Iterable
from itertools import combinations

import lalao
from lalao.games.game import Family
from lalao.games.registry import FAMILIES

Row = tuple[object, ...]


def pairs(rows: Iterable[Row]) -> list[Row]:
    """Return rows of which one holds every two values that stand in one of `rows`.

    Greedy, and always the same: each time the first of those that add most.

    >>> len(pairs((size, language, theme) for size in "123" for language in "ab" for theme in "xy"))
    6
    """
    within = {row: set(combinations(enumerate(row), min(2, len(row)))) for row in rows}
    missing, chosen = set[tuple[tuple[int, object], ...]]().union(*within.values()), list[Row]()
    while missing:
        chosen.append(max(within, key=lambda row: len(within[row] & missing)))
        missing -= within[chosen[-1]]
    return chosen


def some(family: Family) -> list[str]:
    """Return listed games of a family in which any two of its rules, boards and numbers of pits still meet."""
    rows: dict[Row, str] = {}
    for game in map(lalao.game, family.listed):
        rows[tuple(repr(value) for name, value in vars(game).items() if name != "id" and name[0] != "_")] = game.id
    return [rows[row] for row in pairs(rows)]


SOME = [name for family in FAMILIES for name in some(family)]
"""Games of all families that stand for all that are listed."""
