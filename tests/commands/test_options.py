"""Common options of all commands: ``--json``, ``-h``, ``--seeds``; and command lines that are refused."""

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete

from lalao.cli import main
from lalao.cli.commands import COMMANDS
from lalao.cli.group import lalao as group
from lalao.cli.speaking import SpeakingContext
from lalao.games.registry import LISTED, game
from tests.shell import ROOT

BOOK = str(ROOT / "docs" / "example.book")
PROOF = str(ROOT / "src" / "lalao" / "solve" / "certificates" / "fanorona-telo-W.proof")
CLASS = str(ROOT / "docs" / "class.lalao")
ASKED = {
    "games": [],
    "rules": ["fang"],
    "show": ["fang"],
    "moves": ["fang"],
    "replay": ["fang", "2"],
    "perft": ["fang", "2"],
    "openings": [CLASS, "--game", "fang-4"],
    "book list": [BOOK, "fang-4"],
    "solve": ["fang"],
    "analyse": ["fang-4", "--depth", "2"],
    "fair": ["fang"],
    "match": ["random", "greedy", "fang", "--games", "2"],
    "atlas": ["fafy", "--pits", "2", "--per-pit", "1"],
    "referee": ["fafy", "1.1 S", "0.2"],
    "progress": [CLASS],
    "tournament simulate": ["--format", "swiss", "--game", "fafy", "--pupils", "2"],
    "tables info": ["fanorona-5x9"],
    "tables verify": ["fanorona-telo", "--sample", "1"],
    "tables probe": ["fanorona-5x9", "8W/9/4B4/9/9 w"],
    "verify": [PROOF],
    "results list": ["fang-4"],
    "results check": ["fang-4"],
    "explain": ["fang-4", "0.1.1.0 3+3 S", "2"],
    "review": [CLASS],
    "lessons list": [],
    "puzzles make": ["fang-4", "--count", "1", "--seed", "1"],
    "puzzles list": ["fang-4"],
    "puzzles daily": ["--date", "2026-11-22"],
}
"""A small question for every command that answers in one JSON document, but for ``bench``, which takes minutes."""
REFUSED = [
    tuple(line.split(" | "))
    for line in (ROOT / "tests" / "commands.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]
"""Command lines that are refused, each with the beginning of its complaint."""
LISTS = {"games", "lessons list", "puzzles make", "puzzles list", "results list", "results check"}
"""The commands whose answer is a list."""


def every_command() -> Iterator[tuple[str, click.Command]]:
    with SpeakingContext(group, info_name="lalao") as ctx:
        for name in COMMANDS:
            command = group.get_command(ctx, name)
            assert command
            yield name, command
            if isinstance(command, click.Group):
                yield from ((f"{name} {sub}", part) for sub, part in command.commands.items())


def said(line: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """Run a command in this process; return its exit status and what it printed."""
    with pytest.raises(SystemExit) as stopped:
        main(line)
    told = capsys.readouterr()
    return int(stopped.value.code or 0), told.out, told.err


def options(command: click.Command) -> dict[str, click.Option]:
    return {name: each for each in command.params if isinstance(each, click.Option) for name in each.opts}


def test_json_is_one_flag_everywhere() -> None:
    having = {name: options(command)["--json"] for name, command in every_command() if "--json" in options(command)}
    lines = having.pop("prove")
    assert (lines.is_flag, lines.help) == (True, "Print progress as JSON lines, with the result last.")
    assert having.keys() - {"bench"} == ASKED.keys()
    assert {(option.is_flag, option.help) for option in having.values()} == {(True, "Print one JSON document.")}


def test_seeds_are_the_seeds_in_all_everywhere() -> None:
    told = [options(command)["--seeds"] for _, command in every_command() if "--seeds" in options(command)]
    assert len(told) == 3
    assert all(option.hidden or str(option.help).startswith("The seeds in all") for option in told)


@pytest.mark.parametrize("name", ASKED)
def test_json_is_all_that_is_printed(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, told, complaint = said([*name.split(), *ASKED[name], "--json"], capsys)
    assert (status, complaint) == (0, "")
    document = json.loads(told)
    assert isinstance(document, list if name in LISTS else dict)
    if isinstance(document, dict) and "game" in document:
        assert document["game"] == game(document["game"]).id
    status, told, complaint = said([*name.split(), *ASKED[name], "nonsense", "--json"], capsys)
    assert (status, told) == (2, "")
    assert re.fullmatch(r"lalao: [^\n]+\n", complaint)


@pytest.mark.parametrize("name", ["", *dict(every_command())])
def test_help_is_one_answer_however_it_is_asked_for(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for line in (f"{name} --help", f"{name} -h", f"help {name}"):
        status, page, complaint = said(line.split(), capsys)
        assert (status, complaint) == (0, "")
        told.append(page.strip())
    assert told[0] == told[1] == told[2]
    assert told[0].startswith(f"Usage: {f'lalao {name}'.strip()} ")
    assert "-h, --help" in told[0]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("line", "complaint"), REFUSED, ids=[line[:60].replace("×", "x") for line, _ in REFUSED])
def test_bad_input_is_one_line_and_writes_nothing(
    line: str,
    complaint: str,
    language: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", f"{language}_XX.UTF-8")
    (tmp_path / "bad.lalao").write_text('[Game "fang-4"]\n1. 2 9')
    status, told, line_told = said(shlex.split(line), capsys)
    assert (status, told) == (2, "")
    assert re.fullmatch(r"lalao: [^\n]+\n", line_told)
    assert language != "en" or line_told.removeprefix("lalao: ").startswith(complaint)
    assert [path.name for path in tmp_path.iterdir()] == ["bad.lalao"]


def test_help_of_a_group_is_a_word_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(["tournament", "help"], capsys)[1].startswith("Usage: lalao tournament ")


@pytest.mark.parametrize(
    ("line", "kind", "expected"),
    [
        ("tourn", "plain", {"tournament"}),
        ("tables bu", "plain", {"build"}),
        ("solve fanorona-d", "plain", {name for name in LISTED if name.startswith("fanorona-d")}),
        ("solve fang --lang ", "plain", {"fr", "en", "mg"}),
        ("play fafy-impartial-", "plain", {"fafy-impartial-misere"}),
        ("replay docs/ex", "file", {"docs/ex"}),
        ("tables build fanorona-telo --dir /v", "dir", {"/v"}),
    ],
)
def test_shells_complete_commands_games_and_files(line: str, kind: str, expected: set[str]) -> None:
    *before, last = line.split(" ")
    found = ShellComplete(group, {}, "lalao", "_LALAO_COMPLETE").get_completions(before, last)
    assert {each.value for each in found if each.type == kind} == expected
