"""The commands for tournaments: the simulation and its JSON, bad input, the command that is gone."""

import json
import subprocess
from pathlib import Path

import pytest

from lalao.tournament import FORMATS
from tests.shell import run_lalao


def run(arguments: list[str], home: Path, **more: str) -> subprocess.CompletedProcess[str]:
    return run_lalao(["tournament", *arguments], home, **more)


def test_the_simulation_prints_the_json_of_the_document(tmp_path: Path) -> None:
    line = ["simulate", "--format", "poules", "--pupils", "24", "--game", "fafy-impartial", "--seed", "1", "--json"]
    told = json.loads(run(line, tmp_path).stdout)
    assert list(told) == ["provenance", "rounds", "winners", "standings"]
    assert told["provenance"]["seed"] == 1
    assert all(list(row) == ["round", "tables", "pairings", "byes", "minutes"] for row in told["rounds"])
    assert [row["tables"] for row in told["rounds"]] == [12, 12, 6, 3] == [len(r["pairings"]) for r in told["rounds"]]
    assert sum(row["minutes"] for row in told["rounds"]) == 16
    assert len(told["winners"]) == 3
    assert [place["rank"] for place in told["standings"]] == list(range(1, 25))


@pytest.mark.parametrize("format_name", FORMATS)
def test_a_seed_gives_the_same_pairings_in_every_process(format_name: str, tmp_path: Path) -> None:
    line = ["simulate", "--format", format_name, "--pupils", "9", "--json"]
    assert len({run(line, tmp_path, PYTHONHASHSEED=number).stdout for number in ("1", "2", "3")}) == 1


def test_the_simulation_in_words(tmp_path: Path) -> None:
    lines = run(["simulate", "--format", "poules", "--lang", "fr"], tmp_path).stdout.splitlines()
    assert lines[:4] == [
        "Tour 1\u202f: 12 tables, 0 sans adversaire, 1 minute",
        "Tour 2\u202f: 12 tables, 0 sans adversaire, 5 minutes",
        "Tour 3\u202f: 6 tables, 0 sans adversaire, 5 minutes",
        "Tour 4\u202f: 3 tables, 0 sans adversaire, 5 minutes",
    ]
    assert lines[4].startswith("Gagnants\u202f: P")
    assert len(lines) == 4 + 1 + 1 + 24


MOVED = (
    "lalao: a class runs and prints its tournaments on the class page now: start lalao serve --lan, and choose Class"
)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "lalao: lalao tournament needs a subcommand: simulate"),
        ("rum", "lalao: there is no command 'rum': the commands are lalao tournament simulate"),
        ("run", MOVED),
        ("run --format poules --names class.csv --file day.jsonl", MOVED),
        ("run --help", MOVED),
        ("simulate", "lalao: --format is missing: choose poules, swiss, round-robin, knockout, ladder"),
        ("simulate --format x", "lalao: there is no format 'x': choose poules, swiss, round-robin, "),
        ("simulate --format swiss --pupils 1", "lalao: '1' is not a number from 2 to 100"),
        ("simulate --format swiss --pupils x", "lalao: 'x' is not a number from 2 to 100"),
        ("simulate --format swiss --game go", "lalao: there is no game 'go'"),
        ("simulate --format swiss --rounds 0", "lalao: '0' is not a number from 1 to 100"),
        ("simulate --format swiss --pairing x", "lalao: there is no pairing 'x': choose quick or dutch"),
        ("simulate --format swiss --seed -1", "lalao: '-1' is not a number from 0 to 4294967296"),
    ],
)
def test_bad_input_gets_one_line(line: str, said: str, tmp_path: Path) -> None:
    done = run(line.split(), tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith(said)
    assert done.stderr.count("\n") == 1
    assert not done.stdout
