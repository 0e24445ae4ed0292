"""Proofs by many jobs: small budgets on small boards, against whole tables, verified, stopped, killed, damaged."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tools.answered import Journal

from lalao.errors import FileError
from lalao.games.fanorona import FanoronaPosition
from lalao.research import proof_jobs
from lalao.research.proof import Progress, ProvingTables, Statement
from lalao.research.proof_jobs import ProofByJobs, Question
from lalao.solve.verifying import verify
from lalao.values import Side, Value
from tests.endgames import fanorona, proving_tables, reached, tables_of
from tests.patience import SECONDS, often
from tests.shell import environment, run_lalao

KILLS = often(4, nightly=10)

MEMORY = 1 << 22


class Here(Executor):
    """Runs what is submitted at once, in this thread."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


@pytest.fixture(autouse=True)
def _nothing_found_yet() -> None:
    """Forget what searches of other tests in this process found."""
    proof_jobs.prepared.cache_clear()


def by_jobs(known: ProvingTables, position: FanoronaPosition, attacker: Side, work: Path, folder: Path) -> ProofByJobs:
    """Prepare a question; its certificate is wanted."""
    name = known.game.id
    question = Question(name, str(attacker), known.pieces, str(folder / f"{name}-{known.pieces}"), MEMORY, True)
    return ProofByJobs(position, question, known, work)


