"""Probes endgame tables for the value of a position of Fanorona whose slice some file holds, and says where it stands.

A probe needs no numba, and reads no more of a file than one frame. Once the first round's winner has 5 pieces or fewer
in Vela, play follows the ruleset alone, and its tables are probed.

`index` says in plain Python where a position stands in its tables: the readable reference of the kernels' index.
`lalao.kernels.fanorona_index` explains the numbering, `lalao.board.orbits` sets of points and orbits.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from math import comb
from pathlib import Path

from platformdirs import user_data_path

from lalao import arrays as np
from lalao.arrays.types import ByteArray
from lalao.board.orbits import ALIGNED, Slice, orbits, sets, slices, symmetries
from lalao.games.fanorona import Fanorona, FanoronaPosition
from lalao.tables.file import TableFile, opened_in
from lalao.tables.head import SliceHead, base_id
from lalao.values import DRAW, UNKNOWN, Loss, Unknown, Value, Win


class Index:
    """Numbers the positions of a board: their slice, and their place in it."""

    def __init__(self, height: int, width: int) -> None:
        """Compute the data that all slices share; the sets of a pivot's size are added at their first use."""
        self.height, self.width, self.points = height, width, height * width
        self._symmetries = symmetries(height, width)
        self._choose = [[comb(n, i) for n in range(self.points + 1)] for i in range(self.points + 1)]
        self._pivots: dict[int, tuple[list[int], list[int], list[int]]] = {}

    def block(self, wanted: Slice) -> int:
        """Return how many places of a slice each orbit of its pivot has."""
        pivot, other = sorted(wanted)
        return comb(self.points - pivot, other)

    def places(self, wanted: Slice) -> int:
        return len(self._pivot(min(wanted))[2]) * self.block(wanted)

    def place(self, own: int, enemy: int) -> tuple[Slice, int]:
        """Return the slice of a position, given as two sets of points, and its place there."""
        owns, enemies = own.bit_count(), enemy.bit_count()
        pivot, other = (own, enemy) if owns <= enemies else (enemy, own)
        choose = self._choose
        rank = size = 0
        while pivot:
            low = pivot & -pivot
            pivot ^= low
            size += 1
            rank += choose[size][low.bit_length() - 1]
        numbers, ways, chosen = self._pivots.get(size) or self._pivot(size)
        orbit = numbers[rank]
        taken, images = chosen[orbit], self._symmetries[ways[rank]]
        turned = 0
        while other:
            low = other & -other
            other ^= low
            turned |= 1 << images[low.bit_length() - 1]
        free = ~taken
        rank = size = 0
        while turned:
            low = turned & -turned
            turned ^= low
            size += 1
            rank += choose[size][(low - 1 & free).bit_count()]
        return (owns, enemies), orbit * self.block((owns, enemies)) + rank

    def position(self, wanted: Slice, at: int) -> tuple[int, int]:
        """Return the position at a place of a slice, as two sets of points: own and enemy pieces."""
        orbit, rank = divmod(at, self.block(wanted))
        pivot = self._pivot(min(wanted))[2][orbit]
        free = [point for point in range(self.points) if not pivot >> point & 1]
        beside = sets(len(free), max(wanted))[rank]
        other = sum(1 << point for number, point in enumerate(free) if beside >> number & 1)
        return (pivot, other) if wanted[0] <= wanted[1] else (other, pivot)

    def _pivot(self, size: int) -> tuple[list[int], list[int], list[int]]:
        """Return the orbit of each set of a size, the symmetry that leads to the chosen set, and the chosen sets."""
        if size not in self._pivots:
            found = orbits(self.height, self.width, size)
            self._pivots[size] = found.number, found.symmetry, found.chosen
        return self._pivots[size]


@cache
def index(height: int, width: int) -> Index:
    """Return the index of a board, computed once."""
    return Index(height, width)


def default_folder() -> Path:
    """Return the folder where tables are built unless another is named."""
    return user_data_path("lalao") / "tables"


def shipped_folder() -> Path:
    """Return the folder of the tables in the package."""
    return Path(str(files("lalao.tables").joinpath("data")))


def value_of(code: int) -> Value:
    """Return the value that a code stands for, to the side to move.

    >>> value_of(0), value_of(1), value_of(12)
    (DRAW, Loss(0), Win(11))
    """
    if code == 0:
        return DRAW
    return Loss(code - 1) if code & 1 else Win(code - 1)


def closed(found: Collection[Slice]) -> set[Slice]:
    """Return those of some slices from which play leads to these slices only."""
    return {one for one in found if all(led in found for led in led_to(one))}


def led_to(one: Slice) -> Iterator[Slice]:
    """Yield the slices that play can reach from a slice, itself included: sides lose pieces and take turns."""
    for large in range(1, max(one) + 1):
        for small in range(1, min(min(one), large) + 1):
            yield large, small
            yield small, large


