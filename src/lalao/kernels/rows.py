"""One-row games of any length: counts for Fafy and Sowing, nimbers of impartial Fafy.

A row is an array of seeds, from West to East. Nimbers are found block by block, depth first. A block is known by two
fingerprints of 64 bits, read in the direction in which the first is smaller, so that mirror images are one block:

    #  fingerprint of the cells from a to b     mark(c_a) + mark(c_a+1) r + mark(c_a+2) r² + …

with a random mark for each number of seeds and a random odd r, all modulo 2**64. Sums from the West end of a block
give the fingerprint of any part of it at once, and seeds sown at its end change a few terms. Two blocks share both
fingerprints with a chance below 1 in 10**30.
"""

from typing import NamedTuple

from lalao import arrays as np
from lalao.arrays.types import Bool, ByteGrid, Int, IntArray, IntGrid, Uint, UintArray, UintCube, UintGrid
from lalao.kernels.compiling import kernel
from lalao.kernels.hashing import mixed

DEPTH, KNOWN, COUNTS = range(3)
TOO_MANY, NO_ROOM = -1, -2
"""The codes that `nimber` returns where it has no nimber."""

BASES = (np.uint64(0x5851F42D4C957F2D), np.uint64(0xDE94B1D5A5F0E1E9))


class Blocks(NamedTuple):
    """The path from a block of impartial Fafy to the one whose options are looked at, a row of most arrays each.

    `counts` are the depth of the path and the number of known blocks; `marks` are those of numbers of seeds, `first`
    and `second` the powers of the bases. Of each block there are its cells, sums of its terms, length, next move (pit
    and direction), and which nimbers its options have.
    """

    counts: IntArray
    marks: UintArray
    first: UintGrid
    second: UintGrid
    cells: IntGrid
    total: UintCube
    lengths: IntArray
    at: IntArray
    seen: ByteGrid


@kernel
def may_sow(row: IntArray, pit: Int, direction: Int, last_only: Int) -> Bool:
    """Tell whether a pit may be sown in a direction: no seed off the board, none (or not the last) in an empty pit."""
    seeds = row[pit]
    end = pit + direction * seeds
    if seeds == 0 or end < 0 or end >= row.size:
        return False
    if last_only:
        return row[end] > 0
    reached = pit + direction
    while reached != end + direction:
        if row[reached] == 0:
            return False
        reached += direction
    return True


@kernel
def perft(row: IntArray, east: Int, west: Int, last_only: Int, depth: Int) -> Int:
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
            direction = 1 - 2 * turn
            if seeds and (west if turn else east) and may_sow(row, pit, direction, last_only):
                row[pit] = 0
                for step in range(1, seeds + 1):
                    row[pit + direction * step] += 1
                if swapped:
                    nodes += perft(row, west, east, last_only, depth - np.int64(1))
                else:
                    nodes += perft(row, east, west, last_only, depth - np.int64(1))
                for step in range(1, seeds + 1):
                    row[pit + direction * step] -= 1
                row[pit] = seeds
    return nodes


@kernel
def powers(base: Uint, table: UintGrid) -> None:
    """Write the powers of an odd number, and of its inverse modulo 2**64, from 0 on."""
    inverse = base
    for _ in range(6):
        inverse = inverse * (np.uint64(2) - base * inverse)
    table[0, 0] = table[1, 0] = np.uint64(1)
    for power in range(1, table.shape[1]):
        table[0, power] = table[0, power - 1] * base
        table[1, power] = table[1, power - 1] * inverse


@kernel
def sums(cells: IntArray, length: Int, first: UintGrid, second: UintGrid, marks: UintArray, into: UintGrid) -> None:
    """Sum the terms of a block from its West end: rows 0, 1 with the powers of each base, 2, 3 with their inverses."""
    for pit in range(length):
        mark = marks[cells[pit]]
        into[0, pit + 1] = into[0, pit] + mark * first[0, pit]
        into[1, pit + 1] = into[1, pit] + mark * second[0, pit]
        into[2, pit + 1] = into[2, pit] + mark * first[1, pit]
        into[3, pit + 1] = into[3, pit] + mark * second[1, pit]


@kernel
def fingerprint(
    cells: IntArray,
    total: UintGrid,
    begin: Int,
    end: Int,
    low: Int,
    high: Int,
    first: UintGrid,
    second: UintGrid,
    marks: UintArray,
) -> tuple[Uint, Uint]:
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


