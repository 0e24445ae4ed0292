"""Install packages into an environment with uv where it is installed, else with the pip that comes with Python."""

from __future__ import annotations  # so that an older Python can read on to the line that refuses it

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tools.meter import Meter

PROBED = "editables"
"""A package of a few kilobytes, fetched first to see whether there is a network."""
PROBE_SECONDS = 60
"""Seconds after which a probe that does not end by itself is given up; a busy machine takes its time."""
MOST_TOLD = 200


class FailedError(Exception):
    """A step that failed; the message says which, and why."""


class OfflineError(FailedError):
    """Packages are missing, and there is no network to fetch them from."""


def uv() -> str | None:
    """Return the path of uv, or None where it is not installed."""
    return shutil.which("uv")


def base_python() -> str:
    """Return the base Python by its versioned name: ``python3`` may be another version some day."""
    found = Path(getattr(sys, "_base_executable", sys.executable))
    exact = found.with_name(f"python{sys.version_info[0]}.{sys.version_info[1]}")
    return str(exact if exact.exists() else found)


def entry(pins: Path, name: str) -> str:
    """Return the lines of a file of pins that name one package."""
    found = re.search(rf"^{name}==(?:.*\\\n)*.*\n", pins.read_text(encoding="utf-8"), re.MULTILINE)
    if found is None:
        raise FailedError(f"'{pins}' names no {name}")
    return found[0]


class Installer:
    """The common part of pip and uv: make an environment, fill it, and report progress."""

    fetching = re.compile(r"^ *Downloading (?P<name>[^ -]+)[^ ]* \((?P<size>[^)]+)\)")
    have = re.compile(r"^$")

    def __init__(self, folder: Path, python: Path, meter: Meter) -> None:
        """Set the environment's folder, its Python, and the progress line."""
        self.folder, self.python, self.meter = folder, python, meter

    def make(self) -> None:
        """Make an empty environment.

        Raises FailedError.
        """
        raise NotImplementedError

    def command(self, *words: str) -> list[str]:
        """Return the installer's command with these arguments."""
        raise NotImplementedError

    offline: tuple[str, ...] = ()
    hasty: tuple[str, ...] = ()
    haste: dict[str, str] = {"RES_OPTIONS": "timeout:3 attempts:1"}  # noqa: RUF012  never changed
    """Variables of a probe: looking up a name in vain takes three seconds."""

    def install(self, pins: Path) -> None:
        """Install pinned packages: from this machine if that is possible, else from the network.

        Raises OfflineError where there is none, FailedError where a step fails.
        """
        words = ("--require-hashes", "-r", str(pins))
        self.meter.step("looking what is there")
        if self.keeps_some() and self.done(self.command(*self.offline, *words)):
            return
        self.probe(pins)
        self.meter.begin(len(re.findall("^[A-Za-z0-9._-]+==", pins.read_text(encoding="utf-8"), re.MULTILINE)))
        self.run(self.command(*words), "installing the packages")

    def keeps_some(self) -> bool:
        """Tell whether packages may be available without a network."""
        return True

    def probe(self, pins: Path) -> None:
        """Fetch one small package with a short timeout, to find out within seconds whether there is a network.

        Raises OfflineError.
        """
        self.meter.step("looking for the network")
        wanted = self.aside() / "probe.txt"
        wanted.write_text(entry(pins, PROBED), encoding="utf-8")
        words = ("--require-hashes", "--no-deps", "--target", str(self.aside() / "probe"), "-r", str(wanted))
        command = self.command(*self.hasty, *words)
        try:
            if subprocess.run(
                command, env=self.environment() | self.haste, capture_output=True, timeout=PROBE_SECONDS, check=False
            ).returncode:
                raise OfflineError("the network is not there")
        except subprocess.TimeoutExpired:
            raise OfflineError("the network is not there, or very slow") from None

    def install_own(self, root: Path) -> None:
        """Install Lalao itself from its sources, without fetching anything.

        Raises FailedError.
        """
        self.meter.step("installing Lalao")
        words = ("--no-deps", "--no-build-isolation", "-e", str(root))
        self.run(self.command(*self.offline, *words), "installing Lalao")

    def remove(self, names: list[str]) -> None:
        """Remove packages; where that fails they stay."""
        raise NotImplementedError

    def aside(self) -> Path:
        """Return a folder for temporary files, made if need be."""
        place = self.folder / "meanwhile"
        place.mkdir(exist_ok=True)
        return place

    def clear(self) -> None:
        """Remove the folder of temporary files."""
        shutil.rmtree(self.aside())

    def environment(self) -> dict[str, str]:
        """Return the environment variables for commands: temporary files go to the folder `aside`, not to memory."""
        return dict(os.environ, TMPDIR=str(self.aside()), PYTHONUNBUFFERED="1")

    def done(self, command: list[str]) -> bool:
        """Run a command silently; tell whether it succeeded."""
        return not subprocess.run(command, env=self.environment(), capture_output=True, check=False).returncode

    def run(self, command: list[str], purpose: str) -> None:
        """Run a step, showing its progress.

        Raises FailedError with the last line of its output.
        """
        said = ["no reason given"]
        with subprocess.Popen(
            command,
            env=self.environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        ) as running:
            assert running.stdout
            for line in running.stdout:
                self.hear(line)
                said.append(line.strip() or said[-1])
        if running.returncode:
            raise FailedError(f"{purpose} failed: {said[-1][:MOST_TOLD]}")

    def hear(self, line: str) -> None:
        """Read the progress from a line of output."""
        fetched = self.fetching.match(line)
        if fetched:
            self.meter.step(f"fetching {fetched['name']} ({fetched['size']})")
        if self.have.match(line):
            self.meter.count()


