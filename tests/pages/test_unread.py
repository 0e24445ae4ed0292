"""A child who cannot read: taps that follow light, motion and size alone reach the first goals of each path."""

import os
import random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from lalao.games.registry import FAMILIES
from lalao.teach.lessons import journey
from tests.browsing import there, visiting

pytestmark = there
RATE, PAUSE_MS = 40, 50
MOST_PAUSES = 40
PATIENCE = 10
"""How many times one looks before something that does not attract is tapped."""
MOST_TAPS = 3_000
SETTINGS = {"speed": "auto", "language": "fr"}
TELEPHONE = {"width": 360, "height": 640}
SEEN = """() => {
  const box = document.querySelector("dialog[open]") ?? document;
  const own = (each) => {
    const { left, top, width, height } = each.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const found = document.elementFromPoint(x, y);
    const over = found?.closest("[data-over]")?.dataset.over;
    return width && x > 0 && y > 0 && x < innerWidth && y < innerHeight && found &&
      (each.contains(found) || found.contains(each) && found.closest("button, a") === null ||
        over !== undefined && over === each.dataset.place);
  };
  const colour = (each) => {
    const [r, g, b, a = 1] = getComputedStyle(each).backgroundColor.match(/[0-9.]+/g)?.map(Number) ?? [0, 0, 0, 0];
    return a > 0.5 && Math.max(r, g, b) - Math.min(r, g, b) > 70;
  };
  const moving = (each) => each.getAnimations({ subtree: true }).some((one) =>
    one.playState === "running" && one.effect?.getTiming().iterations === Infinity);
  const pointed = box.querySelector(".paw")?.dataset.at;
  const lit = new Set([...box.querySelectorAll(".marks [data-mark]")].map((each) => each.dataset.mark));
  return [...box.querySelectorAll("button:enabled, a[href], [data-place]")].filter(own).map((each) => {
    const { left, top, width, height } = each.getBoundingClientRect(), { place } = each.dataset;
    const ringed = place !== undefined && each.matches(".legal, .target");
    const shown = each.matches(".hinted, .place.hint") || place !== undefined && place === pointed;
    const light = moving(each) || shown ? 3 : ringed || lit.has(place) ? 2 : colour(each) ? 1 :
      place === undefined ? 0 : 0.5;
    return { light, size: width * height, x: left + width / 2, y: top + height / 2, place: place ?? "",
      name: each.className?.baseVal ?? each.className };
  });
}"""
"""What can be tapped, where it is, whether it moves, is ringed or coloured, and how large it is."""


class Child:
    """Taps what is lit most, then what is largest, of equal ones any; what did nothing is tapped less and less."""

    def __init__(self, page: Page, seed: int) -> None:
        self.page = page
        self.random = random.Random(seed)
        self.bored: dict[tuple[str, str], int] = {}
        self.taps: list[str] = []
        self.waited = 0
        self.asked = 0
        page.on("request", lambda _: self.count(1))
        for end in ("requestfinished", "requestfailed"):
            page.on(end, lambda _: self.count(-1))

    def count(self, more: int) -> None:
        """Count the answers that the page waits for."""
        self.asked += more

    def tap(self) -> None:
        """Look at the page, and tap once."""
        found: list[dict[str, Any]] = self.page.evaluate(SEEN)
        if not found:
            self.page.wait_for_timeout(PAUSE_MS)
            return
        self.random.shuffle(found)
        chosen = max(found, key=lambda each: (each["light"] - self.boredom(each), round(each["size"], -3)))
        self.waited = 0 if chosen["light"] > 0 else self.waited + 1
        if 0 < self.waited < PATIENCE:
            self.page.wait_for_timeout(PAUSE_MS)
            return
        before = self.look()
        self.page.mouse.click(chosen["x"], chosen["y"])
        self.taps.append(f"{chosen['name']} {chosen['place']}")
        self.page.wait_for_timeout(PAUSE_MS)
        for _ in range(MOST_PAUSES):  # a busy machine does not make a child hasty
            if self.asked > 0:
                self.page.wait_for_timeout(PAUSE_MS)
        key = (chosen["name"], chosen["place"])
        self.bored = {} if self.look() != before else self.bored | {key: self.bored.get(key, 0) + 1}

    def boredom(self, each: dict[str, Any]) -> float:
        """Return how much less something is worth a tap that has done nothing."""
        return 0.7 * self.bored.get((each["name"], each["place"]), 0)

    def look(self) -> str:
        """Return what the page shows."""
        return str(self.page.evaluate("document.querySelector('#main').innerHTML.length + location.href"))


def stones(page: Page) -> dict[str, int]:
    """Return the stones of the path that the child of this device has."""
    found: dict[str, int] = page.evaluate("JSON.parse(localStorage.getItem('lalao.children') ?? '[]')[0]?.stones ?? {}")
    return found


@pytest.mark.slow
@pytest.mark.parametrize("family", [family.name for family in FAMILIES])
def test_two_lessons_and_a_won_game_are_reached_without_reading(browser: Browser, server: str, family: str) -> None:
    seed = int(os.environ.get("LALAO_SEED", random.randrange(1 << 30)))
    way = [stone for chapter in journey(family) for stone in chapter.stones]
    lessons = [stone.id for stone in way if stone.kind == "lesson"][:2]
    with visiting(browser, server, children=[], settings=SETTINGS, viewport=TELEPHONE, refused=True) as page:
        child = Child(page, seed)
        page.goto(server)
        page.evaluate("rate => script('clock.js').then(({ clock }) => { clock.rate = rate; })", RATE)
        while not page.locator(".stage").count():
            child.tap()
        if family != "fang":
            page.evaluate("script('page.js').then(({ go }) => go('/'))")
            page.locator(f".scene[href='/path/{family}']").click()
        for _ in range(MOST_TAPS):
            done = stones(page)
            if done.keys() >= set(lessons) and any(":" in stone and done[stone] for stone in done):
                return
            child.tap()
        said = [page.locator(part).inner_text() for part in ("#main", "#toast")]
        pytest.fail(f"LALAO_SEED={seed}: {stones(page)} at {page.url} ({said!r}) after {child.taps[-40:]}")
