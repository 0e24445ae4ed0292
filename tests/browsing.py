"""A browser for the tests: the system's Chromium, and helpers that act as a user's hand."""

import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from time import monotonic
from typing import Any
from weakref import WeakKeyDictionary

import pytest
from axe_playwright_python.base import AxeResults
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Request, expect, sync_playwright

from lalao.games.game import AnyPosition
from tests.patience import SECONDS
from tests.playing import post

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
there = pytest.mark.skipif(
    not os.path.exists(CHROMIUM) and not os.environ.get("CI"), reason="no Chromium on this machine (CI has one)"
)
MILLISECONDS = 1000 * SECONDS
PATIENCE = 30_000
"""Milliseconds after which what should be on a page has failed to come."""
expect.set_options(timeout=PATIENCE)


Size = tuple[int, int]
"""Width and height of a screen, in CSS pixels."""
SIZES: list[Size] = [(320, 568), (360, 640), (640, 360), (768, 1024), (1024, 600), (1280, 800), (1920, 1080)]
"""The screens at which pages are looked at."""
RESTING: dict[str, list[BrowserContext]] = {}
"""Contexts that no test uses now, by what they were made with."""
AT_REST = 4
DOUBLE_MS = 360
"""Milliseconds after which a second tap on a place is one of its own."""
TAPPED: WeakKeyDictionary[Page, tuple[str | None, float]] = WeakKeyDictionary()
"""The place that was tapped last on each page, and when."""
SCRIPT = """window.script = (name) =>
  import(new URL(name, document.querySelector("script[type=module]")?.src ?? `${location.origin}/static/`));"""
"""How a test loads one of the scripts: the same that the page has loaded, if it has."""
KEPT_FIRST = "localStorage.getItem('{key}') ?? localStorage.setItem('{key}', {text})"
CHILD = {"id": "one", "face": "flower", "last": 1}
"""Somebody who plays on the device of a test."""


OPEN = """async (opening) => {
  const { code, token } = await (await script("api.js")).openMatch(opening);
  const { change, settings } = await script("settings.js");
  change({ seats: { ...settings.seats, [code]: token } });
  (await script("page.js")).go(`/m/${code}`);
  return code;
}"""
"""Opens a match from a page."""


@contextmanager
def context_of(browser: Browser, **more: Any) -> Iterator[BrowserContext]:
    """Yield a browser context with nothing stored in it and one blank page.

    That page keeps the processes of the context alive, which take longer to start than most tests run.
    """
    resting = RESTING.setdefault(json.dumps(more, sort_keys=True), [])
    context = resting.pop() if resting else browser.new_context(**more)
    context.set_default_timeout(MILLISECONDS)
    empty = context.pages[0] if context.pages else context.new_page()
    with ExitStack() as ending:
        ending.callback(context.close)
        yield context
        for page in context.pages:
            if page is not empty:
                page.close()
        if sum(map(len, RESTING.values())) < AT_REST:
            ending.pop_all()
            resting.append(context)


def forget(page: Page, address: str) -> None:
    """Clear everything that a context stores for a server."""
    line = page.context.new_cdp_session(page)
    line.send("Storage.clearDataForOrigin", {"origin": address, "storageTypes": "all"})
    line.detach()


