"""Endgame tables of Fanorona: the passes that find the value of every position.

A value is a byte, the *code*: 0 is a draw, else the plies to the end plus one, so that odd codes are lost for the
side to move and even codes won. `lalao.kernels.fanorona_index` describes where the code of a position stands, and what
the kernels read of a board.

Method: by distance from the end, each position once, as in K. Thompson, "Retrograde analysis of certain endgames",
ICCA Journal 9 (1986). A slice and the one with the sides exchanged lead to each other by steps, and to smaller ones by
captures: `seed_terminals` writes the codes that captures decide; `propagate` then goes back a ply from all positions
of one code.
"""

from lalao import arrays as np
from lalao.arrays.types import ByteArray, ByteGrid, Int, IntArray, IntGrid
from lalao.kernels.bits import lowest
from lalao.kernels.compiling import kernel
from lalao.kernels.fanorona import (
    AROUND,
    ENEMY,
    FORCED,
    MAY_DECLINE,
    OWN,
    TOO_MANY,
    can_step,
    capturers,
    chains,
    forced_chains,
    takes,
)
from lalao.kernels.fanorona_index import SIDE, SLICES, SYMMETRIES, U, all_indices, index_of, position_at

LOW_BITS, HIGH_BITS = U(0x0101010101010101), U(0x8080808080808080)
GRANULE = 20
"""Places in a granule, as a power of two; for each granule it is known which codes it holds."""
DRAW, LOST_NOW, WON_NEXT = 0, 1, 2
MOST_CODE = 254
DRAWN_BY_TAKING = 255
MOST_TARGETS = 8 * SYMMETRIES * SIDE
"""Most places that one position may give to `propagate`: steps back, times their images."""


@kernel
def all_steps_lose(board: IntArray, own: Int, enemy: Int, rules: Int, most: Int, values: ByteArray) -> Int:
    """Tell whether every step that takes nothing gives the other side a win with a code up to `most`."""
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
            code = np.int64(values[U(index_of(board, enemy, own ^ piece ^ there))])
            if code == DRAW or code & 1 or code > most:
                return np.int64(0)
    return np.int64(1)


@kernel
def better(code: Int, other: Int) -> Int:
    """Return the better of two codes for the side to move: the soonest win, else a draw, else the latest loss."""
    if code == DRAW or other == DRAW:
        rest = code + other
        return rest if rest & 1 == 0 else np.int64(DRAW)
    if code & 1:
        return other if other & 1 == 0 else max(code, other)
    return code if other & 1 else min(code, other)


@kernel
def best_taking(
    board: IntArray, own: Int, enemy: Int, rules: Int, values: ByteArray, stack: IntArray, turns: IntGrid
) -> Int:
    """Return the code of the best taking turn, `LOST_NOW` if there is none, `TOO_MANY` where `turns` is too short."""
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
        code = np.int64(values[U(index_of(board, turns[turn, ENEMY], turns[turn, OWN]))])
        best = better(best, code if code == DRAW else code + 1)
    return best


@kernel
def seed_terminals(
    board: IntArray,
    owns: Int,
    enemies: Int,
    first: Int,
    end: Int,
    rules: Int,
    values: ByteArray,
    stack: IntArray,
    turns: IntGrid,
    codes: ByteArray,
    by_taking: ByteArray,
) -> Int:
    """Write the codes that captures decide at the places of a slice from `first` to `end`, smaller slices being known.

    Where a player may decline, the best code by taking goes to `by_taking` (0 for none, `DRAWN_BY_TAKING` for a draw),
    to wait for the results of his steps. Returns the highest code written, or `TOO_MANY`.
    """
    highest = np.int64(0)
    for at in range(first, end):
        own, enemy = position_at(board, owns, enemies, at)
        code = np.int64(DRAW)
        if capturers(board, own, enemy):
            code = best_taking(board, own, enemy, rules, values, stack, turns)
            if code == TOO_MANY or code > MOST_CODE:
                return np.int64(TOO_MANY)
        elif not can_step(board, own, enemy):
            code = np.int64(LOST_NOW)
        highest = max(highest, code)
        if rules & MAY_DECLINE:
            by_taking[U(at - first)] = DRAWN_BY_TAKING if code == DRAW and capturers(board, own, enemy) else code
        else:
            codes[U(at - first)] = code
    return highest


