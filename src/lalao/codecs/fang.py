"""Conversions of Fang between readable positions and the words of `lalao.kernels.fang` and `fang_search`."""

import sys
from typing import Any

from lalao import arrays as np
from lalao.arrays.types import Int16Array, Int32Array, IntArray, IntGrid
from lalao.errors import TooLargeError
from lalao.games.fang import Fang, FangPosition
from lalao.kernels import fang as kernel
from lalao.kernels import fang_search as searching
from lalao.values import Side

NO_LIMIT = 1 << 62


def word_of(position: FangPosition) -> int:
    """Return the pits of a position packed into one word."""
    return sum(seeds << (kernel.WIDTH * pit) for pit, seeds in enumerate(position.pits))


def rules_of(game: Fang) -> tuple[int, int, IntGrid]:
    """Return a game as the kernels need it: its pits, a bit for each that is guarded, the addends of sowings."""
    assert game.pits <= kernel.MOST_PITS
    guarded = 1 | 1 << (game.pits - 1) if game.guarded else 0
    adds = np.empty((2, 2 * game.pits + 2), dtype=np.int64)
    kernel.sowings(game.pits, int(game.last), adds)
    return game.pits, guarded, adds


def perft(position: FangPosition, depth: int) -> int:
    """Count the sequences of `depth` moves."""
    south, turns = int(position.to_move is Side.SOUTH), sum(position.reserves)
    return int(kernel.perft(word_of(position), *rules_of(position.game), south, turns, depth))


FIRST_WORDS = 1024


class Exploration:
    """Every position that may follow a root, turn by turn, without the finished ones.

    `layers` says where each turn begins, and where the last one ends.
    """

    def __init__(self, root: FangPosition) -> None:
        """Explore from a root with turns to play."""
        self._rules = rules_of(root.game)
        self._words = np.empty(FIRST_WORDS, dtype=np.int64)
        self._first = np.empty(FIRST_WORDS + 1, dtype=np.int64)
        self._children = np.empty(8 * FIRST_WORDS, dtype=np.int32)
        self._counts = np.array([0, 0, 1, 0], dtype=np.int64)
        self._words[0] = word_of(root)
        self.south = int(root.to_move is Side.SOUTH)
        turns = sum(root.reserves)
        self.layers = [0, 1]
        for turn in range(turns - 1):
            self._expand(self.south ^ turn & 1)
            self.layers.append(int(self._counts[kernel.FOUND]))
        begin, end = self.layers[-2:]
        self._first[begin : end + 1] = self._counts[kernel.BORN]

    def _expand(self, south: int) -> None:
        """Find the positions of the next turn, in larger and larger arrays."""
        begin, end = self.layers[-2:]
        self._counts[kernel.NEXT], self._counts[kernel.END] = begin, end
        size = 64
        while size < 4 * (end - begin):
            size *= 2
        table = np.full(size, -1, dtype=np.int32)
        while True:
            kernel.expand(self._tree(table), *self._rules, south, self._counts)
            at, _, found, born = (int(count) for count in self._counts)
            if at == end:
                return
            if found + self._rules[0] > len(self._words):
                self._words, self._first = doubled(self._words), doubled(self._first)
            if born + self._rules[0] > len(self._children):
                self._children = doubled(self._children)
            if 2 * (found - end) >= len(table):
                table = np.full(4 * len(table), -1, dtype=np.int32)
                kernel.enter(self._words, end, found, table)

    def _tree(self, table: Int32Array) -> kernel.Tree:
        return kernel.Tree(self._words, self._first, self._children, table)

    @property
    def words(self) -> IntArray:
        """The words of all positions with turns to play."""
        return self._words[: self.layers[-1]]

    def values(self) -> Int16Array:
        """Return South's values of all positions with turns to play, from the last turn back."""
        values = np.empty(self.layers[-1], dtype=np.int16)
        tree = self._tree(np.empty(0, dtype=np.int32))
        kernel.values_of_all(tree, np.array(self.layers, dtype=np.int64), *self._rules, self.south, values)
        return values


def doubled(array: np.NDArray[Any]) -> np.NDArray[Any]:
    """Return an array copied into one of twice the length, and one more."""
    more = np.empty(2 * len(array) + 1, dtype=array.dtype)
    more[: len(array)] = array
    return more


