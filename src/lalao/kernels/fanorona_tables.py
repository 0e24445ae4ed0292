"""Endgame tables of Fanorona: where a position stands, and the passes that find every value.

A *slice* holds the positions of one material: so many pieces of the side to move, so many of the other. The side with
fewer pieces (the mover where they are equal) is the *pivot*: the board is mirrored and turned until the pivot's
pieces are the chosen set of their *orbit*, and the place of the position in its slice is

    #  number of the orbit * C(N - k, l) + rank of the other side's pieces among the points the pivot leaves free

with k pieces of the pivot and l of the other on N points; ranks are those of the combinatorial number system. Where
some symmetries leave the pivot as it is, equal positions have several places, all filled.

A value is a byte, the *code*: 0 is a draw, else the plies to the end plus one, so that odd codes are lost for the
side to move and even codes won. All slices stand one after the other in one array.

What the kernels read of a board is one array of words, made by `lalao.twins.fanorona_tables`:

    #  0        the lattice, as the kernels of Fanorona read it
    #  CHOOSE   C(n, i) at 16 n + i
    #  IMAGES   the image of point p by symmetry s, at 64 s + p
    #  SLICES   for own and enemy pieces, at 2 * (16 own + enemy): where the slice begins, the size of an orbit's block
    #  SETS     for each size of a pivot, where its sets begin: for each rank, 8 * orbit + symmetry that leads to it
    #  CHOSEN   for each size of a pivot, where its orbits begin: the chosen set, the symmetries that leave it alone

Method: by distance from the end, each position once, as in K. Thompson, "Retrograde analysis of certain endgames",
ICCA Journal 9 (1986). A slice and the one with the sides changed over lead to each other by steps, and to smaller
ones by taking: `begin` settles what taking settles; `spread` then goes back a ply from all positions of one code.
"""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from lalao.kernels.bits import count, lowest
from lalao.kernels.compiling import deep_kernel, kernel
from lalao.kernels.fanorona import (
    AROUND,
    ENEMY,
    FORCED,
    MAY_DECLINE,
    OWN,
    ROW,
    ROWS,
    TOO_MANY,
    WAY,
    chains,
    forced_chains,
    takers,
)

Int: TypeAlias = Any
Words: TypeAlias = npt.NDArray[np.int64]
Turns: TypeAlias = npt.NDArray[np.int64]
Bytes: TypeAlias = npt.NDArray[np.uint8]
Grid: TypeAlias = npt.NDArray[np.uint8]

SIDE = 16
"""One more than the most pieces of a side."""
SYMMETRIES = 8
U = np.uint64
LOW_BITS, HIGH_BITS = U(0x0101010101010101), U(0x8080808080808080)
GRANULE = 20
"""Places in a granule, as a power of two: what is known of where the codes are."""
CHOOSE = ROWS * ROW
IMAGES = CHOOSE + 64 * SIDE
SLICES = IMAGES + 64 * SYMMETRIES
SETS = SLICES + 2 * SIDE * SIDE
CHOSEN = SETS + SIDE
FIXED_WORDS = CHOSEN + SIDE
DRAW, LOST_NOW, WON_NEXT = 0, 1, 2
MOST_CODE = 254
DRAWN_BY_TAKING = 255
MOST_TARGETS = 8 * SYMMETRIES * SIDE
"""Places that one position may give to `spread`: steps back, times their images."""


@deep_kernel("int64(int64[::1], int64)")
def rank_of(board: Words, points: Int) -> Int:
    """Return the rank of a set among those of its size."""
    rank, size = np.int64(0), np.int64(CHOOSE)
    while points:
        size += 1
        rank += board[U(SIDE * lowest(points) + size)]
        points &= points - 1
    return rank


@deep_kernel("int64(int64[::1], int64, int64)")
def rank_beside(board: Words, points: Int, pivot: Int) -> Int:
    """Return the rank of a set among those of its size on the points that the pivot leaves free."""
    rank, size = np.int64(0), np.int64(CHOOSE)
    while points:
        size += 1
        lower = (points & -points) - 1
        rank += board[U(SIDE * count(lower & ~pivot) + size)]
        points &= points - 1
    return rank