@kernel
def propagate(
    board: IntArray,
    owns: Int,
    enemies: Int,
    first: Int,
    end: Int,
    code: Int,
    rules: Int,
    values: ByteArray,
    by_taking: ByteArray,
    targets: IntArray,
) -> tuple[Int, Int]:
    """Go back one ply from the positions of one code between two places of a slice, counted from its beginning.

    Writes the places whose code is `code + 1`, some more than once, to `targets`, and returns the place where it
    stopped, before `end` where the targets are full, and their number. `by_taking` is laid out as `values`.
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
        own, enemy = position_at(board, owns, enemies, at)
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
                elif capturers(board, before, own):
                    continue
                target = U(index_of(board, before, own))
                if values[target] != DRAW:
                    continue
                if code & 1 == 0:
                    if decline:
                        taken = np.int64(by_taking[target])
                        if taken and (taken == DRAWN_BY_TAKING or taken & 1 == 0 or taken > code + 1):
                            continue
                    if not all_steps_lose(board, before, own, rules, code, values):
                        continue
                number = all_indices(board, before, own, targets, number)
        at += 1
    return end, number


@kernel
def release(
    board: IntArray,
    owns: Int,
    enemies: Int,
    first: Int,
    end: Int,
    code: Int,
    rules: Int,
    values: ByteArray,
    by_taking: ByteArray,
    targets: IntArray,
) -> tuple[Int, Int]:
    """Find the positions whose code is that of their best turn that takes, where taking may be declined.

    A win by taking counts when its turn comes; a loss when all steps lose sooner. Arguments and results are those of
    `propagate`, but the targets have `code` itself.
    """
    number = np.int64(0)
    begins = board[U(SLICES + 2 * (SIDE * owns + enemies))]
    for at in range(first, end):
        if by_taking[U(begins + at)] != code or values[U(begins + at)] != DRAW:
            continue
        if number == targets.size:
            return np.int64(at), number
        if code & 1:
            own, enemy = position_at(board, owns, enemies, at)
            if not all_steps_lose(board, own, enemy, rules, code - 1, values):
                continue
        targets[U(number)] = begins + at
        number += 1
    return end, number


@kernel
def write(values: ByteArray, targets: IntArray, code: Int, present: ByteGrid) -> None:
    """Write a code at many places, and mark in `present` the granules that now hold it."""
    for target in targets:
        values[U(target)] = code
        present[U(target >> GRANULE), U(code)] = 1


@kernel
def tally(codes: ByteArray, sizes: IntArray, block: Int, counts: IntArray) -> None:
    """Count the positions of each code in a slice, each place counting by the size of its orbit."""
    for orbit in range(sizes.size):
        for at in range(orbit * block, (orbit + 1) * block):
            counts[U(codes[U(at)])] += sizes[orbit]


@kernel
def first_wrong(
    board: IntArray,
    owns: Int,
    enemies: Int,
    first: Int,
    end: Int,
    rules: Int,
    values: ByteArray,
    stack: IntArray,
    turns: IntGrid,
) -> Int:
    """Return the first place of a slice, from `first` to `end`, whose code is not that of its best turn; else -1.

    Together with the lengths in the codes this proves the values: each win leads to a loss one ply shorter.
    """
    begins = board[U(SLICES + 2 * (SIDE * owns + enemies))]
    for at in range(first, end):
        own, enemy = position_at(board, owns, enemies, at)
        best, any_turn = np.int64(LOST_NOW), capturers(board, own, enemy)
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
                        code = np.int64(values[U(index_of(board, enemy, own ^ piece ^ there))])
                        best = better(best, code if code == DRAW else code + 1)
        if best != values[U(begins + at)]:
            return np.int64(at)
    return np.int64(-1)
