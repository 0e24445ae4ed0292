"""Notices: how the servers of one PostgreSQL database learn that a journal has grown (``NOTIFY`` and ``LISTEN``).

A notice is sent with the transaction that appends the lines. It carries the code of the journal and its length, 0 where
the journal was erased. A server also receives its own notices.
"""

import re
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import SQLAlchemyError

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
        """Take what is called, in the thread, with each notice, and whenever earlier notices may have been missed."""
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
