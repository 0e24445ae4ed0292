"""Checks who wins a game of Fanorona, and in how many plies, by the rules and the endgame tables alone.

`lalao.kernels.fanorona_search` finds wins by pruning and by a transposition table of hashed keys; this module checks
them before anybody calls them proved. It shares no table with the search: its own stores whole positions, so a
position cannot be taken for another.

    #  proofs  a row of five words per answer: own, enemy, huffable, rules, and plies << 2 | winning << 1 | answer,
    #          plus 1 (0 where the row is free)
"""

from lalao import arrays as np
from lalao.arrays.types import Int
from lalao.kernels.compiling import kernel
from lalao.kernels.fanorona import TOO_MANY, State, can_step, generate, key
from lalao.kernels.fanorona_search import after, open_to_huffing, table_code
from lalao.kernels.fanorona_search_state import Workspace, stopped
from lalao.kernels.fanorona_transposition import keyed_with

PROOF_WORDS = 5


@kernel
def decided(ws: Workspace, state: State, plies: Int, winning: Int, begin: Int) -> Int:
    """Return 1 where the side to move wins (with `winning` 1) or loses (0) within `plies` plies, and 0 where not.

    Every turn of the losing side is tried. Returns -1 where it was stopped or the turns do not fit.
    """
    if stopped(ws.words, ws.table):
        return np.int64(-1)
    own, enemy, huffable, rules = state.own, state.enemy, open_to_huffing(state), state.rules
    if own == 0 or (huffable == 0 and not can_step(ws.board, own, enemy)):
        return 1 - winning
    if enemy == 0:
        return winning
    code = table_code(ws, own, enemy, rules)
    if code >= 0:
        return np.int64(code > 0 and code & 1 != winning and code - 1 <= plies)
    if plies <= 0:
        return np.int64(0)
    question = 2 * plies + winning
    row = keyed_with(key(own, enemy, huffable, rules), question) & (ws.proofs.shape[0] - 1)
    proof = ws.proofs[row]
    same = proof[0] == own and proof[1] == enemy and proof[2] == huffable and proof[3] == rules
    if same and proof[4] - 1 >> 1 == question:
        return proof[4] - 1 & 1
    end = generate(ws.board, own, enemy, huffable, rules, ws.stack, ws.turns, begin)
    if end == TOO_MANY:
        return np.int64(-1)
    answer = 1 - winning
    for turn in range(begin, end):
        answer = decided(ws, after(state, ws.turns, turn), plies - np.int64(1), 1 - winning, end)
        if answer == -1:
            return answer
        if answer == winning:
            break
    proof[0], proof[1], proof[2], proof[3], proof[4] = own, enemy, huffable, rules, (question << 1 | answer) + 1
    return answer
