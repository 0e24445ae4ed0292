"""Many games of Fafy or Sowing at once, on rows of any length: a turn is a pit, then the neighbour sown first.

#  row of a board    pit 1, pit 2, … pit n, the side to move (0 South), the pit chosen (0 before that)
"""

from typing import NamedTuple

from lalao import arrays as np
from lalao.arrays.types import Bool, Int, IntArray, IntGrid
from lalao.kernels.batch import BOARD, CHOSEN, FIRST, Shown, is_accepted, is_over, settle
from lalao.kernels.compiling import kernel
from lalao.kernels.rows import may_sow

IMPARTIAL, MISERE, LAST_ONLY = range(3)
SIGNS = 3


class Rows(NamedTuple):
    """The start, the boards, and `rules`: whether the game is impartial, misère, and restricts the last seed alone."""

    start: IntArray
    games: IntGrid
    rules: IntArray


@kernel
def is_way(rows: Rows, game: Int, pit: Int, turn: Int) -> Bool:
    """Tell whether the side to move may sow a pit eastwards (`turn` 0) or westwards (1)."""
    pits = rows.start.size - 2
    if not rows.rules[IMPARTIAL] and rows.games[game, pits] != turn:
        return False
    return may_sow(rows.games[game, :pits], pit, 1 - 2 * turn, rows.rules[LAST_ONLY])


@kernel
def open_turn(rows: Rows, game: Int, shown: Shown) -> None:
    """Show the row to the side to move, and end the game where it cannot play."""
    pits = rows.start.size - 2
    mover = rows.games[game, pits]
    shown.movers[game] = mover
    found = False
    for pit in range(pits):
        shown.observations[game, BOARD, pit] = rows.games[game, pit]
        shown.observations[game, CHOSEN, pit] = 0
        shown.observations[game, FIRST, pit] = 1 - mover
        may = is_way(rows, game, pit, np.int64(0)) or is_way(rows, game, pit, np.int64(1))
        for sign in range(SIGNS):
            shown.masks[game, SIGNS * pit + sign] = may and sign == 0
        found |= may
    if not found:
        settle(shown, game, mover, np.int64(1) if rows.rules[MISERE] else np.int64(-1))


@kernel
def choose_pit(rows: Rows, game: Int, pit: Int, shown: Shown) -> None:
    """Choose the pit to be sown, and allow the directions in which it may be."""
    pits = rows.start.size - 2
    rows.games[game, pits + 1] = pit + 1
    shown.observations[game, CHOSEN, pit] = 1
    for other in range(pits):
        shown.masks[game, SIGNS * other] = 0
    for turn in range(2):
        if is_way(rows, game, pit, turn):
            shown.masks[game, SIGNS * (pit + 1 - 2 * turn) + 1 + turn] = 1


@kernel
def sow(rows: Rows, game: Int, direction: Int) -> None:
    """Sow the chosen pit, and hand the row over."""
    boards, pits = rows.games, rows.start.size - 2
    pit = boards[game, pits + 1] - 1
    seeds = boards[game, pit]
    boards[game, pit] = 0
    for step in range(1, seeds + 1):
        boards[game, pit + direction * step] += 1
    boards[game, pits], boards[game, pits + 1] = 1 - boards[game, pits], 0


@kernel
def begin(rows: Rows, game: Int, shown: Shown) -> None:
    """Set a game back to its start and open its first turn."""
    for column in range(rows.start.size):
        rows.games[game, column] = rows.start[column]
    open_turn(rows, game, shown)


@kernel
def open_all(rows: Rows, shown: Shown) -> None:
    """Open a turn in every game."""
    for game in range(rows.games.shape[0]):
        open_turn(rows, game, shown)


@kernel
def step(rows: Rows, actions: IntArray, shown: Shown) -> None:
    """Take an action in every game; games that end go back to their start."""
    for game in range(rows.games.shape[0]):
        if is_accepted(shown, game, actions[game]):
            sign = actions[game] % SIGNS
            if sign == 0:
                choose_pit(rows, game, actions[game] // SIGNS, shown)
            else:
                sow(rows, game, 3 - 2 * sign)
                open_turn(rows, game, shown)
        if is_over(shown, game):
            begin(rows, game, shown)
