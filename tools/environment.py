"""The environment in ``.venv``: the next one is built beside it, tried, and put in its place; until then the old stays.

    #  .venv    what ./play and ./test run, with a stamp for each set of pins that it holds
    #  .vnew    the next one while it is built; its name is as long, so that paths in its programs can be replaced
    #  .vold    the one before, between two renames
    #  .vlock   held by whoever builds

It begins with what the old one holds (links to the same files), so that only what has changed is fetched, and nothing
where nothing has. It may be killed at any time, and the folder that it stands in may be moved.
"""

from __future__ import annotations  # so that an older Python can read on to the line that refuses it

import contextlib
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Iterator  # noqa: UP035  older Pythons read it

from tools.installers import FailedError, Installer, OfflineError, installer
from tools.meter import Meter

ROOT = Path(__file__).resolve().parent.parent
PINS = ROOT / "requirements"
VENV, NEW, OLD, LOCK = (ROOT / name for name in (".venv", ".vnew", ".vold", ".vlock"))
OURS = "lalao-made"
SETS = ("play", "test", "dev")
"""The sets of pins, each with all of the one before in the same versions."""
MOST_BYTES = 1_000_000
"""The size from which programs are left alone: those that contain a path are small, unlike those of Rust and C."""
NEEDED = {"play": "lalao.web.serving, lalao.kernels.compiling", "test": "pytest, mypy.api", "dev": "sphinx, playwright"}
"""What an environment must be able to import to be of use."""
MOST_SECONDS = 900
"""Seconds that importing all of that may take: a minute where the disk is slow."""
SUITES = ("tests", "test")
"""Folders of packages' own tests, which nobody here runs: 30 MB."""
OFFERED = ("pettingzoo",)
"""Packages that offer such a folder to those who use them."""


class UnusableError(Exception):
    """There is no environment that can be used; the message says why."""


def layout(folder: Path) -> tuple[Path, Path]:
    """Return the folders of an environment's programs and of its packages."""
    if os.name == "nt":
        return folder / "Scripts", folder / "Lib" / "site-packages"
    return folder / "bin", folder / "lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}" / "site-packages"


def python_of(folder: Path) -> Path:
    """Return the path of the Python of an environment."""
    return layout(folder)[0] / ("python.exe" if os.name == "nt" else "python")


def fingerprint(name: str) -> str:
    """Return a digest of what an environment is made from; when it changes, the environment must be made again.

    It covers the pins, the Python, and what of the package is written into the environment.
    """
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    own = {key: project.get(key) for key in ("name", "version", "requires-python", "dependencies", "scripts")}
    parts = [list(sys.version_info[:2]), sys.platform, own, (PINS / f"{name}.txt").read_text(encoding="utf-8")]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def stamp_of(folder: Path, name: str) -> Path:
    """Return the file that records which pins of a set an environment holds."""
    return folder / f"lalao-{name}"


def is_set_up(name: str) -> bool:
    """Tell whether ``.venv`` holds exactly what the pins ask for."""
    stamp = stamp_of(VENV, name)
    return stamp.is_file() and stamp.read_text() == fingerprint(name) and python_of(VENV).exists()


def has(name: str) -> bool:
    """Tell whether ``.venv`` holds some version of a set, perhaps an older one, and still works."""
    return stamp_of(VENV, name).is_file() and works(VENV, name)


