"""How long a decided game of Fanorona lasts: what the search of `lalao.kernels.fanorona_search` leaves to be proved."""

import numpy as np

from lalao.kernels.compiling import deep_kernel as kernel
from lalao.kernels.fanorona import (
    ENEMY,
    HUFFABLE,
    HUFFING,
    OWN,
    TOO_MANY,
    can_step,
    generate,
    handed_over,
    key,
)
from lalao.kernels.fanorona_memory import AGE, EXACT, NO_TURN, VALUE_BASE, recall, remember, salted, stopped
from lalao.kernels.fanorona_search import Bytes, Int, Turns, Words, open_to_huffing, probed


@kernel(
    "int64(int64[::1], int64[::1], int64[:,::1], int64[::1], int64[::1], uint8[::1], "
    "int64, int64, int64, int64, int64, int64, int64)"
)
def decided(
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
    plies: Int,
    winning: Int,
    begin: Int,
) -> Int:
    """Return 1 where the side to move wins (with `winning` 1) or loses (0) within so many plies, and 0 where not.

    Nothing is left out and nothing is guessed: this tells how long a won game lasts. -1 where it was stopped.
    """
    if stopped(mem, table):
        return np.int64(-1)
    huffable = open_to_huffing(own, huffable, rules)
    if own == 0 or (huffable == 0 and not can_step(lines, own, enemy)):
        return 1 - winning
    if enemy == 0:
        return winning
    code = probed(lines, mem, codes, own, enemy, rules)
    if code >= 0:
        return np.int64(code > 0 and code & 1 != winning and code - 1 <= plies)
    if plies <= 0:
        return np.int64(0)
    name = salted(key(own, enemy, huffable, rules), 512 + 2 * plies + winning)
    data = recall(table, name)
    if data:
        return (data & (2 * VALUE_BASE - 1)) - VALUE_BASE
    end = generate(lines, own, enemy, huffable, rules, stack, turns, begin)
    if end == TOO_MANY:
        return np.int64(-1)
    answer = 1 - winning
    for turn in range(begin, end):
        answer = decided(
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
            plies - np.int64(1),
            1 - winning,
            end,
        )
        if answer == -1:
            return answer
        if answer == winning:
            break
    remember(table, name, answer, np.int64(0), np.int64(EXACT), np.int64(NO_TURN), mem[AGE])
    return answer
