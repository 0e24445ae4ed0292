"""The store: journals grow line by line, and nothing is lost or written twice."""

import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from lalao.errors import FileError, NotationError
from lalao.hosting import ConflictError
from lalao.store import Store, default_url


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.slow)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'a' / 'lalao.sqlite'}"
        return
    yield request.getfixturevalue("postgres")
    engine = create_engine(request.getfixturevalue("postgres"))
    with engine.begin() as connection:
        connection.exec_driver_sql("DROP TABLE journals, lines, classes, servers, leases, alembic_version")
    engine.dispose()


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


def test_a_line_that_does_not_follow_is_not_written(url: str) -> None:
    store = Store.open(url)
    store.create("ABCD", ["one"])
    with pytest.raises(ConflictError):
        store.append("ABCD", 2, "three").result(10)
    with pytest.raises(ConflictError):
        store.append("NONE", 1, "two").result(10)
    assert store.lines("ABCD") == ["one"]
    store.close()


def test_a_class_is_listed_and_erased_with_its_matches(url: str) -> None:
    store = Store.open(url)
    assert store.create("CLAS", ["Zo\u00e9 and others"], "CLAS")
    assert store.create("ROOM", ["hers"], "CLAS")
    assert store.create("FREE", ["theirs"])
    assert not store.create_all({"NEWA": ["one"], "ROOM": ["two"]}, "NEWA"), "all or nothing"
    assert store.lines("NEWA") is None
    assert [row.code for row in store.classes()] == ["CLAS"]
    assert store.journals("CLAS") == {"CLAS": ["Zo\u00e9 and others"], "ROOM": ["hers"]}
    store.erase("CLAS")
    assert (store.journals("CLAS"), store.classes()) == ({}, [])
    assert store.lines("FREE") == ["theirs"]
    assert store.create("CLAS", ["again"], "CLAS")
    store.close()


def test_what_is_erased_is_on_the_disk_no_more(tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path / 'lalao.sqlite'}")
    store.create("CLAS", ["a pupil called Rasoanaivo"], "CLAS")
    held = [path for path in tmp_path.iterdir() if b"Rasoanaivo" in path.read_bytes()]
    assert held
    store.erase("CLAS")
    assert not [path for path in tmp_path.iterdir() if b"Rasoanaivo" in path.read_bytes()]
    store.close()


def test_many_at_once_are_all_written_in_order(url: str) -> None:
    store = Store.open(url)
    names = [f"M{number}" for number in range(20)]
    for name in names:
        store.create(name, ["0"])
    waiting: list[Future[None]] = []

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
    store.close()


def test_one_of_two_writers_of_the_same_line_is_refused(url: str) -> None:
    store = Store.open(url)
    store.create("ABCD", ["one"])
    both = [store.append("ABCD", 1, text) for text in ("mine", "yours")]
    refused = [future.exception(10) for future in both]
    assert [type(error) for error in refused].count(ConflictError) == 1
    store.close()


def test_sqlite_writes_to_disk_at_every_commit(sqlite_url: str) -> None:
    store = Store.open(sqlite_url)
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    store.close()


def test_the_tables_say_which_migration_made_them(sqlite_url: str) -> None:
    Store.open(sqlite_url).close()
    with sqlite3.connect(sqlite_url.removeprefix("sqlite:///")) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [("0004",)]
    connection.close()


def test_the_tables_are_those_of_the_schema(url: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from lalao.store.schema import metadata

    store = Store.open(url)
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    store.close()


def test_what_cannot_be_kept_is_told(sqlite_url: str) -> None:
    store = Store.open(sqlite_url)
    store.create("ABCD", ["one"])
    with store.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE lines RENAME TO away")
    with pytest.raises(FileError, match="could not be kept: no such table"):
        store.append("ABCD", 1, "two").result(10)
    with store.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE away RENAME TO lines")
    store.append("ABCD", 1, "two").result(10)
    assert store.lines("ABCD") == ["one", "two"]
    store.close()


@pytest.mark.parametrize("text", ["nonsense", "mystery://here/x"])
def test_what_is_no_database_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is not a database"):
        Store.open(text)


def test_a_database_that_cannot_be_opened_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("this is not a database, and long enough to be seen not to be one" * 9)
    with pytest.raises(FileError, match="cannot be opened"):
        Store.open(f"sqlite:///{tmp_path / 'file'}")
    with pytest.raises(FileError, match="cannot be opened"):
        Store.open(f"sqlite:///{tmp_path / 'file' / 'below'}")


def test_the_usual_database_is_in_the_users_folder() -> None:
    assert default_url().startswith("sqlite:///")
    assert default_url().endswith("lalao.sqlite")


def test_lines_after_a_gap_or_of_nobody_are_refused(url: str) -> None:
    store = Store.open(url)
    store.create("ABCD", ["one"])
    for code, after in (("ABCD", 0), ("ABCD", 2), ("ABCD", -1), ("WXYZ", 0), ("WXYZ", 1)):
        assert isinstance(store.append(code, after, "more").exception(10), ConflictError)
    assert (store.lines("ABCD"), store.lines("WXYZ")) == (["one"], None)
    store.close()


def test_a_list_of_classes_shows_what_was_last_kept_of_each(url: str) -> None:
    store = Store.open(url)
    store.create("CLAS", ["founded"], "CLAS")
    [row] = store.classes()
    assert (row.title, row.pupils) == (None, None)
    for pupils in (1, 2):
        store.summarise("CLAS", "CM1", pupils)
    [row] = store.classes()
    assert (row.code, row.title, row.pupils) == ("CLAS", "CM1", 2)
    store.erase("CLAS")
    assert store.classes() == []
    store.create("CLAS", ["founded"], "CLAS")
    assert store.classes()[0].title is None, "what is erased does not come back"
    store.close()


def test_an_old_journal_comes_back_where_the_migration_is_undone(sqlite_url: str) -> None:
    from alembic import command
    from alembic.config import Config

    from lalao.store import migrations

    store = Store.open(sqlite_url)
    store.create("CLAS", ["founded", "", "taught"], "CLAS")
    store.create("FREE", ["opened"])
    expected = {code: store.lines(code) for code in ("CLAS", "FREE")}
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    with store.engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "0002")
        assert connection.exec_driver_sql("SELECT lines FROM matches ORDER BY id").scalars().all() == [3, 1]
    store.close()
    again = Store.open(sqlite_url)
    assert {code: again.lines(code) for code in expected} == expected
    assert [row.code for row in again.classes()] == ["CLAS"]
    again.close()


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
