"""Many games of Fanorona at once, choice by choice, on any lattice of up to 62 points.

A game is a row of words: the position as in `lalao.kernels.fanorona`, the turn under way, then keys of the positions
since the last capture. Actions are a point and one of four signs, as in `lalao.games.fanorona.notation`, and the last
of all, which ends a chain that might go on.
"""

from typing import NamedTuple

from lalao import arrays as np
from lalao.arrays.types import Bool, Int, IntArray, IntGrid
from lalao.constants import OCCURRENCES
from lalao.kernels.batch import BOARD, CHOSEN, FIRST, OTHERS, QUIET, Shown, is_accepted, is_over, settle
from lalao.kernels.bits import count, lowest
from lalao.kernels.compiling import kernel
from lalao.kernels.fanorona import (
    AROUND,
    BOTH,
    CAPTURE,
    GOING,
    HUFFING,
    MAY_DECLINE,
    MIDDLE,
    MOVER_WON,
    MUST_GO_ON,
    NO_CAPTURE,
    SHIFT,
    VELA,
    allowed,
    capturers,
    handed_over,
    in_force,
    key,
    taken_by,
)

OWN, ENEMY, HUFFABLE, RULES, QUIET_PLIES, MOVER, KNOWN = range(7)
"""The position, and how many positions since the last capture are known."""
MADE, AGAINST, START, POINT, BARRED, LAST, GAME_WORDS = range(7, 14)
"""The turn: the choices made, the enemy's pieces now, where the piece started, where it stands and may not return, and
its last capture."""
PLAIN, APPROACH, WITHDRAWAL, HUFF, SIGNS = range(5)


class Games(NamedTuple):
    """The lattice, the words of the start and of each game, `limits`.

    `limits` are the points of the board, the pieces of a side at the start, the quiet plies that make a draw (0 for no
    draws), and the most quiet plies that are shown.
    """

    lines: IntArray
    start: IntArray
    games: IntGrid
    limits: IntArray


POINTS, PIECES, QUIET_LIMIT, MOST = range(4)


@kernel
def rules_of(games: IntGrid, game: Int) -> Int:
    """Return the rules in force in a game's turn."""
    return in_force(games[game, RULES], games[game, OWN], games[game, ENEMY])


@kernel
def takes_nothing(rules: Int) -> Bool:
    """Tell whether the side to move is the winner of the first round, who may only step."""
    return rules & MOVER_WON != 0


@kernel
def movable(lines: IntArray, own: Int, enemy: Int) -> Int:
    """Return the pieces of the side to move that have an empty point beside them."""
    empty = ~(own | enemy)
    found = np.int64(0)
    for direction in range(4):
        at = np.uint64(direction)
        shift = lines[SHIFT + at]
        found |= lines[GOING + at] & (empty >> shift) | lines[GOING + at + np.uint64(4)] & (empty << shift)
    return found & own


@kernel
def forbid_all(shown: Shown, game: Int) -> None:
    """Clear the mask of a game."""
    for action in range(shown.masks.shape[1]):
        shown.masks[game, action] = 0


@kernel
def allow(shown: Shown, game: Int, points: Int, sign: Int) -> None:
    """Allow the actions of a set of points with one sign."""
    while points:
        shown.masks[game, SIGNS * lowest(points) + sign] = 1
        points &= points - 1


@kernel
def allow_pieces(all_games: Games, game: Int, shown: Shown) -> Bool:
    """Allow the pieces that may begin the turn, and those that may be huffed before; tell whether there are any."""
    games, lines = all_games.games, all_games.lines
    own, against, rules = games[game, OWN], games[game, AGAINST], rules_of(games, game)
    able = np.int64(0) if takes_nothing(rules) else capturers(lines, own, against)
    starts = able if able and not rules & MAY_DECLINE else movable(lines, own, against)
    allow(shown, game, starts, PLAIN)
    huffs = np.int64(0)
    if games[game, MADE] == 0 and not takes_nothing(rules):
        left = games[game, HUFFABLE]
        while left:
            piece = left & -left
            left ^= piece
            if against == piece or movable(lines, own, against ^ piece):
                huffs |= piece
        allow(shown, game, huffs, HUFF)
    return (starts | huffs) != 0


