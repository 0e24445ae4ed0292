"""Predicting sowings: the expected answers are right; sowings grow after right answers and shrink after wrong ones."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import lalao
from lalao.errors import UnknownGameError
from lalao.games.fafy import FafyPosition
from lalao.games.fang import FangPosition
from lalao.games.registry import FAMILIES
from lalao.teach.foretelling import EACH, LEAST, MOST_LAPS, Foretold, rungs
from tests.browsing import check_axe, place, tap_again, there, visiting
from tests.pages.test_learn import BUBBLE, TELEPHONE, check_bubble
from tests.pages.test_shell import check_places, check_screen, overlap
from tests.playing import get

SOWN = ("fang", "fafy", "fifangha")


def all_of(family: str) -> list[Foretold]:
    """Return the sowings of a family."""
    return [sowing for rung in rungs(family) for sowing in rung]


def test_the_rungs_grow_in_laps_then_in_seeds() -> None:
    for family in SOWN:
        found = rungs(family)
        heights = [rung[0].rung for rung in found]
        assert heights == sorted(set(heights))
        assert len(found) >= 3
        for rung in found:
            assert LEAST <= len(set(map(str, rung))) == len(rung) <= EACH
            assert {sowing.rung for sowing in rung} == {rung[0].rung}
    assert max(sowing.laps for sowing in all_of("fifangha")) == MOST_LAPS
    assert rungs("fanorona") == ()
    with pytest.raises(UnknownGameError, match="there is no game 'chess'"):
        rungs("chess")


def test_a_hand_that_counts_ends_where_it_is_said() -> None:
    """Counted here without the package's rules: from the tibong on in Fang, from the pit on in Fafy."""
    for sowing in all_of("fang"):
        assert isinstance(sowing.position, FangPosition)
        pits = sowing.position.pits
        row = range(1, len(pits) + 1) if str(sowing.position.to_move) == "S" else range(len(pits), 0, -1)
        seeds = pits[int(sowing.move) - 1] + 1
        assert (sowing.seeds, sowing.ends) == (seeds, str(row[(seeds - 1) % len(pits)]))
    for sowing in all_of("fafy"):
        assert isinstance(sowing.position, FafyPosition)
        pit, way = int(sowing.move[:-1]), 1 if sowing.move.endswith("+") else -1
        seeds = sowing.position.pits[pit - 1]
        assert (sowing.seeds, sowing.ends) == (seeds, str(pit + way * seeds))
        assert sowing.path == (str(pit), str(pit + way))


def test_where_relays_end_the_last_seed_lies() -> None:
    for sowing in all_of("fifangha"):
        after = sowing.position.play(sowing.move)
        assert after.contents()[sowing.ends]
        laps = [event.key for event in sowing.position.events(sowing.position.move(sowing.move))]
        filled = sum(key == "sow" and before != "sow" for before, key in zip(["", *laps], laps, strict=False))
        assert (filled, laps.count("sow")) == (sowing.laps, sowing.seeds)


def test_the_server_gives_them_in_each_language(server: str) -> None:
    for family in SOWN:
        status, told = get(server, f"/api/sowings/{family}?lang=fr")
        assert status == 200
        assert [(rung["laps"], rung["seeds"]) for rung in told["rungs"]] == [
            (rung[0].laps, rung[0].seeds) for rung in rungs(family)
        ]
        for rung, own in zip(told["rungs"], rungs(family), strict=True):
            for each, sowing in zip(rung["sowings"], own, strict=True):
                task = each["task"]
                assert lalao.game(each["game"]).position(task["position"]) == sowing.position
                assert (task["ask"], task["aim"], task["move"]) == ("predict", "ends", sowing.move)
                assert task["accept"] == [sowing.ends]
                assert "Où tombe la dernière graine" in task["say"]
                assert len(re.findall(r"case \w+", task["say"])) == len(sowing.path)
    assert get(server, "/api/sowings/fanorona")[1]["rungs"] == []
    assert get(server, "/api/sowings/chess")[0] == 404


