"""The commands for tournaments: whole tournaments in the terminal, crashes, bad input, the simulation's JSON."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from lalao.cli.journal import Journal
from lalao.cli.umpire import Umpire
from lalao.errors import LalaoError
from lalao.locale import words
from lalao.tournament import FORMATS, open_tournament, replayed
from tests.shell import run_lalao

NAMES = "prénom\nAwa\nLéo\nChloé\nBao\n"


def run(arguments: list[str], home: Path, typed: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    return run_lalao(["tournament", *arguments], home, typed, **more)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "class.csv").write_text(NAMES, encoding="utf-8")
    return tmp_path


BEGIN = ["run", "--format", "poules", "--names", "class.csv", "--seed", "4", "--winners", "1", "--file", "day.jsonl"]


def begun(home: Path, typed: str, **more: str) -> subprocess.CompletedProcess[str]:
    done = run(BEGIN, home, typed, **more)
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    return done


def events(home: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (home / "day.jsonl").read_text(encoding="utf-8").splitlines()]


def test_the_simulation_prints_the_json_of_the_document(home: Path) -> None:
    line = ["simulate", "--format", "poules", "--pupils", "24", "--game", "fafy-impartial", "--seed", "1", "--json"]
    told = json.loads(run(line, home).stdout)
    assert list(told) == ["provenance", "rounds", "winners", "standings"]
    assert told["provenance"]["seed"] == 1
    assert all(list(row) == ["round", "tables", "pairings", "byes", "minutes"] for row in told["rounds"])
    assert [row["tables"] for row in told["rounds"]] == [12, 12, 6, 3] == [len(r["pairings"]) for r in told["rounds"]]
    assert sum(row["minutes"] for row in told["rounds"]) == 16
    assert len(told["winners"]) == 3
    assert [place["rank"] for place in told["standings"]] == list(range(1, 25))


@pytest.mark.parametrize("format_name", FORMATS)
def test_a_seed_gives_the_same_pairings_in_every_process(format_name: str, home: Path) -> None:
    line = ["simulate", "--format", format_name, "--pupils", "9", "--json"]
    assert len({run(line, home, PYTHONHASHSEED=number).stdout for number in ("1", "2", "3")}) == 1


def test_the_simulation_in_words(home: Path) -> None:
    lines = run(["simulate", "--format", "poules", "--lang", "fr"], home).stdout.splitlines()
    assert lines[:4] == [
        "Tour 1\u202f: 12 tables, 0 sans adversaire, 1 minute",
        "Tour 2\u202f: 12 tables, 0 sans adversaire, 5 minutes",
        "Tour 3\u202f: 6 tables, 0 sans adversaire, 5 minutes",
        "Tour 4\u202f: 3 tables, 0 sans adversaire, 5 minutes",
    ]
    assert lines[4].startswith("Gagnants\u202f: P")
    assert len(lines) == 4 + 1 + 1 + 24


def test_a_day_from_the_first_round_to_the_winner(home: Path) -> None:
    day = begun(home, "next\n1 first\n")
    assert "Round 1: 2 tables" in day.stdout
    assert "'first' names nobody, or several: write one of " in day.stdout
    first, second = events(home)[1]["tables"]
    done = run(["run", "--file", "day.jsonl"], home, f"1 {first[0]}\n2 {second[1][:2]}\nnext\n")
    assert "All results are in. Write next for the next round." in done.stdout
    (one, other), (third, _) = events(home)[-1]["tables"]
    done = run(
        ["run", "--file", "day.jsonl"], home, f"1 draw\n1 {other}\n1 {one}\n2 both\n2 {third}\nnext\nstandings\nquit\n"
    )
    for sentence in (
        f"Table 1: a draw. Play again, {other} first now.",
        f"Table 1: {one} wins.\n(corrected)\n",
        "Table 2: both have lost.",
        f"Table 2: {third} wins.\n(corrected)\n",
        "Round 3: 1 table\n",
        "tournament run --file day.jsonl",
    ):
        assert sentence in done.stdout
    last = run(["run", "--file", "day.jsonl"], home, f"1 {one}\nnext\n").stdout
    assert f"The tournament is over. Winners: {one}\n" in last
    assert replayed(events(home)).winners == [one]


def test_orders_in_french(home: Path) -> None:
    typed = "tables\nsuivant\narrive Zoé\npart Aw\nclassement\nhorloge\naide\nzut\nclore\nquitter\n"
    said = begun(home, typed, LANG="fr_FR.UTF-8").stdout
    for sentence in (
        "Aucun tour n’a commencé\u202f: écris suivant.",
        "Tour 1\u202f: 2 tables",
        "Zoé est là.",
        "Awa est parti.",
        "«\u202fzut\u202f» n’est pas une commande\u202f: écris aide pour les voir",
        "le tour continue\u202f: pas encore de résultat à la table",
        "Le tournoi est gardé.",
    ):
        assert sentence in said


def test_accusations_and_seats(home: Path) -> None:
    begun(home, "next\n")
    (one, other), (third, fourth) = events(home)[1]["tables"]
    typed = f"accuse {one}\ntables\naccuse {other}\nswap {third}, {fourth}\n2 draw\n2 {third}\nclose\n"
    said = run(["run", "--file", "day.jsonl"], home, typed).stdout
    assert f"{one} accuses {other}: the referee decides." in said
    assert f"{one} accuses\n" in said
    assert "Table 1: both have lost." in said
    assert f"Table 2: a draw. Play again, {third} first now." in said
    assert f"The tournament is over. Winners: {third}" in said
    assert events(home)[-1]["do"] == "close"


def test_a_line_torn_by_a_crash_is_written_anew(home: Path) -> None:
    begun(home, "next\n")
    whole = (home / "day.jsonl").read_bytes()
    (home / "day.jsonl").write_bytes(whole + b'{"do": "res')
    done = run(["run", "--file", "day.jsonl"], home, "leave Awa\n")
    assert done.returncode == 0, done.stderr
    assert (home / "day.jsonl").read_bytes().startswith(whole + b'{"do": "leave", "name": "Awa"')
    assert len(events(home)) == 3


@pytest.mark.parametrize("line", range(1, 12))
def test_a_crash_anywhere_loses_nothing_acknowledged(line: int, home: Path) -> None:
    day = open_tournament("swiss", "fafy", ["A", "B", "C", "D"], seed=2)
    for number in range(2):
        day.next_round(number)
        day.report(1, "first", number)
        day.report(2, "second", number)
    lines = [json.dumps(event) + "\n" for event in day.journal]
    cut = "".join(lines[:line]) + lines[min(line, len(lines) - 1)][: 5 * (line % 3)]
    (home / "cut.jsonl").write_text(cut)
    kept = Journal(home / "cut.jsonl")
    assert kept.read().journal == day.journal[:line]
    kept.append(day.journal[line : line + 1])
    assert Journal(home / "cut.jsonl").read().journal == day.journal[: line + 1]


@pytest.mark.skipif(sys.platform == "win32", reason="only POSIX systems refuse a folder like this")
def test_a_journal_that_cannot_be_written_is_told(home: Path) -> None:
    day = open_tournament("swiss", "fafy", ["A", "B"])
    journal = Journal.begun(home / "a.jsonl", day)
    umpire = Umpire(journal, words("en"))
    (home / "a.jsonl").unlink()
    with pytest.raises(LalaoError, match="there is no such file or folder"):
        umpire.next_round("")
    assert not umpire.day.rounds, "what could not be kept has not happened"


@pytest.mark.parametrize("others", ['{"do": "leave", "name": "A"}\n', ""], ids=["longer", "shorter"])
def test_a_file_that_others_have_written_is_read_again(
    others: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = home / "a.jsonl"
    umpire = Umpire(Journal.begun(path, open_tournament("swiss", "fafy", ["A", "B", "C"])), words("en"))
    begun = path.read_text()
    umpire.next_round("")
    first = umpire.day.rounds[0].tables
    path.write_text(path.read_text() + others if others else begun)
    kept = path.read_text()
    capsys.readouterr()
    umpire.obey("join D")
    assert "another program has written to" in " ".join(capsys.readouterr().out.split())
    assert path.read_text() == kept, "nothing of theirs is lost"
    assert umpire.day.here() == (["B", "C"] if others else ["A", "B", "C"])
    assert [round_.tables == first for round_ in umpire.day.rounds] == ([False] if others else [])
    umpire.obey("join D")
    assert "D is here." in capsys.readouterr().out
    assert path.read_text().startswith(kept)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "lalao: lalao tournament needs one word more: run, simulate"),
        ("rum", "lalao: there is no command 'rum': the commands are lalao tournament run, lalao tournament simulate"),
        ("run --names class.csv", "lalao: --format is missing: choose poules, swiss, round-robin, knockout, ladder"),
        ("run --format poules", "lalao: --names is missing: give a file with one name a line"),
        ("run --format x --names class.csv", "lalao: there is no format 'x': choose poules, swiss, round-robin, "),
        ("run --format swiss --names no.csv", "lalao: 'no.csv': there is no such file or folder"),
        ("run --format swiss --names twice.csv", "lalao: the name 'awa' is there twice: add a letter to one of them"),
        ("run --format swiss --names class.csv --file class.csv/day", "lalao: 'class.csv/day"),
        ("run --file bad.jsonl", "lalao: line 1 of the journal cannot be read: 'x'"),
        ("run --file empty.jsonl", "lalao: this journal is empty"),
        ("run --file bad.jsonl --seed 3", "lalao: 'bad.jsonl' holds a tournament already: leave --seed out to go on"),
        ("simulate --format swiss --pupils 1", "lalao: '1' is not a number from 2 to 100"),
        ("simulate --format swiss --pupils x", "lalao: 'x' is not a number from 2 to 100"),
        ("simulate --format swiss --game go", "lalao: there is no game 'go'"),
        ("simulate --format swiss --rounds 0", "lalao: '0' is not a number from 1 to 100"),
        ("simulate --format swiss --pairing x", "lalao: there is no pairing 'x': choose quick or dutch"),
        ("simulate --format swiss --seed -1", "lalao: '-1' is not a number from 0 to 4294967296"),
    ],
)
def test_bad_input_gets_one_line(line: str, said: str, home: Path) -> None:
    (home / "twice.csv").write_text("Awa\nawa\n")
    (home / "bad.jsonl").write_text("x\n")
    (home / "empty.jsonl").write_text("")
    done = run(line.split(), home)
    assert done.returncode == 2
    assert done.stderr.startswith(said)
    assert done.stderr.count("\n") == 1
    assert not done.stdout


def test_a_line_in_many_brackets_is_refused_in_one_line(home: Path) -> None:
    begun(home, "")
    with (home / "day.jsonl").open("a", encoding="utf-8") as file:
        file.write("[" * 20_000 + "\n")
    done = run(["run", "--file", "day.jsonl"], home)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "line 2 of the journal cannot be read" in done.stderr
