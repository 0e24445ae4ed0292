"""Conversions of Fang between readable positions and the words of `lalao.kernels.fang`."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from lalao.games.fang import Fang, FangPosition
from lalao.kernels import fang as kernel
from lalao.values import Side


@dataclass(frozen=True, slots=True)
class FangCodec:
    """What the kernels need of a game of Fang: `guarded` is the set, a bit a pit, attacked only from 2 seeds on."""

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
        """Tell whether a position is the root or follows it; of finished games only the side that began is checked."""
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


class AlphaBeta:
    """South's values by alpha-beta search, with a transposition table kept between calls."""

    def __init__(self, codec: FangCodec, places: int = 1 << 24) -> None:
        """Take the size of a table in places of 12 bytes; there are at most two tables, allocated on first use."""
        self.codec = codec
        self.places = places
        self._tables: dict[int, tuple[kernel.IntArray, kernel.Bounds]] = {}
        self.count = np.zeros(1, dtype=np.int64)

    def _table(self, parity: int) -> tuple[kernel.IntArray, kernel.Bounds]:
        """Return the table for games that began with the same side: there the turns left say who moves."""
        if parity not in self._tables:
            keys, bounds = np.zeros(self.places, dtype=np.int64), np.zeros((self.places, 2), dtype=np.int16)
            self._tables[parity] = keys, bounds
        return self._tables[parity]

    def __call__(self, position: FangPosition, alpha: int = -4096, beta: int = 4096) -> int:
        """Return South's value, exact if between `alpha` and `beta`, else a bound."""
        word, south, turns = self.codec.word(position), int(position.to_move is Side.SOUTH), sum(position.reserves)
        if turns == 0:
            return int(kernel.value_at_end(word, self.codec.pits))
        keys, bounds = self._table(turns % 2 ^ south)
        arguments = (self.codec.pits, self.codec.guarded, self.codec.adds, south, turns)
        return int(kernel.search(word, *arguments, alpha, beta, keys, bounds, self.count))
