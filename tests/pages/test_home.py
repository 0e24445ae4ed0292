"""The first page: scenes, links, games in progress; its layout at every size, in large letters, without motion."""

import gzip
import re
import time
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from lalao.games.registry import FAMILIES
from lalao.locale import words
from lalao.web.shipped import STATIC
from tests.browsing import (
    CHILD,
    SIZES,
    another,
    check_axe,
    choose_any,
    moves,
    place,
    play_to_the_end,
    resize,
    start,
    there,
    visiting,
)
from tests.pages.test_shell import overlap

pytestmark = there
LATEST = {"code": "ABCD", "game": "fang-4", "title": "Fang", "other": "Maki", "face": "Maki", "mine": True}
DOUBLE = "--blink-settings=defaultFontSize=32"
"""What a browser whose user wants letters twice as large is started with."""
OUTSIDE = """() => [...document.querySelectorAll(
    '.home :is(.gate, .goon, .scene, h1, button, select, input, a)')].filter(each => {
    const {top, left, right, bottom, width} = each.getBoundingClientRect();
    const inside = top >= 0 && left >= 0 && right <= innerWidth + .5 && bottom <= innerHeight + .5;
    return each.checkVisibility() && width > 1 && !inside;
}).map(each => each.textContent)"""
CUT = """() => {
    const lost = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const own = text.parentElement;
        if (!text.data.trim()) continue;
        if (own.closest('.unseen, [hidden], svg, script, noscript, option, #said, #toast')) continue;
        if (!own.checkVisibility({visibilityProperty: true})) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        for (const box of range.getClientRects()) {
            for (let at = own; at && at !== document.documentElement; at = at.parentElement) {
                const {overflowX, overflowY, clipPath} = getComputedStyle(at);
                if (clipPath !== 'none') break;
                const room = at.getBoundingClientRect();
                const cutX = overflowX === 'hidden' && (box.left < room.left - 2 || box.right > room.right + 2);
                const cutY = overflowY === 'hidden' && (box.top < room.top - 4 || box.bottom > room.bottom + 4);
                if (cutX || cutY) lost.push(`${text.data.trim()} in ${at.tagName}.${at.className}`);
            }
        }
    }
    return lost;
}"""


def choose(page: Page, family: str) -> None:
    """Open the ways to play a family, as the button on its path does."""
    page.evaluate("family => script('start.js').then(({openStart}) => openStart(family))", family)
    page.locator("dialog .play").wait_for()


def check_beads(page: Page, done: int) -> None:
    """Check at every size that the first page shows so many stones of Fang as done, and which comes next."""
    string = page.locator(".scene[href='/path/fang'] .string")
    for size in SIZES:
        resize(page, size)
        expect(string).to_be_visible()
        expect(string.locator("use")).to_have_count(done)
        expect(string.locator("circle[r='10.5']")).to_have_count(1)
        expect(string.locator("circle[r='7']")).to_have_count(6 - done)


def at_home(page: Page, server: str) -> None:
    """Open the first page, and wait for its pictures."""
    page.goto(server, wait_until="networkidle")
    expect(page.locator(".scene")).to_have_count(len(FAMILIES))
    page.wait_for_function("() => [...document.querySelectorAll('.scene img')].every(each => each.naturalWidth)")


@pytest.mark.parametrize("language", ["fr", "mg"])
def test_everything_is_in_sight_at_every_size(browser: Browser, server: str, language: str) -> None:
    settings = {"language": language, "name": "Voahanginirina", "latest": LATEST}
    for going in ({"latest": LATEST}, {"latest": None}):
        with visiting(browser, server, settings=settings | going) as page:
            at_home(page, server)
            assert page.locator("a[href^='/api']").count() == 0
            for size in SIZES:
                resize(page, size)
                check_home(page, size)


