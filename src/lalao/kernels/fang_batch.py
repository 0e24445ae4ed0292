"""Many games of Fang at once, on any board.

#  row of a board    pit 1, pit 2, … pit n, South's reserve, North's reserve, the side to move (0 South)
"""

from typing import NamedTuple

from lalao import arrays as np
from lalao.arrays.types import Int, IntArray, IntGrid
from lalao.kernels.batch import BOARD, FIRST, Shown, is_accepted, is_over, settle
from lalao.kernels.compiling import kernel

GUARDED, LAST = range(2)


class Boards(NamedTuple):
    """The start, the boards, and `rules`: whether tibongs are guarded, and whether the last pit keeps the surplus."""

    start: IntArray
    games: IntGrid
    rules: IntArray


@kernel
def attack(boards: IntGrid, game: Int, pits: Int, last: Int, pit: Int) -> None:
    """Attack a pit (counted from 0) with a seed of the reserve, and sow; `last` keeps the surplus in the last pit."""
    north = boards[game, pits + 2]
    seeds = boards[game, pit] + 1
    boards[game, pit] = 0
    boards[game, pits + north] -= 1
    boards[game, pits + 2] = 1 - north
    step = np.int64(0)
    for _ in range(seeds):
        if step == pits:
            step = pits - 1 if last else np.int64(0)
        boards[game, pits - 1 - step if north else step] += 1
        step += 1


@kernel
def winner_sign(boards: IntGrid, game: Int, pits: Int) -> Int:
    """Return 1 where South has won a finished game, by halves and then by tibongs, -1 where North has, 0 for a draw."""
    lead = np.int64(0)
    for pit in range(pits // 2):
        lead += boards[game, pit] - boards[game, pits - 1 - pit]
    if lead == 0:
        lead = boards[game, 0] - boards[game, pits - 1]
    return np.int64(lead > 0) - np.int64(lead < 0)


@kernel
def show(boards: IntGrid, game: Int, pits: Int, guarded: Int, shown: Shown) -> None:
    """Write a game's observation and which pits may be attacked: `guarded` tibongs must hold 2 seeds."""
    going = boards[game, pits] + boards[game, pits + 1] > 0
    mover = boards[game, pits + 2]
    shown.movers[game] = mover
    for column in range(pits + 2):
        shown.observations[game, BOARD, column] = boards[game, column]
        shown.observations[game, FIRST, column] = 1 - mover
    for pit in range(pits):
        shown.masks[game, pit] = going and boards[game, pit] > 0
    if guarded:
        shown.masks[game, 0] = going and boards[game, 0] > 1
        shown.masks[game, pits - 1] = going and boards[game, pits - 1] > 1


@kernel
def begin(every: Boards, game: Int, shown: Shown) -> None:
    """Set a game back to its start and show it."""
    for column in range(every.start.size):
        every.games[game, column] = every.start[column]
    show(every.games, game, every.start.size - 3, every.rules[GUARDED], shown)


@kernel
def open_all(every: Boards, shown: Shown) -> None:
    """Show every game."""
    for game in range(every.games.shape[0]):
        show(every.games, game, every.start.size - 3, every.rules[GUARDED], shown)


@kernel
def step(every: Boards, actions: IntArray, shown: Shown) -> None:
    """Take an action in every game; games that end go back to their start."""
    boards, pits = every.games, every.start.size - 3
    guarded, last = every.rules[GUARDED], every.rules[LAST]
    for game in range(boards.shape[0]):
        if is_accepted(shown, game, actions[game]):
            attack(boards, game, pits, last, actions[game])
            if boards[game, pits] + boards[game, pits + 1] == 0:
                settle(shown, game, 0, winner_sign(boards, game, pits))
            show(boards, game, pits, guarded, shown)
        if is_over(shown, game):
            begin(every, game, shown)
