"""The search of Fanorona: principal variation search, deeper and deeper, on the turns of `lalao.kernels.fanorona`.

Every kernel takes first the board (the lattice, and what `lalao.kernels.fanorona_places` adds to it), a stack and rows
for the turns, the words of `lalao.kernels.fanorona_memory`, the table, and the codes of endgame tables. Values are in
hundredths of a piece; near `WIN` they are decided games: `WIN` less the plies from the root to the end. A win is found
only where every answer has been looked at down to the end of the game or into the tables, so it is a proof; that there
is no shorter one is for `lalao.kernels.fanorona_length` to prove.
"""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from lalao.kernels.bits import count
from lalao.kernels.compiling import deep_kernel as kernel
from lalao.kernels.fanorona import (
    ENEMY,
    FORCED,
    HUFFABLE,
    HUFFING,
    MOVER_WON,
    OWN,
    TOO_MANY,
    VELA,
    VELA_PIECES,
    can_step,
    chains,
    forced_chains,
    generate,
    handed_over,
    key,
)
from lalao.kernels.fanorona_memory import (
    AGE,
    BOUND_AT,
    DEPTH_AT,
    EXACT,
    FULL_WIDTH,
    INFINITE,
    LINE,
    LINE_WORDS,
    LOWER,
    MERIT,
    MISSED,
    MOST_PLIES,
    NO_TURN,
    PATH,
    QUIET_LIMIT,
    REPEATS,
    STOPPED,
    TABLE_PIECES,
    TURN_AT,
    UPPER,
    VALUE_BASE,
    WIN,
    is_drawn,
    lengthen,
    praise,
    promising,
    rate,
    recall,
    remember,
    rooted,
    salted,
    stopped,
    uprooted,
)
from lalao.kernels.fanorona_places import place
from lalao.kernels.fanorona_sight import seen
from lalao.kernels.fanorona_worth import evaluate

Int: TypeAlias = Any
Words: TypeAlias = npt.NDArray[np.int64]
Turns: TypeAlias = npt.NDArray[np.int64]
Bytes: TypeAlias = npt.NDArray[np.uint8]

MOST_TAKING = 3
"""Captures that are looked at in a position once the depth is spent."""
FURTHER = 6
"""Plies that captures are followed beyond the depth."""
NEARLY = 20_000
"""The value of a table's win that may come too late, less the plies to the end."""
DELTA = 150
"""Hundredths of a piece that a capture may gain beside the pieces it takes."""


@kernel("int64(int64, int64, int64)")
def open_to_huffing(own: Int, huffable: Int, rules: Int) -> Int:
    """Return what may be huffed: nothing by the winner in Vela, while he takes nothing."""
    return np.int64(0) if rules & MOVER_WON and count(own) > VELA_PIECES else huffable


@kernel("int64(int64[::1], int64[::1], uint8[::1], int64, int64, int64)")
def probed(lines: Words, mem: Words, codes: Bytes, own: Int, enemy: Int, rules: Int) -> Int:
    """Return the code of a position in the endgame tables, or -1 where they do not hold it."""
    if count(own) + count(enemy) > mem[TABLE_PIECES]:
        return np.int64(-1)
    if rules & VELA and count(own if rules & MOVER_WON else enemy) > VELA_PIECES:
        return np.int64(-1)
    return np.int64(codes[np.uint64(place(lines, own, enemy))])


@kernel("int64(int64, int64, int64, int64)")
def tabled(code: Int, quiet: Int, limit: Int, ply: Int) -> Int:
    """Return the value that a code stands for; a win that the quiet limit may prevent is good, but not decided."""
    if code == 0:
        return np.int64(0)
    plies = code - 1
    value = WIN - ply - plies if quiet + plies <= limit else NEARLY - plies
    return value if plies & 1 else -value


@kernel("int64(int64[::1], int64[::1], int64[:,::1], int64, int64, int64, int64)")
def captures(lines: Words, stack: Words, turns: Turns, own: Int, enemy: Int, rules: Int, begin: Int) -> Int:
    """Write the turns that take, huffing left aside, and return the number of rows then; see `generate`."""
    if rules & VELA:
        if count(own if rules & MOVER_WON else enemy) <= VELA_PIECES:
            rules &= ~VELA
        elif rules & MOVER_WON:
            return begin
    if rules & (FORCED | VELA):
        return forced_chains(lines, own, enemy, np.int64(0), rules, stack, turns, begin)
    return chains(lines, own, enemy, stack, turns, begin)


