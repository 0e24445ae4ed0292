"""Builds tables with processes on this machine or others: the same chunks, distributed by Dask.

Where all workers can read the building folder, the values are in files there, which only the building process writes
to, between passes; workers send small results and write large ones to files of their own. Otherwise each worker has a
copy of the values (`lalao.research.copies`), and sends all that it finds. Workers get chunks in groups. If one dies,
another repeats its group, with the same result.
"""

import logging
import os
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from itertools import chain, islice
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any

import numpy as np

from lalao.arrays.types import ByteArray, IntArray
from lalao.errors import FileError, NotationError, TooLargeError
from lalao.processes import deaf_to_interrupts, interrupts_wait
from lalao.research.copies import Sender, Sent, Targets, copy_of, drop
from lalao.tables import chunks
from lalao.tables.build import Threads, keep_begun, kept_begun, part
from lalao.tables.chunks import NOTHING, Begun, Chunk, Work

LOCAL = "local:"
HERE = 1 << 23
"""Places that are looked through for a code here, before they could have been sent."""
SEEDED_HERE = 1 << 20
"""Places that are seeded here: that takes less than the imports of a worker that has just started."""
AHEAD = 2
"""Groups that a thread has been sent and has not finished."""
EACH = 2
"""Groups of a pass for each thread, at least: the results of one are written while the next is looked through."""
MOST_GROUPED = 64
"""The most chunks of a group, which is done again where its worker dies."""
MOST_SENT = 1 << 20
"""Bytes of targets that are sent by the scheduler; more are left in a file."""


def connected(address: str) -> tuple[Any, Any]:
    """Connect to a Dask scheduler; return the client, and the cluster if ``local:2`` or the like starts one here.

    Raises TooLargeError where Dask is not installed, NotationError where the address cannot be used.
    """
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise TooLargeError("--scheduler needs Dask: install lalao[cluster]") from None
    if address.startswith(LOCAL):
        number = address.removeprefix(LOCAL)
        if not number.isdecimal() or not 1 <= int(number) <= 1024:
            raise NotationError("'{text}' is not a scheduler: write local:2, or an address", text=address)
        free = "127.0.0.1:0"  # any free HTTP port: two builds at once would fight for a fixed one
        resource_tracker.ensure_running()  # if it were started below, it would let interrupts through again
        with deaf_to_interrupts(), interrupts_wait():
            cluster = LocalCluster(  # type: ignore[no-untyped-call]
                n_workers=int(number),
                threads_per_worker=1,
                dashboard_address=free,
                memory_limit=None,  # the pages of mapped files would count, and workers be killed for them
                silence_logs=logging.CRITICAL,  # failures are raised here; all else it logs is about being stopped
            )
        return Client(cluster), cluster  # type: ignore[no-untyped-call]
    try:
        return Client(address, timeout=10), None  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as problem:
        raise NotationError("no scheduler answers at '{text}': {reason}", text=address, reason=str(problem)) from None


def threads(client: Any) -> int:
    """Return how many threads a scheduler's workers have now; 1 where none has come yet."""
    each: dict[str, int] = client.nthreads()
    return max(1, sum(each.values()))


