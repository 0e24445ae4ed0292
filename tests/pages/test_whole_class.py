"""A class of twenty-four, from the teacher's first click to the podium: the teacher in a browser, pupils as sockets."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browsing import there, visiting
from tests.patience import SECONDS
from tests.schooling import TEACHER, Pupil
from tests.serving import Server

pytestmark = there

NAMES = (
    *("Aina", "Bao", "Chloé", "Désiré", "Esther", "Fara", "Haja", "Hery", "Koto", "Lalaina", "Lova", "Mamy"),
    *("Nirina", "Noro", "Onja", "Rado", "Sitraka", "Soa", "Tiana", "Voahangy", "Vola", "Zafy", "Zo", "Malala"),
)
MOST_DECISIONS = 6
MOST_ROUNDS = 12


@contextmanager
def attending(address: str, code: str) -> Iterator[list[Pupil]]:
    """Let the pupils join and play at their tables, in a thread of their own."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()

    async def come() -> list[Pupil]:
        return [Pupil(address, code, name) for name in NAMES]

    async def go(pupils: list[Pupil]) -> None:
        for pupil in pupils:
            await pupil.leave()

    pupils = asyncio.run_coroutine_threadsafe(come(), loop).result(SECONDS)
    try:
        yield pupils
    finally:
        asyncio.run_coroutine_threadsafe(go(pupils), loop).result(SECONDS)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(SECONDS)
        loop.close()


class Hand:
    """The teacher's hand, which counts the decisions taken."""

    def __init__(self, page: Page) -> None:
        """Start at no decisions."""
        self.page, self.decisions = page, 0

    def click(self, what: Locator) -> None:
        """Click, as one decision."""
        self.decisions += 1
        what.click()

    def write(self, where: Locator, text: str) -> None:
        """Type a text, as one decision."""
        self.decisions += 1
        where.fill(text)


def play_the_rounds(teacher: Page) -> int:
    """Begin each round as soon as the one before is over; return the number of rounds."""
    for number in range(1, MOST_ROUNDS + 1):
        teacher.wait_for_selector(".round button.primary:not([disabled]), .winners", timeout=1000 * 5 * SECONDS)
        if teacher.locator(".winners").count():
            return number
        teacher.locator(".round button.primary").click()
        again = f"Commencer le tour {number + 2}"
        teacher.wait_for_selector(f".round button.primary:has-text('{again}'), .winners", timeout=1000 * SECONDS)
    raise AssertionError("the tournament has no end")


def test_from_the_first_click_to_the_podium(tmp_path: Path, browser: Browser) -> None:
    with Server(tmp_path, "--teacher", TEACHER) as server:
        french: Any = {"settings": {"language": "fr"}, "locale": "fr-FR"}
        with (
            visiting(browser, server.address, viewport={"width": 1366, "height": 768}, **french) as teacher,
            visiting(browser, server.address, viewport={"width": 1920, "height": 1080}, **french) as wall,
        ):
            hand = Hand(teacher)
            teacher.goto(f"{server.address}/class")
            hand.write(teacher.locator("#class-title"), "CM1")
            hand.click(teacher.get_by_role("button", name="Commencer", exact=True))
            code = teacher.locator(".invite .code").inner_text()
            wall.goto(f"{server.address}/wall/{code}")
            with attending(server.address, code) as pupils:
                expect(teacher.locator(".pupils li")).to_have_count(len(NAMES))
                expect(wall.locator(".wall")).to_contain_text("24 élèves sont là.")
                hand.click(teacher.get_by_role("radio", name="Poules du jour"))
                hand.click(teacher.get_by_role("button", name="Commencer le tournoi"))
                expect(teacher.locator(".tablecard")).to_have_count(len(NAMES) // 2)
                assert hand.decisions <= MOST_DECISIONS, hand.decisions
                expect(wall.locator(".pairings li")).to_have_count(len(NAMES) // 2)
                rounds = play_the_rounds(teacher)
                assert 2 <= rounds < MOST_ROUNDS
                winners = wall.locator(".podium .who")
                expect(winners).to_have_count(3)
                expect(wall.locator(".glory")).to_have_text("Les gagnants du jour")
                assert set(winners.all_inner_texts()) <= set(NAMES)
                told = teacher.locator(".winners .big").inner_text()
                assert all(name in told for name in winners.all_inner_texts())
                assert not any(pupil.refused for pupil in pupils)
