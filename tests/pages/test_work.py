"""Work that a teacher hands out, in browsers: chosen by the level of the class, done by pupils, seen by the teacher."""

from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from lalao.teach.foretelling import rungs
from tests.browsing import SIZES, check_axe, place, resize, settle, tap_again, there, visiting
from tests.pages.test_class_browser import begin, come_in, open_class, write_down
from tests.pages.test_foretelling import right_of
from tests.pages.test_handing import check_width
from tests.pages.test_learn import BUBBLE, TELEPHONE
from tests.pages.test_shell import check_screen

pytestmark = there


def hand_out(teacher: Page, level: str, count: int = 3) -> None:
    """Say which level the class is, and hand out what is proposed."""
    if not teacher.locator(".assigning").is_visible():
        teacher.get_by_text("Work for the class").click()
    teacher.locator(".assigning").get_by_role("radio", name=level, exact=True).click()
    expect(teacher.locator(".chosen-work [aria-pressed=true]")).to_have_count(count)
    teacher.locator(".assigning").get_by_role("button", name="Give to the class").click()


def piece(pupil: Page, work: str) -> Locator:
    """Return the button of a piece of work."""
    return pupil.locator(f"[data-work='{work}']")


def learn(pupil: Page, *stones: str) -> None:
    """Have some stones done on a pupil's device, as a lesson or a match does at its end."""
    for stone in stones:
        pupil.evaluate("async (id) => (await script('children.js')).setStone(id, 1)", stone)


def foretell(pupil: Page, count: int) -> None:
    """Have sowings foretold on a pupil's device, as *The last seed* does."""
    sowing = rungs("fang")[0][0]
    guess = {"game": sowing.position.game.id, "position": str(sowing.position), "move": sowing.move}
    for _ in range(count):
        pupil.evaluate(
            "async (guess) => (await script('children.js')).addAnswer(guess)", guess | {"place": sowing.ends}
        )


def test_work_is_handed_out_by_level_done_and_seen(browser: Browser, server: str) -> None:
    small: dict[str, Any] = {"viewport": TELEPHONE, "has_touch": True}
    with (
        visiting(browser, server) as teacher,
        visiting(browser, server, **small) as aina,
        visiting(browser, server, **small) as bao,
    ):
        code = open_class(teacher, server)
        come_in(aina, server, code, "Aina")
        come_in(bao, server, code, "Bao")
        teacher.get_by_text("Work for the class").click()
        by_hand = teacher.get_by_role("switch", name="The pupils sow themselves, seed by seed")
        expect(by_hand).not_to_be_checked()
        hand_out(teacher, "GS")
        expect(by_hand).to_be_checked()
        expect(teacher.locator(".begin select")).to_have_value("fang-4")
        expect(teacher.locator(".assigning tbody .became.none")).to_have_count(6)
        check_axe(teacher, "the work of the class")
        check_width(teacher)

        expect(aina.locator(".waiting")).to_contain_text("Your teacher has work for you.")
        expect(aina.locator(".work .goon")).to_have_count(3)
        for size in SIZES:
            resize(aina, size)
            check_width(aina)
        resize(aina, (360, 640))
        check_axe(aina, "the work of a pupil")
        piece(aina, "fang-first-sowing").click()
        expect(aina.locator(".lesson .place").first).to_be_visible()
        settle(aina)
        check_screen(aina, "a lesson of the class", BUBBLE)
        aina.get_by_role("button", name="Menu").click()
        aina.get_by_role("button", name="Call the teacher").click()
        expect(teacher.locator(".pupils")).to_contain_text("Aina")
        learn(aina, "fang-first-sowing")
        expect(teacher.locator(".assigning tbody .became.first")).to_have_count(1)
        aina.locator(".back").get_by_role("link", name="Back to the class").click()
        expect(piece(aina, "fang-first-sowing")).to_have_class("goon over")
        expect(piece(aina, "last-seed:fang")).to_have_class("goon")

        piece(aina, "last-seed:fang").click()
        aina.wait_for_selector(".stage .place.chosen")
        tap_again(aina, place(aina, right_of(aina, "fang", 0)))
        expect(teacher.locator(".assigning tbody")).to_contain_text("1")
        foretell(aina, 4)
        expect(teacher.locator(".assigning tbody .became.first")).to_have_count(2)
        aina.get_by_role("link", name="Back to the class").first.click()
        expect(aina.locator(".waiting")).to_contain_text("Your teacher has work for you.")

        piece(bao, "fang-whose-tibong").click()
        expect(bao.locator(".lesson .place").first).to_be_visible()
        for name in ("Chloé", "Dina"):  # four, so that nobody rests in the first round
            write_down(teacher, name)
        begin(teacher, "fang-4", "Swiss")
        expect(bao.locator(".lesson")).to_have_count(0)
        expect(bao.locator(".stage .place").first).to_be_visible()


def test_a_match_of_the_work_comes_back_to_the_class(browser: Browser, server: str) -> None:
    with visiting(browser, server) as teacher, visiting(browser, server) as pupil:
        code = open_class(teacher, server)
        come_in(pupil, server, code, "Aina")
        teacher.get_by_text("Work for the class").click()
        teacher.get_by_label("Anything else on the paths").select_option("fang-4:Soky")
        teacher.locator(".assigning").get_by_role("button", name="Give to the class").click()
        piece(pupil, "fang-4:Soky").click()
        expect(pupil.locator(".stage .place").first).to_be_visible()
        learn(pupil, "fang-4:Soky")
        pupil.get_by_role("button", name="Back", exact=True).click()
        expect(piece(pupil, "fang-4:Soky")).to_have_class("goon over")
        teacher.get_by_role("button", name="Take the work back").click()
        expect(pupil.locator(".work")).to_have_count(0)
