"""Measure how soon a tap changes the screen, and the frame rate of a sowing: ``python tools/taps.py [--busy]``.

A tap is timed from its event to the first frame after something has changed. ``--busy`` keeps one processor busy
meanwhile. Needs the system's Chromium, which draws without a graphics card here: frame rates are for such a machine.
"""

import argparse
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Page  # noqa: E402
from tests.browsing import browsing, place, start, visiting  # noqa: E402
from tests.serving import Server  # noqa: E402

BUSY = "while True: sum(range(100_000))"
TAPS = 60
SECONDS = 3
SIXTY_FOUR = "1.0.0.0.0.0.0.1/0.1.1.0.0.1.0.0/19.0.0.0.0.0.0.0/0.1.1.1.12.12.12.1 0+0 S"
SIZES = ((360, 640), (1280, 760))
TIMED = """() => {
  window.taps = [];
  addEventListener("pointerdown", (event) => {
    const observer = new MutationObserver(() => {
      observer.disconnect();
      requestAnimationFrame(() => taps.push(performance.now() - event.timeStamp));
    });
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  }, true);
}"""
COUNTED = """(seconds) => new Promise((done) => {
  const begun = performance.now();
  let frames = 0;
  const count = (now) => {
    if (now - begun > 1000 * seconds) return done(frames / seconds);
    frames++;
    requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
})"""


@contextmanager
def beside(busy: bool) -> Iterator[None]:
    """Keep one processor busy meanwhile, if asked to."""
    if not busy:
        yield
        return
    process = subprocess.Popen([sys.executable, "-c", BUSY])
    try:
        yield
    finally:
        process.kill()
        process.wait()


def taps(page: Page, address: str) -> list[float]:
    """Tap pieces of Fanorona one after another; return the milliseconds until something changes."""
    start(page, address, "fanorona", "here")
    page.wait_for_selector(".stage .place.legal")
    page.evaluate(TIMED)
    legal = page.locator(".stage .place.legal")
    names = [legal.nth(number).get_attribute("data-place") or "" for number in range(legal.count())]
    for number in range(TAPS):
        place(page, names[number % len(names)]).click()
        page.wait_for_timeout(60)
    return sorted(float(each) for each in page.evaluate("taps"))


def frames(page: Page, address: str) -> float:
    """Let the hand sow with 64 seeds on the board; return the frames per second."""
    start(page, address, "fifangha", "here", start=SIXTY_FOUR)
    place(page, "Sa").click()
    page.locator(".bar .option").first.click()
    page.get_by_role("button", name="Pause").wait_for()
    return float(page.evaluate(COUNTED, SECONDS))


def main(arguments: list[str]) -> int:
    """Measure at each screen size; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--busy", action="store_true")
    busy = parser.parse_args(arguments).busy
    with tempfile.TemporaryDirectory() as home, Server(Path(home)) as server, browsing() as browser, beside(busy):
        for width, height in SIZES:
            size = {"width": width, "height": height}
            with visiting(browser, server.address, settings={"speed": "normal"}, viewport=size) as page:
                found = taps(page, server.address)
                middle, late = statistics.median(found), found[int(0.95 * len(found))]
                print(f"{width}×{height}: {len(found)} taps, p50 {middle:.0f} ms, p95 {late:.0f} ms", flush=True)
                print(f"{width}×{height}: {frames(page, server.address):.0f} frames a second", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
