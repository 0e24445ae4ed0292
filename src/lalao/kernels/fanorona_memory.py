"""What a search of Fanorona keeps: the words of a thread, and the table that threads share.

A search has words of its own, `mem`, and shares `table` with other threads. Both are flat:

    #  mem     NODES … TABLE_PIECES counters and switches, one word each
    #          WEIGHTS              FEATURES words for the opening, then as many for the endgame, in hundredths
    #          DRAWN                keys of positions that draw the match, first those with the root's side to move
    #          KILLERS              a ply: two turns, each as the points it leaves and enters, and the pieces left
    #          PATH                 the key at each ply
    #          LINE                 a ply: its length, then the numbers of the turns expected from there
    #          HISTORY              a side: how often a step from one point to another was best
    #  table   STOP, …              words 0 to 7 are read by every thread
    #          from 8 on            an entry: key ^ data, data; four entries a bucket

A turn is named by its number in the order of `lalao.kernels.fanorona.generate`, which is always the same for a
position. An entry that two threads write at once does not match its key, and is not found (R. Hyatt and T. Mann, "A
lockless transposition-table implementation for parallel search", 2002).
"""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from lalao.kernels.bits import count, lowest
from lalao.kernels.compiling import deep_kernel as kernel
from lalao.kernels.fanorona import ENEMY, OWN, TURN_WORDS, U1, mixed

Int: TypeAlias = Any
Words: TypeAlias = npt.NDArray[np.int64]
Turns: TypeAlias = npt.NDArray[np.int64]

WIN = 1_000_000
DECIDED = WIN - 10_000
INFINITE = 2 * WIN
EXACT, LOWER, UPPER = 1, 2, 3

MERIT = TURN_WORDS
ROW_WORDS = TURN_WORDS + 1
"""Words of a row of turns: those of `generate`, and how promising the turn is."""

MOST_PLIES = 100
MOST_DRAWN = 64
FEATURES = 8

(
    NODES,
    MOST,
    STOPPED,
    QUIET_LIMIT,
    REPEATS,
    FULL_WIDTH,
    AGE,
    POINTS,
    STRONG_POINTS,
    EDGE_POINTS,
    DRAWN_SAME,
    DRAWN_OTHER,
    MISSED,
    SEED,
    TABLE_PIECES,
) = range(15)
WEIGHTS = 16
DRAWN = WEIGHTS + 2 * FEATURES
KILLERS = DRAWN + 2 * MOST_DRAWN
PATH = KILLERS + 4 * (MOST_PLIES + 2)
LINE = PATH + MOST_PLIES + 2
LINE_WORDS = MOST_PLIES + 2
HISTORY = LINE + LINE_WORDS * (MOST_PLIES + 2)
MEM_WORDS = HISTORY + 2 * 4096

STOP = 0
HEADER = 8
BUCKET = 8
VALUE_BASE = 1 << 20
DEPTH_AT, BOUND_AT, AGE_AT, TURN_AT = 21, 29, 31, 37
NO_TURN = (1 << 16) - 1
AGES = 64
LOOK_OFTEN = 255
FIRST, TAKING, KILLER = 1 << 50, 1 << 32, 1 << 31
MOST_HISTORY = 1 << 24


@kernel("boolean(int64[::1], int64[::1])")
def stopped(mem: Words, table: Words) -> Any:
    """Count a position, and tell whether the search is to end."""
    mem[NODES] += 1
    if mem[STOPPED]:
        return True
    if mem[NODES] > mem[MOST] or (mem[NODES] & LOOK_OFTEN == 0 and table[STOP]):
        mem[STOPPED] = 1
        return True
    return False


@kernel("int64(int64, int64)")
def rooted(value: Int, ply: Int) -> Int:
    """Give a decided value of the table as it is counted from the root."""
    if value > DECIDED:
        return value - ply
    return value + ply if value < -DECIDED else value


@kernel("int64(int64, int64)")
def uprooted(value: Int, ply: Int) -> Int:
    """Give a decided value as it is counted from its own position."""
    if value > DECIDED:
        return value + ply
    return value - ply if value < -DECIDED else value


@kernel("int64(int64, int64)")
def salted(name: Int, number: Int) -> Int:
    """Give a position another name where a number counts too."""
    return name ^ np.int64(mixed(np.uint64(number)) >> U1)


