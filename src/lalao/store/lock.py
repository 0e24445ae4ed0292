"""One database, one server: a SQLite file is locked by the server that uses it, until its process ends, however.

The lock is SQLite's own, on an empty file beside the database, so that it works wherever SQLite does and leaves nothing
behind after ``kill -9``. A second file says where the server is.
"""

import sqlite3
import time
from pathlib import Path

from lalao.errors import DatabaseError

TRIES = 20
AGAIN_SECONDS = 0.05


class InUseError(DatabaseError):
    """A database that another server uses; `address` is that server's, "" where it is not known."""

    def __init__(self, path: Path, address: str) -> None:
        """Take the file of the database, and the address of the server."""
        if address:
            super().__init__(
                "Lalao is already running at {address} with the database '{file}'", address=address, file=path
            )
        else:
            super().__init__("the database '{file}' is in use by another Lalao", file=path)
        self.address = address


class Lock:
    """The lock of a server on a database file."""

    def __init__(self, path: Path, address: str) -> None:
        """Lock the database at `path` for the server at `address`.

        Raises InUseError where it is locked already, sqlite3.Error where the file of the lock cannot be used.
        """
        path = path.resolve()
        told = path.with_name(f"{path.name}.server")
        self._line = sqlite3.connect(
            path.with_name(f"{path.name}.lock"), timeout=0, isolation_level=None, check_same_thread=False
        )
        try:
            self._line.execute("BEGIN EXCLUSIVE")
            self._line.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        except sqlite3.OperationalError as error:
            self._line.close()
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            raise InUseError(path, _read(told)) from None
        told.write_text(address, encoding="utf-8")

    def release(self) -> None:
        """Let others use the database."""
        self._line.close()


def _read(told: Path) -> str:
    """Return the address of the server that holds the lock, which it writes a moment after it has locked."""
    for _ in range(TRIES):
        try:
            address = told.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeError):
            address = ""
        if address:
            return address
        time.sleep(AGAIN_SECONDS)
    return ""
