"""Builds endgame tables slice by slice, in chunks shared among any number of workers; it may be stopped at any time.

Everything lies in one folder: the finished tables, and beside them `GAME.building`, which keeps the finished parts of
slices still being built. A file gets its name only once it is whole and on disk, and carries its own checksum; so the
same command resumes after any interruption, and the tables come out the same, byte for byte.
"""

import json
import logging
import os
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from lalao.arrays.types import ByteArray, IntArray
from lalao.board.orbits import Slice, orbits
from lalao.errors import TooLargeError
from lalao.games.fanorona import Fanorona
from lalao.kernels import fanorona_tables as kernel
from lalao.processes import held, memory_left
from lalao.tables import chunks
from lalao.tables.chunks import NOTHING, Begun, Chunk, Work
from lalao.tables.file import TableFile, keep, kept, opened_in, parted, write
from lalao.tables.head import SUFFIX, SliceHead, base_id

T = TypeVar("T")
CHECKPOINT_SECONDS = 60
CHECKPOINT_SHARE = 20
"""Between two checkpoints passes at least this many times what the first took to write: gigabytes take a while."""
SPARE_BYTES = 300 << 20
"""Bytes of memory needed beyond the values: by the compiler, the process, and the chunks being worked on."""
RATE = 2_500_000
"""Places that a core settles in a second; see docs/tables.md."""
COMPRESSED = 0.8
"""Bytes on disk per place: more than was ever measured."""


class Workers(Protocol):
    """Works on chunks in threads here or in processes elsewhere; results come in any order."""

    shared: bool
    """Whether the workers read the values from a file in the building folder."""

    def start(self, work: Work, folder: Path, values: ByteArray, by_taking: ByteArray) -> None:
        """Take the work, the building folder, and the arrays that `Build` writes to."""

    def seed_terminals(self, of: list[Chunk]) -> Iterator[tuple[Chunk, Begun]]:
        """Yield each chunk with the codes that captures decide in it."""

    def propagate(self, of: list[Chunk], code: int) -> Iterator[IntArray]:
        """Yield, by chunk or group of chunks, the places one ply before those that have a code."""

    def release(self, of: list[Chunk], code: int) -> Iterator[IntArray]:
        """Yield, by chunk or group, the places where the best capture has this code and counts from now on."""

    def close(self) -> None:
        """Stop the workers."""


