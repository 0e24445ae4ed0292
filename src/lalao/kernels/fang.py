"""Fang in one word: five bits a pit, for up to 12 pits.

    #  pit        n    …   2     1
    #  bits   …  ..... … .....  .....      pit p in bits 5(p-1) to 5(p-1)+4

The seeds on the board tell how many turns have been played, so a word, its size and the side that moves first make a
position. Values are South's: 64 times the lead in the halves plus the lead in the tibongs; more is better for
South, and the sign is the winner's, since the tibongs decide between equal halves.
"""

from typing import NamedTuple

from lalao import arrays as np
from lalao.arrays.types import Bool, Int, Int16Array, Int32Array, IntArray, IntGrid
from lalao.kernels.compiling import kernel

NEXT, END, FOUND, BORN, COUNTS = range(5)
"""The counters of `expand`: the next word to expand, the end of its turn, the words and the children found."""

WIDTH = 5
MOST_PITS = 12
HALF = 64
GOLDEN = np.uint64(0x9E3779B97F4A7C15)


class Tree(NamedTuple):
    """Positions in the order found: words, where the children of each begin, the children as indices of words.

    `table` finds the words of one turn by their hash; `first` has one entry more than there are words.
    """

    words: IntArray
    first: IntArray
    children: Int32Array
    table: Int32Array


@kernel
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


@kernel
def sowings(pits: Int, last: Int, adds: IntGrid) -> None:
    """Write the words that sowings add: by side (0 North, 1 South) and number of seeds, up to 2 `pits` + 1."""
    for south in range(2):
        for seeds in range(adds.shape[1]):
            adds[south, seeds] = sowing(pits, last, seeds, south)


@kernel
def value_at_end(word: Int, pits: Int) -> Int:
    """Return South's value of a finished game; modulo 31 a number is the sum of its digits in base 32."""
    half = (np.int64(1) << (WIDTH * (pits // 2))) - 1
    south, everything = (word & half) % 31, word % 31
    tibongs = (word & 31) - (word >> (WIDTH * (pits - 1)))
    return HALF * (2 * south - everything) + tibongs


@kernel
def can_attack(word: Int, pit: Int, guarded: Int) -> Bool:
    """Tell whether a pit (counted from 0) may be attacked; `guarded` is the set of pits that must hold 2 seeds."""
    return (word >> (WIDTH * pit)) & 31 > (guarded >> pit) & 1


@kernel
def play(word: Int, pit: Int, adds: IntGrid, south: Int) -> Int:
    """Return the word after an attack on a pit: it is lifted with the seed dropped there, and sown."""
    shift = WIDTH * pit
    seeds = ((word >> shift) & 31) + 1
    return (word & ~(np.int64(31) << shift)) + adds[south, seeds]


@kernel
def perft(word: Int, pits: Int, guarded: Int, adds: IntGrid, south: Int, turns: Int, depth: Int) -> Int:
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


@kernel
def slot(word: Int, mask: Int) -> Int:
    """Return the place where a word is looked for first, in a table of `mask` + 1 places."""
    mixed = np.uint64(word) * GOLDEN
    return np.int64(mixed >> np.uint64(20)) & mask


@kernel
def enter(words: IntArray, begin: Int, end: Int, table: Int32Array) -> None:
    """Enter the words between two indices in a hash table whose places are all -1."""
    for number in range(begin, end):
        place = slot(words[number], table.size - 1)
        while table[place] >= 0:
            place = (place + 1) & (table.size - 1)
        table[place] = number


@kernel
def expand(tree: Tree, pits: Int, guarded: Int, adds: IntGrid, south: Int, counts: IntArray) -> None:
    """Find the children of the words from `counts[NEXT]` on, to the end of their turn or of the room.

    There is no room where the words or the children may not hold those of one word more, or where the table is more
    than half full: whoever calls enlarges it and calls again.
    """
    words, first, children, table = tree
    mask = table.size - 1
    at, end, found, born = counts[NEXT], counts[END], counts[FOUND], counts[BORN]
    while at < end and found + pits <= words.size and born + pits <= children.size and 2 * (found - end) <= mask:
        first[at] = born
        for pit in range(pits):
            if can_attack(words[at], pit, guarded):
                after = play(words[at], pit, adds, south)
                place = slot(after, mask)
                while table[place] >= 0 and words[table[place]] != after:
                    place = (place + 1) & mask
                if table[place] < 0:
                    words[found] = after
                    table[place] = found
                    found += 1
                children[born] = table[place]
                born += 1
        at += 1
    counts[NEXT], counts[FOUND], counts[BORN] = at, found, born


@kernel
def index_of(words: IntArray, begin: Int, end: Int, word: Int) -> Int:
    """Return the index of a word between two indices, -1 where it is not there."""
    for number in range(begin, end):
        if words[number] == word:
            return number
    return np.int64(-1)


@kernel
def value_of_last_turn(word: Int, pits: Int, guarded: Int, adds: IntGrid, south: Int) -> Int:
    """Return South's value of a position with one turn to play."""
    best = np.int64(-4096) if south else np.int64(4096)
    for pit in range(pits):
        if can_attack(word, pit, guarded):
            value = value_at_end(play(word, pit, adds, south), pits)
            best = max(best, value) if south else min(best, value)
    return best


@kernel
def values_of_all(
    tree: Tree, layers: IntArray, pits: Int, guarded: Int, adds: IntGrid, south: Int, values: Int16Array
) -> None:
    """Write South's value of every position found, from the last turn back; `south` moves first.

    `layers` says where each turn begins, and where the last one ends.
    """
    words, first, children, _ = tree
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
