"""Fanorona on words: every turn of every ruleset, on any lattice of up to 62 points.

A set of points is an int64, one bit per point, numbered as in `lalao.board.geometry`. A position is the pieces of the
side to move, those of the other side, those of the other side that may be huffed, and the rules, a set of flags; the
colours are not known here. A turn is the row of the position after it, still seen by the side that played it, and
two turns of a position are the same when their rows are.

A piece has sixteen captures, two in each of eight directions: an even one by approach, the next by withdrawal. They are
numbered in the order of the points that they lead to. The lattice comes as one array, `lines`, in rows of 64 words:

    #  row  0          [point]              all neighbours
    #  row  1          [end - start + 32]   the capture by approach of a step
    #  row  2          [direction]          points between neighbours: how far to shift a set, towards higher points;
    #                  [16 + capture]       how far to rotate a set, so that the nearest piece taken lies where it leads
    #  row  3          [direction]          the points that have a neighbour there; from 8 on, that have two
    #  rows 4 to 19    [point, capture]     where a capture leads, as a set of one point, if there is a nearest
    #  rows 20 to 35   [point, capture]     the nearest point that it takes from, as a set of one point or none
    #  rows 36 to 51   [point, capture]     all the points that it may take from

The first four directions lead to higher points; `direction ^ 4` is the opposite of `direction`.
"""

from typing import NamedTuple

from lalao import arrays as np
from lalao.arrays.types import Bool, Int, IntArray, IntGrid, Uint
from lalao.constants import VELA_PIECES
from lalao.kernels.bits import count, leading, lowest
from lalao.kernels.compiling import kernel
from lalao.kernels.hashing import MIX_1, MIX_2, MIX_3, mixed
from lalao.kernels.vectors import rotated_touch

DIRECTIONS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
ASCENDING = (5, 6, 7, 4, 0, 3, 2, 1)
"""The directions in the order of the points that they lead to."""
ROWS, ROW = 52, 64
AROUND, CAPTURE, SHIFT, GOING, LEADS, NEAREST, BEYOND = (np.uint64(row * ROW) for row in (0, 1, 2, 3, 4, 20, 36))
ROTATION = SHIFT + np.uint64(16)
MIDDLE = np.uint64(32)
MAY_DECLINE, MUST_GO_ON, LARGER, HUFFING, MOVER_WON, OTHER_WON = (1 << bit for bit in range(6))
VELA = MOVER_WON | OTHER_WON
FORCED = MUST_GO_ON | LARGER | HUFFING
OWN, ENEMY, HUFFABLE, HUFFED, TURN_WORDS = range(5)
MOST_POINTS = 62
WORD_BITS, CACHE_LINE = 64, 8
CAPTURES = NO_CAPTURE = 16
BY_APPROACH = np.int64(0x5555)
MOST_STEPS = 16
STACK_WORDS = 4 * 512
TOO_MANY = -1
EVERYWHERE = np.int64(2**63 - 1)
BOTH = np.int64(3)
"""The two captures of a direction, as bits from the first of them on."""
U0, U1, U2, U3, U4, U58 = (np.uint64(number) for number in (0, 1, 2, 3, 4, 58))


class State(NamedTuple):
    """A position as kernels see it: own pieces, enemy pieces, those of the latter that may be huffed, and the rules."""

    own: Int
    enemy: Int
    huffable: Int
    rules: Int


@kernel
def capturers(lines: IntArray, own: Int, enemy: Int) -> Int:
    """Return the pieces of the side to move that have a taking step."""
    empty = ~(own | enemy)
    found = np.int64(0)
    for direction in range(4):
        shift = lines[SHIFT + np.uint64(direction)]
        up, up_twice = lines[GOING + np.uint64(direction)], lines[GOING + np.uint64(direction + 8)]
        down, down_twice = lines[GOING + np.uint64(direction + 4)], lines[GOING + np.uint64(direction + 12)]
        above, below = enemy >> shift, enemy << shift
        found |= (empty >> shift) & (up_twice & (above >> shift) | up & down & below)
        found |= (empty << shift) & (down_twice & (below << shift) | up & down & above)
    return found & own


@kernel
def can_step(lines: IntArray, own: Int, enemy: Int) -> Bool:
    """Tell whether a piece of the side to move has an empty point beside it."""
    empty = ~(own | enemy)
    for direction in range(4):
        at = np.uint64(direction)
        shift = lines[SHIFT + at]
        if own & lines[GOING + at] & (empty >> shift) or own & lines[GOING + at + np.uint64(4)] & (empty << shift):
            return True
    return False


