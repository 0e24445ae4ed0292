"""Database trouble: locked, full, damaged, gone, newer than us; one sentence each, and then it goes on."""

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, event

from lalao.errors import DatabaseError
from lalao.store import Store
from lalao.store.schema import DAMAGED, FULL, LOCKED, Place, why
from lalao.web.app import make_app
from lalao.web.rooms import messages as m
from lalao.web.rooms.lobby import Lobby
from lalao.web.work.engines import EnginePool
from tests.asking import ask
from tests.schooling import TEACHER
from tests.shell import run_lalao


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "lalao.sqlite"


@pytest.fixture
def store(file: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    monkeypatch.setattr("lalao.store.journal.WAIT_SECONDS", 0.05)
    opened = Store.open(f"sqlite:///{file}")
    opened.create("ABCD", ["one"], "ABCD")
    yield opened
    opened.close()


def told(error: pytest.ExceptionInfo[DatabaseError]) -> str:
    assert error.value.status == 503
    assert "\n" not in str(error.value)
    return str(error.value)


def test_a_locked_database_is_told_and_then_goes_on(store: Store, file: Path) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(DatabaseError) as refused:
            store.append("ABCD", 1, "two").result(20)
        assert "another program holds the database" in told(refused)
        with pytest.raises(DatabaseError, match="could not be saved: another program"):
            store.create("WXYZ", ["one"])
        with pytest.raises(DatabaseError, match="could not be saved: another program"):
            store.erase("ABCD")
        assert store.lines("ABCD") == ["one"]
        other.execute("ROLLBACK")
    store.append("ABCD", 1, "two").result(20)
    assert store.lines("ABCD") == ["one", "two"]


def test_a_full_disk_is_told_and_then_goes_on(store: Store) -> None:
    def limit(connection: Any, _: object) -> None:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count={pages}")

    store.engine.dispose()
    event.listen(store.engine, "connect", limit)
    with pytest.raises(DatabaseError) as refused:
        store.append("ABCD", 1, "x" * 100_000).result(20)
    assert "the disk is full" in told(refused)
    event.remove(store.engine, "connect", limit)
    store.engine.dispose()
    store.append("ABCD", 1, "two").result(20)
    assert store.lines("ABCD") == ["one", "two"]


def test_a_damaged_database_is_told(store: Store, file: Path) -> None:
    store.create("LONG", ["x" * 200_000])
    store.engine.dispose()
    whole = file.read_bytes()
    file.write_bytes(whole[:4096] + b"\xa5" * (len(whole) - 4096))
    with pytest.raises(DatabaseError) as refused:
        store.lines("LONG")
    assert "the database is damaged" in told(refused)
    with pytest.raises(DatabaseError, match="the database is damaged"):
        store.append("ABCD", 1, "two").result(20)
    with pytest.raises(DatabaseError, match="the database is damaged"):
        store.classes()


def test_a_torn_database_is_refused_at_the_start(store: Store, file: Path) -> None:
    store.create("LONG", ["x" * 200_000])
    store.close()
    whole = file.read_bytes()
    for size in (50, 100, 4096, 4100, len(whole) // 2):
        file.write_bytes(whole[:size])
        with pytest.raises(DatabaseError) as refused:
            Store.open(f"sqlite:///{file}").classes()
        assert "database" in told(refused)


def test_what_a_damaged_row_holds_is_not_taken_for_a_journal(store: Store) -> None:
    with store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE lines SET line = x'ff00'")
    assert [row.code for row in store.classes()] == ["ABCD"], "it is listed all the same"
    for reading in (lambda: store.lines("ABCD"), lambda: store.journals("ABCD")):
        with pytest.raises(DatabaseError, match="the database is damaged"):
            reading()


class TroubleError(Exception):
    """An error as a driver raises it, with the name or the code that it gives."""

    def __init__(self, text: str, **known: object) -> None:
        super().__init__(text)
        self.__dict__.update(known)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (TroubleError("x", sqlite_errorname="SQLITE_BUSY_SNAPSHOT"), LOCKED),
        (TroubleError("x", sqlite_errorname="SQLITE_FULL"), FULL),
        (TroubleError("x", sqlstate="53100"), FULL),
        (TroubleError("x", sqlite_errorname=None, sqlstate="XX001"), DAMAGED),
        (TroubleError("x", sqlstate="55P03"), LOCKED),
        (TroubleError("x", orig=TroubleError("y", sqlstate="XX002")), DAMAGED),
        (TroubleError("x", orig=TroubleError("  below\nmore", sqlstate="42P01")), "below"),
        (TroubleError(" one line \n another"), "one line "),
        (TroubleError(""), "TroubleError"),
    ],
)
def test_a_drivers_error_is_a_sentence_that_helps_or_its_own_first_line(error: Exception, said: object) -> None:
    assert why(error) == said


