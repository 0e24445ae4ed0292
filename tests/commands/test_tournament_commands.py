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
