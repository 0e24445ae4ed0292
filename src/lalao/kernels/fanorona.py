"""Fanorona on words: every turn of every ruleset, on any lattice of up to 62 points.

A set of points is an int64, one bit a point, numbered as in `lalao.board.lattice`. A position is the pieces of the
side to move, those of the other side, those of the other side that may be huffed, and the rules, a set of flags; the
colours are not known here. A turn is the row of the position after it, still seen by the side that played it, and
two turns of a position are the same when their rows are.

The lattice comes as one array, `lines`, in rows of 64 words; directions are numbered so that `direction ^ 4` is the
opposite of `direction`, and the first four lead to higher points:

    #  rows  0 to 7    [direction, point]   the neighbour in a direction, as a set of one point or none
    #  rows  8 to 15   [direction, point]   all the points beyond
    #  row  16         [point]        all neighbours
    #  row  17         [end - start + 32]   the direction of a step
    #  row  18         [direction]          points between neighbours: how far to shift a set, for the first four
    #  row  19         [direction]          the points that have a neighbour in a direction; from 8 on, that have two
"""

from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from lalao.constants import VELA_PIECES
from lalao.kernels.bits import count, leading, lowest
from lalao.kernels.compiling import bundle
from lalao.kernels.compiling import deep_kernel as kernel
from lalao.kernels.hashing import MIX_1, MIX_2, MIX_3, mixed

Int: TypeAlias = Any
IntArray: TypeAlias = npt.NDArray[np.int64]
ByteArray: TypeAlias = npt.NDArray[np.uint8]

DIRECTIONS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
ROWS, ROW = 20, 64
RAY, AROUND, DIRECTION, SHIFT, GOING = (np.uint64(row * ROW) for row in (8, 16, 17, 18, 19))
MIDDLE = np.uint64(32)
MAY_DECLINE, MUST_GO_ON, LARGER, HUFFING, MOVER_WON, OTHER_WON = (1 << bit for bit in range(6))
VELA = MOVER_WON | OTHER_WON
FORCED = MUST_GO_ON | LARGER | HUFFING
OWN, ENEMY, HUFFABLE, HUFFED, TURN_WORDS = range(5)
MOST_POINTS = 62
NO_DIRECTION = 8
MOST_STEPS = 16
STACK_WORDS = 4 * 512
TOO_MANY = -1
U0, U1, U2, U3, U4, U6, U58 = (np.uint64(number) for number in (0, 1, 2, 3, 4, 6, 58))


@bundle(own="int64", enemy="int64", huffable="int64", rules="int64")
class State(NamedTuple):
    """A position as kernels see it: pieces of the side to move, the other's, those of these to huff, the rules."""

    own: Int
    enemy: Int
    huffable: Int
    rules: Int


@kernel("int64(int64, int64, int64)")
def run(ray: Int, enemy: Int, direction: Int) -> Int:
    """Return the unbroken run of enemy pieces at the beginning of a ray."""
    others = ray & ~enemy
    if direction < 4:
        return ray & ((others & -others) - 1)
    if others == 0:
        return ray
    return ray & -(np.int64(2) << (63 - leading(others)))


@kernel("int64(int64[::1], int64, int64)")
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


@kernel("boolean(int64[::1], int64, int64)")
def can_step(lines: IntArray, own: Int, enemy: Int) -> Any:
    """Tell whether a piece of the side to move has an empty point beside it."""
    empty = ~(own | enemy)
    for direction in range(4):
        at = np.uint64(direction)
        shift = lines[SHIFT + at]
        if own & lines[GOING + at] & (empty >> shift) or own & lines[GOING + at + np.uint64(4)] & (empty << shift):
            return True
    return False


