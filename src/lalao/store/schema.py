"""The tables of the store, and the errors of its drivers, each in one sentence: only here are they translated."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Column, Engine, Float, Integer, MetaData, String, Table, Text
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from lalao.errors import DatabaseError, Phrase

metadata = MetaData()

journals = Table(
    "journals",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("changed", Float, nullable=False, index=True),
    Column("classroom", String(16), nullable=False, index=True),
    Column("day", Integer, nullable=False, server_default="0", index=True),
)
"""One row per journal: its code, and when it last changed (seconds since 1970, and the number of that day in `days`).

`classroom` is the code of the class that a match belongs to, "" for none; in the row of a class it is its own code.
"""

days = Table(
    "days",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("date", String(10), nullable=False),
)
"""One row: how many days a server has run on this database, and the date of the last of them."""

lines = Table(
    "lines",
    metadata,
    Column("journal", String(16), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("line", Text, nullable=False),
)
"""One row per line of a journal, counted from 0: the primary key refuses two lines after the same one."""

classes = Table(
    "classes",
    metadata,
    Column("code", String(16), primary_key=True),
    Column("title", Text, nullable=False),
    Column("pupils", Integer, nullable=False),
)
"""A cache of the entries in lists of classes, so that no journal is replayed for it; rows are made on first use."""


LOCKED = Phrase("another program holds the database: try again in a moment")
FULL = Phrase("the disk is full: make room, then try again")
DAMAGED = Phrase("the database is damaged: restore a copy, or create a new one with --database")
KINDS = {
    "SQLITE_BUSY": LOCKED,
    "SQLITE_LOCKED": LOCKED,
    "SQLITE_FULL": FULL,
    "SQLITE_CORRUPT": DAMAGED,
    "SQLITE_NOTADB": DAMAGED,
    "55P03": LOCKED,
    "53100": FULL,
    "XX001": DAMAGED,
    "XX002": DAMAGED,
}
"""Prefixes of the names of SQLite's errors, and codes of PostgreSQL's."""


def why(error: Exception) -> Phrase | str:
    """Return the cause of an error: a phrase for those that users can remedy, else the driver's own first line."""
    cause = getattr(error, "orig", None) or error
    name = str(getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None) or "")
    for beginning, told in KINDS.items():
        if name.startswith(beginning):
            return told
    return (str(cause).strip().splitlines() or [type(cause).__name__])[0]


@contextmanager
def telling(sentence: str, **blanks: object) -> Iterator[None]:
    """Turn SQLAlchemy's errors into DatabaseError with `sentence`, whose blank ``why`` is filled with the cause.

    IntegrityError passes unchanged: it means that a code is in use.
    """
    try:
        yield
    except IntegrityError:
        raise
    except SQLAlchemyError as error:
        raise DatabaseError(sentence, None, why=why(error), **blanks) from None


def file_of(engine: Engine) -> Path | None:
    """Return the file of a database, None where it is in memory or on a server."""
    name = engine.url.database if engine.url.get_backend_name() == "sqlite" else None
    return None if name in (None, "", ":memory:") else Path(str(name)).absolute()


class Place:
    """The file of a database, watched because SQLite goes on writing to a file that has been deleted or moved."""

    def __init__(self, engine: Engine) -> None:
        """Note which file the database is in now; one in memory or on a server has none."""
        self.path = file_of(engine)
        self._was = self._found()

    def _found(self) -> tuple[int, int] | None:
        """Return the device and inode of the file, None where there is none."""
        try:
            status = self.path.stat() if self.path else None
        except OSError:
            return None
        return status and (status.st_dev, status.st_ino)

    def check(self) -> None:
        """Check that the path still leads to the same file.

        Raises DatabaseError where it does not.
        """
        if self._found() != self._was:
            raise DatabaseError("the database '{file}' was removed or replaced: restart Lalao", file=self.path)
