"""Fang in one word: five bits a pit, for up to 12 pits.

    #  pit        n    …   2     1
    #  bits   …  ..... … .....  .....      pit p in bits 5(p-1) to 5(p-1)+4

The seeds on the board tell how many turns have been played, so a word, its size and the side that moves first make a
position. Values are South's: 64 times the lead in the halves plus the lead in the tibongs; more is better for
South, and the sign is the winner's, since the tibongs decide between equal halves.
"""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from lalao.kernels.compiling import kernel

Int: TypeAlias = Any
IntArray: TypeAlias = npt.NDArray[np.int64]
Table: TypeAlias = npt.NDArray[np.int64]
Indices: TypeAlias = npt.NDArray[np.int32]
Values: TypeAlias = npt.NDArray[np.int16]

WIDTH = 5
MOST_PITS = 12
HALF = 64
GOLDEN = np.uint64(0x9E3779B97F4A7C15)


@kernel("int64(int64, int64, int64, int64)")
def sowing(pits: Int, last: Int, seeds: Int, south: Int) -> Int:
    """Return the word that sowing `seeds` seeds from a side's tibong adds; `last` keeps the surplus in the last pit."""
    added = np.int64(0)
    for seed in range(seeds):
        step = seed
        if seed >= pits:
            step = pits - 1 if last else seed % pits
        pit = step if south else pits - 1 - step
        added += np.int64(1) << (WIDTH * pit)
    return added


@kernel("int64[:,:](int64, int64)")
def sowings(pits: Int, last: Int) -> Table:
    """Return the words that sowings add: by side (0 North, 1 South) and number of seeds."""
    table = np.zeros((2, 2 * pits + 2), dtype=np.int64)
    for south in range(2):
        for seeds in range(2 * pits + 2):
            table[south, seeds] = sowing(pits, last, seeds, south)
    return table


