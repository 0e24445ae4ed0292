"""The state of one thread of Fanorona's search: its words, and the bundle of arrays that kernels pass on.

`words` is flat:

    #  NODES … NETWORK      counters and switches, one word each
    #  WEIGHTS              FEATURES words for the opening, then as many for the endgame, in hundredths
    #  LEVELS               BUCKETS words, the network's bias, by the number of pieces
    #  CHOSEN               the patterns of the position that the network judges
    #  DRAWN                keys of positions that draw the match, first those with the root's side to move
    #  KILLERS              for each ply two turns, each as the points it leaves and enters, and the pieces left
    #  PATH                 the key at each ply
    #  LINE                 for each ply its length, then the numbers of the turns expected from there
    #  HISTORY              for each side and two points, the squared depths at which a step between them refuted
"""

from typing import NamedTuple

from lalao import arrays as np
from lalao.arrays.types import Bool, ByteArray, Int, Int16Grid, IntArray, IntGrid
from lalao.kernels.bits import clock, count, lowest
from lalao.kernels.compiling import kernel
from lalao.kernels.fanorona import ENEMY, OWN, TURN_WORDS
from lalao.kernels.fanorona_transposition import STOP


class Workspace(NamedTuple):
    """The arrays of a search.

    The board, a stack and rows for turns, its own words, the table, the endgame tables, the proofs of
    `lalao.kernels.fanorona_length`; and for the network (`lalao.kernels.fanorona_network`) how it reads lines of
    points, and the weights of both its layers.
    """

    board: IntArray
    stack: IntArray
    turns: IntGrid
    words: IntArray
    table: IntArray
    codes: ByteArray
    proofs: IntGrid
    lines: IntGrid
    digits: IntArray
    rows: Int16Grid
    second: Int16Grid


ORDER = TURN_WORDS
ROW_WORDS = TURN_WORDS + 1
"""Words of a row of turns: those of `generate`, and the turn's score for the order of search."""

MOST_PLIES = 100
MOST_DRAWN = 64
FEATURES = 8
BUCKETS = 8
MOST_CHOSEN = 40

(
    NODES,
    MOST,
    DEADLINE,
    STOPPED,
    QUIET_LIMIT,
    REPEATS,
    FULL_WIDTH,
    AGE,
    POINTS,
    STRONG_POINTS,
    EDGE_POINTS,
    DRAWN_SAME,
    DRAWN_OTHER,
    OVERLOOKED,
    SEED,
    TABLE_PIECES,
    NETWORK,
) = range(17)
WEIGHTS = 17
LEVELS = WEIGHTS + 2 * FEATURES
CHOSEN = LEVELS + BUCKETS
DRAWN = CHOSEN + MOST_CHOSEN
KILLERS = DRAWN + 2 * MOST_DRAWN
PATH = KILLERS + 4 * (MOST_PLIES + 2)
LINE = PATH + MOST_PLIES + 2
LINE_WORDS = MOST_PLIES + 2
HISTORY = LINE + LINE_WORDS * (MOST_PLIES + 2)
STATE_WORDS = HISTORY + 2 * 4096
LOOK_OFTEN = 255
FIRST, CAPTURING, KILLER = 1 << 50, 1 << 32, 1 << 31
MOST_HISTORY = 1 << 24


@kernel
def stopped(words: IntArray, table: IntArray) -> Bool:
    """Count a position, and tell whether the search must stop."""
    words[NODES] += 1
    if words[STOPPED]:
        return True
    look = words[NODES] & LOOK_OFTEN == 0
    if words[NODES] > words[MOST] or (look and (table[STOP] or clock() >= words[DEADLINE])):
        words[STOPPED] = 1
        return True
    return False


@kernel
def is_drawn(words: IntArray, name: Int, ply: Int, quiet: Int) -> Bool:
    """Tell whether a position repeats one on the path, or one that the match has seen twice."""
    for back in range(2, min(quiet, ply) + 1, 2):
        if words[PATH + ply - back] == name:
            return True
    other = ply & 1
    for place in range(words[DRAWN_OTHER if other else DRAWN_SAME]):
        if words[DRAWN + MOST_DRAWN * other + place] == name:
            return True
    return False


@kernel
def pick_next(turns: IntGrid, begin: Int, end: Int) -> Int:
    """Return the row with the greatest score, from `begin` to `end`."""
    best = begin
    for row in range(begin + 1, end):
        if turns[row, ORDER] > turns[best, ORDER]:
            best = row
    return best


@kernel
def score_moves(
    turns: IntGrid, words: IntArray, own: Int, enemy: Int, ply: Int, begin: Int, end: Int, first: Int
) -> None:
    """Score every turn: the table's first, then by pieces taken, killers, and history."""
    history, killers = HISTORY + 4096 * (ply & 1), KILLERS + 4 * ply
    for row in range(begin, end):
        after, left = turns[row, OWN], turns[row, ENEMY]
        moved = own ^ after
        score = words[history + ((lowest(own & moved) & 63) << 6) + (lowest(after & moved) & 63)]
        if left != enemy:
            score += CAPTURING * count(enemy ^ left)
        if (moved == words[killers] and left == words[killers + 1]) or (
            moved == words[killers + 2] and left == words[killers + 3]
        ):
            score += KILLER
        turns[row, ORDER] = score
    if begin + first < end:
        turns[begin + first, ORDER] = FIRST


@kernel
def update_history(turns: IntGrid, words: IntArray, own: Int, ply: Int, turn: Int, depth: Int) -> None:
    """Remember a turn that refuted a position: as a killer of its ply, and in the history of its side."""
    after, left = turns[turn, OWN], turns[turn, ENEMY]
    moved = own ^ after
    at = HISTORY + 4096 * (ply & 1) + ((lowest(own & moved) & 63) << 6) + (lowest(after & moved) & 63)
    words[at] = min(np.int64(MOST_HISTORY), words[at] + depth * depth)
    killers = KILLERS + 4 * ply
    if words[killers] != moved or words[killers + 1] != left:
        words[killers + 2], words[killers + 3] = words[killers], words[killers + 1]
        words[killers], words[killers + 1] = moved, left


@kernel
def update_pv(words: IntArray, ply: Int, turn: Int) -> None:
    """Write the line expected from a ply: a turn, followed by the line of the next ply."""
    here, there = LINE + LINE_WORDS * ply, LINE + LINE_WORDS * (ply + 1)
    length = words[there]
    words[here], words[here + 1] = length + 1, turn
    for place in range(length):
        words[here + 2 + place] = words[there + 1 + place]
