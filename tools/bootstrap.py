"""Set Lalao up in ``.venv`` beside this file's folder, then run one of its commands.

``python3 tools/bootstrap.py play [ARGS]`` plays, ``python3 tools/bootstrap.py test [ARGS]`` tests. The scripts
``play`` and ``test`` call it. It needs Python 3.11 and its venv module, nothing else; uv is used when it is there.
"""

from __future__ import annotations  # so that an older Python can read on to the line that refuses it

import hashlib
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
OURS = "lalao-made"
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")


def stop(line: str) -> None:
    """End with one line on stderr and exit status 2."""
    print(f"lalao: {line}", file=sys.stderr)
    raise SystemExit(2)


def check_python() -> None:
    """Name what a bare machine lacks."""
    if sys.version_info < (3, 11):  # noqa: UP036  this file is the one that older Pythons read
        stop(f"this is Python {sys.version.split()[0]}, and Lalao needs Python 3.11 or newer")
    if not uv() and (find_spec("venv") is None or find_spec("ensurepip") is None):
        stop("Python's venv module is missing: install it (on Debian: apt-get install python3-venv)")


def uv() -> str | None:
    """The path of uv, or None where it is not installed."""
    return shutil.which("uv")


def fingerprint(pins: Path) -> str:
    """What the environment was made from: another answer means it must be made again."""
    parts = [
        pins.read_bytes(),
        (ROOT / "pyproject.toml").read_bytes(),
        str(ROOT).encode(),
        sys.version.encode(),
    ]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def check_folder() -> None:
    """Refuse a folder where no environment can be made, and an environment that is not ours."""
    if os.pathsep in str(ROOT):
        stop(f"'{ROOT}' has a '{os.pathsep}' in its path: Python makes no environment there, move the folder")
    if not os.access(ROOT, os.W_OK):
        stop(f"'{ROOT}' cannot be written: copy the folder to a place of your own")
    if VENV.exists() and not (VENV / OURS).exists():
        stop(f"'{VENV}' is there already and was not made by this command: move it away")


def run(command: list[str], purpose: str) -> None:
    """Run a step of the installation, or stop with the last line that it says."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        said = [line.strip() for line in (done.stdout + done.stderr).splitlines() if line.strip()]
        stop(f"{purpose} failed: {said[-1] if said else 'no reason given'}")


def install(pins: Path) -> None:
    """Install the pinned packages, then Lalao itself without looking anything up."""
    if VENV.exists():
        shutil.rmtree(VENV)
    tool = uv()
    if tool:
        create = [tool, "venv", "--quiet", "--python", sys.executable, str(VENV)]
        pip = [tool, "pip", "install", "--quiet", "--python", str(PYTHON)]
    else:
        create = [sys.executable, "-m", "venv", str(VENV)]
        pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    run(create, "making .venv")
    (VENV / OURS).write_text("made by tools/bootstrap.py\n")
    run([*pip, "--require-hashes", "-r", str(pins)], "installing the packages (is the network there?)")
    run([*pip, "--no-deps", "--no-build-isolation", "-e", str(ROOT)], "installing Lalao")


def is_set_up(pins: Path) -> bool:
    """Tell whether ``.venv`` is already what the pins ask for."""
    stamp = VENV / f"lalao-{pins.stem}"
    return stamp.is_file() and stamp.read_text() == fingerprint(pins) and PYTHON.exists()


def set_up(pins: Path) -> None:
    """Make ``.venv`` unless it is already what the pins ask for; a stamp says so only once all is installed."""
    if is_set_up(pins):
        return
    check_folder()
    print("lalao: setting up in .venv (once, about a minute)…", file=sys.stderr)
    try:
        install(pins)
    except OSError as error:
        stop(f"setting up in .venv failed: {error}")
    (VENV / f"lalao-{pins.stem}").write_text(fingerprint(pins))


def play(arguments: list[str]) -> int:
    """Run ``lalao`` with these arguments, or its first screen without any; the tests' environment will do as well."""
    if not (VENV / "lalao-test").is_file():
        set_up(ROOT / "requirements" / "play.txt")
    else:
        set_up(ROOT / "requirements" / "test.txt")
    environment = dict(os.environ, LALAO_COMMAND="./play")
    return subprocess.call([str(PYTHON), "-m", "lalao", *arguments], env=environment)


SPARED = [] if os.environ.get("CI") else ["-m", "not slow"]


def test(arguments: list[str]) -> int:
    """Run every check of the project, then its tests; with arguments, pytest alone with these.

    Tests marked slow run too where the variable CI is set.
    """
    set_up(ROOT / "requirements" / "test.txt")
    if arguments:
        return subprocess.call([str(PYTHON), "-m", "pytest", *arguments], cwd=ROOT)
    checks = [
        ["-m", "ruff", "check", "."],
        ["-m", "ruff", "format", "--check", "--quiet", "."],
        ["-m", "mypy"],
        ["-c", "from importlinter.cli import lint_imports_command as lint; lint()"],
    ]
    tests = ["-m", "pytest", "-q", "-n", str(workers()), "--dist", "worksteal", "--durations=10", *SPARED]
    compile_once = "from lalao.kernels.__main__ import compile_all; compile_all()"  # or each of the workers compiles
    with subprocess.Popen([str(PYTHON), "-c", compile_once], cwd=ROOT) as compiling:
        found = [subprocess.call([str(PYTHON), *check], cwd=ROOT) for check in checks]
    return max(
        abs(code) for code in (*found, int(compiling.returncode), subprocess.call([str(PYTHON), *tests], cwd=ROOT))
    )


def workers() -> int:
    """How many processes test at a time: one more than there are cores, since pages and servers are waited for."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores + 1, 8)


COMMANDS = {"play": play, "test": test}


def main(arguments: list[str]) -> int:
    """Check the machine, then hand over to the command named first."""
    if not arguments or arguments[0] not in COMMANDS:
        stop("say what to do: python3 tools/bootstrap.py play, or python3 tools/bootstrap.py test")
    check_python()
    return COMMANDS[arguments[0]](arguments[1:])


if __name__ == "__main__":
    try:
        raise SystemExit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        raise SystemExit(130) from None
