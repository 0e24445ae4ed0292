"""Reviews in the browser: key moments solved again, missed themes; *Why?* in *Analyse*."""

from typing import Any
from urllib.parse import quote
from urllib.request import Request, urlopen

import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect

import lalao
from lalao.locale import words
from tests.browsing import check_axe, moves, place, start, taps_at, there, visiting
from tests.pages.test_learn import BUBBLE, LAPTOP, TELEPHONE, Finger, Keys, check_bubble
from tests.pages.test_puzzle_pages import BOTH, play
from tests.pages.test_shell import check_screen, resign
from tests.playing import get

pytestmark = there
GAME = "fafy-impartial"
SHORT = ("4+", "7-", "1+")
"""South gives the win away, North gives it back: 5+ was better."""
MISSED = ("1+", "3+", "4+", "7-")
"""South might have played the last turn with 6+."""
CHOSEN = """count => document.querySelectorAll(".moves li").length >= count ||
    document.querySelector(".stage .place.target")"""
"""That a move was played, or that it is asked how it goes on."""


def play_short(page: Page, server: str, game: tuple[str, ...] = SHORT) -> str:
    """Play a short game on one screen; return its code."""
    code = start(page, server, GAME, mode="here", who="me")
    position = lalao.game(GAME).start()
    for number, move in enumerate(game, 1):
        page.wait_for_selector(".stage .place.legal")
        for name in taps_at(position, move):
            if moves(page).count() < number:
                place(page, name).click()
                page.wait_for_function(CHOSEN, arg=number)
        expect(moves(page)).to_have_count(number)
        position = position.play(move)
    page.wait_for_selector(".status .dot.over")
    return code


def reviewed(server: str, code: str) -> dict[str, Any]:
    """Return the server's review of a game."""
    with urlopen(f"{server}/api/matches/{code}/record") as answer:
        record = answer.read()
    with urlopen(Request(f"{server}/api/review?lang=en", record, method="POST")) as answer:
        return msgspec.json.decode(answer.read(), type=dict[str, Any])


@BOTH
@pytest.mark.parametrize("hand", [Finger, Keys], ids=["touch", "keys"])
def test_a_key_moment_is_found_again(
    browser: Browser, server: str, size: dict[str, int], hand: type[Finger] | type[Keys]
) -> None:
    with visiting(browser, server, viewport=size, has_touch=hand is Finger) as page:
        own = hand(page)
        code = play_short(page, server)
        page.get_by_role("link", name="What decided the game?").click()
        page.wait_for_url(f"{server}/review/{code}")
        north = page.locator(".review .ladder").nth(1)
        expect(north.locator("button.lesson-card .name")).to_have_text(["Move 1: 7-"])
        expect(north.locator("button.lesson-card")).to_contain_text("Find a better one")
        north.get_by_role("button", name="Find the better moves").click()
        expect(page.locator(".status")).to_have_text("Move 1 You played something else. What is better?")
        position = lalao.game(GAME).start().play("4+")
        play(own, taps_at(position, "7-"))
        expect(page.locator(".status .headline")).to_have_text("Look what happens next.")
        own.press("Try again")
        expect(page.locator(".status")).to_have_text("Move 1 You played something else. What is better?")
        play(own, taps_at(position, "5+"))
        expect(page.locator(".status .headline")).to_have_text("Right!")
        own.press("Next")
        expect(north.locator("button.lesson-card")).to_contain_text("Better: 5+")
        expect(north.get_by_role("button", name="Find the better moves")).to_have_count(0)


def test_the_page_tells_what_the_server_has_found(page: Page, server: str) -> None:
    code = play_short(page, server)
    told = reviewed(server, code)
    page.goto(f"{server}/review/{code}")
    expect(page.locator(".review .graph circle")).to_have_count(len(told["graph"]))
    for number, side in enumerate(told["sides"]):
        shown = page.locator(".review .ladder").nth(number)
        expect(shown.locator("button.lesson-card")).to_have_count(len(side["moments"]))
        assert shown.locator("li.lesson-card .soft.notated").all_text_contents() == [
            merit["sentences"][0] for merit in side["merits"]
        ]
    page.goto(f"{server}/review/{code}/N")
    expect(page.locator(".review .ladder")).to_have_count(1)
    expect(page.locator(".review button.lesson-card .name")).to_have_text(["Move 1: 7-"])


