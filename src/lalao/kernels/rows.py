"""One-row games of any length: counts for Fafy and Sowing, nimbers of impartial Fafy.

A row is an array of seeds, from West to East. Nimbers are found block by block, depth first. A block is known by two
fingerprints of 64 bits, read in the direction in which the first is smaller, so that mirror images are one block:

    #  fingerprint of the cells from a to b     mark(c_a) + mark(c_a+1) r + mark(c_a+2) r² + …

with a random mark for each number of seeds and a random odd r, all modulo 2**64. Sums from the West end of a block
give the fingerprint of any part of it at once, and seeds sown at its end change a few terms. Two blocks share both
fingerprints with a chance below 1 in 10**30.
"""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from lalao.kernels.compiling import kernel
from lalao.kernels.hashing import mixed

Int: TypeAlias = Any
Row: TypeAlias = npt.NDArray[np.int64]
UintArray: TypeAlias = npt.NDArray[np.uint64]
Grid: TypeAlias = npt.NDArray[np.uint64]

BASES = (np.uint64(0x5851F42D4C957F2D), np.uint64(0xDE94B1D5A5F0E1E9))


@kernel("boolean(int64[:], int64, int64, int64)")
def may_sow(row: Row, pit: Int, way: Int, last_only: Int) -> Int:
    """Tell whether a pit may be sown in a direction: no seed off the board, none (or not the last) in an empty pit."""
    seeds = row[pit]
    end = pit + way * seeds
    if seeds == 0 or end < 0 or end >= row.size:
        return False
    if last_only:
        return row[end] > 0
    reached = pit + way
    while reached != end + way:
        if row[reached] == 0:
            return False
        reached += way
    return True


@kernel("int64(int64[:], int64, int64, int64, int64)")
def perft(row: Row, east: Int, west: Int, last_only: Int, depth: Int) -> Int:
    """Count the sequences of `depth` moves, playing and taking back the last moves too.

    `east` and `west` say whether the side to move may sow that way; where only one is set, the sides swap them every
    move.
    """
    if depth == 0:
        return np.int64(1)
    nodes = np.int64(0)
    swapped = east != west
    for pit in range(row.size):
        seeds = row[pit]
        for turn in range(2):
            way = 1 - 2 * turn
            if seeds and (west if turn else east) and may_sow(row, pit, way, last_only):
                row[pit] = 0
                for step in range(1, seeds + 1):
                    row[pit + way * step] += 1
                if swapped:
                    nodes += perft(row, west, east, last_only, depth - np.int64(1))
                else:
                    nodes += perft(row, east, west, last_only, depth - np.int64(1))
                for step in range(1, seeds + 1):
                    row[pit + way * step] -= 1
                row[pit] = seeds
    return nodes


@kernel("uint64[:,:](uint64, int64)")
def powers(base: Int, length: Int) -> Grid:
    """Return the powers of an odd number, and of its inverse modulo 2**64, from 0 to `length`."""
    inverse = base
    for _ in range(6):
        inverse = inverse * (np.uint64(2) - base * inverse)
    table = np.ones((2, length + 1), dtype=np.uint64)
    for power in range(length):
        table[0, power + 1] = table[0, power] * base
        table[1, power + 1] = table[1, power] * inverse
    return table


@kernel("void(int64[:], int64, uint64[:,:], uint64[:,:], uint64[:], uint64[:,:])")
def sums(cells: Row, length: Int, first: Grid, second: Grid, marks: UintArray, into: Grid) -> None:
    """Sum the terms of a block from its West end: rows 0, 1 with the powers of each base, 2, 3 with their inverses."""
    for pit in range(length):
        mark = marks[cells[pit]]
        into[0, pit + 1] = into[0, pit] + mark * first[0, pit]
        into[1, pit + 1] = into[1, pit] + mark * second[0, pit]
        into[2, pit + 1] = into[2, pit] + mark * first[1, pit]
        into[3, pit + 1] = into[3, pit] + mark * second[1, pit]


@kernel("UniTuple(uint64, 2)(int64[:], uint64[:,:], int64, int64, int64, int64, uint64[:,:], uint64[:,:], uint64[:])")
def fingerprint(
    cells: Row, total: Grid, begin: Int, end: Int, low: Int, high: Int, first: Grid, second: Grid, marks: UintArray
) -> tuple[Int, Int]:
    """Return the fingerprints of the cells from `begin` to `end`, with one more seed in those from `low` to `high`."""
    east_1, east_2 = total[0, end] - total[0, begin], total[1, end] - total[1, begin]
    west_1, west_2 = total[2, end] - total[2, begin], total[3, end] - total[3, begin]
    for pit in range(low, high):
        change = marks[cells[pit] + 1] - marks[cells[pit]]
        east_1 += change * first[0, pit]
        east_2 += change * second[0, pit]
        west_1 += change * first[1, pit]
        west_2 += change * second[1, pit]
    forward, backward = east_1 * first[1, begin], west_1 * first[0, end - 1]
    if forward <= backward:
        return forward, east_2 * second[1, begin]
    return backward, west_2 * second[0, end - 1]


