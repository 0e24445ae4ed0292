"""Referees with a task: they count at their table and raise a flag; the teacher sees both."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browsing import SIZES, check_axe, there, visiting
from tests.playing import Member, come_in, open_class, seated
from tests.schooling import TEACHER
from tests.serving import Server

pytestmark = there
NAMES = [f"Rakotomalala {number}" for number in range(23)] + ["Aina"]
"""Who comes last of those who are out is the referee of a table in the second round."""

CUT = """[...document.querySelectorAll('.waiting button, .class-tools button, dialog.counting button')]
  .filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)"""
"""The words of buttons that are wider than these."""


class Called:
    """A class of 24 in a knock-out, in which Aina has lost and watches a table."""

    def __init__(self, address: str, *, on_screen: bool) -> None:
        """Call two rounds."""
        self.code, self.token = open_class(address)
        self.seats = {}
        for name in NAMES:
            with come_in(address, self.code, name) as pupil:
                self.seats[name] = pupil.token
        with Member(address, self.code, self.token) as teacher:
            teacher.say("begin", days=0, format="knockout", game="fang-4", on_screen=on_screen, seed=1)
            teacher.say("call", rounds=0)
            while not (teacher.state and teacher.state["day"] and teacher.state["day"]["round"]):
                teacher.hear()
            for table in seated(teacher) if on_screen else teacher.state["day"]["round"]["tables"]:
                result = "second" if table["first"] == "Aina" else "first"
                teacher.say("report", round=1, table=table["table"], result=result)
            teacher.say("call", rounds=1)
            while teacher.state["day"]["rounds"] < 2:
                teacher.hear()
            tables = seated(teacher) if on_screen else teacher.state["day"]["round"]["tables"]
            self.table = next(each["table"] for each in tables if "Aina" in each["referees"])

    def settings(self, token: str, language: str = "en") -> dict[str, object]:
        """Return what the browser of somebody keeps."""
        return {"seats": {f"class/{self.code}": token}, "language": language}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with Server(tmp_path_factory.mktemp("referees"), "--teacher", TEACHER) as running:
        yield running.address


def count(page: Page, figures: str) -> None:
    """Say how many were counted."""
    page.locator("button:visible", has_text="I have counted…").first.click()
    box = page.locator("dialog.counting")
    for figure in figures:
        box.get_by_role("button", name=figure, exact=True).click()
    box.get_by_role("button", name=f"I have counted {int(figures)}").click()
    expect(box).to_have_count(0)


@pytest.mark.parametrize("on_screen", [True, False])
def test_a_referee_counts_and_raises_a_flag_that_the_teacher_sees(
    browser: Browser, server: str, *, on_screen: bool
) -> None:
    called = Called(server, on_screen=on_screen)
    with (
        visiting(browser, server, settings=called.settings(called.seats["Aina"])) as pupil,
        visiting(browser, server, settings=called.settings(called.token)) as teacher,
    ):
        teacher.goto(f"{server}/class/{called.code}")
        card = teacher.locator(f".tablecard[data-table='{called.table}']")
        expect(card).to_contain_text("The referee: Aina")
        pupil.goto(f"{server}/c/{called.code}")
        expect(pupil.locator(".waiting")).to_contain_text("Count all that lies there before the game.")
        if on_screen:
            pupil.get_by_role("button", name=f"Watch table {called.table}").click()
            pupil.wait_for_selector(".stage .place")
        count(pupil, "12")
        expect(card).to_contain_text("Aina has counted 12.")
        flag = pupil.get_by_role("button", name="Raise a flag")
        flag.click()
        expect(card).to_contain_text("Aina, the referee, raises a flag.")
        expect(card).to_have_class("tablecard call")
        check_axe(teacher, "a flag")
        card.get_by_role("button", name="On my way").click()
        expect(flag).to_have_attribute("aria-pressed", "false")
        with Member(server, called.code, called.token) as member:
            member.say("report", round=2, table=called.table, result="first")
            if not on_screen:
                expect(pupil.locator(".waiting")).to_contain_text("You have counted 12. Count again after the game.")
                check_axe(pupil, "to be counted again")
            count(pupil, "08")
        expect(card).to_contain_text("Aina has counted 12, then 8.")
        expect(pupil.locator(".waiting")).to_be_visible()
        expect(pupil.get_by_role("button", name="I have counted…")).to_have_count(0)


@pytest.mark.parametrize("language", ["fr", "mg"])
def test_what_a_referee_sees_fits_the_screen(browser: Browser, server: str, language: str) -> None:
    called = Called(server, on_screen=True)
    settings = called.settings(called.seats["Aina"], language)
    with visiting(browser, server, settings=settings) as page:
        page.goto(f"{server}/c/{called.code}")
        page.wait_for_selector(".waiting .todo")
        check_sizes(page, f"waits, {language}")
        page.locator(".meanwhile button.primary").click()
        page.wait_for_selector(".stage .place")
        check_sizes(page, f"watches, {language}")
        page.locator(".class-tools button").first.click()
        check_sizes(page, f"counts, {language}")


def check_sizes(page: Page, where: str) -> None:
    """Check at all sizes that nothing is wider than the screen, and that no button cuts its words."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, (where, width)
        assert page.evaluate(CUT) == [], (where, width)