class Tables:
    """The tables of one game in some folders; a slice is read from the first folder that has it.

    `files` gives the file of each slice in use; `left_out` gives those from which play leads to slices that are
    missing: they are not used, since their values cannot be checked.
    """

    def __init__(self, game: Fanorona, folders: tuple[Path, ...]) -> None:
        """Open every file of the game in the folders; a game with huffing has none.

        Raises FileError where a file is damaged, or its contents do not match its name.
        """
        self._side = game.pieces
        self._index = index(game.lattice.height, game.lattice.width)
        files: dict[Slice, TableFile] = {}
        name = base_id(game)
        for folder in folders if name else ():
            for file in opened_in(folder, name or ""):
                for one in file.slices:
                    files.setdefault(one.slice, file)
        usable = closed(files)
        self.files = {one: file for one, file in files.items() if one in usable}
        self.left_out = {one: file for one, file in files.items() if one not in usable}

    @property
    def most(self) -> int:
        """The number of pieces on the board up to which every slice is there, so that play never leaves the tables."""
        missing = [sum(one) for one in slices(2 * self._side, self._side) if one not in self.files]
        return min(missing, default=2 * self._side + 1) - 1

    def code(self, own: int, enemy: int) -> int | None:
        """Return the code of a position given as two sets of points, or None where its slice is missing.

        Raises FileError where the frame is damaged.
        """
        file = self.files.get((own.bit_count(), enemy.bit_count()))
        return None if file is None else file.code(*self._index.place(own, enemy))

    def value(self, position: FanoronaPosition) -> Value | Unknown:
        """Return the value of a position to the side to move, UNKNOWN where no table holds it.

        Raises FileError where the frame is damaged.
        """
        outcome = position.outcome
        if outcome is not None:
            return Value(outcome.value_for(position.to_move).sign, 0)
        if position.huffable or position.is_restricted:
            return UNKNOWN
        code = self.code(position.own, position.enemy)
        return UNKNOWN if code is None else value_of(code)

    def distinct_files(self) -> list[TableFile]:
        """List the files in use, each once, by path."""
        return sorted(set(self.files.values()), key=lambda file: file.path)

    def all_codes(self, begins: Mapping[Slice, int], length: int) -> ByteArray:
        """Return an array of `length` codes with each slice at its offset in `begins`; all of these must be in use.

        Raises FileError where a file is damaged.
        """
        into = np.zeros(length, dtype=np.uint8)
        self.read_codes(begins, into)
        return into

    def read_codes(self, begins: Mapping[Slice, int], into: ByteArray) -> None:
        """Write the codes of slices into an array, each at its offset in `begins`; all of these must be in use.

        Raises FileError where a file is damaged.
        """
        for one, codes in self.codes_by_slice(begins):
            into[begins[one] : begins[one] + codes.size] = codes

    def codes_by_slice(self, wanted: Iterable[Slice]) -> Iterator[tuple[Slice, ByteArray]]:
        """Yield slices in this order, each with its codes, with one file in memory at a time; all must be in use.

        Raises FileError where a file is damaged.
        """
        file = every = None
        for one in wanted:
            if every is None or self.files[one] is not file:
                file = self.files[one]
                every = file.all_codes()
            yield one, self.files[one].codes_of(one, every)

    def parts(self, wanted: Iterable[Slice]) -> Iterator[ByteArray]:
        """Yield the codes of slices and the zeros between them, as they lie in one array; all must be in use.

        Raises FileError where a file is damaged.
        """
        for _, codes in self.codes_by_slice(wanted):
            yield codes
            yield np.zeros(-codes.size % ALIGNED, dtype=np.uint8)

    def heads(self) -> Iterator[tuple[SliceHead, TableFile]]:
        """Yield the head of every slice in use and the file that holds it, the fewest pieces first."""
        for wanted, file in sorted(self.files.items(), key=lambda pair: (sum(pair[0]), max(pair[0]), pair[0])):
            yield next(one for one in file.slices if one.slice == wanted), file


def tables(game: Fanorona, folder: Path | None = None) -> Tables:
    """Return the tables of a game: those built in `folder` (or the default one), then those shipped.

    They are opened once, and again when the folder has changed: another process may build there.

    Raises FileError where a file is damaged.
    """
    chosen = folder or default_folder()
    return opened_tables(game, chosen, changed_at(chosen))


@lru_cache(maxsize=64)
def opened_tables(game: Fanorona, folder: Path, _: int) -> Tables:
    """Open the tables of a game in a folder as it was at some time, and those shipped."""
    return Tables(game, (folder, shipped_folder()))


def changed_at(folder: Path) -> int:
    """Return when files of a folder last came or went, in nanoseconds; 0 where there is no such folder."""
    try:
        return folder.stat().st_mtime_ns
    except OSError:
        return 0
