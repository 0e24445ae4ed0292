"""Checks the answers of Fanorona's prover: a graph has one chosen turn in each position of a side, all of the other's.

The *chooser* of a claim is the side that has to show one turn in each position: the attacker of a win, the defender of
"no win". A claim is shown by a set of positions that holds the root; of each position of the chooser one turn leads
into the set or to an end in his favour, of each position of the other side every turn does. For "no win" any such set
will do (a greatest fixed point: whoever stays in it for ever does not lose). For a win the turns must also lead on
towards an end (a least fixed point), which `found` checks.

`explore` adds missing nodes. Where neither table nor graph names a turn for the chooser there is a *hole*, to be
searched again. A position that turns out not to fulfil the claim is *dead*: it fulfils the opposite one, and a chooser
who led to it must choose again. One that is too hard to search in passing is *open*, as are those that lean on it. So
`explore` is called from the first node on until a whole pass meets no hole and marks nothing: a position that is
neither dead nor open then fulfils the claim.
"""

from lalao import arrays as np
from lalao.arrays.types import Bool, Int, IntArray, IntGrid
from lalao.kernels.compiling import kernel
from lalao.kernels.fanorona import ENEMY, OWN, TOO_MANY, generate
from lalao.kernels.fanorona_index import U
from lalao.kernels.fanorona_proof import at_first_sight, believed
from lalao.kernels.fanorona_proof_state import (
    ANSWER,
    CHECKED,
    CLAIM,
    DEAD,
    FOUNDED,
    HOLE,
    IS_ATTACKING,
    MARKED,
    NO_ANSWER,
    NODE_ENEMY,
    NODE_OWN,
    NODE_STATE,
    NODES,
    OPEN,
    RULES,
    Prover,
    added,
    node_of,
    settled,
)
from lalao.kernels.fanorona_proof_table import delta_of, look_up, name_of, phi_of, plies_of, store

EXPLORED, MET_HOLE, NO_ROOM = 0, 1, 2
SETTLED_FIRST = 1 << 20


@kernel
def turns_at(ws: Prover, number: Int) -> Int:
    """Write the turns of a node from row 0 on; return how many there are."""
    own, enemy = ws.nodes[U(number), NODE_OWN], ws.nodes[U(number), NODE_ENEMY]
    return generate(ws.board, own, enemy, np.int64(0), ws.words[RULES], ws.stack, ws.turns, np.int64(0))


@kernel
def standing(ws: Prover, row: Int, attacking: Int) -> Int:
    """Return 1 where a turn leads to an end that fulfils the claim, -1 to one that does not, 0 to no end."""
    end = settled(ws, ws.turns[U(row), ENEMY], ws.turns[U(row), OWN], attacking)
    if end == 0:
        return np.int64(0)
    return np.int64(1 if (end > 0) == (ws.words[CLAIM] == 1) else -1)


@kernel
def is_for(known: Int, attacking: Int, claim: Int) -> Bool:
    """Tell whether a word of the table, 0 for none, says that a position fulfils the claim."""
    return known != 0 and (delta_of(known) if attacking != claim else phi_of(known)) == 0


@kernel
def liking(ws: Prover, row: Int, attacking: Int) -> Int:
    """Return how well a turn serves the chooser, below 0 where nothing says that it does.

    `attacking` is that of the position after the turn. An end comes first, then the graph's value (of "no win"),
    then the table's, the shortest win first.
    """
    end = standing(ws, row, attacking)
    claim = ws.words[CLAIM]
    if end:
        return end * SETTLED_FIRST
    own, enemy = ws.turns[U(row), ENEMY], ws.turns[U(row), OWN]
    node = node_of(ws, own, enemy, attacking)
    if node >= 0 and ws.nodes[U(node), NODE_STATE] & (DEAD | OPEN):
        return np.int64(-1)
    if node >= 0 and claim == 0:
        return np.int64(SETTLED_FIRST - 1)
    known = believed(ws, name_of(own, enemy, attacking), attacking)
    if is_for(known, attacking, claim):
        return SETTLED_FIRST - 2 - plies_of(known)
    return np.int64(-1)


