"""The first hour on a bare machine: ``python3 tools/bare.py`` clones, sets up, plays, and says what it took.

A fresh clone of what is committed, in a folder with blanks and accents; no caches, an empty home, nothing on the PATH
but what a bare Debian has. Set-up is killed in the middle, interrupted by Ctrl-C, and resumed; the network goes; the
folder moves; the server is stopped seven times. ``--uv`` does the same with uv, ``--test`` sets the tests up too.

Every line is a check with the seconds it took; the exit status is 1 where one failed.
"""

import argparse
import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools.bootstrap import SIZES  # noqa: E402
from tools.pressing import press  # noqa: E402

VERSION = f"lalao {tomllib.loads((ROOT / 'pyproject.toml').read_text(encoding='utf-8'))['project']['version']}\n"
"""What `lalao --version` prints."""
PROGRAMS = ("sh", "env", "dirname", "readlink", "realpath", "git", "cat", "uname")
PASSED = re.compile("(PIP_(?!CACHE)|UV_(?!CACHE)|SSL_|REQUESTS_CA|CURL_CA|.*_proxy$)", re.IGNORECASE)
"""Variables that say how the network is reached."""
REFUSING = "http://127.0.0.1:9"
"""An address at which nobody answers."""
OFFLINE_SECONDS = 60
"""Seconds within which two attempts must find out that there is no network, on a busy machine."""
PRESSES = (0.02, 0.1, 0.3, 0.6, 1.0, 2.0, 6.0)
"""Seconds after which the server is stopped: while Python starts, while it imports, while it serves."""


