"""What is kept: journals grow line by line, nothing is lost or written twice."""

import sqlite3
import threading
from concurrent.futures import Future
from pathlib import Path

import pytest

from lalao.errors import FileError, NotationError
from lalao.store import ConflictError, Store, default_url


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'a' / 'lalao.sqlite'}"


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


def test_sqlite_writes_to_disk_at_every_commit(url: str) -> None:
    store = Store.open(url)
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    store.close()


def test_the_tables_say_which_migration_made_them(url: str) -> None:
    Store.open(url).close()
    with sqlite3.connect(url.removeprefix("sqlite:///")) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [("0001",)]
    connection.close()


def test_the_tables_are_those_of_the_schema(url: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from lalao.store.schema import metadata

    store = Store.open(url)
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
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
