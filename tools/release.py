"""Build what is released and try it as users would: ``python3 tools/release.py [--out FOLDER]``.

The source distribution and the wheel of what is committed are built, their sizes checked, and installed in clean
environments of every Python from 3.11 on that is found, without and with numba, by pip, pipx and uv. In each the same
commands are tried, the server among them. Every line is a check with the seconds it took; the exit status is 1 where
one failed. ``--python`` tries fewer, ``--build`` tries none.
"""

import argparse
import os
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools.pressing import press  # noqa: E402

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
MOST_MEGABYTES = 8
FIRST_GAME_SECONDS = 60
SERVER_SECONDS = 60
COMMAND_SECONDS = 900
SLOWER = "numba is not available"
FANG = "fang-4 --first level:1 --second level:1 --seed 3"
COMMANDS = (
    ("--version", "lalao"),
    ("games", "fanorona-telo"),
    ("play " + FANG, "wins"),
    ("solve fang-6 --json", '"value"'),
    ("solve fafy-impartial '1.1.1.1 S' --json", '"nimber"'),
    ("solve fanorona-telo --json", '"win"'),
    ("analyse fanorona --depth 2 --json", '"opinion"'),
    ("match level:2 random fang-4 --games 2 --seed 1 --json", '"games"'),
    ("explain fang-4 '0.1.1.0 3+3 S' 2 --lang fr", "."),
    ("rules fanorona --lang mg", "Fanorona"),
    ("puzzles daily --json", '"solution"'),
    ("lessons list", "fang"),
    ("print rules fang-6 --out sheet.pdf", ""),
)
"""Commands with what they print, in the order in which somebody new might type them."""
LINES = """
import lalao
position = lalao.game("fang-4").start()
while position.outcome is None:
    position = position.play(position.legal_moves()[0])
print(lalao.solve(lalao.game("fang-4").start()).value, position.outcome)
"""


class Trial:
    """Prints one line per check and counts the failures."""

    failed = 0

    def check(self, name: str, passed: bool, begun: float, why: str = "") -> None:
        """Print a check with the seconds since `begun`, and the reason where it failed."""
        print(f"{'ok    ' if passed else 'FAILED'} {time.perf_counter() - begun:7.1f} s  {name}", flush=True)
        if not passed:
            self.failed += 1
            print("".join(f"    {line}\n" for line in why.strip().splitlines()[-12:]), end="", flush=True)


def built(folder: Path, trial: Trial) -> list[Path]:
    """Build the source distribution and the wheel from a fresh clone; return both files."""
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory() as place, tempfile.TemporaryDirectory() as tools:
        subprocess.run(["git", "clone", "--quiet", str(ROOT), place], check=True)
        environment = made(Path(tools), sys.executable)
        done = run([*environment, "-m", "pip", "install", "--quiet", "build"])
        if not done.returncode:
            done = run([*environment, "-m", "build", "--outdir", str(folder), place])
    files = [*sorted(folder.glob("lalao-*.tar.gz"))[-1:], *sorted(folder.glob("lalao-*.whl"))[-1:]]
    trial.check("sdist and wheel are built", not done.returncode and len(files) == 2, begun, done.stdout + done.stderr)
    for file in files:
        size = file.stat().st_size / 1e6
        trial.check(f"{file.name} is under {MOST_MEGABYTES} MB: {size:.1f} MB", size < MOST_MEGABYTES, begun)
    return files


def made(folder: Path, python: str) -> list[str]:
    """Make a virtual environment; return the command that runs its Python."""
    subprocess.run([python, "-m", "venv", str(folder)], check=True)
    return [str(folder / "bin" / "python")]


def run(command: list[str], more: dict[str, str] | None = None) -> "subprocess.CompletedProcess[str]":
    """Run a command isolated from this clone, with `more` variables."""
    clean = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV", "LALAO"))
    }
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=COMMAND_SECONDS,
        check=False,
        env=clean | (more or {}),
        cwd=tempfile.gettempdir(),
    )


