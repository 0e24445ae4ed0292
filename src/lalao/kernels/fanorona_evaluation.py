"""The static evaluation of Fanorona.

It weighs these counts, once for the opening and once for the endgame, and takes the mean of both, weighted by the share
of the pieces that are left. Each count is that of the side to move less that of the other:

    #  PIECES    pieces; one that may be huffed is lost       CAPTURERS    pieces that can take
    #  STRONG    pieces on points of eight lines              TARGETS   enemy pieces next in the way of those
    #  EDGE      pieces on the border                         STEPS     steps to empty points
    #  TEMPO     1, for the right to move                     LEAD      32 times the lead over all pieces left
"""

from lalao import arrays as np
from lalao.arrays.types import Int, IntArray
from lalao.kernels.bits import count
from lalao.kernels.compiling import kernel
from lalao.kernels.fanorona import GOING, SHIFT
from lalao.kernels.fanorona_search_state import EDGE_POINTS, FEATURES, POINTS, STRONG_POINTS, WEIGHTS

PIECES, STRONG, EDGE, CAPTURERS, TARGETS, STEPS, TEMPO, LEAD = range(FEATURES)
PHASES = 32


@kernel
def reach(lines: IntArray, own: Int, enemy: Int) -> tuple[Int, Int, Int]:
    """Return the own pieces that can take, the enemy pieces next in their way, and the number of own steps."""
    empty = ~(own | enemy)
    able = targets = steps = np.int64(0)
    for direction in range(4):
        at = np.uint64(direction)
        shift = lines[SHIFT + at]
        up, up_twice = own & lines[GOING + at], own & lines[GOING + at + np.uint64(8)]
        down, down_twice = own & lines[GOING + at + np.uint64(4)], own & lines[GOING + at + np.uint64(12)]
        both = up & down
        empty_above, empty_below = empty >> shift, empty << shift
        above, below = enemy >> shift, enemy << shift
        onward_up, onward_down = up_twice & empty_above & (above >> shift), down_twice & empty_below & (below << shift)
        back_up, back_down = both & empty_above & below, both & empty_below & above
        able |= onward_up | onward_down | back_up | back_down
        targets |= (onward_up << shift << shift) | (onward_down >> shift >> shift)
        targets |= (back_up >> shift) | (back_down << shift)
        steps += count(up & empty_above) + count(down & empty_below)
    return able, targets, steps


@kernel
def evaluate(lines: IntArray, words: IntArray, own: Int, enemy: Int, huffable: Int) -> Int:
    """Return the static value of a position for the side to move, in hundredths of a piece."""
    mine, theirs = count(own), count(enemy)
    lead, total = mine - theirs, mine + theirs
    if huffable:
        lead += 1
    phase = min(np.int64(PHASES), PHASES * total // (words[POINTS] - 1))
    late = PHASES - phase
    share = PHASES * lead // total
    value = lead * (words[WEIGHTS + PIECES] * phase + words[WEIGHTS + FEATURES + PIECES] * late)
    value += share * (words[WEIGHTS + LEAD] * phase + words[WEIGHTS + FEATURES + LEAD] * late)
    able, targets, steps = reach(lines, own, enemy)
    enemy_able, enemy_targets, enemy_steps = reach(lines, enemy, own)
    strong = count(own & words[STRONG_POINTS]) - count(enemy & words[STRONG_POINTS])
    edge = count(own & words[EDGE_POINTS]) - count(enemy & words[EDGE_POINTS])
    early = strong * words[WEIGHTS + STRONG] + edge * words[WEIGHTS + EDGE] + words[WEIGHTS + TEMPO]
    early += (count(able) - count(enemy_able)) * words[WEIGHTS + CAPTURERS]
    early += (count(targets) - count(enemy_targets)) * words[WEIGHTS + TARGETS]
    early += (steps - enemy_steps) * words[WEIGHTS + STEPS]
    at = WEIGHTS + FEATURES
    end = strong * words[at + STRONG] + edge * words[at + EDGE] + words[at + TEMPO]
    end += (count(able) - count(enemy_able)) * words[at + CAPTURERS]
    end += (count(targets) - count(enemy_targets)) * words[at + TARGETS]
    end += (steps - enemy_steps) * words[at + STEPS]
    return (value + early * phase + end * late) // PHASES
