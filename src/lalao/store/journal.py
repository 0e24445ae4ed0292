"""The store: one writer, which commits in groups whatever has come in meanwhile."""

import queue
import threading
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import platformdirs
from sqlalchemy import Connection, Engine, create_engine, delete, event, func, insert, select, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError
from sqlalchemy.pool import StaticPool

from lalao.errors import FileError, NotationError
from lalao.store.migrations import migrate
from lalao.store.schema import matches

MOST_GROUPED = 512
UNPLAYED_LINES = 2
"""Lines of a match in which nobody has played: it was opened, somebody came."""
WAIT_SECONDS = 30


class ConflictError(Exception):
    """A line that does not follow what the journal holds: it was not written."""


def default_url() -> str:
    """Return the database of this user, in the user's data folder."""
    return f"sqlite:///{platformdirs.user_data_path('lalao', appauthor=False) / 'lalao.sqlite'}"


@dataclass(slots=True)
class Wanted:
    """A line to be appended: to which match, after how many lines, and who is told."""

    match: str
    after: int
    line: str
    done: "Future[None]" = field(default_factory=Future)


class Store:
    """A database of journals; every method may be called from any thread."""

    def __init__(self, engine: Engine) -> None:
        """Take an engine whose tables are up to date, and start the writer."""
        self.engine = engine
        self._queue: queue.SimpleQueue[Wanted | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="lalao-store", daemon=True)
        self._writer.start()

    @classmethod
    def open(cls, url: str) -> "Store":
        """Open a database, made or brought up to date first.

        Raises NotationError for a text that is no database URL, FileError for a database that cannot be opened.
        """
        try:
            engine = _engine(url)
        except (ArgumentError, ImportError):
            raise NotationError(
                "'{text}' is not a database: write sqlite:///FILE or postgresql+psycopg://HOST/NAME", text=url
            ) from None
        try:
            if engine.url.get_backend_name() == "sqlite" and engine.url.database:
                Path(engine.url.database).parent.mkdir(parents=True, exist_ok=True)
            migrate(engine)
        except (SQLAlchemyError, OSError) as error:
            raise FileError("the database '{url}' cannot be opened: {why}", url=engine.url, why=_told(error)) from None
        return cls(engine)

    def create(self, match: str, lines: Sequence[str], classroom: str = "") -> bool:
        """Begin a journal, of a class if it is named; tell whether the code was new."""
        return self.create_all({match: lines}, classroom)

    def create_all(self, journals: Mapping[str, Sequence[str]], classroom: str) -> bool:
        """Begin several journals of a class; tell whether all codes were new: else none is begun."""
        rows = [
            {
                "id": code,
                "lines": len(lines),
                "journal": "\n".join(lines),
                "changed": time.time(),
                "classroom": classroom,
            }
            for code, lines in journals.items()
        ]
        try:
            with self.engine.begin() as connection:
                connection.execute(insert(matches), rows)
        except IntegrityError:
            return False
        return True

    def taken(self, codes: Iterable[str]) -> set[str]:
        """Return which of these codes are in use."""
        with self.engine.connect() as connection:
            return set(connection.execute(select(matches.c.id).where(matches.c.id.in_(list(codes)))).scalars())

    def classes(self) -> dict[str, tuple[list[str], float]]:
        """Return the journals of all classes by code, each with when it last grew, the latest first."""
        wanted = select(matches).where(matches.c.id == matches.c.classroom).order_by(matches.c.changed.desc())
        with self.engine.connect() as connection:
            return {row.id: (row.journal.split("\n"), row.changed) for row in connection.execute(wanted)}

    def journals(self, classroom: str) -> dict[str, list[str]]:
        """Return all journals of a class by code: its own and those of its matches."""
        wanted = select(matches.c.id, matches.c.journal).where(matches.c.classroom == classroom).order_by(matches.c.id)
        with self.engine.connect() as connection:
            return {row.id: row.journal.split("\n") for row in connection.execute(wanted)}

    def erase(self, classroom: str) -> None:
        """Erase a class and its matches, from the disk too where the database is SQLite."""
        with self.engine.begin() as connection:
            connection.execute(delete(matches).where(matches.c.classroom == classroom))
        if self.engine.dialect.name == "sqlite":
            with self.engine.connect() as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")

    def count(self) -> int:
        """Count the matches that belong to no class."""
        with self.engine.connect() as connection:
            wanted = select(func.count()).select_from(matches).where(matches.c.classroom == "")
            return int(connection.execute(wanted).scalar_one())

    def clean(self, before: float, unplayed: float, spared: Collection[str]) -> int:
        """Erase the matches of no class that last grew before some second; return how many.

        Those that hold next to nothing go where they last grew before the second `unplayed`; `spared` ones stay.
        """
        row = matches.c
        old = (row.changed < before) | ((row.lines <= UNPLAYED_LINES) & (row.changed < unplayed))
        with self.engine.begin() as connection:
            found = connection.execute(select(row.id).where(row.classroom == "", old)).scalars()
            codes = [code for code in found if code not in spared]
            for begin in range(0, len(codes), MOST_GROUPED):
                connection.execute(delete(matches).where(row.id.in_(codes[begin : begin + MOST_GROUPED])))
        return len(codes)

    def lines(self, match: str) -> list[str] | None:
        """Return the journal of a match, or None where there is none."""
        with self.engine.connect() as connection:
            journal = connection.execute(select(matches.c.journal).where(matches.c.id == match)).scalar()
        return None if journal is None else journal.split("\n")

    def append(self, match: str, after: int, line: str) -> "Future[None]":
        """Append a line to a journal that holds `after` lines; the future is done once it is on disk.

        The future raises ConflictError where the journal holds another number of lines, FileError where the database
        fails: nothing was written then.
        """
        wanted = Wanted(match, after, line)
        self._queue.put(wanted)
        return wanted.done

    def close(self) -> None:
        """Write what is waiting and close."""
        self._queue.put(None)
        self._writer.join()
        self.engine.dispose()

    def _write(self) -> None:
        """Commit group after group until told to stop."""
        going = True
        while going:
            group = [self._queue.get()]
            while not self._queue.empty() and len(group) < MOST_GROUPED:
                group.append(self._queue.get())
            going = None not in group
            self._commit([wanted for wanted in group if wanted is not None])

    def _commit(self, group: list[Wanted]) -> None:
        """Write a group in one transaction, then tell each who waits; nobody is told before all is on disk."""
        if not group:
            return
        try:
            with self.engine.begin() as connection:
                written = [_append(connection, wanted) for wanted in group]
        except SQLAlchemyError as error:
            refusal = FileError("what happened could not be kept: {why}", why=_told(error))
            for wanted in group:
                wanted.done.set_exception(refusal)
            return
        for wanted, done in zip(group, written, strict=True):
            if done:
                wanted.done.set_result(None)
            else:
                wanted.done.set_exception(ConflictError(f"{wanted.match} does not hold {wanted.after} lines"))


def _told(error: Exception) -> str:
    """Return what a database says of an error, on one line."""
    return (str(getattr(error, "orig", None) or error).splitlines() or [type(error).__name__])[0]


def _append(connection: Connection, wanted: Wanted) -> bool:
    """Append one line; tell whether the journal held as many lines as was said."""
    row = matches.c
    grown = (
        update(matches)
        .where(row.id == wanted.match, row.lines == wanted.after)
        .values(journal=row.journal + ("\n" + wanted.line), lines=row.lines + 1, changed=time.time())
    )
    return connection.execute(grown).rowcount == 1


def _engine(url: str) -> Engine:
    """Make an engine; SQLite with a write-ahead log that is on disk at every commit."""
    where = make_url(url)
    if where.get_backend_name() != "sqlite":
        return create_engine(where)
    in_memory = where.database in (None, "", ":memory:")
    if in_memory:
        engine = create_engine(where, connect_args={"check_same_thread": False}, poolclass=StaticPool)
    else:
        engine = create_engine(where, connect_args={"timeout": WAIT_SECONDS})
    event.listen(engine, "connect", _set_up_sqlite)
    return engine


def _set_up_sqlite(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "secure_delete=ON", f"busy_timeout={WAIT_SECONDS * 1000}"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
