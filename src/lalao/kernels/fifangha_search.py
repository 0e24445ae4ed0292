"""The search of Fifangha: negamax, deeper and deeper, with a table and capture extensions.

It uses three kernels of the rules: `generate` plays every turn of a row into the rows after it and returns their
number (none: the side to move has lost), `key` names a position for the table, and `balance` is its static value for
the side to move. Values near `WIN` are decided games: `WIN` less the plies to the end, counted from the position
itself.
"""

from lalao import arrays as np
from lalao.arrays.types import Bool, Int, IntArray, IntGrid
from lalao.kernels.bits import clock
from lalao.kernels.compiling import kernel
from lalao.kernels.fifangha import QUIET, SEEDS, balance, copy, generate, key
from lalao.kernels.scores import DECIDED, EXACT, INFINITE, LOWER, UPPER, WIN

COUNT, MOST, DEADLINE, SPENT_WORDS = range(4)
LOOK_OFTEN = 255
MERIT = SEEDS
"""Between turns the hand is free: there stands how soon a turn is to be searched, the largest number first."""


@kernel
def one_ply_earlier(value: Int) -> Int:
    """Return a value with decided games as seen one ply earlier."""
    if value > DECIDED:
        return value - 1
    return value + 1 if value < -DECIDED else value


@kernel
def one_ply_later(bound: Int) -> Int:
    """Return a bound with decided games as seen one ply later."""
    if bound > DECIDED:
        return bound + 1
    return bound - 1 if bound < -DECIDED else bound


@kernel
def is_spent(spent: IntArray) -> Bool:
    """Count a position; tell whether all that may be looked at have been, or the time is up."""
    spent[COUNT] += 1
    if spent[COUNT] & LOOK_OFTEN == 0 and clock() >= spent[DEADLINE]:
        spent[MOST] = -1
    return spent[COUNT] > spent[MOST]


@kernel
def search(
    rows: IntGrid,
    at: Int,
    depth: Int,
    extension: Int,
    quiet_limit: Int,
    alpha: Int,
    beta: Int,
    begun: IntArray,
    table: IntGrid,
    spent: IntArray,
) -> Int:
    """Return the worth of row `at` to the side to move, exact between `alpha` and `beta`.

    The rows after `at` are overwritten. A capture may extend the search, by `extension` plies in all. `table` has lines
    of key, depth, bound, value, turn number; a line counts only at its own depth, so that decided games have their true
    length, and no line is read or written where the quiet limit is within sight, since keys leave the quiet plies out.
    `spent` are the positions looked at, how many may be, and until when; beyond that values mean nothing.
    """
    if is_spent(spent):
        return np.int64(0)
    if depth <= 0 and extension > 0 and rows[at, QUIET] == 0:
        depth, extension = depth + 1, extension - 1
    to = at + 1
    turns = generate(rows, at, to, begun)
    if turns == 0:
        return np.int64(-WIN)
    if rows[at, QUIET] >= quiet_limit:
        return np.int64(0)
    if depth <= 0:
        return balance(rows, at)
    name = key(rows, at)
    line = name & (table.shape[0] - 1)
    first = np.int64(-1)
    within_sight = rows[at, QUIET] + depth + extension >= quiet_limit
    if table[line, 0] == name and not within_sight:
        first = table[line, 4]
        if table[line, 1] == 16 * depth + extension:
            known, bound = table[line, 3], table[line, 2]
            if bound == EXACT or (bound == LOWER and known >= beta) or (bound == UPPER and known <= alpha):
                return known
    for number in range(turns):
        rows[to + number, MERIT] = -balance(rows, to + number) if number != first else INFINITE
    best: Int = np.int64(-INFINITE)
    chosen: Int = np.int64(0)
    lowest = alpha
    free = to + turns
    for _ in range(turns):
        turn: Int = np.int64(0)
        for number in range(1, turns):
            if rows[to + number, MERIT] > rows[to + turn, MERIT]:
                turn = number
        copy(rows, to + turn, free)
        rows[to + turn, MERIT] = -INFINITE - 1
        value = one_ply_earlier(
            -search(
                rows,
                free,
                depth - np.int64(1),
                extension,
                quiet_limit,
                -one_ply_later(beta),
                -one_ply_later(lowest),
                begun,
                table,
                spent,
            )
        )
        if value > best:
            best, chosen = value, turn
            lowest = max(lowest, value)
            if lowest >= beta:
                break
    if spent[COUNT] <= spent[MOST] and not within_sight:
        table[line, 0], table[line, 1], table[line, 3], table[line, 4] = name, 16 * depth + extension, best, chosen
        table[line, 2] = LOWER if best >= beta else UPPER if best <= alpha else EXACT
    return best
