"""Many games of Fifangha at once, choice by choice: a pit, then the pit that each answer sows first.

A game is a row of words: the position as in `lalao.kernels.fifangha`, the turn under way, then the keys of the last
positions at which all seeds were on the board; before that, none can come back. Actions are a pit and one of three
signs, as in `lalao.games.fifangha.notation`.
"""

from typing import NamedTuple

from lalao import arrays as np
from lalao.arrays.types import Bool, Int, IntArray, IntGrid
from lalao.constants import OCCURRENCES
from lalao.kernels.batch import BOARD, CHOSEN, FIRST, QUIET, Shown, is_accepted, is_over, settle
from lalao.kernels.compiling import kernel
from lalao.kernels.fifangha import (
    ANSWERS,
    ANSWERS_MASK,
    BYTE,
    CAPTURING,
    COLUMNS,
    ENEMY_RESERVE,
    MOST_ROWS,
    OWN_INNER,
    OWN_RESERVE,
    SIDE,
    TURN,
    generate,
    key,
)
from lalao.kernels.fifangha import QUIET as QUIET_PLIES

BEGUN, MADE, KNOWN, GAME_WORDS = range(9, 13)
"""The turn: its chosen part (0: nothing yet), as in `lalao.kernels.fifangha`, and the choices made; and how many
positions have been remembered."""
REMEMBERED = 256
"""Positions that are remembered for the draw by repetition."""
PLAIN, CLOCKWISE, ANTICLOCKWISE, SIGNS = range(4)


class Games(NamedTuple):
    """The words of the start and of each game, where pits are seen, `limits`, and room to generate turns.

    `places` are the columns in observations of North's pits and South's, each as that player numbers them, and last his
    reserve. `limits` are the places before the first pit, the quiet plies that make a draw (0 for no draws), and the
    most quiet plies that are shown.
    """

    start: IntArray
    games: IntGrid
    places: IntGrid
    limits: IntArray
    rows: IntGrid
    begun: IntArray


BEFORE, QUIET_LIMIT, MOST = range(3)


@kernel
def turns_of(all_games: Games, game: Int) -> Int:
    """Play every legal turn of a game into the first rows, and return how many there are."""
    for word in range(TURN):
        all_games.rows[MOST_ROWS, word] = all_games.games[game, word]
    return generate(all_games.rows, MOST_ROWS, 0, all_games.begun)


@kernel
def sown_first(games: IntGrid, game: Int, captures: Int, direction: Int) -> Int:
    """Return the pit that the answer to a turn's next question sows first; `direction` is 1 for clockwise, else 0."""
    columns, begun = games[game, COLUMNS], games[game, BEGUN]
    is_lifted = begun & ANSWERS_MASK == 1 and not (captures and games[game, OWN_RESERVE] > 0)
    if is_lifted:
        pits = 2 * columns
        return ((begun >> ANSWERS) + 2 * direction - 1 + pits) % pits
    return np.int64(0) if direction else columns - 1


@kernel
def allow(all_games: Games, game: Int, shown: Shown) -> Int:
    """Allow the next choices; return the row of the turn that is complete, else the number of turns, negated."""
    games, rows = all_games.games, all_games.rows
    own, before, begun = games[game, SIDE], all_games.limits[BEFORE], games[game, BEGUN]
    for action in range(shown.masks.shape[1]):
        shown.masks[game, action] = 0
    count = turns_of(all_games, game)
    for row in range(count):
        turn, sign = rows[row, TURN], np.int64(PLAIN)
        if begun == 0:
            pit = turn >> ANSWERS
        elif turn == begun:
            return row
        else:
            left = turn
            following = np.int64(0)
            while left > begun and left >> ANSWERS == begun >> ANSWERS and left & ANSWERS_MASK > begun & ANSWERS_MASK:
                following = left & 1
                left = left >> ANSWERS << ANSWERS | (left & ANSWERS_MASK) >> 1
            if left != begun:
                continue
            pit = sown_first(games, game, rows[row, CAPTURING], following)
            sign = np.int64(CLOCKWISE) if following else np.int64(ANTICLOCKWISE)
        shown.masks[game, SIGNS * (all_games.places[own, pit] - before) + sign] = 1
    return -count


