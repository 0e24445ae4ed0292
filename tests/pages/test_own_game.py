"""A game of one's own in the browser: its card, its rules, and a match against the computer."""

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browsing import play_to_the_end, start, there, visiting
from tests.owngame import saved
from tests.serving import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(saved(tmp_path_factory.mktemp("path"))))
        with Server(tmp_path_factory.mktemp("own")) as running:
            yield running


def test_the_server_lists_it(server: Server) -> None:
    assert [family["name"] for family in json.loads(server.get("/api/families"))][-1] == "nim"
    assert "Whoever takes the last seed wins." in json.loads(server.get("/api/games/nim/rules"))["html"]


@there
def test_a_whole_game_of_it(browser: Browser, server: Server) -> None:
    with visiting(browser, server.address) as page:
        start(page, server.address, "nim", level="level:1")
        assert play_to_the_end(page) >= 2
        expect(page.locator(".status")).to_contain_text(re.compile("win|won"))