class Machine:
    """A simulated bare machine: its own home folder, PATH and work folder."""

    def __init__(self, place: Path, with_uv: bool) -> None:
        """Create the machine's folders in `place`, with uv on its PATH if wanted."""
        self.home, programs = place / "home", place / "bin"
        self.clone = place / "Ma classe à l'école" / "jeux d'été"
        for folder in (self.home, programs, self.clone.parent):
            folder.mkdir(parents=True)
        found = {name: shutil.which(name) for name in (*PROGRAMS, *(["uv"] if with_uv else []))}
        found["python3"] = getattr(sys, "_base_executable", sys.executable)
        for name, path in found.items():
            if path:
                (programs / name).write_text(f'#!/bin/sh\nexec "{path}" "$@"\n')
                (programs / name).chmod(0o755)
        passed = {name: value for name, value in os.environ.items() if PASSED.match(name)}
        self.variables = passed | {"PATH": str(programs), "HOME": str(self.home), "LANG": "C.UTF-8", "TERM": "xterm"}

    def start(self, *command: str, more: dict[str, str] | None = None) -> "subprocess.Popen[str]":
        """Start a command in the clone, in a process group of its own, with `more` variables."""
        return subprocess.Popen(
            command,
            cwd=self.clone,
            env=self.variables | (more or {}),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def run(
        self, *command: str, typed: str = "", seconds: float = 1800, more: dict[str, str] | None = None
    ) -> "subprocess.CompletedProcess[str]":
        """Run a command to its end; one that takes longer than `seconds` is killed and counts as failed."""
        process = self.start(*command, more=more)
        try:
            out, err = process.communicate(typed, seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out, err = process.communicate()
            err += f"\nkilled after {seconds} s"
        return subprocess.CompletedProcess(command, process.returncode, out, err)

    def press(self, command: list[str], after: float | str) -> tuple[int, str]:
        """Run a command on a terminal and press Ctrl-C after some seconds, or once it has printed a text.

        Returns the exit status and the output.
        """
        due = (lambda said, _: after in said) if isinstance(after, str) else (lambda _, seconds: seconds >= after)
        return press(command, self.clone, self.variables, due)


def megabytes(folder: Path) -> float:
    """Return the disk space that a folder takes, in MB."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink()) / 1e6


@dataclass
class Offline:
    """One method of cutting off the network: its name, the words put before a command, and environment variables."""

    name: str
    before: list[str]
    variables: dict[str, str]


@contextlib.contextmanager
def offline() -> Iterator[list[Offline]]:
    """Yield the methods of cutting off the network: none at all where the system allows it, refused, and silent."""
    ways: list[Offline] = []
    for words in (["unshare", "-n"], ["unshare", "-rn"]):
        tool = shutil.which("unshare")
        if tool and not ways and not subprocess.run([*words, "true"], capture_output=True, check=False).returncode:
            ways.append(Offline("no network", [tool, *words[1:]], {}))
    with socket.create_server(("127.0.0.1", 0)) as silent:
        for name, address in (("silent", f"http://127.0.0.1:{silent.getsockname()[1]}"), ("refused", REFUSING)):
            names = ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY")
            ways.append(Offline(name, [], dict.fromkeys(names, address) | {"no_proxy": "", "NO_PROXY": ""}))
        yield ways


class Report:
    """Prints checks as lines and counts those that failed."""

    def __init__(self) -> None:
        """Start with no failures."""
        self.failed = 0

    @contextlib.contextmanager
    def check(self, what: str) -> Iterator[list[str]]:
        """Run the body as one check; a failed assertion is printed and counted.

        What the body appends to the yielded list is printed beside the check.
        """
        begun, notes = time.monotonic(), list[str]()
        try:
            yield notes
        except AssertionError as error:
            self.failed += 1
            print(f"FAILED {time.monotonic() - begun:6.1f} s  {what}: {error}", flush=True)
        else:
            told = f" ({', '.join(notes)})" if notes else ""
            print(f"ok     {time.monotonic() - begun:6.1f} s  {what}{told}", flush=True)


def told(done: "subprocess.CompletedProcess[str]") -> str:
    """Return the output of a command, for the message of a failed check."""
    return f"status {done.returncode}, {done.stdout[-300:]!r}, {done.stderr[-600:]!r}"


def is_one_line(text: str) -> bool:
    """Tell whether a text is one line of Lalao's own, not a traceback."""
    return re.fullmatch(r"lalao: [^\n]+\n", text) is not None


def without_network(machine: Machine, report: Report) -> None:
    """Set up without a network: it must end soon, with one line that says so."""
    with offline() as ways:
        for way in ways:
            with report.check(f"without a network ({way.name}) set-up ends soon, in one line"):
                begun = time.monotonic()
                done = machine.run(*way.before, "./play", "--version", more=way.variables)
                lines = done.stderr.splitlines(keepends=True)
                assert done.returncode == 2, told(done)
                assert is_one_line(lines[-1]), told(done)
                assert "network" in lines[-1], told(done)
                assert len(lines) == 2, told(done)
                assert time.monotonic() - begun < OFFLINE_SECONDS, told(done)


def interrupted(machine: Machine, report: Report) -> None:
    """Kill set-up half-way, then interrupt it with Ctrl-C."""
    with report.check("set-up is killed in the middle"):
        process = machine.start("./play", "--version")
        time.sleep(4)
        assert process.poll() is None, "it was over too soon to be killed"
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
    with report.check("Ctrl-C in set-up ends it in silence"):
        status, said = machine.press(["./play", "--version"], "fetching")
        assert status == 130, said
        assert "Traceback" not in said, said


def set_up(machine: Machine, report: Report, fetched: float, kept: float) -> None:
    """Set up to the end, twice at once, and check the announced sizes."""
    with report.check("two set-ups at once, resumed where they were killed") as notes:
        both = [machine.start("./play", "--version") for _ in range(2)]
        for process in both:
            out, err = process.communicate()
            assert (process.returncode, out) == (0, VERSION), err
        notes.append(f"{megabytes(machine.clone / '.venv'):.0f} MB in .venv")
    weigh(machine, report, "play", fetched, kept)


def weigh(machine: Machine, report: Report, name: str, fetched: float, kept: float) -> None:
    """Compare the announced download and disk sizes with the measured ones."""
    cache = machine.home / ".cache" / "pip"
    with report.check(f"the sizes told of ./{name} are right") as notes:
        sizes = [(megabytes(machine.clone / ".venv"), kept)]
        sizes += [(megabytes(cache), fetched)] if cache.exists() else []
        notes += [f"{found:.0f} MB, {said:.0f} told" for found, said in sizes]
        assert all(abs(found - said) < 0.15 * said for found, said in sizes), notes


def play(machine: Machine, report: Report) -> None:
    """Play a game in the terminal before anything is compiled, with stderr discarded."""
    with report.check("Fanorona before it is compiled says so, and answers") as notes:
        begun = time.monotonic()
        done = machine.run("sh", "-c", "./play play fanorona 2>/dev/null", typed="d2-e3A\nquit\n")
        assert done.returncode == 0, told(done)
        assert "Compiling in the background" in done.stdout, told(done)
        assert "Black> " in done.stdout, told(done)
        notes.append(f"answered within {time.monotonic() - begun:.0f} s")
    with report.check("commands of the README answer"):
        for line in ("games", "replay fang-4 2 2 3 1 2 3", "solve fafy-impartial", "rules fang --lang fr"):
            done = machine.run("./play", *line.split())
            assert done.returncode == 0, told(done)
            assert done.stderr == "", told(done)


def stop_server(machine: Machine, report: Report) -> None:
    """Stop the server by Ctrl-C at different moments: at once, as it starts, as it serves, once all is printed."""
    for after in (*PRESSES, "Ctrl+C."):
        with report.check(f"Ctrl-C on the server after {after}"):
            status, said = machine.press(["./play", "serve", "--port", "0"], after)
            assert status in (0, 130), (status, said)
            assert not re.search("Traceback|Error|Interrupt", said), said


def keep_going(machine: Machine, report: Report, way: Offline) -> None:
    """Change the inputs of set-up without a network: the working environment must go on working."""
    pins = machine.clone / "requirements" / "play.txt"
    text = pins.read_text(encoding="utf-8")
    before, variables = way.before, way.variables
    with report.check("set up, it needs no network"):
        done = machine.run(*before, "./play", "--version", more=variables)
        assert (done.stdout, done.stderr) == (VERSION, ""), told(done)
    with report.check("pins that ask for nothing new need no network"):
        pins.write_text(f"# written anew\n{text}", encoding="utf-8")
        done = machine.run(*before, "./play", "--version", more=variables)
        assert done.stdout == VERSION, told(done)
        assert "set up in" in done.stderr, told(done)
    with report.check("pins that cannot be had leave the old environment"):
        pins.write_text(re.sub("^click==.*", "click==999 \\\\", text, flags=re.MULTILINE), encoding="utf-8")
        done = machine.run(*before, "./play", "--version", more=variables)
        assert done.stdout == VERSION, told(done)
        assert "with what was installed before" in done.stderr, told(done)
        assert is_one_line(done.stderr.splitlines(keepends=True)[-1]), told(done)
    pins.write_text(text, encoding="utf-8")
    machine.run("./play", "--version")
    with report.check("a moved folder goes on, without a network"):
        machine.clone = machine.clone.rename(machine.clone.parent.parent / "déplacé ailleurs")
        done = machine.run(*before, "./play", "--version", more=variables)
        assert (done.stdout, done.stderr) == (VERSION, ""), told(done)
        done = machine.run(str(machine.clone / ".venv" / "bin" / "lalao"), "--version")
        assert done.stdout == VERSION, told(done)


def test(machine: Machine, report: Report, fetched: float, kept: float) -> None:
    """Set up the tests and run some."""
    with report.check("./test adds what it needs") as notes:
        begun = time.monotonic()
        done = machine.run("./test", "--version")
        assert done.returncode == 0, told(done)
        notes.append(f"{time.monotonic() - begun:.0f} s")
    weigh(machine, report, "test", fetched, kept)
    with report.check("./play shares it"):
        done = machine.run("./play", "--version")
        assert (done.stdout, done.stderr) == (VERSION, ""), told(done)
    with report.check("tests run"):
        done = machine.run(
            "./test", "-q", "tests/unit/test_perft.py", "tests/torture/test_bootstrap.py", "-m", "not slow"
        )
        assert done.returncode == 0, told(done)


def main() -> int:
    """Run all checks; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--uv", action="store_true", help="with uv, which must be on the PATH")
    parser.add_argument("--test", action="store_true", help="set the tests up too")
    asked = parser.parse_args()
    report = Report()
    with tempfile.TemporaryDirectory(prefix="lalao bare ", ignore_cleanup_errors=True) as place:
        machine = Machine(Path(place), asked.uv)
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(machine.clone)], check=True)
        without_network(machine, report)
        if not asked.uv:  # with uv set-up is over before it can be interrupted
            interrupted(machine, report)
        set_up(machine, report, *SIZES["play"])
        play(machine, report)
        stop_server(machine, report)
        with offline() as ways:
            keep_going(machine, report, ways[0])
        if asked.test:
            test(machine, report, *SIZES["test"])
    print(f"{report.failed} failed")
    return min(report.failed, 1)


if __name__ == "__main__":
    raise SystemExit(main())