class FullTable:
    """The values of all positions that can follow a root, computed at once."""

    def __init__(self, root: FangPosition) -> None:
        """Explore from a root with turns to play, and compute the values from the last turn back."""
        explored = Exploration(root)
        self.turns = sum(root.reserves)
        self.south_first = root.south_first
        self._words, self._values, self._layers = explored.words, explored.values(), explored.layers

    def everything(self) -> tuple[IntArray, Int16Array]:
        """Return two arrays: the words of all positions with turns to play, and South's values of them."""
        return self._words, self._values

    def reaches(self, position: FangPosition) -> bool:
        """Tell whether a position is the root or follows it; for finished games only the side that began is checked."""
        turns = sum(position.reserves)
        if turns > self.turns or position.south_first != self.south_first:
            return False
        return turns == 0 or self._index(position, turns) >= 0

    def __call__(self, position: FangPosition) -> int:
        """Return South's value of a position that is the root or follows it."""
        turns = sum(position.reserves)
        if turns == 0:
            return int(kernel.value_at_end(word_of(position), position.game.pits))
        return int(self._values[self._index(position, turns)])

    def _index(self, position: FangPosition, turns: int) -> int:
        """Return the index of a position with turns to play, -1 where it does not follow the root."""
        begin, end = self._layers[self.turns - turns :][:2]
        return int(kernel.index_of(self._words, begin, end, word_of(position)))


PLACES = 1 << 23 if sys.maxsize > 1 << 32 else 1 << 20
"""Places of a table; fewer where addresses have 32 bits, so that all memory is a few gigabytes at most."""


class Search:
    """South's values by searches between null windows, on up to `fang_search.MOST_PITS` pits.

    A table of known values is kept between calls.
    """

    def __init__(self, game: Fang, unit: int, places: int = PLACES, most: int | None = None) -> None:
        """Take the weight of a seed in the halves, the places of a table, and the most positions to look at in all.

        A place takes 24 bytes; there are at most two tables, allocated on first use. None allows any number.
        """
        self.half, self.unit = game.pits // 2, unit
        self.guarded = 1 | 1 << (game.pits - 1) if game.guarded else 0
        self.adds = np.zeros((2, 2 * game.pits + 2, 2), dtype=np.int64)
        searching.sowings(game.pits, int(game.last), self.adds)
        self.moves = np.empty((2 * game.pits + 1, game.pits, searching.MOVE_WORDS), dtype=np.int64)
        self.places, self.most = places, most
        self.counts = np.array([0, NO_LIMIT if most is None else most], dtype=np.int64)
        self._tables: dict[int, IntGrid] = {}
        self._guess = 0

    def _table(self, parity: int) -> IntGrid:
        """Return the table of the games that the same side began: in these the turns left say who moves."""
        if parity not in self._tables:
            self._tables[parity] = np.zeros((self.places, 3), dtype=np.int64)
        return self._tables[parity]

    def words(self, position: FangPosition) -> tuple[int, int]:
        """Return South's half and North's packed into one word each."""
        south, north = position.pits[: self.half], position.pits[self.half :]
        word = [sum(seeds << (searching.WIDTH * pit) for pit, seeds in enumerate(part)) for part in (south, north)]
        return word[0], word[1]

    def between(self, position: FangPosition, alpha: int, beta: int) -> int:
        """Return South's value, exact if between `alpha` and `beta`, else a bound on it.

        Raises TooLargeError once more than the most positions have been looked at.
        """
        words, south, turns = self.words(position), int(position.to_move is Side.SOUTH), sum(position.reserves)
        if turns == 0:
            return int(searching.value_at_end(*words, self.half, self.unit))
        game = self.half, self.unit, self.guarded
        table = self._table(turns % 2 ^ south)
        arguments = (*words, *game, self.adds, south, turns, alpha, beta, table, self.moves, self.counts)
        value = int(searching.search(*arguments))
        if self.counts[0] > self.counts[1]:
            raise TooLargeError("more than {most} positions would have to be searched", most=self.most)
        return value

    def __call__(self, position: FangPosition) -> int:
        """Return South's value: bounds are raised and lowered, from the last value on, until they meet (MTD(f)).

        Raises TooLargeError once more than the most positions have been looked at.
        """
        low, high, value = -searching.LIMIT, searching.LIMIT, self._guess
        while low < high:
            beta = max(value, low + 1)
            value = self.between(position, beta - 1, beta)
            if value < beta:
                high = value
            else:
                low = value
        self._guess = value
        return value
