"""Take the pictures of the pages for the manual: ``python tools/screens.py``. Needs the system's Chromium.

Names of screens that were drawn before they were built, or ``guide``, select these alone.
"""

import asyncio
import sys
import tempfile
import threading
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import quote

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from PIL import Image  # noqa: E402
from playwright.sync_api import Browser, Page  # noqa: E402
from tests.browsing import browsing, choose_any, start, visiting  # noqa: E402
from tests.playing import post  # noqa: E402
from tests.schooling import TEACHER, Pupil, Teacher  # noqa: E402
from tests.serving import Server  # noqa: E402

import lalao  # noqa: E402
from lalao.locale import LANGUAGES  # noqa: E402
from lalao.sheets import FOLDER  # noqa: E402
from tools.every_page import AINA, CHILDREN, ENDS_MS, SHOWN  # noqa: E402

FANORONA = ("f2-e3A", "f3-f2A", "d3-d4A", "c3-d3W", "c2-c3A", "b4-c4A")
WIDE = {"width": 1366, "height": 820}
PRINTED = {"width": 1080, "height": 740}
"""The screen of a picture in the teacher's guide, whose letters can be read on paper."""
COLOURS = 128
NAMES = ("Aina", "Bao", "Chloé", "Désiré", "Esther", "Faly", "Haja", "Koto", "Lalaina", "Noro", "Sitraka", "Voahangy")


def take(page: Page, name: str) -> None:
    """Save a picture of what a page shows."""
    page.wait_for_timeout(800)
    page.screenshot(path=ROOT / "docs" / "pictures" / f"{name}.jpg", type="jpeg", quality=72)


def front_page(browser: Browser, address: str) -> None:
    """Take the README's picture, a game of Fanorona in play, as a PNG of few colours for light and for dark screens."""
    with visiting(browser, address, viewport={"width": 960, "height": 560}) as page:
        start(page, address, "fanorona", level="level:2")
        for _ in range(3):
            page.wait_for_selector(".stage .place.legal")
            choose_any(page)
            page.wait_for_timeout(1500)
        page.wait_for_selector(".stage .place.legal")
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.wait_for_timeout(500)
            shot = Image.open(BytesIO(page.screenshot())).convert("RGB")
            few = shot.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
            few.save(ROOT / "docs" / "pictures" / f"playing-{scheme}.png", optimize=True)


def playing(browser: Browser, address: str) -> None:
    """Take the first page, a game of Fang, an analysis of Fanorona, and a turn sown by hand."""
    with visiting(browser, address, viewport=WIDE) as page:
        page.goto(address)
        take(page, "first-page")
        start(page, address, "fang", level="level:1")
        for _ in range(3):
            page.wait_for_selector(".stage .place.legal")
            choose_any(page)
            page.wait_for_timeout(1500)
        take(page, "match")
        words = ["fanorona", str(lalao.game("fanorona").start()), *FANORONA]
        page.goto(f"{address}/look#{'/'.join(quote(word, safe='') for word in words)}")
        page.wait_for_selector(".mark-arrow.rank-1", timeout=60_000)
        page.wait_for_timeout(3000)
        take(page, "analyse")


def class_of_twelve(browser: Browser, address: str) -> None:
    """Take the teacher's page, the wall, and a pupil's phone while a class plays."""
    found = post(address, "/api/classes", {"code": TEACHER, "title": "CM1"})[1]
    code, token = found["code"], found["token"]
    begun, enough = threading.Event(), threading.Event()
    thread = threading.Thread(target=lambda: asyncio.run(attend(address, code, token, begun, enough)))
    thread.start()
    begun.wait(60)
    kept: dict[str, Any] = {"seats": {f"class/{code}": token}}
    for name, path in (("class", f"class/{code}"), ("print", "print")):
        for language in LANGUAGES:
            with visiting(browser, address, viewport=PRINTED, settings=kept | {"language": language}) as page:
                page.goto(f"{address}/{path}")
                page.wait_for_timeout(1500)
                shot = Image.open(BytesIO(page.screenshot())).convert("RGB")
                shot.save(FOLDER / f"{language}.{name}.webp", quality=50, method=6)
    with visiting(browser, address, viewport=WIDE, settings=kept) as page:
        page.goto(f"{address}/class/{code}")
        take(page, "class")
        page.goto(f"{address}/wall/{code}")
        take(page, "wall")
    with visiting(browser, address, viewport={"width": 390, "height": 760}) as page:
        page.goto(f"{address}/c/{code}")
        page.wait_for_selector(".pictures")
        take(page, "come-in")
    enough.set()
    thread.join()