def kept(page: Page) -> dict[str, Any]:
    """Return what the device stores."""
    found: dict[str, Any] = page.evaluate("JSON.parse(localStorage.getItem('lalao.settings')).foretold ?? {}")
    return found


def right_of(page: Page, family: str, rung: int) -> str:
    """Return the place where the last seed falls, from the board shown."""
    labels = {
        one.get_attribute("data-place"): one.locator(".figure").text_content()
        for one in page.locator(".stage .place").all()
        if one.locator(".figure").count()
    }
    said = page.locator(".status .line").inner_text()
    pit = re.findall(r"pit (\w+)", said)
    for sowing in rungs(family)[rung]:
        held = {name: str(len(things)) for name, things in sowing.position.contents().items() if name in labels}
        if held == labels and [name[-1] for name in sowing.path] == [name[-1] for name in pit]:
            return sowing.ends
    raise AssertionError((said, labels))


GREEN = "rgb(37, 100, 52)"


@there
def test_the_seeds_grow_when_right_and_shrink_when_wrong(page: Page, server: str) -> None:
    page.goto(f"{server}/learn")
    page.get_by_role("link", name="The last seed").first.click()
    for rung, after in ((0, [0, 1]), (0, [1, 0]), (1, [1, 1]), (1, [2, 0])):
        page.wait_for_selector(".stage .place.chosen")
        tap_again(page, place(page, right_of(page, "fang", rung)))
        expect(page.locator(".status .headline")).to_have_text("Right!")
        assert kept(page) == {"fang": after}
        page.get_by_role("button", name="Next").click()
    page.wait_for_selector(".stage .place.chosen")
    right = right_of(page, "fang", 2)
    wrong = next(name for name in ("1", "2", "3", "4") if name != right)
    tap_again(page, place(page, wrong))
    expect(page.locator(".status")).to_have_text(f"You said {wrong}. It fell in {right}.")
    for mark in (".wrong", ".right"):
        expect(page.locator(f".marks .mark-ring{mark}")).to_have_count(1)
    expect(page.locator(".marks .tick circle")).to_have_css("fill", GREEN)
    face = page.locator(".marks .mark-face").bounding_box()
    box = place(page, wrong).locator(".figure").bounding_box()
    assert face
    assert box
    assert not overlap(face, box), "the face of whoever guessed covers no count"
    expect(page.get_by_role("button", name="Try again")).to_be_focused()
    assert kept(page) == {"fang": [1, 0]}
    page.get_by_role("button", name="Try again").click()
    tap_again(page, place(page, right))
    page.get_by_role("button", name="Next").click()
    expect(page.locator(".status")).to_contain_text("4 of 5 solved on the first try.")
    assert kept(page) == {"fang": [1, 0]}, "the first answer alone counts"
    page.get_by_role("link", name="Once more").click()
    page.wait_for_selector(".stage .place.chosen")
    assert right_of(page, "fang", 1)
    page.goto(f"{server}/learn")
    page.get_by_role("button", name="Erase progress").click()
    page.get_by_role("button", name="Yes").click()
    expect(page.get_by_role("button", name="Erase progress")).to_have_count(0)
    assert kept(page) == {}


@there
def test_nothing_is_sown_in_fanorona(page: Page, server: str) -> None:
    page.goto(f"{server}/learn")
    expect(page.get_by_role("link", name="The last seed")).to_have_count(len(SOWN))
    assert len(SOWN) < len(FAMILIES)
    page.goto(f"{server}/foretell/fanorona")
    page.wait_for_url(f"{server}/learn")
    expect(page.locator("#toast")).to_contain_text("Nothing is sown in this game.")


@there
@pytest.mark.parametrize("language", ["fr", "mg"])
def test_it_is_one_screen(browser: Browser, server: str, language: str) -> None:
    with visiting(browser, server, settings={"language": language}, viewport=TELEPHONE) as page:
        for family in SOWN:
            page.goto(f"{server}/foretell/{family}")
            page.wait_for_selector(".stage .place.chosen")
            check_screen(page, f"{family} {language}", BUBBLE)
            check_bubble(page, f"{family} {language}")
            check_places(page, f"{family} {language}")
            if language == "fr":
                check_axe(page, family)
