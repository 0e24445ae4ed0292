"""Measure the pages in Chromium: ``python tools/page_speed.py``.

Prints the bytes and the seconds of the first page, the bytes of each path, the frames a second while a hand sows on a
processor slowed down, how long after a tap its effect is seen, and how long after a move an analysis shows an arrow.
Needs the system's Chromium.
"""

import random
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles
from typing import Any
from urllib.parse import quote

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, CDPSession, Page  # noqa: E402
from tests.browsing import browsing, moves, start, visiting  # noqa: E402
from tests.serving import Server  # noqa: E402

import lalao  # noqa: E402
from lalao.games.registry import FAMILIES  # noqa: E402

TELEPHONE = {"width": 360, "height": 640}
LOADS, TAPS, THROTTLE = 9, 60, 4
USABLE = """addEventListener("DOMContentLoaded", () => {
  const frame = () => {
    if (document.querySelector(".goon .told")) window.usable = performance.now();
    else requestAnimationFrame(frame);
  };
  frame();
});"""
"""Notes when the first page shows what comes next."""
FRAMES = """() => {
  window.frames_at = [];
  const frame = (at) => {
    if (document.querySelector(".motion button")) frames_at.push(at);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}"""
"""Notes each frame while the hand plays."""
LATENCIES = """() => {
  window.latencies = [];
  let tapped = 0;
  addEventListener("pointerdown", () => tapped = performance.now(), true);
  new MutationObserver(() => {
    const since = tapped;
    tapped = 0;
    if (since) requestAnimationFrame(() => setTimeout(() => latencies.push(performance.now() - since)));
  }).observe(document.querySelector(".stage"), { subtree: true, childList: true, attributes: true });
}"""
"""Notes how long after each tap the first frame is drawn in which the stage has changed."""


ARROWS = """() => {
  window.arrows = [];
  const seen = () => document.querySelector(".mark-arrow.rank-1");
  let pressed = 0, before = null;
  addEventListener("keydown", () => [pressed, before] = [performance.now(), seen()], true);
  const frame = () => {
    const arrow = seen();
    if (pressed && arrow && arrow !== before) {
      arrows.push(performance.now() - pressed);
      pressed = 0;
    }
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}"""
"""Notes how long after each key the arrow of the best line is seen."""
GAMES = 3
MIDDLE = range(6, 36)
"""The plies at which an analysis is looked at."""


@contextmanager
def counting(page: Page) -> Iterator[list[float]]:
    """Collect the bytes that each request of a page takes, headers included, with nothing in its cache."""
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.setCacheDisabled", {"cacheDisabled": True})
    got: list[float] = []
    line.on("Network.loadingFinished", lambda told: got.append(told["encodedDataLength"]))
    yield got
    page.wait_for_load_state("networkidle")
    line.detach()


def slowed(page: Page) -> CDPSession:
    """Slow the processor down for a page."""
    line = page.context.new_cdp_session(page)
    line.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE})
    return line


def first_page(browser: Browser, address: str) -> None:
    """Print the bytes and the seconds of the first page."""
    seconds, sizes = [], []
    for _ in range(LOADS):
        with visiting(browser, address, viewport=TELEPHONE) as page:
            page.add_init_script(USABLE)
            with counting(page) as got:
                page.goto(address)
                page.wait_for_function("() => window.usable")
                seconds.append(page.evaluate("usable") / 1000)
            sizes.append(sum(got))
    print(
        f"first page: {median(sizes) / 1000:.0f} kB; usable after {median(seconds):.2f} s (at most {max(seconds):.2f})"
    )


