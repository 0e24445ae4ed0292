"""How long a decided game of Fanorona lasts: what the search of `lalao.kernels.fanorona_search` leaves to be proved."""

import numpy as np

from lalao.kernels.compiling import deep_kernel as kernel
from lalao.kernels.fanorona import TOO_MANY, Int, State, can_step, generate, key
from lalao.kernels.fanorona_search import after, open_to_huffing, table_code
from lalao.kernels.fanorona_search_state import AGE, Workspace, stopped
from lalao.kernels.fanorona_transposition import NO_TURN, VALUE_BASE, keyed_with, tt_probe, tt_store
from lalao.kernels.scores import EXACT


@kernel("int64(Workspace, State, int64, int64, int64)", Workspace=Workspace, State=State)
def decided(ws: Workspace, state: State, plies: Int, winning: Int, begin: Int) -> Int:
    """Return 1 where the side to move wins (with `winning` 1) or loses (0) within `plies` plies, and 0 where not.

    Nothing is pruned or guessed, so this proves how long a won game lasts. Returns -1 where it was stopped or the turns
    do not fit.
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
    name = keyed_with(key(own, enemy, huffable, rules), 512 + 2 * plies + winning)
    data = tt_probe(ws.table, name)
    if data:
        return (data & (2 * VALUE_BASE - 1)) - VALUE_BASE
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
    tt_store(ws.table, name, answer, np.int64(0), np.int64(EXACT), np.int64(NO_TURN), ws.words[AGE])
    return answer
