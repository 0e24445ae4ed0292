"""What was seen of each pupil: on the teacher's page, and on the way there from a pupil's tablet."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from lalao.teach.foretelling import Foretold, rungs
from tests.browsing import check_axe, there, visiting
from tests.pages.test_class_path import come_in
from tests.playing import Member, open_class
from tests.schooling import TEACHER
from tests.serving import Server

pytestmark = there


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with Server(tmp_path_factory.mktemp("seen"), "--teacher", TEACHER) as running:
        yield running.address


def sowing_of(page: Page) -> Foretold:
    """Return the sowing of the first rung that is asked: the one whose sentence and board are shown."""
    shown = page.evaluate("performance.getEntriesByType('resource').map(({name}) => decodeURIComponent(name))")
    return next(each for each in rungs("fang")[0] if any(f"positions/{each.position}" in name for name in shown))


@pytest.mark.parametrize("width", [360, 1366])
def test_a_teacher_reads_a_line_a_pupil_and_ticks_the_grid(browser: Browser, server: str, width: int) -> None:
    code, token = open_class(server)
    with Member(server, code, token) as teacher:
        teacher.say("enrol", names=["Zo", "Jean-Philippe Rakotomalala", "Aina"])
        while len(teacher.until("class")["pupils"]) < 3:
            pass
    seats = {"seats": {f"class/{code}": token}, "language": "fr"}
    with visiting(browser, server, settings=seats, viewport={"width": width, "height": 800}) as page:
        page.goto(f"{server}/class/{code}")
        page.locator("summary", has_text="Ce qu’on a vu").click()
        rows = page.locator(".seen tbody tr")
        expect(rows.locator("bdi")).to_have_text(["Aina", "Jean-Philippe Rakotomalala", "Zo"])
        helps = rows.nth(0).get_by_role("button", name="aide les autres")
        helps.click()
        expect(helps).to_have_attribute("aria-pressed", "true")
        expect(rows.nth(0)).to_contain_text("aide les autres : 1 fois")
        expect(rows.nth(1)).not_to_contain_text("1 fois")
        check_axe(page, f"{width} wide")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        helps.click()
        expect(helps).to_have_attribute("aria-pressed", "false")


def test_the_last_seed_is_told_to_the_class(browser: Browser, server: str) -> None:
    code, token = open_class(server)
    with visiting(browser, server, children=[]) as tablet:
        come_in(tablet, server, code, "Aina")
        tablet.goto(f"{server}/foretell/fang")
        tablet.locator(".stage .status").filter(has_text="last seed").wait_for()
        sowing = sowing_of(tablet)
        with tablet.expect_response(lambda answer: "foretold" in (answer.request.post_data or "") and answer.ok):
            tablet.locator(f'.stage [data-place="{sowing.ends}"]').first.click()
        tablet.wait_for_function("() => JSON.parse(localStorage.getItem('lalao.children'))[0].answers.length === 0")
    seats = {"seats": {f"class/{code}": token}}
    with visiting(browser, server, settings=seats) as page:
        page.goto(f"{server}/class/{code}")
        page.locator("summary", has_text="What was seen").click()
        expect(page.locator(".seen tbody tr")).to_contain_text("too few yet: 1 last seed foretold")


PLAYED = '[Game "fang-4"] [South "Aina"] [North "Zo"] 1. 2 2 *\n\n[Game "fang-4"] [South "Zo"] [North "Aina"] 1. 3 *\n'


def test_the_games_of_a_class_are_analysed_and_counted(browser: Browser, server: str) -> None:
    code, token = open_class(server)
    with Member(server, code, token) as teacher:
        teacher.say("enrol", names=["Zo", "Aina"])
        while len(teacher.until("class")["pupils"]) < 2:
            pass
    with visiting(browser, server, settings={"seats": {f"class/{code}": token}}) as page:
        page.goto(f"{server}/class/{code}")
        page.locator("summary", has_text="What was seen").click()
        page.get_by_role("button", name="Analyse the games").click()
        expect(page.locator("#toast")).to_have_text("No game has been played on a screen in this class yet.")
        page.route(f"**/api/classes/{code}/records.txt*", lambda route: route.fulfill(body=PLAYED))
        page.get_by_role("button", name="Analyse the games").click()
        page.locator("dialog.games button", has_text="Zo – Aina").click()
        expect(page.locator(".tree .ply")).to_have_text(["3"])
        page.keyboard.press("Home")
        page.get_by_role("tab", name="Book").click()
        expect(page.locator(".openings").last.locator(".ply")).to_have_text(["3", "2"])