class Threads:
    """Works on chunks in threads of this process."""

    shared = False

    def __init__(self, jobs: int) -> None:
        """Start a pool of `jobs` threads."""
        self._pool = ThreadPoolExecutor(jobs)

    def start(self, work: Work, folder: Path, values: ByteArray, by_taking: ByteArray) -> None:  # noqa: ARG002  no file is shared
        """Take the work and the arrays."""
        self._work, self._values, self._by_taking = work, values, by_taking

    def seed_terminals(self, of: list[Chunk]) -> Iterator[tuple[Chunk, Begun]]:
        """Yield each chunk with the codes that captures decide in it."""
        return self._each(of, lambda one: (one, chunks.seed_terminals(self._work, self._values, one)))

    def propagate(self, of: list[Chunk], code: int) -> Iterator[IntArray]:
        """Yield, by chunk, the places one ply before those that have a code."""
        return self._each(of, lambda one: chunks.propagate(self._work, self._values, self._by_taking, one, code))

    def release(self, of: list[Chunk], code: int) -> Iterator[IntArray]:
        """Yield, by chunk, the places where the best capture has this code and counts from now on."""
        return self._each(of, lambda one: chunks.release(self._work, self._values, self._by_taking, one, code))

    def close(self) -> None:
        """Stop the threads, and drop the chunks that none has begun."""
        self._pool.shutdown(cancel_futures=True)

    def _each(self, of: list[Chunk], function: Callable[[Chunk], T]) -> Iterator[T]:
        return self._pool.map(function, of)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a build has got: places settled, out of how many, the slice being built, and up to how many plies."""

    done: int
    total: int
    slice: Slice
    plies: int | None = None


Report = Callable[[Progress], None]


@dataclass(frozen=True, slots=True)
class Estimate:
    """The requirements of a build: places, bytes of memory, of disk once finished, and more (`work`) while it runs."""

    places: int
    memory: int
    disk: int
    work: int

    def minutes(self, cores: int) -> int:
        """Return about how many minutes it takes with `cores` cores that have nothing else to do."""
        return round(self.places / (RATE * cores) / 60)


def estimate(work: Work) -> Estimate:
    """Return upper bounds on the requirements of building tables."""
    sizes = work.places
    values = work.size * (2 if work.declining else 1)
    largest = max(sizes, default=0)
    return Estimate(sum(sizes), values + SPARE_BYTES, int(sum(sizes) * COMPRESSED), 4 * largest)


class Build:
    """Builds the tables of one game."""

    def __init__(self, game: Fanorona, pieces: int, folder: Path, workers: Workers, only: Slice | None = None) -> None:
        """Check that there is room on disk; `only` asks for one slice and all that it leads to.

        Raises TooLargeError where the game has no tables or the disk has no room.
        """
        name = base_id(game)
        if name is None:
            raise TooLargeError("{game} has no tables: what may be huffed is not on the board", game=game.id)
        self.work, self.name = Work.of(game, pieces, only), name
        self.folder, self.building = folder, folder / f"{name}.building"
        self.workers = workers
        self.needed = estimate(self.work)
        folder.mkdir(parents=True, exist_ok=True)
        free = shutil.disk_usage(folder).free
        if self.needed.disk + self.needed.work > free:
            raise TooLargeError(
                "{need} MB are needed in '{folder}' and {free} are free",
                need=(self.needed.disk + self.needed.work) >> 20,
                folder=folder,
                free=free >> 20,
            )
        self._done = self._last = 0
        self._next_save = monotonic() + CHECKPOINT_SECONDS

    def run(self, report: Report = lambda _: None) -> list[Path]:
        """Build every slice that is missing; return the files written.

        One process builds in a folder at a time: another waits, and finds the tables built meanwhile.

        Raises FileError where an existing file is damaged, TooLargeError where a position has too many turns or a win
        too many plies.
        """
        self._report = report
        self.building.mkdir(parents=True, exist_ok=True)
        with held(self.building / "lock", tell_of_another):
            self.building.mkdir(parents=True, exist_ok=True)
            written = self._build()
            shutil.rmtree(self.building, ignore_errors=True)
        return written

    def _build(self) -> list[Path]:
        """Build missing tables; return the files that were written."""
        written: list[Path] = []
        known = self._known()
        every = self.work.slices
        if all(one in known for one in every):
            return written
        self._arrays()
        self.workers.start(self.work, self.building, self.values, self.by_taking)
        for one in every:
            pair = (one,) if one[0] == one[1] else (one[::-1], one)
            if one in known and one in self.work.top:
                self._tell(one, self.work.layout.places[one])
            elif one in known:
                self._read(one, known[one])
            elif one[0] >= one[1]:
                self._solve(pair)
                written += [self._publish(which) for which in pair]
                self._forget(pair)
        return written

    def _known(self) -> dict[Slice, Path]:
        """Return the file of each finished slice."""
        return {one.slice: file.path for file in opened_in(self.folder, self.name) for one in file.slices}

    def _arrays(self) -> None:
        """Allocate the values: in memory, or in a file where other processes read them or memory is short."""
        size = self.work.layout.size
        if self.workers.shared or self.needed.memory > memory_left():
            self.values: ByteArray = self._in_file("values", size)
            self.by_taking: ByteArray = self._in_file("by-taking", size) if self.work.declining else NOTHING
        else:
            self.values = np.zeros(size, dtype=np.uint8)
            self.by_taking = np.zeros(size, dtype=np.uint8) if self.work.declining else NOTHING
        granules = (size >> kernel.GRANULE) + 1
        self.present = np.zeros((granules, 256), dtype=np.uint8)
        self.waiting = np.zeros((granules, 256), dtype=np.uint8)

    def _in_file(self, name: str, size: int) -> ByteArray:
        path = self.building / name
        path.unlink(missing_ok=True)
        return np.memmap(path, dtype=np.uint8, mode="w+", shape=(size,))

    def _region(self, one: Slice) -> slice:
        begins = self.work.layout.begins[one]
        return slice(begins, begins + self.work.layout.places[one])

    def _read(self, one: Slice, path: Path) -> None:
        file = TableFile(path)
        self.values[self._region(one)] = file.codes_of(one, file.all_codes())
        self._tell(one, self.work.layout.places[one])

    def _tell(self, one: Slice, settled: int, plies: int | None = None) -> None:
        self._done += settled
        self._report(Progress(min(self._done, self.needed.places), self.needed.places, one, plies))

    def _solve(self, pair: tuple[Slice, ...]) -> None:
        """Find the values of a slice and of the one with the sides exchanged."""
        of = [chunk for one in pair for chunk in self.work.chunks(*one)]
        highest = self._begin(of)
        code = self._resume(pair)
        while code <= max(highest, self._last):
            if code > kernel.MOST_CODE:
                raise TooLargeError("a win of more than {plies} plies does not fit in a table", plies=code - 2)
            if self.work.declining:
                for targets in self.workers.release(self._holding(of, self.waiting, code), code):
                    self._write(targets, code)
            reached = 0
            for targets in self.workers.propagate(self._holding(of, self.present, code), code):
                self._write(targets, code + 1)
                reached += len(targets)
            if reached:
                self._last = code + 1
            self._tell(pair[0], 0, code)
            code += 1
            if monotonic() > self._next_save:
                self._save(pair, code)
        self._tell(pair[0], sum(self.work.layout.places[one] for one in pair) - sum(c.end - c.first for c in of) // 2)

    def _holding(self, of: list[Chunk], grid: npt.NDArray[np.uint8], code: int) -> list[Chunk]:
        """Return the chunks in which a code may occur."""
        chunks_with_code = []
        for chunk in of:
            first, last = self._granules(chunk)
            if grid[first : last + 1, code].any():
                chunks_with_code.append(chunk)
        return chunks_with_code

    def _granules(self, chunk: Chunk) -> tuple[int, int]:
        """Return the first and the last row of the grids that a chunk touches."""
        begins = self.work.layout.begins[chunk.own, chunk.enemy]
        return (begins + chunk.first) >> kernel.GRANULE, (begins + chunk.end - 1) >> kernel.GRANULE

    def _write(self, targets: IntArray, code: int) -> None:
        kernel.write(self.values, targets, code, self.present)

    def _begin(self, of: list[Chunk]) -> int:
        """Settle the positions decided by captures, reading the chunks kept from before; return the highest code."""
        highest, missing = 1, []
        for chunk in of:
            first, last = self._granules(chunk)
            self.present[first : last + 1] = self.waiting[first : last + 1] = 0
        for chunk in of:
            begun = kept_begun(part(self.building, chunk))
            if begun is None:
                missing.append(chunk)
            else:
                highest = max(highest, self._settle(chunk, begun))
        for chunk, begun in self.workers.seed_terminals(missing):
            path = part(self.building, chunk)
            if not path.exists():
                keep_begun(path, begun)
            highest = max(highest, self._settle(chunk, begun))
        self._last = 0
        return highest

    def _settle(self, chunk: Chunk, begun: Begun) -> int:
        begins = self.work.layout.begins[chunk.own, chunk.enemy] + chunk.first
        for codes, array, grid in (
            (begun.codes, self.values, self.present),
            (begun.by_taking, self.by_taking, self.waiting),
        ):
            if codes.size:
                array[begins : begins + codes.size] = codes
                first, last = begins >> kernel.GRANULE, (begins + codes.size - 1) >> kernel.GRANULE
                grid[first : last + 1] |= np.bincount(codes, minlength=256).astype(bool)
        self._tell((chunk.own, chunk.enemy), (chunk.end - chunk.first) // 2)
        return begun.highest

    def _checkpoint(self, pair: tuple[Slice, ...]) -> Path:
        return self.building / f"passes-{pair[0][0]}v{pair[0][1]}"

    def _save(self, pair: tuple[Slice, ...], code: int) -> None:
        """Save the values of the slices being built, before the pass of a code."""
        began = monotonic()
        head = {"code": code, "last": self._last}
        codes = (self.values[self._region(one)].data for one in pair)
        keep(self._checkpoint(pair), json.dumps(head).encode() + b"\n", *codes)
        ended = monotonic()
        self._next_save = ended + max(CHECKPOINT_SECONDS, CHECKPOINT_SHARE * (ended - began))

    def _resume(self, pair: tuple[Slice, ...]) -> int:
        """Read the last checkpoint, if any; return the code of the next pass."""
        data = kept(self._checkpoint(pair))
        if data is None:
            return 1
        head, codes = parted(data)
        at = 0
        for one in pair:
            region = self._region(one)
            number = region.stop - region.start
            self.values[region] = np.frombuffer(codes, dtype=np.uint8, count=number, offset=at)
            at += number
            self.present[region.start >> kernel.GRANULE : (region.stop >> kernel.GRANULE) + 1] = 1
        self._last = int(head["last"])
        return int(head["code"])

    def _publish(self, one: Slice) -> Path:
        codes = self.values[self._region(one)]
        sizes = np.array(orbits(self.work.height, self.work.width, min(one)).sizes, dtype=np.int64)
        counts = np.zeros(256, dtype=np.int64)
        kernel.tally(codes, sizes, codes.size // sizes.size, counts)
        last = int(np.flatnonzero(counts)[-1]) + 1
        path = self.folder / f"{self.name}.{one[0]}v{one[1]}{SUFFIX}"
        head = SliceHead(*one, codes.size, tuple(map(int, counts[:last])))
        write(path, self.name, [head], codes, os.cpu_count() or 1, beside=self.building)
        return path

    def _forget(self, pair: tuple[Slice, ...]) -> None:
        """Delete the working files of finished slices."""
        for one in pair:
            for chunk in self.work.chunks(*one):
                part(self.building, chunk).unlink(missing_ok=True)
        self._checkpoint(pair).unlink(missing_ok=True)


def tell_of_another() -> None:
    """Log that another process is waited for."""
    logging.getLogger("lalao").info("waiting for another process, which is building these tables…")


def part(building: Path, chunk: Chunk) -> Path:
    """Return the path of the file that keeps the effect of captures on a chunk."""
    return building / f"begin-{chunk.own}v{chunk.enemy}-{chunk.first}"


def keep_begun(path: Path, begun: Begun) -> None:
    """Write the effect of captures on a chunk to its file."""
    head = {"highest": begun.highest, "codes": begun.codes.size}
    keep(path, json.dumps(head).encode() + b"\n" + begun.codes.tobytes() + begun.by_taking.tobytes())


def kept_begun(path: Path) -> Begun | None:
    """Read the file of `keep_begun`, or return None where the file is missing or damaged."""
    data = kept(path)
    if data is None:
        return None
    head, rest = parted(data)
    every = np.frombuffer(rest, dtype=np.uint8)
    return Begun(every[: head["codes"]], every[head["codes"] :], head["highest"])
