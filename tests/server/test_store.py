"""The store: journals grow line by line, and nothing is lost or written twice."""

import sqlite3
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from datetime import date
from pathlib import Path

import pytest
from sqlalchemy import create_engine, inspect
from sqlalchemy.exc import DBAPIError

from lalao.errors import DatabaseError, FileError, NotationError
from lalao.hosting import ConflictError
from lalao.store import Store, default_url
from lalao.store.journal import _append, _locked
from lalao.store.writers import DirectWriter, Wanted
from tests.patience import SECONDS


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.slow)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'a' / 'lalao.sqlite'}"
        return
    yield request.getfixturevalue("postgres")
    engine = create_engine(request.getfixturevalue("postgres"))
    with engine.begin() as connection:
        connection.exec_driver_sql("DROP TABLE days, journals, lines, classes, alembic_version")
    engine.dispose()


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    with closing(Store.open(url)) as opened:
        yield opened


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'lalao.sqlite'}"


def test_what_is_appended_is_there_after_opening_again(url: str) -> None:
    store = Store.open(url)
    assert store.create("ABCD", ["one"])
    assert not store.create("ABCD", ["another"])
    store.append("ABCD", 1, "two").result(10)
    store.append("ABCD", 2, "three").result(10)
    store.close()
    again = Store.open(url)
    assert again.lines("ABCD") == ["one", "two", "three"]
    assert again.lines("XXXX") is None
    again.close()


def test_a_line_that_does_not_follow_is_not_written(store: Store) -> None:
    store.create("ABCD", ["one"])
    with pytest.raises(ConflictError):
        store.append("ABCD", 2, "three").result(10)
    with pytest.raises(ConflictError):
        store.append("NONE", 1, "two").result(10)
    assert store.lines("ABCD") == ["one"]


def test_a_class_is_listed_and_erased_with_its_matches(store: Store) -> None:
    assert store.create("CLAS", ["Zo\u00e9 and others"], "CLAS")
    assert store.create("ROOM", ["hers"], "CLAS")
    assert store.create("FREE", ["theirs"])
    assert not store.create_all({"NEWA": ["one"], "ROOM": ["two"]}, "NEWA"), "all or nothing"
    assert store.lines("NEWA") is None
    assert [row.code for row in store.classes()] == ["CLAS"]
    assert store.journals("CLAS") == {"CLAS": ["Zo\u00e9 and others"], "ROOM": ["hers"]}
    store.erase("CLAS")
    with pytest.raises(ConflictError):  # as a server does that has not heard of it yet
        store.create("LATE", ["hers"], "CLAS")
    assert (store.journals("CLAS"), store.classes()) == ({}, [])
    assert store.lines("FREE") == ["theirs"]
    assert store.create("CLAS", ["again"], "CLAS")


def holding(folder: Path, name: str) -> list[str]:
    """List the files of a folder that hold a name."""
    return sorted(path.name for path in folder.iterdir() if name.encode() in path.read_bytes())


def test_what_is_erased_is_on_the_disk_no_more(tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path / 'lalao.sqlite'}")
    store.create("CLAS", ["a pupil called Rasoanaivo"], "CLAS")
    assert holding(tmp_path, "Rasoanaivo")
    store.erase("CLAS")
    assert holding(tmp_path, "Rasoanaivo") == []
    store.close()


def test_what_is_erased_while_another_program_reads_goes_at_the_next_cleaning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lalao.store.journal.WAIT_SECONDS", 0)
    store = Store.open(f"sqlite:///{tmp_path / 'lalao.sqlite'}")
    store.create("CLAS", ["Rasoanaivo"], "CLAS")
    with closing(sqlite3.connect(tmp_path / "lalao.sqlite")) as reader:
        reader.execute("BEGIN")
        assert reader.execute("SELECT line FROM lines").fetchall() == [("Rasoanaivo",)]
        store.erase("CLAS")
        assert holding(tmp_path, "Rasoanaivo") == ["lalao.sqlite-wal"]
    store.clean(0, 0, ())
    assert holding(tmp_path, "Rasoanaivo") == []
    store.close()


def test_what_is_erased_while_the_log_is_written_elsewhere_is_on_the_disk_no_more(tmp_path: Path) -> None:
    """SQLite refuses at once to empty a log that somebody else writes, as the server's own threads may."""
    store, over = Store.open(f"sqlite:///{tmp_path / 'lalao.sqlite'}"), threading.Event()

    def write_the_log() -> None:
        with closing(sqlite3.connect(tmp_path / "lalao.sqlite", timeout=SECONDS)) as other:
            while not over.is_set():
                other.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()

    threads = [threading.Thread(target=write_the_log) for _ in range(3)]
    for thread in threads:
        thread.start()
    try:
        for number in range(60):
            store.create("CLAS", [f"Rasoanaivo {number}"], "CLAS")
            store.erase("CLAS")
            assert holding(tmp_path, "Rasoanaivo") == []
    finally:
        over.set()
        for thread in threads:
            thread.join()
        store.close()


