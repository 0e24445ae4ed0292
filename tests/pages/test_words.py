"""What a child reads: no notation, point, side of the compass, colour, rating or per cent on any of its pages."""

import random
import re

import pytest
from playwright.sync_api import Browser, Page, expect

import lalao
from lalao.games.registry import FAMILIES
from lalao.teach.lessons import lessons
from tests.browsing import choose_any, is_over, moves, start, tap_again, there, visiting

pytestmark = there
SEEN = """() => {
  const isSeen = (each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const { parentElement: parent, textContent } = walker.currentNode;
    const text = textContent.trim();
    if (text && isSeen(parent) && !parent.closest("script, style, .unseen, .picker")) found.push(text);
  }
  return [...found, ...[...document.querySelectorAll("[title]")].filter(isSeen).map((each) => each.title)];
}"""
"""Everything that can be read on a page, and what is shown beside the mouse. Screen readers are told of points."""
GROWN_UP = re.compile(
    r"\b[a-i][1-9]|^[A-Ia-i]$|^[SN]?[a-h1-9][+<>-]$|[±≈%]"
    r"|\b(nord|sud|avaratra|atsimo|north|south|blanc(s|he|hes)?|noire?s?|fotsy|mainty|white|black|elo)\b",
    re.IGNORECASE,
)


class Reader:
    """Reads every page that it is shown, and remembers what no child should have to read."""

    def __init__(self, page: Page, address: str, language: str, seed: int) -> None:
        """Set the page."""
        self.page, self.address, self.words = page, address, lalao.locale.words(language)
        self.random = random.Random(seed)
        self.found: list[tuple[str, str]] = []

    def read(self, where: str) -> None:
        """Read a page."""
        self.found += [(where, text) for text in self.page.evaluate(SEEN) if GROWN_UP.search(text)]

    def visit(self, path: str, shown: str) -> None:
        """Go to a page that is there when `shown` is, and read it."""
        self.page.goto(f"{self.address}{path}")
        self.page.locator(shown).first.wait_for()
        self.page.wait_for_load_state("networkidle")
        self.read(path)

    def tap(self, pattern: str) -> None:
        """Tap any place that fits a pattern."""
        places = self.page.locator(f".stage .place{pattern}")
        if count := places.count():
            tap_again(self.page, places.nth(self.random.randrange(count)), lambda place: place.click(force=True))
            self.page.wait_for_load_state("networkidle")

    def play(self, game: str, mode: str) -> None:
        """Play a few turns, and read each state: hints, choices, a refusal, both turns, reasons, the menu, the end."""
        page, where = self.page, f"{game} {mode}"
        code = start(page, self.address, game, mode, level="level:1")
        page.wait_for_selector(".stage .place.legal")
        self.read(where)
        for rung in (1, 2, 3):
            page.locator(".act .tool").nth(1).click()
            page.locator(".lamp.lit").nth(rung - 1).wait_for()
            self.read(f"{where}, hint {rung}")
        for _ in range(2):
            page.wait_for_selector(".stage .place.legal, .status .dot.over", state="attached")
            if is_over(page):
                break
            self.tap(":not(.legal)")
            self.read(f"{where}, refused")
            before = moves(page).count()
            self.tap(".legal")
            self.read(f"{where}, chosen")
            page.keyboard.press("Escape")
            if moves(page).count() == before:
                choose_any(page)
            page.wait_for_function("before => document.querySelectorAll('.moves li').length > before", arg=before)
            page.wait_for_selector(".stage .place.legal, .status .dot.over", state="attached")
            self.read(f"{where}, played")
        if not is_over(page):
            page.locator(".act .tool", has_text=self.words("Why?")).click()
            hide = page.locator(".bar .tool", has_text=self.words("Hide"))
            hide.wait_for()
            self.read(f"{where}, why")
            hide.click()
        self.end(where)
        self.visit(f"/review/{code}", ".review")

    def end(self, where: str) -> None:
        """Resign, unless the game is over; read the menu, the end, and the game once more."""
        page = self.page
        if not is_over(page):
            page.locator(".menu").click()
            self.read(f"{where}, menu")
            page.locator(".drawer .row button", has_text=self.words("Resign")).click()
            page.locator("dialog .primary").click()
        page.wait_for_selector(".status .dot.over", state="attached")
        page.locator(".behind").wait_for(state="attached")
        self.read(f"{where}, over")
        page.locator(".menu").click()
        page.locator(".drawer").get_by_role("button", name=self.words("See it again"), exact=True).click()
        expect(page.locator(".status .headline")).to_have_text(self.words("Move {number}", number=1))
        self.read(f"{where}, once more")


def test_lessons_say_nothing_for_grown_ups() -> None:
    said = [(one.id, text) for one in lessons() for step in one.steps for text in step.say.values()]
    assert [each for each in said if GROWN_UP.search(each[1])] == []


@pytest.mark.parametrize("language", ["fr", "mg"])
@pytest.mark.parametrize("family", [each.name for each in FAMILIES])
def test_a_child_reads_nothing_for_grown_ups(browser: Browser, server: str, family: str, language: str) -> None:
    seed = random.randrange(1_000_000)
    offered = next(each for each in FAMILIES if each.name == family).offered
    with visiting(browser, server, settings={"language": language, "name": "Aina"}) as page:
        reader = Reader(page, server, language, seed)
        reader.visit("/", "a.scene")
        reader.visit(f"/path/{family}", ".milestone")
        reader.visit(f"/puzzles/{family}", ".stage .place")
        for mode in ("alone", "here"):
            reader.play(reader.random.choice(offered), mode)
        assert reader.found == [], (seed, reader.found)
