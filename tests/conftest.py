"""The tests of the pages need what drives a browser, which the smallest set of pins goes without, and CI never does."""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

LEFT_OUT = find_spec("playwright") is None and not os.environ.get("CI")
DRIVING = ("from playwright", "from tests.browsing")


with suppress(ValueError):  # what a shell runs behind ignores Ctrl-C, and so would all that is tried here
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config: pytest.Config) -> None:
    """Keep the user's tables out of it; compile the kernels once, before several processes would each do it."""
    if not hasattr(config, "workerinput"):
        folder = TemporaryDirectory(prefix="lalao-data-")
        config.add_cleanup(folder.cleanup)
        os.environ["XDG_DATA_HOME"] = folder.name  # for the processes that are started, too
    if config.getoption("numprocesses", None) and not hasattr(config, "workerinput"):
        subprocess.run([sys.executable, "-m", "lalao.kernels"], check=True)


def pytest_report_header() -> str:
    """Say what is left out."""
    if LEFT_OUT:
        return "no browser here: the tests of the pages are left out (they run where Chromium is installed, and in CI)"
    return "with the tests of the pages"


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out the modules that drive a browser, where there is none."""
    if not LEFT_OUT or collection_path.suffix != ".py":
        return None
    text = collection_path.read_text(encoding="utf-8")
    return True if any(f"\n{start}" in text for start in DRIVING) else None
