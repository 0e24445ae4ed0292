"""Copies of the values of tables under way, for workers that cannot read the folder where they are built.

A worker keeps its copy in a file of its own. The building process sends a group's values that the worker may
lack: the codes of whole slices, then the targets of each pass. Each part is sent once to every worker that is there;
who comes later, or begins anew, gets them from the others.
"""

import itertools
import threading
import uuid
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from lalao.arrays.types import ByteArray, IntArray
from lalao.board.orbits import Slice
from lalao.tables.chunks import NOTHING, Chunk, Work
from lalao.tables.head import pack, unpacked_frame

LEVEL = 1
"""The level of Zstandard for data that is sent."""
MOST_SENT = 1 << 26
"""ByteArray that are sent at a time, unless one part is larger."""


class Codes(NamedTuple):
    """Codes from a place on, compressed, of the values or of the captures that wait (`by_taking`)."""

    waiting: bool
    first: int
    length: int
    packed: bytes

    def write(self, values: ByteArray, by_taking: ByteArray) -> None:
        array = by_taking if self.waiting else values
        array[self.first : self.first + self.length] = unpacked(self.packed, self.length)


class Targets(NamedTuple):
    """Places that get a code: the difference of each from the one before, compressed."""

    code: int
    number: int
    packed: bytes

    @classmethod
    def of(cls, places: IntArray, code: int) -> "Targets":
        """Pack places in any order, perhaps repeated."""
        every = np.unique(places)
        return cls(code, every.size, pack(np.diff(every, prepend=0).tobytes(), LEVEL))

    def places(self) -> IntArray:
        """Return the places in their order, each once."""
        return np.cumsum(unpacked(self.packed, 8 * self.number).view(np.int64))

    def write(self, values: ByteArray, by_taking: ByteArray) -> None:  # noqa: ARG002  as of codes
        values[self.places()] = self.code


def unpacked(packed: bytes, length: int) -> ByteArray:
    """Return the uncompressed data, `length` bytes."""
    return np.frombuffer(unpacked_frame(packed, length), dtype=np.uint8)


class Sent(NamedTuple):
    """A batch of codes and targets; workers write the batches that they lack in the order of the numbers."""

    number: int
    parts: list[Codes | Targets]


class Sender:
    """Sends the values of a build to the workers of a scheduler."""

    def __init__(self, client: Any, work: Work, values: ByteArray, by_taking: ByteArray) -> None:
        """Take the arrays, which hold all that was written whenever a pass begins."""
        self.client, self.work = client, work
        self.name = uuid.uuid4().hex
        """The name by which the workers know the copies of this build."""
        self._values, self._by_taking = values, by_taking
        self._numbers = itertools.count()
        self.begin_again()

    def begin_again(self) -> None:
        """Send everything again from now on."""
        self._slices: dict[Slice, list[Any]] = {}
        self._pair: set[Slice] = set()
        self._passes: list[Any] = []
        self._written: list[Targets] = []

    def smaller(self, of: list[Chunk]) -> list[Any]:
        """Send the slices that captures in some chunks lead to; return the futures of those that a worker must have."""
        needed = sorted({(left, chunk.own) for chunk in of for left in range(1, chunk.enemy)})
        for one in needed:
            if one not in self._slices:
                self._slices[one] = self._send(self._codes(one, self._values))
        return [future for one in needed for future in self._slices[one]]

    def own(self, of: list[Chunk]) -> list[Any]:
        """Send the new values in the slices of some chunks and their counterparts; return the futures likewise."""
        pair = {one for chunk in of for one in ((chunk.own, chunk.enemy), (chunk.enemy, chunk.own))}
        if pair == self._pair:
            self._passes += self._send(self._written)
        else:
            self._pair, self._passes = pair, []
            for one in sorted(pair):
                self._passes += self._send(self._codes(one, self._values))
                if self.work.declining:
                    self._passes += self._send(self._codes(one, self._by_taking))
        self._written = []
        return self._passes.copy()

    def wrote(self, targets: Targets) -> None:
        """Remember the targets written in a pass, to be sent before the next."""
        if self._pair:
            self._written.append(targets)

    def _codes(self, one: Slice, array: ByteArray) -> Iterator[Codes]:
        begins = self.work.layout.begins[one]
        for chunk in self.work.chunks(*one):
            codes = array[begins + chunk.first : begins + chunk.end]
            packed = pack(codes.tobytes(), LEVEL)
            yield Codes(array is self._by_taking, begins + chunk.first, codes.size, packed)

    def _send(self, parts: Iterable[Codes | Targets]) -> list[Any]:
        """Send parts to all workers, not too many bytes at a time."""
        futures: list[Any] = []
        waiting: list[Codes | Targets] = []
        size = 0
        for part in itertools.chain(parts, [None]):
            if waiting and (part is None or size + len(part.packed) > MOST_SENT):
                futures.append(self._scattered(Sent(next(self._numbers), waiting)))
                waiting, size = [], 0
            if part is not None:
                waiting.append(part)
                size += len(part.packed)
        return futures

    def _scattered(self, sent: Sent) -> Any:
        """Send something to all workers that are there, again where one dies meanwhile."""
        while True:
            try:
                return self.client.scatter(sent, broadcast=True, hash=False)
            except OSError:
                if self.client.status != "running":
                    raise
                self.client.wait_for_workers(1)


class Copy:
    """A worker's copy of the values of a build, as far as they have been sent."""

    def __init__(self, work: Work, folder: Path, name: str) -> None:
        """Make the files, which take room only where something is written."""
        self.values = mapped(folder / f"values-{name}", work.layout.size)
        self.by_taking = mapped(folder / f"by-taking-{name}", work.layout.size) if work.declining else NOTHING
        self._taken: set[int] = set()
        self._lock = threading.Lock()

    def take(self, sent: list[Sent]) -> None:
        """Write the batches that have not been written yet."""
        with self._lock:
            for one in sorted(sent, key=lambda one: one.number):
                if one.number not in self._taken:
                    for part in one.parts:
                        part.write(self.values, self.by_taking)
                    self._taken.add(one.number)


def mapped(path: Path, size: int) -> ByteArray:
    """Map a new file, which is there as long as it is mapped."""
    array: ByteArray = np.memmap(path, dtype=np.uint8, mode="w+", shape=(size,))
    path.unlink()
    return array


COPIES: dict[str, Copy] = {}
"""The copies of this worker, by the names of their builds."""
_LOCK = threading.Lock()


def copy_of(work: Work, name: str, sent: list[Sent]) -> Copy:
    """Return this worker's copy of the values of a build, with the batches sent written to it."""
    from distributed import get_worker

    with _LOCK:
        if name not in COPIES:
            COPIES[name] = Copy(work, Path(get_worker().local_directory), name)
        copy = COPIES[name]
    copy.take(sent)
    return copy


def drop(name: str) -> None:
    """Drop this worker's copy of the values of a build."""
    COPIES.pop(name, None)
