"""Setting up: what a bare machine lacks is named in one line, with exit status 2."""

import subprocess
import sys
from pathlib import Path

import pytest
from tools import bootstrap

from tests.shell import ROOT


def script(name: str, path: Path) -> subprocess.CompletedProcess[str]:
    """Run a script of the project with nothing but one folder to find programs in."""
    return subprocess.run(
        ["/bin/sh", str(ROOT / name)], env={"PATH": str(path)}, capture_output=True, text=True, check=False
    )


def program(path: Path, text: str) -> None:
    """Put a program in a folder."""
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


def test_a_foreign_environment_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "precious").write_text("")
    monkeypatch.setattr(bootstrap, "VENV", tmp_path / ".venv")
    with pytest.raises(SystemExit):
        bootstrap.check_folder()
    assert "was not made by this command" in capsys.readouterr().err
    assert (tmp_path / ".venv" / "precious").exists()


def test_a_failed_step_gives_its_reason(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        bootstrap.run([sys.executable, "-c", "import sys; sys.exit('no network here')"], "installing")
    assert stopped.value.code == 2
    assert capsys.readouterr().err == "lalao: installing failed: no network here\n"


def test_an_unknown_word_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        bootstrap.main(["dance"])
    assert capsys.readouterr().err.count("\n") == 1
