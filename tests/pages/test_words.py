"""What a child reads: no notation, point, side of the compass, colour, rating or per cent on any of its pages."""

import random
import re

import pytest
from playwright.sync_api import Browser, Page, expect

import lalao
from lalao.games.registry import FAMILIES
from lalao.teach.lessons import lessons
from tests.browsing import SIZES, choose_any, is_over, moves, place, resize, start, tap_again, there, visiting
from tests.pages.test_learn import VOICE
from tests.pages.test_shell import check_screen
from tests.patience import often

pytestmark = there
SEEN = """() => {
  const isSeen = (each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const { parentElement: parent, textContent } = walker.currentNode;
    const text = textContent.trim();
    if (text && isSeen(parent) && !parent.closest("script, style, .unseen, .picker, .lesson .label")) found.push(text);
  }
  return [...found, ...[...document.querySelectorAll("[title]")].filter(isSeen).map((each) => each.title)];
}"""
"""Everything that can be read on a page, and what is shown beside the mouse.

Screen readers are told of points, and lessons of Fifangha name pits by the letters that stand beside them.
"""
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
        names = self.page.locator(f".stage .place{pattern}").evaluate_all(
            "all => all.map(({ dataset }) => dataset.place)"
        )
        if names:
            tap_again(self.page, place(self.page, self.random.choice(names)), lambda found: found.click(force=True))
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
            page.wait_for_selector(".stage .place.legal, .status .dot.over", state="attached")
            if moves(page).count() == before and not is_over(page):
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
        modes = ("alone", "here")[:: 1 if language == "fr" else -1]
        for mode in modes[: often(1, nightly=2)]:
            reader.play(reader.random.choice(offered), mode)
        assert reader.found == [], (seed, reader.found)


HEARING = """(shown) => {
  const plain = (text) => text.replace(/\\s+/g, " ").trim();
  const texts = [...document.querySelectorAll(shown)].map((each) => plain(each.innerText)).join(" ");
  const before = said.length;
  [...document.querySelectorAll(".voice")].find((each) => each.checkVisibility())?.click();
  return [said.slice(before).map(plain), texts];
}"""
"""Presses what reads the page aloud; returns what is said, and what some elements show."""


def check_heard(page: Page, shown: str, where: str) -> None:
    """Check that what some elements show is read aloud."""
    heard, text = page.evaluate(HEARING, shown)
    assert text, where
    assert heard == [text], where


@pytest.mark.parametrize("language", ["fr", "mg"])
def test_every_sentence_can_be_heard(browser: Browser, server: str, language: str) -> None:
    """A voice that is not there is made up: every kind of page has its sentence read, and has room for what does it."""
    narrow = {"width": 320, "height": 568}
    with visiting(browser, server, settings={"language": language}, children=[], viewport=narrow) as page:
        page.add_init_script(VOICE % (language, "true"))
        page.goto(server)
        page.locator(".arrival .voice").wait_for()
        check_heard(page, "h1", "first visit")
        page.locator(".arrival .set-off").click()
        expect(page.locator(".lesson .status")).not_to_be_empty()
        check_heard(page, ".status", "lesson")
        for path in ("/", "/path/fang"):
            page.goto(f"{server}{path}")
            page.locator(".goon").wait_for()
            check_heard(page, ".topline h1, .goon .told", path)
            assert page.evaluate("document.documentElement.scrollWidth") == 320
        for game in ("fang", "fifangha", "fanorona"):
            start(page, server, game, level="level:1")
            page.wait_for_selector(".stage .place.legal")
            for state in ("idle", "refused"):
                check_heard(page, ".status", f"{game}, {state}")
                for size in ((320, 568), (640, 360), (768, 1024)):
                    resize(page, size)
                    check_screen(page, f"{game} {size} {language} {state}, with a voice")
                if state == "idle":
                    page.locator(".stage .place:not(.legal)").first.click(force=True)
                    page.locator(".ghosts .fault").first.wait_for(state="attached")


TALK = """(text) => {
  const [status, slot] = [".lesson .status", ".lesson .sentence-slot"].map((each) => document.querySelector(each));
  status.querySelector(".line").textContent = text;
  document.fonts.dispatchEvent(new Event("loadingdone"));
  return [parseFloat(getComputedStyle(status).fontSize), status.offsetHeight - slot.clientHeight];
}"""
"""Shows a text in the bubble; returns how large it is written, and how much of it is cut."""


def test_sentences_of_lessons_can_be_read_on_a_telephone(browser: Browser, server: str) -> None:
    small = []
    with visiting(browser, server) as page:
        page.goto(f"{server}/learn/fang-first-sowing")
        expect(page.locator(".lesson .status .line")).not_to_be_empty()
        for size in ((320, 568), (360, 640), (640, 360)):
            resize(page, size)
            for one in lessons():
                for step in one.steps:
                    for language in ("fr", "mg"):
                        letters, cut = page.evaluate(TALK, step.say[language])
                        if letters < 15 or cut > 1:
                            small.append((size, step.say[language], letters, cut))
    assert small == []


FIGURES = """() => [...document.querySelectorAll(".stage .place.rows")].flatMap((place) => {
  const figure = place.querySelector(".figure"), size = parseFloat(getComputedStyle(figure).fontSize);
  const [x, y] = ["x", "y"].map((name) => Number(figure.getAttribute(name)));
  const half = figure.getComputedTextLength() / 2 - 1;
  return [...document.querySelectorAll(".stage .pit")].flatMap((pit) => {
    const [cx, cy, r] = ["cx", "cy", "r"].map((name) => Number(pit.getAttribute(name)));
    const across = Math.max(Math.abs(cx - x) - half, 0);
    const down = cy < y - 0.7 * size ? y - 0.7 * size - cy : Math.max(cy - y, 0);
    return Math.hypot(across, down) < r - 2 ? [`${place.dataset.place}: ${figure.textContent}`] : [];
  });
})"""
"""Returns the counts that lie on a pit, their own or another."""


def test_counts_are_clear_of_pits(page: Page, server: str) -> None:
    full = "1.12.2.0.1.3.1.10/0.1.3.0.0.1.0.2/10.0.1.0.0.2.0.3/0.1.1.1.2.2.2.2 0+0 S"
    for game, begun in (("fifangha", full), ("fafy-impartial", "1.12.1.1.1.1.1.10 S"), ("fang", None)):
        start(page, server, game, "here", **({"start": begun} if begun else {}))
        page.wait_for_selector(".shell .place")
        for size in SIZES:
            resize(page, size)
            assert page.evaluate(FIGURES) == [], (game, size)
