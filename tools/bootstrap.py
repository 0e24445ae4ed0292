"""Set Lalao up in ``.venv`` beside this file's folder, then run one of its commands.

``python3 tools/bootstrap.py play [ARGS]`` plays, ``python3 tools/bootstrap.py test [ARGS]`` tests. The scripts
``play`` and ``test`` call it. It needs Python 3.11 and its venv module, nothing else; uv is used when it is there.
"""

from __future__ import annotations  # so that an older Python can read on to the line that refuses it

import _signal  # type: ignore[import-not-found]  # what signal imports takes a while

if __name__ == "__main__":
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)  # Ctrl-C during the imports must be silent

import json
import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from importlib.util import find_spec
from itertools import takewhile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.environment import (
    ROOT,
    VENV,
    UnusableError,
    follow_the_folder,
    has,
    is_set_up,
    python_of,
    set_up,
)
from tools.installers import uv

SIZES = {"play": (126, 375), "test": (235, 665), "dev": (412, 1430)}
"""MB to fetch and MB on disk for each set of pins, on Linux; tools/bare.py measures them."""
LINE = 10
"""Mbit/s of the line for which times are told."""


def stop(line: str) -> None:
    """End with one line on stderr and exit status 2."""
    print(f"lalao: {line}", file=sys.stderr)
    raise SystemExit(2)


def check_python() -> None:
    """Check that Python is 3.11 or newer and has venv; else stop, naming what is missing."""
    if sys.version_info < (3, 11):  # noqa: UP036  this file is the one that older Pythons read
        stop(f"this is Python {sys.version.split()[0]}, and Lalao needs Python 3.11 or newer")
    if not uv() and (find_spec("venv") is None or find_spec("ensurepip") is None):
        stop("Python's venv module is missing: install it (on Debian: apt-get install python3-venv)")


def told(name: str) -> str:
    """Return the line that says what setting up takes: download and disk size."""
    fetched, kept = SIZES[name]
    minutes = round(0.5 + 8 * fetched / LINE / 60)
    return (
        f"setting up in .venv, once: up to {fetched} MB to fetch (with {LINE} Mbit/s about {minutes} minutes), "
        f"{kept} MB on disk"
    )


def prepare(name: str, can_do: str) -> None:
    """Set up; where that fails, fall back on what was installed before if it still works, and say so."""
    follow_the_folder()
    if is_set_up(name):
        return
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        set_up(name, told(name))
    except UnusableError as error:
        if os.environ.get("CI") or not has(name):
            stop(str(error))
        print(f"lalao: {error}: {can_do} with what was installed before", file=sys.stderr)


def play(arguments: list[str]) -> int:
    """Run ``lalao`` with these arguments, or its first screen without any."""
    prepare("play", "playing")
    os.environ["LALAO_COMMAND"] = "./play"
    command = [str(python_of(VENV)), "-m", "lalao", *arguments]
    if os.name != "nt":
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # lalao unblocks it once it has started
        os.execv(command[0], command)
    return called(command)


def called(command: list[str]) -> int:
    """Run a command and return its exit status; Ctrl-C is left to the command."""
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        return subprocess.call(command)
    finally:
        signal.signal(signal.SIGINT, before)


def tested() -> str:
    """Return the pins to test with: ``dev``, as in CI, where CI is set or a browser is there, else ``test``."""
    return "dev" if os.environ.get("CI") or shutil.which("chromium") else "test"


UNTYPED = {"test": ["--no-warn-return-any"], "dev": []}
"""Without Playwright nobody knows the types of what its functions return."""
LAYERS = ("unit", "twin", "commands", "server", "pages", "torture")
"""The folders of tests, from those that need least to those that need most."""
MOST_UNSTEADY = 3
"""Failures that are run once more; more of them are no accident."""
FAILED = "lalao/failed"
"""Where tests/conftest.py keeps the failures of a run and their reasons, in pytest's cache."""