class DaskWorkers:
    """Works on chunks with the workers of a Dask scheduler at an address, or with 2 processes here for ``local:2``."""

    shared = True

    def __init__(self, address: str) -> None:
        """Connect to the scheduler, or start one here.

        Raises TooLargeError where Dask is not installed, NotationError where the address cannot be used.
        """
        self.client, self.cluster = connected(address)
        self._here = Threads(os.cpu_count() or 1)
        self._copies: Sender | None = None

    def close(self) -> None:
        """Disconnect from the scheduler, and stop it if it was started here."""
        self._here.close()
        if self.cluster is None and self._copies is not None:
            self.client.run(drop, self._copies.name, on_error="ignore")
        self.client.close()
        if self.cluster is not None:
            self.cluster.close()

    def start(self, work: Work, folder: Path, values: ByteArray, by_taking: ByteArray) -> None:
        """Take the work, the building folder, and the arrays, which are files in it."""
        self._work, self._folder = work, folder.absolute()
        self._written = [array for array in (values, by_taking) if isinstance(array, np.memmap)]
        self._here.start(work, folder, values, by_taking)
        self._values, self._by_taking = values, by_taking
        self._is_seen = False
        self._ready = [self.client.submit(ready, workers=[one], pure=False) for one in self.client.nthreads()]

    def seed_terminals(self, of: list[Chunk]) -> Iterator[tuple[Chunk, Begun]]:
        """Yield each chunk with the codes that captures decide in it."""
        if size(of) <= SEEDED_HERE:
            yield from self._here.seed_terminals(of)
            return
        for group in self._each(seed_terminals, of):
            for chunk, begun in group:
                kept = begun or kept_begun(part(self._folder, chunk))
                assert kept is not None
                yield chunk, kept

    def propagate(self, of: list[Chunk], code: int) -> Iterator[IntArray]:
        """Yield, by groups of chunks, the places one ply before those that have a code."""
        return self._targets(propagate, of, code)

    def release(self, of: list[Chunk], code: int) -> Iterator[IntArray]:
        """Yield, by groups of chunks, the places where the best capture has this code and counts from now on."""
        return self._targets(release, of, code)

    def _targets(self, function: Callable[..., Any], of: list[Chunk], code: int) -> Iterator[IntArray]:
        if size(of) <= HERE:
            for targets in getattr(self._here, function.__name__)(of, code):
                if self._copies is not None:
                    self._copies.wrote(Targets.of(targets, code + (function is propagate)))
                yield targets
            return
        for found in self._each(function, of, code):
            if isinstance(found, Path):
                yield np.load(found)
                found.unlink()
            elif self._copies is not None:
                self._copies.wrote(found)
                yield found.places()
            else:
                yield found

    def _each(self, function: Callable[..., Any], of: list[Chunk], *rest: int) -> Iterator[Any]:
        """Yield a function's results for each group of chunks; a few groups a thread are on their way at a time."""
        from distributed import as_completed

        self._share()
        at_once = EACH * threads(self.client)
        number = at_once * -(-len(of) // (at_once * MOST_GROUPED))  # as many for each, of chunks from everywhere
        groups = iter([of[first::number] for first in range(min(number, len(of)))])
        going: dict[Any, tuple[list[Chunk], Any]] = {}
        running = as_completed()  # type: ignore[no-untyped-call]
        sent = self._sent(function, of)

        def send(groups: Iterator[list[Chunk]]) -> None:
            room = AHEAD * threads(self.client) - len(going)
            for group in islice(groups, max(0, room)):
                future = self.client.submit(function, self._work, self._folder, group, *rest, sent, pure=False)
                going[future] = group, sent
                running.add(future)  # type: ignore[no-untyped-call]

        send(groups)
        for future in running:
            group, had = going.pop(future)
            try:
                found = [future.result()]
            except CancelledError:
                if self._copies is None:
                    raise
                if had is sent:  # what was sent was on workers that died
                    self._copies.begin_again()
                    sent = self._sent(function, of)
                groups, found = chain([group], groups), []
            future.release()
            send(groups)
            yield from found

    def _share(self) -> None:
        """Let the workers read the values written so far.

        Those on other machines read the file, not the memory of this one; or else they get copies, if at the first time
        not all see the folder.
        """
        if self.cluster is not None or self._copies is not None:
            return
        if not self._is_seen:
            self.client.wait_for_workers(1)
            file, said = self._folder / "seen", uuid.uuid4().hex
            file.write_text(said)
            if not all(self.client.run(sees, file, said).values()):
                self._copies = Sender(self.client, self._work, self._values, self._by_taking)
                return
            self._is_seen = True
        for array in self._written:
            array.flush()

    def _sent(self, function: Callable[..., Any], of: list[Chunk]) -> Any:
        """Return the values that a worker's copy must hold to work on some chunks; None where it needs none."""
        if self._copies is None:
            return None
        futures = self._copies.smaller(of) if function is seed_terminals else self._copies.own(of)
        return self._copies.name, futures


def size(of: list[Chunk]) -> int:
    """Return the number of places of chunks."""
    return sum(chunk.end - chunk.first for chunk in of)


def ready() -> None:
    """Do nothing in a worker, which imports the kernels for it, while small slices are built elsewhere."""


def sees(file: Path, said: str) -> bool:
    """Tell whether a worker reads the files of the building process."""
    try:
        return file.read_text() == said
    except OSError:
        return False


Copied = tuple[str, list[Sent]]
"""The name of a worker's copy, and its required values."""


def seed_terminals(
    work: Work, folder: Path, group: list[Chunk], copied: Copied | None
) -> list[tuple[Chunk, Begun | None]]:
    """Run `chunks.seed_terminals` in a worker; return the results, or write them to the building folder."""
    values, _ = _arrays(work, folder, copied)
    found: list[tuple[Chunk, Begun | None]] = []
    for chunk in group:
        begun = chunks.seed_terminals(work, values, chunk)
        if copied is None:
            keep_begun(part(folder, chunk), begun)
        found.append((chunk, None if copied is None else begun))
    return found


def propagate(work: Work, folder: Path, group: list[Chunk], code: int, copied: Copied | None) -> Any:
    """Run `chunks.propagate` in a worker; return the targets, packed for a copy, or the file that holds them."""
    return _targets(chunks.propagate, work, folder, group, code, copied)


def release(work: Work, folder: Path, group: list[Chunk], code: int, copied: Copied | None) -> Any:
    """Run `chunks.release` in a worker; return its results as `propagate` does."""
    return _targets(chunks.release, work, folder, group, code, copied)


def _targets(
    function: Callable[..., IntArray], work: Work, folder: Path, group: list[Chunk], code: int, copied: Copied | None
) -> IntArray | Path | Targets:
    values, waiting = _arrays(work, folder, copied)
    targets = np.concatenate([function(work, values, waiting, chunk, code) for chunk in group])
    if copied is not None:
        return Targets.of(targets, code + (function is chunks.propagate))
    if targets.nbytes <= MOST_SENT:
        return targets
    path = folder / f"{function.__name__}-{code}-{group[0].own}v{group[0].enemy}-{group[0].first}.npy"
    np.save(path, targets)
    return path


def _arrays(work: Work, folder: Path, copied: Copied | None) -> tuple[ByteArray, ByteArray]:
    """Return the values and the captures that wait: a worker's copy, or as they are in the building folder now."""
    if copied is not None:
        copy = copy_of(work, *copied)
        return copy.values, copy.by_taking
    return _read(folder, "values"), _read(folder, "by-taking") if work.declining else NOTHING


def _read(folder: Path, name: str) -> ByteArray:
    """Map an array of the building folder; writes to it do not reach the file.

    Raises FileError where a worker that has come later does not see it.
    """
    try:
        values: ByteArray = np.memmap(folder / name, dtype=np.uint8, mode="c")
    except OSError as problem:
        raise FileError("the file '{file}' cannot be read: {reason}", file=folder / name, reason=str(problem)) from None
    return values