def check_home(page: Page, size: tuple[int, int]) -> None:
    """Check that all of the first page is on the screen, and that all can be tapped."""
    width, height = size
    assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [
        width,
        height,
    ]
    assert page.evaluate(OUTSIDE) == [], size
    assert page.evaluate(CUT) == [], size
    for target in page.locator(".home :is(button, a, input, select)").all():
        box = target.bounding_box()
        if box:
            assert min(box["width"], box["height"]) >= 44, (size, target.inner_text(), box)
    boxes = [box for each in page.locator(".scene, .goon, .gate, .topline > *").all() if (box := each.bounding_box())]
    shown = [box for box in boxes if box["width"] > 1]
    assert not [pair for pair in combinations(shown, 2) if overlap(*pair)], size
    for each in page.locator(".scene").all():
        box = each.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 90, size


def test_a_new_device_is_one_tap_from_the_first_lesson(browser: Browser, server: str) -> None:
    with visiting(browser, server, settings={"language": ""}, children=[], locale="fr-FR") as page:
        page.goto(server)
        expect(page.get_by_role("heading")).to_have_text("Qui es-tu ?")
        chosen = page.get_by_role("radio", checked=True)
        face = chosen.get_attribute("aria-label")
        for size in SIZES:
            resize(page, size)
            assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
            assert page.evaluate("document.documentElement.scrollHeight") <= size[1], size
            for target in page.locator(".arrival :is(button, input):not([hidden])").all():
                box = target.bounding_box()
                assert box
                assert min(box["width"], box["height"]) >= 44, (size, box)
                assert box["x"] >= 0
                assert box["y"] + box["height"] <= size[1], size
        check_axe(page, "first visit")
        page.get_by_role("button", name="MG").click()
        expect(page.get_by_role("heading")).to_have_text("Iza ianao?")
        expect(page.get_by_role("radio", checked=True)).to_have_attribute(
            "aria-label", re.sub("Image", "Sary", face or "")
        )
        expect(page.get_by_role("button", name="MG")).to_be_focused()
        page.get_by_role("button", name="FR").click()
        expect(page.get_by_role("heading")).to_have_text("Qui es-tu ?")
        expect(page.get_by_role("button", name="FR")).to_be_focused()
        chosen.press("ArrowRight")
        expect(page.get_by_role("radio").nth(1)).to_be_focused()
        expect(page.get_by_role("radio").nth(1)).to_have_attribute("aria-checked", "true")
        page.get_by_placeholder("Ton prénom").fill("Aina")
        page.locator(".set-off").click()
        page.wait_for_url("**/learn/fang-first-sowing")
        expect(page.locator(".stage .status")).not_to_be_empty()
        [one] = page.evaluate("JSON.parse(localStorage.getItem('lalao.children'))")
        assert one["name"] == "Aina"
        page.goto(server)
        expect(page.get_by_role("heading", level=1)).to_contain_text("Aina")


def test_whoever_sets_off_while_the_language_changes_arrives(browser: Browser, server: str) -> None:
    with visiting(browser, server, children=[]) as page:
        page.goto(server)
        page.locator(".set-off").wait_for()
        page.route("**/api/journey*", lambda _: None)  # which holds the path until nobody routes it
        page.evaluate("document.querySelector('button[lang=fr]').click(), document.querySelector('.set-off').click()")
        expect(page.locator("html")).to_have_attribute("lang", "fr")
        page.unroute("**/api/journey*")
        page.wait_for_url("**/learn/fang-first-sowing")
        expect(page.locator(".stage .status")).not_to_be_empty()


@pytest.mark.parametrize("language", ["fr", "mg"])
def test_two_children_see_their_own_beads(browser: Browser, server: str, language: str) -> None:
    say = words(language)
    old = int(time.time() * 1000) - 601_000
    two = [
        CHILD | {"name": "Aina", "last": old, "stones": {"fang-first-sowing": 1, "fang-4?last-move": 5}},
        CHILD | {"id": "two", "face": "fish", "name": "Fara", "last": old - 1},
    ]
    with visiting(browser, server, children=two, settings={"language": language}) as page:
        page.goto(server)
        expect(page.get_by_role("heading")).to_have_text(say("Who plays?"))
        expect(page.locator(".pick b")).to_have_text(["Aina", "Fara", say("Somebody else")])
        for size in SIZES:
            resize(page, size)
            assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        check_axe(page, "who plays")
        page.get_by_role("button", name="Fara", exact=True).click()
        check_beads(page, 0)
        page.reload()
        expect(page.get_by_role("heading", level=1)).to_contain_text("Fara")
        page.get_by_role("button", name=say("Who plays?")).click()
        page.get_by_role("button", name="Aina", exact=True).click()
        check_beads(page, 2)
        page.get_by_role("button", name=say("Menu")).click()
        check_axe(page, "menu")
        page.get_by_role("dialog").get_by_role("button", name=say("Who plays?")).click()
        page.get_by_role("button", name=say("Erase {name}", name="Fara")).click()
        page.get_by_role("button", name=say("Yes")).click()
        expect(page.locator(".pick b")).to_have_text(["Aina", say("Somebody else")])


