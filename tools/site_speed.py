"""Measure the static edition in Chromium: ``python tools/site_speed.py FOLDER``, a folder that ``tools/site.py`` built.

Prints the bytes of the download, how soon the first screen and a first game are there on a first and on later visits,
also on a processor slowed down (the page's thread alone: workers keep their speed), and the memory of a game of
Fanorona. Needs the system's Chromium.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, Page  # noqa: E402
from tests.browsing import OPEN, browsing, choose_any, moves, visiting  # noqa: E402
from tests.pages.test_site import download, hosting, wait_for_board  # noqa: E402

from tools.page_speed import TELEPHONE, THROTTLE, slowed  # noqa: E402

VISITS = 3
SCREEN = "main > .screen .scene img"


def visit(page: Page, address: str) -> Iterator[float]:
    """Yield after how many seconds the first screen is there, a game, and a creature's answer."""
    since = time.monotonic()
    page.goto(address)
    page.wait_for_selector(SCREEN)
    yield time.monotonic() - since
    page.evaluate(OPEN, {"game": "fanorona-dimy", "mode": "alone", "level": "level:2"})
    wait_for_board(page)
    yield time.monotonic() - since
    choose_any(page)
    page.wait_for_function("() => document.querySelectorAll('.moves li').length > 1")
    yield time.monotonic() - since


def visits(browser: Browser, address: str, rate: int) -> None:
    """Print the times of a first visit and of later ones, and the memory after the last."""
    with visiting(browser, address, viewport=TELEPHONE) as page:
        if rate > 1:
            slowed(page)
        for number in range(VISITS):
            screen, game, answer = visit(page, address)
            print(
                f"{'first' if not number else 'later'} visit{f', {rate}x slower' if rate > 1 else ''}: "
                f"screen {screen:.1f} s, game {game:.1f} s, answer {answer:.1f} s"
            )
            assert moves(page).count() > 1
            page.evaluate("navigator.serviceWorker.ready.then(({active}) => active.state)")
            if number == VISITS - 1 and rate == 1:
                print(f"memory of a game of Fanorona: {memory() / 1e6:.0f} MB")


def memory() -> int:
    """Return the bytes of the largest page's process, what it shares divided among those that share it."""
    found = [0]
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if b"--type=renderer" in (process / "cmdline").read_bytes():
                lines = (process / "smaps_rollup").read_text().splitlines()
                found += [int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:")]
        except OSError:
            continue  # it has ended
    return max(found)


def main() -> None:
    """Measure a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    print(f"download, compressed: {download(folder) / 1e6:.1f} MB")
    for rate in (1, THROTTLE):
        with hosting(folder) as address, browsing() as browser:
            visits(browser, f"{address}/", rate)


if __name__ == "__main__":
    main()
