"""The compiled search of Fanorona: an object around the arrays of `lalao.kernels.fanorona_search`."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

from lalao import arrays as np
from lalao.arrays.types import Int16Grid, IntArray
from lalao.codecs.fanorona import MOST_TURNS, Endgames, lines_of, move_of, state_of
from lalao.games.fanorona import Fanorona, FanoronaMove, FanoronaPosition
from lalao.games.game import AnyPosition
from lalao.kernels import fanorona as turns_kernel
from lalao.kernels import fanorona_length as length
from lalao.kernels import fanorona_search as kernel
from lalao.kernels import fanorona_search_state as search_state
from lalao.kernels import fanorona_transposition as tt
from lalao.kernels.bits import NEVER
from lalao.kernels.fanorona import State
from lalao.kernels.fanorona_blunder_model import is_noticed
from lalao.kernels.fanorona_network import HIDDEN, readings

ENTRY_BYTES = 16
PROOFS = 1 << 17
"""Rows for the proofs about positions; memory is taken as they are written."""
NO_LIMIT = 1 << 60
LONGEST_LINE = 100
LINES, DIGITS, _ = readings()
NO_WEIGHTS = np.zeros((1, HIDDEN), dtype=np.int16)
LEARNED = ("", "strict")
"""The rulesets whose positions the network judges."""


def default_weights() -> list[int]:
    """Return the weights of the evaluation in hundredths of a piece: those of the opening, then of the endgame."""
    text = files("lalao.codecs").joinpath("fanorona_weights.txt").read_text(encoding="utf-8")
    return [int(word) for line in text.splitlines() if not line.startswith("#") for word in line.split()[1:]]


MATERIAL = [100, *[0] * (search_state.FEATURES - 1)] * 2
"""Weights of an evaluation that only counts pieces."""


def table_of(megabytes: float) -> IntArray:
    """Return an empty transposition table of at most `megabytes` MB, with a power of 2 of buckets."""
    buckets = max(1, int(megabytes * 1_000_000) // (ENTRY_BYTES * tt.BUCKET // 2))
    return np.zeros(tt.HEADER + tt.BUCKET * (1 << (buckets.bit_length() - 1)), dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Network:
    """The weights of the network that judges positions; see `lalao.kernels.fanorona_network`."""

    rows: Int16Grid
    second: Int16Grid
    level: IntArray

    @classmethod
    def read(cls, path: Path) -> "Network":
        """Read the weights that `tools/network.py` wrote; a row lies in one line of the processor's cache."""
        with np.load(path) as parts:
            rows = turns_kernel.aligned(parts["rows"].nbytes // 8).view(np.int16).reshape(-1, HIDDEN)
            rows[:] = parts["rows"]
            return cls(rows, np.ascontiguousarray(parts["second"]), parts["level"])


@cache
def default_network() -> Network:
    """Return the network that comes with the package."""
    with as_file(files("lalao.codecs").joinpath("fanorona_network.npz")) as path:
        return Network.read(path)


def judges(game: Fanorona) -> bool:
    """Tell whether the network has learned to judge a game."""
    return (game.lattice.height, game.lattice.width) == (5, 9) and game.rules.name in LEARNED


@dataclass(frozen=True, slots=True)
class Found:
    """The result of a search: the value in hundredths of a piece, and the expected line as numbers of turns."""

    value: int
    turns: tuple[int, ...]


class StoppedError(Exception):
    """The search was stopped before it found the answer."""


class Worker:
    """The search state of one thread, for one game; threads share the transposition table."""

    def __init__(
        self,
        game: Fanorona,
        table: IntArray,
        weights: Sequence[int],
        endgames: Endgames | None = None,
        network: Network | None = None,
    ) -> None:
        """Allocate the arrays; until `judge` is called, no draw rule of the match is on.

        Without a network the `weights` judge alone.
        """
        lattice = game.lattice
        self.workspace = search_state.Workspace(
            board=endgames.board if endgames else lines_of(game),
            stack=np.zeros(turns_kernel.STACK_WORDS, dtype=np.int64),
            turns=np.zeros((MOST_TURNS, search_state.ROW_WORDS), dtype=np.int64),
            words=np.zeros(search_state.STATE_WORDS, dtype=np.int64),
            table=table,
            codes=endgames.codes if endgames else np.zeros(1, dtype=np.uint8),
            proofs=np.zeros((PROOFS, length.PROOF_WORDS), dtype=np.int64),
            lines=LINES,
            digits=DIGITS,
            rows=network.rows if network else NO_WEIGHTS,
            second=network.second if network else NO_WEIGHTS,
        )
        self.board, self.stack, self.turns, self.words, self.table, self.codes, *_ = self.workspace
        if network:
            self.words[search_state.NETWORK] = 1
            self.words[search_state.LEVELS : search_state.LEVELS + search_state.BUCKETS] = network.level
        last = lattice.height - 1, lattice.width - 1
        points = [(divmod(point, lattice.width), 1 << point) for point in range(lattice.size)]
        self.found = 0
        self.words[search_state.TABLE_PIECES] = endgames.pieces if endgames else 0
        self.words[search_state.POINTS] = lattice.size
        self.words[search_state.STRONG_POINTS] = sum(bit for (rank, file), bit in points if (rank + file) % 2 == 0)
        self.words[search_state.EDGE_POINTS] = sum(
            bit for (rank, file), bit in points if rank in (0, last[0]) or file in (0, last[1])
        )
        self.weigh(weights)
        self.judge(None, repeats=False, drawn=(), root=None)

    def weigh(self, weights: Sequence[int]) -> None:
        self.words[search_state.WEIGHTS : search_state.WEIGHTS + len(weights)] = weights

    @property
    def nodes(self) -> int:
        """The number of positions searched since `begin`."""
        return int(self.words[search_state.NODES])

    @property
    def most(self) -> int:
        """The number of positions that may be searched."""
        return int(self.words[search_state.MOST])

    @most.setter
    def most(self, number: int) -> None:
        self.words[search_state.MOST] = number

    def resume(self) -> None:
        """Clear the stop of this thread, after a search that has used up its positions; a stop of all threads holds."""
        self.words[search_state.STOPPED] = 0

    @property
    def is_stopped(self) -> bool:
        """Whether the last search was stopped before it finished."""
        return bool(self.words[search_state.STOPPED])

    def begin(self, state: State, most: int, until: int = NEVER) -> int:
        """Set the root and allow `most` positions until a deadline of `lalao.kernels.bits`.

        Returns the number of the root's turns, or `TOO_MANY`.
        """
        own, enemy, huffable, rules = state
        self.words[search_state.NODES] = self.words[search_state.STOPPED] = 0
        self.words[search_state.MOST], self.words[search_state.DEADLINE] = most, until
        self.words[search_state.AGE] = (self.words[search_state.AGE] + 1) % tt.AGES
        self.words[search_state.KILLERS : search_state.PATH] = 0
        self.words[search_state.HISTORY :] >>= 3
        self.words[search_state.PATH] = turns_kernel.key(own, enemy, huffable, rules)
        self.found = int(turns_kernel.generate(self.board, own, enemy, huffable, rules, self.stack, self.turns, 0))
        return self.found

    def judge(self, quiet_limit: int | None, repeats: bool, drawn: Iterable[AnyPosition], root: object) -> None:
        """Set the draw rules of the match; `drawn` are positions whose recurrence draws, `root` is the side to move."""
        self.words[search_state.QUIET_LIMIT] = NO_LIMIT if quiet_limit is None else quiet_limit
        self.words[search_state.REPEATS] = repeats
        keys: tuple[list[int], list[int]] = ([], [])
        for position in drawn:
            assert isinstance(position, FanoronaPosition)
            keys[position.to_move is not root].append(int(turns_kernel.key(*state_of(position))))
        for other, place in enumerate((search_state.DRAWN_SAME, search_state.DRAWN_OTHER)):
            known = keys[other][-search_state.MOST_DRAWN :]
            self.words[place] = len(known)
            begin = search_state.DRAWN + other * search_state.MOST_DRAWN
            self.words[begin : begin + len(known)] = known

    def see(self, missed: int, seed: int) -> None:
        """Overlook `missed` in a thousand links of chains (0: none), chosen by the seed; this clears the table."""
        self.words[search_state.OVERLOOKED], self.words[search_state.SEED] = missed, seed
        self.table[tt.HEADER :] = 0

    def is_seen(self, state: State, turn: int) -> bool:
        """Tell whether a turn of the root is noticed (see `see`)."""
        after, left = int(self.turns[turn, turns_kernel.OWN]), int(self.turns[turn, turns_kernel.ENEMY])
        return bool(is_noticed(self.board, self.stack, self.words, state.own, state.enemy, after, left))

    def order(self) -> IntArray:
        """Return the numbers of the root's turns, in the order of generation."""
        return np.arange(max(0, self.found), dtype=np.int64)

    def after(self, state: State, turn: int) -> State:
        """Return the state that a turn of the root leads to."""
        own, enemy, huffable, _ = (int(word) for word in self.turns[turn, : turns_kernel.TURN_WORDS])
        return State(enemy, own, huffable, int(turns_kernel.handed_over(state.rules)))

    def look(self, state: State, quiet: int, order: IntArray, depth: int, low: int, high: int) -> Found:
        """Search the root's turns listed in `order` to a depth, and move the best to the front of `order`.

        The value is exact between `low` and `high`; `quiet` is the number of plies since the last capture.
        """
        value = kernel.search_root(self.workspace, state, quiet, depth, low, high, order, self.found)
        length = int(self.words[search_state.LINE])
        return Found(
            int(value), tuple(int(turn) for turn in self.words[search_state.LINE + 1 : search_state.LINE + 1 + length])
        )

    def code(self, state: State) -> int | None:
        """Return the code of a state in the endgame tables, or None where they do not hold it."""
        code = int(kernel.table_code(self.workspace, state.own, state.enemy, state.rules))
        return None if code < 0 else code

    def rows_of(self, state: State) -> IntArray:
        """Return the turns of any state as rows, valid until the next call; those of the root are kept."""
        end = turns_kernel.generate(self.board, *state, self.stack, self.turns, self.found)
        return self.turns[self.found : max(end, self.found)]

    def followers(self, state: State) -> list[State]:
        """Return the states that the turns of any state lead to; the turns of the root are kept."""
        rules = int(turns_kernel.handed_over(state.rules))
        rows = (row[: turns_kernel.TURN_WORDS] for row in self.rows_of(state).tolist())
        return [State(enemy, own, huffable, rules) for own, enemy, huffable, _ in rows]

    def best_by_tables(self, state: State, rows: IntArray) -> int | None:
        """Return the turn that wins soonest or loses latest by the endgame tables.

        None where the state is not held, is a draw or has ended, or where no turn fits.
        """
        code = self.code(state)
        if not code or code == 1:
            return None
        wanted = code - 1
        for turn, row in enumerate(rows):
            own, enemy, huffable, _ = (int(word) for word in row[: turns_kernel.TURN_WORDS])
            after = State(enemy, own, huffable, int(turns_kernel.handed_over(state.rules)))
            if (1 if not enemy else self.code(after)) == wanted:
                return turn
        return None

    def is_decided(self, state: State, plies: int, winning: bool) -> bool:
        """Tell whether the side to move wins (or loses, unless `winning`) within `plies`; the root's turns are kept.

        Raises StoppedError.
        """
        answer = length.decided(self.workspace, state, plies, int(winning), self.found)
        if answer < 0:
            raise StoppedError
        return bool(answer)


def line_of(worker: Worker, position: FanoronaPosition, turns: Iterable[int]) -> tuple[FanoronaMove, ...]:
    """Return the moves of a line given as numbers of turns, continued by the endgame tables, at most `LONGEST_LINE`."""
    ahead = iter(turns)
    moves: list[FanoronaMove] = []
    while True:
        state = state_of(position)
        rows = worker.rows_of(state)
        turn = next(ahead, None)
        if turn is None:
            turn = worker.best_by_tables(state, rows)
        if turn is None or turn >= len(rows) or len(moves) == LONGEST_LINE:
            return tuple(moves)
        moves.append(move_of(position, rows[turn]))
        position = position._play(moves[-1])