@pytest.mark.parametrize(("width", "most"), [(360, 120_000), (1280, 145_000)])
def test_the_first_page_and_the_paths_are_light(browser: Browser, server: str, width: int, most: int) -> None:
    """What a telephone fetches for the first page, 200 kB, then for a path; headers included, as it goes over the line.

    A landscape for a large screen may hold 25 kB more.
    """
    with visiting(browser, server, settings={"language": "fr"}, viewport={"width": width, "height": 640}) as page:
        line = page.context.new_cdp_session(page)
        line.send("Network.enable")
        line.send("Network.setCacheDisabled", {"cacheDisabled": True})
        got: list[float] = []
        line.on("Network.loadingFinished", lambda told: got.append(told["encodedDataLength"]))
        at_home(page, server)
        expect(page.locator(".goon")).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert 50_000 < sum(got) <= 200_000, sum(got)
        for family in ("fang", "fafy", "fifangha", "fanorona"):
            got.clear()
            page.goto(server)
            page.wait_for_load_state("networkidle")
            home = sum(got)
            page.evaluate("async (family) => (await script('page.js')).go(`/path/${family}`)", family)
            page.wait_for_selector(".milestone")
            page.wait_for_load_state("networkidle")
            assert 5_000 < sum(got) - home <= most, (family, sum(got) - home)


def test_landscapes_are_small() -> None:
    """Compressed, 25 kB on a telephone and 50 kB on a large screen; the grain of the wood 6 kB; no filters."""
    scenes = sorted((STATIC / "scenes").glob("*.svg"))
    assert len(scenes) == 8
    for scene in scenes:
        text = scene.read_bytes()
        assert len(gzip.compress(text)) <= (50_000 if scene.stem.endswith("-wide") else 25_000), scene.name
        assert b"<filter" not in text, scene.name
    assert (STATIC / "scenes" / "grain.png").stat().st_size <= 6_000


def test_what_is_going_on_comes_first(browser: Browser, server: str) -> None:
    with visiting(browser, server, settings={"name": "Aina"}) as page:
        code = start(page, server, "fang-4", level="level:1")
        choose_any(page)
        expect(moves(page)).to_have_count(2)
        at_home(page, server)
        expect(page.get_by_role("heading", level=1)).to_have_text("What will you play, Aina?")
        link = page.locator(".goon")
        expect(link).to_have_accessible_name("Continue: Fang on 4 pits, against Soky. It is your turn.")
        expect(link.locator(".disc")).to_be_visible()
        link.click()
        page.wait_for_url(f"{server}/m/{code}")
        play_to_the_end(page)
        at_home(page, server)
        expect(page.locator(".goon")).to_have_accessible_name(re.compile("^Continue: The first sowing"))


def test_a_first_game_is_the_gentlest_and_its_ladder_goes_on(page: Page, server: str) -> None:
    at_home(page, server)
    choose(page, "fang")
    expect(page.locator("dialog .play")).to_have_text("Play4 pits · Simple rule")
    expect(page.locator("dialog .onward")).to_have_count(0)
    page.evaluate("() => script('children.js').then(({setStone}) => setStone('fang-4:Soky', 1))")
    page.get_by_role("button", name="Close").click()
    choose(page, "fang")
    page.get_by_role("button", name="Next step: 6 pits").click()
    expect(page.locator("dialog .play")).to_have_text("Play6 pits · Simple rule")
    page.locator("dialog .play").click()
    page.wait_for_selector(".stage .place.legal")
    expect(page.locator(".stage .place")).to_have_count(6)
    at_home(page, server)
    choose(page, "fang")
    expect(page.locator("dialog .play")).to_have_text("Play6 pits · Simple rule")