@contextmanager
def browsing() -> Iterator[Browser]:
    """Start the browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS, timeout=MILLISECONDS)
        try:
            yield browser
        finally:
            RESTING.clear()
            browser.close()


@contextmanager
def another(browser: Browser, *flags: str) -> Iterator[Browser]:
    """Start a second browser with more flags beside a running one."""
    resting = dict(RESTING)
    RESTING.clear()
    other = browser.browser_type.launch(executable_path=CHROMIUM, args=[*FLAGS, *flags], timeout=MILLISECONDS)
    try:
        yield other
    finally:
        RESTING.clear()
        RESTING.update(resting)
        other.close()


@contextmanager
def visiting(
    browser: Browser,
    address: str,
    *,
    settings: dict[str, Any] | None = None,
    children: list[dict[str, Any]] | None = None,
    refused: bool = False,
    **more: Any,
) -> Iterator[Page]:
    """Open a page in a context of its own, with motion and sound off unless asked otherwise.

    One child plays there unless others, or none, are given.
    Fails on any error in the page (but for refusals of the server, where `refused`) and on any request elsewhere.
    """
    wanted = {"speed": "off", "language": "en", "sounds": False} | (settings or {})
    known = [CHILD | {"name": wanted.get("name", "")}] if children is None else children
    wrong: list[str] = []

    def logged(line: ConsoleMessage) -> None:
        if line.type == "error" and not is_line_cut(line.text) and not (refused and "status of 4" in line.text):
            wrong.append(f"{line.text} {line.location.get('url', '')}")

    def asked(request: Request) -> None:
        local_port = request.url.startswith("http://127.0.0.1:") and request.url.endswith("/api/teacher/code")
        if not local_port and not request.url.startswith((address.partition("?")[0], "data:", "blob:")):
            wrong.append(request.url)

    with context_of(browser, **({"locale": "en-GB", "viewport": {"width": 1280, "height": 760}} | more)) as context:
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", logged)
        page.on("request", asked)
        page.add_init_script(SCRIPT)
        page.add_init_script(KEPT_FIRST.format(key="lalao.settings", text=json.dumps(json.dumps(wanted))))
        if known:
            page.add_init_script(KEPT_FIRST.format(key="lalao.children", text=json.dumps(json.dumps(known))))
        yield page
        assert not wrong, wrong
        page.close()
        forget(context.pages[0], address)


SETTLED = """async ([width, height]) => {
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
  while (width && (innerWidth !== width || innerHeight !== height)) await frame();
  await document.fonts.ready;
  await new Promise((seen) => {
    const last = new ResizeObserver(() => (last.disconnect(), seen()));
    last.observe(document.documentElement);
  });
  await frame();
  await frame();
}"""
"""Waits for a size, for the letters, and until observers of sizes, older ones first, have laid out the rest."""


def resize(page: Page, size: Size) -> None:
    """Change the size of the screen, and wait until the page is laid out for it, a frame or two later."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(SETTLED, size)


def settle(page: Page) -> None:
    """Wait until the page is laid out, after something was shown or loaded."""
    page.evaluate(SETTLED, (0, 0))


def speak(page: Page, language: str) -> None:
    """Change the language of a page in place; its screen is drawn again."""
    page.evaluate("async (language) => (await script('words.js')).speak(language)", language)


def is_line_cut(text: str) -> bool:
    """Tell whether a console message says that the server is away, which some tests provoke."""
    return any(sign in text for sign in ("WebSocket connection", "ERR_CONNECTION", "ERR_EMPTY_RESPONSE"))


def start(page: Page, address: str, game: str, mode: str = "alone", **more: object) -> str:
    """Open a match and go to its page; return its code. The address of the static edition ends in a question mark."""
    if address.endswith("?"):
        page.goto(address)
        code = str(page.evaluate(OPEN, {"game": game, "mode": mode} | more))
        expect(page.locator(".stage .status")).not_to_be_empty(timeout=3 * MILLISECONDS)
        return code
    status, opened = post(address, "/api/matches", {"game": game, "mode": mode} | more)
    assert status == 201, opened
    if not page.url.startswith(address):
        visit_blank(page, address)
    page.evaluate(
        """([code, token]) => {
            const settings = JSON.parse(localStorage.getItem("lalao.settings"));
            settings.seats = {...settings.seats, [code]: token};
            localStorage.setItem("lalao.settings", JSON.stringify(settings));
        }""",
        [opened["code"], opened["token"]],
    )
    code = str(opened["code"])
    page.goto(f"{address}/m/{code}")
    expect(page.locator(".stage .status")).not_to_be_empty()
    return code


def visit_blank(page: Page, address: str) -> None:
    """Go to an empty page of a server, which loads fast and shares the settings of its pages."""
    blank = f"{address}/blank"
    page.route(blank, lambda route: route.fulfill(body="<link rel=icon href=data:,>", content_type="text/html"))
    page.goto(blank)
    page.unroute(blank)


def place(page: Page, name: str) -> Locator:
    """Return the locator of a place on the board."""
    return page.locator(f".stage [data-place='{name}']")


