"""The oversights of an imperfect player among the turns of Fanorona: long chains.

Each link of a chain after the first is overlooked with the same chance, so a chain of n links is noticed with the
chance that all its n - 1 later links are. Whether a chain is noticed depends only on the position, the chain and a
seed: it stays noticed, or overlooked, as long as a player thinks about a turn.
"""

from lalao import arrays as np
from lalao.arrays.types import Bool, Int, IntArray, IntGrid
from lalao.kernels.bits import lowest
from lalao.kernels.compiling import kernel
from lalao.kernels.fanorona import ENEMY, LEADS, NO_CAPTURE, OWN, U4, allowed, run
from lalao.kernels.fanorona_search_state import OVERLOOKED, SEED
from lalao.kernels.hashing import mixed

MANY = 99
FIVE = 5
CERTAIN = 1000


@kernel
def links(lines: IntArray, stack: IntArray, own: Int, enemy: Int, after: Int, left: Int) -> Int:
    """Return the number of steps of the shortest chain that leads to these pieces; 0 where nothing is taken."""
    taken = enemy & ~left
    if taken == 0 or own & ~after == 0:
        return np.int64(0)
    goal, rest, best = after & ~own, own & after, np.int64(MANY)
    stack[0], stack[1], stack[2], stack[3], stack[4] = lowest(own & ~after), taken, own & ~after, NO_CAPTURE, 0
    top = FIVE
    while top:
        top -= FIVE
        point, wanted, barred, last, steps = (
            stack[top],
            stack[top + 1],
            stack[top + 2],
            stack[top + 3],
            stack[top + 4],
        )
        if wanted == 0 and np.int64(1) << point == goal:
            best = min(best, steps)
        if wanted == 0 or steps + 1 >= best:
            continue
        against = left | wanted
        here = np.uint64(point)
        possible = allowed(lines, here, ~(rest | against | barred), against, last, np.int64(0))
        while possible:
            capture = np.uint64(lowest(possible))
            possible &= possible - 1
            found = run(lines, here, capture, against)
            if found & ~wanted == 0:
                there = lines[LEADS + (here << U4) + capture]
                stack[top], stack[top + 1], stack[top + 2] = lowest(there), wanted ^ found, barred | there
                stack[top + 3], stack[top + 4] = np.int64(capture), steps + 1
                top += FIVE
    return best


@kernel
def is_noticed(lines: IntArray, stack: IntArray, words: IntArray, own: Int, enemy: Int, after: Int, left: Int) -> Bool:
    """Tell whether a turn is noticed, given both sides' pieces before it and after it (`after`, `left`)."""
    length = links(lines, stack, own, enemy, after, left)
    if length <= 1:
        return True
    chance = np.int64(CERTAIN)
    for _ in range(min(length, np.int64(MANY)) - 1):
        chance = chance * (CERTAIN - words[OVERLOOKED]) // CERTAIN
    name = mixed(mixed(np.uint64(after) ^ np.uint64(words[SEED])) ^ np.uint64(left))
    return np.int64(name >> np.uint64(1)) % CERTAIN < chance


@kernel
def noticed(
    lines: IntArray, stack: IntArray, turns: IntGrid, words: IntArray, own: Int, enemy: Int, begin: Int, end: Int
) -> Int:
    """Move the rows of the turns that are noticed to the front; return where they end, after one turn at least."""
    kept = begin
    for row in range(begin, end):
        if is_noticed(lines, stack, words, own, enemy, turns[row, OWN], turns[row, ENEMY]):
            for word in range(turns.shape[1]):
                turns[kept, word] = turns[row, word]
            kept += 1
    return max(kept, min(begin + 1, end))