@kernel
def choice(ws: Prover, end: Int, attacking: Int) -> Int:
    """Return the row of the turn that serves the chooser best, or `NO_ANSWER`; `attacking` as for `liking`."""
    best, most = np.int64(NO_ANSWER), np.int64(-1)
    for row in range(end):
        here = liking(ws, np.int64(row), attacking)
        if here > most:
            best, most = np.int64(row), here
    return best


@kernel
def objection(ws: Prover, row: Int, attacking: Int) -> Int:
    """Return why a turn does not serve: `DEAD` where it is refuted, `OPEN` where it leads to an open node, else 0."""
    end = standing(ws, row, attacking)
    if end:
        return np.int64(0 if end > 0 else DEAD)
    node = node_of(ws, ws.turns[U(row), ENEMY], ws.turns[U(row), OWN], attacking)
    return np.int64(0) if node < 0 else ws.nodes[U(node), NODE_STATE] & (DEAD | OPEN)


@kernel
def objections(ws: Prover, end: Int, attacking: Int) -> Int:
    """Return the objections to all turns, combined."""
    every = np.int64(0)
    for row in range(end):
        every |= objection(ws, np.int64(row), attacking)
    return every


@kernel
def bury(ws: Prover, number: Int) -> None:
    """Mark a node as dead: it does not fulfil the claim."""
    ws.nodes[U(number), NODE_STATE] |= DEAD
    ws.words[MARKED] += 1


@kernel
def leave_open(ws: Prover, number: Int) -> None:
    """Mark a node as open: nothing shows that it fulfils the claim, and nothing that it does not."""
    ws.nodes[U(number), NODE_STATE] |= OPEN
    ws.words[MARKED] += 1


@kernel
def follow(ws: Prover, number: Int, end: Int, attacking: Int) -> None:
    """Add the positions after every turn of the side that does not choose, unless one shows that the node is dead."""
    against = objections(ws, end, attacking)
    if against & DEAD:
        bury(ws, number)
        return
    if against & OPEN:
        leave_open(ws, number)
        return
    for row in range(end):
        if standing(ws, np.int64(row), attacking) == 0:
            added(ws, ws.turns[U(row), ENEMY], ws.turns[U(row), OWN], attacking)


@kernel
def explore(ws: Prover, first: Int) -> Int:
    """Go through the nodes from `first` on, adding those that follow; `HOLE` is the last node it came to.

    Returns `EXPLORED` after the last node, `MET_HOLE` where a turn of the chooser has yet to be searched, `NO_ROOM`
    where the graph is full, `TOO_MANY` where a position has more turns than there are rows.
    """
    words, nodes = ws.words, ws.nodes
    number = first
    while number < words[NODES]:
        words[HOLE] = number
        if nodes[U(number), NODE_STATE] & (DEAD | OPEN):
            number += 1
            continue
        end = turns_at(ws, number)
        if end == TOO_MANY:
            return np.int64(TOO_MANY)
        if words[NODES] + end > nodes.shape[0]:
            return np.int64(NO_ROOM)
        after = 1 - (nodes[U(number), NODE_STATE] & IS_ATTACKING)
        if after == words[CLAIM]:
            follow(ws, number, end, after)
        elif end == 0:
            bury(ws, number)
        else:
            answer = nodes[U(number), ANSWER]
            if answer == NO_ANSWER or objection(ws, answer, after):
                answer = choice(ws, end, after)
                nodes[U(number), ANSWER] = answer
            if answer == NO_ANSWER:
                if not objections(ws, end, after) & OPEN:
                    return np.int64(MET_HOLE)
                leave_open(ws, number)
            elif standing(ws, answer, after) == 0:
                added(ws, ws.turns[U(answer), ENEMY], ws.turns[U(answer), OWN], after)
        number += 1
    return np.int64(EXPLORED)


@kernel
def mark_checked(ws: Prover) -> None:
    """Mark the nodes that fulfil the claim whatever the open ones do."""
    for number in range(ws.words[NODES]):
        if not ws.nodes[U(number), NODE_STATE] & (DEAD | OPEN):
            ws.nodes[U(number), NODE_STATE] |= CHECKED