class Uv(Installer):
    """Installs with uv, which caches what it has fetched and links to it."""

    offline = ("--offline",)
    hasty = ("--no-cache",)
    haste = Installer.haste | {"UV_HTTP_TIMEOUT": "5", "UV_HTTP_RETRIES": "0"}
    have = re.compile(r"^ \+ ")

    def __init__(self, tool: str, folder: Path, python: Path, meter: Meter) -> None:
        """Set the path of uv."""
        super().__init__(folder, python, meter)
        self.tool = tool

    def make(self) -> None:
        """Make an empty environment.

        Raises FailedError.
        """
        kind = ["--no-project", "--allow-existing", "--relocatable", "--prompt", "lalao"]
        self.run([self.tool, "venv", *kind, "--python", base_python(), str(self.folder)], "making an environment")

    def command(self, *words: str) -> list[str]:
        """Return uv's command with these arguments."""
        return [self.tool, "pip", "install", "--python", str(self.python), *words]

    def remove(self, names: list[str]) -> None:
        """Remove packages; where that fails they stay."""
        self.done([self.tool, "pip", "uninstall", "--python", str(self.python), *names])


def bundled_pip() -> Path:
    """Return the path of the pip bundled with Python: a wheel that can be run without being installed.

    Raises FailedError.
    """
    import ensurepip
    import sysconfig

    places = [sysconfig.get_config_var("WHEEL_PKG_DIR"), Path(ensurepip.__file__).parent / "_bundled"]
    found = [wheel for place in places if place for wheel in sorted(Path(place).glob("pip-*.whl"))]
    if not found:
        raise FailedError("this Python brings no pip along: install uv")
    return found[0] / "pip"


class Pip(Installer):
    """Installs with the pip bundled with Python, which is not installed itself."""

    offline = ("--no-index",)
    hasty = ("--no-cache-dir", "--retries", "0", "--timeout", "5")
    have = re.compile(r"^(Collecting |Requirement already satisfied|Ignoring )")
    quiet = ("--disable-pip-version-check", "--no-input")

    def __init__(self, folder: Path, python: Path, meter: Meter) -> None:
        """Find pip.

        Raises FailedError.
        """
        super().__init__(folder, python, meter)
        self.pip = str(bundled_pip())

    def make(self) -> None:
        """Make an empty environment.

        Raises FailedError.
        """
        words = ["--without-pip", "--prompt", "lalao", str(self.folder)]
        self.run([base_python(), "-m", "venv", *words], "making an environment")

    def command(self, *words: str) -> list[str]:
        """Return pip's command with these arguments."""
        pip = [str(self.python), self.pip, "install", *self.quiet]
        return [*pip, "--no-compile", "--progress-bar", "off", "--no-warn-script-location", *words]

    def keeps_some(self) -> bool:
        """Tell whether packages may be available without a network: those taken over from the old environment."""
        return any(path.suffix == ".dist-info" for path in self.folder.glob("[Ll]ib/**/site-packages/*"))

    def remove(self, names: list[str]) -> None:
        """Remove packages; where that fails they stay."""
        self.done([str(self.python), self.pip, "uninstall", "--yes", *self.quiet, *names])


def installer(folder: Path, python: Path, meter: Meter) -> Installer:
    """Return the installer to use here: uv, or pip."""
    tool = uv()
    return Uv(tool, folder, python, meter) if tool else Pip(folder, python, meter)
