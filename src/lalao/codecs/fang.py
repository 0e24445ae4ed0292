"""Conversions of Fang between readable positions and the words of `lalao.kernels.fang` and `fang_search`."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from lalao.errors import TooLargeError
from lalao.games.fang import Fang, FangPosition
from lalao.kernels import fang as kernel
from lalao.kernels import fang_search as searching
from lalao.values import Side

NO_LIMIT = 1 << 62


@dataclass(frozen=True, slots=True)
class FangCodec:
    """What the kernels need of a game of Fang; `guarded` has a bit for each pit that needs 2 seeds to be attacked."""

    game: Fang
    pits: int
    guarded: int
    adds: kernel.Table

    def word(self, position: FangPosition) -> int:
        """Return the pits of a position packed into one word."""
        return sum(seeds << (kernel.WIDTH * pit) for pit, seeds in enumerate(position.pits))

    def perft(self, position: FangPosition, depth: int) -> int:
        """Count the sequences of `depth` moves."""
        south, turns = int(position.to_move is Side.SOUTH), sum(position.reserves)
        return int(kernel.perft(self.word(position), self.pits, self.guarded, self.adds, south, turns, depth))


def fang_codec(game: Fang) -> FangCodec | None:
    """Return the codec of a game, or None where its pits do not fit in a word."""
    if game.pits > kernel.MOST_PITS:
        return None
    guarded = 1 | 1 << (game.pits - 1) if game.guarded else 0
    return FangCodec(game, game.pits, guarded, kernel.sowings(game.pits, int(game.last)))


class FullTable:
    """The values of all positions that can follow a root, computed at once."""

    def __init__(self, codec: FangCodec, root: FangPosition) -> None:
        """Explore from a root with turns to play, and compute the values from the last turn back."""
        south, turns = int(root.to_move is Side.SOUTH), sum(root.reserves)
        rules = (codec.pits, codec.guarded, codec.adds, south)
        words, first, children, layers = kernel.explore(codec.word(root), *rules, turns)
        values = kernel.values_of_all(words, first, children, layers, *rules)
        self.codec = codec
        self.turns = turns
        self.south_first = root.south_first
        self._layers = [words[begin:end] for begin, end in pairwise(layers)]
        self._values = [values[begin:end] for begin, end in pairwise(layers)]
        self._everything = words, values

    def everything(self) -> tuple[kernel.IntArray, kernel.Values]:
        """Return two arrays: the words of all positions with turns to play, and South's values of them."""
        return self._everything

    def reaches(self, position: FangPosition) -> bool:
        """Tell whether a position is the root or follows it; for finished games only the side that began is checked."""
        turns = sum(position.reserves)
        if turns > self.turns or position.south_first != self.south_first:
            return False
        return turns == 0 or self.codec.word(position) in self._layers[self.turns - turns]

    def __call__(self, position: FangPosition) -> int:
        """Return South's value of a position that is the root or follows it."""
        word, turns = self.codec.word(position), sum(position.reserves)
        if turns == 0:
            return int(kernel.value_at_end(word, self.codec.pits))
        layer = self.turns - turns
        (index,) = np.flatnonzero(self._layers[layer] == word)
        return int(self._values[layer][index])


class Search:
    """South's values by searches between null windows, on up to `fang_search.MOST_PITS` pits.

    A table of known values is kept between calls.
    """

    def __init__(self, game: Fang, unit: int, places: int = 1 << 23, most: int | None = None) -> None:
        """Take what a seed in the halves counts for, the places of a table, and the most positions to look at in all.

        A place takes 24 bytes; there are at most two tables, allocated on first use. None allows any number.
        """
        self.half, self.unit = game.pits // 2, unit
        self.guarded = 1 | 1 << (game.pits - 1) if game.guarded else 0
        self.adds = searching.sowings(game.pits, int(game.last))
        self.places, self.most = places, most
        self.counts = np.array([0, NO_LIMIT if most is None else most], dtype=np.int64)
        self._tables: dict[int, searching.Table] = {}
        self._guess = 0

    def _table(self, parity: int) -> searching.Table:
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
        value = int(searching.search(*words, *game, self.adds, south, turns, alpha, beta, table, self.counts))
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
