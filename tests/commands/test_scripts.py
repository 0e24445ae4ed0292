"""The pages' scripts: their types agree with what the server reads and writes, and all imports exist."""

import gzip
import re
import shutil
from itertools import count
from pathlib import Path

import pytest
from tools import scripts, wire

from lalao.web.shipped import STATIC
from tests.shell import ROOT

SCRIPTS = sorted(STATIC.glob("*.js"))
IMPORT = re.compile(r"(?:import|export) \{([^}]*)\} from \"\./([\w./-]+)\"")
EXPORT = re.compile(r"export (?:async )?(?:function|const|let|class) (\w+)")
TYPOS = {
    "a message to the room": ("match.js", 'kind: "move", move, by_hand: true', 'kind: "move", move, byhand: true'),
    "a message to the class": ("pairings.js", 'kind: "takeback", table', 'kind: "takeback", tabel: table'),
    "a message from the room": ("match.js", "this.seats = message.seats", "this.seats = message.seat"),
    "the state of a match": ("seats.js", "state.free_seat === null", "state.freeseat === null"),
    "a table in a template": ("pairings.js", "data-room=${table.room}", "data-room=${table.rom}"),
    "the kind of a message": ("wall.js", 'message.kind === "erased"', 'message.kind === "erazed"'),
    "an answer over HTTP": ("worth.js", "answer.opinion?.depth", "answer.opinion?.dept"),
    "what is asked over HTTP": ("editor.js", "position: this.position, content", "postion: this.position, content"),
}


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """Copy the files needed for checking types; return their folder."""
    root = tmp_path / "scripts"
    root.mkdir()
    for name in ("deno.json", "tsconfig.json"):
        shutil.copy(ROOT / name, root / name)
    shutil.copytree(
        STATIC.parent, root / STATIC.parent.relative_to(ROOT), ignore=shutil.ignore_patterns("*.py", "fonts")
    )
    return root


def test_scripts_pass_the_types_the_linter_and_the_formatter(capsys: pytest.CaptureFixture[str]) -> None:
    assert scripts.main([]) == 0, capsys.readouterr().err


def test_typos_are_found(copied: Path) -> None:
    expected = {}
    for where, (name, right, wrong) in TYPOS.items():
        path = copied / scripts.STATIC / name
        text = path.read_text(encoding="utf-8")
        assert text.count(right) == 1, where
        path.write_text(text.replace(right, wrong), encoding="utf-8")
        expected[where] = f"{name}:{text[: text.index(right)].count(chr(10)) + 1}:"
    done = scripts.types(copied)
    assert done.returncode == 1
    assert [where for where, place in expected.items() if place not in done.stderr] == []


def test_the_types_of_the_wire_are_fresh() -> None:
    for file, make in wire.FILES.items():
        assert file.read_text(encoding="utf-8") == make(), "run tools/wire.py"


def test_no_type_is_left_open() -> None:
    opened = re.compile(r"@\w+ \{.*\bany\b.*\}|: any\b|@ts-(?:ignore|expect-error|nocheck)|deno-lint-ignore")
    found = [
        (path.name, line)
        for path in (*SCRIPTS, *STATIC.parent.glob("*.d.ts"))
        for line in lines(path)
        if opened.search(line)
    ]
    assert found == []


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def test_lines_and_files_are_short() -> None:
    assert [f"{path.name}:{n}" for path in SCRIPTS for n, line in zip(count(1), lines(path)) if len(line) > 120] == []
    assert [path.name for path in SCRIPTS if len(lines(path)) > 400] == []


def test_scripts_import_what_is_exported() -> None:
    exported = {script.name: set(EXPORT.findall(script.read_text(encoding="utf-8"))) for script in SCRIPTS}
    exported["lit.js"] = {"html", "nothing", "render", "repeat", "svg"}
    wanted = [
        (script.name, name.split(" as ")[0].strip(), where)
        for script in SCRIPTS
        for names, where in IMPORT.findall(script.read_text(encoding="utf-8"))
        for name in names.split(",")
        if name.strip() and not where.startswith("vendor/")
    ]
    assert len(wanted) > 50
    assert [one for one in wanted if one[1] not in exported[one[2]]] == []


OF_A_HOST = re.compile(r"\bfetch\((?!`\$\{indoors\})|new WebSocket\b|\blocation\.(?:pathname|host|origin|search)\b")
"""What depends on how a host names screens and is reached; the server's own port is another server."""


def test_no_other_script_knows_where_the_pages_are() -> None:
    knowing = {path.name for path in SCRIPTS if OF_A_HOST.search(path.read_text(encoding="utf-8"))}
    assert knowing <= {"address.js", "transport.js"}


def test_the_scripts_are_small() -> None:
    assert sum(len(gzip.compress(script.read_bytes())) for script in STATIC.rglob("*.js")) < 272 * 1024
