"""Random play of Fifangha: each question is answered at random while the turn is played, without a list of turns."""

from lalao import arrays as np
from lalao.arrays.types import Int, IntArray, IntGrid
from lalao.kernels.compiling import kernel
from lalao.kernels.fifangha import (
    ASKED,
    ENDED,
    MOST_ROWS,
    SIDE,
    WHOLE_WORD,
    WORDS,
    answer,
    begin,
    choose,
    copy,
    generate,
    hand_over,
    sow,
)
from lalao.kernels.hashing import mixed

U32 = np.uint64(32)
PLAYED = 2
"""The first of the rows where all turns are played; the two before it are the position and the one after it."""
ROWS = PLAYED + MOST_ROWS


@kernel
def below(rng: IntArray, bound: Int) -> Int:
    """Draw a number from 0 to `bound` - 1; `rng[0]` is the state of the generator."""
    rng[0] = ((rng[0] & WHOLE_WORD) + 0x1E3779B97F4A7C15) & WHOLE_WORD
    return (np.int64(mixed(np.uint64(rng[0])) >> U32) * bound) >> 32


@kernel
def sow_at_random(rows: IntGrid, at: Int, rng: IntArray) -> Int:
    """Play a turn to its end with random answers; return 1 if it has an end, else 0."""
    met = sow(rows, at)
    while met == ASKED:
        answer(rows, at, below(rng, 2))
        met = sow(rows, at)
    if met == ENDED:
        hand_over(rows, at)
    return 1 if met == ENDED else 0


@kernel
def any_turn(rows: IntGrid, at: Int, to: Int, rng: IntArray, begun: IntArray) -> Int:
    """Play one of all the legal turns of row `at`, with equal chances, into row `to`; return 0 if there is none."""
    count = generate(rows, at, PLAYED, begun)
    if count > 0:
        copy(rows, PLAYED + below(rng, count), to)
    return 1 if count > 0 else 0


@kernel
def random_turn(rows: IntGrid, at: Int, to: Int, rng: IntArray, begun: IntArray) -> Int:
    """Play a legal turn of row `at` into row `to`, beginning and answers at random; return 0 if there is none."""
    count, capturing = choose(rows, at, begun)
    while count > 0:
        pick = below(rng, count)
        begin(rows, at, to, begun[pick], capturing)
        if sow_at_random(rows, to, rng):
            return 1
        count -= 1
        begun[pick] = begun[count]
    return any_turn(rows, at, to, rng, begun)


@kernel
def playout(state: IntArray, rng: IntArray, most_plies: Int, rows: IntGrid, begun: IntArray) -> tuple[Int, Int]:
    """Play a random game; return its plies and South's result: 1 won, -1 lost, 0 not over after `most_plies`."""
    for word in range(WORDS):
        rows[0, word] = state[word]
    for ply in range(most_plies):
        at = ply & 1
        if not random_turn(rows, at, 1 - at, rng, begun):
            return ply, 1 - 2 * rows[at, SIDE]
    return most_plies, 0


@kernel
def playouts(
    state: IntArray, rng: IntArray, most_plies: Int, games: Int, rows: IntGrid, begun: IntArray, counts: IntArray
) -> None:
    """Play `games` random games; add to `counts` their plies, and how many South won, lost and left undecided."""
    for _ in range(games):
        plies, result = playout(state, rng, most_plies, rows, begun)
        counts[0] += plies
        counts[1 if result > 0 else 2 if result < 0 else 3] += 1
