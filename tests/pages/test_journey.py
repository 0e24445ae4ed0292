"""The path of a family: its stones at every size, by touch and by keys; what is done shows at once; the ends."""

import re
from itertools import combinations, pairwise, product
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from lalao.games.registry import FAMILIES
from lalao.teach.lessons import journey
from tests.browsing import CHILD, SIZES, Size, check_axe, place, resize, settle, start, there, visiting
from tests.pages.test_home import CUT, check_beads
from tests.pages.test_learn import Finger, learn_through
from tests.pages.test_pace import slack
from tests.pages.test_shell import check_screen, overlap
from tests.patience import NIGHTLY

pytestmark = there
TELEPHONES = SIZES[:3]
DISC = 17
"""The least radius of a stone, in pixels, but for one that rounding may take."""
BEGUN = CHILD | {"name": "Aina", "stones": {"fang-first-sowing": 1, "fang-4?last-move": 4, "fang-whose-tibong": 1}}
CLIPPED = """() => [...document.querySelectorAll('.walk button')]
    .filter(each => !each.matches('.milestone') && each.scrollWidth > each.clientWidth + 1)
    .map(each => each.textContent)"""
STONES = """() => [...document.querySelectorAll('.milestone')].map(each => {
    const {x, y, width, height} = each.getBoundingClientRect();
    const seen = document.elementFromPoint(x + width / 2, y + height / 2);
    return {x, y, width, height, id: each.dataset.stone, next: each.ariaCurrent === 'step', clear: seen === each};
})"""


def on_path(page: Page, server: str, family: str) -> None:
    """Open the path of a family."""
    page.goto(f"{server}/path/{family}")
    expect(page.locator(".milestone").first).to_be_visible()
    settle(page)


def check_path(page: Page, size: Size, family: str) -> None:
    """Check the stones of a path on a screen: how many, how large, none covered, the next one in sight."""
    width, height = size
    stones: list[Any] = page.evaluate(STONES)
    chapters = [each for each in journey(family) if not each.aside]
    whole = height >= 480 and width >= 1.15 * height
    now = chapters if whole else chapters[:1]
    assert [each["id"] for each in stones] == [stone.id for chapter in now for stone in chapter.stones], size
    assert [each["id"] for each in stones if each["next"]] == [stones[3 if family == "fang" else 0]["id"]], size
    for each in stones:
        assert min(each["width"], each["height"]) >= 44, (size, each)
        assert each["clear"], (size, each)
        assert 0 <= each["x"] <= each["x"] + each["width"] <= width, (size, each)
        assert 0 <= each["y"] <= each["y"] + each["height"] <= height, (size, each)
    assert not [pair for pair in combinations(stones, 2) if overlap(*pair)], size
    assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [*size]
    for target in page.locator(".walk :is(a, button):not(.milestone, [hidden])").all():
        box = target.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44, (size, target.inner_text(), box)
    assert page.evaluate(CUT) == [], size
    assert page.evaluate(CLIPPED) == [], size


@pytest.mark.parametrize("language", ["fr", "mg"])
def test_every_stone_is_in_sight_at_every_size(browser: Browser, server: str, language: str) -> None:
    with visiting(browser, server, settings={"language": language, "name": "Aina"}, children=[BEGUN]) as page:
        for family in FAMILIES:
            if journey(family.name):
                on_path(page, server, family.name)
                for size in SIZES:
                    resize(page, size)
                    page.wait_for_function(
                        "width => document.querySelector('.trail').clientWidth === width", arg=size[0]
                    )
                    check_path(page, size, family.name)


PIN = """() => {
  const { width, height, transform } = document.querySelector(".walk .pin").style;
  const [left, top] = transform.match(/-?[0-9.]+px/g).map(parseFloat), right = left + parseFloat(width);
  const { left: dx, top: dy } = document.querySelector(".trail").getBoundingClientRect();
  const bottom = top + parseFloat(height);
  const free = [...document.querySelectorAll(".milestone")].map((each) => {
    const box = each.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2 - dx, box.top + box.height / 2 - dy];
    return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
  });
  return { left, top, free };
}"""
"""Where the pin goes, and how far it is from the middle of each stone, in pixels."""


def test_the_pin_stands_before_no_stone(page: Page, server: str) -> None:
    for family in FAMILIES:
        if not journey(family.name):
            continue
        for size in TELEPHONES:
            resize(page, size)
            on_path(page, server, family.name)
            stones = page.locator(".milestone")
            for at in range(stones.count()):
                if at:
                    stones.nth(at).click()
                    expect(page.locator(".pin.hops")).to_have_count(1)
                found = page.evaluate(PIN)
                others = [far for number, far in enumerate(found["free"]) if number != at]
                assert min(others) >= DISC, (family.name, size, at, found)
                assert min(found["left"], found["top"]) >= 0, (family.name, size, at, found)