def test(arguments: list[str]) -> int:
    """Run every check of the project, then its tests.

    ``unit`` and the other layers run the tests of these layers alone, ``nightly`` runs all there are, with cases drawn
    anew; any other arguments go to pytest. Where the variable CI is set tests marked slow run too, but of the slow
    cases of a file only some, by the number ``LALAO_DRAW``. It is drawn and printed unless it is given.
    """
    if arguments == ["nightly"]:
        os.environ.update(CI="true", LALAO_NIGHTLY="1")
        arguments = []
    pins = tested()
    prepare(pins, "testing")
    os.chdir(ROOT)
    python = str(python_of(VENV))
    spared = [] if os.environ.get("CI") else ["-m", "not slow"]
    together = ["-q", "-n", str(workers()), "--dist", "worksteal", *spared]
    layers = list(takewhile(LAYERS.__contains__, arguments))
    if layers:
        return called(
            [python, "-m", "pytest", *together, *(f"tests/{each}" for each in layers), *arguments[len(layers) :]]
        )
    if arguments:
        return called([python, "-m", "pytest", *arguments])
    checks = [
        ["-m", "ruff", "check", "."],
        ["-m", "ruff", "format", "--check", "--quiet", "."],
        ["-m", "mypy", *UNTYPED[pins]],
        ["-c", "from importlinter.cli import lint_imports_command as lint; lint()"],
        ["tools/scripts.py"],
        ["-m", "pytest", *together],
    ]
    if os.environ.get("CI") and os.environ.keys().isdisjoint(("LALAO_NIGHTLY", "LALAO_MEASURE")):
        print("LALAO_DRAW=" + os.environ.setdefault("LALAO_DRAW", str(int.from_bytes(os.urandom(3)))))
    worst = 0
    with subprocess.Popen([python, "-c", COMPILE_ONCE], stdout=subprocess.DEVNULL) as compiling:
        for number, check in enumerate(checks):
            if number == len(checks) - 1:
                compiling.wait()
            status = abs(called([python, *check]))
            if status in (signal.SIGINT, 130):
                return 130
            if status == 1 and number == len(checks) - 1 and os.environ.get("CI"):
                status = again(python)
            worst = max(worst, status)
    return worst


def again(python: str) -> int:
    """Run the few tests that failed once more, alone; return 0 where they pass, and name them as unsteady."""
    with suppress(OSError, ValueError):
        failed = json.loads((ROOT / ".pytest_cache" / "v" / FAILED).read_text(encoding="utf-8"))
        if 0 < len(failed) <= MOST_UNSTEADY:
            os.environ.pop("LALAO_DRAW", None)
            status = called([python, "-m", "pytest", "-q", *failed])
            if not status:
                for name, reason in failed.items():
                    print(f"unsteady: {name}: {reason}")
            return status
    return 1


COMPILE_ONCE = """
from lalao.kernels.__main__ import compile_all
import pytest
compile_all()
pytest.main(["-qq", "--collect-only"])
"""
"""Compiles every kernel, and every module of tests, beside the linters; else each process that tests would."""


def workers() -> int:
    """Return the number of test processes: one more than there are cores, since some wait for pages and servers."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores + 1, 8)


def keep_bytecode() -> None:
    """Keep bytecode in the environment's folder where the machine asks that none be written beside the sources.

    Without any, each process compiles hundreds of modules anew, which is more than half of its start.
    """
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", None) and "PYTHONPYCACHEPREFIX" not in os.environ:
        os.environ["PYTHONPYCACHEPREFIX"] = str(VENV / "bytecode")


COMMANDS = {"play": play, "test": test}


def main(arguments: list[str]) -> int:
    """Check the machine, then run the command named by the first argument; return its exit status."""
    if not arguments or arguments[0] not in COMMANDS:
        stop("say what to do: python3 tools/bootstrap.py play, or python3 tools/bootstrap.py test")
    check_python()
    keep_bytecode()
    return COMMANDS[arguments[0]](arguments[1:])


if __name__ == "__main__":
    try:
        raise SystemExit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        raise SystemExit(130) from None
