"""What a position of Fanorona is worth at first sight.

The evaluation weighs these counts, once for the opening and once for the endgame, and takes the mean of both by the
share of the pieces that are left. Each count is that of the side to move less that of the other:

    #  PIECES    pieces; one that may be huffed is lost       TAKERS    pieces that can take
    #  STRONG    pieces on points of eight lines              TARGETS   enemy pieces next in the way of those
    #  EDGE      pieces on the border                         STEPS     steps to empty points
    #  TEMPO     1, for the right to move                     LEAD      32 times the lead by all pieces left
"""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from lalao.kernels.bits import count
from lalao.kernels.compiling import deep_kernel as kernel
from lalao.kernels.fanorona import GOING, SHIFT
from lalao.kernels.fanorona_memory import EDGE_POINTS, FEATURES, POINTS, STRONG_POINTS, WEIGHTS

Int: TypeAlias = Any
Words: TypeAlias = npt.NDArray[np.int64]

PIECES, STRONG, EDGE, TAKERS, TARGETS, STEPS, TEMPO, LEAD = range(FEATURES)
PHASES = 32


@kernel("UniTuple(int64, 3)(int64[::1], int64, int64)")
def reach(lines: Words, own: Int, enemy: Int) -> tuple[Int, Int, Int]:
    """Return the own pieces that can take, the enemy pieces next in their way, and the number of own steps."""
    empty = ~(own | enemy)
    able = targets = steps = np.int64(0)
    for way in range(4):
        at = np.uint64(way)
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


@kernel("int64(int64[::1], int64[::1], int64, int64, int64)")
def evaluate(lines: Words, mem: Words, own: Int, enemy: Int, huffable: Int) -> Int:
    """Return what a position is worth to the side to move at first sight, in hundredths of a piece."""
    mine, theirs = count(own), count(enemy)
    lead, total = mine - theirs, mine + theirs
    if huffable:
        lead += 1
    phase = min(np.int64(PHASES), PHASES * total // (mem[POINTS] - 1))
    late = PHASES - phase
    share = PHASES * lead // total
    value = lead * (mem[WEIGHTS + PIECES] * phase + mem[WEIGHTS + FEATURES + PIECES] * late)
    value += share * (mem[WEIGHTS + LEAD] * phase + mem[WEIGHTS + FEATURES + LEAD] * late)
    able, targets, steps = reach(lines, own, enemy)
    enemy_able, enemy_targets, enemy_steps = reach(lines, enemy, own)
    strong = count(own & mem[STRONG_POINTS]) - count(enemy & mem[STRONG_POINTS])
    edge = count(own & mem[EDGE_POINTS]) - count(enemy & mem[EDGE_POINTS])
    early = strong * mem[WEIGHTS + STRONG] + edge * mem[WEIGHTS + EDGE] + mem[WEIGHTS + TEMPO]
    early += (count(able) - count(enemy_able)) * mem[WEIGHTS + TAKERS]
    early += (count(targets) - count(enemy_targets)) * mem[WEIGHTS + TARGETS]
    early += (steps - enemy_steps) * mem[WEIGHTS + STEPS]
    at = WEIGHTS + FEATURES
    end = strong * mem[at + STRONG] + edge * mem[at + EDGE] + mem[at + TEMPO]
    end += (count(able) - count(enemy_able)) * mem[at + TAKERS]
    end += (count(targets) - count(enemy_targets)) * mem[at + TARGETS]
    end += (steps - enemy_steps) * mem[at + STEPS]
    return (value + early * phase + end * late) // PHASES
