"""Proofs that are stopped, killed, damaged: what goes on finds what an undisturbed search finds, to the expansion."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from lalao.errors import FileError, TooLargeError
from lalao.research import proof, proof_work
from lalao.research.proof import Progress, Proof, ProvingTables, Statement
from lalao.solve.verifying import verify
from lalao.tables.file import CHECKSUM, MOST_LINE, keep
from lalao.values import Side
from tests.endgames import fanorona
from tests.patience import SECONDS
from tests.shell import environment, run_lalao

MEMORY = 1 << 24
SLICE = 1_000


@pytest.fixture(scope="module")
def tables(folder: Path) -> ProvingTables:
    return ProvingTables(fanorona("fanorona-dimy"), 4, folder, lambda _: None)


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the search after each of many short slices."""
    monkeypatch.setattr(proof_work, "SECONDS", 0)
    monkeypatch.setattr(proof_work, "SHARE", 0)
    monkeypatch.setattr(proof, "SLICE", SLICE)


class KilledError(Exception):
    """Stands for the end of a process: nothing is kept on the way out."""


def prepare(tables: ProvingTables, attacker: Side, work: Path | None = None, kill_after: int = 10**9) -> Proof:
    """Prepare the question whether a side wins from the start; its search is killed after some slices."""
    slices = 0

    def watch(_: Progress) -> None:
        nonlocal slices
        slices += 1
        if slices >= kill_after:
            raise KilledError

    return Proof(tables.game.start(), attacker, tables, MEMORY, None, watch, work)


def survived(tables: ProvingTables, attacker: Side, work: Path, rng: random.Random) -> tuple[int, Statement]:
    """Kill a search again and again; return how often, and what it says in the end."""
    kills = 0
    while True:
        try:
            return kills, prepare(tables, attacker, work, rng.randint(1, 4)).run(certified=True)
        except KilledError:
            kills += 1


@pytest.mark.parametrize("attacker", [Side.WHITE, pytest.param(Side.BLACK, marks=pytest.mark.slow)], ids=str)
def test_a_search_killed_again_and_again_finds_the_same(
    tables: ProvingTables, attacker: Side, folder: Path, tmp_path: Path
) -> None:
    undisturbed = prepare(tables, attacker).run(certified=True)
    kills, statement = survived(tables, attacker, tmp_path, random.Random(str(attacker)))
    assert kills >= 10
    assert (statement.wins, statement.expansions) == (undisturbed.wins, undisturbed.expansions)
    assert statement.certificate
    assert undisturbed.certificate
    assert statement.certificate.sha256 == undisturbed.certificate.sha256
    verify(statement.certificate, folder)


def test_what_is_used_up_goes_on_with_more(tables: ProvingTables, tmp_path: Path) -> None:
    first = Proof(tables.game.start(), Side.WHITE, tables, MEMORY, 20_000, work=tmp_path).run(certified=False)
    assert (first.wins, first.expansions) == (None, 20_000)
    then = Proof(tables.game.start(), Side.WHITE, tables, MEMORY, work=tmp_path).run(certified=False)
    assert then.wins is False
    assert then.seconds > first.seconds
    assert then.expansions == prepare(tables, Side.WHITE).run(certified=False).expansions


def kept_work(tables: ProvingTables, folder: Path) -> Path:
    """Keep a search that is not over; return its file."""
    Proof(tables.game.start(), Side.WHITE, tables, MEMORY, 20_000, work=folder).run(certified=False)
    (path,) = folder.iterdir()
    return path


def test_each_question_has_its_own_file(tables: ProvingTables, tmp_path: Path) -> None:
    before = kept_work(tables, tmp_path).read_bytes()
    Proof(tables.game.start(), Side.BLACK, tables, MEMORY, 10_000, work=tmp_path).run(certified=False)
    assert len(list(tmp_path.iterdir())) == 2
    assert before in [path.read_bytes() for path in tmp_path.iterdir()]


