"""Sequences of turns of Fanorona: perft, and random games."""

from lalao import arrays as np
from lalao.arrays.types import Int, IntArray, IntGrid, UintArray
from lalao.kernels.compiling import kernel
from lalao.kernels.fanorona import (
    ENEMY,
    FORCED,
    HUFFABLE,
    MAY_DECLINE,
    OWN,
    TOO_MANY,
    VELA,
    chains,
    count_steps,
    generate,
    handed_over,
    step_at,
)
from lalao.kernels.hashing import MIX_1, mixed


@kernel
def perft(
    lines: IntArray,
    own: Int,
    enemy: Int,
    huffable: Int,
    rules: Int,
    depth: Int,
    stack: IntArray,
    turns: IntGrid,
    begin: Int,
) -> Int:
    """Count the sequences of `depth` turns, at least 1: the last ones are written, but not played.

    Returns `TOO_MANY` where `turns` is too short.
    """
    end = generate(lines, own, enemy, huffable, rules, stack, turns, begin)
    if end == TOO_MANY:
        return end
    if depth == 1:
        return end - begin
    total = np.int64(0)
    for turn in range(begin, end):
        nodes = perft(
            lines,
            turns[turn, ENEMY],
            turns[turn, OWN],
            turns[turn, HUFFABLE],
            handed_over(rules),
            depth - np.int64(1),
            stack,
            turns,
            end,
        )
        if nodes == TOO_MANY:
            return nodes
        total += nodes
    return total


@kernel
def playouts(
    lines: IntArray,
    own: Int,
    enemy: Int,
    rules: Int,
    games: Int,
    quiet_limit: Int,
    stack: IntArray,
    turns: IntGrid,
    seed: UintArray,
) -> tuple[Int, Int, Int]:
    """Play random games, every turn with equal chances; return the wins and losses of the side to move, and the plies.

    Returns `TOO_MANY` three times where `turns` is too short.

    A game is a draw after `quiet_limit` turns without a capture.
    """
    wins = losses = plies = np.int64(0)
    for _ in range(games):
        mine, theirs, huffable, flags = own, enemy, np.int64(0), rules
        quiet, parity = np.int64(0), np.int64(0)
        while quiet < quiet_limit:
            free = flags & (FORCED | MAY_DECLINE | VELA) == 0 and theirs != 0 and mine != 0
            if free:
                number = chains(lines, mine, theirs, stack, turns, np.int64(0))
                only_steps = number == 0
                if only_steps:  # the step is found without writing all
                    number = count_steps(lines, mine, theirs)
            else:
                number, only_steps = generate(lines, mine, theirs, huffable, flags, stack, turns, np.int64(0)), False
            if number <= 0:
                if number == TOO_MANY:
                    return number, number, number
                wins, losses = wins + parity, losses + 1 - parity
                break
            seed[0] += MIX_1
            chosen = np.int64(((mixed(seed[0]) >> np.uint64(32)) * np.uint64(number)) >> np.uint64(32))
            if only_steps:
                start, end = step_at(lines, mine, theirs, chosen)
                quiet, mine, theirs = quiet + 1, theirs, mine ^ start ^ end
            else:
                quiet = quiet + 1 if turns[chosen, ENEMY] == theirs else np.int64(0)
                mine, theirs, huffable = turns[chosen, ENEMY], turns[chosen, OWN], turns[chosen, HUFFABLE]
            flags, parity, plies = handed_over(flags), 1 - parity, plies + 1
    return wins, losses, plies
