"""Writers of a store, and notices by which the servers of one PostgreSQL database learn that a journal has grown.

A `ThreadWriter` commits the lines that have queued up in a thread of its own, a `DirectWriter` each line at once. A
notice is sent with the transaction that appends the lines. It carries the code of the journal and its length, 0 where
the journal was erased. A server also receives its own notices.
"""

import queue
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import SQLAlchemyError

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
        """Take the function that commits, and start the thread."""
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
        """Return the contents of the queue; wait for something, but no longer than these seconds."""
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
        """Take the function that commits."""
        self._commit = commit

    def put(self, wanted: Wanted) -> None:
        self._commit([wanted])

    def close(self) -> None:
        """Do nothing: all is written."""


CHANNEL = "lalao"
NOTICE = re.compile(r"(\w{1,16}) ([0-9]{1,9})", re.ASCII)
SEND = text("SELECT pg_notify(:channel, notice) FROM unnest(CAST(:notices AS text[])) AS notice")
TURN_SECONDS = 0.5
"""Seconds between two looks at whether the listener is to stop."""
AGAIN_SECONDS = 0.2
"""Seconds before trying again to connect."""


def send(connection: Connection, lengths: Mapping[str, int]) -> None:
    """Send the new lengths of journals, once the transaction commits; only PostgreSQL sends any."""
    if lengths and connection.dialect.name == "postgresql":
        notices = [f"{code} {length}" for code, length in lengths.items()]
        connection.execute(SEND, {"channel": CHANNEL, "notices": notices})


class Listener:
    """Receives notices in a thread, over a connection of its own, which it opens again where it is lost."""

    def __init__(self, engine: Engine, grown: Callable[[str, int], object], missed: Callable[[], object]) -> None:
        """Take the functions to call, in the thread, with each notice, and whenever some may have been missed."""
        self._engine, self._grown, self._missed = engine, grown, missed
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="lalao-notices", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        """Listen until stopped."""
        failures = (SQLAlchemyError, self._engine.dialect.loaded_dbapi.Error)
        while not self._stopping.is_set():
            try:
                with self._connected() as connection:
                    if not self._stopping.is_set():
                        self._missed()
                    self._receive(connection)
            except failures:
                self._stopping.wait(AGAIN_SECONDS)

    @contextmanager
    def _connected(self) -> Iterator[Any]:
        """Provide a connection of the driver that listens."""
        pooled = self._engine.raw_connection()
        connection: Any = pooled.driver_connection
        pooled.detach()
        try:
            connection.rollback()
            connection.autocommit = True
            connection.execute(f"LISTEN {CHANNEL}")
            yield connection
        finally:
            connection.close()

    def _receive(self, connection: Any) -> None:
        """Pass on notices until stopped; raises the driver's error where the connection is lost."""
        while not self._stopping.is_set():
            for notice in connection.notifies(timeout=TURN_SECONDS):
                if parts := NOTICE.fullmatch(notice.payload):
                    self._grown(parts[1], int(parts[2]))

    def close(self) -> None:
        """Stop listening; a thread that waits for a database that is gone is not waited for."""
        self._stopping.set()
        self._thread.join(2 * TURN_SECONDS)