@deep_kernel("int64(int64[::1], int64, int64, int64)")
def set_beside(board: Words, rank: Int, size: Int, pivot: Int) -> Int:
    """Return the set of a size and a rank on the points that the pivot leaves free."""
    found, point = np.int64(0), np.int64(62)
    beside = 62 - count(pivot)
    while size:
        while pivot >> point & 1 or board[U(CHOOSE + SIDE * beside + size)] > rank:
            point -= 1
            beside -= ~pivot >> point & 1
        rank -= board[U(CHOOSE + SIDE * beside + size)]
        found |= np.int64(1) << point
        size -= 1
    return found


@deep_kernel("int64(int64[::1], int64, int64)")
def image(board: Words, symmetry: Int, points: Int) -> Int:
    """Return the image of a set by a symmetry."""
    if symmetry == 0:
        return points
    found = np.int64(0)
    while points:
        found |= np.int64(1) << board[U(IMAGES + 64 * symmetry + lowest(points))]
        points &= points - 1
    return found


@deep_kernel("int64(int64[::1], int64, int64)")
def place(board: Words, own: Int, enemy: Int) -> Int:
    """Return the place of a position whose slice has been given one."""
    owns, enemies = count(own), count(enemy)
    pivot, other, size = (own, enemy, owns) if owns <= enemies else (enemy, own, enemies)
    entry = board[U(board[U(SETS + size)] + rank_of(board, pivot))]
    orbit = entry >> 3
    rank = rank_beside(board, image(board, entry & 7, other), board[U(board[U(CHOSEN + size)] + 2 * orbit)])
    slice_at = U(SLICES + 2 * (SIDE * owns + enemies))
    return board[slice_at] + orbit * board[slice_at + U(1)] + rank


@deep_kernel("UniTuple(int64, 2)(int64[::1], int64, int64, int64)")
def position(board: Words, owns: Int, enemies: Int, at: Int) -> tuple[Int, Int]:
    """Return the position at a place of a slice, counted from where the slice begins."""
    size, other = min(owns, enemies), max(owns, enemies)
    block = board[U(SLICES + 2 * (SIDE * owns + enemies) + 1)]
    orbit = at // block
    pivot = board[U(board[U(CHOSEN + size)] + 2 * orbit)]
    beside = set_beside(board, at - orbit * block, other, pivot)
    if owns <= enemies:
        return pivot, beside
    return beside, pivot


@deep_kernel("int64(int64[::1], int64, int64, int64)")
def takes(board: Words, point: Int, end: Int, enemy: Int) -> Int:
    """Tell whether a step takes something: what it would, nearest piece of either run."""
    way = board[WAY + U(32 + end - point)]
    return (board[U(ROW * way + end)] | board[U(ROW * (way ^ 4) + point)]) & enemy


@deep_kernel("int64(int64[::1], int64, int64)")
def can_step(board: Words, own: Int, enemy: Int) -> Int:
    """Tell whether a piece of the side to move has an empty neighbour."""
    empty = ~(own | enemy)
    while own:
        if board[AROUND + U(lowest(own))] & empty:
            return np.int64(1)
        own &= own - 1
    return np.int64(0)


@deep_kernel("int64(int64[::1], int64, int64, int64, int64, uint8[::1])")
def all_steps_lose(board: Words, own: Int, enemy: Int, rules: Int, most: Int, values: Bytes) -> Int:
    """Tell whether every step that takes nothing gives the other side a win of a code up to `most`."""
    empty = ~(own | enemy)
    left = own
    while left:
        piece = left & -left
        left ^= piece
        point = lowest(piece)
        free = board[AROUND + U(point)] & empty
        while free:
            there = free & -free
            free ^= there
            if rules & MAY_DECLINE and takes(board, point, lowest(there), enemy):
                continue
            code = np.int64(values[U(place(board, enemy, own ^ piece ^ there))])
            if code == DRAW or code & 1 or code > most:
                return np.int64(0)
    return np.int64(1)


@deep_kernel("int64(int64, int64)")
def better(code: Int, other: Int) -> Int:
    """Return the better of two codes for the side to move: the soonest win, else a draw, else the latest loss."""
    if code == DRAW or other == DRAW:
        rest = code + other
        return rest if rest & 1 == 0 else np.int64(DRAW)
    if code & 1:
        return other if other & 1 == 0 else max(code, other)
    return code if other & 1 else min(code, other)


