"""Depth-first proof-number search of Fanorona: can one side, the attacker, force a win? Everything else is "no".

Method: df-pn (A. Nagai, 2002) with weak proof numbers: where a sum over children would count transpositions many
times, the largest number plus the open children less one (T. Ueda, T. Hashimoto, J. Hashimoto and H. Iida, "Weak
proof-number search", 2008), and thresholds that leave a child a quarter more than its best sibling asks (J. Pawlewicz
and Ł. Lew, "Improving depth-first PN-search: 1 + ε trick", 2006).

A child's result is kept beside its turn as long as its parent is on the path: the table may forget it. A position
met again on the path is "no", as a draw is. A "yes" never rests on that. A "no" may, and is then believed anywhere, but
only as long as the same question is asked: `lalao.kernels.fanorona_closure` checks it.

The path is kept in `frames`, not on the stack of the machine: a search may be interrupted anywhere and go on.
"""

from lalao import arrays as np
from lalao.arrays.types import Int
from lalao.kernels.bits import count, fetch
from lalao.kernels.compiling import kernel
from lalao.kernels.fanorona import ENEMY, OWN, TOO_MANY, generate
from lalao.kernels.fanorona_index import U
from lalao.kernels.fanorona_proof_state import (
    AFTER,
    ANSWER,
    ATTACKING,
    BEGIN,
    CHECKED,
    CHILD,
    DEAD,
    DELTA,
    END,
    ENTERED,
    EXPANSIONS,
    FILLED,
    FOUNDED,
    FOUNDING,
    FRAME_ENEMY,
    FRAME_OWN,
    KNOWN,
    MOST_DELTA,
    MOST_PHI,
    NAME,
    NODE_STATE,
    NODES,
    OPEN,
    PASSED,
    PHI,
    PLY,
    QUESTION,
    RULES,
    USE_GRAPH,
    Prover,
    added,
    node_of,
    on_path,
    settled,
)
from lalao.kernels.fanorona_proof_table import (
    INFINITE,
    bucket_of,
    delta_of,
    look_up,
    name_of,
    packed,
    phi_of,
    plies_of,
    store,
)

GOING_ON, FINISHED, NO_ROOM = 0, 1, 2
LIKELY, UNLIKELY = 1, 256
"""The numbers of a win that the table alone names, while wins are founded: it may rest on entries lost since."""


@kernel
def decided(attacking: Int, yes: Int, plies: Int) -> Int:
    """Return the word of a position where the attacker wins (`yes`) in `plies` plies, or does not."""
    if attacking == yes:
        return packed(np.int64(0), np.int64(INFINITE), plies)
    return packed(np.int64(INFINITE), np.int64(0), plies)


@kernel
def at_first_sight(own: Int, enemy: Int) -> Int:
    """Return the word of a position of which nothing is known: the side with fewer pieces has more to prove."""
    more = count(own) - count(enemy)
    if more > 0:
        return packed(np.int64(1), 1 + more, np.int64(0))
    return packed(1 - more, np.int64(1), np.int64(0))


@kernel
def believed(ws: Prover, name: Int, attacking: Int) -> Int:
    """Return the table's entry of a position, or 0: a "no" that another question assumed is not believed."""
    known = look_up(ws.table, name)
    asked = plies_of(known)
    is_no = (delta_of(known) if attacking else phi_of(known)) == 0
    return np.int64(0) if is_no and asked and asked != ws.words[QUESTION] else known


@kernel
def evaluated(ws: Prover, own: Int, enemy: Int, attacking: Int, name: Int, ply: Int) -> Int:
    """Return the word of a position at a ply: from its end, the path, the graph or the table, else at first sight."""
    end = settled(ws, own, enemy, attacking)
    if end:
        return decided(attacking, np.int64(end > 0), max(np.int64(0), end - 1))
    if on_path(ws, name, count(own) + count(enemy), ply):
        return decided(attacking, np.int64(0), ws.words[QUESTION])
    known = believed(ws, name, attacking)
    if ws.words[USE_GRAPH]:
        node = node_of(ws, own, enemy, attacking)
        if ws.words[USE_GRAPH] == FOUNDING:
            if node >= 0 and ws.nodes[U(node), NODE_STATE] & FOUNDED:
                return decided(attacking, np.int64(1), plies_of(known))
            if known and (phi_of(known) if attacking else delta_of(known)) == 0:
                phi, delta = (LIKELY, UNLIKELY) if attacking else (UNLIKELY, LIKELY)
                return packed(np.int64(phi), np.int64(delta), np.int64(0))
        elif node >= 0 and not ws.nodes[U(node), NODE_STATE] & OPEN:
            state = ws.nodes[U(node), NODE_STATE]
            if state & DEAD:
                return decided(attacking, np.int64(1), np.int64(0))
            return decided(attacking, np.int64(0), np.int64(0) if state & CHECKED else ws.words[QUESTION])
    return known if known else at_first_sight(own, enemy)


