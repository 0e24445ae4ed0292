"""Run the command as a user does: in a shell, in a process of its own."""

import os
import re
import subprocess
import sys
from pathlib import Path

from lalao.kernels.cache import cache_folder
from tests.patience import SECONDS

ROOT = Path(__file__).resolve().parent.parent


OF_ITS_USER = re.compile("HOME|LANG|LANGUAGE|LC_.*|XDG_.*|LALAO_.*|DISPLAY|WAYLAND_DISPLAY|COLUMNS|LINES|.*_COLOR")
"""What says whose machine this is: language, folders, screen. Tests speak of none of these."""


def environment(home: Path, **more: str) -> dict[str, str]:
    """Return environment variables: a home of its own, English unless `more` says otherwise, no display."""
    kept = {name: value for name, value in os.environ.items() if not OF_ITS_USER.fullmatch(name)}
    path = f"{Path(sys.executable).parent}{os.pathsep}{kept.get('PATH', '')}"
    own = {"PATH": path, "HOME": str(home), "LANG": "C.UTF-8"}
    own |= {"LALAO_BACKGROUND_COMPILING": "off", "LALAO_TABLES": "off"}
    own["NUMBA_CACHE_DIR"] = str(cache_folder() or "")  # reuse the kernels compiled already
    return kept | own | more


def sh(command: str, home: Path, typed: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """Run one command line in ``sh``, in the project's folder."""
    return ran(["sh", "-c", command], ROOT, typed, environment(home, **more))


def run_lalao(arguments: list[str], home: Path, typed: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """Run ``lalao`` with these arguments, without a shell, in the folder `home`."""
    return ran([sys.executable, "-m", "lalao", *arguments], home, typed, environment(home, **more))


def ran(command: list[str], folder: Path, typed: str, variables: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder; return what it printed."""
    return subprocess.run(
        command,
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=folder,
        env=variables,
        timeout=3 * SECONDS,
        check=False,
    )


def command_lines(text: str) -> list[str]:
    """List the lines of the ``sh`` blocks of a page."""
    blocks = re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if line.strip() and not line.startswith("#")]
