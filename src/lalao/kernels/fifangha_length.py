"""Checks who wins a game of Fifangha, and in how many plies, by the rules alone.

`lalao.kernels.fifangha_search` finds wins by pruning and by a table of hashed keys; this module checks them before
anybody calls them proved. Its table stores whole positions:

    #  proofs  a row per answer: the words of a position before QUIET, then plies << 2 | winning << 1 | answer, plus 1
    #          (0 where the row is free)
"""

from lalao import arrays as np
from lalao.arrays.types import Int, IntArray, IntGrid
from lalao.kernels.compiling import kernel
from lalao.kernels.fifangha import QUIET, copy, generate, key
from lalao.kernels.fifangha_search import is_spent
from lalao.kernels.hashing import mixed

PROOF_WORDS = QUIET + 1


@kernel
def decided(rows: IntGrid, at: Int, plies: Int, winning: Int, begun: IntArray, proofs: IntGrid, spent: IntArray) -> Int:
    """Return 1 where the side to move wins (with `winning` 1) or loses (0) within `plies` plies, and 0 where not.

    The rows after `at` are overwritten. Every turn of the losing side is tried; draw rules are left out. Returns -1
    where more positions would be looked at than `spent` allows.
    """
    if is_spent(spent):
        return np.int64(-1)
    question = 2 * plies + winning
    place = np.int64(mixed(np.uint64(key(rows, at)) ^ mixed(np.uint64(question)))) & (proofs.shape[0] - 1)
    same = proofs[place, QUIET] != 0 and proofs[place, QUIET] - 1 >> 1 == question
    for word in range(QUIET):
        same = same and proofs[place, word] == rows[at, word]
    if same:
        return proofs[place, QUIET] - 1 & 1
    to = at + 1
    turns = generate(rows, at, to, begun)
    answer = 1 - winning
    if turns > 0 and plies <= 0:
        return np.int64(0)
    free = to + turns
    for turn in range(turns):
        copy(rows, to + turn, free)
        answer = decided(rows, free, plies - np.int64(1), 1 - winning, begun, proofs, spent)
        if answer == -1:
            return answer
        if answer == winning:
            break
    for word in range(QUIET):
        proofs[place, word] = rows[at, word]
    proofs[place, QUIET] = (question << 1 | answer) + 1
    return answer