async def attend(address: str, code: str, token: str, begun: threading.Event, enough: threading.Event) -> None:
    """Let a class play slowly, from `begun` until `enough` is set."""
    teacher, pupils = Teacher(address, code, token), []
    for count, name in enumerate(NAMES, 1):
        pupils.append(Pupil(address, code, name))
        await teacher.until(lambda state, count=count: len(state.get("pupils", [])) == count)  # type: ignore[misc]
    for pupil in pupils:
        pupil.play = slowly(pupil.play)  # type: ignore[method-assign, assignment]
    await teacher.line.say("begin", days=0, format="poules", game="fafy-impartial", seed=7)
    begun.set()
    while not enough.is_set():
        await asyncio.sleep(0.1)
    for each in [teacher.line, *(line for pupil in pupils for line in pupil.lines)]:
        await each.close()


def slowly(play: Callable[[dict[str, Any]], Any]) -> Callable[[dict[str, Any]], Any]:
    """Return `play` with a pause before each move."""

    async def played(message: dict[str, Any]) -> None:
        await asyncio.sleep(0.8)
        await play(message)

    return played


DESIGNED = {
    "first-visit": ("first-visit", 360, 640),
    "home": ("home", 1280, 800),
    "home-phone": ("home", 360, 640),
    "journey-fang": ("path-fang", 360, 640),
    "journey-fang-wide": ("path-fang", 1280, 800),
    "hint-3": ("hint-3", 360, 640),
    "why": ("why", 360, 640),
    "predict-wrong": ("foretell-wrong", 360, 640),
    "direction-fafy": ("choose-fafy", 360, 640),
    "three-choices-320": ("choose-three", 320, 568),
    "thinking-1": ("thinking", 360, 640),
    "lesson-end": ("lesson-end", 360, 640),
    "end-win": ("end-win", 360, 640),
    "end": ("end-win", 1280, 800),
    "class-journey": ("class-path", 1280, 800),
    "analyse": ("analyse", 1280, 800),
    "analyse-phone": ("analyse-ending", 360, 640),
}
"""Screens that were drawn before they were built: the state that is shown, and the size of the screen."""
MOST_WIDE = {True: 560, False: 270}
"""The width of their pictures in pixels, by whether the screen is wider than high."""


def designed(browser: Browser, address: str, names: list[str]) -> None:
    """Take the screens that were drawn before they were built, as small as their drawings in the same folder."""
    for name in names:
        state, width, height = DESIGNED[name]
        children = CHILDREN.get(state, [AINA])
        settings = {"language": "fr"} | ({"name": "Aina"} if children else {})
        viewport = {"width": width, "height": height}
        with visiting(browser, address, settings=settings, children=children, viewport=viewport) as page:
            SHOWN[state](page, address)
            page.wait_for_timeout(ENDS_MS)
            shot = Image.open(BytesIO(page.screenshot())).convert("RGB")
            shot.thumbnail((MOST_WIDE[width > height], height), Image.Resampling.LANCZOS)
            shot.save(ROOT / "docs" / "pictures" / "designs" / f"{name}-built.webp", quality=60, method=6)


def main() -> None:
    """Take all pictures; of the designed screens alone those whose names are given."""
    (ROOT / "docs" / "pictures").mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as home,
        Server(Path(home), "--teacher", TEACHER) as server,
        browsing() as browser,
    ):
        designed(browser, server.address, [name for name in sys.argv[1:] or DESIGNED if name != "guide"])
        if not sys.argv[1:]:
            front_page(browser, server.address)
            playing(browser, server.address)
        if not sys.argv[1:] or "guide" in sys.argv:
            class_of_twelve(browser, server.address)


if __name__ == "__main__":
    main()