@deep_kernel("int64(int64[::1], int64, int64, int64, uint8[::1], int64[::1], int64[:,::1])")
def best_taking(board: Words, own: Int, enemy: Int, rules: Int, values: Bytes, stack: Words, turns: Turns) -> Int:
    """Return the code of the best turn that takes, where there is one; `TOO_MANY` where `turns` is too short."""
    if rules & FORCED:
        number = forced_chains(board, own, enemy, np.int64(0), rules, stack, turns, np.int64(0))
    else:
        number = chains(board, own, enemy, stack, turns, np.int64(0))
    if number == TOO_MANY:
        return number
    best = np.int64(LOST_NOW)
    for turn in range(number):
        if turns[turn, ENEMY] == 0:
            return np.int64(WON_NEXT)
        code = np.int64(values[U(place(board, turns[turn, ENEMY], turns[turn, OWN]))])
        best = better(best, code if code == DRAW else code + 1)
    return best


@deep_kernel(
    "int64(int64[::1], int64, int64, int64, int64, int64, uint8[::1], int64[::1], int64[:,::1], uint8[::1], uint8[::1])"
)
def begin(
    board: Words,
    owns: Int,
    enemies: Int,
    first: Int,
    end: Int,
    rules: Int,
    values: Bytes,
    stack: Words,
    turns: Turns,
    codes: Bytes,
    by_taking: Bytes,
) -> Int:
    """Settle what taking settles at the places of a slice from `first` to `end`, smaller slices being known.

    Where a player may decline, the best code by taking goes to `by_taking` (0: none, `DRAWN_BY_TAKING`), to wait for
    what his steps give. Returns the highest code written, or `TOO_MANY`.
    """
    highest = np.int64(0)
    for at in range(first, end):
        own, enemy = position(board, owns, enemies, at)
        code = np.int64(DRAW)
        if takers(board, own, enemy):
            code = best_taking(board, own, enemy, rules, values, stack, turns)
            if code == TOO_MANY or code > MOST_CODE:
                return np.int64(TOO_MANY)
        elif not can_step(board, own, enemy):
            code = np.int64(LOST_NOW)
        highest = max(highest, code)
        if rules & MAY_DECLINE:
            by_taking[U(at - first)] = DRAWN_BY_TAKING if code == DRAW and takers(board, own, enemy) else code
        else:
            codes[U(at - first)] = code
    return highest


@deep_kernel("int64(int64[::1], int64, int64, int64[::1], int64)")
def add(board: Words, own: Int, enemy: Int, targets: Words, number: Int) -> Int:
    """Add every place of a position to the targets; return their number."""
    at = place(board, own, enemy)
    targets[U(number)] = at
    number += 1
    owns, enemies = count(own), count(enemy)
    slice_at = U(SLICES + 2 * (SIDE * owns + enemies))
    size = min(owns, enemies)
    orbit = (at - board[slice_at]) // board[slice_at + U(1)]
    entry = U(board[U(CHOSEN + size)] + 2 * orbit)
    pivot, still = board[entry], board[entry + U(1)]
    if still == 1:
        return number
    begins = board[slice_at] + orbit * board[slice_at + U(1)]
    other = set_beside(board, at - begins, max(owns, enemies), pivot)
    for symmetry in range(1, SYMMETRIES):
        if still >> symmetry & 1:
            targets[U(number)] = begins + rank_beside(board, image(board, symmetry, other), pivot)
            number += 1
    return number


@kernel("UniTuple(int64, 2)(int64[::1], int64, int64, int64, int64, int64, int64, uint8[::1], uint8[::1], int64[::1])")
def spread(
    board: Words,
    owns: Int,
    enemies: Int,
    first: Int,
    end: Int,
    code: Int,
    rules: Int,
    values: Bytes,
    by_taking: Bytes,
    targets: Words,
) -> tuple[Int, Int]:
    """Go back one ply from the positions of one code between two places of a slice, counted from its beginning.

    Writes the places whose code is `code + 1`, some more than once, to `targets`, and returns the place where it
    stopped, before `end` where the targets are full, and their number. `by_taking` stands beside `values`.
    """
    number = np.int64(0)
    begins = board[U(SLICES + 2 * (SIDE * owns + enemies))]
    decline = rules & MAY_DECLINE
    words, pattern = values.view(np.uint64), LOW_BITS * U(code)
    at = first
    while at < end:
        if (begins + at) & 7 == 0:
            others = words[U((begins + at) >> 3)] ^ pattern
            if (others - LOW_BITS) & ~others & HIGH_BITS == 0:  # no byte of these eight is the code
                at += 8
                continue
        if values[U(begins + at)] != code:
            at += 1
            continue
        if number + MOST_TARGETS > targets.size:
            return at, number
        own, enemy = position(board, owns, enemies, at)
        empty = ~(own | enemy)
        left = enemy
        while left:
            piece = left & -left
            left ^= piece
            point = lowest(piece)
            free = board[AROUND + U(point)] & empty
            while free:
                origin = free & -free
                free ^= origin
                before = enemy ^ piece ^ origin
                if decline:
                    if takes(board, lowest(origin), point, own):
                        continue
                elif takers(board, before, own):
                    continue
                target = U(place(board, before, own))
                if values[target] != DRAW:
                    continue
                if code & 1 == 0:
                    if decline:
                        taken = np.int64(by_taking[target])
                        if taken and (taken == DRAWN_BY_TAKING or taken & 1 == 0 or taken > code + 1):
                            continue
                    if not all_steps_lose(board, before, own, rules, code, values):
                        continue
                number = add(board, before, own, targets, number)
        at += 1
    return end, number


