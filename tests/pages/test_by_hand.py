"""Turns that a pupil sows seed by seed in the browser: checked, helped, put back, recorded."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

import lalao
from lalao.events import Event
from lalao.games.game import AnyPosition
from lalao.record import Record, read
from tests.browsing import check_axe, choose_any, from_menu, moves, place, start, tap_again, there, visiting

pytestmark = there
BY_HAND = {"byHand": True}


def gestures(position: AnyPosition, move: Any) -> Iterator[tuple[str, Event]]:
    """Yield the gestures of a move that take a tap, each with its place."""
    before = None
    for event in position.events(move):
        dropped = before is not None and before.key == "drop" and before.target == event.source
        if event.key != "take" and not (event.key == "lift" and dropped):
            yield event.target if event.source == "hand" else event.source, event
        before = event


def taps(position: AnyPosition, move: Any) -> list[str]:
    """Return the places tapped to sow a move."""
    return [place for place, _ in gestures(position, move)]


def sow(page: Page, position: AnyPosition, text: str) -> None:
    """Sow a move seed by seed."""
    before = moves(page).count()
    for each in taps(position, position.move(text)):
        tap_again(page, place(page, each))
    expect(moves(page)).to_have_count(before + 1)


def record_of(server: str, code: str) -> Record:
    with urlopen(f"{server}/api/matches/{code}/record", timeout=30) as answer:
        return read(answer.read().decode())


def in_hand(page: Page) -> Locator:
    """Return the locator of the seeds in the hand."""
    return page.locator(".fist use")


def test_a_game_of_fang_by_hand_with_wrong_taps(browser: Browser, server: str) -> None:
    position = lalao.game("fang-4").start()
    with visiting(browser, server, settings=BY_HAND) as page:
        code = start(page, server, "fang-4", "here")
        for ply, text in enumerate("223123"):
            expect(in_hand(page)).to_have_count(1)
            first, *rest = taps(position, position.move(text))
            tap_again(page, place(page, first))
            expect(in_hand(page)).to_have_count(len(rest))
            for number, each in enumerate(rest):
                if ply % 2:
                    wrong = next(name for name in "1234" if name != each)
                    tap_again(page, place(page, wrong))
                    told = f"goes into {'the next pit: ' if number else ''}pit {each}."
                    expect(page.locator(".status")).to_contain_text(told)
                    expect(place(page, each)).to_have_class(re.compile("hint"))
                    expect(in_hand(page)).to_have_count(len(rest) - number)
                expect(moves(page)).to_have_count(ply)
                tap_again(page, place(page, each))
                expect(page.locator(".status")).not_to_contain_text("goes into")
            position = position.play(text)
            expect(moves(page)).to_have_count(ply + 1)
            for name, seeds in zip("1234", str(position).split()[0].split("."), strict=True):
                expect(place(page, name).locator(".figure")).to_have_text(seeds)
        expect(page.locator(".status")).to_contain_text("Moon has won")
        expect(page.locator(".handful")).to_be_hidden()
    assert record_of(server, code).tags["ByHand"] == "1 2:2 3 4:3 5 6:4"


@pytest.mark.parametrize(
    ("game", "text", "played"),
    [
        ("fifangha", "", "d-"),
        ("fifangakely", "1.2.1.5/1.4.1.1/2.0.1.3/4.1.1.0 2+2 S", "c"),
        ("fifangakely", "3.0.2.1/0.10.1.1/0.0.5.1/3.0.2.3 0+0 S", "A+"),
    ],
)
def test_a_turn_of_fifangha_with_relays_by_hand(
    browser: Browser, server: str, game: str, text: str, played: str
) -> None:
    position = lalao.game(game).position(text) if text else lalao.game(game).start()
    move = position.move(played)
    keys = [event.key for event in position.events(move)]
    assert keys.count("capture") == (2 if text else 1)
    assert not text or keys.count("lift") >= 2
    told = {"capture": "are captured", "lift": "pick up", "sow": "seed goes into"}
    with visiting(browser, server, settings=BY_HAND) as page:
        code = start(page, server, game, "here", start=text)
        for number, (each, event) in enumerate(gestures(position, move)):
            if number:
                tap_again(page, place(page, "NA"))
                expect(page.locator(".status")).to_contain_text(told[event.key])
            tap_again(page, place(page, each))
        expect(moves(page)).to_have_text(re.compile(re.escape(played)))
    made = record_of(server, code)
    assert made.tags["ByHand"] == f"1:{len(taps(position, move)) - 1}"
    assert str(made.last.position) == str(position.play(move))


def test_the_first_taps_choose_the_way(browser: Browser, server: str) -> None:
    with visiting(browser, server, settings=BY_HAND) as page:
        start(page, server, "fafy-impartial", "here")
        tap_again(page, place(page, "4"))
        for each in ("3", "5"):
            expect(place(page, each)).to_have_class(re.compile("target"))
        tap_again(page, place(page, "8"))
        expect(page.locator(".status")).to_contain_text("one of these: pit")
        page.get_by_role("button", name="Put the seeds back").click()
        expect(place(page, "4").locator(".figure")).to_have_text("1")
        tap_again(page, place(page, "2"))
        tap_again(page, place(page, "3"))
        tap_again(page, place(page, "4"))
        expect(moves(page)).to_have_text(re.compile(re.escape("2+")))


def test_a_first_seed_to_the_left_is_told_apart(browser: Browser, server: str) -> None:
    with visiting(browser, server, settings=BY_HAND) as page:
        code = start(page, server, "fafy", "here")
        for ply, (wrong, seeds) in enumerate((("3", ("4", "5")), ("8", ("7", "6", "5")))):
            expect(moves(page)).to_have_count(ply)
            expect(place(page, seeds[0])).to_have_class(re.compile("legal"))
            tap_again(page, place(page, seeds[0]))
            expect(in_hand(page)).to_have_count(len(seeds) - 1)
            tap_again(page, place(page, wrong))
            for each in seeds[1:]:
                tap_again(page, place(page, each))
        expect(moves(page)).to_have_count(2)
    assert record_of(server, code).tags["ByHand"] == "1:1:1 2:1:1"


def test_nothing_is_played_before_the_last_seed(browser: Browser, server: str) -> None:
    with visiting(browser, server, settings=BY_HAND) as page:
        code = start(page, server, "fang-8", "here")
        tap_again(page, place(page, "1"))
        expect(page.locator(".status")).to_contain_text(re.compile("You cannot play this one|empty"))
        tap_again(page, place(page, "5"))
        tap_again(page, place(page, "1"))
        page.keyboard.press("Escape")
        for each in ("5", "2"):
            expect(place(page, each).locator(".figure")).to_have_text("1")
        expect(page.locator(".player.turn .count")).to_have_text("4")
        expect(in_hand(page)).to_have_count(1)
        tap_again(page, place(page, "5"))
        tap_again(page, place(page, "1"))
        page.reload()
        expect(place(page, "5").locator(".figure")).to_have_text("1")
        expect(moves(page)).to_have_count(0)
        assert record_of(server, code).moves() == []


def test_what_was_sown_by_hand_is_not_played_again(browser: Browser, server: str) -> None:
    position = lalao.game("fang-4").start()
    with visiting(browser, server, settings=BY_HAND | {"speed": "slow"}) as page:
        start(page, server, "fang-4", "here")
        sow(page, position, "2")
        page.wait_for_timeout(300)
        expect(page.locator(".motion button")).to_have_count(0, timeout=200)


def test_a_turn_begun_outlasts_other_settings(browser: Browser, server: str) -> None:
    with visiting(browser, server, settings=BY_HAND) as page:
        start(page, server, "fang-8", "here")
        tap_again(page, place(page, "5"))
        from_menu(page, "Settings")
        page.get_by_role("radio", name="none: count them yourself").click()
        page.get_by_role("switch", name="Large text").check()
        page.keyboard.press("Escape")
        expect(page.locator(".status")).to_contain_text("one seed in each pit")
        expect(in_hand(page)).to_have_count(2)
        expect(page.locator(".handful b")).to_have_count(0)
        tap_again(page, place(page, "1"))
        expect(in_hand(page)).to_have_count(1)
        tap_again(page, place(page, "2"))
        expect(moves(page)).to_have_count(1)


def test_by_keys_alone(browser: Browser, server: str) -> None:
    position = lalao.game("fang-6").start()
    with visiting(browser, server, settings=BY_HAND | {"speed": "normal"}) as page:
        start(page, server, "fang-6", "here")
        expect(page.locator(".place.legal")).to_have_count(4)
        page.locator(".stage [data-place][tabindex='0']").focus()
        for text in ("4", "3"):
            for each in taps(position, position.move(text)):
                while (now := int(page.evaluate("document.activeElement.dataset.place"))) != int(each):
                    page.keyboard.press("ArrowRight" if now < int(each) else "ArrowLeft")
                page.keyboard.press("Enter")
                if each == "1":
                    expect(page.locator("#said")).to_contain_text("pit 1: 1 seed")
            position = position.play(text)
            expect(page.locator(".status")).to_contain_text("Moon plays" if text == "4" else "Sun plays")
        expect(moves(page)).to_have_count(2)


def test_by_touch_against_the_computer(browser: Browser, server: str) -> None:
    with visiting(browser, server, settings=BY_HAND, has_touch=True, viewport={"width": 360, "height": 740}) as page:
        code = start(page, server, "fang-6", level="level:1")
        place(page, "3").tap()
        for each in ("1", "2"):
            box = page.locator(".handful").bounding_box()
            assert box
            assert box["y"] + box["height"] <= 740
            place(page, each).tap()
        expect(moves(page)).to_have_count(2)
        expect(in_hand(page)).to_have_count(1)
    assert record_of(server, code).tags["ByHand"] == "1"


def test_a_turn_is_asked_before_it_is_played(browser: Browser, server: str) -> None:
    with visiting(browser, server, settings=BY_HAND | {"confirm": True}) as page:
        start(page, server, "fang-6", "here")
        for each in ("3", "1", "2"):
            tap_again(page, place(page, each))
        expect(page.locator(".status")).to_contain_text("All sown!")
        expect(moves(page)).to_have_count(0)
        page.get_by_role("button", name="Play 3").click()
        expect(moves(page)).to_have_text(re.compile("3"))


def test_numbers_are_counted_aloud(browser: Browser, server: str) -> None:
    with visiting(browser, server, settings=BY_HAND | {"sound": True}) as page:
        start(page, server, "fang-6", "here")
        for each, said in (("3", "2 seeds in the hand"), ("1", "1"), ("2", "")):
            tap_again(page, place(page, each))
            if said:
                expect(page.locator("#said")).to_contain_text(said)


def test_a_class_may_wish_it(page: Page, server: str) -> None:
    wish = "async (on) => (await script('settings.js')).wishByHand(on)"
    start(page, server, "fang-6", "here")
    expect(page.locator(".handful")).to_be_hidden()
    page.evaluate(wish, True)
    expect(page.locator(".handful")).to_be_visible()
    sow(page, lalao.game("fang-6").start(), "3")
    page.evaluate(wish, None)
    expect(page.locator(".handful")).to_be_hidden()
    choose_any(page)
    expect(moves(page)).to_have_count(2)


def test_fanorona_is_played_as_ever(browser: Browser, server: str) -> None:
    with visiting(browser, server, settings=BY_HAND) as page:
        start(page, server, "fanorona-telo", "here")
        choose_any(page)
        expect(moves(page)).to_have_count(1)
        expect(page.locator(".handful")).to_be_hidden()


def test_the_hand_is_there_for_everybody(browser: Browser, server: str) -> None:
    with visiting(browser, server, settings=BY_HAND | {"figures": "frame"}) as page:
        start(page, server, "fifangha", "here")
        check_axe(page, "at rest")
        tap_again(page, place(page, "Sd"))
        tap_again(page, place(page, "SA"))
        page.wait_for_timeout(400)
        check_axe(page, "helped")
