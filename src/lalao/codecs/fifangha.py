"""Fifangha between readable positions and the rows of `lalao.kernels.fifangha`, and its compiled search."""

from typing import Any

from lalao import arrays as np
from lalao.arrays.types import IntArray
from lalao.games.fifangha import Fifangha, FifanghaMove, FifanghaPosition
from lalao.kernels import fifangha as game_kernel
from lalao.kernels import fifangha_length as length
from lalao.kernels import fifangha_search as kernel
from lalao.kernels.bits import deadline
from lalao.kernels.scores import DECIDED, INFINITE, WIN
from lalao.values import Side


def state_of(position: FifanghaPosition) -> IntArray:
    """Return a position as a row of the kernels."""
    south = position.to_move is Side.SOUTH
    own_reserve, enemy_reserve = position.reserves if south else position.reserves[::-1]
    columns = position.game.columns
    state = np.zeros(game_kernel.WORDS, dtype=np.int64)
    state[game_kernel.OWN_INNER] = packed(position.own[:columns])
    state[game_kernel.OWN_OUTER] = packed(position.own[columns:])
    state[game_kernel.ENEMY_INNER] = packed(position.enemy[:columns])
    state[game_kernel.ENEMY_OUTER] = packed(position.enemy[columns:])
    state[game_kernel.OWN_RESERVE : game_kernel.TURN] = own_reserve, enemy_reserve, int(south), columns, position.quiet
    return state


def children(state: IntArray) -> IntArray:
    """Return the positions that the legal turns of one lead to, a row each."""
    rows, begun = workspace(game_kernel.MOST_ROWS + 1)
    rows[-1] = state
    return rows[: game_kernel.generate(rows, game_kernel.MOST_ROWS, 0, begun)].copy()


def perft(position: FifanghaPosition, depth: int) -> int:
    """Count the sequences of `depth` turns."""
    if depth == 0:
        return 1
    rows, begun = workspace(1 + depth * game_kernel.MOST_ROWS)
    rows[0] = state_of(position)
    return int(game_kernel.perft(rows, 0, 1, begun, depth))


def workspace(rows: int) -> tuple[IntArray, IntArray]:
    """Return the arrays that the kernels write in: rows of words, and the beginnings of turns."""
    return np.empty((rows, game_kernel.WORDS), dtype=np.int64), np.empty(game_kernel.MOST_BEGUN, dtype=np.int64)


def packed(pits: tuple[int, ...]) -> int:
    """Return a row of pits packed into a word, a byte each."""
    return int.from_bytes(pits, "little")


def unpacked(*words: int, columns: int) -> tuple[int, ...]:
    """Return the pits packed into some words, one word after the other."""
    return tuple(seeds for word in words for seeds in int(word).to_bytes(8, "little")[:columns])


def position_of(game: Fifangha, state: IntArray) -> FifanghaPosition:
    """Return the position of a row of the kernels."""
    own = unpacked(*state[game_kernel.OWN_INNER : game_kernel.ENEMY_INNER], columns=game.columns)
    enemy = unpacked(*state[game_kernel.ENEMY_INNER : game_kernel.OWN_RESERVE], columns=game.columns)
    own_reserve, enemy_reserve, south, _, quiet = map(int, state[game_kernel.OWN_RESERVE : game_kernel.TURN])
    if south:
        return FifanghaPosition(game, own, enemy, (own_reserve, enemy_reserve), Side.SOUTH, quiet)
    return FifanghaPosition(game, enemy, own, (enemy_reserve, own_reserve), Side.NORTH, quiet)


def move_of(game: Fifangha, side: Side, turn: int) -> FifanghaMove:
    """Return the move of a side for a turn of the kernels."""
    answers = f"{turn & game_kernel.ANSWERS_MASK:b}"[1:]
    return FifanghaMove(game.letters[side][turn >> game_kernel.ANSWERS], answers.replace("1", "+").replace("0", "-"))


def turn_of(game: Fifangha, side: Side, move: FifanghaMove) -> int:
    """Return the turn of the kernels for a move of a side."""
    answers = "1" + move.signs.replace("+", "1").replace("-", "0")
    return game.letters[side].index(move.pit) << game_kernel.ANSWERS | int(answers, 2)


MOST_PLIES = 40
PLACES = 1 << 18
LINE_BYTES = 40
"""Bytes of an entry of the table."""
PROOFS = 1 << 14
"""Rows for the proofs about positions; memory is taken as they are written."""
MOST_CHECKED = 100_000
"""Positions that may be looked at to check a win, besides as many as the search has looked at."""