@pytest.mark.parametrize(
    "url",
    [
        "sqlite://",
        "sqlite:///:memory:",
        pytest.param("postgresql+psycopg://127.0.0.1/lalao", marks=pytest.mark.slow),  # its driver comes with CI
    ],
)
def test_a_database_in_memory_or_on_a_server_has_no_place(url: str) -> None:
    engine = create_engine(url)
    assert Place(engine).path is None
    Place(engine).check()


def test_a_database_in_a_file_has_a_place(tmp_path: Path) -> None:
    (tmp_path / "here").touch()
    assert Place(create_engine(f"sqlite:///{tmp_path / 'here'}")).path == tmp_path / "here"


@pytest.mark.parametrize("replaced", [False, True], ids=["deleted", "replaced"])
def test_nothing_is_acknowledged_that_nobody_finds_again(store: Store, file: Path, replaced: bool) -> None:
    file.rename(file.with_name("moved"))
    if replaced:
        Store.open(f"sqlite:///{file}").close()
    with pytest.raises(DatabaseError) as refused:
        store.append("ABCD", 1, "two").result(20)
    gone = f"the database '{file}' was removed or replaced: restart Lalao"
    assert told(refused) == gone
    with pytest.raises(DatabaseError, match="was removed or replaced"):
        store.lines("ABCD")
    with pytest.raises(DatabaseError, match="was removed or replaced"):
        store.create("WXYZ", ["one"])


def test_a_database_of_a_newer_version_is_refused(store: Store, file: Path, tmp_path: Path) -> None:
    with store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(DatabaseError) as refused:
        Store.open(f"sqlite:///{file}")
    assert "a newer version of Lalao" in told(refused)
    done = run_lalao(["serve", "--database", f"sqlite:///{file}"], tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "a newer version of Lalao" in done.stderr


def test_a_name_that_no_file_has_is_refused() -> None:
    for name in ("a\0b", "a" * 5_000):
        with pytest.raises(DatabaseError, match="cannot be opened"):
            Store.open(f"sqlite:///{name}")


@pytest.mark.slow
def test_a_server_started_anew_is_found_again(postgres: str) -> None:
    with closing(Store.open(postgres)) as here, closing(Store.open(postgres)) as other:
        assert here.create("ABCD", ["one"])
        with other.engine.begin() as connection:
            cut = (
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname <> ''"
            )
            connection.exec_driver_sql(cut)
        here.append("ABCD", 1, "two").result(20)
        assert here.lines("ABCD") == ["one", "two"]
        with here.engine.begin() as connection:
            connection.exec_driver_sql("DROP TABLE journals, lines, classes, days, alembic_version")


@pytest.mark.slow
def test_a_server_that_is_not_there_is_told() -> None:
    with pytest.raises(DatabaseError) as refused:
        Store.open("postgresql+psycopg://127.0.0.1:1/nothing")
    assert "cannot be opened" in told(refused)


def test_what_the_clock_cannot_write_is_written_later(
    store: Store, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It used to be given up, so that the game stood still; it is told in one line of the log."""
    refused: list[DatabaseError] = []
    monkeypatch.setattr("lalao.web.gate.log.trouble", lambda error, _: refused.append(error))
    monkeypatch.setattr("lalao.web.rooms.lobby.RETRY_SECONDS", 0.02)

    async def story() -> list[Any]:
        wrong: list[Any] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: wrong.append(context))
        engines = EnginePool()
        lobby = Lobby(store, engines)
        code, token = await lobby.open(m.Opening("fang-4", "here", seconds=1))
        table = await lobby.table(code)
        await table.happen(table.room.seats_of(token), m.Move(0, "2"))
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            table.room.began -= 60
            ringing = lobby.start(table._ring())
            while not refused:
                await asyncio.sleep(0.01)
            phases = [table.room.phase]
            other.execute("ROLLBACK")
        await ringing
        assert [*phases, table.room.phase] == ["play", "over"]
        assert len(refused) == 1
        table.close()
        await engines.close()
        return wrong

    assert asyncio.run(story()) == []


def test_trouble_is_503_on_the_web_and_then_it_goes_on(store: Store, file: Path) -> None:
    app, sent = make_app(store, teacher=TEACHER), b'{"game": "fang-4", "mode": "apart"}'
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        answer = asyncio.run(ask(app, "POST", "/api/matches?lang=fr", sent))
        assert (answer.status, "\n" in answer.json["error"]) == (503, False)
        assert answer.json["error"] != str(asyncio.run(ask(app, "POST", "/api/matches", sent)).json["error"])
        other.execute("ROLLBACK")
    assert asyncio.run(ask(app, "POST", "/api/matches", sent)).status == 201
    file.unlink()
    for method, path, body in (
        ("POST", "/api/matches", sent),
        ("GET", "/api/matches/ABCD/record", b""),
        ("GET", "/api/codes/ABCD", b""),
        ("POST", "/api/teacher", json.dumps({"code": TEACHER}).encode()),
        ("POST", "/api/classes", json.dumps({"code": TEACHER}).encode()),
    ):
        answer = asyncio.run(ask(app, method, path, body))
        assert (answer.status, "was removed or replaced" in answer.json["error"]) == (503, True), path