@kernel
def allow_steps(all_games: Games, game: Int, shown: Shown) -> Bool:
    """Allow the legal steps of the piece in hand; tell whether there are any."""
    games, lines = all_games.games, all_games.lines
    own, against, rules = games[game, OWN], games[game, AGAINST], rules_of(games, game)
    point, last = games[game, POINT], games[game, LAST]
    begins = last == NO_CAPTURE
    plain = begins and (rules & MAY_DECLINE != 0 or takes_nothing(rules) or capturers(lines, own, against) == 0)
    free = lines[AROUND + np.uint64(point)] & ~(own ^ games[game, START] | against | games[game, BARRED])
    possible = np.int64(0) if takes_nothing(rules) else allowed(lines, np.uint64(point), free, against, last, rules)
    found = False
    while free:
        end = lowest(free)
        free &= free - 1
        approach = lines[CAPTURE + MIDDLE + np.uint64(end) - np.uint64(point)]
        taking = possible >> approach & BOTH
        at = SIGNS * end
        if taking & 1:
            shown.masks[game, at + APPROACH] = 1
        if taking & 2:
            shown.masks[game, at + WITHDRAWAL] = 1
        if plain and taking == 0:
            shown.masks[game, at + PLAIN] = 1
        found |= plain or taking != 0
    return found


@kernel
def show(all_games: Games, game: Int, shown: Shown) -> None:
    """Write the observation of the side to move at the beginning of a turn."""
    games, limits = all_games.games, all_games.limits
    own, enemy, mover = games[game, OWN], games[game, ENEMY], games[game, MOVER]
    points, seen = limits[POINTS], shown.observations
    quiet = min(games[game, QUIET_PLIES], limits[MOST])
    shown.movers[game] = mover
    for point in range(points):
        seen[game, BOARD, point] = (own >> point) & 1
        seen[game, OTHERS, point] = (enemy >> point) & 1
    taken_own, taken_enemy = points + mover, points + 1 - mover
    seen[game, BOARD, taken_own] = max(limits[PIECES] - count(own), np.int64(0))
    seen[game, OTHERS, taken_own] = 0
    seen[game, BOARD, taken_enemy] = 0
    seen[game, OTHERS, taken_enemy] = max(limits[PIECES] - count(enemy), np.int64(0))
    for column in range(points + 2):
        seen[game, CHOSEN, column] = 0
        seen[game, QUIET, column] = quiet
        seen[game, FIRST, column] = 1 - mover


@kernel
def is_repeated(all_games: Games, game: Int) -> Bool:
    """Remember the position, and tell whether it stands on the board for the third time."""
    games = all_games.games
    name = key(games[game, OWN], games[game, ENEMY], games[game, HUFFABLE], games[game, RULES])
    if games[game, QUIET_PLIES] == 0:
        games[game, KNOWN] = 0
    known = games[game, KNOWN]
    times = np.int64(1)
    for at in range(known & 1, known, 2):  # keys leave colours out: only every other position has the same side to move
        times += games[game, GAME_WORDS + at] == name
    games[game, GAME_WORDS + known] = name
    games[game, KNOWN] = known + 1
    return times >= OCCURRENCES


@kernel
def open_turn(all_games: Games, game: Int, shown: Shown) -> None:
    """Begin the turn of the side to move, or end the game: by its rules, or by a draw of the match."""
    games, limit = all_games.games, all_games.limits[QUIET_LIMIT]
    own, enemy, mover = games[game, OWN], games[game, ENEMY], games[game, MOVER]
    games[game, MADE] = games[game, START] = games[game, BARRED] = 0
    games[game, AGAINST], games[game, LAST] = enemy, NO_CAPTURE
    show(all_games, game, shown)
    forbid_all(shown, game)
    if enemy == 0:
        settle(shown, game, mover, 1)
    elif own == 0 or not allow_pieces(all_games, game, shown):
        settle(shown, game, mover, -1)
    elif limit:
        shown.truncated[game] = is_repeated(all_games, game) or games[game, QUIET_PLIES] >= limit
        if shown.truncated[game]:
            forbid_all(shown, game)