@kernel("int64(uint64, uint64, uint64[:,:], int64[:])")
def find(key: Int, check: Int, keys: Grid, nimbers: Row) -> Int:
    """Return the place of a block in the table, or the free place where it belongs, where the nimber is -1."""
    mask = nimbers.size - 1
    place = np.int64(key >> np.uint64(32)) & mask
    while nimbers[place] >= 0 and (keys[place, 0] != key or keys[place, 1] != check):
        place = (place + 1) & mask
    return place


@kernel("Tuple((uint64[:,:], int64[:]))(uint64[:,:], int64[:])")
def doubled(keys: Grid, nimbers: Row) -> tuple[Grid, Row]:
    """Return the table copied into one of twice as many places."""
    more_keys = np.zeros((2 * nimbers.size, 2), dtype=np.uint64)
    more_nimbers = np.full(2 * nimbers.size, -1, dtype=np.int64)
    for place in range(nimbers.size):
        if nimbers[place] >= 0:
            to = find(keys[place, 0], keys[place, 1], more_keys, more_nimbers)
            more_keys[to] = keys[place]
            more_nimbers[to] = nimbers[place]
    return more_keys, more_nimbers


@kernel("Tuple((int64, int64, uint64[:,:], int64[:]))(int64[:], int64, uint64[:,:], int64[:], int64)")
def nimber_beside(row: Row, most: Int, keys: Grid, nimbers: Row, known: Int) -> tuple[Int, Int, Grid, Row]:
    """Return the nimber of one block of impartial Fafy, how many different blocks are known then, and their table.

    `keys` and `nimbers` are the table of the `known` blocks met before. It has at least twice as many places, a power
    of 2; free ones have the nimber -1. The nimber is -1 where more than `most` blocks would be known.
    """
    size = row.size
    largest = size + 1
    for pit in range(size):
        largest = max(largest, row[pit] + size + 1)
    marks = np.empty(largest + 1, dtype=np.uint64)
    for seeds in range(largest + 1):
        marks[seeds] = mixed(np.uint64(seeds))
    first, second = powers(BASES[0], size + 1), powers(BASES[1], size + 1)
    cells = np.zeros((size + 2, size), dtype=np.int64)
    total = np.zeros((size + 2, 4, size + 1), dtype=np.uint64)
    lengths = np.zeros(size + 2, dtype=np.int64)
    at = np.zeros(size + 2, dtype=np.int64)
    above = np.int64(2)  # no nimber exceeds the number of moves, two a pit, so no sum reaches this power of 2
    while above <= 2 * size:
        above *= 2
    seen = np.zeros((size + 2, above), dtype=np.uint8)
    depth = np.int64(0)
    cells[0, :] = row
    lengths[0] = size
    sums(cells[0], size, first, second, marks, total[0])
    key, check = fingerprint(row, total[0], 0, size, 0, 0, first, second, marks)
    answer: Int = nimbers[find(key, check, keys, nimbers)]
    if answer >= 0:
        return answer, known, keys, nimbers
    while depth >= 0:
        length, here = lengths[depth], cells[depth]
        missing = False
        while at[depth] < 2 * length:
            pit, way = at[depth] >> 1, 1 - 2 * (at[depth] & 1)
            end = pit + way * here[pit]
            if 0 <= end < length:
                value: Int = np.int64(0)
                for part in range(2):
                    begin, stop = (np.int64(0), pit) if part == 0 else (pit + 1, length)
                    if stop - begin >= 2:
                        sown = (way < 0) == (part == 0)
                        low = min(pit + 1, end) if way > 0 else end
                        high = end + 1 if way > 0 else pit
                        if not sown:
                            low, high = np.int64(0), np.int64(0)
                        key, check = fingerprint(here, total[depth], begin, stop, low, high, first, second, marks)
                        place = find(key, check, keys, nimbers)
                        if nimbers[place] < 0:
                            missing = True
                            lengths[depth + 1] = stop - begin
                            for cell in range(begin, stop):
                                cells[depth + 1, cell - begin] = here[cell] + (1 if low <= cell < high else 0)
                            break
                        value ^= nimbers[place]
                if missing:
                    break
                seen[depth, value] = 1
            at[depth] += 1
        if missing:
            depth += 1
            at[depth] = 0
            seen[depth, :] = 0
            sums(cells[depth], lengths[depth], first, second, marks, total[depth])
            continue
        answer = np.int64(0)
        while seen[depth, answer]:
            answer += 1
        key, check = fingerprint(here, total[depth], 0, length, 0, 0, first, second, marks)
        place = find(key, check, keys, nimbers)
        keys[place, 0], keys[place, 1], nimbers[place] = key, check, answer
        known += 1
        if 2 * known > nimbers.size:
            keys, nimbers = doubled(keys, nimbers)
        if known > most:
            return np.int64(-1), known, keys, nimbers
        depth -= 1
    return answer, known, keys, nimbers


@kernel("UniTuple(int64, 2)(int64[:], int64)")
def nimber(row: Row, most: Int) -> tuple[Int, Int]:
    """Return the nimber of one block of impartial Fafy, and how many different blocks were met.

    The nimber is -1 where more than `most` blocks would be met.
    """
    keys, nimbers = np.zeros((1024, 2), dtype=np.uint64), np.full(1024, -1, dtype=np.int64)
    found, known, _, _ = nimber_beside(row, most, keys, nimbers, 0)
    return found, known