@kernel
def captures_from(lines: IntArray, point: Uint, free: Int, enemy: Int) -> Int:
    """Return the captures of a piece that may step to the points of `free`, a bit for each."""
    return rotated_touch(lines, ROTATION, enemy, free, LEADS + (point << U4))


@kernel
def run(lines: IntArray, point: Uint, capture: Uint, enemy: Int) -> Int:
    """Return the unbroken run of enemy pieces that a capture takes."""
    beyond = lines[BEYOND + (point << U4) + capture]
    others = beyond & ~enemy
    if ((capture >> U3) ^ capture) & U1:  # towards higher points
        return beyond & ((others & -others) - 1)
    return beyond & ~(EVERYWHERE >> (leading(others) - 1))


@kernel
def chains(lines: IntArray, own: Int, enemy: Int, stack: IntArray, turns: IntGrid, begin: Int) -> Int:
    """Write every taking turn by the rules that let chains stop anywhere and either run be chosen.

    Rows are written from `begin` on, only their `OWN` and `ENEMY`. Returns the number of rows then, or `TOO_MANY` where
    they do not fit.
    """
    found = begin
    most = turns.shape[0] - MOST_STEPS
    left = capturers(lines, own, enemy)
    while left:
        piece = left & -left
        left ^= piece
        rest = own ^ piece
        first, seen, is_first = found, np.int64(0), True
        point, against, barred = np.uint64(lowest(piece)), enemy, piece
        possible = captures_from(lines, point, ~(own | enemy), enemy)
        top = U0
        while True:
            if found > most:
                return np.int64(TOO_MANY)
            while possible:
                capture = np.uint64(lowest(possible))
                possible &= possible - 1
                there = lines[LEADS + (point << U4) + capture]
                end = np.uint64(lowest(there))
                after, remaining = rest | there, against ^ run(lines, point, capture, against)
                known = False
                if not is_first:  # first steps come first, and all differ
                    mark = np.int64(1) << np.int64((np.uint64(remaining) * MIX_1 + end * MIX_2) >> U58)
                    if seen & mark == 0:
                        seen |= mark
                    else:
                        for row in range(np.uint64(first), np.uint64(found)):
                            if turns[row, ENEMY] == remaining and turns[row, OWN] == after:
                                known = True
                                break
                if not known:
                    turns[np.uint64(found), OWN], turns[np.uint64(found), ENEMY] = after, remaining
                    found += 1
                passed = barred | there
                further = captures_from(lines, end, ~(rest | remaining | passed), remaining)
                further &= ~(BOTH << np.int64(capture & ~U1))
                if further:
                    stack[top], stack[top + U1] = np.int64(end), remaining
                    stack[top + U2], stack[top + U3] = passed, further
                    top += U4
            if top == U0:
                break
            top -= U4
            is_first = False
            point, against = np.uint64(stack[top]), stack[top + U1]
            barred, possible = stack[top + U2], stack[top + U3]
    return found


@kernel
def taken_by(lines: IntArray, point: Uint, capture: Uint, enemy: Int, rules: Int) -> Int:
    """Return the pieces that a capture takes: a run; in Vela its nearest piece."""
    if rules & VELA:
        return lines[NEAREST + (point << U4) + capture]
    return run(lines, point, capture, enemy)


@kernel
def allowed(lines: IntArray, point: Uint, free: Int, enemy: Int, last: Int, rules: Int) -> Int:
    """Return the captures that the rules allow a piece after its capture `last`, a bit for each."""
    if last != NO_CAPTURE and rules & VELA:
        return np.int64(0)
    possible = captures_from(lines, point, free, enemy)
    if last != NO_CAPTURE:
        possible &= ~(BOTH << (last & ~1))
    if rules & LARGER and not rules & VELA:
        left = possible & possible >> 1 & BY_APPROACH
        while left:
            approach = np.uint64(lowest(left))
            left &= left - 1
            more = count(run(lines, point, approach, enemy)) - count(run(lines, point, approach + U1, enemy))
            if more > 0:
                possible ^= np.int64(2) << np.int64(approach)
            elif more < 0:
                possible ^= np.int64(1) << np.int64(approach)
    return possible