@kernel
def enter(ws: Prover, ply: Int, own: Int, enemy: Int, attacking: Int, name: Int, begin: Int) -> None:
    """Expand a position: put it on the path, and write its turns from row `begin` on with the known numbers of each."""
    frame, words, turns = U(ply), ws.words, ws.turns
    end = generate(ws.board, own, enemy, np.int64(0), words[RULES], ws.stack, turns, begin)
    ws.frames[frame, FRAME_OWN], ws.frames[frame, FRAME_ENEMY] = own, enemy
    ws.frames[frame, ATTACKING], ws.frames[frame, NAME] = attacking, name
    ws.frames[frame, BEGIN], ws.frames[frame, END] = begin, end
    ws.frames[frame, ENTERED] = words[EXPANSIONS]
    ws.passed[U(name & (PASSED - 1))] += 1
    words[EXPANSIONS] += 1
    for row in range(U(begin), U(max(begin, end))):
        after = name_of(turns[row, ENEMY], turns[row, OWN], 1 - attacking)
        turns[row, AFTER] = after
        fetch(ws.table, bucket_of(ws.table, after))
    for row in range(U(begin), U(max(begin, end))):
        there, left = turns[row, ENEMY], turns[row, OWN]
        turns[row, KNOWN] = evaluated(ws, there, left, 1 - attacking, turns[row, AFTER], ply + 1)


@kernel
def found(ws: Prover, ply: Int, row: Int) -> None:
    """Enter a position of the path in the graph as a win founded on ends, `row` being the attacker's turn there."""
    frame = U(ply)
    attacking = ws.frames[frame, ATTACKING]
    node = U(added(ws, ws.frames[frame, FRAME_OWN], ws.frames[frame, FRAME_ENEMY], attacking))
    ws.nodes[node, NODE_STATE] |= FOUNDED
    if attacking:
        ws.nodes[node, ANSWER] = row - ws.frames[frame, BEGIN]


@kernel
def leave(ws: Prover, ply: Int, data: Int) -> None:
    """Take a position off the path, and keep its numbers in the table and beside the turn that led to it."""
    frame, words = U(ply), ws.words
    name = ws.frames[frame, NAME]
    ws.passed[U(name & (PASSED - 1))] -= 1
    words[FILLED] += store(ws.table, name, data, words[EXPANSIONS] - ws.frames[frame, ENTERED])
    if ply:
        ws.turns[U(ws.frames[U(ply - 1), CHILD]), KNOWN] = data


@kernel
def search(ws: Prover, until: Int) -> Int:
    """Go on with the search that `start` began, until it ends or `until` positions have been expanded in all.

    The root's numbers are then in `PHI` and `DELTA`; one of them is 0 when it is finished. `NO_ROOM` is returned where
    the graph is full.
    """
    words, frames, turns = ws.words, ws.frames, ws.turns
    last = frames.shape[0] - 1
    ply = words[PLY]
    while True:
        frame = U(ply)
        begin, end = frames[frame, BEGIN], frames[frame, END]
        attacking = frames[frame, ATTACKING]
        phi, second, delta, open_turns, chosen = (
            np.int64(INFINITE),
            np.int64(INFINITE),
            np.int64(0),
            np.int64(0),
            begin,
        )
        soonest, latest, first = np.int64(1 << 40), np.int64(0), begin
        for row in range(U(begin), U(max(begin, end))):
            known = turns[row, KNOWN]
            other_phi, other_delta = phi_of(known), delta_of(known)
            if other_phi:
                open_turns += 1
                delta = max(delta, other_phi)
            if other_delta < phi:
                second, phi, chosen = phi, other_delta, np.int64(row)
            elif other_delta < second:
                second = other_delta
            if other_delta == 0 and plies_of(known) < soonest:
                soonest, first = plies_of(known), np.int64(row)
            latest = max(latest, plies_of(known))
        if open_turns and delta < INFINITE:
            delta = min(delta + open_turns - 1, np.int64(INFINITE - 1))
        if end == TOO_MANY:
            phi, delta = (np.int64(INFINITE), np.int64(0)) if attacking else (np.int64(0), np.int64(INFINITE))
        if phi == 0:
            delta = np.int64(INFINITE)
        elif phi == INFINITE:
            delta = np.int64(0)
        if ply == 0:
            words[PHI], words[DELTA] = phi, delta
        if phi >= frames[frame, MOST_PHI] or delta >= frames[frame, MOST_DELTA] or phi == 0 or delta == 0:
            wins = phi == 0 if attacking else delta == 0
            plies = np.int64(wins)
            if end != TOO_MANY and (phi == 0 or delta == 0):
                plies += soonest if phi == 0 else latest
            if wins and words[USE_GRAPH] == FOUNDING:
                if words[NODES] == ws.nodes.shape[0]:
                    words[PLY] = ply
                    return np.int64(NO_ROOM)
                found(ws, ply, first)
            leave(ws, ply, packed(phi, delta, plies))
            if ply == 0:
                words[PLY] = 0
                return np.int64(FINISHED)
            ply -= 1
            continue
        if words[EXPANSIONS] >= until:
            words[PLY] = ply
            return np.int64(GOING_ON)
        best = U(chosen)
        if ply == last:
            turns[best, KNOWN] = decided(1 - attacking, np.int64(0), words[QUESTION])
            continue
        frames[frame, CHILD] = chosen
        own, enemy = turns[best, ENEMY], turns[best, OWN]
        below = U(ply + 1)
        frames[below, MOST_PHI] = min(frames[frame, MOST_DELTA] - (open_turns - 1), np.int64(INFINITE))
        frames[below, MOST_DELTA] = min(frames[frame, MOST_PHI], second + 1 + (second >> 2))
        enter(ws, ply + 1, own, enemy, 1 - attacking, turns[best, AFTER], end)
        ply += 1


@kernel
def start(ws: Prover, own: Int, enemy: Int, attacking: Int) -> None:
    """Begin a search at a position; the entries of the table and the graph are kept."""
    ws.passed[:] = 0
    ws.words[PLY] = 0
    ws.frames[0, MOST_PHI] = ws.frames[0, MOST_DELTA] = INFINITE
    enter(ws, np.int64(0), own, enemy, attacking, name_of(own, enemy, attacking), np.int64(0))