@kernel("int64(int64[::1], int64, int64, int64[::1], int64[:,::1], int64)")
def chains(lines: IntArray, own: Int, enemy: Int, stack: IntArray, turns: IntArray, begin: Int) -> Int:
    """Write every taking turn, where chains may stop and runs are chosen freely; return the number of rows then.

    Rows are written from `begin` on, only their `OWN` and `ENEMY`. `TOO_MANY` is returned where they do not fit.
    """
    found = begin
    most = turns.shape[0] - MOST_STEPS
    left = capturers(lines, own, enemy)
    empty = ~(own | enemy)
    while left:
        piece = left & -left
        left ^= piece
        rest = own ^ piece
        first, seen = found, np.int64(0)
        point, against, barred, last = np.uint64(lowest(piece)), enemy, piece, np.int64(NO_DIRECTION)
        free = lines[AROUND + point] & empty
        top = U0
        while True:
            if found > most:
                return np.int64(TOO_MANY)
            while free:
                there = free & -free
                free ^= there
                end = np.uint64(lowest(there))
                direction = lines[DIRECTION + MIDDLE + end - point]
                if direction == last:
                    continue
                ahead, back = np.uint64(direction) << U6, np.uint64(direction ^ 4) << U6
                taken = other = np.int64(0)
                if lines[ahead + end] & against:
                    taken = run(lines[RAY + ahead + end], against, direction)
                if lines[back + point] & against:
                    other = run(lines[RAY + back + point], against, direction ^ 4)
                for _ in range(2):
                    if taken:
                        remaining = against ^ taken
                        after = rest | there
                        known = False
                        if last != NO_DIRECTION:  # first steps come first, and all differ
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
                        if lines[AROUND + end] & ~(rest | remaining | barred | there):
                            stack[top], stack[top + U1] = np.int64(end), remaining
                            stack[top + U2], stack[top + U3] = barred | there, direction
                            top += U4
                    taken = other
            if top == U0:
                break
            top -= U4
            point, against = np.uint64(stack[top]), stack[top + U1]
            barred, last = stack[top + U2], stack[top + U3]
            free = lines[AROUND + point] & ~(rest | against | barred)
    return found


@kernel("UniTuple(int64, 2)(int64[::1], int64, int64, int64, int64, int64)")
def runs(lines: IntArray, point: Int, end: Int, direction: Int, enemy: Int, rules: Int) -> tuple[Int, Int]:
    """Return what a step may take by approach and by withdrawal; in Vela, the nearest piece of each."""
    back = direction ^ 4
    approach = run(lines[RAY + np.uint64(ROW * direction + end)], enemy, direction)
    withdrawal = run(lines[RAY + np.uint64(ROW * back + point)], enemy, back)
    if rules & VELA:
        return approach & lines[np.uint64(ROW * direction + end)], withdrawal & lines[np.uint64(ROW * back + point)]
    if rules & LARGER and approach and withdrawal:
        more = count(approach) - count(withdrawal)
        if more > 0:
            return approach, np.int64(0)
        if more < 0:
            return np.int64(0), withdrawal
    return approach, withdrawal


