"""The search of Fanorona: principal variation search, deeper and deeper, on the turns of `lalao.kernels.fanorona`.

The kernels that search take first a `Workspace`, then a `State`. Values are in hundredths of a piece; near `WIN` they
are decided games: `WIN` less the plies from the root to the end. A win is found only where every answer has been looked
at down to the end of the game or into the tables, so it is a proof; that there is no shorter one is for
`lalao.kernels.fanorona_length` to prove.

Where several threads search the same position, a turn that one of them is searching is put off by the others until no
other turn is left (J.-C. Weill, "The ABDADA distributed minimax-search algorithm", 1996).
"""

import math

from lalao import arrays as np
from lalao.arrays.types import Bool, Int, IntArray, IntGrid
from lalao.constants import VELA_PIECES
from lalao.kernels.bits import count
from lalao.kernels.compiling import kernel
from lalao.kernels.fanorona import (
    ENEMY,
    FORCED,
    HUFFABLE,
    HUFFING,
    MOVER_WON,
    OWN,
    TOO_MANY,
    VELA,
    State,
    can_step,
    chains,
    forced_chains,
    generate,
    handed_over,
    in_force,
    key,
)
from lalao.kernels.fanorona_blunder_model import noticed
from lalao.kernels.fanorona_evaluation import evaluate
from lalao.kernels.fanorona_index import index_of
from lalao.kernels.fanorona_network import network_value
from lalao.kernels.fanorona_search_state import (
    AGE,
    FULL_WIDTH,
    LINE,
    LINE_WORDS,
    MOST_PLIES,
    NETWORK,
    ORDER,
    OVERLOOKED,
    PATH,
    QUIET_LIMIT,
    REPEATS,
    STOPPED,
    TABLE_PIECES,
    Workspace,
    is_drawn,
    pick_next,
    score_moves,
    stopped,
    update_history,
    update_pv,
)
from lalao.kernels.fanorona_transposition import (
    BOUND_AT,
    DEPTH_AT,
    NO_TURN,
    THREADS,
    TURN_AT,
    VALUE_BASE,
    keyed_with,
    tt_is_marked,
    tt_mark,
    tt_probe,
    tt_store,
    tt_unmark,
    value_from_tt,
    value_to_tt,
)
from lalao.kernels.scores import EXACT, INFINITE, LOWER, UPPER, WIN

U = np.uint64
MOST_CAPTURES = 3
"""Most captures looked at in a position once the depth is spent."""
FURTHER = 6
"""Most plies for which captures are followed beyond the depth."""
NEARLY = 20_000
"""The value of a table's win that the quiet limit may prevent, before its plies are subtracted."""
EDGE = 3
"""The worth of an extra piece in a position that the tables call a draw, in hundredths: the other side may yet err."""
DELTA = 150
"""The most that a capture may gain beyond the pieces it takes, in hundredths of a piece."""
SELECTIVE = 3
"""The least depth, and the number of the first turn, that are searched less deeply."""
CUT_DEPTH = 4
"""The least depth at which a shallower search may show that a position is good enough."""
CUT_MARGIN = 100
"""By how much it must be better in that search, in hundredths of a piece."""
SHARED_DEPTH = 4
"""The least depth at which a turn is put off while another thread searches it."""
DEFERRED, DONE = -2, -(1 << 40)
"""The mark in place of a turn's score once it is put off (less its number), and once it is searched."""
MOST_OPINION = 5_000
"""Greater values are decided games, or nearly."""
LOGARITHMS = [math.log(max(1, number)) for number in range(64)]
REDUCTIONS = np.array([[int(0.3 + one * other / 2) for other in LOGARITHMS] for one in LOGARITHMS], dtype=np.int64)
"""By how many plies less a turn is searched, by the depth and by the number of the turn."""


@kernel
def open_to_huffing(state: State) -> Int:
    """Return the pieces that the side to move may huff: in Vela nothing while it is the winner and takes nothing."""
    restricted = state.rules & MOVER_WON and count(state.own) > VELA_PIECES
    return np.int64(0) if restricted else state.huffable


