"""The transposition table of Fanorona's searches, shared by their threads.

    #  table   STOP, THREADS        words 0 to 7 are read by every thread
    #          MARKS                names of turns that are being searched, where there are several threads
    #          from HEADER on       entries of two words: key ^ data, data; four entries per bucket
    #  data    value + VALUE_BASE (21 bits), depth (8), bound (2), age (6), number of the best turn (16)

A turn is named by its number in the order of `lalao.kernels.fanorona.generate`, which is always the same for a
position. An entry that two threads write at once does not match its key, and is not found (R. Hyatt and T. Mann, "A
lockless transposition-table implementation for parallel search", 2002).
"""

from lalao import arrays as np
from lalao.arrays.types import Bool, Int, IntArray
from lalao.kernels.compiling import kernel
from lalao.kernels.fanorona import U1
from lalao.kernels.hashing import mixed
from lalao.kernels.scores import DECIDED

STOP, THREADS = 0, 1
MARKS, MARKED = 8, 1024
HEADER = MARKS + MARKED
BUCKET = 8
VALUE_BASE = 1 << 20
DEPTH_AT, BOUND_AT, AGE_AT, TURN_AT = 21, 29, 31, 37
NO_TURN = (1 << 16) - 1
AGES = 64


@kernel
def value_from_tt(value: Int, ply: Int) -> Int:
    """Return a value of the table with decided games counted from the root, not from the position."""
    if value > DECIDED:
        return value - ply
    return value + ply if value < -DECIDED else value


@kernel
def value_to_tt(value: Int, ply: Int) -> Int:
    """Return a value for the table, with decided games counted from the position, not from the root."""
    if value > DECIDED:
        return value + ply
    return value - ply if value < -DECIDED else value


@kernel
def keyed_with(name: Int, number: Int) -> Int:
    """Return the key of a position together with a number on which its value depends, such as its quiet plies.

    The key is mixed again after the number has joined it. Joining two mixed words is not enough: a position holds mixed
    words too, and where one of them is the number's, exchanging the two gives another position the same key.
    """
    return np.int64(mixed(np.uint64(name) ^ mixed(np.uint64(number))) >> U1)


@kernel
def tt_probe(table: IntArray, name: Int) -> Int:
    """Return the data of a position, or 0 where the table does not hold it."""
    bucket = HEADER + BUCKET * (name & ((table.shape[0] - HEADER) // BUCKET - 1))
    for entry in range(bucket, bucket + BUCKET, 2):
        data = table[entry + 1]
        if table[entry] ^ data == name:
            return data
    return np.int64(0)


@kernel
def tt_store(table: IntArray, name: Int, value: Int, depth: Int, bound: Int, turn: Int, age: Int) -> None:
    """Store a position over itself, or over the least useful entry of its bucket: old ones first, then shallow ones."""
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


@kernel
def tt_is_marked(table: IntArray, name: Int) -> Bool:
    """Tell whether some thread is searching a turn of this name; a mark may be lost, since names share places."""
    return table[MARKS + (name & (MARKED - 1))] == name


@kernel
def tt_mark(table: IntArray, name: Int) -> None:
    """Tell the other threads that a turn is being searched."""
    table[MARKS + (name & (MARKED - 1))] = name


@kernel
def tt_unmark(table: IntArray, name: Int) -> None:
    """Take back the mark of `tt_mark`."""
    if table[MARKS + (name & (MARKED - 1))] == name:
        table[MARKS + (name & (MARKED - 1))] = 0
