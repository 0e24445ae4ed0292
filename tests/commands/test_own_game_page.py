"""The page *Your own game* is true: its sessions, and its commands with the file saved where it says."""

import doctest
import os
from pathlib import Path

import pytest

from tests.owngame import COMMANDS, PAGE, TEXT, names, registering, saved
from tests.shell import ROOT, run_lalao

SERVE = "serve"


def test_its_sessions_run() -> None:
    session = doctest.DocTestParser().get_doctest(TEXT, names(), PAGE.name, str(PAGE), 0)
    with registering():
        failed, tried = doctest.DocTestRunner().run(session)
    assert failed == 0
    assert tried > 10


@pytest.mark.parametrize("command", [command for command in COMMANDS if command != SERVE])
def test_its_commands_run(command: str, tmp_path: Path) -> None:
    done = run_lalao(command.split(), saved(tmp_path), PYTHONPATH=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
    assert "left out" not in done.stderr


def test_a_broken_file_leaves_the_other_games_alone(tmp_path: Path) -> None:
    folder = saved(tmp_path) / "lalao" / "games"
    (folder / "broken.py").write_text("GAME = 1 / 0\n", encoding="utf-8")
    done = run_lalao(["solve", "nim"], tmp_path, PYTHONPATH=str(tmp_path))
    assert done.returncode == 0
    assert "the game broken.py was left out" in done.stderr


def test_an_installed_package_brings_its_game(tmp_path: Path) -> None:
    saved(tmp_path)
    (tmp_path / "lalao" / "games" / "nim.py").rename(tmp_path / "mine.py")
    folder = tmp_path / "mine-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: mine\nVersion: 1.0\n", encoding="utf-8")
    (folder / "entry_points.txt").write_text("[lalao.games]\nnim = mine:GAME\n", encoding="utf-8")
    done = run_lalao(["solve", "nim"], tmp_path, PYTHONPATH=str(tmp_path))
    assert "win (in 11 plies)" in done.stdout


def test_another_copy_of_lalao_on_the_path_adds_nothing(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "lalao").symlink_to(ROOT / "src" / "lalao")
    once = run_lalao(["lessons", "list"], tmp_path)
    twice = run_lalao(["lessons", "list"], tmp_path, PYTHONPATH=f"{other}{os.pathsep}{ROOT / 'src'}")
    assert (twice.stdout, twice.stderr) == (once.stdout, once.stderr)
    assert "fang-first-sowing" in once.stdout