def test_nothing_is_locked_and_keys_walk_the_path(browser: Browser, server: str) -> None:
    with visiting(browser, server, children=[BEGUN], viewport={"width": 360, "height": 640}) as page:
        page.goto(server)
        page.get_by_role("link", name="Fang: Stones done: 3 of").click()
        expect(page.locator("[aria-current=step]")).to_have_accessible_name("Beat Soky!, stone 4 of 7, next")
        check_axe(page, "a path")
        last = page.locator(".milestone").last
        last.click()
        expect(page.locator(".far")).to_have_text("That is further on. Shall we go?")
        expect(page).to_have_url(f"{server}/path/fang")
        last.click()
        page.wait_for_url("**/m/*")
        expect(page.locator(".player.above")).to_contain_text("Saho")
        page.go_back()
        page.locator("[aria-current=step]").focus()
        page.keyboard.press("ArrowLeft")
        expect(page.locator("[data-stone=fang-whose-tibong]")).to_be_focused()
        page.keyboard.press("End")
        expect(last).to_be_focused()
        page.keyboard.press("Home")
        page.keyboard.press("Enter")
        page.wait_for_url("**/learn/fang-first-sowing")
        page.go_back()
        page.get_by_role("button", name="6 pits").click()
        expect(page.locator(".milestone").first).to_have_attribute("data-stone", "fang-never-changes")
        page.locator(".play-free").click()
        expect(page.locator("dialog .play")).to_be_focused()


def test_the_pin_hops_to_the_next_stone(browser: Browser, server: str) -> None:
    recording = """
        window.hops = [];
        const { animate } = Element.prototype;
        Element.prototype.animate = function (steps, timing) {
            if (this.matches(".pin")) hops.push([...steps.map(({ translate }) => translate), timing.duration]);
            return animate.call(this, steps, timing);
        };"""
    seen = BEGUN | {"pins": {"fang": "fang-whose-tibong"}}
    for speed, count in (("normal", 1), ("off", 0)):
        with visiting(browser, server, children=[seen], settings={"speed": speed}) as page:
            page.add_init_script(recording)
            on_path(page, server, "fang")
            page.wait_for_function("() => JSON.parse(localStorage['lalao.children'])[0].pins.fang === 'fang-4:Soky'")
            hops = page.evaluate("hops")
            assert len(hops) == count, hops
            assert all((to, lasts) == ("0", 700) and begins != "0px 0px" for begins, _, to, lasts in hops), hops
            for family in ("fang", "fafy"):
                on_path(page, server, family)
                assert page.evaluate("hops") == [], "the pin stands where it stood"


SUITE = {"fr": "Continuer : .* 4 cases", "mg": "Tohizo: .* lavaka 4"}


@pytest.mark.parametrize("language", SUITE)
def test_a_creature_that_is_beaten_is_a_bead_more(browser: Browser, server: str, language: str) -> None:
    settings, viewport = {"language": language}, {"width": 360, "height": 640}
    with visiting(browser, server, children=[BEGUN], settings=settings, viewport=viewport) as page:
        page.goto(server)
        expect(page.locator(".goon")).to_have_attribute("data-stone", "fang-4:Soky")
        check_beads(page, 3)
        resize(page, (360, 640))
        start(page, server, "fang-4", level="level:1", start="1.1.3.2 1+0 S")
        before = page.locator(".board-slot").bounding_box()
        place(page, "4").click()
        expect(page.locator(".suite")).to_be_focused()
        expect(page.locator(".suite")).to_have_accessible_name(re.compile(SUITE[language]))
        assert page.locator(".board-slot").bounding_box() == before
        expect(page.locator(".behind.win")).to_have_attribute("data-family", "fang")
        expect(page.locator(".player.below .counted > *")).to_have_count(4)
        expect(page.locator(".below .laureate")).to_be_in_viewport()
        expect(page.locator(".above .laureate")).to_have_count(0)
        check_axe(page, "a win")
        page.locator(".shell .back a").click()
        expect(page.locator(".goon")).to_have_attribute("data-stone", "fang-count")
        check_beads(page, 4)


STEPPING = """() => {
  Object.assign(window, { stood: [], longest: 0 });
  let before = performance.now();
  const frame = (at) => {
    [longest, before] = [Math.max(longest, at - before), at];
    const { x, y, width } = document.querySelector(".board-frame").getBoundingClientRect();
    if (document.querySelector(".behind")) stood.push([at, x, y, width]);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}"""
