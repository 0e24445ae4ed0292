"""Builds tables with processes on this machine or others: the same chunks, distributed by Dask.

The folder must lie on storage that all processes share. The values are in files there, which only the building process
writes to, between passes; workers send small results and write large ones to files of their own. They get chunks in
groups. If a worker dies, another repeats its group, with the same result.
"""

import logging
import os
from collections.abc import Callable, Iterator
from itertools import islice
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from lalao.errors import NotationError, TooLargeError
from lalao.processes import deaf_to_interrupts, interrupts_wait
from lalao.tables import chunks
from lalao.tables.build import Threads, keep_begun, kept_begun, part
from lalao.tables.chunks import NOTHING, Begun, Chunk, Work
from lalao.tables.file import atomic

Bytes = npt.NDArray[np.uint8]
IntArray = npt.NDArray[np.int64]
LOCAL = "local:"
HERE = 1 << 23
"""Places that are looked through for a code here, before they could have been sent."""
SEEDED_HERE = 1 << 20
"""Places that are seeded here: that takes less than the imports of a worker that has just started."""
AHEAD = 2
"""Groups that a thread has been sent and has not finished."""
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

    def close(self) -> None:
        """Disconnect from the scheduler, and stop it if it was started here."""
        self._here.close()
        self.client.close()
        if self.cluster is not None:
            self.cluster.close()

    def start(self, work: Work, folder: Path, values: Bytes, by_taking: Bytes) -> None:
        """Take the work, the building folder, and the arrays, which are files in it."""
        self._work, self._folder = work, folder.absolute()
        self._written = [array for array in (values, by_taking) if isinstance(array, np.memmap)]
        self._here.start(work, folder, values, by_taking)
        self._ready = [self.client.submit(ready, workers=[one], pure=False) for one in self.client.nthreads()]

    def seed_terminals(self, of: list[Chunk]) -> Iterator[tuple[Chunk, Begun]]:
        """Yield each chunk with the codes that captures decide in it."""
        if size(of) <= SEEDED_HERE:
            yield from self._here.seed_terminals(of)
            return
        for group in self._each(seed_terminals, of):
            for chunk in group:
                begun = kept_begun(part(self._folder, chunk))
                assert begun is not None
                yield chunk, begun

    def propagate(self, of: list[Chunk], code: int) -> Iterator[IntArray]:
        """Yield, by groups of chunks, the places one ply before those that have a code."""
        return self._here.propagate(of, code) if size(of) <= HERE else self._targets(propagate, of, code)

    def release(self, of: list[Chunk], code: int) -> Iterator[IntArray]:
        """Yield, by groups of chunks, the places where the best capture has this code and counts from now on."""
        return self._here.release(of, code) if size(of) <= HERE else self._targets(release, of, code)

    def _targets(self, function: Callable[..., IntArray | Path], of: list[Chunk], code: int) -> Iterator[IntArray]:
        for targets in self._each(function, of, code):
            if isinstance(targets, Path):
                yield np.load(targets)
                targets.unlink()
            else:
                yield targets

    def _each(self, function: Callable[..., Any], of: list[Chunk], *rest: int) -> Iterator[Any]:
        """Yield what a function finds in each group of chunks; a few groups a thread are on their way at a time."""
        from distributed import as_completed

        if self.cluster is None:
            for array in self._written:
                array.flush()  # other machines read the file, not the memory of this one
        at_once = threads(self.client)
        number = at_once * -(-len(of) // (at_once * MOST_GROUPED))  # as many for each, of chunks from everywhere
        groups = (of[first::number] for first in range(min(number, len(of))))
        running = as_completed()  # type: ignore[no-untyped-call]

        def send() -> None:
            room = AHEAD * threads(self.client) - running.count()  # type: ignore[no-untyped-call]
            for group in islice(groups, max(0, room)):
                future = self.client.submit(function, self._work, self._folder, group, *rest, pure=False)
                running.add(future)  # type: ignore[no-untyped-call]

        send()
        for future in running:
            found = future.result()
            future.release()
            send()
            yield found


def size(of: list[Chunk]) -> int:
    """Return the number of places of chunks."""
    return sum(chunk.end - chunk.first for chunk in of)


def ready() -> None:
    """Do nothing in a worker, which imports the kernels for it, while small slices are built elsewhere."""


def seed_terminals(work: Work, folder: Path, group: list[Chunk]) -> list[Chunk]:
    """Run `chunks.seed_terminals` in a worker and write the results to the building folder."""
    values = _read(folder, "values")
    for chunk in group:
        keep_begun(part(folder, chunk), chunks.seed_terminals(work, values, chunk))
    return group


def propagate(work: Work, folder: Path, group: list[Chunk], code: int) -> IntArray | Path:
    """Run `chunks.propagate` in a worker; return the targets, or the file that holds them."""
    return _targets(chunks.propagate, work, folder, group, code)


def release(work: Work, folder: Path, group: list[Chunk], code: int) -> IntArray | Path:
    """Run `chunks.release` in a worker; return the targets, or the file that holds them."""
    return _targets(chunks.release, work, folder, group, code)


def _targets(
    function: Callable[..., IntArray], work: Work, folder: Path, group: list[Chunk], code: int
) -> IntArray | Path:
    values = _read(folder, "values")
    waiting = _read(folder, "by-taking") if work.declining else NOTHING
    targets = np.concatenate([function(work, values, waiting, chunk, code) for chunk in group])
    if targets.nbytes <= MOST_SENT:
        return targets
    path = folder / f"{function.__name__}-{code}-{group[0].own}v{group[0].enemy}-{group[0].first}.npy"
    with atomic(path) as file:
        np.save(file, targets)
    return path


def _read(folder: Path, name: str) -> Bytes:
    """Map an array of the building folder as it is now; writes to it do not reach the file."""
    values: Bytes = np.memmap(folder / name, dtype=np.uint8, mode="c")
    return values
