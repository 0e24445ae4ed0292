"""Writers of a store: one commits the lines that have queued up in a thread of its own, one each line at once."""

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Protocol

MOST_GROUPED = 512
HELD_SECONDS = 0.02
"""Seconds before another look at a journal in which another server is writing."""


@dataclass(slots=True, eq=False)
class Wanted:
    """A line to be appended: its journal, the number of lines expected there, and the future to be resolved."""

    journal: str
    after: int
    line: str
    done: "Future[float]" = field(default_factory=Future)


Commit = Callable[[list[Wanted]], list[Wanted]]
"""Writes lines in one transaction and resolves their futures; returns those that have to wait for another server."""


class Writer(Protocol):
    """Has the lines of a store committed, in their order."""

    def put(self, wanted: Wanted) -> None:
        """Take a line."""

    def close(self) -> None:
        """Write whatever is left."""


class ThreadWriter:
    """Commits in a thread: all lines that have queued up meanwhile go into one transaction."""

    def __init__(self, commit: Commit) -> None:
        """Take what commits, and start the thread."""
        self._commit = commit
        self._queue: queue.SimpleQueue[Wanted | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="lalao-store", daemon=True)
        self._thread.start()

    def put(self, wanted: Wanted) -> None:
        self._queue.put(wanted)

    def close(self) -> None:
        self._queue.put(None)
        self._thread.join()

    def _write(self) -> None:
        """Commit queued lines in groups until None is found in the queue."""
        going, held = True, list[Wanted]()
        while going or held:
            group = [*held, *self._queued(HELD_SECONDS if held else None)]
            going = going and None not in group
            held = self._commit([wanted for wanted in group if wanted is not None])

    def _queued(self, seconds: float | None) -> list[Wanted | None]:
        """Return what is in the queue; wait for something, but no longer than these seconds."""
        try:
            group = [self._queue.get(timeout=seconds)]
        except queue.Empty:
            return []
        while not self._queue.empty() and len(group) < MOST_GROUPED:
            group.append(self._queue.get())
        return group


class DirectWriter:
    """Commits each line before `put` returns, where there are no threads and no other server."""

    def __init__(self, commit: Commit) -> None:
        """Take what commits."""
        self._commit = commit

    def put(self, wanted: Wanted) -> None:
        self._commit([wanted])

    def close(self) -> None:
        """Do nothing: all is written."""