@kernel
def close_turn(all_games: Games, game: Int, own: Int, huffable: Int, shown: Shown) -> None:
    """Hand the board over: `own` are the pieces of the side that has played, `huffable` those open to huffing."""
    games = all_games.games
    is_quiet = games[game, AGAINST] == games[game, ENEMY]
    games[game, QUIET_PLIES] = games[game, QUIET_PLIES] + 1 if is_quiet else 0
    games[game, OWN], games[game, ENEMY] = games[game, AGAINST], own
    games[game, HUFFABLE], games[game, RULES] = huffable, handed_over(games[game, RULES])
    games[game, MOVER] = 1 - games[game, MOVER]
    open_turn(all_games, game, shown)


@kernel
def left_by_step(all_games: Games, game: Int, piece: Int, there: Int) -> Int:
    """Return the huffable pieces after a step that takes nothing: all pieces that could have taken."""
    games, rules = all_games.games, rules_of(all_games.games, game)
    if not rules & HUFFING or takes_nothing(rules):
        return np.int64(0)
    able = capturers(all_games.lines, games[game, OWN], games[game, AGAINST])
    return able ^ piece ^ there if able & piece else able


@kernel
def take(all_games: Games, game: Int, end: Int, sign: Int, shown: Shown) -> None:
    """Step and capture; close the turn where the piece cannot take again."""
    games, lines = all_games.games, all_games.lines
    rules, point = rules_of(games, game), games[game, POINT]
    capture = lines[CAPTURE + MIDDLE + np.uint64(end) - np.uint64(point)] + (sign == WITHDRAWAL)
    games[game, AGAINST] ^= taken_by(lines, np.uint64(point), np.uint64(capture), games[game, AGAINST], rules)
    games[game, BARRED] |= np.int64(1) << end
    games[game, POINT], games[game, LAST] = end, capture
    if rules & VELA or not allow_steps(all_games, game, shown):
        close_turn(all_games, game, games[game, OWN] ^ games[game, START] | np.int64(1) << end, 0, shown)
    elif not rules & MUST_GO_ON:
        shown.masks[game, shown.masks.shape[1] - 1] = 1


@kernel
def act(all_games: Games, game: Int, action: Int, shown: Shown) -> None:
    """Carry out a legal action: end the chain, huff, take a piece in hand, or step."""
    games = all_games.games
    if action == shown.masks.shape[1] - 1:
        here = np.int64(1) << games[game, POINT]
        huffable = here if games[game, RULES] & HUFFING else np.int64(0)
        close_turn(all_games, game, games[game, OWN] ^ games[game, START] | here, huffable, shown)
        return
    place, sign = action // SIGNS, action % SIGNS
    chosen = np.int64(1) << place
    forbid_all(shown, game)
    games[game, MADE] += 1
    shown.observations[game, CHOSEN, place] = games[game, MADE]
    if sign == HUFF:
        games[game, AGAINST] ^= chosen
        if games[game, AGAINST] == 0:
            close_turn(all_games, game, games[game, OWN], 0, shown)
        else:
            allow_pieces(all_games, game, shown)
    elif games[game, START] == 0:
        games[game, START] = games[game, BARRED] = chosen
        games[game, POINT] = place
        allow_steps(all_games, game, shown)
    elif sign == PLAIN:
        huffable = left_by_step(all_games, game, games[game, START], chosen)
        close_turn(all_games, game, games[game, OWN] ^ games[game, START] | chosen, huffable, shown)
    else:
        take(all_games, game, place, sign, shown)


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
