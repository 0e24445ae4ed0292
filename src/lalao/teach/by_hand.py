"""Turns that a pupil sowed seed by seed while the program only checked: which ones, and how many errors were made.

A record lists them in the tag ``ByHand``: the plies sown by hand, counted from 1, each followed by its misses, if any,
which are gestures that were not the next one. A second number says how many of them went to the wrong side: the first
seed was dropped to the left of the player where the rule says to the right. A side's letter stands for all its plies,
without misses.

>>> from lalao.record import read
>>> sown_by_hand(read('[Game "fang-4"] [ByHand "1 3:2"] 1. 2 2 2. 3 1'))
{1: 0, 3: 2}
>>> sown_by_hand(read('[Game "fang-4"] [ByHand "N"] 1. 2 2 2. 3 1'))
{2: 0, 4: 0}
>>> strayed(read('[Game "fafy"] [ByHand "1:3:2"] 1. 1+'))
{1: 2}
"""

import re
from collections.abc import Mapping
from types import MappingProxyType

from lalao.record import Record

BY_HAND = "ByHand"
PLY = re.compile(r"([1-9][0-9]{0,5})(?::([0-9]{1,6})(?::([0-9]{1,6}))?)?", re.ASCII)


def sown_by_hand(record: Record) -> dict[int, int]:
    """Return the number of misses of each ply of the main line sown by hand; words that make no sense are skipped."""
    movers = [str(position.to_move) for position in record.positions()[:-1]]
    sown: dict[int, int] = {}
    for word in record.tags.get(BY_HAND, "").split():
        shape = PLY.fullmatch(word)
        if shape and int(shape[1]) <= len(movers):
            sown[int(shape[1])] = int(shape[2] or 0)
        sown |= {ply: 0 for ply, mover in enumerate(movers, 1) if mover == word and ply not in sown}
    return dict(sorted(sown.items()))


def strayed(record: Record) -> dict[int, int]:
    """Return how often the first seed of a ply sown by hand was dropped to the wrong side, for plies where it was."""
    shapes = map(PLY.fullmatch, record.tags.get(BY_HAND, "").split())
    return {int(shape[1]): int(shape[3]) for shape in shapes if shape and shape[3]}


def mark_by_hand(record: Record, sown: Mapping[int, int], astray: Mapping[int, int] = MappingProxyType({})) -> None:
    """Write the plies sown by hand, with their misses, to a record's tag; without any, remove the tag."""
    record.tags.pop(BY_HAND, None)
    if sown:
        words = ((ply, misses, astray.get(ply, 0)) for ply, misses in sorted(sown.items()))
        record.tags[BY_HAND] = " ".join(
            f"{ply}:{misses}:{wrong}" if wrong else f"{ply}:{misses}" if misses else str(ply)
            for ply, misses, wrong in words
        )