class CompiledSearch:
    """Searches positions one after another, with a transposition table kept between them."""

    def __init__(self, places: int = PLACES) -> None:
        """Allocate the rows, 2 MB, and a table of `places` entries, a power of 2: 10 MB by default."""
        self._rows, self._begun = workspace((MOST_PLIES + 2) * game_kernel.MOST_ROWS)
        self._table = np.zeros((places, 5), dtype=np.int64)
        self._spent = np.zeros(kernel.SPENT_WORDS, dtype=np.int64)
        self._proofs = np.zeros((PROOFS, length.PROOF_WORDS), dtype=np.int64)
        self._checked = np.zeros(kernel.SPENT_WORDS, dtype=np.int64)
        self.reached = 0
        """The last depth that `scores` or `decided` finished, in plies: wins that they left open take longer."""

    def begin(self, most: int, seconds: float | None = None) -> None:
        """Allow `most` positions for the searches that follow, for so many seconds or until `halt`."""
        until = deadline(seconds)
        self._spent[:] = 0, most, until
        self._checked[:] = 0, 0, until

    def halt(self) -> None:
        """Stop the running search as if its positions were spent; may be called from any thread."""
        self._spent[kernel.MOST] = self._checked[kernel.MOST] = -1

    @property
    def nodes(self) -> int:
        """The number of positions searched since `begin`."""
        return int(self._spent[kernel.COUNT] + self._checked[kernel.COUNT])

    @property
    def is_spent(self) -> bool:
        """Whether the allowed positions were not enough: the last result is then meaningless."""
        return bool(self._spent[kernel.COUNT] > self._spent[kernel.MOST])

    def scores(
        self,
        position: FifanghaPosition,
        moves: list[Any],
        depth: int,
        most: int,
        extension: int = 1,
        draws: bool = True,
    ) -> list[tuple[int, Any]]:
        """Return pairs of score and move, the best first, by deepening up to `depth` plies or `most` positions.

        `draws` says whether the quiet limit is a draw.
        """
        self.begin(most)
        self.reached = 0
        limit = position.game.quiet_limit if draws else None
        scored = [(0, move) for move in moves]
        for plies in range(1, min(depth, MOST_PLIES - 2) + 1):
            deeper = self.at_depth(position, [move for _, move in scored], plies, extension, limit)
            if self.is_spent:
                break
            scored, self.reached = sorted(deeper, key=lambda pair: -pair[0]), plies
            if scored[0][0] > DECIDED or all(score < -DECIDED for score, _ in scored):
                break
        return scored

    def decided(self, position: FifanghaPosition, depth: int, most: int) -> int:
        """Return the score of a position that is won or lost within `depth` plies, 40 at most; 0 where it is neither.

        Each depth asks one question in a null window, where evaluations do not matter: whoever has no move has lost, so
        a win takes an odd number of plies, a loss an even one. `reached` is the last depth finished within `most`
        positions.
        """
        self.begin(most)
        self.reached = 0
        self._rows[0] = state_of(position)
        for plies in range(min(depth, MOST_PLIES) + 1):
            alpha = DECIDED if plies % 2 else -DECIDED - 1
            arguments = (self._rows, 0, plies, 0, 1 << 30, alpha, alpha + 1)
            score = int(kernel.search(*arguments, self._begun, self._table, self._spent))
            if self.is_spent:
                break
            if abs(score) > DECIDED:
                return score
            self.reached = plies
        return 0

    def is_decided(self, position: FifanghaPosition, plies: int, winning: bool) -> bool | None:
        """Tell by the rules alone whether the side to move wins (or loses, unless `winning`) within `plies`.

        None where that would take too many positions, or the search was halted.
        """
        if plies > MOST_PLIES or self.is_spent:
            return None
        self._checked[kernel.MOST] = self._checked[kernel.COUNT] + self._spent[kernel.COUNT] + MOST_CHECKED
        if self.is_spent:  # halted meanwhile
            return None
        self._rows[0] = state_of(position)
        arguments = (self._rows, 0, plies, int(winning), self._begun, self._proofs, self._checked)
        answer = int(length.decided(*arguments))
        return None if answer < 0 else bool(answer)

    def at_depth(
        self, position: FifanghaPosition, moves: list[Any], plies: int, extension: int, limit: int | None
    ) -> list[tuple[int, Any]]:
        """Return pairs of score and move at one depth, in the order of `moves`.

        The score of a move that is not better than those before it is an upper bound. `limit` is the number of plies
        without capture that draw, None for no limit.
        """
        best, scored = -INFINITE, []
        after = {int(row[game_kernel.TURN]): row for row in children(state_of(position))}
        for move in moves:
            self._rows[0] = after[turn_of(position.game, position.to_move, move)]
            arguments = (self._rows, 0, plies - 1, extension, limit or 1 << 30, -INFINITE)
            bound = -int(kernel.one_ply_later(best))
            value = kernel.search(*arguments, bound, self._begun, self._table, self._spent)
            score = int(kernel.one_ply_earlier(-value))
            scored.append((score, move))
            best = max(best, score)
        return scored

    def line(self, position: FifanghaPosition, move: Any, most: int) -> list[Any]:
        """Return a move and the line that the table expects after it, `most` moves in all."""
        line, here = [move], position._play(move)
        while len(line) < most:
            rows = state_of(here).reshape(1, -1)
            name = int(game_kernel.key(rows, 0))
            place = self._table[name & (len(self._table) - 1)]
            after = children(rows[0])
            if place[0] != name or not 0 <= place[4] < len(after):
                break
            best = move_of(here.game, here.to_move, int(after[place[4], game_kernel.TURN]))
            line.append(best)
            here = here._play(best)
        return line

    def best_play(
        self, position: Any, move: Any, score: int, depth: int, extension: int, limit: int | None
    ) -> list[Any]:
        """Return a move that decides a game with this score, followed by best play of both sides.

        A search of `depth` plies has found it, so the table holds most of the line; the line ends early where the
        allowed positions are spent.
        """
        line, here = [move], position._play(move)
        for left in range(WIN - abs(score) - 1, 0, -1):
            plies = max(left, depth - len(line))
            scored = self.at_depth(here, list(here.legal_moves()), plies, extension, limit)
            value, best = max(scored, key=lambda pair: pair[0])
            if self.is_spent or WIN - abs(value) != left:
                break
            line.append(best)
            here = here._play(best)
        return line
