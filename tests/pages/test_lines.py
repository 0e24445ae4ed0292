"""Lines that are dead: each page says so, keeps what is said meanwhile, and sends it once when the line is back."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browsing import moves, place, start, there, visiting
from tests.pages.test_class_browser import come_in, open_class
from tests.patience import SECONDS
from tests.playing import Player
from tests.relaying import Relay
from tests.schooling import TEACHER
from tests.serving import Server

pytestmark = there
BEATS_MS = 8000
"""Milliseconds in which a page notices that nobody answers, and opens its line again."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("lines"), "--teacher", TEACHER) as running:
        yield running


class Case(NamedTuple):
    """What is said on a page while its line is dead, and what another device sees of it."""

    say: Callable[[], object]
    arrived: Callable[[], object]
    is_sent: bool = True


def match(page: Page, other: Page, here: str, there: str) -> Case:
    """A match: a move."""
    code = start(page, here, "fang-4", "apart")
    other.goto(f"{there}/m/{code}")
    other.get_by_role("button", name="Sit down").click()
    expect(page.locator(".code")).to_have_count(0)

    def say() -> None:
        place(page, "2").click()
        place(page, "3").click()

    return Case(say, lambda: expect(moves(other)).to_have_count(1))


def pupil(page: Page, other: Page, here: str, there: str) -> Case:
    """A pupil: calls the teacher."""
    come_in(page, here, open_class(other, there), "Aina")
    call = page.get_by_role("button", name="Call the teacher")

    def arrived() -> None:
        expect(page.get_by_role("button", name="Teacher called")).to_be_visible()
        expect(other.locator(".pupils")).to_contain_text("Aina")

    def say() -> None:
        call.click()
        call.click()

    return Case(say, arrived)


def teacher(page: Page, other: Page, here: str, there: str) -> Case:
    """A teacher: writes a pupil down; twice the same name would be refused."""
    page.route(  # the address that gives the code knows the server's own pages alone
        "**/api/teacher/code",
        lambda asked: asked.fulfill(json={"code": TEACHER}, headers={"Access-Control-Allow-Origin": here}),
    )
    open_class(page, here)
    expect(page.locator("#newcomers")).to_be_visible()
    other.goto(there)

    def say() -> None:
        page.locator("#newcomers").fill("Aina")
        page.get_by_role("button", name="Add", exact=True).click()

    return Case(say, lambda: expect(page.locator(".pupils li")).to_have_count(1))


def wall(page: Page, other: Page, here: str, there: str) -> Case:
    """A wall, which says nothing: it shows what has happened."""
    code = open_class(other, there)
    page.goto(f"{here}/wall/{code}")
    expect(page.locator(".wall")).to_contain_text("0 pupils in the class")

    def say() -> None:
        other.locator("#newcomers").fill("Aina")
        other.get_by_role("button", name="Add", exact=True).click()
        expect(other.locator(".pupils li")).to_have_count(1)

    return Case(say, lambda: expect(page.locator(".wall")).to_contain_text("1 pupil"), is_sent=False)


def board_of_the_class(page: Page, other: Page, here: str, there: str) -> Case:
    """The board of the class: a pupil proposes a move."""
    code = open_class(other, there)
    come_in(page, here, code, "Aina")
    other.get_by_text("Play as a class").click()
    other.locator("#together-game").select_option("fang-4")
    other.get_by_role("button", name="On the wall").click()
    legal = page.locator(".stage .place.legal")
    expect(legal.first).to_be_visible()

    def arrived() -> None:
        expect(page.locator(".status")).to_contain_text("That is your move")
        expect(other.locator(".votes")).to_contain_text("1 proposal")

    return Case(lambda: legal.first.click(), arrived)


def wait_until(is_true: Callable[[], bool]) -> None:
    """Wait for what another thread does."""
    end = time.monotonic() + SECONDS
    while not is_true():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.parametrize("kind", [match, pupil, teacher, wall, board_of_the_class])