@kernel
def table_code(ws: Workspace, own: Int, enemy: Int, rules: Int) -> Int:
    """Return the code of a position in the endgame tables, or -1 where they do not hold it."""
    if count(own) + count(enemy) > ws.words[TABLE_PIECES]:
        return np.int64(-1)
    if rules & VELA and count(own if rules & MOVER_WON else enemy) > VELA_PIECES:
        return np.int64(-1)
    return np.int64(ws.codes[np.uint64(index_of(ws.board, own, enemy))])


@kernel
def value_of_code(code: Int, more: Int, quiet: Int, limit: Int, ply: Int) -> Int:
    """Return the value that a code stands for, with `more` pieces than the other side has.

    A win that the quiet limit may prevent is good, but not decided.
    """
    if code == 0:
        return EDGE * more
    plies = code - 1
    value = WIN - ply - plies if quiet + plies <= limit else NEARLY - plies
    return value if plies & 1 else -value


@kernel
def reduction(depth: Int, number: Int, capturing: Bool) -> Int:
    """Return by how many plies less a late turn is searched first: the deeper and the later, the more."""
    if depth < SELECTIVE or number < SELECTIVE:
        return np.int64(0)
    last = np.int64(REDUCTIONS.shape[0] - 1)
    less = REDUCTIONS[U(min(depth, last)), U(min(number, last))] - np.int64(capturing)
    return max(np.int64(0), min(less, depth - 2))


@kernel
def judged(ws: Workspace, state: State, huffable: Int) -> Int:
    """Return the static value of a position: that of the weights, or where the network may judge, the mean of both.

    The network alone predicts results better, but plays no better; see docs/engine.md.
    """
    own, enemy = state.own, state.enemy
    if ws.words[NETWORK] and huffable == 0 and in_force(state.rules, own, enemy) & VELA == 0:
        learned = network_value(ws.lines, ws.digits, ws.words, ws.rows, ws.second, own, enemy)
        return (learned + evaluate(ws.board, ws.words, own, enemy, huffable)) >> 1
    return evaluate(ws.board, ws.words, own, enemy, huffable)


@kernel
def after(state: State, turns: IntGrid, turn: Int) -> State:
    """Return the state that a turn leads to, as the other side sees it."""
    huffable = turns[turn, HUFFABLE] if state.rules & HUFFING else np.int64(0)
    return State(turns[turn, ENEMY], turns[turn, OWN], huffable, handed_over(state.rules))


@kernel
def captures(ws: Workspace, state: State, begin: Int) -> Int:
    """Write the taking turns, without huffing, and return the number of rows then; see `generate`."""
    own, enemy, rules = state.own, state.enemy, in_force(state.rules, state.own, state.enemy)
    if rules & MOVER_WON:
        return begin
    if rules & (FORCED | VELA):
        return forced_chains(ws.board, own, enemy, np.int64(0), rules, ws.stack, ws.turns, begin)
    return chains(ws.board, own, enemy, ws.stack, ws.turns, begin)