@kernel
def forced_chains(
    lines: IntArray, own: Int, enemy: Int, huffed: Int, rules: Int, stack: IntArray, turns: IntGrid, begin: Int
) -> Int:
    """Write every taking turn, by the rules on runs, on going on and on huffing; otherwise like `chains`.

    Rows are written in full. With a flag of `VELA` in the rules a turn takes one piece. `huffed` is already gone.
    """
    found = begin
    left = capturers(lines, own, enemy)
    while left:
        piece = left & -left
        left ^= piece
        rest = own ^ piece
        first = found
        stack[U0], stack[U1], stack[U2], stack[U3] = lowest(piece), enemy, piece, NO_CAPTURE
        top = U4
        while top != U0:
            top -= U4
            point, against = np.uint64(stack[top]), stack[top + U1]
            barred, last = stack[top + U2], stack[top + U3]
            possible = allowed(lines, point, ~(rest | against | barred), against, last, rules)
            goes_on = possible != 0
            while possible:
                capture = np.uint64(lowest(possible))
                possible &= possible - 1
                there = lines[LEADS + (point << U4) + capture]
                stack[top], stack[top + U1] = lowest(there), against ^ taken_by(lines, point, capture, against, rules)
                stack[top + U2], stack[top + U3] = barred | there, np.int64(capture)
                top += U4
            if last == NO_CAPTURE or (goes_on and rules & MUST_GO_ON):
                continue
            here = np.int64(1) << np.int64(point)
            huffable = here if goes_on and rules & HUFFING else np.int64(0)
            known = False
            for row in range(first, found):
                if turns[row, ENEMY] == against and turns[row, OWN] == rest | here and turns[row, HUFFABLE] == huffable:
                    known = True
                    break
            if known:
                continue
            if found == turns.shape[0]:
                return np.int64(TOO_MANY)
            turns[found, OWN], turns[found, ENEMY] = rest | here, against
            turns[found, HUFFABLE], turns[found, HUFFED] = huffable, huffed
            found += 1
    return found


@kernel
def takes(lines: IntArray, point: Int, end: Int, enemy: Int) -> Bool:
    """Tell whether a step takes a piece."""
    at = np.uint64(CAPTURES * point + lines[CAPTURE + np.uint64(32 + end - point)])
    return (lines[NEAREST + at] | lines[NEAREST + at + U1]) & enemy != 0


@kernel
def steps(
    lines: IntArray, own: Int, enemy: Int, huffed: Int, rules: Int, able: Int, every: Int, turns: IntGrid, begin: Int
) -> Int:
    """Write every step that takes nothing, or with `every` all steps, with nothing taken; return as `chains` does.

    `able` are the pieces that had a taking step; with huffing they become huffable.
    """
    found = begin
    empty = ~(own | enemy)
    left = own
    while left:
        piece = left & -left
        left ^= piece
        point = lowest(piece)
        free = lines[AROUND + np.uint64(point)] & empty
        while free:
            there = free & -free
            free ^= there
            if able & piece and not every and takes(lines, point, lowest(there), enemy):
                continue
            if found == turns.shape[0]:
                return np.int64(TOO_MANY)
            turns[found, OWN], turns[found, ENEMY] = own ^ piece ^ there, enemy
            turns[found, HUFFABLE], turns[found, HUFFED] = 0, huffed
            if rules & HUFFING and not every:
                turns[found, HUFFABLE] = able ^ piece ^ there if able & piece else able
            found += 1
    return found


@kernel
def count_steps(lines: IntArray, own: Int, enemy: Int) -> Int:
    """Count the steps to empty points."""
    empty = ~(own | enemy)
    number = np.int64(0)
    for direction in range(4):
        at = np.uint64(direction)
        shift = lines[SHIFT + at]
        number += count(own & lines[GOING + at] & (empty >> shift))
        number += count(own & lines[GOING + at + U4] & (empty << shift))
    return number


@kernel
def step_at(lines: IntArray, own: Int, enemy: Int, number: Int) -> tuple[Int, Int]:
    """Return the point that a step leaves and the one that it reaches, each as a set.

    Steps are numbered in the order in which `steps` writes them where no step takes anything.
    """
    empty = ~(own | enemy)
    piece = free = np.int64(0)
    left = own
    while number >= 0:
        piece = left & -left
        left ^= piece
        free = lines[AROUND + np.uint64(lowest(piece))] & empty
        number -= count(free)
    for _ in range(number + count(free)):
        free &= free - 1
    return piece, free & -free


