"""The units of work from which tables are built: pure functions of a range of places, which may run anywhere.

A slice is cut into chunks. `seed_terminals` settles the effect of captures; `propagate` finds the places one
ply before those that have a code in a chunk, and `release` those whose best capture counts from this code on. None of
them writes anything: the caller does, in any order, since no two results of one pass disagree.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from lalao.arrays.types import ByteArray, IntArray
from lalao.board.orbits import Slice, beginnings, places, slices
from lalao.codecs.fanorona import Layout, flags, layout, workspace
from lalao.errors import TooLargeError
from lalao.games.fanorona import Fanorona
from lalao.kernels import fanorona_tables as kernel
from lalao.kernels.fanorona import MAY_DECLINE

CHUNK = 1 << kernel.GRANULE
MOST_TARGETS = 1 << 16
MOST_TURNS = 20_000
NOTHING = np.zeros(0, dtype=np.uint8)


class Chunk(NamedTuple):
    """The places of a slice from `first` up to but not including `end`, counted from where the slice begins."""

    own: int
    enemy: int
    first: int
    end: int


@dataclass(frozen=True, slots=True)
class Work:
    """The scope of a build: a board, a ruleset (as kernel flags), and slices, each after those that captures lead to.

    It is small and can be pickled, to be sent to another machine.
    """

    height: int
    width: int
    rules: int
    slices: tuple[Slice, ...]

    @classmethod
    def of(cls, game: Fanorona, pieces: int, only: Slice | None = None) -> "Work":
        """Return the work for every slice of up to `pieces` pieces, or for one of these and all that it leads to."""
        every = slices(pieces, game.pieces)
        if only is not None:
            large, small = max(only), min(only)
            every = tuple(one for one in every if max(one) <= large and min(one) <= small)
        return cls(game.lattice.height, game.lattice.width, flags(game), every)

    @property
    def places(self) -> list[int]:
        """The number of places of each slice, in the order of `slices`."""
        return [places(self.height, self.width, one) for one in self.slices]

    @property
    def declining(self) -> bool:
        """Whether captures may be declined, so that their codes are kept apart until they count."""
        return bool(self.rules & MAY_DECLINE)

    @property
    def top(self) -> tuple[Slice, ...]:
        """The slices with the most pieces: no slice that is built leads to one but itself and its counterpart."""
        most = max((sum(one) for one in self.slices), default=0)
        return tuple(one for one in self.slices if sum(one) == most)

    def turns(self) -> Iterator[list[Slice]]:
        """Yield the slices whose codes are in the array together: those below `top`, then each pair of `top`."""
        yield [one for one in self.slices if one not in self.top]
        for pair in sorted({(max(one), min(one)) for one in self.top}):
            yield [one for one in self.top if one in (pair, pair[::-1])]

    @property
    def begins(self) -> dict[Slice, int]:
        """Where each slice begins: one after the other, except that the pairs of `top` take turns in one place.

        Taking leads to fewer pieces, so of the values of `top` only those of a slice and its counterpart are needed at
        a time: less than half of the total for all slices of eight pieces on 5×9.
        """
        begins, lower = beginnings(self.height, self.width, [one for one in self.slices if one not in self.top])
        for own, enemy in self.top:
            pair = beginnings(self.height, self.width, sorted({(own, enemy), (enemy, own)}))[0]
            begins[own, enemy] = lower + pair[own, enemy]
        return begins

    @property
    def size(self) -> int:
        """The length of the array of codes, known without laying it out."""
        begins = self.begins
        return max((begins[one] + number for one, number in zip(self.slices, self.places, strict=True)), default=0)

    @property
    def layout(self) -> Layout:
        """Where each slice begins, and the array that the kernels read."""
        return _layout(self)

    def chunks(self, own: int, enemy: int) -> list[Chunk]:
        """Cut a slice into chunks of at most `CHUNK` places."""
        end = self.layout.places[own, enemy]
        return [Chunk(own, enemy, first, min(first + CHUNK, end)) for first in range(0, end, CHUNK)]


@cache
def _layout(work: Work) -> Layout:
    return layout(work.height, work.width, work.slices, work.begins)


class Begun(NamedTuple):
    """The effect of captures on a chunk: codes, codes that wait (where captures may be declined), and the highest."""

    codes: ByteArray
    by_taking: ByteArray
    highest: int


def seed_terminals(work: Work, values: ByteArray, chunk: Chunk) -> Begun:
    """Settle the effect of captures on a chunk, from the values of smaller slices.

    Raises TooLargeError where a position has too many turns, or a win too many plies, for the tables.
    """
    codes = np.zeros(chunk.end - chunk.first, dtype=np.uint8)
    by_taking = np.zeros_like(codes) if work.declining else NOTHING
    stack, turns = workspace(MOST_TURNS)
    highest = int(kernel.seed_terminals(work.layout.board, *chunk, work.rules, values, stack, turns, codes, by_taking))
    if highest < 0:
        raise TooLargeError("a position with {own} against {enemy} pieces has too many turns", **chunk._asdict())
    return Begun(codes, by_taking, highest)


def propagate(work: Work, values: ByteArray, by_taking: ByteArray, chunk: Chunk, code: int) -> IntArray:
    """Return the places, perhaps repeated, that get `code + 1` because steps lead to places of a chunk with `code`."""
    return _targets(kernel.propagate, work, values, by_taking, chunk, code)


def release(work: Work, values: ByteArray, by_taking: ByteArray, chunk: Chunk, code: int) -> IntArray:
    """Return the places of a chunk that get `code`, that of their best capture; only where captures may be declined."""
    return _targets(kernel.release, work, values, by_taking, chunk, code)


def _targets(
    kernel_pass: Callable[..., Any], work: Work, values: ByteArray, by_taking: ByteArray, chunk: Chunk, code: int
) -> IntArray:
    """Run a pass over a chunk, resuming it whenever the room for its targets is full."""
    room = np.empty(MOST_TARGETS, dtype=np.int64)
    targets = []
    first = chunk.first
    while first < chunk.end:
        first, number = kernel_pass(
            work.layout.board, chunk.own, chunk.enemy, first, chunk.end, code, work.rules, values, by_taking, room
        )
        targets.append(room[:number].copy())
    return targets[0] if len(targets) == 1 else np.concatenate(targets)
