"""The tests of the pages need what drives a browser, which the smallest set of pins goes without, and CI never does."""

import os
from importlib.util import find_spec
from pathlib import Path

LEFT_OUT = find_spec("playwright") is None and not os.environ.get("CI")
DRIVING = ("from playwright", "from tests.browsing")


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