@deep_kernel(
    "UniTuple(int64, 2)(int64[::1], int64, int64, int64, int64, int64, int64, uint8[::1], uint8[::1], int64[::1])"
)
def release(
    board: Words,
    owns: Int,
    enemies: Int,
    first: Int,
    end: Int,
    code: Int,
    rules: Int,
    values: Bytes,
    by_taking: Bytes,
    targets: Words,
) -> tuple[Int, Int]:
    """Find the positions whose code is that of their best turn that takes, where taking may be declined.

    A win by taking counts when its turn comes; a loss when all steps lose sooner. Arguments and results as `spread`,
    the targets having `code` itself.
    """
    number = np.int64(0)
    begins = board[U(SLICES + 2 * (SIDE * owns + enemies))]
    for at in range(first, end):
        if by_taking[U(begins + at)] != code or values[U(begins + at)] != DRAW:
            continue
        if number == targets.size:
            return np.int64(at), number
        if code & 1:
            own, enemy = position(board, owns, enemies, at)
            if not all_steps_lose(board, own, enemy, rules, code - 1, values):
                continue
        targets[U(number)] = begins + at
        number += 1
    return end, number


@kernel("void(uint8[::1], int64[::1], int64, uint8[:,::1])")
def write(values: Bytes, targets: Words, code: Int, present: Grid) -> None:
    """Write a code at many places, and mark in `present` the granules that now hold it."""
    for target in targets:
        values[U(target)] = code
        present[U(target >> GRANULE), U(code)] = 1


@kernel("void(uint8[::1], int64[::1], int64, int64[::1])")
def tally(codes: Bytes, sizes: Words, block: Int, counts: Words) -> None:
    """Count the positions of each code in a slice, each place counting by the size of its orbit."""
    for orbit in range(sizes.size):
        for at in range(orbit * block, (orbit + 1) * block):
            counts[U(codes[U(at)])] += sizes[orbit]


@deep_kernel("int64(int64[::1], int64, int64, int64, int64, int64, uint8[::1], int64[::1], int64[:,::1])")
def first_wrong(
    board: Words,
    owns: Int,
    enemies: Int,
    first: Int,
    end: Int,
    rules: Int,
    values: Bytes,
    stack: Words,
    turns: Turns,
) -> Int:
    """Return the first place of a slice between two, whose code is not that of its best turn; -1 where there is none.

    Together with the lengths in the codes this proves the values: each win leads to a loss one ply shorter.
    """
    begins = board[U(SLICES + 2 * (SIDE * owns + enemies))]
    for at in range(first, end):
        own, enemy = position(board, owns, enemies, at)
        best, any_turn = np.int64(LOST_NOW), takers(board, own, enemy)
        if any_turn:
            best = best_taking(board, own, enemy, rules, values, stack, turns)
        if not any_turn or rules & MAY_DECLINE:
            left, empty = own, ~(own | enemy)
            while left:
                piece = left & -left
                left ^= piece
                point = lowest(piece)
                free = board[AROUND + U(point)] & empty
                while free:
                    there = free & -free
                    free ^= there
                    if not takes(board, point, lowest(there), enemy):
                        code = np.int64(values[U(place(board, enemy, own ^ piece ^ there))])
                        best = better(best, code if code == DRAW else code + 1)
        if best != values[U(begins + at)]:
            return np.int64(at)
    return np.int64(-1)