@kernel(
    "int64(int64[::1], int64[::1], int64[:,::1], int64[::1], int64[::1], uint8[::1], "
    "int64, int64, int64, int64, int64, int64, int64, int64, int64, int64)"
)
def settle(
    lines: Words,
    stack: Words,
    turns: Turns,
    mem: Words,
    table: Words,
    codes: Bytes,
    own: Int,
    enemy: Int,
    huffable: Int,
    rules: Int,
    alpha: Int,
    beta: Int,
    quiet: Int,
    ply: Int,
    further: Int,
    begin: Int,
) -> Int:
    """Return a position's value once the captures worth most have been played: a few a position, `further` plies.

    The side to move may always leave it at the evaluation, so nothing but the end of a game is decided here.
    """
    if stopped(mem, table):
        return np.int64(0)
    huffable = open_to_huffing(own, huffable, rules)
    if own == 0:
        return ply - WIN
    if enemy == 0:
        return WIN - ply
    if huffable == 0 and not can_step(lines, own, enemy):
        return ply - WIN
    code = probed(lines, mem, codes, own, enemy, rules)
    if code >= 0:
        return tabled(code, quiet, mem[QUIET_LIMIT], ply)
    best = evaluate(lines, mem, own, enemy, huffable)
    if best >= beta or further <= 0 or ply >= MOST_PLIES:
        return best
    end = captures(lines, stack, turns, own, enemy, rules, begin)
    if end <= begin:
        return best
    if mem[MISSED]:
        end = seen(lines, stack, turns, mem, own, enemy, begin, end)
    for row in range(begin, end):
        turns[row, MERIT] = count(enemy ^ turns[row, ENEMY])
    floor = max(alpha, best)
    for _ in range(min(np.int64(MOST_TAKING), end - begin)):
        turn = promising(turns, begin, end)
        taken = turns[turn, MERIT]
        turns[turn, MERIT] = -1
        if turns[turn, ENEMY] == 0:
            return WIN - ply - 1
        if best + 100 * taken + DELTA <= floor and best < floor:
            break
        value = -settle(
            lines,
            stack,
            turns,
            mem,
            table,
            codes,
            turns[turn, ENEMY],
            turns[turn, OWN],
            turns[turn, HUFFABLE] if rules & HUFFING else np.int64(0),
            handed_over(rules),
            -beta,
            -floor,
            np.int64(0),
            ply + np.int64(1),
            further - np.int64(1),
            end,
        )
        if value > best:
            best = value
            floor = max(floor, value)
            if value >= beta:
                break
    return best


