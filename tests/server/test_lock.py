"""One database, one server: the second names the first, and a server that was killed stops nobody."""

import os
import signal
import subprocess
from pathlib import Path

import pytest

from lalao.cli import main
from lalao.store import Store
from lalao.store.lock import InUseError
from tests.patience import SECONDS
from tests.schooling import TEACHER
from tests.serving import Server
from tests.shell import run_lalao


def second(home: Path, *options: str) -> "subprocess.CompletedProcess[str]":
    return run_lalao(["serve", "--port", "0", *options], home, XDG_DATA_HOME=str(home / "data"))


def test_a_second_server_says_where_the_first_is(tmp_path: Path) -> None:
    with Server(tmp_path) as first:
        (tmp_path / "link.sqlite").symlink_to(tmp_path / "data" / "lalao" / "lalao.sqlite")
        for options in ([], ["--database", f"sqlite:///{tmp_path}/link.sqlite"]):
            done = second(tmp_path, *options)
            assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
            assert f"at {first.address}" in done.stderr
        alone = run_lalao([], tmp_path, XDG_DATA_HOME=str(tmp_path / "data"))
        assert (alone.returncode, alone.stdout) == (0, f"Lalao is at {first.address}\n")


def test_a_server_that_was_killed_stops_nobody(tmp_path: Path) -> None:
    with Server(tmp_path) as first:
        assert first.process
        os.kill(first.process.pid, signal.SIGKILL)  # the children of its own outlive it for a moment
        with Server(tmp_path) as again:
            assert f"at {again.address}" in second(tmp_path).stderr
        first.process.communicate(timeout=SECONDS)


def test_servers_cannot_share_a_file(tmp_path: Path) -> None:
    done = second(tmp_path, "--shared", "--teacher", TEACHER)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "write postgresql+psycopg://HOST/NAME after --database" in done.stderr


def test_without_an_address_it_is_said_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lalao.store.lock.TRIES", 1)
    url = f"sqlite:///{tmp_path}/a.sqlite"
    first = Store.open(url, "http://one")
    (tmp_path / "a.sqlite.server").unlink()
    with pytest.raises(InUseError, match=r"is in use by another Lalao$"):
        Store.open(url, "http://two")
    first.close()


def test_the_browser_is_opened_where_lalao_runs_already(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []

    def refuse(*_: object, **__: object) -> None:
        raise InUseError(Path("a.sqlite"), "http://127.0.0.1:8417")

    monkeypatch.setattr("lalao.cli.serve.start_server", refuse)
    monkeypatch.setattr("lalao.web.serving.may_open_browser", lambda: True)
    monkeypatch.setattr("webbrowser.open", opened.append)
    with pytest.raises(SystemExit) as end:
        main([])
    assert (end.value.code or 0, opened) == (0, ["http://127.0.0.1:8417"])