@kernel
def disbelieve(ws: Prover) -> None:
    """Overwrite the table's entries in favour of the claim of each open node."""
    for number in range(ws.words[NODES]):
        state = ws.nodes[U(number), NODE_STATE]
        if not state & OPEN:
            continue
        own, enemy = ws.nodes[U(number), NODE_OWN], ws.nodes[U(number), NODE_ENEMY]
        attacking = state & IS_ATTACKING
        name = name_of(own, enemy, attacking)
        if is_for(look_up(ws.table, name), attacking, ws.words[CLAIM]):
            store(ws.table, name, at_first_sight(own, enemy), np.int64(0))


@kernel
def look_again(ws: Prover) -> None:
    """Take the marks off the open nodes, and their chosen turns."""
    for number in range(ws.words[NODES]):
        if ws.nodes[U(number), NODE_STATE] & OPEN:
            ws.nodes[U(number), NODE_STATE] &= ~np.int64(OPEN)
            ws.nodes[U(number), ANSWER] = NO_ANSWER


@kernel
def is_founded(ws: Prover, row: Int, attacking: Int) -> Bool:
    """Tell whether a turn leads to an end that fulfils the claim or to a node founded before."""
    end = standing(ws, row, attacking)
    if end:
        return end > 0
    node = node_of(ws, ws.turns[U(row), ENEMY], ws.turns[U(row), OWN], attacking)
    return node >= 0 and ws.nodes[U(node), NODE_STATE] & FOUNDED != 0


@kernel
def found(ws: Prover) -> Int:
    """Found the nodes of a win on its ends in one pass, the last nodes first; return how many are newly founded.

    The chooser's answer becomes a turn to a node that was founded earlier, so that his turns make no circle.
    """
    nodes, fresh = ws.nodes, np.int64(0)
    for number in range(ws.words[NODES] - 1, -1, -1):
        state = nodes[U(number), NODE_STATE]
        if state & (FOUNDED | DEAD):
            continue
        end = turns_at(ws, np.int64(number))
        after = 1 - (state & IS_ATTACKING)
        chooses = after != ws.words[CLAIM]
        answer, every = np.int64(NO_ANSWER), end != TOO_MANY
        for row in range(end):
            if is_founded(ws, np.int64(row), after):
                answer = np.int64(row) if answer == NO_ANSWER else answer
            else:
                every = False
        if (answer != NO_ANSWER) if chooses else every:
            nodes[U(number), NODE_STATE] = state | FOUNDED
            nodes[U(number), ANSWER] = answer
            fresh += 1
    return fresh


@kernel
def gather(ws: Prover, reached: IntArray, turns: IntGrid) -> Int:
    """Write the chooser's turns at the nodes that the first one leads to; return their number.

    `reached` has a 0 for each node; a row of `turns` is own, enemy, and both after the turn.
    """
    reached[0] = 1
    written, again = np.int64(0), True
    while again:
        again = False
        for number in range(ws.words[NODES]):
            if reached[U(number)] != 1:
                continue
            reached[U(number)] = 2
            end = turns_at(ws, np.int64(number))
            after = 1 - (ws.nodes[U(number), NODE_STATE] & IS_ATTACKING)
            first, last = np.int64(0), end
            if after != ws.words[CLAIM]:
                first = ws.nodes[U(number), ANSWER]
                last = first + 1
                turns[U(written), 0], turns[U(written), 1] = (
                    ws.nodes[U(number), NODE_OWN],
                    ws.nodes[U(number), NODE_ENEMY],
                )
                turns[U(written), 2], turns[U(written), 3] = ws.turns[U(first), OWN], ws.turns[U(first), ENEMY]
                written += 1
            for row in range(first, last):
                node = node_of(ws, ws.turns[U(row), ENEMY], ws.turns[U(row), OWN], after)
                if node >= 0 and reached[U(node)] == 0 and standing(ws, np.int64(row), after) == 0:
                    reached[U(node)] = 1
                    again = again or node < number
    return written
