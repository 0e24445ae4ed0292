"""The arrays of Fanorona's prover: its words, the path from the root, and the graph of the positions to be checked.

    #  words    EXPANSIONS … one word each
    #  frames   one row for each position on the path: board, name, its turns, thresholds, the turn under way, …
    #  turns    one row for each turn: the pieces after it, the known numbers of that position, and its name
    #  passed   how many positions of the path have these low bits in their name

The graph has one row for each node: own, enemy, its state, and the number of the turn chosen there. `slots` finds a
node by its name, with open addressing: the number of the node plus one, or 0.
"""

from typing import NamedTuple

from lalao import arrays as np
from lalao.arrays.types import Bool, ByteArray, Int, IntArray, IntGrid
from lalao.kernels.bits import count
from lalao.kernels.compiling import kernel
from lalao.kernels.fanorona import HUFFABLE, HUFFED, TURN_WORDS
from lalao.kernels.fanorona_index import U, index_of
from lalao.kernels.fanorona_proof_table import name_of


class Prover(NamedTuple):
    """The arrays of a prover, described at the top of this module; `board` and `codes` are the endgame tables'."""

    board: IntArray
    stack: IntArray
    turns: IntGrid
    frames: IntGrid
    words: IntArray
    passed: IntArray
    table: IntArray
    codes: ByteArray
    slots: IntArray
    nodes: IntGrid


(
    EXPANSIONS,
    PLY,
    TABLE_PIECES,
    RULES,
    PHI,
    DELTA,
    FILLED,
    NODES,
    CLAIM,
    HOLE,
    MARKED,
    USE_GRAPH,
    PACKED,
    QUESTION,
) = range(14)
STATE_WORDS = 14
FRAME_OWN, FRAME_ENEMY, ATTACKING, NAME, BEGIN, END, MOST_PHI, MOST_DELTA, CHILD, ENTERED = range(10)
FRAME_WORDS = 10
KNOWN, AFTER = HUFFABLE, HUFFED
"""Words of a row of turns that the rules without huffing leave free."""
ROW_WORDS = TURN_WORDS
PASSED = 4096
NODE_OWN, NODE_ENEMY, NODE_STATE, ANSWER = range(4)
NODE_WORDS = 4
IS_ATTACKING, DEAD, FOUNDED, OPEN, CHECKED = 1, 2, 4, 8, 16
CLOSING, FOUNDING = 1, 2
"""How a search uses the graph: it believes the positions of a claim of "no win", or founds every win that it finds."""
NO_ANSWER = -1


@kernel
def settled(ws: Prover, own: Int, enemy: Int, attacking: Int) -> Int:
    """Return the known value of a position without search: 0 for none, 1 plus the plies for a win, else -1.

    A win is the attacker's; every other end counts as none, a draw too. Packed tables hold no plies: those of a win
    are then 1, whatever they are.
    """
    if own == 0:
        return np.int64(-1) if attacking else np.int64(1)
    if enemy == 0:
        return np.int64(1) if attacking else np.int64(-1)
    if count(own) + count(enemy) > ws.words[TABLE_PIECES]:
        return np.int64(0)
    place = index_of(ws.board, own, enemy)
    if ws.words[PACKED]:
        code = (np.int64(ws.codes[U(place >> 2)]) >> (2 * (place & 3))) & 3
    else:
        code = np.int64(ws.codes[U(place)])
    if code == 0 or (code & 1) == (1 if attacking else 0):
        return np.int64(-1)
    return code


@kernel
def node_of(ws: Prover, own: Int, enemy: Int, attacking: Int) -> Int:
    """Return the number of a node of the graph, or -1 where it is not there."""
    mask = ws.slots.shape[0] - 1
    slot = name_of(own, enemy, attacking) & mask
    while ws.slots[U(slot)]:
        number = ws.slots[U(slot)] - 1
        if (
            ws.nodes[U(number), NODE_OWN] == own
            and ws.nodes[U(number), NODE_ENEMY] == enemy
            and ws.nodes[U(number), NODE_STATE] & IS_ATTACKING == attacking
        ):
            return number
        slot = (slot + 1) & mask
    return np.int64(-1)


@kernel
def file_away(ws: Prover, number: Int) -> None:
    """Enter a node in `slots`, where `node_of` finds it."""
    mask = ws.slots.shape[0] - 1
    own, enemy = ws.nodes[U(number), NODE_OWN], ws.nodes[U(number), NODE_ENEMY]
    slot = name_of(own, enemy, ws.nodes[U(number), NODE_STATE] & IS_ATTACKING) & mask
    while ws.slots[U(slot)]:
        slot = (slot + 1) & mask
    ws.slots[U(slot)] = number + 1


@kernel
def added(ws: Prover, own: Int, enemy: Int, attacking: Int) -> Int:
    """Return the number of a node, added where it is missing; there must be room."""
    number = node_of(ws, own, enemy, attacking)
    if number >= 0:
        return number
    number = ws.words[NODES]
    ws.words[NODES] = number + 1
    ws.nodes[U(number), NODE_OWN], ws.nodes[U(number), NODE_ENEMY] = own, enemy
    ws.nodes[U(number), NODE_STATE], ws.nodes[U(number), ANSWER] = attacking, NO_ANSWER
    file_away(ws, number)
    return number


@kernel
def file_all(ws: Prover) -> None:
    """Enter every node in `slots`, which must be empty."""
    for number in range(ws.words[NODES]):
        file_away(ws, np.int64(number))


@kernel
def on_path(ws: Prover, name: Int, pieces: Int, ply: Int) -> Bool:
    """Tell whether the position at a ply stands on the path already; positions before a capture cannot return."""
    if ws.passed[U(name & (PASSED - 1))] == 0:
        return False
    for earlier in range(ply - 2, -1, -2):
        frame = U(earlier)
        if ws.frames[frame, NAME] == name:
            return True
        if count(ws.frames[frame, FRAME_OWN] | ws.frames[frame, FRAME_ENEMY]) != pieces:
            return False
    return False