"""Records where the board stands since the game is over."""
COUNTED_MS, HASTE = 1600, 2
STEPS = [("fr", "normal"), ("mg", "off")]
"""The languages and the paces of the hand with which the end of a game is shown, but at night."""


@pytest.mark.parametrize(("language", "speed"), product(["fr", "mg"], ["normal", "off"]) if NIGHTLY else STEPS)
def test_the_board_steps_back_where_there_is_room(browser: Browser, server: str, language: str, speed: str) -> None:
    settings = {"language": language, "speed": speed, "name": "Aina"}
    with visiting(browser, server, children=[BEGUN], settings=settings) as page:
        for size in SIZES:
            start(page, server, "fang-4", level="level:1", start="1.1.3.2 1+0 S")
            resize(page, size)
            page.evaluate("async (rate) => { (await script('clock.js')).clock.rate = rate; }", HASTE)
            page.evaluate(STEPPING)
            box = page.locator(".board-frame").bounding_box()
            assert box
            place(page, "4").click()
            expect(page.locator(".suite")).to_be_focused()
            wide = size[0] >= 1000 and size[1] >= 620
            expect(page.locator(".stepped")).to_have_count(int(wide))
            page.wait_for_function("lasts => stood.at(-1)?.[0] - stood[0]?.[0] > lasts", arg=2 * COUNTED_MS / HASTE)
            page.wait_for_function("() => !document.querySelector('.board-frame').getAnimations().length")
            stood = page.evaluate("stood")
            stands = COUNTED_MS / HASTE - slack(page)
            early = [each[1:] for each in stood if each[0] - stood[0][0] < stands]
            assert all(each == pytest.approx([box["x"], box["y"], box["width"]], abs=0.5) for each in early), size
            moved = stood[-1][1:] != pytest.approx(stood[0][1:], abs=0.5)
            assert moved == wide, size
            check_screen(page, f"the end {size} {language}")
            if wide:
                expect(page.locator(".strip-of-path .milepost")).to_have_count(7)
                expect(page.locator(".strip-of-path .next")).to_have_count(1)
                boxes = [page.locator(each).bounding_box() for each in (".strip-of-path", ".board-slot", ".act")]
                shown = [each for each in boxes if each]
                assert not [pair for pair in combinations(shown, 2) if overlap(*pair)], size


def test_what_is_seen_again_stands_where_it_was_played(browser: Browser, server: str) -> None:
    with visiting(browser, server, children=[BEGUN]) as page:
        start(page, server, "fang-4", level="level:1", start="1.1.3.2 1+0 S")
        box = page.locator(".board-frame").bounding_box()
        place(page, "4").click()
        expect(page.locator(".stepped")).to_have_count(1)
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".status")).to_contain_text("After 0 moves")
        assert page.locator(".board-frame").bounding_box() == box
        page.get_by_role("button", name="Back to the game").click()
        expect(page.locator(".board.ended")).to_have_count(1)
        page.get_by_role("button", name="Rematch").click()
        expect(page.locator(".stepped")).to_have_count(0)


def test_seeds_are_counted_one_by_one(browser: Browser, server: str) -> None:
    counted = """async ({ held, gone }) => {
        const [{ playerFace }, { show }] = [await script("players.js"), await script("dom.js")];
        const side = { side: "S", name: "South", first: true };
        const view = { picture: { kind: "rows", rows: [] }, outcome: {} };
        const face = playerFace(view, side, { held, thinks: false, ended: performance.now() - gone });
        const shown = document.createElement("div");
        show(shown, ...face);
        document.body.append(shown);
        const sum = (found) => shown.querySelectorAll(found).length;
        const timings = shown.getAnimations({ subtree: true }).map(({ effect }) => effect.getTiming());
        const times = timings.map(({ delay, duration }) => [delay, delay + duration]);
        shown.remove();
        return { filled: sum(".counted > *"), free: sum(".free"), frames: sum(".tens"), times };
    }"""
    with visiting(browser, server, settings={"speed": "normal"}) as page:
        page.goto(server)
        page.wait_for_selector(".scenes")
        for held, frames in ((0, 1), (3, 1), (13, 2), (40, 4)):
            found = page.evaluate(counted, {"held": held, "gone": 0})
            assert (found["filled"], found["frames"], found["free"]) == (held, frames, 10 * frames - held)
            assert len(found["times"]) == held
            assert all(begins < following for (begins, _), (following, _) in pairwise(found["times"]))
            assert max([end for _, end in found["times"]], default=0) <= 1600
        assert page.evaluate(counted, {"held": 13, "gone": 2000})["times"] == [], "what was counted stays"
        page.evaluate("async () => (await script('settings.js')).change({speed: 'off'})")
        assert page.evaluate(counted, {"held": 13, "gone": 0})["times"] == []