@pytest.mark.parametrize("language", ["fr", "mg"])
@pytest.mark.parametrize("size", [(360, 640), (1280, 800)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_ways_to_play_are_whole(browser: Browser, server: str, size: tuple[int, int], language: str) -> None:
    width, height = size
    with visiting(
        browser, server, settings={"language": language}, viewport={"width": width, "height": height}
    ) as page:
        at_home(page, server)
        for family in FAMILIES:
            choose(page, family.name)
            for opened in ("at first", "all"):
                play = page.locator("dialog .play").bounding_box()
                assert play
                assert 0 <= play["y"] <= play["y"] + play["height"] <= height, (family.name, opened)
                assert page.evaluate(CUT) == [], (family.name, opened)
                assert page.locator("dialog").evaluate("each => each.scrollWidth <= each.clientWidth"), family.name
                if opened == "at first":
                    page.locator("dialog .more summary").click()
            check_axe(page, f"{family.name} {language} {width}")
            page.keyboard.press("Escape")
            expect(page.locator("dialog")).to_have_count(0)


def test_who_has_beaten_the_computer_is_offered_the_next_step(browser: Browser, server: str) -> None:
    with visiting(browser, server, viewport={"width": 360, "height": 640}) as page:
        start(page, server, "fang-4", level="level:1", start="1.1.3.2 1+0 S")
        place(page, "3").click()
        expect(page.locator(".status .dot.over")).to_have_count(1)
        expect(page.get_by_role("button", name="Next step")).to_have_count(0)
        start(page, server, "fang-4", level="level:1", start="1.1.3.2 1+0 S")
        place(page, "4").click()
        expect(page.locator(".status .headline")).to_have_text("You have won!")
        expect(page.locator(".suite")).to_be_focused()
        for cut in page.locator(".act button, .act .button").all():
            assert cut.evaluate("each => each.scrollWidth - each.clientWidth") <= 2, cut.inner_text()
        page.get_by_role("button", name="Continue: The first sowing").click()
        page.wait_for_url("**/learn/fang-first-sowing")


def test_rules_have_names_and_sources(browser: Browser, server: str) -> None:
    with visiting(browser, server, settings={"language": "fr"}) as page:
        at_home(page, server)
        choose(page, "fanorona")
        page.locator("dialog .more summary").click()
        rules = page.get_by_role("radiogroup", name="Règles")
        for name, source in (
            ("Règle des tournois", "Schadd"),
            ("On peut refuser de prendre", "règle imprimée à Vela"),
            ("Il faut prendre, et continuer", "règle imprimée à percussion"),
            ("On souffle", "règle imprimée à percussion"),
            ("Deuxième manche, la Vela", "règle imprimée à Vela"),
        ):
            expect(rules.get_by_role("radio", name=name)).to_contain_text(source)
        page.get_by_role("radio", name="5 × 5 (dimy)").click()
        page.get_by_role("radio", name="On souffle").click()
        expect(page.locator("dialog .play")).to_contain_text("5 × 5 (dimy) · On souffle")
        check_axe(page, "choosing rules")
        page.locator("dialog .play").click()
        expect(page).to_have_title(re.compile("5×5, souffle"))


def test_scenes_rest_where_no_motion_is_wanted(browser: Browser, server: str) -> None:
    with visiting(browser, server) as page:
        at_home(page, server)
        scene = page.locator(".scene img").first
        assert scene.get_attribute("src") == "/api/families/fang/scene.svg#still"
        assert len(seen(page, scene)) == 1
    with visiting(browser, server, settings={"speed": "normal"}, reduced_motion="reduce") as page:
        at_home(page, server)
        assert len(seen(page, page.locator(".scene img").first)) == 1
    with visiting(browser, server, settings={"speed": "normal"}) as page:
        at_home(page, server)
        scene = page.locator(".scene img").first
        assert scene.get_attribute("src") == "/api/families/fang/scene.svg"
        assert len(seen(page, scene)) > 1


def seen(page: Page, scene: Any) -> set[bytes]:
    """Return the different pictures of a scene within eight seconds."""
    pictures = set()
    scene.evaluate("each => each.decode()")
    for _ in range(8):
        pictures.add(scene.screenshot())
        page.wait_for_timeout(700)
    return pictures


def test_axe_finds_nothing_on_the_first_page(browser: Browser, server: str) -> None:
    for width, height in ((360, 640), (1280, 800)):
        size = {"width": width, "height": height}
        with visiting(browser, server, settings={"latest": LATEST, "language": "fr"}, viewport=size) as page:
            at_home(page, server)
            check_axe(page, f"home {width}")


def test_it_can_be_installed(page: Page, server: str) -> None:
    at_home(page, server)
    found = page.context.new_cdp_session(page).send("Page.getAppManifest")
    assert found["errors"] == []
    assert found["url"].endswith("/static/manifest.webmanifest")
    assert page.evaluate("navigator.serviceWorker.controller") is None


@pytest.mark.parametrize("size", [(360, 640), (1280, 800)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_is_lost_in_letters_twice_as_large(browser: Browser, server: str, size: tuple[int, int]) -> None:
    settings = {"latest": LATEST, "language": "fr", "name": "Aina"}
    viewport = {"width": size[0], "height": size[1]}
    with (
        another(browser, DOUBLE) as large,
        visiting(large, server, settings=settings, viewport=viewport) as page,
    ):
        at_home(page, server)
        assert page.evaluate("getComputedStyle(document.body).fontSize") == "36px"
        check_whole(page, "home")
        choose(page, "fanorona")
        page.locator("dialog .more summary").click()
        check_whole(page, "start")
        assert page.locator("dialog").evaluate("each => each.scrollWidth <= each.clientWidth")
        page.keyboard.press("Escape")
        for path in ("/path/fang", "/who", "/mine"):
            page.goto(server + path)
            page.locator(".topline").wait_for()
            check_whole(page, path)
        for game in ("fang", "fifangha", "fanorona"):
            start(page, server, game, level="level:1")
            page.wait_for_selector(".shell .place.legal")
            check_whole(page, game)
            for slot in ("bar", "opponent", "board", "own", "actions"):
                box = page.locator(f"[data-slot={slot}]").bounding_box()
                assert box, slot
                assert min(box["width"], box["height"]) >= 40, (game, slot, box)


def check_whole(page: Page, where: str) -> None:
    """Check that no text is cut off, and that everything is reached by scrolling down alone."""
    size = page.viewport_size
    assert size
    assert page.evaluate(CUT) == [], where
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], where


REFUSED = {
    "blocked": """Object.defineProperty(
        window, 'localStorage', {get() { throw new DOMException('', 'SecurityError'); }});""",
    "full": """localStorage.clear();
        Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); };""",
}
"""Browsers that store nothing: cookies are blocked, or there is no room."""


@pytest.mark.parametrize("how", REFUSED)
def test_a_device_that_stores_nothing_plays_and_learns(page: Page, server: str, how: str) -> None:
    page.add_init_script(REFUSED[how])
    page.goto(server)
    expect(page.locator("#toast")).to_have_text("This device cannot store anything: closing the page loses everything.")
    page.evaluate("document.getElementById('toast').textContent = ''")
    page.get_by_role("button", name="FR", exact=True).click()
    page.locator(".set-off").click()
    expect(page.locator(".stage .status")).not_to_be_empty()
    page.locator(".shell .back a").click()
    choose(page, "fang")
    page.locator("dialog .primary").click()
    expect(place(page, "2")).to_have_class(re.compile("legal"))
    place(page, "2").click()
    expect(moves(page).first).to_contain_text("2")
    page.locator(".shell .back a").click()
    expect(page.locator(".goon")).to_contain_text("Continuer")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Les leçons").click()
    page.locator("a[href='/learn/fang-first-sowing']").click()
    expect(page.locator(".stage .status")).not_to_be_empty()
    page.get_by_role("button", name="Passer").click()
    page.locator(".stage .place").first.click()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.locator("#toast")).to_be_empty()
