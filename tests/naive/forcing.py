"""Naive search for forced ends, by a game's naive rules: who wins within a number of plies, and after how many."""

from functools import cache
from types import ModuleType


@cache
def plies_to_end(rules: ModuleType, name: str, position: str, most: int) -> int | None:
    """Return the plies to the end with best play, odd where the side to move wins; None where `most` are not enough.

    For games in which a player who cannot move has lost.
    """
    turns = rules.turns(name, position)
    if not turns:
        return 0
    if most == 0:
        return None
    found = [plies_to_end(rules, name, after.split(" quiet=")[0], most - 1) for after in turns.values()]
    lost = [plies for plies in found if plies is not None and plies % 2 == 0]
    if lost:
        return 1 + min(lost)
    known = [plies for plies in found if plies is not None]
    return 1 + max(known) if len(known) == len(found) else None
