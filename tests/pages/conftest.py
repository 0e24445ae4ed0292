"""One Chromium and one server for all tests of pages that a process runs one after the other."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.schooling import TEACHER
from tests.serving import Server


@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    """Start Chromium; it ends with the tests of pages, since no other test can run an event loop beside it."""
    from tests.browsing import browsing  # needs Playwright, which smaller sets of pins leave out

    with browsing() as running:
        yield running


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start a server with the usual settings; return its address. Tests that need other settings start their own."""
    with Server(tmp_path_factory.mktemp("pages")) as running:
        yield running.address


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start a server whose code for teachers is known, for the tests of a module."""
    with Server(tmp_path_factory.mktemp("school"), "--teacher", TEACHER) as running:
        yield running


@pytest.fixture(scope="module")
def address(school: Server) -> str:
    """Return the address of that server."""
    return school.address


@pytest.fixture
def page(browser: Any, server: str) -> Iterator[Any]:
    """Open a page of that server, with a context of its own."""
    from tests.browsing import visiting

    with visiting(browser, server) as opened:
        yield opened
