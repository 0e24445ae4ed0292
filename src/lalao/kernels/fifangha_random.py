"""Random play of Fifangha: each question is answered at random while the turn is played, without a list of turns."""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from lalao.kernels.compiling import kernel
from lalao.kernels.fifangha import (
    ASKED,
    ENDED,
    MOST_BEGUN,
    SIDE,
    WHOLE_WORD,
    WORDS,
    answer,
    begin,
    children,
    choose,
    hand_over,
    sow,
)
from lalao.kernels.hashing import mixed

Int: TypeAlias = Any
IntArray: TypeAlias = npt.NDArray[np.int64]

U32 = np.uint64(32)


@kernel("int64(int64[::1], int64)")
def below(rng: IntArray, bound: Int) -> Int:
    """Draw a number from 0 to `bound` - 1; `rng[0]` is the state of the generator."""
    rng[0] = ((rng[0] & WHOLE_WORD) + 0x1E3779B97F4A7C15) & WHOLE_WORD
    return (np.int64(mixed(np.uint64(rng[0])) >> U32) * bound) >> 32


@kernel("int64(int64[:,::1], int64, int64[::1])")
def sow_at_random(rows: IntArray, at: Int, rng: IntArray) -> Int:
    """Play a turn to its end with random answers; return 1 if it has an end, else 0."""
    met = sow(rows, at)
    while met == ASKED:
        answer(rows, at, below(rng, 2))
        met = sow(rows, at)
    if met == ENDED:
        hand_over(rows, at)
    return 1 if met == ENDED else 0


@kernel("int64(int64[:,::1], int64, int64, int64[::1])")
def any_turn(rows: IntArray, at: Int, to: Int, rng: IntArray) -> Int:
    """Play one of all the legal turns of row `at`, with equal chances, into row `to`; return 0 if there is none."""
    all_rows = children(rows[at])
    count = all_rows.shape[0]
    if count > 0:
        rows[to] = all_rows[below(rng, count)]
    return 1 if count > 0 else 0


@kernel("int64(int64[:,::1], int64, int64, int64[::1], int64[::1])")
def random_turn(rows: IntArray, at: Int, to: Int, rng: IntArray, begun: IntArray) -> Int:
    """Play a legal turn of row `at` into row `to`, beginning and answers at random; return 0 if there is none."""
    count, capturing = choose(rows, at, begun)
    while count > 0:
        pick = below(rng, count)
        begin(rows, at, to, begun[pick], capturing)
        if sow_at_random(rows, to, rng):
            return 1
        count -= 1
        begun[pick] = begun[count]
    return any_turn(rows, at, to, rng)


@kernel("UniTuple(int64, 2)(int64[::1], int64[::1], int64)")
def playout(state: IntArray, rng: IntArray, most_plies: Int) -> tuple[Int, Int]:
    """Play a random game; return its plies and South's result: 1 won, -1 lost, 0 not over after `most_plies`."""
    rows = np.empty((2, WORDS), dtype=np.int64)
    begun = np.empty(MOST_BEGUN, dtype=np.int64)
    rows[0] = state
    for ply in range(most_plies):
        at = ply & 1
        if not random_turn(rows, at, 1 - at, rng, begun):
            return ply, 1 - 2 * rows[at, SIDE]
    return most_plies, 0


@kernel("int64[::1](int64[::1], int64[::1], int64, int64)")
def playouts(state: IntArray, rng: IntArray, most_plies: Int, games: Int) -> IntArray:
    """Play `games` random games; return their plies in all, and how many South won, lost and left undecided."""
    counts = np.zeros(4, dtype=np.int64)
    for _ in range(games):
        plies, result = playout(state, rng, most_plies)
        counts[0] += plies
        counts[1 if result > 0 else 2 if result < 0 else 3] += 1
    return counts
