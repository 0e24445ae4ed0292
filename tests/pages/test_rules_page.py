"""The rules in a browser: three tabs, pictures that load, and the teacher's guide, on a phone and on a desktop."""

import re
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Page, expect

import lalao
from tests.browsing import check_axe, start, there, visiting
from tests.pages.test_class_browser import open_class
from tests.pages.test_learn import BUBBLE, TELEPHONE
from tests.pages.test_shell import check_screen
from tests.patience import SECONDS

SIZES = [{"width": 360, "height": 640}, {"width": 1280, "height": 800}]
LOADED = "() => [...document.querySelectorAll('.sheet img')].every((each) => each.complete && each.naturalWidth > 0)"


def check_page(page: Page, pictures: int) -> None:
    """Check that the pictures are drawn and that nothing is wider than the screen."""
    expect(page.locator(".sheet img")).to_have_count(pictures)
    page.wait_for_function(LOADED)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    check_axe(page, page.url)


@there
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_rules_are_told_three_times(browser: Browser, address: str, size: dict[str, int]) -> None:
    with visiting(browser, address, viewport=size) as page:
        page.goto(f"{address}/rules/fanorona")
        check_page(page, 17)
        page.get_by_role("link", name="For the teacher").click()
        expect(page.locator(".sheet")).to_contain_text("vaky loha")
        page.get_by_role("link", name="For the curious").click()
        expect(page.locator(".sheet td").filter(has_text="509")).to_be_visible()
        assert page.get_by_role("link", name="Print").get_attribute("href") == (
            "/api/games/fanorona/print/rules.pdf?part=curious&lang=en"
        )
        page.get_by_role("link", name="The sheet").click()
        expect(page.locator(".sheet")).to_contain_text("Never both: choose.")


@there
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_door_of_the_class_leads_to_the_guide(browser: Browser, address: str, size: dict[str, int]) -> None:
    with visiting(browser, address, viewport=size) as page:
        page.goto(f"{address}/class")
        page.get_by_role("link", name="Teacher's guide").first.click()
        expect(page.locator(".sheet")).to_contain_text("A rule that breaks")
        check_page(page, 20)
        assert page.get_by_role("link", name="Print").get_attribute("href") == "/api/guide.pdf?part=guide&lang=en"


@there
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_files_of_a_class_lead_to_the_page_about_pupil_data(
    browser: Browser, address: str, size: dict[str, int]
) -> None:
    with visiting(browser, address, viewport=size) as page:
        open_class(page, address)
        page.get_by_text("Files").click()
        page.get_by_role("link", name="Pupil data").click()
        expect(page.locator(".sheet")).to_contain_text("Nothing leaves the school.")
        check_page(page, 0)
        assert page.get_by_role("link", name="Print").get_attribute("href") == "/api/guide.pdf?part=data&lang=en"
        page.goto(f"{address}/class")
        page.get_by_role("link", name="Pupil data").click()
        expect(page.locator(".sheet")).to_contain_text("How to erase")


def test_all_are_printed_by_the_server(address: str) -> None:
    for path in (
        "/api/guide.pdf?lang=fr",
        "/api/guide.pdf?lang=fr&part=data",
        "/api/games/fang/print/rules.pdf?part=teacher&lang=fr",
    ):
        with urlopen(address + path, timeout=SECONDS) as answer:
            assert answer.read(5) == b"%PDF-"


@pytest.mark.parametrize("family", ["fang", "fafy", "fifangha"])
def test_the_games_of_the_documents_are_watched_turn_by_turn(browser: Browser, address: str, family: str) -> None:
    with visiting(browser, address, viewport=TELEPHONE) as page:
        page.goto(f"{address}/rules/{family}/teacher")
        buttons = page.locator("button.watch")
        expect(buttons.first).to_be_visible()
        name, text, line = (buttons.last.get_attribute(f"data-{key}") or "" for key in ("game", "position", "moves"))
        moves = line.split(",")
        buttons.last.click()
        for at, move in enumerate(moves):
            expect(page.locator(".bead.here")).to_have_count(1)
            position = lalao.game(name).position(text)
            for earlier in moves[:at]:
                position = position.play(earlier)
            before = {place: str(len(held)) for place, held in position.contents().items() if " " not in place}
            assert counts(page) == before, (name, at)
            page.get_by_role("button", name="Watch").click()
            expect(page.get_by_role("button", name="Next")).to_be_visible()
            after = position.play(move).contents()
            assert counts(page) == {place: str(len(held)) for place, held in after.items() if " " not in place}
            if at == 0:
                check_screen(page, f"a game of {family}", BUBBLE)
                check_axe(page, f"a game of {family}")
            page.get_by_role("button", name="Next").click()
        expect(page.locator(".bead.done")).to_have_count(len(moves))
        page.get_by_role("link", name="Rules").first.click()
        expect(buttons.first).to_be_visible()


def counts(page: Page) -> dict[str, str]:
    """Return what is written beside each pit."""
    pits = page.locator(".stage .place").all()
    return {pit.get_attribute("data-place") or "": pit.locator(".figure").text_content() or "" for pit in pits}


def test_the_pictures_of_a_sheet_are_as_large_as_they_can_be(browser: Browser, address: str) -> None:
    for width, least in ((1280, 250), (360, 250)):
        with visiting(browser, address, viewport={"width": width, "height": 640}) as page:
            page.goto(f"{address}/rules/fanorona")
            expect(page.locator(".figures figure").first).to_be_visible()
            wide = page.evaluate("[...document.querySelectorAll('.figures figure')].map((each) => each.clientWidth)")
            assert min(wide) >= least, (width, wide)


def test_the_card_of_a_board_leads_to_its_other_rules(browser: Browser, address: str) -> None:
    with visiting(browser, address, viewport=TELEPHONE) as page:
        start(page, address, "fanorona-telo")
        expect(page.locator(".stage .place").first).to_be_visible()
        page.keyboard.press("?")
        card = page.locator("dialog.rules")
        expect(card.locator("h2")).to_contain_text("Tournament rule")
        for rules, said in (
            ("Captures are optional", "Vela"),
            ("You must take, and keep taking", "percussion"),
            ("Huffing", "percussion"),
        ):
            card.get_by_role("button", name=rules).click()
            expect(card.locator("h2")).to_contain_text(rules)
            expect(card.locator(".note")).to_contain_text(said)
        check_axe(page, "the card of a board")


def test_the_form_of_a_tournament_says_which_rules_a_board_is_played_by(browser: Browser, address: str) -> None:
    with visiting(browser, address) as teacher:
        open_class(teacher, address)
        teacher.locator(".begin [data-family=fanorona]").click()
        games = teacher.locator(".begin select")
        expect(games).to_have_value("fanorona-telo")
        expect(games.locator("option:checked")).to_have_text("Fanorona 3×3 · Tournament rule")
        for name in ("fanorona-libre-telo", "fanorona-strict-telo", "fanorona-souffle-telo"):
            expect(games.locator(f"option[value={name}]")).to_have_text(re.compile(r"Fanorona 3×3, .*\(.+\)"))
