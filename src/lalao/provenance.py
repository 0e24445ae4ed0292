"""The provenance of a result: the versions of Lalao, its sources, Python and the libraries that affect results."""

import platform
import subprocess
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

LIBRARIES = ("numpy", "numba", "pycgt")


def provenance(**more: Any) -> dict[str, Any]:
    """Return the provenance of a result, as plain JSON; `more` adds everything else that affects it: budget, seed.

    `commit` is that of the clone from which the package runs, or None outside a clone. A ``+`` marks files changed
    since.

    >>> provenance(seed=1)["seed"]
    1
    """
    versions = {name: installed(name) for name in LIBRARIES}
    return {"lalao": installed("lalao"), "commit": commit(), "python": platform.python_version()} | versions | more


def installed(name: str) -> str | None:
    """Return the version of a package, or None where it is not installed."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None


@cache
def commit() -> str | None:
    """Return the commit of the clone from which the package runs, or None where there is no clone or git fails."""
    folder = Path(__file__).resolve().parent
    if not (folder.parent.parent / ".git").exists():
        return None
    command = ["git", "-C", str(folder), "describe", "--always", "--dirty=+", "--abbrev=12", "--exclude=*"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() or None