def pythons(wanted: list[str]) -> Iterator[tuple[str, str]]:
    """Yield the Pythons that are found, each with its version."""
    for version in wanted or PYTHONS:
        roots = sorted(Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")).glob(f"versions/{version}.*"))
        places = [str(root / "bin") for root in roots] + os.environ["PATH"].split(os.pathsep)
        for place in places:
            path = shutil.which(f"python{version}", path=place)
            if path and run([path, "-c", "import venv, ensurepip"]).returncode == 0:
                yield version, path
                break
        else:
            print(f"----            Python {version} is not here", flush=True)


def by_pip(place: Path, python: str, file: Path) -> tuple[Path, Callable[[str], list[str]]]:
    """Install a file by pip; return the folder of programs, and a function that makes a command from Python code."""
    environment = made(place, python)
    checked(run([*environment, "-m", "pip", "install", "--quiet", str(file)]))
    return place / "bin", lambda text: [*environment, "-c", text]


def by_uv(place: Path, python: str, file: Path) -> Path:
    """Install a file as a tool of uv; return the folder of programs."""
    folders = {"UV_TOOL_DIR": str(place / "tools"), "UV_TOOL_BIN_DIR": str(place / "bin")}
    checked(run(["uv", "tool", "install", "--quiet", "--python", python, str(file)], folders))
    return place / "bin"


def by_pipx(place: Path, python: str, file: Path) -> Path:
    """Install a file by pipx; return the folder of programs."""
    environment = made(place / "pipx", python)
    checked(run([*environment, "-m", "pip", "install", "--quiet", "pipx"]))
    folders = {"PIPX_HOME": str(place / "home"), "PIPX_BIN_DIR": str(place / "bin")}
    checked(run([*environment, "-m", "pipx", "install", "--python", python, str(file)], folders))
    return place / "bin"


def checked(done: "subprocess.CompletedProcess[str]") -> None:
    """Raise OSError with the command's output where it failed."""
    if done.returncode:
        raise OSError(done.stdout + done.stderr)


def try_commands(programs: Path, home: Path, name: str, trial: Trial, expected: str = "") -> None:
    """Try every command; where a kernel is needed, `expected` must be printed on a terminal."""
    variables = {"HOME": str(home), "XDG_CACHE_HOME": str(home / "cache"), "LANG": "C.UTF-8"}
    for line, wanted in COMMANDS:
        begun = time.perf_counter()
        words = [str(home / word) if word.endswith(".pdf") else word for word in shlex.split(line)]
        done = run([str(programs / "lalao"), *words], variables)
        passed = not done.returncode and wanted in done.stdout and not done.stderr
        trial.check(f"{name}: lalao {line}", passed, begun, done.stdout + done.stderr)
    begun = time.perf_counter()
    sheet = home / "sheet.pdf"
    trial.check(f"{name}: the sheet is a PDF", sheet.is_file() and sheet.read_bytes()[:5] == b"%PDF-", begun)
    if expected:
        command = [str(programs / "lalao"), "analyse", "fanorona", "--depth", "1"]
        _, said = press(command, home, dict(os.environ) | variables, lambda *_: False)
        trial.check(f"{name}: it says that it is slower", expected in said, begun, said)
    try_server(programs, variables, name, trial)


def try_server(programs: Path, variables: dict[str, str], name: str, trial: Trial) -> None:
    """Start the server, load the first page and the list of games, and stop it by Ctrl-C."""
    begun = time.perf_counter()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [str(programs / "lalao"), "serve", "--port", str(port)],
        env=dict(os.environ) | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    page = games = b""
    while time.perf_counter() - begun < SERVER_SECONDS and process.poll() is None:
        try:
            page = urlopen(f"http://127.0.0.1:{port}/").read()
            games = urlopen(f"http://127.0.0.1:{port}/api/games").read()
            break
        except OSError:
            time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    try:
        said = process.communicate(timeout=30)[0]
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        said = process.communicate()[0] + "\nit had to be killed"
    passed = b"<html" in page and b"fanorona" in games and process.returncode in (0, 130) and "Traceback" not in said
    trial.check(f"{name}: the server begins, answers and ends", passed, begun, said)


def try_pip(version: str, python: str, wheel: Path, trial: Trial) -> None:
    """Install the wheel by pip, play a game, try all commands, then all of them again without numba."""
    with tempfile.TemporaryDirectory(prefix="lalao release ") as folder:
        place, begun = Path(folder), time.perf_counter()
        name = f"{version} pip"
        programs, python_of = by_pip(place / "env", python, wheel)
        done = run([str(programs / "lalao"), "play", *FANG.split()], {"HOME": folder})
        seconds = time.perf_counter() - begun
        passed = not done.returncode and seconds < FIRST_GAME_SECONDS
        trial.check(f"{name}: from the wheel to the end of a first game", passed, begun, done.stderr)
        done = run(python_of(LINES))
        trial.check(f"{name}: first lines of Python", not done.returncode, begun, done.stderr)
        try_commands(programs, home(place, "with"), name, trial)
        checked(run([str(programs / "python"), "-m", "pip", "uninstall", "--quiet", "--yes", "numba", "llvmlite"]))
        try_commands(programs, home(place, "without"), f"{version} pip, no numba", trial, SLOWER)


def try_other(version: str, python: str, files: list[Path], trial: Trial) -> None:
    """Install the source distribution by pip, and the wheel by pipx and uv; play a game in each."""
    source, wheel = files
    ways: list[tuple[str, Callable[[Path], Path]]] = [
        ("pip, sdist", lambda place: by_pip(place, python, source)[0]),
        ("pipx", lambda place: by_pipx(place, python, wheel)),
    ]
    if shutil.which("uv"):
        ways.append(("uv tool", lambda place: by_uv(place, python, wheel)))
    for title, install in ways:
        with tempfile.TemporaryDirectory(prefix="lalao release ") as folder:
            begun = time.perf_counter()
            try:
                programs = install(Path(folder) / "env")
                done = run([str(programs / "lalao"), "play", *FANG.split()], {"HOME": folder})
                trial.check(f"{version} {title}: a first game", not done.returncode, begun, done.stdout + done.stderr)
            except OSError as error:
                trial.check(f"{version} {title}: installed", False, begun, str(error))


def home(place: Path, name: str) -> Path:
    """Make an empty home folder."""
    folder = place / name
    folder.mkdir()
    return folder


def main() -> int:
    """Build and try the release; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="where the files are kept")
    parser.add_argument("--python", action="append", default=[], help="a version to try, such as 3.12; several times")
    parser.add_argument("--build", action="store_true", help="build, and try nothing")
    wanted = parser.parse_args()
    trial = Trial()
    files = built(wanted.out.resolve(), trial)
    for version, python in [] if wanted.build or trial.failed else list(pythons(wanted.python)):
        try:
            try_pip(version, python, files[1], trial)
        except OSError as error:
            trial.check(f"{version} pip: installed", False, time.perf_counter(), str(error))
        try_other(version, python, files, trial)
    print(f"{trial.failed} failed")
    return min(trial.failed, 1)


if __name__ == "__main__":
    raise SystemExit(main())
