"""Fang in two words, for searches: six bits a pit, South's half in one word and North's in the other, up to 20 pits.

    #  pit      n/2   …   2     1           n   …  n/2+1
    #  bits   ……………… … …… ……………        ……………… … ……………
    #              south                       north

The turns left tell how many seeds are on the board, so both words, the size and the side that moves first make a
position. Values are South's: the lead in the halves times `unit`, plus the lead in the tibongs.
"""

from lalao import arrays as np
from lalao.arrays.types import Bool, Int, IntArray, IntCube, IntGrid
from lalao.kernels.compiling import kernel

SOUTH, NORTH, PIT, MERIT, MOVE_WORDS = range(5)

WIDTH = 6
DIGIT = (1 << WIDTH) - 1
MOST_PITS = 20
LIMIT = 4096
"""Beyond every value: on 20 pits a lead is of 40 seeds at most, which count 81 each in the halves, 1 in the tibongs."""
NO_PIT = 31


@kernel
def sowings(pits: Int, last: Int, adds: IntCube) -> None:
    """Add to zeros the two words that sowings add: by side (0 North, 1 South) and seeds; `last` as in `fang.sowing`."""
    half = pits // 2
    for south in range(2):
        for seeds in range(adds.shape[1]):
            for seed in range(seeds):
                step = seed
                if seed >= pits:
                    step = pits - 1 if last else seed % pits
                pit = step if south else pits - 1 - step
                adds[south, seeds, pit // half] += np.int64(1) << (WIDTH * (pit % half))


@kernel
def value_at_end(south_half: Int, north_half: Int, half: Int, unit: Int) -> Int:
    """Return South's value of a finished game; modulo 63 a number is the sum of its digits in base 64."""
    tibongs = (south_half & DIGIT) - (north_half >> (WIDTH * (half - 1)))
    return unit * (south_half % DIGIT - north_half % DIGIT) + tibongs


@kernel
def played(
    south_half: Int, north_half: Int, pit: Int, half: Int, guarded: Int, adds: IntCube, south: Int
) -> tuple[Bool, Int, Int]:
    """Tell whether a pit may be attacked; where it may, also return both words after that.

    The pit is counted from 0; `guarded` is the set of pits that must hold 2 seeds.
    """
    shift = WIDTH * (pit % half)
    seeds = ((south_half if pit < half else north_half) >> shift) & DIGIT
    if seeds <= (guarded >> pit) & 1:
        return False, south_half, north_half
    if pit < half:
        south_half -= seeds << shift
    else:
        north_half -= seeds << shift
    return True, south_half + adds[south, seeds + 1, 0], north_half + adds[south, seeds + 1, 1]


@kernel
def value_of_last_turn(
    south_half: Int, north_half: Int, half: Int, unit: Int, guarded: Int, adds: IntCube, south: Int
) -> Int:
    """Return South's value of a position with one turn to play."""
    best = np.int64(-LIMIT) if south else np.int64(LIMIT)
    for pit in range(2 * half):
        may, here, there = played(south_half, north_half, pit, half, guarded, adds, south)
        if may:
            value = value_at_end(here, there, half, unit)
            best = max(best, value) if south else min(best, value)
    return best


@kernel
def bucket(south_half: Int, north_half: Int, places: Int) -> Int:
    """Return the first of the two places for a position in a table of `places` places, a power of 2."""
    mixed = np.uint64(south_half) * np.uint64(0x9E3779B97F4A7C15) ^ np.uint64(north_half) * np.uint64(
        0xC2B2AE3D27D4EB4F
    )
    mixed = (mixed ^ (mixed >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9)
    return np.int64(mixed >> np.uint64(20)) & (places - 2)


@kernel
def packed(low: Int, high: Int, pit: Int, turns: Int) -> Int:
    """Return an entry: both bounds of a value, the pit that was best, and the turns left."""
    return (low + LIMIT) | (high + LIMIT) << 14 | pit << 28 | turns << 33


@kernel
def low_of(entry: Int) -> Int:
    """Return the lower bound of an entry."""
    return (entry & 0x3FFF) - LIMIT


@kernel
def high_of(entry: Int) -> Int:
    """Return the upper bound of an entry."""
    return ((entry >> 14) & 0x3FFF) - LIMIT


@kernel
def found(south_half: Int, north_half: Int, table: IntGrid) -> Int:
    """Return the place of a position in the table, -1 where it is not there."""
    place = bucket(south_half, north_half, np.int64(table.shape[0]))
    for at in range(place, place + 2):
        if table[at, 0] == south_half and table[at, 1] == north_half:
            return at
    return np.int64(-1)


@kernel
def search(
    south_half: Int,
    north_half: Int,
    half: Int,
    unit: Int,
    guarded: Int,
    adds: IntCube,
    south: Int,
    turns: Int,
    alpha: Int,
    beta: Int,
    table: IntGrid,
    moves: IntCube,
    counts: IntArray,
) -> Int:
    """Return South's value of a position, exact between `alpha` and `beta`, else a bound on their far side.

    The table has two places a bucket: a row holds both words and an entry (see `packed`). `moves` has the moves of each
    position on the path, by the turns left, the best first: both words afterwards, pit, merit; row `turns` is
    overwritten, and those before it. `counts` are the positions looked at and how many may be looked at; beyond that
    the result means nothing and nothing more is written to the table.
    """
    counts[0] += 1
    if turns == 1:
        return value_of_last_turn(south_half, north_half, half, unit, guarded, adds, south)
    low, high, first = np.int64(-LIMIT), np.int64(LIMIT), np.int64(NO_PIT)
    place = found(south_half, north_half, table)
    if place >= 0:
        entry = table[place, 2]
        low, high, first = low_of(entry), high_of(entry), (entry >> 28) & NO_PIT
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        alpha, beta = max(alpha, low), min(beta, high)
    count = np.int64(0)
    sign = 2 * south - 1
    for pit in range(2 * half):
        may, here, there = played(south_half, north_half, pit, half, guarded, adds, south)
        if may:
            if turns > 3:  # what is known of a child may end the search here
                known = found(here, there, table)
                if known >= 0:
                    if south and low_of(table[known, 2]) >= beta:
                        return low_of(table[known, 2])
                    if not south and high_of(table[known, 2]) <= alpha:
                        return high_of(table[known, 2])
            score = sign * value_at_end(here, there, half, unit) if pit != first else np.int64(LIMIT)
            at = count
            while at > 0 and moves[turns, at - 1, MERIT] < score:
                for word in range(MOVE_WORDS):
                    moves[turns, at, word] = moves[turns, at - 1, word]
                at -= 1
            moves[turns, at, SOUTH], moves[turns, at, NORTH] = here, there
            moves[turns, at, PIT], moves[turns, at, MERIT] = pit, score
            count += 1
    best = np.int64(-LIMIT) if south else np.int64(LIMIT)
    a, b = alpha, beta
    for move in range(count):
        here, there = moves[turns, move, SOUTH], moves[turns, move, NORTH]
        value = search(here, there, half, unit, guarded, adds, 1 - south, turns - 1, a, b, table, moves, counts)
        if counts[0] > counts[1]:
            return best
        if value > best if south else value < best:
            best, first = value, moves[turns, move, PIT]
        if south:
            a = max(a, best)
        else:
            b = min(b, best)
        if a >= b:
            break
    if best > alpha:
        low = max(low, best)
    if best < beta:
        high = min(high, best)
    if place < 0:
        place = bucket(south_half, north_half, np.int64(table.shape[0]))
        if table[place, 2] >> 33 > turns:
            place += 1
    table[place, 0], table[place, 1], table[place, 2] = south_half, north_half, packed(low, high, first, turns)
    return best
