"""Uniform rows of impartial Fafy: s seeds in each of s + k pits, played without the seeds that never matter.

**The nimber does not depend on s as long as s ≥ k - 1.** Every pit of a block holds s seeds at least; count how often
each has been sown since the start, its *extra*, and name pits by their distance x from the West end of the row, or y
from its East end. In a block that lacks β pits of the East end, pit x with extra e may be sown eastwards where
x + s + e reaches no farther than the end of the block, which is where its *slack*

    k - 1 - β - x - e

is not negative: s cancels. So only the k pits of the West end are ever sown eastwards and, in the mirror, only the k
pits of the East end westwards; the two ends do not meet where s ≥ k. Sowing x eastwards adds a seed to all pits of
the West end beyond x, and to those of the East end with y ≥ k - 1 - x - e: s cancels again. The pits behind x are at
most k - 1 ≤ s, of s seeds or more, too few to sow any: they are worth 0. So the game is the same for every s ≥ k. For
s = k - 1 the two ends share the middle pit: sown at the first turn it ends the game, as for s ≥ k, and any other first
move sows it, after which it holds too many seeds to be sown.

**A state is two lists of slacks**, each from its end inwards; all negative slacks are equivalent:

    #  East of place i with slack v      own end     places after i, each slack less 1
    #                                    other end   each slack less i + 1, less 1 more from place v on

**Whoever starts on 2s + 2 pits of s seeds loses**, whatever s: each first move has a reply after which nobody can move.
Number the pits 0 to 2s + 1 and let the first move be eastwards from pit i, the other direction being its mirror.
If i ≤ s the reply is pit i + s + 1 westwards, which still holds s seeds and sows pits i + 1 to i + s. What is left is
i pits of s seeds, s pits of s + 2 and s - i of s: no block is longer than s, so none of its pits can be sown within it.
If i = s + 1 the move sows the last s pits, and pits 0 to s remain with s seeds each: the reply is pit 0 eastwards.
"""

from lalao.cgt.nimbers import Nimbers
from lalao.games.fafy import Fafy
from lalao.values import Side

Slacks = tuple[int, ...]
State = tuple[Slacks, Slacks]
FAFY = Fafy(impartial=True)
MOST_STATES = 1_000_000


def trimmed(slacks: list[int]) -> Slacks:
    """Return slacks in normal form: negative ones all -1, and none at the end."""
    there = [place for place, slack in enumerate(slacks) if slack >= 0]
    return tuple(max(slack, -1) for slack in slacks[: there[-1] + 1]) if there else ()


def sown(own: Slacks, other: Slacks, place: int) -> State:
    """Return the state after sowing a pit of one end towards the other, the smaller of the state and its mirror.

    >>> sown((2, 1, 0), (2, 1, 0), 0)
    ((0,), (1, 0))
    """
    near = trimmed([slack - 1 for slack in own[place + 1 :]])
    far = trimmed([slack - place - 1 - (at >= own[place]) for at, slack in enumerate(other)])
    return (near, far) if near <= far else (far, near)


def options(state: State) -> list[list[State]]:
    """List the results of all moves, each a sum of one state, as `Nimbers` takes them."""
    ends = (state, state[::-1])
    return [[sown(own, other, place)] for own, other in ends for place, slack in enumerate(own) if slack >= 0]


def uniform_nimbers(last: int) -> list[int]:
    """Return the nimbers of s seeds in each of s + k pits for k = 0 … `last`, the same for every s ≥ k - 1.

    >>> uniform_nimbers(8)
    [0, 1, 2, 2, 3, 4, 4, 5, 6]
    """
    nimber = Nimbers(options, MOST_STATES)
    slacks = [tuple(range(k - 1, -1, -1)) for k in range(last + 1)]
    return [nimber((own, own)) for own in slacks]


def last_replies(last: int) -> bool:
    """Tell whether every first move from 2s + 2 pits of s seeds, s = 1 … `last`, has a reply that ends the game.

    >>> last_replies(4)
    True
    """
    return all(
        any(not moves(after) for after in moves(first))
        for s in range(1, last + 1)
        for first in moves((s,) * (2 * s + 2))
    )


def moves(row: tuple[int, ...]) -> list[tuple[int, ...]]:
    """List the rows that one move leads to."""
    return list(FAFY.followers(row, Side.SOUTH))
