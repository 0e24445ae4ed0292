"""Hints and reasons in a match: one sentence after another, and going back before a move that gave something away."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browsing import choose_any, moves, place, start, there, visiting

pytestmark = there


@pytest.mark.parametrize("game", ["fang-4", "fafy-impartial", "fifangakely", "fanorona-telo"])
def test_a_hint_goes_from_vague_to_certain(browser: Browser, server: str, game: str) -> None:
    with visiting(browser, server) as page:
        start(page, server, game, level="level:1")
        page.get_by_role("button", name="Hint").click()
        said = page.get_by_role("dialog", name="Hint").locator(".speech p:not(.waiting)")
        expect(said).to_have_count(1)
        more = page.get_by_role("button", name="More")
        told = 1
        while more.count():
            more.click()
            told += 1
            expect(said).to_have_count(told)
        assert told >= 3
        assert len(set(said.all_text_contents())) == told


def test_a_move_that_gives_the_game_away_is_taken_back(browser: Browser, server: str) -> None:
    with visiting(browser, server) as page:
        start(page, server, "fafy-impartial", level="level:1")
        expect(page.get_by_role("button", name="Why?")).to_be_disabled()
        place(page, "4").click()
        place(page, "5").click()
        expect(moves(page)).to_have_count(2)
        page.get_by_role("button", name="Why?").click()
        dialog = page.get_by_role("dialog", name="Why 4+?")
        expect(dialog.locator(".speech p:not(.waiting)")).to_have_count(1)
        expect(dialog).to_contain_text("North can answer with 5+: if both play well, North wins.")
        dialog.get_by_role("button", name="Take it back and try again").click()
        expect(dialog).to_have_count(0)
        expect(moves(page)).to_have_count(0)


def test_nobody_is_taught_against_somebody_elsewhere(browser: Browser, server: str) -> None:
    with visiting(browser, server) as page:
        start(page, server, "fang-4", "apart")
        expect(page.get_by_role("button", name="Rules")).to_be_visible()
        expect(page.get_by_role("button", name=re.compile("Hint|Why"))).to_have_count(0)


def test_two_at_one_screen_are_told_of_the_last_move(browser: Browser, server: str) -> None:
    with visiting(browser, server) as page:
        start(page, server, "fang-4", "here")
        choose_any(page)
        expect(moves(page)).to_have_count(1)
        page.get_by_role("button", name="Why?").click()
        expect(page.get_by_role("dialog", name=re.compile("Why"))).to_contain_text(re.compile("[a-z]{3}"))
