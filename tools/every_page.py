"""Take a picture of every page at seven sizes, for inspection: ``python tools/every_page.py FOLDER``.

``--language`` (French by default), ``--dark``; further words select the pages whose names contain one of them.
Needs the system's Chromium.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, Page  # noqa: E402
from tests.browsing import CHILD, browsing, choose_any, place, start, visiting  # noqa: E402
from tests.playing import (  # noqa: E402
    asked,
    come_in,
    open_class,
    post,
)
from tests.schooling import TEACHER  # noqa: E402
from tests.serving import Server  # noqa: E402

import lalao  # noqa: E402
from lalao.games.registry import FAMILIES  # noqa: E402
from lalao.teach.lessons import journey  # noqa: E402
from lalao.web.classes.members import PICTURES  # noqa: E402

SIZES = ((320, 568), (360, 640), (640, 360), (768, 1024), (1024, 600), (1280, 800), (1920, 1080))
NAMES = ("Aina", "Bao", "Chloé", "Désiré", "Esther", "Faly")
MANY = (*NAMES, "Anne-Élisabeth", "Andriamampianina", "Jean-Christophe", *(f"Haja {number}" for number in range(15)))
PATHS = {
    "first-visit": "/",
    "who": "/who",
    "home": "/",
    **{f"path-{family.name}": f"/path/{family.name}" for family in FAMILIES},
    "learn": "/learn",
    "lesson": "/learn/fang-guarded",
    "puzzles": "/puzzles",
    "puzzle": "/puzzles/fanorona",
    "games": "/review",
    "referee": "/referee",
    "guide": "/guide",
    "pupil-data": "/guide/data",
    "print": "/print",
    "class-entrance": "/class",
    **{f"rules-{family.name}": f"/rules/{family.name}" for family in FAMILIES},
}
"""Pages that are there without anything having been done."""
STONES = {"fang-first-sowing": 1, "fang-4?last-move": 4, "fang-whose-tibong": 1, "fafy-first-sowing": 1}
AINA = CHILD | {"name": "Aina", "stones": STONES, "steps": {"fang-count": [0, 1, 2, 3, 4]}}
CHILDREN = {"first-visit": [], "who": [AINA, CHILD | {"id": "two", "name": "Fara", "face": "fish"}]}
"""Who plays on the device, where it is not one child who has begun the path of Fang."""
LOOKED_MS = 4000
"""Milliseconds after which an engine has looked at a position for some seconds."""
ENDS_MS = 2500
"""Milliseconds after which the end of a match has been shown: the board steps back where there is room."""
CHAIN = "BBBBBBBBB/BBBB2BBB/BWBWWB1BW/WWWW1WW1W/WWWWWWWW1 w"
Shown = Callable[[Page, str], None]


def at(path: str) -> Shown:
    """Return a step that goes to a page."""
    return lambda page, address: void(page.goto(address + path))


def void(_: object) -> None:
    """Discard a value, so that a lambda returns None."""


def start_dialog(page: Page, address: str) -> None:
    """Open the dialog that starts a game of the first family."""
    page.goto(f"{address}/path/fang")
    page.locator(".play-free").click()


def playing(game: str) -> Shown:
    """Return a step that plays two turns of a game."""

    def shown(page: Page, address: str) -> None:
        start(page, address, game, level="level:1")
        for _ in range(2):
            page.wait_for_selector(".stage .place.legal")
            choose_any(page)
            page.wait_for_timeout(1500)

    return shown


def ended(game: str, move: str, begins: str) -> Shown:
    """Return a step that plays the last move of a game."""

    def shown(page: Page, address: str) -> None:
        start(page, address, game, level="level:1", start=begins)
        place(page, move).click()
        page.locator(".behind").wait_for(state="attached")

    return shown


def lesson_ended(page: Page, address: str) -> None:
    """Go through the steps of a lesson that is done to its end."""
    page.goto(f"{address}/learn/fang-count")
    while not page.locator(".done-scene").count():
        page.locator(".tools .tool").last.click()
        page.wait_for_timeout(100)


def choosing(game: str, *places: str, begins: str = "") -> Shown:
    """Return a step that chooses some places of a turn, so that directions are offered."""

    def shown(page: Page, address: str) -> None:
        start(page, address, game, "here", start=begins)
        for name in places:
            place(page, name).click()
        page.wait_for_selector(".bar .option")

    return shown


def hinted(rung: int) -> Shown:
    """Return a step that climbs the rungs of a hint."""

    def shown(page: Page, address: str) -> None:
        start(page, address, "fang", level="level:1")
        for count in range(rung):
            page.locator(".act .tool").nth(1).click()
            page.locator(".lamp.lit").nth(count).wait_for()

    return shown


def explained(page: Page, address: str) -> None:
    """Ask why a move was bad: it lets the other side take."""
    start(page, address, "fanorona-telo", "here", start="1BB/3/W1B w")
    for name in ("a1", "b2", "a3"):
        place(page, name).click()
        page.wait_for_timeout(400)
    while page.locator(".bar .option, .bar .finish").count():
        page.locator(".bar .option, .bar .finish").last.click()
        page.wait_for_timeout(400)
    page.locator(".act .tool:enabled", has_text="?").first.click()
    page.locator(".mark-cross.victim").wait_for(state="attached")


def path_of_class(page: Page, address: str) -> None:
    """Show the path of a class whose pupils have begun."""
    code, token = open_class(address)
    for at, (name, face) in enumerate(zip((*NAMES, *MANY[6:9]), PICTURES, strict=False)):
        with come_in(address, code, name, face) as pupil:
            ids = [stone.id for chapter in journey("fang") for stone in chapter.stones][: 1 + 7 * at % 9]
            walked = {"stones": {stone: 4 if "?" in stone else 1 for stone in ids}}
            stuck = {"stuck": "fang-4:Soky" if at == 1 else ""}
            asked(address, f"/api/classes/{code}/path", pupil.token, "POST", json.dumps(walked | stuck).encode())
    page.goto(address)
    page.evaluate(
        "([name, token]) => import('/static/settings.js').then(({keep}) => keep({seats: {[name]: token}}))",
        [f"class/{code}", token],
    )
    page.goto(f"{address}/class/{code}/path")
    page.wait_for_selector(".walkers")


def thinking(page: Page, address: str) -> None:
    """Play a turn, and pause while the computer thinks."""
    start(page, address, "fang", level="level:1")
    page.evaluate("async () => (await script('settings.js')).change({ speed: 'normal' })")
    page.locator(".stage .place.legal").last.click()
    page.wait_for_selector(".face.thinks")
    page.locator(".motion button").first.click()


def misjudged(page: Page, address: str) -> None:
    """Say wrongly where the last seed falls."""
    page.goto(f"{address}/foretell/fang")
    page.locator(".stage .place").last.click()
    page.wait_for_timeout(3000)


def refused(page: Page, address: str) -> None:
    """Try a turn that the rules refuse."""
    start(page, address, "fang", level="level:1")
    page.wait_for_selector(".stage .place:not(.legal)")
    page.locator(".stage .place:not(.legal)").first.click(force=True)


def analysing(*words: str) -> Shown:
    """Return what opens a game of Fanorona in the analysis, and lets the engine look for a while."""

    def show(page: Page, address: str) -> None:
        page.goto(f"{address}/look#fanorona/{'/'.join(quote(word, safe='*') for word in words)}")
        page.wait_for_selector(".mark-arrow.rank-1", timeout=60_000)
        page.wait_for_timeout(LOOKED_MS)

    return show


def door(page: Page, address: str) -> None:
    """Go to the page where pupils enter a class."""
    code = post(address, "/api/classes", {"code": TEACHER, "title": "CM1"})[1]["code"]
    page.goto(f"{address}/c/{code}")


def class_page(path: str, names: tuple[str, ...] = NAMES) -> Shown:
    """Return a step that shows a page of a class in play: the teacher's, or the wall."""

    def shown(page: Page, address: str) -> None:
        found = post(address, "/api/classes", {"code": TEACHER, "title": "CM1"})[1]
        page.goto(address)
        page.evaluate(
            "([name, token]) => import('/static/settings.js').then(({keep}) => keep({seats: {[name]: token}}))",
            [f"class/{found['code']}", found["token"]],
        )
        page.goto(f"{address}/class/{found['code']}")
        page.locator("#newcomers").fill("\n".join(names))
        page.locator("#newcomers ~ button").first.click()
        page.locator(".names-dialog .primary").click()
        page.locator(".settings-grid .primary").click()
        page.wait_for_selector(".tablecard")
        page.goto(f"{address}{path.format(code=found['code'])}")

    return shown


