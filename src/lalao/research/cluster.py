"""Builds tables with processes on this machine or others: the same chunks, distributed by Dask.

The folder must lie on storage that all processes share. The values are in files there, which only the building process
writes to, between passes; workers write each result to a file of its own. If a worker dies, another repeats its chunk,
with the same result.
"""

import logging
from collections.abc import Callable, Iterator
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from lalao.errors import NotationError, TooLargeError
from lalao.processes import deaf_to_interrupts, interrupts_wait
from lalao.tables import chunks
from lalao.tables.build import keep_begun, kept_begun, part
from lalao.tables.chunks import NOTHING, Begun, Chunk, Work
from lalao.tables.file import atomic

Bytes = npt.NDArray[np.uint8]
IntArray = npt.NDArray[np.int64]
LOCAL = "local:"


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
                silence_logs=logging.CRITICAL,  # failures are raised here; all else it logs is about being stopped
            )
        return Client(cluster), cluster  # type: ignore[no-untyped-call]
    try:
        return Client(address, timeout=10), None  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as problem:
        raise NotationError("no scheduler answers at '{text}': {reason}", text=address, reason=str(problem)) from None


class DaskWorkers:
    """Works on chunks with the workers of a Dask scheduler at an address, or with 2 processes here for ``local:2``."""

    shared = True

    def __init__(self, address: str) -> None:
        """Connect to the scheduler, or start one here.

        Raises TooLargeError where Dask is not installed, NotationError where the address cannot be used.
        """
        self.client, self.cluster = connected(address)

    def close(self) -> None:
        """Disconnect from the scheduler, and stop it if it was started here."""
        self.client.close()
        if self.cluster is not None:
            self.cluster.close()

    def start(self, work: Work, folder: Path, values: Bytes, by_taking: Bytes) -> None:  # noqa: ARG002  read from files
        """Take the work and the building folder."""
        self._work, self._folder = work, folder.absolute()

    def seed_terminals(self, of: list[Chunk]) -> Iterator[tuple[Chunk, Begun]]:
        """Yield each chunk with the codes that captures decide in it."""
        for chunk in self._each(seed_terminals, of):
            begun = kept_begun(part(self._folder, chunk))
            assert begun is not None
            yield chunk, begun

    def propagate(self, of: list[Chunk], code: int) -> Iterator[IntArray]:
        """Yield, by chunk, the places one ply before those that have a code."""
        return self._targets(propagate, of, code)

    def release(self, of: list[Chunk], code: int) -> Iterator[IntArray]:
        """Yield, by chunk, the places where the best capture has this code and counts from now on."""
        return self._targets(release, of, code)

    def _targets(self, function: Callable[..., Path], of: list[Chunk], code: int) -> Iterator[IntArray]:
        for path in self._each(function, of, code):
            yield np.load(path)
            path.unlink()

    def _each(self, function: Callable[..., Any], of: list[Chunk], *rest: int) -> Iterator[Any]:
        from distributed import as_completed

        futures = [self.client.submit(function, self._work, self._folder, one, *rest, pure=False) for one in of]
        for future in as_completed(futures):  # type: ignore[no-untyped-call]
            yield future.result()
            future.release()


def seed_terminals(work: Work, folder: Path, chunk: Chunk) -> Chunk:
    """Run `chunks.seed_terminals` in a worker and write the result to the building folder."""
    keep_begun(part(folder, chunk), chunks.seed_terminals(work, _read(folder, "values"), chunk))
    return chunk


def propagate(work: Work, folder: Path, chunk: Chunk, code: int) -> Path:
    """Run `chunks.propagate` in a worker; return the file that holds the targets."""
    return _keep_targets(chunks.propagate, work, folder, chunk, code)


def release(work: Work, folder: Path, chunk: Chunk, code: int) -> Path:
    """Run `chunks.release` in a worker; return the file that holds the targets."""
    return _keep_targets(chunks.release, work, folder, chunk, code)


def _keep_targets(function: Callable[..., IntArray], work: Work, folder: Path, chunk: Chunk, code: int) -> Path:
    waiting = _read(folder, "by-taking") if work.declining else NOTHING
    targets = function(work, _read(folder, "values"), waiting, chunk, code)
    path = folder / f"{function.__name__}-{code}-{chunk.own}v{chunk.enemy}-{chunk.first}.npy"
    with atomic(path) as file:
        np.save(file, targets)
    return path


def _read(folder: Path, name: str) -> Bytes:
    """Map an array of the building folder as it is now; writes to it do not reach the file."""
    values: Bytes = np.memmap(folder / name, dtype=np.uint8, mode="c")
    return values