def paths(browser: Browser, address: str) -> None:
    """Print the bytes of each path, opened by itself and from the first page."""
    for family in FAMILIES:
        sizes = []
        for before in ("", "/"):
            with visiting(browser, address, viewport=TELEPHONE) as page:
                if before:
                    page.goto(address + before)
                    page.wait_for_load_state("networkidle")
                with counting(page) as got:
                    if before:
                        page.evaluate("path => script('page.js').then(({ go }) => go(path))", f"/path/{family.name}")
                    else:
                        page.goto(f"{address}/path/{family.name}")
                    page.wait_for_selector(".milestone")
                sizes.append(sum(got) / 1000)
        print(f"path of {family.name}: {sizes[1]:.0f} kB from the first page, {sizes[0]:.0f} kB opened by itself")


def frames(browser: Browser, address: str) -> None:
    """Print the frames a second while seeds fall."""
    with visiting(browser, address, settings={"speed": "slow"}, viewport=TELEPHONE) as page:
        start(page, address, "fang", level="level:1")
        slowed(page)
        page.evaluate(FRAMES)
        page.locator(".stage .place.legal").last.click()
        page.wait_for_function("() => document.querySelectorAll('.moves li').length > 1")
        page.wait_for_selector(".stage .place.legal")
        at = page.evaluate("frames_at")
    each = [until - since for since, until in pairwise(at) if until - since < 1000]
    late = sum(length > 25 for length in each) / len(each)
    print(f"frames while seeds fall, {THROTTLE}x slower: {1000 / median(each):.0f} a second, {late:.0%} of them late")


def taps(browser: Browser, address: str) -> None:
    """Print how long after a tap its effect is seen."""
    for slower in (False, True):
        with visiting(browser, address, viewport=TELEPHONE) as page:
            start(page, address, "fanorona-dimy", "here")
            if slower:
                slowed(page)
            page.evaluate(LATENCIES)
            for _ in range(TAPS // 2):
                page.locator(".stage .place.legal").first.click()
                page.wait_for_timeout(60)
                page.keyboard.press("Escape")
                page.locator(".stage [data-place='a1']").click()
                page.wait_for_timeout(60)
            found = page.evaluate("latencies")
            assert not moves(page).count()
        p95 = quantiles(found, n=20)[-1]
        print(f"tap to change{f', {THROTTLE}x slower' if slower else ''}: p50 {median(found):.0f} ms, p95 {p95:.0f} ms")


def arrows(browser: Browser, address: str) -> None:
    """Print how long after a step through a game of Fanorona an analysis shows its first arrow."""
    found: list[float] = []
    for seed in range(GAMES):
        game, draw = lalao.game("fanorona"), random.Random(seed)
        position = game.start()
        line: list[Any] = []
        while len(line) < MIDDLE.stop and (moves := position.legal_moves()):
            line.append(draw.choice(moves))
            position = position.play(line[-1])
        with visiting(browser, address) as page:
            words = [game.id, str(game.start()), *map(str, line[: MIDDLE.start]), "*", *map(str, line[MIDDLE.start :])]
            page.goto(f"{address}/look#{'/'.join(quote(word, safe='*') for word in words)}")
            page.wait_for_selector(".mark-arrow.rank-1")
            page.evaluate(ARROWS)
            for _ in line[MIDDLE.start : -1]:  # the last position may be the end of the game
                before = page.evaluate("arrows.length")
                page.keyboard.press("ArrowRight")
                page.wait_for_function("before => arrows.length > before", arg=before)
                page.wait_for_timeout(300)
            found += page.evaluate("arrows")
    p95 = quantiles(found, n=20)[-1]
    print(f"step to arrow, {len(found)} positions of Fanorona: p50 {median(found):.0f} ms, p95 {p95:.0f} ms")


def main() -> None:
    """Measure with a server that has answered before."""
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server, browsing() as browser:
        with visiting(browser, server.address) as page:
            page.goto(server.address)
            page.wait_for_load_state("networkidle")
        first_page(browser, server.address)
        paths(browser, server.address)
        frames(browser, server.address)
        taps(browser, server.address)
        arrows(browser, server.address)


if __name__ == "__main__":
    main()
