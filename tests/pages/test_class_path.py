"""A pupil's path on tablets that are shared: it stays with the pupil, and is found again on another tablet."""

import json
import re
from collections.abc import Iterator
from functools import partial
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Response, expect

from lalao.locale import words
from lalao.teach.lessons import journey
from tests.browsing import CHILD, SIZES, check_axe, resize, there, visiting
from tests.pages.test_home import check_beads
from tests.pages.test_shell import overlap
from tests.playing import Member, asked, open_class
from tests.playing import come_in as pupil_in
from tests.schooling import TEACHER
from tests.serving import Server

pytestmark = there

KEPT = "JSON.parse(localStorage.getItem('lalao.children') ?? '[]')"
DONE = {"fang-first-sowing": 1, "fang-4?last-move": 4}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with Server(tmp_path_factory.mktemp("paths"), "--teacher", TEACHER) as running:
        yield running.address


def come_in(page: Page, server: str, code: str, name: str) -> None:
    """Join a class under a name, and wait until the path of this pupil is here."""
    page.goto(f"{server}/c/{code}")
    page.locator("#first-name").fill(name)
    say = words(page.evaluate("document.documentElement.lang"))
    page.get_by_role("button", name=say("Join")).click()
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


def check_home(page: Page, server: str, count: int) -> None:
    """Check on the first page how many stones of Fang are done, at every size."""
    page.goto(server)
    check_beads(page, count)


def test_a_path_is_found_again_on_another_tablet(browser: Browser, server: str) -> None:
    code, token = open_class(server)
    aina = CHILD | {"name": "Aina", "stones": {"fang-whose-tibong": 1}}
    with (
        visiting(browser, server, children=[aina], settings={"language": "fr"}, refused=True) as tablet,
        visiting(browser, server, children=[], settings={"language": "mg"}) as another,
    ):
        come_in(tablet, server, code, "Fara")
        assert names(tablet) == ["Aina", "Fara"]
        check_home(tablet, server, 0)
        with tablet.expect_response(lambda answer: "last-move" in (answer.request.post_data or "") and answer.ok):
            tablet.evaluate("async (done) => (await script('children.js')).addStones(done)", DONE)
        check_home(tablet, server, 2)
        free(server, code, token)
        come_in(another, server, code, "Fara")
        check_home(another, server, 2)
        expect(another.locator(".goon")).to_have_attribute("data-stone", "fang-whose-tibong")
        tablet.goto(f"{server}/c/{code}")
        expect(tablet.locator("#first-name")).to_be_visible()
        tablet.wait_for_function(f"() => {KEPT}.length === 1")
        assert names(tablet) == ["Aina"]
        check_home(tablet, server, 1)
        asked(server, f"/api/classes/{code}", token, "DELETE")


def test_a_pupil_taps_her_picture_on_another_tablet(browser: Browser, server: str) -> None:
    code, _ = open_class(server)
    with (
        visiting(browser, server, children=[], refused=True) as tablet,  # what it still sends, its seat being taken
        visiting(browser, server, children=[]) as another,
    ):
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
        page.route("**/path", lambda route: route.abort("connectionfailed"))
        with page.expect_event("requestfailed"):
            page.evaluate("async (done) => (await script('children.js')).addStones(done)", DONE)
        page.unroute("**/path")
        with page.expect_response(lambda answer: "last-move" in (answer.request.post_data or "") and answer.ok) as sent:
            page.goto(server)
        assert sent.value.request.post_data_json == {"stones": DONE, "stuck": ""}


def test_guests_of_a_class_make_room_first(browser: Browser, server: str) -> None:
    code, _ = open_class(server)
    eight = [CHILD | {"id": f"c{at}", "name": f"N{at}", "last": at + 1} for at in range(7)]
    with visiting(browser, server, children=eight) as page:
        come_in(page, server, code, "Fara")
        assert names(page) == [f"N{at}" for at in range(7)] + ["Fara"]
        page.evaluate("async () => (await script('children.js')).addChild({name: 'Bao'})")
        assert names(page) == [f"N{at}" for at in range(7)] + ["Bao"]


