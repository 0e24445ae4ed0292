"""The database of journals: lines are appended by one writer, which may commit several in one transaction."""

import sqlite3
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Any

import platformdirs
from sqlalchemy import (
    URL,
    Connection,
    Engine,
    Select,
    and_,
    create_engine,
    delete,
    event,
    exists,
    func,
    insert,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, IntegrityError
from sqlalchemy.pool import StaticPool

from lalao.clock import CLOCK, thread_time
from lalao.errors import DatabaseError, NotationError
from lalao.hosting import ConflictError
from lalao.locale import later
from lalao.store import schema as tables
from lalao.store import writers
from lalao.store.lock import AGAIN_SECONDS, Lock
from lalao.store.migrations import migrate
from lalao.store.schema import DAMAGED, Place, file_of, telling
from lalao.store.writers import MOST_GROUPED, Commit, ThreadWriter, Wanted, Writer

UNPLAYED_LINES = 2
"""The most lines in the journal of a match without a move: it was opened, and somebody joined."""
WAIT_SECONDS = 10
"""Seconds to wait for a locked database or a connection."""
IDLE = "-c idle_in_transaction_session_timeout=2s"
"""Setting of PostgreSQL: the transaction of a server that hangs is rolled back, so that others need not wait for it."""
ALIVE = {"keepalives_idle": 2, "keepalives_interval": 1, "keepalives_count": 3, "tcp_user_timeout": 5000}
"""Settings of a connection: one whose other end has vanished is found lost after some seconds."""
IN_MEMORY: tuple[str, ...] = ("secure_delete=ON",)
IN_FILE = ("journal_mode=WAL", "synchronous=FULL")
"""The settings of SQLite by the place of a database; one in memory keeps no log."""
READING = later("stored data cannot be read: {why}")
WRITING = later("the event could not be saved: {why}")
PLAYED = exists().where(tables.lines.c.journal == tables.journals.c.id, tables.lines.c.seq >= UNPLAYED_LINES)
OPENING = later("the database '{url}' cannot be opened: {why}")


def default_url() -> str:
    """Return the URL of the SQLite database in the user's data folder."""
    return f"sqlite:///{platformdirs.user_data_path('lalao', appauthor=False) / 'lalao.sqlite'}"


@dataclass(frozen=True, slots=True)
class ClassRow:
    """A class in a list of classes: its code, when it last changed (seconds since 1970), its title, how many pupils.

    `title` and `pupils` are None where the journal of the class has not been summarised yet.
    """

    code: str
    changed: float
    title: str | None
    pupils: int | None


class Store:
    """A database of journals; all methods are thread-safe, and those that query it raise DatabaseError."""

    def __init__(
        self,
        engine: Engine,
        lock: Lock | None = None,
        writer: Callable[[Commit], Writer] = ThreadWriter,
        committed: Callable[[], object] = lambda: None,
    ) -> None:
        """Take an engine whose tables are up to date and the lock on its file, and start the writer.

        `committed` is called after every commit, in the thread that has written.
        """
        self.engine, self._lock, self._committed = engine, lock, committed
        self._place = Place(engine)
        in_memory = isinstance(engine.pool, StaticPool)
        self._turn: AbstractContextManager[object] = threading.RLock() if in_memory else nullcontext()
        """A database in memory has only one connection: a reader would roll back the writes of another thread."""
        self.day = 0
        """The number of the day on which journals change now: see `count_day`."""
        self.written = 0
        """Lines that were appended since the database was opened, and are on disk."""
        self._writer = writer(self._commit)

    @classmethod
    def open(
        cls,
        url: str,
        address: str = "",
        is_shared: bool = False,
        writer: Callable[[Commit], Writer] = ThreadWriter,
        committed: Callable[[], object] = lambda: None,
        copied: bytes = b"",
    ) -> "Store":
        """Open the database at a URL, after creating it or bringing it up to date.

        A file is locked to the server at `address`, if one is given. A database in memory begins with the data
        `copied` from another. `writer` makes the committer of lines, and `committed` is called after every commit.

        Raises NotationError where the text is not a database URL, or not one that servers can share where it
        `is_shared`; InUseError where another server uses the file, DatabaseError where the database cannot be opened.
        """
        engine, lock = _engine(url), None
        if is_shared and engine.dialect.name != "postgresql":
            raise NotationError(
                "servers cannot share '{text}': write postgresql+psycopg://HOST/NAME after --database", text=engine.url
            )
        with ExitStack() as undoing:
            undoing.callback(engine.dispose)
            try:
                if path := file_of(engine):
                    path.parent.mkdir(parents=True, exist_ok=True)
                    if address:
                        lock = Lock(path, address)
                        undoing.callback(lock.release)
                with telling(OPENING, url=engine.url):
                    if copied:
                        _raw(engine).deserialize(copied)
                    migrate(engine)
            except (OSError, ValueError, sqlite3.Error) as error:
                raise DatabaseError(OPENING, url=engine.url, why=error) from None
            undoing.pop_all()
        store = cls(engine, lock, writer, committed)
        with store.reading() as connection:
            store.day = connection.execute(select(tables.days.c.day)).scalar_one()
        return store

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Provide a connection for reading; raises DatabaseError."""
        self._place.check()
        with self._turn, telling(READING), self.engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Provide a connection in a transaction, committed on leaving; raises DatabaseError after a rollback."""
        self._place.check()
        with self._turn, telling(WRITING), self.engine.begin() as connection:
            yield connection
        self._place.check()
        self._committed()

    def copy(self) -> bytes:
        """Return a copy of a database in memory, for `open`; raises DatabaseError."""
        with self._turn, telling(READING):
            return _raw(self.engine).serialize()

    def create(self, code: str, lines: Sequence[str], classroom: str = "") -> bool:
        """Create a journal, belonging to a class if one is named; return False where the code is in use."""
        return self.create_all({code: lines}, classroom)

    def create_all(self, journals: Mapping[str, Sequence[str]], classroom: str) -> bool:
        """Create several journals of a class; return False, having created none, where one of the codes is in use.

        Raises ConflictError where the class is neither there nor among them: it may have just been erased.
        """
        now = CLOCK.now()
        rows = [
            {"journal": code, "seq": seq, "line": line}
            for code, journal in journals.items()
            for seq, line in enumerate(journal)
        ]
        try:
            with self.writing() as connection:
                if classroom and classroom not in journals:
                    known = tables.journals.c.id
                    if connection.execute(select(known).where(known == classroom).with_for_update()).first() is None:
                        raise ConflictError
                connection.execute(
                    insert(tables.journals),
                    [{"id": code, "changed": now, "classroom": classroom, "day": self.day} for code in journals],
                )
                connection.execute(insert(tables.lines), rows)
        except IntegrityError:
            return False
        return True

    def taken(self, codes: Iterable[str]) -> set[str]:
        """Return the codes among these that are in use."""
        with self.reading() as connection:
            return _taken(connection, codes)

    def classes(self) -> list[ClassRow]:
        """List all classes, the most recently changed first."""
        journals, known = tables.journals.c, tables.classes.c
        wanted = (
            select(journals.id, journals.changed, known.title, known.pupils)
            .outerjoin(tables.classes, known.code == journals.id)
            .where(journals.id == journals.classroom)
            .order_by(journals.changed.desc())
        )
        with self.reading() as connection:
            return [ClassRow(*row) for row in connection.execute(wanted)]

    def classes_with(self, kind: str) -> list[str]:
        """List the codes of the classes in whose journals there is a line of a kind."""
        journals, row = tables.journals.c, tables.lines.c
        wanted = (
            select(journals.id)
            .join(tables.lines, row.journal == journals.id)
            .where(journals.id == journals.classroom, row.line.startswith(f'{{"kind":"{kind}"', autoescape=True))
            .distinct()
        )
        with self.reading() as connection:
            return list(connection.execute(wanted).scalars())

    def summarise(self, code: str, title: str, pupils: int) -> None:
        """Cache the entry of a class in lists; it may lag behind the journal, which is authoritative."""
        with self.writing() as connection:
            connection.execute(SUMMARISE, {"code": code, "title": title, "pupils": pupils})

    def doubt(self, code: str) -> None:
        """Drop the cached title and pupils of a class, so that the next list reads its journal."""
        with self.writing() as connection:
            connection.execute(delete(tables.classes).where(tables.classes.c.code == code))

    def journals(self, classroom: str) -> dict[str, list[str]]:
        """Return the lines of all journals of a class by code: its own and those of its matches."""
        journals, row = tables.journals.c, tables.lines.c
        wanted = (
            select(row.journal, row.line)
            .join(tables.journals, journals.id == row.journal)
            .where(journals.classroom == classroom)
            .order_by(row.journal, row.seq)
        )
        journals_of: dict[str, list[str]] = {}
        with self.reading() as connection:
            for code, line in connection.execute(wanted):
                journals_of.setdefault(code, []).append(_text(line))
        return journals_of

    def erase(self, classroom: str) -> None:
        """Erase a class and its matches; in SQLite their data is overwritten on disk too.

        Where another program reads the file meanwhile, the next `clean` overwrites the rest.
        """
        journals = tables.journals
        mine = journals.c.classroom == classroom
        with self.writing() as connection:
            held = select(journals.c.id).where(mine).order_by(journals.c.id).with_for_update()
            codes = list(connection.execute(held).scalars())
            connection.execute(delete(tables.lines).where(tables.lines.c.journal.in_(codes)))
            connection.execute(delete(tables.classes).where(tables.classes.c.code == classroom))
            connection.execute(delete(journals).where(journals.c.id.in_(codes)))
            writers.send(connection, dict.fromkeys(codes, 0))
        self._empty_log()

    def _empty_log(self) -> None:
        """Write SQLite's log into its file and empty it; where another program reads the file, the next call does.

        SQLite waits for readers, but refuses at once while another thread or program writes the log, too.
        """
        if self.engine.dialect.name != "sqlite":
            return
        until = CLOCK.elapsed() + WAIT_SECONDS
        while not self._is_log_emptied() and CLOCK.elapsed() <= until:
            time.sleep(AGAIN_SECONDS)

    def _is_log_emptied(self) -> bool:
        """Try once to empty the log, and tell whether SQLite has done it."""
        with self.reading() as connection:
            is_busy, *_ = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()
        return not is_busy

    def count(self) -> int:
        """Return the number of matches that belong to no class."""
        wanted = select(func.count()).select_from(tables.journals).where(tables.journals.c.classroom == "")
        with self.reading() as connection:
            return int(connection.execute(wanted).scalar_one())

    def count_day(self, today: date) -> int:
        """Count a day on which a server runs, once for each date; return how many there have been.

        A clock that leaps by years, or is put right, makes this one day more and never several.
        """
        row, text = tables.days.c, today.isoformat()
        with self.writing() as connection:
            connection.execute(update(tables.days).where(row.date != text).values(day=row.day + 1, date=text))
            self.day = connection.execute(select(row.day)).scalar_one()
        return self.day

    def clean(self, before: int, unplayed: int, spared: Collection[str]) -> int:
        """Erase the matches of no class that last changed before the day `before`; return how many.

        Matches without a move are erased if they last changed before the day `unplayed`. Days are numbered by
        `count_day`. The codes in `spared` are kept.
        """
        journals = tables.journals.c
        old = or_(journals.day < before, and_(journals.day < unplayed, ~PLAYED))
        erased = self._erase_matches(select(journals.id).where(journals.classroom == "", old), spared)
        self._empty_log()
        return erased

    def thin_out(self, count: int, spared: Collection[str]) -> int:
        """Erase `count` matches of no class, those without a move first, then the least recently played.

        The codes in `spared` are kept; returns how many were erased.
        """
        journals = tables.journals.c
        oldest = select(journals.id).where(journals.classroom == "").order_by(PLAYED, journals.day, journals.changed)
        return self._erase_matches(oldest, spared, count)

    def _erase_matches(self, wanted: Select[str], spared: Collection[str], most: int | None = None) -> int:
        """Erase the matches that a query finds, in its order, but for those in `spared`; return how many.

        A match that another server is writing to stays.
        """
        erased = 0
        with self.writing() as connection:
            codes = [code for code in connection.execute(wanted).scalars() if code not in spared][:most]
            for begin in range(0, len(codes), MOST_GROUPED):
                some = _locked(connection, codes[begin : begin + MOST_GROUPED])
                erased += len(some)
                connection.execute(delete(tables.lines).where(tables.lines.c.journal.in_(some)))
                connection.execute(delete(tables.journals).where(tables.journals.c.id.in_(some)))
        return erased

    def lines(self, code: str, after: int = 0) -> list[str] | None:
        """Return the lines of a journal but for the first `after`, or None where there are none."""
        row = tables.lines.c
        wanted = select(row.line).where(row.journal == code, row.seq >= after).order_by(row.seq)
        with self.reading() as connection:
            lines = [_text(line) for line in connection.execute(wanted).scalars()]
        return lines or None

    def append(self, code: str, after: int, line: str) -> "Future[float]":
        """Append a line to a journal that holds `after` lines; the future is resolved once it is on disk.

        Its result is the processor time in seconds that writing took. The future raises ConflictError where the journal
        holds another number of lines, DatabaseError where writing fails; nothing is written then.
        """
        wanted = Wanted(code, after, line)
        self._writer.put(wanted)
        return wanted.done

    @contextmanager
    def listening(self, grown: Callable[[str, int], object], missed: Callable[[], object]) -> Iterator[None]:
        """Report the entries of other servers on the database, as `lalao.store.writers` does; SQLite has no others."""
        listener = writers.Listener(self.engine, grown, missed) if self.is_shared else None
        try:
            yield
        finally:
            if listener:
                listener.close()

    @property
    def is_shared(self) -> bool:
        """Whether other servers may append to the journals."""
        return self.engine.dialect.name == "postgresql"

    def close(self) -> None:
        """Write the queued lines, stop the writer and close the database."""
        self._writer.close()
        self.engine.dispose()
        if self._lock:
            self._lock.release()

    def _commit(self, group: list[Wanted]) -> list[Wanted]:
        """Write a group in one transaction; resolve its futures only after the commit.

        Returns the lines for journals in which another server is writing: it may hang, and others need not wait.
        """
        if not group:
            return []
        begun = thread_time()
        codes, written = {wanted.journal for wanted in group}, set[Wanted]()
        try:
            with self.writing() as connection:
                locked = _locked(connection, codes) if self.is_shared else codes
                busy = _taken(connection, codes - locked) if locked < codes else set()
                for wanted in group:
                    if wanted.journal in locked and _append(connection, wanted, self.day):
                        written.add(wanted)
                writers.send(connection, {wanted.journal: wanted.after + 1 for wanted in written})
        except DatabaseError as error:
            for wanted in group:
                wanted.done.set_exception(error)
            return []
        self.written += len(written)
        seconds = (thread_time() - begun) / len(group)
        for wanted in group:
            if wanted in written:
                wanted.done.set_result(seconds)
            elif wanted.journal not in busy:
                wanted.done.set_exception(ConflictError(f"{wanted.journal} does not hold {wanted.after} lines"))
        return [wanted for wanted in group if wanted.journal in busy]


def _text(line: object) -> str:
    """Return a line read from the database.

    Raises DatabaseError where it is not text, as happens in a damaged database.
    """
    if not isinstance(line, str):
        raise DatabaseError(READING, why=DAMAGED)
    return line


SUMMARISE = text(
    "INSERT INTO classes (code, title, pupils) VALUES (:code, :title, :pupils) "
    "ON CONFLICT (code) DO UPDATE SET title = excluded.title, pupils = excluded.pupils"
)
APPEND = text(
    "INSERT INTO lines (journal, seq, line) SELECT journal, seq + 1, CAST(:line AS TEXT) FROM lines "
    "WHERE journal = :journal AND seq = :last ON CONFLICT DO NOTHING"
)
"""Appends a line after line `:last`; writes nothing where that line is missing or not the last."""


def _append(connection: Connection, wanted: Wanted, day: int) -> bool:
    """Append one line on a day; return False where the journal does not hold the expected number of lines."""
    row = {"journal": wanted.journal, "last": wanted.after - 1, "line": wanted.line}
    if connection.execute(APPEND, row).rowcount != 1:
        return False
    journals = tables.journals
    changed = {"changed": CLOCK.now(), "day": day}
    connection.execute(update(journals).where(journals.c.id == wanted.journal).values(changed))
    return True


def _taken(connection: Connection, codes: Iterable[str]) -> set[str]:
    """Return the codes among these that are in use."""
    column = tables.journals.c.id
    return set(connection.execute(select(column).where(column.in_(list(codes)))).scalars())


def _locked(connection: Connection, codes: Iterable[str]) -> set[str]:
    """Lock journals until the transaction ends; return which, all but those that another server has locked."""
    column = tables.journals.c.id
    wanted = select(column).where(column.in_(list(codes))).with_for_update(skip_locked=True)
    return set(connection.execute(wanted).scalars())


def _engine(url: str) -> Engine:
    """Return an engine for a URL; in a file, SQLite uses a write-ahead log that is synced at every commit.

    Raises NotationError where the text is not a database URL.
    """
    refusal = NotationError(
        "'{text}' is not a database: write sqlite:///FILE or postgresql+psycopg://HOST/NAME", text=url
    )
    try:
        where = make_url(url)
        backend = where.get_backend_name()
    except (ArgumentError, ValueError):
        raise refusal from None
    if backend == "postgresql" and where.get_driver_name() == "psycopg":
        return _server(where)
    if where.drivername not in ("sqlite", "sqlite+pysqlite"):
        raise refusal
    try:
        if where.database in (None, "", ":memory:"):
            engine = create_engine(where, connect_args={"check_same_thread": False}, poolclass=StaticPool)
            pragmas = IN_MEMORY
        else:
            engine = create_engine(where, connect_args={"timeout": WAIT_SECONDS})
            pragmas = (*IN_MEMORY, *IN_FILE, f"busy_timeout={WAIT_SECONDS * 1000}")
    except (ArgumentError, ValueError):
        raise refusal from None
    event.listen(engine, "connect", partial(_set_up_sqlite, pragmas))
    return engine


def _server(where: URL) -> Engine:
    """Return an engine for PostgreSQL, which tests each connection before use, as the server may have been restarted.

    Raises NotationError where the driver is not installed.
    """
    settings = {"connect_timeout": WAIT_SECONDS, "options": f"{where.query.get('options', '')} {IDLE}".strip()}
    try:
        return create_engine(where, pool_pre_ping=True, connect_args=settings | ALIVE)
    except ImportError:
        raise NotationError("'{text}' needs a driver: install lalao[postgres]", text=where) from None


def _set_up_sqlite(pragmas: Iterable[str], connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for pragma in pragmas:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _raw(engine: Engine) -> sqlite3.Connection:
    """Return the only connection to a database in memory, as its driver has it."""
    with engine.connect() as connection:
        raw = connection.connection.driver_connection
    assert isinstance(raw, sqlite3.Connection)
    return raw