def taps_at(position: AnyPosition, move: str) -> list[str]:
    """Return the places tapped for a move; a direction without alternative needs no tap."""
    ways = [path for _, _, path in position.paths()]
    way = next(path for _, legal, path in position.paths() if str(legal) == move)
    places = []
    for at, choice in enumerate(way):
        following = {each[at] for each in ways if each[:at] == way[:at] and len(each) > at}
        if len(following) > 1 or choice.how not in ("+", "-"):
            places.append(choice.place)
    return places


def from_menu(page: Page, name: str, role: Any = "button") -> None:
    """Click an entry of the drawer of a match."""
    page.get_by_role("button", name="Menu").click()
    page.locator(".drawer").get_by_role(role, name=name).click()


def moves(page: Page) -> Locator:
    """Return the locator of the moves in the history."""
    return page.locator(".moves li")


def open_tab(page: Page, name: str) -> None:
    """Open a tab of the analysis page, if it is not open yet."""
    tab = page.get_by_role("tab", name=name)
    if tab.get_attribute("aria-selected") != "true":
        tab.click()


def is_over(page: Page) -> bool:
    """Tell whether the game is over."""
    return page.locator(".status .dot.over").count() > 0


def tap_again(page: Page, place: Locator, press: Callable[[Locator], None] = Locator.click) -> None:
    """Tap a place; the same one as before only when the page no longer takes both for a double tap."""
    name = place.get_attribute("data-place")
    before, at = TAPPED.get(page, (None, 0.0))
    if name == before:
        page.wait_for_timeout(max(0.0, DOUBLE_MS - 1000 * (monotonic() - at)))
    press(place)
    TAPPED[page] = name, monotonic()


def choose_any(page: Page) -> None:
    """Choose any turn: the first place that may be chosen, then whatever is asked next."""
    tap_again(page, page.locator(".stage .place.legal").first)
    for _ in range(30):
        target = page.locator(".stage .place.target")
        stop, option = page.locator(".bar .finish"), page.locator(".bar .option")
        if stop.count():
            stop.first.click()
        elif option.count():
            option.first.click()
        elif target.count():
            tap_again(page, target.first)
        else:
            return
        page.wait_for_timeout(30)


def in_turn(*pages: Page) -> list[Page]:
    """Return the devices of a game, the one whose turn it is first; wait until the game has come to it."""
    deadline = monotonic() + PATIENCE / 1000
    while monotonic() < deadline:
        for page in pages:
            if page.locator(".stage .place.legal").count():
                return sorted(pages, key=lambda each: each is not page)
        pages[0].wait_for_timeout(30)
    raise AssertionError("it is nobody's turn")


def play_to_the_end(page: Page, most: int = 400) -> int:
    """Play any moves until the game is over; return their number."""
    for _ in range(most):
        page.wait_for_selector(".stage .place.legal, .status .dot.over")
        if is_over(page):
            return moves(page).count()
        before = moves(page).count()
        choose_any(page)
        page.wait_for_function("before => document.querySelectorAll('.moves li').length > before", arg=before)
    raise AssertionError("the game has no end")


AXE = Axe()
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
THEMES: dict[str, dict[str, Any]] = {"light": {}, "dark": COLOURS}
"""The rules of axe for each theme, all unless told: but for colours, a page is the same in both."""


def check_axe(page: Page, where: str) -> None:
    """Run axe, the accessibility checker, in both themes; the page's own theme is restored."""
    page.evaluate(AXE.axe_script)
    own = page.evaluate("document.documentElement.dataset.theme")
    for theme, rules in THEMES.items():
        dress(page, theme)
        found = AxeResults(page.evaluate("options => axe.run(options)", {"resultTypes": ["violations"]} | rules))
        assert found.violations_count == 0, f"{where}, {theme}\n{found.generate_report()}"
    dress(page, own)


def dress(page: Page, theme: str) -> None:
    """Set the theme of a page, and wait until transitions have ended."""
    page.evaluate(
        """theme => {
            document.documentElement.dataset.theme = theme;
            const fading = document.getAnimations().filter(({effect}) => effect.getComputedTiming().endTime < Infinity);
            for (const each of fading) each.finish();
        }""",
        theme,
    )