@pytest.mark.parametrize(
    ("name", "pieces", "count"),
    [("fanorona-telo", 2, 25), ("fanorona-3x5", 3, 12), ("fanorona-strict-5x3", 3, 12), ("fanorona-libre-telo", 2, 12)],
)
@pytest.mark.parametrize("jobs", [1, 3])
def test_small_budgets_say_what_whole_tables_hold(
    name: str, pieces: int, count: int, jobs: int, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    truth, known = tables_of(folder, name, 2 * fanorona(name).pieces), proving_tables(folder, name, pieces)
    rng, told, grown, needed = random.Random(f"{name} {jobs}"), set(), 0, 0
    with Here() if jobs == 1 else ThreadPoolExecutor(jobs) as executor:
        for number in range(count):
            monkeypatch.setattr(proof_jobs, "FIRST_BUDGET", rng.choice([1, 2, 8]))
            position, attacker = reached(name, rng, 6), rng.choice([Side.WHITE, Side.BLACK])
            value = truth.value(position)
            assert isinstance(value, Value)
            proof = by_jobs(known, position, attacker, tmp_path / str(number), folder)
            found = proof.run(executor, lambda: jobs)
            assert found.wins is (value.sign == (1 if attacker is position.to_move else -1)), (position, attacker)
            assert found.certificate is not None
            verify(found.certificate, folder / f"{name}-{pieces}")
            told.add(found.wins)
            grown += proof.root.children is not None
            lines = [msgspec.json.decode(line) for line in proof.journal.path.read_bytes().splitlines()]
            answered = Journal(iter(lines), name, attacker, folder / f"{name}-{pieces}")
            assert answered.follows(position)[0] is found.wins, "another reading of the journal"
            open_ones = [line | {"wins": None} for line in lines]
            without = Journal(iter(open_ones), name, attacker, None).follows(position)[0]
            assert without in (None, found.wins)
            needed += without is None
    assert told == {True, False}
    assert grown > 2
    assert needed > count / 2, "nothing follows without the answers and the tables"


def stopped_often(known: ProvingTables, attacker: Side, work: Path, folder: Path) -> tuple[Statement, int]:
    """Ask about the start until there is an answer, a few jobs at a time; return it, and how often it went on."""
    again = 0
    while True:
        proof = by_jobs(known, known.game.start(), attacker, work, folder)
        found = proof.run(Here(), lambda: 1, proof.expansions + 300)
        if found.wins is not None:
            return found, again
        again += 1


def test_what_was_stopped_goes_on(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof_jobs, "FIRST_BUDGET", 100)
    known = proving_tables(folder, "fanorona-libre-3x5", 4)
    at_once = by_jobs(known, known.game.start(), Side.BLACK, tmp_path / "once", folder).run(Here(), lambda: 1)
    found, again = stopped_often(known, Side.BLACK, tmp_path / "often", folder)
    assert again > 5
    assert found.wins is at_once.wins is False
    assert found.certificate is not None
    verify(found.certificate, folder / "fanorona-libre-3x5-4")


FEW = 4
"""Answers of jobs, of the nine or so that decide the question."""


def half_answered(known: ProvingTables, work: Path, folder: Path) -> ProofByJobs:
    """Stop a question after some answers; the last line of its journal is cut short, as a killed process leaves it."""
    proof = by_jobs(known, known.game.start(), Side.BLACK, work, folder)
    while len(proof.tree.sources) < FEW:
        assert proof.run(Here(), lambda: 1, proof.expansions + 1).wins is None
    with proof.journal.path.open("ab") as file:
        file.write(b'{"position":"BB')
    return proof


def test_a_line_that_was_cut_short_is_left_out(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof_jobs, "FIRST_BUDGET", 100)
    known = proving_tables(folder, "fanorona-libre-3x5", 4)
    before = half_answered(known, tmp_path, folder)
    after = by_jobs(known, known.game.start(), Side.BLACK, tmp_path, folder)
    assert (after.expansions, after.lines, after.root.numbers) == (before.expansions, before.lines, before.root.numbers)
    assert after.run(Here(), lambda: 1).wins is False


@pytest.mark.parametrize("line", [b"{}", b"no", b'{"x":' + b"[" * 100_000], ids=["empty", "no JSON", "too deep"])
def test_a_damaged_journal_is_named(line: bytes, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof_jobs, "FIRST_BUDGET", 100)
    known = proving_tables(folder, "fanorona-libre-3x5", 4)
    before = half_answered(known, tmp_path, folder)
    before.journal.path.write_bytes(line + b"\n" + before.journal.path.read_bytes())
    with pytest.raises(FileError, match="journal' is damaged: remove it to begin again"):
        by_jobs(known, known.game.start(), Side.BLACK, tmp_path, folder)


def test_answers_without_their_certificates_are_asked_for_again(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proof_jobs, "FIRST_BUDGET", 100)
    known = proving_tables(folder, "fanorona-libre-3x5", 4)
    before = half_answered(known, tmp_path, folder)
    answered = len(before.tree.sources)
    held = sorted(before.journal.folder.glob("*.proof"))
    assert len(held) >= FEW
    held[0].unlink()
    after = by_jobs(known, known.game.start(), Side.BLACK, tmp_path, folder)
    assert len(after.tree.sources) < answered
    found = after.run(Here(), lambda: 1)
    assert found.certificate is not None
    verify(found.certificate, folder / "fanorona-libre-3x5-4")


def test_a_folder_that_is_none_is_refused(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    known = proving_tables(folder, "fanorona-telo", 2)
    with pytest.raises(FileError, match="cannot be used"):
        by_jobs(known, known.game.start(), Side.WHITE, tmp_path / "file", folder)


def test_progress_is_told_after_each_job(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof_jobs, "FIRST_BUDGET", 100)
    known, told = proving_tables(folder, "fanorona-libre-3x5", 4), list[Progress]()
    proof = by_jobs(known, known.game.start(), Side.BLACK, tmp_path, folder)
    proof.watch = told.append
    proof.run(Here(), lambda: 2)
    assert len(told) == proof.lines > 10
    assert [one.expansions for one in told] == sorted(one.expansions for one in told)
    assert (told[-1].disproof, told[-1].jobs, told[-1].answered) == (0, 2, len(proof.tree.sources))


def test_workers_that_come_are_used_and_those_that_go_are_not_awaited(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proof_jobs, "FIRST_BUDGET", 20)
    known = proving_tables(folder, "fanorona-libre-3x5", 4)
    proof = by_jobs(known, known.game.start(), Side.BLACK, tmp_path, folder)
    sent = ended = 0
    going: list[tuple[int, int]] = []

    class Counting(Here):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            nonlocal sent
            sent += 1
            going.append((ended, sent - ended))
            return super().submit(fn, *args, **kwargs)

    def take(_: Progress) -> None:
        nonlocal ended
        ended += 1

    proof.watch = take
    assert proof.run(Counting(), lambda: 4 if 20 <= ended < 60 else 1).wins is False
    assert ended > 80, "it ends after they have gone"
    assert max(number for end, number in going if end < 20) == 1
    assert max(number for end, number in going if 20 <= end < 60) == 4
    assert max(number for end, number in going if end > 64) == 1


@pytest.mark.parametrize("searching", [("--jobs", "2"), ("--scheduler", "local:2")])
def test_the_command(searching: tuple[str, str], tmp_path: Path) -> None:
    if searching[0] == "--scheduler":
        pytest.importorskip("distributed")
    line = ["prove", "fanorona-3x5", "--pieces", "4", "--dir", "tables", *searching, "--certificate", "white.proof"]
    done = run_lalao([*line, "--goal", "win", "--work", "work", "--json"], tmp_path)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    assert (told["value"], told["statements"][0]["wins"]) == ("win", True)
    assert run_lalao(["verify", "white.proof", "--dir", "tables"], tmp_path).returncode == 0
    assert not list((tmp_path / "work").iterdir()), "nothing is kept of what is settled"


def test_jobs_here_or_by_a_scheduler(tmp_path: Path) -> None:
    refused = run_lalao(["prove", "fanorona-telo", "--jobs", "2", "--scheduler", "local:2"], tmp_path)
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)


PROGRAM = """
import sys
from importlib import import_module
if __name__ == "__main__":
    import_module("lalao.research.proof_jobs").FIRST_BUDGET = 200
    from lalao.cli import main
    main(sys.argv[1:])
"""


def children_of(process: int) -> Iterator[int]:
    """Yield the processes whose parent is this one."""
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[1]) == process:
            yield int(path.parent.name)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="what runs is read from /proc")
