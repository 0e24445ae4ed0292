"""Building tables with other processes, on this machine or others: the same chunks, handed out by Dask.

The folder must lie on storage that all of them share. Values are in files there; only the one who builds writes to
them, between passes, and those who work write each result to a file of its own. A worker that dies costs its chunk:
another does it again, and the result is the same.
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


class DaskWorkers:
    """The workers of a Dask scheduler: at an address, or so many processes here for ``local:2``."""

    shared = True

    def __init__(self, address: str) -> None:
        """Reach the scheduler, or start one here.

        Raises TooLargeError where Dask is not installed, NotationError where the address cannot be used.
        """
        try:
            from distributed import Client, LocalCluster
        except ImportError:
            raise TooLargeError("--scheduler needs Dask: install lalao[cluster]") from None
        self.cluster: Any = None
        if address.startswith(LOCAL):
            number = address.removeprefix(LOCAL)
            if not number.isdecimal() or not 1 <= int(number) <= 1024:
                raise NotationError("'{text}' is not a scheduler: write local:2, or an address", text=address)
            free = "127.0.0.1:0"  # of its HTTP port, which two builds at once would fight for
            resource_tracker.ensure_running()  # begun below, it would let interrupts through again
            with deaf_to_interrupts(), interrupts_wait():
                self.cluster = LocalCluster(  # type: ignore[no-untyped-call]
                    n_workers=int(number),
                    threads_per_worker=1,
                    dashboard_address=free,
                    silence_logs=logging.CRITICAL,  # what fails is raised here; the rest is about being stopped
                )
            self.client = Client(self.cluster)  # type: ignore[no-untyped-call]
            return
        try:
            self.client = Client(address, timeout=10)  # type: ignore[no-untyped-call]
        except (OSError, ValueError) as problem:
            raise NotationError(
                "no scheduler answers at '{text}': {reason}", text=address, reason=str(problem)
            ) from None

    def close(self) -> None:
        """Leave the scheduler, and stop one that was started here."""
        self.client.close()  # type: ignore[no-untyped-call]
        if self.cluster is not None:
            self.cluster.close()

    def start(self, work: Work, folder: Path, values: Bytes, by_taking: Bytes) -> None:  # noqa: ARG002  read from files
        """Take the work and the building folder."""
        self._work, self._folder = work, folder.absolute()

    def seed_terminals(self, of: list[Chunk]) -> Iterator[tuple[Chunk, Begun]]:
        """Settle what taking settles in chunks."""
        for chunk in self._each(seed_terminals, of):
            begun = kept_begun(part(self._folder, chunk))
            assert begun is not None
            yield chunk, begun

    def propagate(self, of: list[Chunk], code: int) -> Iterator[IntArray]:
        """Find the places one ply before those of a code in chunks."""
        return self._targets(propagate, of, code)

    def release(self, of: list[Chunk], code: int) -> Iterator[IntArray]:
        """Find the places of chunks whose turn that takes counts now."""
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
    """Settle a chunk and keep the result."""
    keep_begun(part(folder, chunk), chunks.seed_terminals(work, _read(folder, "values"), chunk))
    return chunk


def propagate(work: Work, folder: Path, chunk: Chunk, code: int) -> Path:
    """Go back from a code in a chunk and keep the targets."""
    return _keep_targets(chunks.propagate, work, folder, chunk, code)


def release(work: Work, folder: Path, chunk: Chunk, code: int) -> Path:
    """Release what waits for a code in a chunk and keep the targets."""
    return _keep_targets(chunks.release, work, folder, chunk, code)


def _keep_targets(function: Callable[..., IntArray], work: Work, folder: Path, chunk: Chunk, code: int) -> Path:
    waiting = _read(folder, "by-taking") if work.declining else NOTHING
    targets = function(work, _read(folder, "values"), waiting, chunk, code)
    path = folder / f"{function.__name__}-{code}-{chunk.own}v{chunk.enemy}-{chunk.first}.npy"
    with atomic(path) as file:
        np.save(file, targets)
    return path


def _read(folder: Path, name: str) -> Bytes:
    """Return the values as they are now; what is written there goes nowhere."""
    values: Bytes = np.memmap(folder / name, dtype=np.uint8, mode="c")
    return values