def works(folder: Path, name: str) -> bool:
    """Tell whether an environment can import the packages of a set."""
    wanted = ", ".join(NEEDED[one] for one in SETS[: SETS.index(name) + 1])
    command = [str(python_of(folder)), "-c", f"import {wanted}"]
    try:
        return subprocess.run(command, capture_output=True, cwd=ROOT, timeout=MOST_SECONDS, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def set_up(name: str, told: str) -> None:
    """Make ``.venv`` hold a set of pins unless it does; `told` says what that takes.

    Raises UnusableError where that fails; the environment that was there is left as it was.
    """
    if is_set_up(name):
        return
    check_folder()
    with locked():
        tidy()
        if is_set_up(name):
            return
        try:
            with Meter(told) as meter:
                replaced(name, meter)
        except FailedError as error:
            raise UnusableError(str(error)) from None
        except OSError as error:
            raise UnusableError(f"setting up in .venv failed: {error}") from None
        finally:
            tidy()


def check_folder() -> None:
    """Refuse a folder in which no environment can be made, and a ``.venv`` that this program did not make.

    Raises UnusableError.
    """
    if os.pathsep in str(ROOT):
        raise UnusableError(f"'{ROOT}' has a '{os.pathsep}' in its path: Python makes no environment there, move it")
    if not os.access(ROOT, os.W_OK):
        raise UnusableError(f"'{ROOT}' cannot be written: copy the folder to a place of your own")
    if VENV.exists() and not (VENV / OURS).exists():
        raise UnusableError(f"'{VENV}' is there already and was not made by this command: move it away")


@contextlib.contextmanager
def locked() -> Iterator[None]:
    """Hold the lock on building; the system releases it when the process ends, even if it is killed."""
    with LOCK.open("a+b") as file:
        if sys.platform == "win32":
            import msvcrt

            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
        else:
            import fcntl

            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                print("lalao: it is being set up already: waiting for that…", file=sys.stderr)
                fcntl.flock(file, fcntl.LOCK_EX)
        yield


def tidy() -> None:
    """Remove what a killed set-up left; one killed between the two renames gets the old environment back."""
    if OLD.exists() and not VENV.exists():
        OLD.rename(VENV)
    for rest in (NEW, OLD):
        if rest.exists():
            shutil.rmtree(rest, ignore_errors=True)


def replaced(name: str, meter: Meter) -> None:
    """Build a new environment beside the existing one, then swap them.

    Raises FailedError.
    """
    with_old = layout(VENV)[1].is_dir()
    try:
        build(name, meter, with_old)
    except OfflineError:
        raise
    except FailedError:
        if not with_old:
            raise
        shutil.rmtree(NEW)
        build(name, meter, with_old=False)
    if VENV.exists():
        VENV.rename(OLD)
    NEW.rename(VENV)


def build(name: str, meter: Meter, with_old: bool) -> None:
    """Build an environment for a set of pins, with or without the contents of the old one.

    Raises FailedError where a step fails, or where the result does not work.
    """
    NEW.mkdir()
    (NEW / OURS).write_text(f"made by tools/bootstrap.py\n{VENV}\n", encoding="utf-8")
    tool = installer(NEW, python_of(NEW), meter)
    tool.make()
    if with_old:
        adopt()
    tool.install(PINS / f"{name}.txt")
    tool.install_own(ROOT)
    remove_strangers(tool)
    remove_suites()
    settle()
    tool.clear()
    meter.step("looking whether it works")
    if not works(NEW, name):
        raise FailedError("what was installed does not work")
    for smaller in SETS[: SETS.index(name) + 1]:
        stamp_of(NEW, smaller).write_text(fingerprint(smaller))


def adopt() -> None:
    """Copy the old environment's contents: hard links, or copies where the file system has no links."""
    for top in ("bin", "Scripts", "lib", "Lib", "share", "etc", "include"):
        for folder, _, files in os.walk(VENV / top):
            to = NEW / Path(folder).relative_to(VENV)
            to.mkdir(parents=True, exist_ok=True)
            for file in files:
                if not os.path.lexists(to / file):
                    linked(Path(folder) / file, to / file)


def linked(path: Path, to: Path) -> None:
    """Hard-link a file, or copy it; a link is safe, since installers write new files and never change old ones."""
    try:
        os.link(path, to, follow_symlinks=False)
    except (OSError, NotImplementedError):
        shutil.copy2(path, to, follow_symlinks=False)


def plain(name: str) -> str:
    """Normalise a package name, so that all its spellings are equal."""
    return re.sub(r"[-_.]+", "-", name).lower()


def remove_strangers(tool: Installer) -> None:
    """Remove packages that no set of pins names any more."""
    pins = (PINS / f"{SETS[-1]}.txt").read_text(encoding="utf-8")
    known = {plain(name) for name in re.findall(r"^([A-Za-z0-9._-]+)==", pins, re.MULTILINE)} | {"lalao"}
    there = {plain(path.name.split("-")[0]) for path in layout(NEW)[1].glob("*.dist-info")}
    if there - known:
        tool.remove(sorted(there - known))


def remove_suites() -> None:
    """Remove the test suites that packages bring along."""
    for folder, folders, _ in os.walk(layout(NEW)[1]):
        for suite in SUITES:
            if suite in folders and folder != str(layout(NEW)[1]) and Path(folder).name not in OFFERED:
                folders.remove(suite)
                shutil.rmtree(Path(folder) / suite)


def settle() -> None:
    """Make the environment as independent of its location as possible.

    Python finds the sources by a path relative to the packages, and programs call the Python of ``.venv``.
    """
    programs, packages = layout(NEW)
    for path in packages.glob("*.pth"):
        if path.read_text(encoding="utf-8").strip() == str(ROOT / "src"):
            rewritten(path, os.path.relpath(ROOT / "src", packages).encode() + b"\n")
    readdress(programs, str(NEW), str(VENV))


def follow_the_folder() -> None:
    """Repair the programs in ``.venv`` after the folder was moved; what `./play` and `./test` run needs no repair."""
    mark = VENV / OURS
    try:
        first, before = mark.read_text(encoding="utf-8").splitlines()
        if before != str(VENV):
            readdress(layout(VENV)[0], before, str(VENV))
            mark.write_text(f"{first}\n{VENV}\n", encoding="utf-8")
    except (OSError, ValueError):  # not writable, or made by an older version
        return


def readdress(programs: Path, before: str, now: str) -> None:
    """Replace the old folder by the new one in the programs, so that they call its Python.

    On Windows they are binary files, in which the names must be equally long.
    """
    if os.name == "nt" and len(os.fsencode(before)) != len(os.fsencode(now)):
        return
    for path in programs.iterdir():
        if path.is_file() and not path.is_symlink() and path.stat().st_size < MOST_BYTES:
            text = path.read_bytes()
            if os.fsencode(before) in text:
                rewritten(path, text.replace(os.fsencode(before), os.fsencode(now)))


def rewritten(path: Path, text: bytes) -> None:
    """Replace a file by a new one, so that other links to the old file keep their contents."""
    beside = path.with_name(path.name + ".new")
    beside.write_bytes(text)
    shutil.copymode(path, beside)
    beside.replace(path)