@kernel
def ordinary(
    lines: IntArray, own: Int, enemy: Int, huffed: Int, rules: Int, stack: IntArray, turns: IntGrid, begin: Int
) -> Int:
    """Write every turn once `huffed` (0 for none) is gone: those that take, then those that do not."""
    if rules & (FORCED | VELA):
        found = forced_chains(lines, own, enemy, huffed, rules, stack, turns, begin)
    else:
        found = chains(lines, own, enemy, stack, turns, begin)
    if found == begin or (rules & MAY_DECLINE and found != TOO_MANY):
        able = capturers(lines, own, enemy) if found > begin else np.int64(0)
        found = steps(lines, own, enemy, huffed, rules, able, np.int64(0), turns, found)
    return found


@kernel
def in_force(rules: Int, own: Int, enemy: Int) -> Int:
    """Return the rules of a turn: Vela lapses once the first round's winner has at most `VELA_PIECES` pieces."""
    if rules & VELA and count(own if rules & MOVER_WON else enemy) <= VELA_PIECES:
        return rules & ~VELA
    return rules


@kernel
def generate(
    lines: IntArray, own: Int, enemy: Int, huffable: Int, rules: Int, stack: IntArray, turns: IntGrid, begin: Int
) -> Int:
    """Write every turn of a position from row `begin` on, and return the number of rows then.

    `stack` has `STACK_WORDS` words. A side without pieces has lost, and there is no turn. `TOO_MANY` is returned
    where the rows do not fit; rows after `begin` are then lost.
    """
    if own == 0 or enemy == 0:
        return begin
    rules = in_force(rules, own, enemy)
    if rules & MOVER_WON:
        return steps(lines, own, enemy, np.int64(0), rules, np.int64(0), np.int64(1), turns, begin)
    found = ordinary(lines, own, enemy, np.int64(0), rules, stack, turns, begin)
    while huffable and found != TOO_MANY:
        piece = huffable & -huffable
        huffable ^= piece
        if enemy != piece:
            found = ordinary(lines, own, enemy ^ piece, piece, rules, stack, turns, found)
        elif found == turns.shape[0]:
            return np.int64(TOO_MANY)
        else:
            turns[found, OWN], turns[found, ENEMY] = own, 0
            turns[found, HUFFABLE], turns[found, HUFFED] = 0, piece
            found += 1
    return found


@kernel
def handed_over(rules: Int) -> Int:
    """Return the rules as the other side sees them: who has won the first round changes from "mover" to "other"."""
    return rules ^ VELA if rules & VELA else rules


@kernel
def key(own: Int, enemy: Int, huffable: Int, rules: Int) -> Int:
    """Return a hash of a position that is never negative, for tables and for repetition."""
    name = mixed(np.uint64(own)) ^ mixed(np.uint64(enemy) + MIX_3)
    if huffable or rules & VELA:
        name ^= mixed(np.uint64(huffable) ^ (np.uint64(rules) << U58))
    return np.int64(name >> U1)


def aligned(words: int) -> IntArray:
    """Return zeros that begin where a line of the processor's cache does: vectors that lie in one are read faster."""
    room = np.zeros(words + CACHE_LINE, dtype=np.int64)
    begin = -(np.address(room) // 8) % CACHE_LINE
    return room[begin : begin + words]


def lines_of(height: int, width: int) -> IntArray:
    """Return the lattice of `height` ranks by `width` files, as the flat array that the kernels read."""
    lines = aligned(ROWS * ROW)
    for point in range(height * width):
        rank, file = divmod(point, width)
        rays = [
            [
                (rank + north * far) * width + file + east * far
                for far in range(1, max(height, width))
                if 0 <= rank + north * far < height and 0 <= file + east * far < width
            ]
            if not (east and north) or (rank + file) % 2 == 0
            else []
            for east, north in DIRECTIONS
        ]
        for direction, ray in enumerate(rays):
            for far in range(len(ray[:2])):
                lines[int(GOING) + 8 * far + direction] |= 1 << point
        for pair, direction in enumerate(ASCENDING):
            if not rays[direction]:
                continue
            end, *ahead = rays[direction]
            lines[int(AROUND) + point] |= 1 << end
            lines[int(CAPTURE) + int(MIDDLE) + end - point] = 2 * pair
            lines[int(SHIFT) + (direction & 3)] = abs(end - point)
            for capture, ray in ((2 * pair, ahead), (2 * pair + 1, rays[direction ^ 4])):
                if ray:
                    at = CAPTURES * point + capture
                    lines[int(ROTATION) + capture] = (end - ray[0]) % WORD_BITS
                    lines[int(LEADS) + at], lines[int(NEAREST) + at] = 1 << end, 1 << ray[0]
                    lines[int(BEYOND) + at] = sum(1 << other for other in ray)
    return lines