@kernel
def quiescence(
    ws: Workspace, state: State, quiet: Int, alpha: Int, beta: Int, ply: Int, further: Int, begin: Int
) -> Int:
    """Return a position's value after its most valuable captures: `MOST_CAPTURES` a position, for `further` plies.

    The side to move may always stop at the static evaluation, so only ends of games and the tables decide here.
    """
    words, turns = ws.words, ws.turns
    if stopped(words, ws.table):
        return np.int64(0)
    own, enemy, huffable = state.own, state.enemy, open_to_huffing(state)
    if own == 0:
        return ply - WIN
    if enemy == 0:
        return WIN - ply
    if huffable == 0 and not can_step(ws.board, own, enemy):
        return ply - WIN
    code = table_code(ws, own, enemy, state.rules)
    if code >= 0:
        return value_of_code(code, count(own) - count(enemy), quiet, words[QUIET_LIMIT], ply)
    best = judged(ws, state, huffable)
    if best >= beta or further <= 0 or ply >= MOST_PLIES:
        return best
    end = captures(ws, state, begin)
    if end <= begin:
        return best
    if words[OVERLOOKED]:
        end = noticed(ws.board, ws.stack, turns, words, own, enemy, begin, end)
    for row in range(begin, end):
        turns[row, ORDER] = count(enemy ^ turns[row, ENEMY])
    floor = max(alpha, best)
    for _ in range(min(np.int64(MOST_CAPTURES), end - begin)):
        turn = pick_next(turns, begin, end)
        taken = turns[turn, ORDER]
        turns[turn, ORDER] = -1
        if turns[turn, ENEMY] == 0:
            return WIN - ply - 1
        if best + 100 * taken + DELTA <= floor and best < floor:
            break
        value = -quiescence(
            ws,
            after(state, turns, turn),
            np.int64(0),
            -beta,
            -floor,
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


@kernel
def search(ws: Workspace, state: State, quiet: Int, depth: Int, alpha: Int, beta: Int, ply: Int, begin: Int) -> Int:
    """Return the worth of a position to the side to move, exact between `alpha` and `beta`.

    A position that half the depth finds good enough by `CUT_MARGIN` is not searched further (M. Buro, "ProbCut", 1995).
    Rows from `begin` on are used. Once the search is stopped, values mean nothing.
    """
    words, turns = ws.words, ws.turns
    words[LINE + LINE_WORDS * ply] = 0
    if depth <= 0 and not words[FULL_WIDTH]:
        return quiescence(ws, state, quiet, alpha, beta, ply, np.int64(FURTHER), begin)
    if stopped(words, ws.table):
        return np.int64(0)
    own, enemy, huffable, rules = state.own, state.enemy, open_to_huffing(state), state.rules
    if own == 0 or (huffable == 0 and not can_step(ws.board, own, enemy)):
        return ply - WIN
    if enemy == 0:
        return WIN - ply
    limit = words[QUIET_LIMIT]
    if quiet >= limit:
        return np.int64(0)
    name = key(own, enemy, huffable, rules)
    words[PATH + ply] = name
    if words[REPEATS] and is_drawn(words, name, ply, quiet):
        return np.int64(0)
    code = table_code(ws, own, enemy, rules)
    if code >= 0:
        return value_of_code(code, count(own) - count(enemy), quiet, limit, ply)
    if depth <= 0 or ply >= MOST_PLIES:
        return judged(ws, state, huffable)
    if alpha < ply - WIN:
        alpha = ply - WIN
    if beta > WIN - ply - 1:
        beta = WIN - ply - 1
    if alpha >= beta:
        return alpha
    if quiet + MOST_PLIES // 3 >= limit:
        name = keyed_with(name, quiet)
    data = tt_probe(ws.table, name)
    first = np.int64(NO_TURN)
    if data:
        first = data >> TURN_AT & NO_TURN
        deep = data >> DEPTH_AT & 255
        if beta == alpha + 1 and (deep == depth or (deep > depth and not words[FULL_WIDTH])):
            value, bound = value_from_tt((data & (2 * VALUE_BASE - 1)) - VALUE_BASE, ply), data >> BOUND_AT & 3
            if bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha):
                return value
    selective = not (words[FULL_WIDTH] or words[OVERLOOKED])
    if selective and not data and depth > SELECTIVE:
        depth -= 1
    if selective and depth >= CUT_DEPTH and beta == alpha + 1 and abs(beta) < MOST_OPINION:
        high = beta + CUT_MARGIN
        value = search(ws, state, quiet, depth // 2, high - 1, high, ply, begin)
        if words[STOPPED]:
            return np.int64(0)
        if value >= high:
            return beta
        words[LINE + LINE_WORDS * ply] = 0
    end = generate(ws.board, own, enemy, huffable, rules, ws.stack, turns, begin)
    if end == TOO_MANY:
        return judged(ws, state, huffable)
    if words[OVERLOOKED]:
        end = noticed(ws.board, ws.stack, turns, words, own, enemy, begin, end)
    score_moves(turns, words, own, enemy, ply, begin, end, first)
    best, chosen, floor = np.int64(-INFINITE), np.int64(NO_TURN), alpha
    shared, mark = depth >= SHARED_DEPTH and ws.table[THREADS] > 1, np.int64(0)
    picked = searched = np.int64(0)
    while searched < end - begin:
        turn = pick_next(turns, begin, end)
        number = picked
        if shared:
            mark = keyed_with(name, turn - begin)
            if turns[turn, ORDER] < 0:
                number = DEFERRED - turns[turn, ORDER]
            else:
                picked += 1
                if number and tt_is_marked(ws.table, mark):
                    turns[turn, ORDER] = DEFERRED - number
                    continue
            tt_mark(ws.table, mark)
        else:
            picked += 1
        turns[turn, ORDER] = DONE
        searched += 1
        calm = quiet + 1 if turns[turn, ENEMY] == enemy else np.int64(0)
        low = -beta if number == 0 else -floor - 1  # a null window, then the full one if the turn is better
        less = reduction(depth, number, calm == 0) if selective else np.int64(0)
        while True:
            further = depth - np.int64(1) - less
            value = -search(ws, after(state, turns, turn), calm, further, low, -floor, ply + np.int64(1), end)
            if less and value > floor:
                less = np.int64(0)
                continue
            if low == -beta or not floor < value < beta:
                break
            low = -beta
        if shared:
            tt_unmark(ws.table, mark)
        if words[STOPPED]:
            return np.int64(0)
        if value > best:
            best, chosen = value, turn - begin
            if value > floor:
                floor = value
                update_pv(words, ply, chosen)
                if value >= beta:
                    update_history(turns, words, own, ply, turn, depth)
                    break
    bound = LOWER if best >= beta else UPPER if best <= alpha else EXACT
    tt_store(ws.table, name, value_to_tt(best, ply), depth, bound, chosen, words[AGE])
    return best


@kernel
def search_root(
    ws: Workspace, state: State, quiet: Int, depth: Int, alpha: Int, beta: Int, order: IntArray, begin: Int
) -> Int:
    """Return the value of the best of some root turns, which moves to the front of `order`; its line is that of ply 0.

    `order` holds the numbers of the turns, whose rows are the first `begin`. The value is exact between `alpha` and
    `beta`. Where the search is stopped it is that of the turns looked at until then, less than `-WIN` if there is none.
    """
    words, turns = ws.words, ws.turns
    words[LINE] = 0
    best = np.int64(-INFINITE)
    shared, name = depth >= SHARED_DEPTH and ws.table[THREADS] > 1, words[PATH]
    rounds = 2 if shared else 1
    for step in range(rounds * order.shape[0]):
        number = step % order.shape[0]
        turn = order[number]
        mark = keyed_with(name, turn)
        if shared:
            if step > number:
                if turns[turn, ORDER] != DEFERRED:
                    continue
            elif number and tt_is_marked(ws.table, mark):
                turns[turn, ORDER] = DEFERRED
                continue
            turns[turn, ORDER] = DONE
            tt_mark(ws.table, mark)
        calm = quiet + 1 if turns[turn, ENEMY] == state.enemy else np.int64(0)
        floor = max(alpha, best)
        low = -beta if number == 0 else -floor - 1  # a null window, then the full one if the turn is better
        while True:
            value = -search(ws, after(state, turns, turn), calm, depth - np.int64(1), low, -floor, np.int64(1), begin)
            if low == -beta or not floor < value < beta:
                break
            low = -beta
        if shared:
            tt_unmark(ws.table, mark)
        if words[STOPPED]:
            return best
        if value > best:
            best = value
            update_pv(words, np.int64(0), turn)
            for place in range(number, 0, -1):
                order[place] = order[place - 1]
            order[0] = turn
            if value >= beta:
                break
    return best