@kernel
def show(all_games: Games, game: Int, shown: Shown) -> None:
    """Write the observation of the side to move at the beginning of a turn."""
    games, places, seen = all_games.games, all_games.places, shown.observations
    side, columns = games[game, SIDE], games[game, COLUMNS]
    mover = 1 - side
    shown.movers[game] = mover
    quiet = min(games[game, QUIET_PLIES], all_games.limits[MOST])
    for column in range(seen.shape[2]):
        seen[game, CHOSEN, column] = 0
        seen[game, QUIET, column] = quiet
        seen[game, FIRST, column] = 1 - mover
    for player in range(2):
        owner = side if player == 0 else mover
        for pit in range(2 * columns):
            word = OWN_INNER + 2 * player + (pit >= columns)
            seen[game, BOARD, places[owner, pit]] = games[game, word] >> 8 * (pit % columns) & BYTE
        seen[game, BOARD, places[owner, 2 * columns]] = games[game, OWN_RESERVE + player]


@kernel
def is_repeated(all_games: Games, game: Int) -> Bool:
    """Remember the position, and tell whether it stands on the board for the third time."""
    games = all_games.games
    if games[game, OWN_RESERVE] + games[game, ENEMY_RESERVE] > 0:
        return False
    name, known = key(games, game), games[game, KNOWN]
    times = np.int64(1)
    for at in range(min(known, np.int64(REMEMBERED))):
        times += games[game, GAME_WORDS + at] == name
    games[game, GAME_WORDS + known % REMEMBERED] = name
    games[game, KNOWN] = known + 1
    return times >= OCCURRENCES


@kernel
def open_turn(all_games: Games, game: Int, shown: Shown) -> None:
    """Begin the turn of the side to move, or end the game: by its rules, or by a draw of the match."""
    games, limit = all_games.games, all_games.limits[QUIET_LIMIT]
    games[game, BEGUN] = games[game, MADE] = 0
    show(all_games, game, shown)
    if allow(all_games, game, shown) == 0:
        settle(shown, game, shown.movers[game], -1)
    elif limit:
        shown.truncated[game] = is_repeated(all_games, game) or games[game, QUIET_PLIES] >= limit
        if shown.truncated[game]:
            for action in range(shown.masks.shape[1]):
                shown.masks[game, action] = 0


@kernel
def act(all_games: Games, game: Int, action: Int, shown: Shown) -> None:
    """Carry out a legal action: choose a pit, or answer; play the turn once it asks nothing more."""
    games, columns = all_games.games, all_games.games[game, COLUMNS]
    place, sign = all_games.limits[BEFORE] + action // SIGNS, action % SIGNS
    games[game, MADE] += 1
    shown.observations[game, CHOSEN, place] = games[game, MADE]
    if games[game, BEGUN] == 0:
        for pit in range(2 * columns):
            if all_games.places[games[game, SIDE], pit] == place:
                games[game, BEGUN] = pit << ANSWERS | 1
    else:
        games[game, BEGUN] += (games[game, BEGUN] & ANSWERS_MASK) + (sign == CLOCKWISE)
    complete = allow(all_games, game, shown)
    if complete >= 0:
        for word in range(TURN):
            games[game, word] = all_games.rows[complete, word]
        open_turn(all_games, game, shown)


@kernel
def begin(all_games: Games, game: Int, shown: Shown) -> None:
    """Set a game back to its start and open its first turn."""
    for word in range(GAME_WORDS):
        all_games.games[game, word] = all_games.start[word]
    open_turn(all_games, game, shown)


@kernel
def open_all(all_games: Games, shown: Shown) -> None:
    """Open a turn in every game."""
    for game in range(all_games.games.shape[0]):
        open_turn(all_games, game, shown)


@kernel
def step(all_games: Games, actions: IntArray, shown: Shown) -> None:
    """Take an action in every game; games that end go back to their start."""
    for game in range(all_games.games.shape[0]):
        if is_accepted(shown, game, actions[game]):
            act(all_games, game, actions[game], shown)
        if is_over(shown, game):
            over, cut = shown.terminated[game], shown.truncated[game]
            begin(all_games, game, shown)
            shown.terminated[game], shown.truncated[game] = over, cut
