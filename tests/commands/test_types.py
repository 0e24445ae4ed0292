"""Types as a user's type checker finds them: the blocks of the documentation, the types of public names, wrong calls.

Where a type is meant to change, ``python -m tests.commands.test_types`` writes tests/types.txt anew.
"""

import doctest
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

import lalao
from lalao.games import ids
from lalao.games.registry import ALIASES
from tests.shell import ROOT

TYPES = ROOT / "tests" / "types.txt"
"""Expressions and their types, an arrow between them."""
IMPORTS = """
import lalao
from lalao.adapters import batch
from lalao.adapters.steps import Match
from lalao.engine import player
from lalao.engine.analysis import Settings
from lalao.engine.searchers import searcher
from lalao.record import Record, write
from lalao.teach import by_pupil
"""
WRONG = """import lalao

lalao.game(3)
position = lalao.game("fang").start()
position.play("5")
lalao.game("fanorona").start().legal_moves()[0].taken
"""
PYRIGHT = "pyright@1.1.414"
FROM_PYTHON = ("python", "python-engines", "python-research")
PAGES = (*FROM_PYTHON, "environments", "own-game")


def checked(scripts: dict[str, str], home: Path) -> str:
    """Check scripts with ``mypy --strict``, each by its own; return what it writes."""
    for name, text in scripts.items():
        (home / name).write_text(text, encoding="utf-8")
    options = ["--strict", "--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", str(home / "cache")]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *options, *scripts],
        capture_output=True,
        text=True,
        check=False,
        cwd=home,
        env=os.environ | {"MYPYPATH": str(ROOT / "src")},
        timeout=600,
    )
    return done.stdout + done.stderr


def page(name: str) -> str:
    """Return the Python of a page of the documentation as one script, sessions as the lines typed in them."""
    text = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    assert blocks
    sessions = doctest.DocTestParser()
    typed = (
        "".join(example.source for example in sessions.get_examples(block)) if block.startswith(">>>") else block
        for block in blocks
    )
    return "".join(typed)


def expressions() -> list[str]:
    """Return the expressions of tests/types.txt."""
    return [line.partition(" -> ")[0] for line in TYPES.read_text(encoding="utf-8").splitlines()]


def revealing() -> str:
    """Return a script that reveals the type of each expression."""
    return IMPORTS + "".join(f"reveal_type({one})\n" for one in expressions())


def revealed(written: str) -> list[str]:
    """Return the lines of tests/types.txt as the type checker has them."""
    found = re.findall(r'^revealing.py:.* note: Revealed type is "(.*)"$', written, re.MULTILINE)
    return [f"{one} -> {kind}" for one, kind in zip(expressions(), found, strict=True)]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return what the type checker writes about all scripts, which are checked at once."""
    scripts = {f"{name.replace('-', '_')}_page.py": page(name) for name in PAGES}
    scripts |= {"revealing.py": revealing(), "wrong.py": WRONG}
    return checked(scripts, tmp_path_factory.mktemp("types"))


def test_the_pages_and_the_public_names_have_the_types_that_they_promise(written: str) -> None:
    assert "\n".join(revealed(written)) + "\n" == TYPES.read_text(encoding="utf-8")
    errors = [line for line in written.splitlines() if " error: " in line]
    assert [line.partition(":")[0] for line in errors] == ["wrong.py", "wrong.py"]
    assert 'No overload variant of "game" matches argument type "int"' in errors[0]
    assert '"FanoronaMove" has no attribute "taken"' in errors[1]


@pytest.mark.nightly
@pytest.mark.skipif(shutil.which("npx") is None, reason="npx, which fetches pyright, is not installed")
def test_pyright_finds_no_error_in_the_pages(tmp_path: Path) -> None:
    for name in PAGES:
        (tmp_path / f"{name.replace('-', '_')}_page.py").write_text(page(name), encoding="utf-8")
    settings = {"extraPaths": [str(ROOT / "src")], "typeCheckingMode": "standard", "reportUnusedExpression": False}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    command = ["npx", "--yes", PYRIGHT, "--pythonpath", sys.executable]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path, timeout=600)
    assert "0 errors" in done.stdout, done.stdout + done.stderr


def test_every_listed_id_leads_to_the_class_of_its_game() -> None:
    named = {
        name: kind.removesuffix("Id")
        for kind in ("FangId", "FafyId", "FifanghaId", "FanoronaId")
        for name in get_args(getattr(ids, kind))
    }
    assert named == {name: type(lalao.game(name)).__name__ for name in {*lalao.LISTED, *ALIASES}}


def test_the_reference_has_every_public_name_and_what_the_pages_import() -> None:
    reference = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
    imported = re.findall(r"^from lalao\S* import (.*)$", "".join(map(page, FROM_PYTHON)) + IMPORTS, re.MULTILINE)
    names = {name.strip() for line in imported for name in line.split(",")} - {"batch"}
    names |= {*lalao.__all__} - {"tables"}
    names |= {"Info", "Score", "TableArrays", "Atlas", "Picture", "Event", "Batch", "lalao.tables"}
    assert [name for name in sorted(names) if not re.search(rf"\b{re.escape(name)}\b", reference)] == []


if __name__ == "__main__":
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        lines = revealed(checked({"revealing.py": revealing()}, Path(folder)))
    TYPES.write_text("\n".join(lines) + "\n", encoding="utf-8")