def test_the_teacher_sees_where_everybody_is(browser: Browser, server: str) -> None:
    code, token = open_class(server)
    chapter = {stone.id: 1 for stone in journey("fang")[0].stones}
    walked: dict[str, tuple[dict[str, int], str]] = {
        "Hery": (DONE, "fang-whose-tibong"),
        "Sitraka": (DONE | {"fang-whose-tibong": 1}, "fang-4:Soky"),
        "Noro": (chapter, ""),
    }
    with visiting(browser, server, settings={"seats": {f"class/{code}": token}}) as page:
        page.goto(f"{server}/class/{code}")
        expect(page.locator(".pupils")).to_be_attached()  # the class is hosted for as long as somebody is there
        tokens = []
        for name in (*walked, *(f"Zo {at}" for at in range(21))):
            with pupil_in(server, code, name) as pupil:
                tokens.append(pupil.token)
        for secret, (stones, stuck) in zip(tokens, walked.values(), strict=False):
            sent = json.dumps({"stones": stones, "stuck": stuck}).encode()
            assert asked(server, f"/api/classes/{code}/path", secret, "POST", sent)[0] == 200
        wrong = json.dumps({"stones": {}, "stuck": "nowhere"}).encode()
        status, told = asked(server, f"/api/classes/{code}/path", tokens[0], "POST", wrong)
        assert (status, json.loads(told)["error"]) == (400, "there is no stone 'nowhere' on any path")
        assert asked(server, f"/api/classes/{code}/paths", tokens[0])[0] == 403
        table = asked(server, f"/api/classes/{code}/paths.csv", token)[1].decode("utf-8-sig")
        assert "Hery" in table
        assert len(table.splitlines()) == 1 + sum(len(stones) for stones, _ in walked.values())
        page.locator("#top").get_by_role("link", name="The path").click()
        expect(page.locator(".to-help li")).to_have_count(2)
        expect(page.locator(".to-help")).to_contain_text("Stuck at: From your tibong")
        expect(page.locator(".to-help")).to_contain_text("Loses to Soky again and again")
        expect(page.locator(".walkers .stuck")).to_have_count(2)
        expect(page.locator(".ready")).to_have_text("Noro")
        expect(page.locator(".known li").first).to_have_text(re.compile(r"The first sowing\s*3"))
        for size in [each for each in SIZES if each[0] >= 768]:
            resize(page, size)
            page.wait_for_function("width => document.querySelector('.trail').clientWidth <= width", arg=size[0])
            faces = [box for each in page.locator(".walker").all() if (box := each.bounding_box())]
            assert min(min(box["width"], box["height"]) for box in faces) >= 44, size
            assert not [pair for pair in combinations(faces, 2) if overlap(*pair)], size
            assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        check_axe(page, "the path of a class")
        page.locator(".walker.rest").first.click()
        expect(page.locator("dialog tr").first).to_contain_text("0 / 25")
        page.get_by_role("button", name="Close").click()
        page.locator(".to-help").get_by_role("button", name="See").first.click()
        expect(page.locator("dialog")).to_contain_text("Stuck at")
        page.get_by_role("button", name="Close").click()
        page.get_by_role("button", name="Puzzles for all: 4 pits").click()
        page.wait_for_url(f"**/class/{code}")
        expect(page.locator(".results-of-set tbody tr")).to_have_count(24)
        expect(page.locator(".results-of-set thead .number")).to_have_count(5)


def tells(stuck: str, answer: Response) -> bool:
    """Tell whether the server has answered a path on which a child is stuck at this stone, "" for none."""
    is_path = answer.url.endswith("/path") and answer.ok
    return is_path and json.loads(answer.request.post_data or "{}").get("stuck") == stuck


def test_a_device_notices_that_a_child_is_stuck(browser: Browser, server: str) -> None:
    code, _ = open_class(server)
    counted = "async (id) => (await script('children.js')).countLoss(id)"
    with visiting(browser, server, children=[]) as page:
        come_in(page, server, code, "Aina")
        for lost, stuck in (
            [("fang-4:Soky", "")] * 3
            + [("fang-4:Soky", "fang-4:Soky")]
            + [("fang-count#2", "")] * 2
            + [("fang-count#2", "fang-count")]
        ):
            with page.expect_response(partial(tells, stuck)):  # what was sent before may still be answered
                page.evaluate(counted, lost)
        page.evaluate("async () => (await script('lessonprogress.js')).learn('fang-count', 2, 5)")
        assert page.evaluate(KEPT)[0]["lost"] == ["", 0]