@kernel(
    "int64(int64[::1], int64[::1], int64[:,::1], int64[::1], int64[::1], uint8[::1], "
    "int64, int64, int64, int64, int64, int64, int64, int64, int64, int64)"
)
def search(
    lines: Words,
    stack: Words,
    turns: Turns,
    mem: Words,
    table: Words,
    codes: Bytes,
    own: Int,
    enemy: Int,
    huffable: Int,
    rules: Int,
    quiet: Int,
    depth: Int,
    alpha: Int,
    beta: Int,
    ply: Int,
    begin: Int,
) -> Int:
    """Return what a position is worth to the side to move, exact between `alpha` and `beta`.

    Rows from `begin` on are used. Once the search is stopped, values mean nothing.
    """
    mem[LINE + LINE_WORDS * ply] = 0
    if depth <= 0 and not mem[FULL_WIDTH]:
        return settle(
            lines, stack, turns, mem, table, codes, own, enemy, huffable, rules, alpha, beta, quiet, ply, FURTHER, begin
        )
    if stopped(mem, table):
        return np.int64(0)
    huffable = open_to_huffing(own, huffable, rules)
    if own == 0 or (huffable == 0 and not can_step(lines, own, enemy)):
        return ply - WIN
    if enemy == 0:
        return WIN - ply
    limit = mem[QUIET_LIMIT]
    if quiet >= limit:
        return np.int64(0)
    name = key(own, enemy, huffable, rules)
    mem[PATH + ply] = name
    if mem[REPEATS] and is_drawn(mem, name, ply, quiet):
        return np.int64(0)
    code = probed(lines, mem, codes, own, enemy, rules)
    if code >= 0:
        return tabled(code, quiet, limit, ply)
    if depth <= 0 or ply >= MOST_PLIES:
        return evaluate(lines, mem, own, enemy, huffable)
    if alpha < ply - WIN:
        alpha = ply - WIN
    if beta > WIN - ply - 1:
        beta = WIN - ply - 1
    if alpha >= beta:
        return alpha
    if quiet + MOST_PLIES // 3 >= limit:
        name = salted(name, quiet)
    data = recall(table, name)
    first = np.int64(NO_TURN)
    if data:
        first = data >> TURN_AT & NO_TURN
        deep = data >> DEPTH_AT & 255
        if beta == alpha + 1 and (deep == depth or (deep > depth and not mem[FULL_WIDTH])):
            value, bound = rooted((data & (2 * VALUE_BASE - 1)) - VALUE_BASE, ply), data >> BOUND_AT & 3
            if bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha):
                return value
    end = generate(lines, own, enemy, huffable, rules, stack, turns, begin)
    if end == TOO_MANY:
        return evaluate(lines, mem, own, enemy, huffable)
    if mem[MISSED]:
        end = seen(lines, stack, turns, mem, own, enemy, begin, end)
    rate(turns, mem, own, enemy, ply, begin, end, first)
    best, chosen, floor = np.int64(-INFINITE), np.int64(NO_TURN), alpha
    for number in range(end - begin):
        turn = promising(turns, begin, end)
        turns[turn, MERIT] = -1
        left = turns[turn, ENEMY]
        calm = quiet + 1 if left == enemy else np.int64(0)
        low = -beta if number == 0 else -floor - 1  # a window of one, then the whole where the turn is better
        while True:
            value = -search(
                lines,
                stack,
                turns,
                mem,
                table,
                codes,
                left,
                turns[turn, OWN],
                turns[turn, HUFFABLE] if rules & HUFFING else np.int64(0),
                handed_over(rules),
                calm,
                depth - np.int64(1),
                low,
                -floor,
                ply + np.int64(1),
                end,
            )
            if low == -beta or not floor < value < beta:
                break
            low = -beta
        if mem[STOPPED]:
            return np.int64(0)
        if value > best:
            best, chosen = value, turn - begin
            if value > floor:
                floor = value
                lengthen(mem, ply, chosen)
                if value >= beta:
                    praise(turns, mem, own, ply, turn, depth)
                    break
    bound = LOWER if best >= beta else UPPER if best <= alpha else EXACT
    remember(table, name, uprooted(best, ply), depth, bound, chosen, mem[AGE])
    return best


@kernel(
    "int64(int64[::1], int64[::1], int64[:,::1], int64[::1], int64[::1], uint8[::1], "
    "int64, int64, int64, int64, int64, int64, int64[::1], int64)"
)
def search_root(
    lines: Words,
    stack: Words,
    turns: Turns,
    mem: Words,
    table: Words,
    codes: Bytes,
    enemy: Int,
    rules: Int,
    quiet: Int,
    depth: Int,
    alpha: Int,
    beta: Int,
    order: Words,
    begin: Int,
) -> Int:
    """Return the value of the best of some turns of the root; it is then the first in `order`, its line that of ply 0.

    `order` holds the numbers of the turns, whose rows are the first `begin`. Exact between `alpha` and `beta`. Where
    the search is stopped, the value is that of the turns looked at until then, less than `-WIN` if there is none.
    """
    mem[LINE] = 0
    best = np.int64(-INFINITE)
    for number in range(order.shape[0]):
        turn = order[number]
        left = turns[turn, ENEMY]
        calm = quiet + 1 if left == enemy else np.int64(0)
        floor = max(alpha, best)
        low = -beta if number == 0 else -floor - 1  # a window of one, then the whole where the turn is better
        while True:
            value = -search(
                lines,
                stack,
                turns,
                mem,
                table,
                codes,
                left,
                turns[turn, OWN],
                turns[turn, HUFFABLE] if rules & HUFFING else np.int64(0),
                handed_over(rules),
                calm,
                depth - np.int64(1),
                low,
                -floor,
                np.int64(1),
                begin,
            )
            if low == -beta or not floor < value < beta:
                break
            low = -beta
        if mem[STOPPED]:
            return best
        if value > best:
            best = value
            lengthen(mem, np.int64(0), turn)
            for place in range(number, 0, -1):
                order[place] = order[place - 1]
            order[0] = turn
            if value >= beta:
                break
    return best