@kernel("int64(int64, int64)")
def value_at_end(word: Int, pits: Int) -> Int:
    """Return South's value of a finished game; modulo 31 a number is the sum of its digits in base 32."""
    half = (np.int64(1) << (WIDTH * (pits // 2))) - 1
    south, everything = (word & half) % 31, word % 31
    tibongs = (word & 31) - (word >> (WIDTH * (pits - 1)))
    return HALF * (2 * south - everything) + tibongs


@kernel("boolean(int64, int64, int64)")
def can_attack(word: Int, pit: Int, guarded: Int) -> Int:
    """Tell whether a pit (counted from 0) may be attacked; `guarded` is the set of pits that must hold 2 seeds."""
    return (word >> (WIDTH * pit)) & 31 > (guarded >> pit) & 1


@kernel("int64(int64, int64, int64[:,:], int64)")
def play(word: Int, pit: Int, adds: Table, south: Int) -> Int:
    """Return the word after an attack on a pit: it is lifted with the seed dropped there, and sown."""
    shift = WIDTH * pit
    seeds = ((word >> shift) & 31) + 1
    return (word & ~(np.int64(31) << shift)) + adds[south, seeds]


@kernel("int64(int64, int64, int64, int64[:,:], int64, int64, int64)")
def perft(word: Int, pits: Int, guarded: Int, adds: Table, south: Int, turns: Int, depth: Int) -> Int:
    """Count the sequences of `depth` moves with `turns` left in the game, playing the last moves too."""
    if depth == 0:
        return np.int64(1)
    if turns == 0:
        return np.int64(0)
    nodes = np.int64(0)
    for pit in range(pits):
        if can_attack(word, pit, guarded):
            after = play(word, pit, adds, south)
            nodes += perft(after, pits, guarded, adds, 1 - south, turns - np.int64(1), depth - np.int64(1))
    return nodes


@kernel("int64(int64, int64)")
def slot(word: Int, mask: Int) -> Int:
    """Return the place where a word is looked for first, in a table of `mask` + 1 places."""
    mixed = np.uint64(word) * GOLDEN
    return np.int64(mixed >> np.uint64(20)) & mask


@kernel("int32[:](int64[:], int64, int64, int64)")
def rebuilt(words: IntArray, begin: Int, end: Int, size: Int) -> Indices:
    """Return a hash table of `size` places that finds the words between two indices."""
    table = np.full(size, -1, dtype=np.int32)
    for index in range(begin, end):
        place = slot(words[index], size - 1)
        while table[place] >= 0:
            place = (place + 1) & (size - 1)
        table[place] = index
    return table


@kernel("Tuple((int64[:], int64[:], int32[:], int64[:]))(int64, int64, int64, int64[:,:], int64, int64)")
def explore(
    word: Int, pits: Int, guarded: Int, adds: Table, south: Int, turns: Int
) -> tuple[IntArray, IntArray, Indices, IntArray]:
    """Find every position that may follow within `turns` turns, turn by turn, without the finished ones.

    Returns the words, where the children of each begin, the children as indices of words, and where each turn begins.
    """
    words = np.empty(1024, dtype=np.int64)
    first = np.empty(1025, dtype=np.int64)
    children = np.empty(8192, dtype=np.int32)
    layers = np.zeros(turns + 1, dtype=np.int64)
    words[0], found, born = word, np.int64(1), np.int64(0)
    layers[1] = 1
    for turn in range(turns):
        begin, end = layers[turn], layers[turn + 1]
        if turn == turns - 1:
            for index in range(begin, end + 1):
                first[index] = born
            break
        size = np.int64(64)
        while size < 4 * (end - begin):
            size *= 2
        table = np.full(size, -1, dtype=np.int32)
        for index in range(begin, end):
            first[index] = born
            here = words[index]
            if born + pits > children.size:
                children = np.concatenate((children, np.empty(children.size, dtype=np.int32)))
            for pit in range(pits):
                if can_attack(here, pit, guarded):
                    after = play(here, pit, adds, south)
                    place = slot(after, size - 1)
                    while table[place] >= 0 and words[table[place]] != after:
                        place = (place + 1) & (size - 1)
                    if table[place] < 0:
                        if found == words.size:
                            words = np.concatenate((words, np.empty(found, dtype=np.int64)))
                            first = np.concatenate((first, np.empty(found, dtype=np.int64)))
                        words[found] = after
                        table[place] = found
                        found += 1
                    children[born] = table[place]
                    born += 1
            if 2 * (found - end) > size:
                size *= 4
                table = rebuilt(words, end, found, size)
        layers[turn + 2] = found
        south = 1 - south
    return words[:found], first[: found + 1], children[:born], layers


@kernel("int64(int64, int64, int64, int64[:,:], int64)")
def value_of_last_turn(word: Int, pits: Int, guarded: Int, adds: Table, south: Int) -> Int:
    """Return South's value of a position with one turn to play."""
    best = np.int64(-4096) if south else np.int64(4096)
    for pit in range(pits):
        if can_attack(word, pit, guarded):
            value = value_at_end(play(word, pit, adds, south), pits)
            best = max(best, value) if south else min(best, value)
    return best


@kernel("int16[:](int64[:], int64[:], int32[:], int64[:], int64, int64, int64[:,:], int64)")
def values_of_all(
    words: IntArray,
    first: IntArray,
    children: Indices,
    layers: IntArray,
    pits: Int,
    guarded: Int,
    adds: Table,
    south: Int,
) -> Values:
    """Return South's value of every position that `explore` found, from the last turn back; `south` moves first."""
    values = np.empty(words.size, dtype=np.int16)
    turns = layers.size - 1
    mover = south ^ ((turns - 1) & 1)
    for turn in range(turns - 1, -1, -1):
        for index in range(layers[turn], layers[turn + 1]):
            if turn == turns - 1:
                values[index] = value_of_last_turn(words[index], pits, guarded, adds, mover)
            else:
                best = values[children[first[index]]]
                for child in range(first[index] + 1, first[index + 1]):
                    value = values[children[child]]
                    best = max(best, value) if mover else min(best, value)
                values[index] = best
        mover = 1 - mover
    return values