def test_what_is_said_on_a_dead_line_arrives_once(
    browser: Browser, server: Server, kind: Callable[[Page, Page, str, str], Case]
) -> None:
    with (
        Relay(server.port) as relay,
        visiting(browser, relay.address) as page,
        visiting(browser, server.address) as other,
    ):
        page.clock.install()
        case = kind(page, other, relay.address, server.address)
        banner = page.locator(".cut")
        expect(banner).to_have_count(0)
        opened = relay.sockets
        relay.hold()
        page.clock.run_for(BEATS_MS)
        expect(banner).to_contain_text("Connection lost")
        case.say()
        page.clock.run_for(BEATS_MS)
        if case.is_sent:
            expect(banner).to_contain_text("Not sent yet: 1")
        wait_until(lambda: relay.sockets > opened)
        relay.release()
        case.arrived()
        expect(banner).to_have_count(0)
        expect(page.locator("#toast")).to_be_empty()


def test_a_page_says_by_itself_that_nobody_answers(browser: Browser, server: Server) -> None:
    with Relay(server.port) as relay, visiting(browser, relay.address) as page:
        start(page, relay.address, "fang-4", "here")
        relay.hold()
        board = page.locator(".board-frame").bounding_box()
        expect(page.locator(".cut")).to_contain_text("Connection lost")
        place(page, "2").click()
        expect(page.locator(".status .headline")).to_have_text("Not sent yet.")
        assert page.locator(".board-frame").bounding_box() == board
        relay.release()
        expect(page.locator(".cut")).to_have_count(0)
        expect(moves(page)).to_have_count(1)
        expect(page.locator(".status .headline")).to_have_text("Moon plays.")


WATCHED = """
window.WebSocket = class extends WebSocket {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", () => { if (!window.told) window.heard = Date.now(); });
  }
};
new MutationObserver(() => { if (document.querySelector(".cut")) window.told ??= Date.now(); })
  .observe(document, { childList: true, subtree: true });
"""
"""Notes when the last message came before the banner, and when the banner came."""


def test_three_seconds_without_a_word_are_told(browser: Browser, server: Server) -> None:
    with Relay(server.port) as relay, visiting(browser, relay.address) as page:
        page.clock.install()
        page.add_init_script(WATCHED)
        start(page, relay.address, "fang-4", "here")
        relay.hold()
        page.clock.run_for(BEATS_MS)
        expect(page.locator(".cut")).to_contain_text("Connection lost")
        assert 2_000 < page.evaluate("window.told - window.heard") <= 3_000


def test_a_move_for_a_turn_that_has_passed_is_dropped_with_a_word(browser: Browser, server: Server) -> None:
    with Relay(server.port) as relay, visiting(browser, relay.address) as page:
        code = start(page, relay.address, "fang-4", "here")
        token = page.evaluate("JSON.parse(localStorage.getItem('lalao.settings')).seats")[code]
        relay.hold()
        place(page, "2").click()
        with Player(server.address, code, token) as another:
            another.until("state")
            another.move("3")
            another.until(turn=another.state["turn"] + 1)
        relay.release()
        expect(page.locator("#toast")).to_contain_text("the board has changed")
        expect(moves(page)).to_have_count(1)
        expect(moves(page).first).to_contain_text("3")


def test_a_move_waits_for_a_server_that_is_killed(browser: Browser, tmp_path: Path) -> None:
    with Server(tmp_path) as running, visiting(browser, running.address) as page:
        start(page, running.address, "fang-4", "here")
        running.kill()
        expect(page.locator(".cut")).to_contain_text("Connection lost")
        place(page, "2").click()
        expect(page.locator(".cut")).to_contain_text("Not sent yet: 1")
        running.start()
        expect(page.locator(".cut")).to_have_count(0)
        expect(moves(page)).to_have_count(1)