SHOWN: dict[str, Shown] = {
    **{name: at(path) for name, path in PATHS.items()},
    "start-dialog": start_dialog,
    **{f"play-{family.name}": playing(family.offered[-1]) for family in FAMILIES},
    "play-fanorona-vela": playing("fanorona-vela"),
    "end-win": ended("fang-4", "4", "1.1.3.2 1+0 S"),
    "end-loss": ended("fang-4", "3", "1.1.3.2 1+0 S"),
    "lesson-end": lesson_ended,
    "choose-fafy": choosing("fafy-impartial", "4"),
    "choose-three": choosing("fanorona", "e3", "e4", "f4", begins=CHAIN),
    **{f"hint-{rung}": hinted(rung) for rung in (1, 2, 3)},
    "why": explained,
    "thinking": thinking,
    "foretell-wrong": misjudged,
    "refused": refused,
    "analyse": analysing(str(lalao.game("fanorona").start()), "f2-e3A", "f3-f2A", "*", "d3-d4A", "c3-d3A"),
    "analyse-ending": analysing("W8/1W1B5/9/4B4/9 w"),
    "class-teacher": class_page("/class/{code}"),
    "class-wall": class_page("/wall/{code}"),
    "class-teacher-of-24": class_page("/class/{code}", MANY),
    "class-wall-of-24": class_page("/wall/{code}", MANY),
    "class-pupil": door,
    "class-path": path_of_class,
}


def take(browser: Browser, address: str, folder: Path, name: str, language: str, scheme: str) -> None:
    """Show a page once, and take a picture of it at every size."""
    children = CHILDREN.get(name, [AINA])
    settings = {"language": language} | ({"name": "Aina"} if children else {})
    with visiting(browser, address, settings=settings, children=children, color_scheme=scheme) as page:
        for number, (width, height) in enumerate(SIZES):
            page.set_viewport_size({"width": width, "height": height})
            if not number or name.startswith("end"):
                SHOWN[name](page, address)
                page.wait_for_load_state("networkidle")
            page.wait_for_timeout(ENDS_MS if name.startswith("end") else 700)
            page.screenshot(path=folder / f"{name}-{width}x{height}.png")


def main(arguments: list[str]) -> int:
    """Take the pictures asked for; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("wanted", nargs="*")
    parser.add_argument("--language", default="fr")
    parser.add_argument("--dark", action="store_true")
    asked = parser.parse_args(arguments)
    names = [name for name in SHOWN if not asked.wanted or any(word in name for word in asked.wanted)]
    asked.folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as home,
        Server(Path(home), "--teacher", TEACHER) as server,
        browsing() as browser,
    ):
        for name in names:
            take(browser, server.address, asked.folder, name, asked.language, "dark" if asked.dark else "light")
            print(name, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
