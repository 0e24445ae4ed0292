"""Running the command as a user does: in a shell, in a process of its own."""

import os
import re
import subprocess
import sys
from pathlib import Path

from lalao.kernels.cache import cache_folder

ROOT = Path(__file__).resolve().parent.parent


def environment(home: Path, **more: str) -> dict[str, str]:
    """Return a plain environment with a home of its own, in English unless said otherwise."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "SYSTEMROOT")}
    path = f"{Path(sys.executable).parent}{os.pathsep}{kept.get('PATH', '')}"
    own = {"PATH": path, "HOME": str(home), "LANG": "C.UTF-8", "LALAO_BACKGROUND_COMPILING": "off"}
    own["NUMBA_CACHE_DIR"] = str(cache_folder() or "")  # nobody compiles what is compiled already
    return kept | own | more


def sh(command: str, home: Path, typed: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """Run one command line in ``sh``, in the project's folder."""
    return subprocess.run(
        ["sh", "-c", command],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=ROOT,
        env=environment(home, **more),
        timeout=300,
        check=False,
    )


def run_lalao(arguments: list[str], home: Path, typed: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """Run ``lalao`` with these arguments, without a shell, in the folder `home`."""
    return subprocess.run(
        [sys.executable, "-m", "lalao", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(home, **more),
        cwd=home,
        timeout=120,
        check=False,
    )


def command_lines(text: str) -> list[str]:
    """List the lines of the ``sh`` blocks of a page."""
    blocks = re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if line.strip() and not line.startswith("#")]