@pytest.mark.parametrize("at", [0, 40, -1], ids=["checksum", "head", "arrays"])
def test_a_damaged_file_is_named(tables: ProvingTables, tmp_path: Path, at: int) -> None:
    path = kept_work(tables, tmp_path)
    data = bytearray(path.read_bytes())
    data[at] ^= 1
    path.write_bytes(data)
    with pytest.raises(FileError, match=f"the file '.*{path.name}' is damaged: remove it"):
        prepare(tables, Side.WHITE, tmp_path).run(certified=False)


def test_a_head_too_deep_to_read_is_damage(tables: ProvingTables, tmp_path: Path) -> None:
    path = kept_work(tables, tmp_path)
    keep(path, b"[" * MOST_LINE)
    with pytest.raises(FileError, match=f"the file '.*{path.name}' is damaged: remove it"):
        prepare(tables, Side.WHITE, tmp_path).run(certified=False)


def test_a_table_that_has_grown_too_large_is_refused(tables: ProvingTables, tmp_path: Path) -> None:
    kept_work(tables, tmp_path)
    small = Proof(tables.game.start(), Side.WHITE, tables, 1 << 16, work=tmp_path)
    with pytest.raises(TooLargeError, match="allow it with --memory"):
        small.run(certified=False)


def test_a_table_too_large_is_refused_before_it_is_read(tables: ProvingTables, tmp_path: Path) -> None:
    """The file says that it holds a gigabyte; it is as long as that, or is not."""
    path = kept_work(tables, tmp_path)
    whole = path.read_bytes()
    line = whole[CHECKSUM : whole.index(b"\n", CHECKSUM)]
    head = json.loads(line)
    words = 1 << 27
    more = 8 * (words - head["shapes"]["table"][0])
    head["shapes"]["table"] = [words]
    changed = json.dumps(head).encode()
    path.write_bytes(whole[:CHECKSUM] + changed + b"\n")
    with pytest.raises(FileError, match="is damaged: remove it"):
        prepare(tables, Side.WHITE, tmp_path).run(certified=False)
    os.truncate(path, len(whole) - len(line) + len(changed) + more)
    with pytest.raises(TooLargeError, match="has a table of 1024 MB: allow it with --memory"):
        prepare(tables, Side.WHITE, tmp_path).run(certified=False)


def test_a_folder_that_is_none_is_refused(tables: ProvingTables, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(FileError, match="cannot be used"):
        prepare(tables, Side.WHITE, tmp_path / "file")


PROGRAM = """
import sys
from importlib import import_module
proof_work, proof = (import_module(f"lalao.research.{name}") for name in ("proof_work", "proof"))
proof_work.SECONDS = proof_work.SHARE = 0
proof.SLICE = 1_000
from lalao.cli import main
main(sys.argv[1:])
"""


@pytest.mark.slow
def test_the_command_survives_kill_9(tmp_path: Path) -> None:
    asked = ["prove", "fanorona-dimy", "--pieces", "4", "--json", "--certificate", "draw.proof", "--work", "work"]
    command = [sys.executable, "-c", PROGRAM, *asked]
    own = environment(tmp_path)
    kills, work = 0, tmp_path / "work"
    for _ in range(3):
        with subprocess.Popen(command, env=own, cwd=tmp_path, stdout=subprocess.DEVNULL) as process:
            deadline = time.monotonic() + SECONDS
            seen = [path.stat().st_mtime_ns for path in work.glob("*")]
            while process.poll() is None and time.monotonic() < deadline:
                if [path.stat().st_mtime_ns for path in work.glob("*.proof")] != seen:
                    process.send_signal(signal.SIGKILL)
                    kills += 1
                    break
                time.sleep(0.01)
    assert kills == 3
    done = subprocess.run(command, env=own, cwd=tmp_path, capture_output=True, text=True, check=True)
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["value"] == "draw"
    for statement in told["statements"]:
        verified = run_lalao(["verify", f"draw-{statement['attacker']}.proof", "fanorona-dimy", "--json"], tmp_path)
        assert verified.returncode == 0, verified.stderr
    assert not list(work.glob("*.proof")), "nothing is kept of what is settled"
