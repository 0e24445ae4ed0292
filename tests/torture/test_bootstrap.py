"""Setting up: what a bare machine lacks is named in one line, with exit status 2."""

import json
import os
import re
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from tools import bootstrap
from tools.environment import PINS, SETS, VENV, UnusableError, plain

from tests.shell import ROOT


def script(name: str, path: Path) -> subprocess.CompletedProcess[str]:
    """Run a script of the project with only one folder on the PATH."""
    return subprocess.run(
        ["/bin/sh", str(ROOT / name)], env={"PATH": str(path)}, capture_output=True, text=True, check=False
    )


def program(path: Path, text: str) -> None:
    """Write an executable shell script to a folder."""
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


@pytest.mark.parametrize("name", ["play", "test"])
def test_python_is_missing(name: str, tmp_path: Path) -> None:
    done = script(name, tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("lalao: python3 is missing")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("name", ["play", "test"])
def test_python_is_too_old(name: str, tmp_path: Path) -> None:
    program(tmp_path / "python3", 'test "$1" = -V && echo "Python 3.9.2" && exit 0; exit 1')
    done = script(name, tmp_path)
    assert done.returncode == 2
    assert done.stderr == "lalao: Python 3.9.2 is too old: Lalao needs Python 3.11 or newer\n"


def test_venv_is_missing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(bootstrap, "find_spec", lambda _: None)
    monkeypatch.setattr(bootstrap, "uv", lambda: None)
    with pytest.raises(SystemExit) as stopped:
        bootstrap.check_python()
    assert stopped.value.code == 2
    assert "python3-venv" in capsys.readouterr().err


def test_an_unknown_word_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        bootstrap.main(["dance"])
    assert capsys.readouterr().err.count("\n") == 1


@pytest.fixture
def unusable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every set-up fail."""

    def fail(*_: object) -> None:
        raise UnusableError("the network is not there")

    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr(bootstrap, "is_set_up", lambda _: False)
    monkeypatch.setattr(bootstrap, "set_up", fail)


@pytest.mark.usefixtures("unusable")
def test_what_was_installed_before_is_played_with(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bootstrap, "has", lambda _: True)
    before = signal.getsignal(signal.SIGINT)
    bootstrap.prepare("play", "playing")
    signal.signal(signal.SIGINT, before)
    told = capsys.readouterr().err
    assert told == "lalao: the network is not there: playing with what was installed before\n"


@pytest.mark.usefixtures("unusable")
@pytest.mark.parametrize(("ci", "there"), [("true", True), ("", False)])
def test_nothing_old_is_used_where_there_is_none_and_in_ci(
    ci: str, there: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CI", ci)
    monkeypatch.setattr(bootstrap, "has", lambda _: there)
    with pytest.raises(SystemExit) as stopped:
        bootstrap.prepare("test", "testing")
    assert stopped.value.code == 2
    assert capsys.readouterr().err == "lalao: the network is not there\n"


@pytest.mark.skipif(os.name == "nt", reason="Windows tells processes of Ctrl-C by other means")
def test_ctrl_c_is_left_to_the_command(capfd: pytest.CaptureFixture[str]) -> None:
    code = (
        "import os, signal, sys, time\n"
        "signal.signal(signal.SIGINT, lambda *_: sys.exit(7))\n"
        "os.kill(os.getppid(), signal.SIGINT); os.kill(os.getpid(), signal.SIGINT); time.sleep(9)"
    )
    assert bootstrap.called([sys.executable, "-c", code]) == 7
    assert capfd.readouterr() == ("", "")


def test_each_set_of_pins_holds_the_smaller_ones_in_the_same_versions() -> None:
    sets = [set(re.findall(r"^(\S+==\S+)", (PINS / f"{name}.txt").read_text(), re.MULTILINE)) for name in SETS]
    assert sets[0] < sets[1] < sets[2]


def test_the_pins_are_those_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    asked = {"play": project["dependencies"], "test": extras["test"], "dev": [*extras["dev"], *extras["test"]]}
    for name, wanted in asked.items():
        pins = {plain(found) for found in re.findall(r"^([\w.-]+)==", (PINS / f"{name}.txt").read_text(), re.MULTILINE)}
        named = {plain(re.split(r"[\s<>=\[;]", one)[0]) for one in wanted} - {"lalao"}
        assert named <= pins, "run tools/pin.sh"


def test_set_up_tells_what_it_takes() -> None:
    assert bootstrap.told("play").startswith("setting up in .venv, once: up to ")
    assert " MB to fetch (with 10 Mbit/s about 2 minutes), " in bootstrap.told("play")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({}, {}),
        ({"PYTHONDONTWRITEBYTECODE": "1"}, {"PYTHONPYCACHEPREFIX": str(VENV / "bytecode")}),
        ({"PYTHONDONTWRITEBYTECODE": "1", "PYTHONPYCACHEPREFIX": "/else"}, {"PYTHONPYCACHEPREFIX": "/else"}),
    ],
)
def test_bytecode_is_kept_in_the_environment(
    before: dict[str, str], after: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "environ", dict(before))
    bootstrap.keep_bytecode()
    assert os.environ == after


@pytest.mark.parametrize(
    ("failed", "passes", "expected"), [(0, True, 1), (1, True, 0), (3, True, 0), (3, False, 1), (4, True, 1)]
)
def test_a_few_failures_are_run_once_more(
    failed: int,
    passes: bool,
    expected: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    kept = tmp_path / ".pytest_cache" / "v" / bootstrap.FAILED
    kept.parent.mkdir(parents=True)
    names = {f"tests/unit/test_a.py::test_{number}": "too late" for number in range(failed)}
    kept.write_text(json.dumps(names))
    run: list[list[str]] = []
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)

    def called(command: list[str]) -> int:
        run.append(command)
        return int(not passes)

    monkeypatch.setattr(bootstrap, "called", called)
    assert bootstrap.again("python") == expected
    assert run == ([["python", "-m", "pytest", "-q", *names]] if 0 < failed <= 3 else [])
    listed = [f"unsteady: {name}: too late" for name in names] if not expected else []
    assert capsys.readouterr().out.splitlines() == listed


def test_no_list_of_failures_is_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    assert bootstrap.again("python") == 1


def test_actions_are_pinned_to_commits() -> None:
    """A tag can be moved to other code, a commit cannot; the version stands beside it."""
    workflows = list((ROOT / ".github" / "workflows").glob("*.yml"))
    used = [line for each in workflows for line in each.read_text(encoding="utf-8").splitlines() if "uses:" in line]
    assert used
    pinned = re.compile(r" +- uses: [\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
    assert [line for line in used if not pinned.fullmatch(line)] == []
