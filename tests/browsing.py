"""A browser for the tests: the system's Chromium, and what a hand does in it."""

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Request, expect, sync_playwright

from tests.patience import SECONDS

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
expect.set_options(timeout=MILLISECONDS)


@contextmanager
def browsing() -> Iterator[Browser]:
    """Start the browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS, timeout=MILLISECONDS)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def visiting(
    browser: Browser, address: str, *, settings: dict[str, Any] | None = None, refused: bool = False, **more: Any
) -> Iterator[Page]:
    """Open a page of its own, motion off unless asked otherwise.

    Nothing may go wrong in it (but what the server refuses, where `refused`), and nothing may leave the machine.
    """
    wanted = {"speed": "off", "language": "en"} | (settings or {})
    context = browser.new_context(**({"locale": "en-GB", "viewport": {"width": 1280, "height": 760}} | more))
    context.set_default_timeout(MILLISECONDS)
    page = context.new_page()
    wrong: list[str] = []

    def logged(line: ConsoleMessage) -> None:
        if line.type == "error" and not is_line_cut(line.text) and not (refused and "status of 4" in line.text):
            wrong.append(line.text)

    def asked(request: Request) -> None:
        if not request.url.startswith((address, "data:", "blob:")):
            wrong.append(request.url)

    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", logged)
    page.on("request", asked)
    kept = json.dumps(json.dumps(wanted))
    page.add_init_script(f"localStorage.getItem('lalao.settings') ?? localStorage.setItem('lalao.settings', {kept})")
    try:
        yield page
        assert not wrong, wrong
    finally:
        context.close()


def is_line_cut(text: str) -> bool:
    """Tell whether the console says that the server is away, which some tests are about."""
    return "WebSocket connection" in text or "ERR_CONNECTION" in text


def start(page: Page, address: str, game: str, mode: str = "alone", **more: object) -> str:
    """Open a match and go there; return its code."""
    page.goto(address)
    expect(page.locator("h1")).to_be_visible()
    code = page.evaluate(
        """async (asked) => {
            const answer = await fetch("/api/matches", {method: "POST", body: JSON.stringify(asked)});
            const {code, token} = await answer.json();
            const settings = JSON.parse(localStorage.getItem("lalao.settings"));
            settings.seats = {...settings.seats, [code]: token};
            localStorage.setItem("lalao.settings", JSON.stringify(settings));
            return code;
        }""",
        {"game": game, "mode": mode} | more,
    )
    page.goto(f"{address}/m/{code}")
    expect(page.locator(".stage .status")).not_to_be_empty()
    return str(code)


def place(page: Page, name: str) -> Locator:
    """Find a place of the board."""
    return page.locator(f".stage [data-place='{name}']")


def moves(page: Page) -> Locator:
    """Find the moves in the history."""
    return page.locator(".moves li")


def is_over(page: Page) -> bool:
    """Tell whether the game is over."""
    return page.locator(".status .dot.over").count() > 0


def choose_any(page: Page) -> None:
    """Choose a turn: the first place that may be chosen, then whatever is asked."""
    page.locator(".stage .place.legal").first.click()
    for _ in range(30):
        target = page.locator(".stage .place.target")
        stop, option = page.locator(".bar .finish"), page.locator(".bar .option")
        if stop.count():
            stop.first.click()
        elif option.count():
            option.first.click()
        elif target.count():
            target.first.click()
        else:
            return
        page.wait_for_timeout(30)


def play_to_the_end(page: Page, most: int = 400) -> int:
    """Play whatever may be played until the game is over; return the number of moves."""
    for _ in range(most):
        page.wait_for_selector(".stage .place.legal, .status .dot.over")
        if is_over(page):
            return moves(page).count()
        before = moves(page).count()
        choose_any(page)
        page.wait_for_function("before => document.querySelectorAll('.moves li').length > before", arg=before)
    raise AssertionError("the game has no end")