def test_many_at_once_are_all_written_in_order(store: Store) -> None:
    names = [f"M{number}" for number in range(20)]
    for name in names:
        store.create(name, ["0"])
    waiting: list[Future[float]] = []

    def grow(name: str) -> None:
        waiting.extend(store.append(name, number, str(number)) for number in range(1, 30))

    threads = [threading.Thread(target=grow, args=(name,)) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for future in waiting:
        future.result(20)
    expected = [str(number) for number in range(30)]
    assert all(store.lines(name) == expected for name in names)


def test_one_of_two_writers_of_the_same_line_is_refused(store: Store) -> None:
    store.create("ABCD", ["one"])
    both = [store.append("ABCD", 1, text) for text in ("mine", "yours")]
    refused = [future.exception(10) for future in both]
    assert [type(error) for error in refused].count(ConflictError) == 1


def test_sqlite_writes_to_disk_at_every_commit(sqlite_url: str) -> None:
    store = Store.open(sqlite_url)
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    store.close()


def test_a_database_in_memory_keeps_no_log() -> None:
    with closing(Store.open("sqlite://")) as store, store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "memory"
        assert connection.exec_driver_sql("PRAGMA secure_delete").scalar() == 1


def test_a_line_may_be_written_at_once(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    commits: list[None] = []
    monkeypatch.setattr(threading.Thread, "start", None)  # nothing may need a thread
    with closing(Store.open(url, writer=DirectWriter, committed=lambda: commits.append(None))) as store:
        assert store.create("ABCD", ["one"])
        assert not store.create("ABCD", ["another"])
        assert store.append("ABCD", 1, "two").done()
        assert isinstance(store.append("ABCD", 1, "three").exception(0), ConflictError)
        assert store.append("ABCD", 2, "three").exception(0) is None
        assert store.lines("ABCD") == ["one", "two", "three"]
    assert len(commits) == 4, "one a transaction, and none for the journal that was there"


def test_a_writer_in_a_thread_tells_of_its_commits(url: str) -> None:
    commits: list[str] = []
    with closing(Store.open(url, committed=lambda: commits.append(threading.current_thread().name))) as store:
        store.create("ABCD", ["one"])
        store.append("ABCD", 1, "two").result(10)
    assert commits == [threading.current_thread().name, "lalao-store"]


def test_a_database_in_memory_goes_on_from_a_copy() -> None:
    with closing(Store.open("sqlite://")) as store:
        store.create("ABCD", ["one"])
        copy = store.copy()
        store.append("ABCD", 1, "two").result(10)
    with closing(Store.open("sqlite://", copied=copy)) as again:
        assert again.lines("ABCD") == ["one"]
        again.append("ABCD", 1, "another").result(10)
        assert again.lines("ABCD") == ["one", "another"]
    with pytest.raises(DatabaseError, match="damaged"):
        Store.open("sqlite://", copied=copy[:100] + bytes(len(copy) - 100))


def test_the_tables_say_which_migration_made_them(sqlite_url: str) -> None:
    Store.open(sqlite_url).close()
    with sqlite3.connect(sqlite_url.removeprefix("sqlite:///")) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [("0006",)]
    connection.close()


def made(store: Store) -> set[tuple[object, ...]]:
    """Return the columns and the indices of every table of a store."""
    found = inspect(store.engine)
    columns = {
        (table, column["name"], str(column["type"]), column["nullable"], str(column["default"]).strip("'"))
        for table in found.get_table_names()
        for column in found.get_columns(table)
    }
    keys = {(table, *found.get_pk_constraint(table)["constrained_columns"]) for table in found.get_table_names()}
    indices = {
        (table, index["name"], *index["column_names"])
        for table in found.get_table_names()
        for index in found.get_indexes(table)
    }
    return columns | keys | indices


def test_a_new_database_has_the_tables_that_the_migrations_make(store: Store) -> None:
    from alembic import command
    from alembic.autogenerate import compare_metadata
    from alembic.config import Config
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory

    from lalao.store import migrations
    from lalao.store.schema import metadata

    new = made(store)
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    assert ScriptDirectory.from_config(config).get_current_head() == migrations.HEAD
    with store.engine.begin() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        metadata.drop_all(connection)
        connection.exec_driver_sql("DROP TABLE alembic_version")
    with store.engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    assert made(store) == new


def test_a_database_is_made_whole_or_not_at_all(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lalao.store.migrations.HEAD", "'")  # the last line cannot be written
    with pytest.raises(DatabaseError):
        Store.open(url)
    monkeypatch.undo()
    Store.open(url).close()


def test_what_cannot_be_kept_is_told(sqlite_url: str) -> None:
    store = Store.open(sqlite_url)
    store.create("ABCD", ["one"])
    with store.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE lines RENAME TO away")
    with pytest.raises(FileError, match="could not be saved: no such table"):
        store.append("ABCD", 1, "two").result(10)
    with store.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE away RENAME TO lines")
    store.append("ABCD", 1, "two").result(10)
    assert store.lines("ABCD") == ["one", "two"]
    store.close()


@pytest.mark.parametrize(
    "text",
    [
        *("", "nonsense", "mystery://here/x", "mysql://h/n", "postgres://here/x", "postgresql+pg8000://here/x"),
        *("postgresql://h:xx/", "postgresql://[::1", "sqlite+aiosqlite:///x", "sqlite:///x?timeout=abc"),
    ],
)
def test_what_is_no_database_is_refused(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        Store.open(text)
    wanted = "write sqlite:///FILE or postgresql+psycopg://HOST/NAME"
    assert str(caught.value) == f"'{text}' is not a database: {wanted}"


def test_a_driver_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(NotationError) as caught:
        Store.open("postgresql+psycopg://here/x")
    assert str(caught.value) == "'postgresql+psycopg://here/x' needs a driver: install lalao[postgres]"


def test_the_driver_of_sqlite_may_be_named(tmp_path: Path) -> None:
    store = Store.open(f"sqlite+pysqlite:///{tmp_path / 'x.sqlite'}")
    assert store.create("ABCD", ["one"])
    store.close()


def test_a_database_that_cannot_be_opened_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("this is not a database, and long enough to be seen not to be one" * 9)
    for file, why in (
        ("file", "the database is damaged: restore a copy, .*"),
        ("file/below", ".*file'"),
    ):
        url = f"sqlite:///{tmp_path / file}"
        with pytest.raises(FileError, match=f"^the database '{url}' cannot be opened: {why}$"):
            Store.open(url)


def test_the_usual_database_is_in_the_users_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_url() == f"sqlite:///{tmp_path / 'lalao' / 'lalao.sqlite'}"


def test_the_folders_of_a_database_are_made(tmp_path: Path) -> None:
    for _ in range(2):
        Store.open(f"sqlite:///{tmp_path / 'a' / 'b' / 'lalao.sqlite'}").close()


def test_lines_and_matches_are_counted(store: Store) -> None:
    store.create("CLAS", ["founded"], "CLAS")
    store.create("ROOM", ["hers"], "CLAS")
    for number in range(3):
        store.create(f"FRE{number}", ["opened"])
    assert (store.count(), store.written) == (3, 0)
    store.append("FRE0", 1, "joined").result(10)
    store.append("FRE1", 1, "joined").result(10)
    assert (store.count(), store.written) == (3, 2)
    assert store.taken(["ROOM", "FRE1", "NONE"]) == {"ROOM", "FRE1"}


def test_classes_are_listed_by_their_last_change(url: str) -> None:
    store, begun = Store.open(url), time.time()
    for code in ("ONEX", "TWOX", "SIXX"):
        store.create(code, ["founded"], code)
        time.sleep(0.01)
    assert [row.code for row in store.classes()] == ["SIXX", "TWOX", "ONEX"]
    store.append("TWOX", 1, "taught").result(10)
    assert [row.code for row in store.classes()] == ["TWOX", "SIXX", "ONEX"]
    changed = [row.changed for row in store.classes()]
    assert begun <= min(changed) <= max(changed) <= time.time()
    store.close()


def test_the_journals_of_a_class_keep_the_order_of_their_lines(store: Store) -> None:
    store.create("CLAS", ["b0"], "CLAS")
    store.create("ROOM", ["a0"], "CLAS")
    for number in range(1, 12):
        for code, letter in (("ROOM", "a"), ("CLAS", "b")):
            store.append(code, number, f"{letter}{number}").result(10)
    assert store.journals("CLAS") == {
        code: [f"{letter}{number}" for number in range(12)] for code, letter in (("ROOM", "a"), ("CLAS", "b"))
    }


def test_old_matches_of_no_class_are_erased(store: Store) -> None:
    before = store.count_day(date(2026, 1, 1))
    store.create("CLAS", ["founded", "taught"], "CLAS")
    for code in ("PLAY", "SPAR"):
        store.create(code, ["opened", "joined", "d2-e3A"])
    store.create("OPEN", ["opened", "joined"])
    after = store.count_day(date(2026, 1, 2))
    assert store.clean(before, before, ()) == 0
    assert store.clean(before, after, ("OPEN",)) == 0
    assert store.clean(before, after, ()) == 1
    assert (store.lines("OPEN"), store.count()) == (None, 2)
    assert store.clean(after, before, {"SPAR"}) == 1
    assert (store.lines("PLAY"), store.lines("SPAR")) == (None, ["opened", "joined", "d2-e3A"])
    assert store.lines("CLAS") == ["founded", "taught"]


def test_a_day_is_counted_once_and_a_leap_of_the_clock_is_one_day(url: str) -> None:
    store = Store.open(url)
    assert store.day == 0
    days = [date(2023, 5, 1), date(2023, 5, 1), date(2026, 5, 1), date(1970, 1, 1), date(1970, 1, 1), date(1970, 1, 2)]
    assert [store.count_day(each) for each in days] == [1, 1, 2, 3, 3, 4]
    store.close()
    again = Store.open(url)
    assert (again.day, again.count_day(date(1970, 1, 2))) == (4, 4)
    again.close()


def test_the_least_recently_played_go_first(store: Store) -> None:
    store.create("CLAS", ["founded"], "CLAS")
    for number, code in enumerate(("OLDE", "EMPT", "SPAR", "LATE", "NEXT")):
        store.count_day(date(2026, 1, 1 + number))
        store.create(code, ["opened", "joined", "moved"][: 2 if code == "EMPT" else 3])
    store.append("OLDE", 3, "moved").result(10)
    assert store.thin_out(2, {"SPAR"}) == 2
    assert store.taken(["OLDE", "EMPT", "SPAR", "LATE", "NEXT", "CLAS"]) == {"OLDE", "SPAR", "NEXT", "CLAS"}
    assert store.thin_out(9, {"SPAR"}) == 2


def test_many_old_matches_are_erased_a_few_at_a_time(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lalao.store.journal.MOST_GROUPED", 2)
    for number in range(7):
        store.create(f"FRE{number}", ["opened", "joined"])
    assert store.clean(store.day + 1, 0, {"FRE3"}) == 6
    assert store.count() == 1


def test_lines_after_a_gap_or_of_nobody_are_refused(store: Store) -> None:
    store.create("ABCD", ["one"])
    for code, after in (("ABCD", 0), ("ABCD", 2), ("ABCD", -1), ("WXYZ", 0), ("WXYZ", 1)):
        refused = store.append(code, after, "more").exception(10)
        assert isinstance(refused, ConflictError)
        assert str(refused) == f"{code} does not hold {after} lines"
    assert (store.lines("ABCD"), store.lines("WXYZ")) == (["one"], None)


def test_a_list_of_classes_shows_what_was_last_kept_of_each(store: Store) -> None:
    store.create("CLAS", ["founded"], "CLAS")
    [row] = store.classes()
    assert (row.title, row.pupils) == (None, None)
    for pupils in (1, 2):
        store.summarise("CLAS", "CM1", pupils)
    [row] = store.classes()
    assert (row.code, row.title, row.pupils) == ("CLAS", "CM1", 2)
    store.create("OTHR", ["founded"], "OTHR")
    store.summarise("OTHR", "CP", 9)
    store.doubt("CLAS")
    assert {row.code: row.title for row in store.classes()} == {"CLAS": None, "OTHR": "CP"}
    store.erase("OTHR")
    store.summarise("CLAS", "CM1", 2)
    store.erase("CLAS")
    assert store.classes() == []
    store.create("CLAS", ["founded"], "CLAS")
    assert store.classes()[0].title is None, "what is erased does not come back"


def test_an_old_journal_is_read_by_the_line(sqlite_url: str) -> None:
    from alembic import command
    from alembic.config import Config

    from lalao.store import migrations

    journals = {"CLAS": ["founded", "", "taught"], "FREE": ["opened"]}
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    engine = create_engine(sqlite_url)
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0002")
        for code, lines in journals.items():
            row = code, len(lines), "\n".join(lines), 1.0, code if code == "CLAS" else ""
            connection.exec_driver_sql("INSERT INTO matches VALUES (?, ?, ?, ?, ?)", row)
    engine.dispose()
    store = Store.open(sqlite_url)
    assert {code: store.lines(code) for code in journals} == journals
    assert [row.code for row in store.classes()] == ["CLAS"]
    store.close()


def test_a_database_in_memory_loses_nothing_to_who_reads() -> None:
    store, over = Store.open("sqlite://"), threading.Event()
    store.create("ABCD", ["0"])

    def read() -> None:
        while not over.is_set():
            store.lines("ABCD")

    readers = [threading.Thread(target=read) for _ in range(2)]
    for reader in readers:
        reader.start()
    try:
        for number in range(1, 200):
            store.append("ABCD", number, str(number)).result(10)
        assert store.lines("ABCD") == [str(number) for number in range(200)]
    finally:
        over.set()
        for reader in readers:
            reader.join()
    store.close()


@pytest.fixture
def shared(postgres: str) -> Iterator[tuple[Store, Store]]:
    with closing(Store.open(postgres)) as one, closing(Store.open(postgres)) as two:
        yield one, two
        with one.engine.begin() as connection:
            connection.exec_driver_sql("DROP TABLE days, journals, lines, classes, alembic_version")


@pytest.mark.slow
def test_two_servers_summarise_a_class_at_once(shared: tuple[Store, Store]) -> None:
    """A row that was deleted and inserted anew refused the second one with an IntegrityError, which nobody caught."""
    together = threading.Barrier(2, timeout=SECONDS / 4)

    def summarise(store: Store) -> None:
        for count in range(50):
            together.wait()
            store.summarise("CLAS", "CM1", count)

    with ThreadPoolExecutor() as threads:
        assert [*threads.map(summarise, shared)] == [None, None]


@pytest.mark.slow
def test_a_server_that_hangs_while_it_writes_holds_up_no_other_journal(shared: tuple[Store, Store]) -> None:
    """The line for the journal that it holds waits, and nothing else; PostgreSQL ends its transaction after 2 s."""
    one, two = shared
    for code in ("ABCD", "EFGH"):
        one.create(code, ["one"])
    began = time.monotonic()
    with suppress(DBAPIError), one.engine.begin() as hanging:
        assert _locked(hanging, ["ABCD"]) == {"ABCD"}
        assert _append(hanging, Wanted("ABCD", 1, "never"), 0)
        held = two.append("ABCD", 1, "two")
        two.append("EFGH", 1, "two").result(1.5)
        assert time.monotonic() - began < 1.5
        assert two.clean(1, 0, []) == 1, "what is being written is not erased"
        with pytest.raises(ConflictError):
            two.append("EFGH", 2, "three").result(1.5)
        assert not held.done()
        held.result(SECONDS)
    assert one.lines("ABCD") == ["one", "two"]


@pytest.mark.slow
def test_servers_that_append_at_once_are_one_after_the_other(shared: tuple[Store, Store]) -> None:
    """Each line follows the last one, whoever appends it, and every server is told of every line."""
    told: list[list[tuple[str, int]]] = [[], []]
    heard = threading.Event()
    shared[0].create("ABCD", ["0"])

    def append(store: Store) -> int:
        written = 0
        for length in range(1, 101):
            with suppress(ConflictError):
                store.append("ABCD", length, str(length)).result(SECONDS)
                written += 1
        return written

    with ExitStack() as listening, ThreadPoolExecutor() as threads:
        for store, lengths in zip(shared, told, strict=True):
            listening.enter_context(store.listening(lambda *each, to=lengths: to.append(each), heard.set))
        assert heard.wait(SECONDS)
        counts = [*threads.map(append, shared)]
        end = time.monotonic() + SECONDS
        while not all(("ABCD", len(shared[0].lines("ABCD") or [])) in lengths for lengths in told):
            assert time.monotonic() < end
            time.sleep(0.01)
    lines = shared[0].lines("ABCD") or []
    assert lines == [str(number) for number in range(len(lines))]
    assert sum(counts) == len(lines) - 1


@pytest.mark.slow
def test_a_listener_that_was_cut_off_says_that_it_has_missed_something(shared: tuple[Store, Store]) -> None:
    missed, told = threading.Semaphore(0), threading.Event()
    one, two = shared
    one.create("ABCD", ["0"])
    with two.listening(lambda *_: told.set(), missed.release):
        assert missed.acquire(timeout=SECONDS)
        with one.engine.begin() as connection:
            cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN lalao'"
            connection.exec_driver_sql(cut)
        assert missed.acquire(timeout=SECONDS)
        one.append("ABCD", 1, "1").result(SECONDS)
        assert told.wait(SECONDS)