def test_what_was_missed_is_added_up_over_the_games_of_the_device(page: Page, server: str) -> None:
    code = play_short(page, server, MISSED)
    themes = [moment["theme"] for side in reviewed(server, code)["sides"] for moment in side["moments"]]
    missed = [theme for theme in themes if theme]
    assert missed == ["last-turn"]
    page.goto(f"{server}/review")
    expect(page.locator(".kept li")).to_have_count(1)
    page.get_by_role("button", name="See them all").click()
    expect(page.locator(".kept li")).to_contain_text(f"{len(missed)} theme")
    expect(page.get_by_role("button", name="See them all")).to_have_count(0)
    page.get_by_role("link", name="Puzzles").click()
    links = page.locator("section[aria-labelledby=missed] .themes a")
    expect(links).to_have_count(len(set(missed)))
    hrefs = [link.get_attribute("href") for link in links.all()]
    assert set(hrefs) == {f"/puzzles/fafy/{theme}" for theme in missed}


def test_a_game_that_is_gone_says_so(browser: Browser, server: str) -> None:
    with visiting(browser, server, refused=True) as page:
        page.goto(f"{server}/review/ZZZZ")
        expect(page.get_by_role("alert").first).to_contain_text("ZZZZ")
        expect(page.get_by_role("button", name="Try again")).to_be_visible()


def test_analyse_says_why_and_plays_what_refutes(page: Page, server: str) -> None:
    begin = lalao.game(GAME).start()
    after = begin.play("4+")
    why = get(server, f"/api/games/{GAME}/positions/{quote(str(after))}/why/7-")[1]
    assert why["refutation"]
    page.goto(f"{server}/look#{'/'.join(quote(word, safe='') for word in (GAME, str(begin)))}")
    expect(page.locator(".stage .place.legal").first).to_be_visible()
    page.get_by_role("button", name="Why?").click()
    expect(page.locator("#toast")).to_contain_text("Play a move first")
    page.goto(f"{server}/look#{'/'.join(quote(word, safe='') for word in (GAME, str(begin), '4+', '7-'))}")
    expect(page.locator(".tree .now")).to_have_text("7-")
    page.get_by_role("button", name="Why?").click()
    expect(page.locator("dialog .speech p").first).to_have_text(why["sentences"][0])
    page.get_by_role("button", name="Show it on the board").click()
    expect(page.locator(".tree .ply")).to_have_text(["4+", "7-", *why["refutation"][:3]])
    page.locator(".tree .ply").nth(1).click()
    page.get_by_role("button", name="Why?").click()
    page.locator("dialog").get_by_role("button", name="Try again").click()
    expect(page.locator(".tree .now")).to_have_text("4+")


@pytest.mark.parametrize("language", ["fr", "mg"])
@BOTH
def test_a_moment_is_one_screen(browser: Browser, server: str, size: dict[str, int], language: str) -> None:
    with visiting(browser, server, viewport=size, settings={"language": language}) as page:
        code = play_short(page, server)
        page.goto(f"{server}/review/{code}/N")
        page.get_by_role("button", name=words(language)("Find the better moves")).click()
        page.wait_for_selector(".stage .place.legal")
        check_screen(page, f"{size} {language}", BUBBLE)
        check_bubble(page, f"{size} {language}")


def test_axe_finds_nothing(browser: Browser, server: str) -> None:
    with visiting(browser, server, viewport=LAPTOP) as page:
        code = play_short(page, server)
        page.goto(f"{server}/review")
        expect(page.locator(".kept li")).to_have_count(1)
        check_axe(page, "the games")
        page.goto(f"{server}/review/{code}/N")
        page.wait_for_selector(".review .lesson-card")
        check_axe(page, "one side")
        for size in (LAPTOP, TELEPHONE):
            page.set_viewport_size({"width": size["width"], "height": size["height"]})
            page.goto(f"{server}/review/{code}")
            page.wait_for_selector(".review .lesson-card")
            check_axe(page, f"the review {size}")
        page.get_by_role("button", name="Find the better moves").first.click()
        page.wait_for_selector(".stage .place.legal")
        check_axe(page, "a moment")


def test_a_review_calls_the_players_as_their_plates_do(browser: Browser, server: str) -> None:
    with visiting(browser, server, settings={"name": "Voahangy"}) as page:
        code = start(page, server, "fang-4", level="level:1")
        resign(page)
        page.goto(f"{server}/review/{code}")
        expect(page.locator(".ladder h2")).to_have_text(["Voahangy", "Soky"])
        expect(page.locator(".ladder p")).to_have_text(["Nothing has been played yet."] * 2)
    with visiting(browser, server, settings={"name": "Bao"}) as other:
        other.goto(f"{server}/review/{code}")
        expect(other.locator(".ladder h2")).to_have_text(["Sun", "Soky"])