def test_the_command_survives_kills_and_leaves_no_process(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    asked = ["prove", "fanorona-dimy", "--pieces", "4", "--dir", "tables", "--json", "--certificate", "draw.proof"]
    command = [sys.executable, "program.py", *asked, "--jobs", "2", "--work", "work"]
    rng, own, kills = random.Random(1), environment(tmp_path), 0
    run_lalao(["tables", "build", "fanorona-dimy", "--pieces", "4", "--dir", "tables"], tmp_path)
    for _ in range(30):
        if kills == KILLS:
            break
        with subprocess.Popen(command, env=own, cwd=tmp_path, stdout=subprocess.DEVNULL) as process:
            deadline = time.monotonic() + SECONDS
            lines = written(tmp_path)
            wanted = rng.randrange(1, 15)
            while process.poll() is None and time.monotonic() < deadline and written(tmp_path) < lines + wanted:
                time.sleep(0.005)
            left = list(children_of(process.pid))
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)
                kills += 1
            else:  # this process had to wait for so long that all was proved: begin again
                assert process.returncode == 0
        while any(is_there(child) for child in left):
            assert time.monotonic() < deadline, "a process outlives the one that began it"
            time.sleep(0.01)
    assert kills == KILLS
    done = subprocess.run(command, env=own, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["value"] == "draw"
    for statement in told["statements"]:
        verified = run_lalao(["verify", f"draw-{statement['attacker']}.proof", "--dir", "tables"], tmp_path)
        assert verified.returncode == 0, verified.stderr
    assert not list((tmp_path / "work").iterdir()), "nothing is kept of what is settled"


def written(folder: Path) -> int:
    """Count the lines of all journals."""
    lines = 0
    for path in folder.glob("work/*/journal"):
        with suppress(FileNotFoundError):  # what is settled is removed
            lines += path.read_bytes().count(b"\n")
    return lines


def is_there(process: int) -> bool:
    """Tell whether a process runs still."""
    try:
        os.kill(process, 0)
        return "Z" not in Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