@kernel("int64(int64[::1], int64)")
def recall(table: Words, name: Int) -> Int:
    """Return the data of a position, or 0."""
    bucket = HEADER + BUCKET * (name & ((table.shape[0] - HEADER) // BUCKET - 1))
    for entry in range(bucket, bucket + BUCKET, 2):
        data = table[entry + 1]
        if table[entry] ^ data == name:
            return data
    return np.int64(0)


@kernel("void(int64[::1], int64, int64, int64, int64, int64, int64)")
def remember(table: Words, name: Int, value: Int, depth: Int, bound: Int, turn: Int, age: Int) -> None:
    """Write a position over itself, or over the entry of its bucket that is worth least: old, then shallow."""
    bucket = HEADER + BUCKET * (name & ((table.shape[0] - HEADER) // BUCKET - 1))
    chosen, worth = bucket, np.int64(1 << 40)
    for entry in range(bucket, bucket + BUCKET, 2):
        data = table[entry + 1]
        if table[entry] ^ data == name:
            chosen = entry
            if turn == NO_TURN:
                turn = (data >> TURN_AT) & NO_TURN
            break
        here = (data >> DEPTH_AT & 255) - 4 * ((age - (data >> AGE_AT & (AGES - 1))) & (AGES - 1))
        if data == 0:
            here = np.int64(-(1 << 40))
        if here < worth:
            chosen, worth = entry, here
    data = (value + VALUE_BASE) | depth << DEPTH_AT | bound << BOUND_AT | age << AGE_AT | turn << TURN_AT
    table[chosen] = name ^ data
    table[chosen + 1] = data


@kernel("boolean(int64[::1], int64, int64, int64)")
def is_drawn(mem: Words, name: Int, ply: Int, quiet: Int) -> Any:
    """Tell whether a position repeats one on the way, or one that the match has seen twice."""
    for back in range(2, min(quiet, ply) + 1, 2):
        if mem[PATH + ply - back] == name:
            return True
    other = ply & 1
    for place in range(mem[DRAWN_OTHER if other else DRAWN_SAME]):
        if mem[DRAWN + MOST_DRAWN * other + place] == name:
            return True
    return False


@kernel("int64(int64[:,::1], int64, int64)")
def promising(turns: Turns, begin: Int, end: Int) -> Int:
    """Return which of these rows has the greatest merit."""
    best = begin
    for row in range(begin + 1, end):
        if turns[row, MERIT] > turns[best, MERIT]:
            best = row
    return best


@kernel("void(int64[:,::1], int64[::1], int64, int64, int64, int64, int64, int64)")
def rate(turns: Turns, mem: Words, own: Int, enemy: Int, ply: Int, begin: Int, end: Int, first: Int) -> None:
    """Give every turn a merit: the table's first, then the pieces it takes, killers, and what was good elsewhere."""
    side, killers = HISTORY + 4096 * (ply & 1), KILLERS + 4 * ply
    for row in range(begin, end):
        after, left = turns[row, OWN], turns[row, ENEMY]
        moved = own ^ after
        merit = mem[side + ((lowest(own & moved) & 63) << 6) + (lowest(after & moved) & 63)]
        if left != enemy:
            merit += TAKING * count(enemy ^ left)
        if (moved == mem[killers] and left == mem[killers + 1]) or (
            moved == mem[killers + 2] and left == mem[killers + 3]
        ):
            merit += KILLER
        turns[row, MERIT] = merit
    if begin + first < end:
        turns[begin + first, MERIT] = FIRST


@kernel("void(int64[:,::1], int64[::1], int64, int64, int64, int64)")
def praise(turns: Turns, mem: Words, own: Int, ply: Int, turn: Int, depth: Int) -> None:
    """Keep in mind a turn that refuted a position."""
    after, left = turns[turn, OWN], turns[turn, ENEMY]
    moved = own ^ after
    at = HISTORY + 4096 * (ply & 1) + ((lowest(own & moved) & 63) << 6) + (lowest(after & moved) & 63)
    mem[at] = min(np.int64(MOST_HISTORY), mem[at] + depth * depth)
    killers = KILLERS + 4 * ply
    if mem[killers] != moved or mem[killers + 1] != left:
        mem[killers + 2], mem[killers + 3] = mem[killers], mem[killers + 1]
        mem[killers], mem[killers + 1] = moved, left


@kernel("void(int64[::1], int64, int64)")
def lengthen(mem: Words, ply: Int, turn: Int) -> None:
    """Write the line from a ply: a turn, and then the line of the ply after it."""
    here, there = LINE + LINE_WORDS * ply, LINE + LINE_WORDS * (ply + 1)
    length = mem[there]
    mem[here], mem[here + 1] = length + 1, turn
    for place in range(length):
        mem[here + 2 + place] = mem[there + 1 + place]