def test_after_two_losses_something_easier_is_offered(browser: Browser, server: str) -> None:
    lost = BEGUN | {"lost": ["fang-4:Soky", 1]}
    with visiting(browser, server, children=[lost], viewport={"width": 360, "height": 640}) as page:
        start(page, server, "fang-4", level="level:1", start="1.1.3.2 1+0 S")
        place(page, "3").click()
        expect(page.locator(".behind.loss")).to_be_attached()
        expect(page.locator(".rematch")).to_be_focused()
        expect(page.locator(".rematch")).to_have_text("Rematch")
        page.get_by_role("link", name="The path").click()
        expect(page.locator(".walk-foot .goon")).to_have_attribute("data-stone", "fang-whose-tibong")


def test_a_lesson_that_is_done_leads_on(browser: Browser, server: str) -> None:
    almost = BEGUN | {"steps": {"fang-count": [0, 1, 2, 3, 4]}}
    with visiting(browser, server, children=[almost], settings={"language": "mg"}) as page:
        page.goto(f"{server}/learn/fang-count")
        for _ in range(5):
            before = page.locator(".status").inner_text()
            page.locator(".tools .tool").last.click()
            page.wait_for_function("said => document.querySelector('.status')?.innerText !== said", arg=before)
        expect(page.get_by_role("heading")).to_have_text("Arahabaina, Aina!")
        expect(page.locator(".walk-foot .goon")).to_be_focused()
        for size in SIZES:
            resize(page, size)
            assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
            assert page.evaluate("document.documentElement.scrollHeight") <= size[1], size
            assert page.evaluate(CUT) == [], size
        check_axe(page, "the end of a lesson")
        page.locator(".walk-foot .goon").click()
        page.wait_for_url("**/m/*")
        expect(page.locator(".player.above")).to_contain_text("Soky")


def test_a_lesson_that_is_done_is_a_bead_more(browser: Browser, server: str) -> None:
    with visiting(browser, server, children=[CHILD], has_touch=True) as page:
        page.goto(server)
        check_beads(page, 0)
        learn_through(page, server, Finger(page), "fang-first-sowing")
        page.evaluate("window.same = true")
        page.evaluate("async () => (await script('page.js')).go('/')")
        check_beads(page, 1)
        assert page.evaluate("window.same"), "the page was loaded again"


def test_puzzles_that_were_skipped_come_before_the_end_of_a_round(page: Page, server: str) -> None:
    page.goto(f"{server}/puzzles/fang/last-move@fang-4")
    for number in range(1, 6):
        expect(page.locator(".beads")).to_have_attribute("aria-label", f"Step {number} of 5")
        page.wait_for_selector(".stage .place.legal")
        if number != 2:
            page.get_by_role("button", name="Show me").click()
            page.get_by_role("button", name="Hide").click()
        page.get_by_role("button", name="Skip").click()
    page.get_by_role("button", name="Continue").click()
    expect(page.locator(".beads")).to_have_attribute("aria-label", "Step 2 of 5")


def test_a_round_is_done_after_five_tries(browser: Browser, server: str) -> None:
    with visiting(browser, server, children=[CHILD | {"stones": {"fang-first-sowing": 1}}]) as page:
        page.goto(server)
        page.locator(".goon").click()
        page.wait_for_url("**/puzzles/fang/last-move@fang-4")
        for number in range(1, 6):
            expect(page.locator(".beads")).to_have_attribute("aria-label", f"Step {number} of 5")
            page.wait_for_selector(".stage .place.legal")
            page.get_by_role("button", name="Show me").click()
            expect(page.locator(".marks .mark-region.look, .marks .mark-ring.look").first).to_be_attached()
            page.get_by_role("button", name="Hide").click()
            page.get_by_role("button", name="Skip").click()
        expect(page.get_by_role("heading")).to_have_text("You have tried them all.")
        expect(page.locator(".plate p")).to_have_text("0 of 5 solved on the first try.")
        assert page.evaluate("JSON.parse(localStorage.getItem('lalao.children'))[0].stones['fang-4?last-move']") == 0
        expect(page.locator(".walk-foot .goon")).to_have_attribute("data-stone", "fang-whose-tibong")
