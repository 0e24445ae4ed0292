"""Run the whole of ./test repeatedly beside other work, and once on one core: each run must pass.

``python3 tools/stress.py`` makes five runs beside four busy processes, then one on one core with nothing beside it.
``--runs``, ``--busy`` and ``--alone`` (runs on one core) change that; other arguments go to ./test, such as
``-k match``. It prints a line per run, then the tests that failed; the exit status is 1 where any did.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUSY = "import os\nparent = os.getppid()\nwhile os.getppid() == parent: sum(range(100_000))"
"""What keeps a processor busy, for as long as the one that began it lives."""


@dataclass(frozen=True, slots=True)
class Run:
    """The result of one run: its conditions, exit status, duration and output."""

    name: str
    status: int
    seconds: float
    said: str

    @property
    def summary(self) -> str:
        """The last line of the output."""
        return (self.said.strip().splitlines() or ["nothing was said"])[-1].strip("= ")

    @property
    def failed(self) -> list[str]:
        """The lines of the output that name failed tests."""
        return [line for line in self.said.splitlines() if line.startswith(("FAILED ", "ERROR "))]


@contextmanager
def busy(count: int) -> Iterator[list[int]]:
    """Keep `count` processes busy; yield their process numbers."""
    processes = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(count)]
    try:
        yield [process.pid for process in processes]
    finally:
        for process in processes:
            process.kill()
            process.wait()


@contextmanager
def one_core() -> Iterator[None]:
    """Restrict processes started meanwhile to one processor, the first available."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def run(name: str, command: list[str], folder: Path) -> Run:
    """Run a command once, with its output in a file of its own."""
    began = time.monotonic()
    with (folder / f"{name.replace(' ', '-')}.txt").open("w+", encoding="utf-8", errors="replace") as file:
        status = subprocess.call(command, stdout=file, stderr=subprocess.STDOUT, cwd=ROOT)
        file.seek(0)
        return Run(name, status, time.monotonic() - began, file.read())


def runs(command: list[str], wanted: argparse.Namespace, folder: Path) -> Iterator[Run]:
    """Make the runs, one after another."""
    for number in range(1, wanted.runs + 1):
        with busy(wanted.busy):
            yield run(f"beside {wanted.busy} busy processes {number}", command, folder)
    for number in range(1, wanted.alone + 1):
        with one_core():
            yield run(f"on one core {number}", command, folder)


def line_of(made: Run) -> str:
    """Return a run as one line."""
    verdict = "green" if made.status == 0 else f"RED ({made.status})"
    return f"{made.name:<28}{verdict:<9}{made.seconds:7.0f} s   {made.summary}"


def main(arguments: list[str], command: tuple[str, ...] = (str(ROOT / "test"),)) -> int:
    """Make the runs asked for and print them; return the exit status."""
    reader = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    reader.add_argument("--runs", type=int, default=5, help="runs beside busy processes (5)")
    reader.add_argument("--busy", type=int, default=4, help="how many busy processes (4)")
    reader.add_argument("--alone", type=int, default=1, help="runs on one core (1)")
    wanted, others = reader.parse_known_args(arguments)
    folder = Path(tempfile.mkdtemp(prefix="lalao-stress-"))
    print(f"what the runs say is kept in {folder}", flush=True)
    made: list[Run] = []
    for each in runs([*command, *others], wanted, folder):
        print(line_of(each), flush=True)
        made.append(each)
    for each in made:
        for line in each.failed:
            print(f"{each.name}: {line}")
    return int(any(each.status for each in made))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
