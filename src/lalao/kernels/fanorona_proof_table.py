"""The table of Fanorona's prover: the proof numbers of positions, and how much work stands behind them.

    #  table   four entries per bucket, two words each: name ^ data, data
    #  data    phi (20 bits), delta (20), plies (12), size (9)

`phi` and `delta` are seen by the side to move: for the attacker phi is the proof number and delta the disproof number,
for the defender it is the other way round. `plies` bounds the length of a proved win; of a "no" it is 0, or the number
of the question whose path it leans on. `size` grows with the logarithm of the positions expanded below: in a full
bucket the smallest entry is replaced.
"""

from lalao import arrays as np
from lalao.arrays.types import Int, IntArray
from lalao.kernels.bits import leading
from lalao.kernels.compiling import kernel
from lalao.kernels.fanorona import key
from lalao.kernels.fanorona_index import U
from lalao.kernels.hashing import MIX_4

BUCKET = 8
NUMBER_BITS, DELTA_AT, PLIES_AT, SIZE_AT = 20, 20, 40, 52
INFINITE = (1 << NUMBER_BITS) - 1
MOST_PLIES = (1 << SIZE_AT - PLIES_AT) - 1
ATTACKER = np.int64(MIX_4 >> U(1))


@kernel
def name_of(own: Int, enemy: Int, attacking: Int) -> Int:
    """Return a hash of a position that is never negative; it depends on whether the attacker is to move."""
    name = key(own, enemy, np.int64(0), np.int64(0))
    return name ^ ATTACKER if attacking else name


@kernel
def packed(phi: Int, delta: Int, plies: Int) -> Int:
    """Return the word of these numbers, with a size of 0."""
    return phi | delta << DELTA_AT | min(plies, np.int64(MOST_PLIES)) << PLIES_AT


@kernel
def phi_of(data: Int) -> Int:
    """Return phi: how much the side to move has yet to prove, at least."""
    return data & INFINITE


@kernel
def delta_of(data: Int) -> Int:
    """Return delta: how much the other side has yet to prove, at least."""
    return data >> DELTA_AT & INFINITE


@kernel
def plies_of(data: Int) -> Int:
    """Return the plies that a proved win takes, at most."""
    return data >> PLIES_AT & MOST_PLIES


@kernel
def size_of(expansions: Int) -> Int:
    """Return the size of a tree, which grows by eight when its expansions double."""
    high = 63 - leading(expansions | 8)
    return (high - 3) << 3 | expansions >> (high - 3) & 7


@kernel
def bucket_of(table: IntArray, name: Int) -> Int:
    """Return where the bucket of a position begins."""
    return BUCKET * (name & (table.shape[0] // BUCKET - 1))


@kernel
def look_up(table: IntArray, name: Int) -> Int:
    """Return the data of a position, or 0."""
    bucket = bucket_of(table, name)
    for entry in range(U(bucket), U(bucket + BUCKET), U(2)):
        data = table[entry + U(1)]
        if table[entry] ^ data == name:
            return data
    return np.int64(0)


@kernel
def store(table: IntArray, name: Int, data: Int, expansions: Int) -> Int:
    """Write a position over itself, or over the smallest entry of its bucket; return 1 where that one was empty."""
    bucket = bucket_of(table, name)
    size = size_of(expansions)
    chosen, least = bucket, np.int64(1 << 40)
    for entry in range(bucket, bucket + BUCKET, 2):
        there = table[U(entry + 1)]
        if table[U(entry)] ^ there == name:
            chosen, least = entry, np.int64(0)
            size = max(size, there >> SIZE_AT)
            break
        here = there >> SIZE_AT if there else np.int64(-1)
        if here < least:
            chosen, least = entry, here
    data |= size << SIZE_AT
    table[U(chosen)] = name ^ data
    table[U(chosen + 1)] = data
    return np.int64(least < 0)


@kernel
def move(old: IntArray, table: IntArray) -> None:
    """Copy all entries of a table to an empty larger one, where each bucket has room for all entries of an old one."""
    for entry in range(0, old.shape[0], 2):
        data = old[U(entry + 1)]
        if data:
            name = old[U(entry)] ^ data
            place = bucket_of(table, name)
            while table[U(place + 1)]:
                place += 2
            table[U(place)], table[U(place + 1)] = old[U(entry)], data
