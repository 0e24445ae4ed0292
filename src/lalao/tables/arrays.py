"""Endgame tables probed for many positions at once, with arrays in and out."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt

from lalao.arrays.types import ByteArray
from lalao.board.orbits import Slice, places
from lalao.codecs.fanorona import Layout, layout
from lalao.errors import ArgumentError, FileError, LalaoError, of_type
from lalao.errors import folder as path_of
from lalao.games.fanorona import Fanorona, FanoronaPosition
from lalao.kernels import fanorona_index as kernel
from lalao.tables.head import base_id
from lalao.tables.probe import tables, value_of
from lalao.tables.unpacked import Unpacked, loaded, mapped
from lalao.values import Side, Value

Points = npt.NDArray[np.int64]
"""Sets of points, one word each: bit `width * rank + file` is set for a point of the set; a1 is bit 0."""
NO_PLIES = -1
"""Stands for the plies of a draw, which has no length."""


class NotInTablesError(LalaoError):
    """Positions were asked for that the tables do not hold."""

    status = 404


@dataclass(frozen=True)
class Longest:
    """A longest win of a slice: a position with White to move, and its value."""

    position: FanoronaPosition
    value: Value


@dataclass(frozen=True)
class TableArrays:
    """The endgame tables of one game, held in memory or mapped from a file.

    A *code* is 0 for a draw, 1 + plies otherwise: even where the side to move wins, odd where it loses.
    """

    _held: Unpacked

    @property
    def game(self) -> Fanorona:
        return self._held.game

    @property
    def pieces(self) -> int:
        """The number of pieces on the board, both sides together, up to which every position is held."""
        return self._held.pieces

    @property
    def slices(self) -> tuple[Slice, ...]:
        """Every slice held, as the pieces of the side to move and of the other."""
        return tuple(self._held.begins)

    @cached_property
    def _layout(self) -> Layout:
        lattice = self.game.lattice
        return layout(lattice.height, lattice.width, self.slices)

    def codes(self, own: npt.ArrayLike, enemy: npt.ArrayLike) -> ByteArray:
        """Return the codes of positions, given as the points of the side to move and of the other.

        The arguments are broadcast, and the result has their shape. Raises NotInTablesError for the first position
        that the game does not have or that has too many pieces.
        """
        try:
            owns, enemies = np.broadcast_arrays(integers("own", own), integers("enemy", enemy))
        except ValueError:
            raise ArgumentError(
                "{name} cannot be {value}: give {right}", name="enemy", value=repr(enemy), right="as many as own"
            ) from None
        flat = np.ascontiguousarray(owns).reshape(-1), np.ascontiguousarray(enemies).reshape(-1)
        self._check(*flat)
        into = np.empty(flat[0].size, dtype=np.uint8)
        kernel.codes_of(self._layout.board, *flat, self._held.codes, into)
        return into.reshape(owns.shape)

    def values(self, own: npt.ArrayLike, enemy: npt.ArrayLike) -> npt.NDArray[np.int8]:
        """Return the results of positions for the side to move: 1 for a win, 0 for a draw, -1 for a loss.

        Takes and raises what `codes` does.
        """
        codes = self.codes(own, enemy)
        lost = (codes & 1).astype(np.int8)
        return np.where(codes == 0, np.int8(0), np.int8(1) - 2 * lost)

    def plies(self, own: npt.ArrayLike, enemy: npt.ArrayLike) -> npt.NDArray[np.int16]:
        """Return the plies to the end with best play on both sides, `NO_PLIES` for a draw.

        Takes and raises what `codes` does.
        """
        return self.codes(own, enemy).astype(np.int16) - 1

    def _check(self, own: Points, enemy: Points) -> None:
        """Raise NotInTablesError for the first position that is not held."""
        lattice = self.game.lattice
        owns, enemies = np.bitwise_count(own), np.bitwise_count(enemy)
        wrong = (own & enemy) | ((own | enemy) >> lattice.size) != 0
        wrong |= (own < 0) | (enemy < 0) | (owns == 0) | (enemies == 0) | (owns + enemies > self.pieces)
        wrong |= np.maximum(owns, enemies) > self.game.pieces
        if wrong.any():
            at = int(wrong.argmax())
            raise NotInTablesError(
                "position {number} ({own}, {enemy}) is not in the tables of {game}, which hold up to {most} pieces",
                number=at,
                own=hex(own[at]),
                enemy=hex(enemy[at]),
                game=self.game.id,
                most=self.pieces,
            )

    def codes_of(self, material: Slice) -> ByteArray:
        """Return the codes of all places of a slice, in order, as a view of the tables.

        Positions that symmetries of the board bring onto each other share a place; where some symmetries leave the
        smaller side's pieces as they are, such positions may have several, all filled.

        Raises NotInTablesError where the slice is not held.
        """
        if not (isinstance(material, tuple) and len(material) == 2):
            raise ArgumentError("'{material}' is not a pair of numbers of pieces, such as (2, 1)", material=material)
        if material not in self._held.begins:
            raise NotInTablesError(
                "{own} against {enemy} pieces are not in the tables of {game}",
                own=material[0],
                enemy=material[1],
                game=self.game.id,
            )
        begin = self._held.begins[material]
        lattice = self.game.lattice
        return self._held.codes[begin : begin + places(lattice.height, lattice.width, material)]

    def positions(self, material: Slice, where: npt.ArrayLike) -> tuple[Points, Points]:
        """Return the positions at some places of a slice, as points of the side to move and of the other.

        `where` holds the numbers of places, or a truth value for every place of the slice.

        >>> import lalao, lalao.tables
        >>> held = lalao.tables.open(lalao.game("fanorona"))
        >>> own, enemy = held.positions((2, 1), held.codes_of((2, 1)) == 0)
        >>> bool((held.values(own, enemy) == 0).all())
        True

        Raises NotInTablesError where the slice is not held or has no such place.
        """
        size = self.codes_of(material).size
        chosen = np.asarray(where)
        at = np.flatnonzero(chosen) if chosen.dtype == np.bool_ else integers("where", chosen).reshape(-1)
        if at.size and not 0 <= at.min() <= at.max() < size:
            raise NotInTablesError(
                "{own} against {enemy} pieces have places 0 to {last}",
                own=material[0],
                enemy=material[1],
                last=size - 1,
            )
        own, enemy = np.empty(at.size, dtype=np.int64), np.empty(at.size, dtype=np.int64)
        kernel.positions_at(self._layout.board, *material, at, own, enemy)
        return own, enemy

    def position(self, own: int, enemy: int, side: Side = Side.WHITE) -> FanoronaPosition:
        """Return the position in which `side`, to move, has its pieces on the points `own` and the other on `enemy`."""
        owns, enemies = integers("own", own).reshape(-1), integers("enemy", enemy).reshape(-1)
        of_type("side", side, Side, "lalao.Side.WHITE or lalao.Side.BLACK")
        if own & enemy or min(own, enemy) < 0 or (own | enemy) >> self.game.lattice.size:
            raise NotInTablesError(
                "{game} has no position with pieces on {own} and {enemy}",
                game=self.game.id,
                own=hex(int(owns[0])),
                enemy=hex(int(enemies[0])),
            )
        white, black = (own, enemy) if side is Side.WHITE else (enemy, own)
        return FanoronaPosition(self.game, int(white), int(black), side)

    def longest(self) -> Iterator[tuple[Slice, Longest]]:
        """Yield each slice in which the side to move can win, with a position of its longest win."""
        for material in self.slices:
            codes = self.codes_of(material)
            wins = np.where(codes & 1, 0, codes)
            at = int(wins.argmax())
            if wins[at]:
                value = value_of(int(wins[at]))
                own, enemy = self.positions(material, [at])
                yield material, Longest(self.position(int(own[0]), int(enemy[0])), value)


def integers(name: str, values: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Return whole numbers as an array of 64 bits.

    Raises ArgumentError where something else is given.
    """
    given = np.asarray(values)
    if not given.size:
        return given.astype(np.int64)
    if given.dtype.kind not in "iu" or (given.dtype.kind == "u" and given.max() > np.iinfo(np.int64).max):
        raise ArgumentError(
            "{name} cannot be {value}: give {right}", name=name, value=repr(values), right="whole numbers"
        )
    return given.astype(np.int64)


def opened(game: Fanorona, folder: Path | str | None = None) -> TableArrays:
    """Open a game's tables: mapped from an unpacked file if that holds as many pieces, else read into memory.

    Raises FileError where there are no tables or one is damaged, NotInTablesError for a game whose positions are more
    than a board and a side (huffing, Vela).
    """
    of_type("game", game, Fanorona, "a game of Fanorona, such as lalao.game('fanorona')")
    folder = path_of("folder", folder)
    if base_id(game) != game.id:
        raise NotInTablesError("positions of {game} are more than a board and a side: it has no tables", game=game.id)
    known = tables(game, folder)
    held = mapped(game, folder)
    if held is None or held.pieces < known.most:
        held = loaded(game, known, memory=1 << 62)
    if held is None:
        raise FileError("there are no tables of {game}: build them with lalao tables build", game=game.id)
    return TableArrays(held)