@kernel
def find(key: Uint, check: Uint, keys: UintGrid, nimbers: IntArray) -> Int:
    """Return the place of a block in the table, or the free place where it belongs, where the nimber is -1."""
    mask = nimbers.size - 1
    place = np.int64(key >> np.uint64(32)) & mask
    while nimbers[place] >= 0 and (keys[place, 0] != key or keys[place, 1] != check):
        place = (place + 1) & mask
    return place


@kernel
def move(keys: UintGrid, nimbers: IntArray, to_keys: UintGrid, to_nimbers: IntArray) -> None:
    """Copy a table into a larger one with no blocks."""
    for place in range(nimbers.size):
        if nimbers[place] >= 0:
            to = find(keys[place, 0], keys[place, 1], to_keys, to_nimbers)
            to_keys[to, 0], to_keys[to, 1] = keys[place, 0], keys[place, 1]
            to_nimbers[to] = nimbers[place]


@kernel
def enter(blocks: Blocks, depth: Int, length: Int) -> None:
    """Begin with a block whose cells stand in the path at a depth: no move has been tried, no nimber met."""
    blocks.lengths[depth] = length
    blocks.at[depth] = 0
    for nimber in range(blocks.seen.shape[1]):
        blocks.seen[depth, nimber] = 0
    sums(blocks.cells[depth], length, blocks.first, blocks.second, blocks.marks, blocks.total[depth])


@kernel
def begin(blocks: Blocks, row: IntArray) -> None:
    """Make a row the first block of the path."""
    for seeds in range(blocks.marks.size):
        blocks.marks[seeds] = mixed(np.uint64(seeds))
    powers(BASES[0], blocks.first)
    powers(BASES[1], blocks.second)
    for pit in range(row.size):
        blocks.cells[0, pit] = row[pit]
    blocks.counts[DEPTH] = 0
    enter(blocks, 0, row.size)


@kernel
def nimber(blocks: Blocks, keys: UintGrid, nimbers: IntArray, most: Int) -> Int:
    """Return the nimber of the first block of the path, or `TOO_MANY` or `NO_ROOM`.

    `keys` and `nimbers` are the table of the `counts[KNOWN]` blocks met so far. It has at least twice as many places, a
    power of 2; free ones have the nimber -1. It is `TOO_MANY` where more than `most` blocks would be known. Where there
    is `NO_ROOM` in the table the caller moves it to a larger one and calls again.
    """
    cells, lengths, at, seen = blocks.cells, blocks.lengths, blocks.at, blocks.seen
    first, second, marks, total = blocks.first, blocks.second, blocks.marks, blocks.total
    depth, known = blocks.counts[DEPTH], blocks.counts[KNOWN]
    key, check = fingerprint(cells[0], total[0], 0, lengths[0], 0, 0, first, second, marks)
    answer: Int = nimbers[find(key, check, keys, nimbers)]
    if answer >= 0:
        return answer
    while depth >= 0:
        length, here = lengths[depth], cells[depth]
        missing = False
        while at[depth] < 2 * length:
            pit, direction = at[depth] >> 1, 1 - 2 * (at[depth] & 1)
            end = pit + direction * here[pit]
            if 0 <= end < length:
                value: Int = np.int64(0)
                for part in range(2):
                    start, stop = (np.int64(0), pit) if part == 0 else (pit + 1, length)
                    if stop - start >= 2:
                        sown = (direction < 0) == (part == 0)
                        low = min(pit + 1, end) if direction > 0 else end
                        high = end + 1 if direction > 0 else pit
                        if not sown:
                            low, high = np.int64(0), np.int64(0)
                        key, check = fingerprint(here, total[depth], start, stop, low, high, first, second, marks)
                        place = find(key, check, keys, nimbers)
                        if nimbers[place] < 0:
                            missing = True
                            for cell in range(start, stop):
                                cells[depth + 1, cell - start] = here[cell] + (1 if low <= cell < high else 0)
                            enter(blocks, depth + 1, stop - start)
                            break
                        value ^= nimbers[place]
                if missing:
                    break
                seen[depth, value] = 1
            at[depth] += 1
        if missing:
            depth += 1
            continue
        if 2 * (known + 1) > nimbers.size:
            blocks.counts[DEPTH], blocks.counts[KNOWN] = depth, known
            return np.int64(NO_ROOM)
        answer = np.int64(0)
        while seen[depth, answer]:
            answer += 1
        key, check = fingerprint(here, total[depth], 0, length, 0, 0, first, second, marks)
        place = find(key, check, keys, nimbers)
        keys[place, 0], keys[place, 1], nimbers[place] = key, check, answer
        known += 1
        if known > most:
            answer = np.int64(TOO_MANY)
            break
        depth -= 1
    blocks.counts[KNOWN] = known
    return answer