@kernel("int64(int64[::1], int64, int64, int64, int64, int64[::1], int64[:,::1], int64)")
def forced_chains(
    lines: IntArray, own: Int, enemy: Int, huffed: Int, rules: Int, stack: IntArray, turns: IntArray, begin: Int
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
        stack[U0], stack[U1], stack[U2], stack[U3] = lowest(piece), enemy, piece, NO_DIRECTION
        top = U4
        while top != U0:
            top -= U4
            point, against, barred, last = stack[top], stack[top + U1], stack[top + U2], stack[top + U3]
            base = top
            free = lines[AROUND + np.uint64(point)] & ~(rest | against | barred)
            if rules & VELA and last != NO_DIRECTION:
                free = np.int64(0)
            while free:
                there = free & -free
                free ^= there
                end = lowest(there)
                direction = lines[DIRECTION + np.uint64(32 + end - point)]
                if direction == last:
                    continue
                taken, other = runs(lines, point, end, direction, against, rules)
                for _ in range(2):
                    if taken:
                        stack[top], stack[top + U1] = end, against ^ taken
                        stack[top + U2], stack[top + U3] = barred | there, direction
                        top += U4
                    taken = other
            goes_on = top != base
            if last == NO_DIRECTION or (goes_on and rules & MUST_GO_ON):
                continue
            here = np.int64(1) << point
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


@kernel("int64(int64[::1], int64, int64, int64, int64, int64, int64, int64[:,::1], int64)")
def steps(
    lines: IntArray, own: Int, enemy: Int, huffed: Int, rules: Int, able: Int, every: Int, turns: IntArray, begin: Int
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
            if able & piece and not every:
                end = lowest(there)
                direction = lines[DIRECTION + np.uint64(32 + end - point)]
                if (lines[np.uint64(ROW * direction + end)] | lines[np.uint64(ROW * (direction ^ 4) + point)]) & enemy:
                    continue
            if found == turns.shape[0]:
                return np.int64(TOO_MANY)
            turns[found, OWN], turns[found, ENEMY] = own ^ piece ^ there, enemy
            turns[found, HUFFABLE], turns[found, HUFFED] = 0, huffed
            if rules & HUFFING and not every:
                turns[found, HUFFABLE] = able ^ piece ^ there if able & piece else able
            found += 1
    return found


@kernel("int64(int64[::1], int64, int64, int64, int64, int64[::1], int64[:,::1], int64)")
def ordinary(
    lines: IntArray, own: Int, enemy: Int, huffed: Int, rules: Int, stack: IntArray, turns: IntArray, begin: Int
) -> Int:
    """Write every turn once `huffed` is gone, 0 for nothing: those that take, then those that do not."""
    if rules & (FORCED | VELA):
        found = forced_chains(lines, own, enemy, huffed, rules, stack, turns, begin)
    else:
        found = chains(lines, own, enemy, stack, turns, begin)
    if found == begin or (rules & MAY_DECLINE and found != TOO_MANY):
        able = capturers(lines, own, enemy) if found > begin else np.int64(0)
        found = steps(lines, own, enemy, huffed, rules, able, np.int64(0), turns, found)
    return found


@kernel("int64(int64, int64, int64)")
def in_force(rules: Int, own: Int, enemy: Int) -> Int:
    """Return the rules of a turn: Vela lapses once the first round's winner has at most `VELA_PIECES` pieces."""
    if rules & VELA and count(own if rules & MOVER_WON else enemy) <= VELA_PIECES:
        return rules & ~VELA
    return rules


@kernel("int64(int64[::1], int64, int64, int64, int64, int64[::1], int64[:,::1], int64)")
def generate(
    lines: IntArray, own: Int, enemy: Int, huffable: Int, rules: Int, stack: IntArray, turns: IntArray, begin: Int
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


@kernel("int64(int64)")
def handed_over(rules: Int) -> Int:
    """Return the rules as the other side sees them: who has won the first round changes from "mover" to "other"."""
    return rules ^ VELA if rules & VELA else rules


@kernel("int64(int64, int64, int64, int64)")
def key(own: Int, enemy: Int, huffable: Int, rules: Int) -> Int:
    """Return a hash of a position that is never negative, for tables and for repetition."""
    name = mixed(np.uint64(own)) ^ mixed(np.uint64(enemy) + MIX_3)
    if huffable or rules & VELA:
        name ^= mixed(np.uint64(huffable) ^ (np.uint64(rules) << U58))
    return np.int64(name >> U1)


def lines_of(height: int, width: int) -> IntArray:
    """Return the lattice of `height` ranks by `width` files, as the flat array that the kernels read."""
    lines = np.zeros((ROWS, ROW), dtype=np.int64)
    ray, around, direction_of, shift, going = (int(row) // ROW for row in (RAY, AROUND, DIRECTION, SHIFT, GOING))
    for point in range(height * width):
        rank, file = divmod(point, width)
        for direction, (east, north) in enumerate(DIRECTIONS):
            if (east and north) and (rank + file) % 2:
                continue
            beyond = [
                (rank + north * far) * width + file + east * far
                for far in range(1, max(height, width))
                if 0 <= rank + north * far < height and 0 <= file + east * far < width
            ]
            lines[ray + direction, point] = sum(1 << other for other in beyond)
            for far, other in enumerate(beyond[:2]):
                lines[going, 8 * far + direction] |= 1 << point
                if far == 0:
                    lines[direction, point] = 1 << other
                    lines[around, point] |= 1 << other
                    lines[direction_of, other - point + 32] = direction
                    lines[shift, direction & 3] = abs(other - point)
    return lines.reshape(-1)
