"""A pupil's path on tablets that are shared: it stays with the pupil, and is found again on another tablet."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browsing import CHILD, there, visiting
from tests.schooling import TEACHER
from tests.serving import Server
from tests.unit.test_classroom import Member, asked, open_class

pytestmark = there

KEPT = "JSON.parse(localStorage.getItem('lalao.children') ?? '[]')"
DONE = {"fang-first-sowing": 1, "fang-4?last-move": 4}
BEADS = "Fang: Stones done: {} of"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with Server(tmp_path_factory.mktemp("paths"), "--teacher", TEACHER) as running:
        yield running.address


def come_in(page: Page, server: str, code: str, name: str) -> None:
    """Join a class under a name, and wait until the path of this pupil is here."""
    page.goto(f"{server}/c/{code}")
    page.locator("#first-name").fill(name)
    page.get_by_role("button", name="Join").click()
    page.wait_for_function(f"() => {KEPT}.some(each => each.seat)")


def free(server: str, code: str, token: str) -> None:
    """Let another device take the place of the only pupil of a class."""
    with Member(server, code, token) as teacher:
        teacher.say("free", name=teacher.until("class")["pupils"][0]["name"])
        while teacher.until("class")["pupils"][0]["device"]:
            pass


def names(page: Page) -> list[Any]:
    """Return who plays on a device, whoever plays now at the end."""
    kept: list[Any] = page.evaluate(KEPT)
    return [each["name"] for each in sorted(kept, key=lambda each: float(each["last"]))]


def check_beads(page: Page, server: str, count: int) -> None:
    """Check on the first page how many stones of Fang are done."""
    page.goto(server)
    page.get_by_role("link", name=BEADS.format(count)).wait_for()


def test_a_path_is_found_again_on_another_tablet(browser: Browser, server: str) -> None:
    code, token = open_class(server)
    aina = CHILD | {"name": "Aina", "stones": {"fang-whose-tibong": 1}}
    with (
        visiting(browser, server, children=[aina], refused=True) as tablet,
        visiting(browser, server, children=[]) as another,
    ):
        come_in(tablet, server, code, "Fara")
        assert names(tablet) == ["Aina", "Fara"]
        check_beads(tablet, server, 0)
        with tablet.expect_response(lambda answer: "last-move" in (answer.request.post_data or "") and answer.ok):
            tablet.evaluate("async (done) => (await script('children.js')).addStones(done)", DONE)
        check_beads(tablet, server, 2)
        free(server, code, token)
        come_in(another, server, code, "Fara")
        check_beads(another, server, 2)
        expect(another.locator(".goon")).to_have_attribute("data-stone", "fang-whose-tibong")
        tablet.goto(f"{server}/c/{code}")
        expect(tablet.locator("#first-name")).to_be_visible()
        tablet.wait_for_function(f"() => {KEPT}.length === 1")
        assert names(tablet) == ["Aina"]
        check_beads(tablet, server, 1)
        asked(server, f"/api/classes/{code}", token, "DELETE")


def test_a_pupil_taps_her_picture_on_another_tablet(browser: Browser, server: str) -> None:
    code, _ = open_class(server)
    with visiting(browser, server, children=[]) as tablet, visiting(browser, server, children=[]) as another:
        tablet.goto(f"{server}/c/{code}")
        tablet.locator('[data-picture="kite"]').click()
        tablet.locator("#first-name").fill("Fara")
        tablet.get_by_role("button", name="Join").click()
        expect(tablet.locator(".me")).to_contain_text("Fara")
        another.goto(f"{server}/c/{code}")
        expect(another.locator("#first-name")).to_be_visible()
        expect(another.get_by_role("button", name="Fara")).to_have_count(0)
        tablet.goto(f"{server}/guide")
        own = another.get_by_role("button", name="Fara")
        expect(own.locator(".picture")).to_be_visible()
        own.click()
        expect(another.locator(".me")).to_contain_text("Fara")


def test_whoever_plays_under_this_name_brings_a_path(browser: Browser, server: str) -> None:
    code, token = open_class(server)
    aina = CHILD | {"name": "Aina", "stones": DONE | {"fang-4:Soky": 1, "fang-6:": 1}}
    with visiting(browser, server, children=[aina]) as own:
        with own.expect_response(lambda answer: "fang-4:Soky" in (answer.request.post_data or "")):
            come_in(own, server, code, "aina")
        assert names(own) == ["Aina"]
        free(server, code, token)
        own.wait_for_function(f"() => {KEPT}.every(each => !each.seat)")
        assert own.evaluate(KEPT)[0]["stones"] == aina["stones"], "what was done here stays here"
        with visiting(browser, server, children=[]) as another:
            come_in(another, server, code, "aina")
            another.wait_for_function(f"() => {KEPT}[0].stones['fang-4:Soky']")
            assert another.evaluate(KEPT)[0]["stones"] == DONE | {"fang-4:Soky": 1}


def test_what_was_done_without_a_connection_follows(browser: Browser, server: str) -> None:
    code, _ = open_class(server)
    with visiting(browser, server, children=[]) as page:
        come_in(page, server, code, "Aina")
        page.route("**/path", lambda route: route.fulfill(status=503, body=""))
        page.evaluate("async (done) => (await script('children.js')).addStones(done)", DONE)
        page.unroute("**/path")
        with page.expect_response(lambda answer: "last-move" in (answer.request.post_data or "") and answer.ok) as sent:
            page.goto(server)
        assert sent.value.request.post_data_json == {"stones": DONE}


def test_guests_of_a_class_make_room_first(browser: Browser, server: str) -> None:
    code, _ = open_class(server)
    eight = [CHILD | {"id": f"c{at}", "name": f"N{at}", "last": at + 1} for at in range(7)]
    with visiting(browser, server, children=eight) as page:
        come_in(page, server, code, "Fara")
        assert names(page) == [f"N{at}" for at in range(7)] + ["Fara"]
        page.evaluate("async () => (await script('children.js')).addChild({name: 'Bao'})")
        assert names(page) == [f"N{at}" for at in range(7)] + ["Bao"]
