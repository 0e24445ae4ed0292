"""Puzzles handed out by a teacher, in browsers: composed, solved by three pupils, seen by the teacher."""

from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from lalao.teach.puzzles import Puzzle
from lalao.teach.shipped_puzzles import called
from tests.browsing import check_axe, taps_at, there, visiting
from tests.commands.test_print import opened
from tests.pages.test_class_browser import come_in, open_class
from tests.pages.test_learn import BUBBLE, LAPTOP, TELEPHONE, Finger
from tests.pages.test_puzzle_pages import lay, play, taps, wrong_of
from tests.pages.test_shell import check_screen

pytestmark = there
NAMES = ("Aina", "Bao", "Chloé")


def compose(teacher: Page) -> list[Puzzle]:
    """Compose three puzzles of one theme, with one of them exchanged for another; return them."""
    teacher.get_by_text("Puzzles for the class").click()
    teacher.locator("[data-family=fafy]").last.click()
    cards = teacher.locator(".preview li")
    expect(cards).to_have_count(5)
    teacher.locator("#set-count").fill("3")
    teacher.locator("#set-count").blur()
    expect(cards).to_have_count(3)
    teacher.get_by_role("button", name="Put a block to sleep").click()
    expect(teacher.locator(".preview .name", has_text="Put a block to sleep")).to_have_count(3)
    before = [card.get_attribute("data-id") for card in cards.all()]
    teacher.get_by_role("button", name="Another one instead of puzzle 2").click()
    after = [card.get_attribute("data-id") or "" for card in cards.all()]
    assert [one == other for one, other in zip(before, after, strict=True)] == [True, False, True]
    check_axe(teacher, "composing a set")
    check_width(teacher)
    teacher.get_by_role("button", name="Give to the class").click()
    return [called(name) for name in after]


def check_width(page: Page) -> None:
    """Check that nothing is wider than the page."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def solve(pupil: Page, puzzle: Puzzle) -> None:
    """Solve a puzzle from its start, and go on."""
    for ply, move in enumerate(puzzle.solution[::2]):
        expect(pupil.locator(".stage .place.legal").first).to_be_visible()
        position = puzzle.position
        for text in puzzle.solution[: 2 * ply]:
            position = position.play(text)
        play(Finger(pupil), taps_at(position, move))
    expect(pupil.locator(".status")).to_contain_text("Right!")
    pupil.get_by_role("button", name="Next").click()


def begin(pupil: Page) -> None:
    """Go to the puzzles."""
    expect(pupil.locator(".waiting")).to_contain_text("Your teacher has puzzles for you.")
    pupil.get_by_role("button", name="Puzzles of your teacher").click()
    expect(pupil.locator(".stage .place.legal").first).to_be_visible()


@pytest.mark.parametrize("size", [TELEPHONE, LAPTOP], ids=["telephone", "laptop"])
def test_a_set_is_handed_out_solved_and_seen(browser: Browser, server: str, size: dict[str, int]) -> None:
    with ExitStack() as pages:
        teacher = pages.enter_context(visiting(browser, server, viewport=size))
        code = open_class(teacher, server)
        pupils = [pages.enter_context(visiting(browser, server, viewport=size, has_touch=True)) for _ in NAMES]
        for pupil, name in zip(pupils, NAMES, strict=True):
            come_in(pupil, server, code, name)
        puzzles = compose(teacher)
        aina, bao, chloe = pupils

        begin(aina)
        check_axe(aina, "a puzzle of the teacher")
        check_screen(aina, "a puzzle of the teacher", BUBBLE)
        for puzzle in puzzles:
            solve(aina, puzzle)
        expect(aina.locator(".status")).to_contain_text("3 of 3 solved on the first try.")
        aina.get_by_role("button", name="Back", exact=True).click()
        expect(aina.locator(".waiting .bead.done:not(.slow)")).to_have_count(3)

        begin(bao)
        play(Finger(bao), taps(puzzles[0], wrong_of(puzzles[0])))
        bao.get_by_role("button", name="Try again").click()
        solve(bao, puzzles[0])
        expect(bao.locator(".stage .place.legal").first).to_be_visible()
        bao.get_by_role("button", name="Show me").click()
        expect(bao.locator(".marks .mark-region.look, .marks .mark-ring.look").first).to_be_visible()
        solve(bao, puzzles[1])
        expect(bao.locator(".stage .place.legal").first).to_be_visible()
        bao.get_by_role("button", name="Skip").click()
        expect(bao.locator(".status")).to_contain_text("1 puzzle is left.")
        bao.get_by_role("button", name="Remaining puzzles").click()
        expect(bao.locator(".beads .bead")).to_have_count(1)

        begin(chloe)
        play(Finger(chloe), taps(puzzles[0], wrong_of(puzzles[0])))
        expect(chloe.get_by_role("button", name="Try again")).to_be_visible()

        seen = teacher.locator(".solvers tbody tr")
        expect(seen).to_have_count(3)
        for line, signs in zip(
            seen.all(),
            (
                ["solved on the first try"] * 3,
                ["solved at try 2", "solved, with help", "not tried yet"],
                ["1 wrong try", "not tried yet", "not tried yet"],
            ),
            strict=True,
        ):
            for cell, sign in zip(line.locator("[role=img]").all(), signs, strict=True):
                expect(cell).to_have_attribute("aria-label", sign)
        expect(teacher.locator(".missed-themes")).to_have_text("Put a block to sleep 3 of 6: Bao, Chloé")
        check_axe(teacher, "who missed what")
        check_width(teacher)
        teacher.get_by_role("button", name="Puzzle 1: Put a block to sleep").click()
        expect(teacher.locator("dialog")).to_contain_text("Missed on the first try: Bao, Chloé")
        check_axe(teacher, "a puzzle of the set")
        teacher.keyboard.press("Escape")

        chloe.reload()
        begin(chloe)
        solve(chloe, puzzles[0])
        expect(seen.nth(2).locator("[role=img]").first).to_have_attribute("aria-label", "solved at try 2")
        with teacher.expect_download() as saved:
            teacher.get_by_role("button", name="Cards to print").click()
        _, back = opened(Path(saved.value.path()).read_bytes()).pages
        assert all(puzzle.solution[0] in back.extract_text() for puzzle in puzzles)
        teacher.get_by_role("button", name="Take the puzzles back").click()
        expect(chloe.locator(".waiting")).to_contain_text("Wait: the teacher begins.")
        expect(chloe.get_by_role("button", name="Puzzles of your teacher")).to_have_count(0)
        expect(seen).to_have_count(3)


def test_what_asks_for_no_move_is_handed_out_too(browser: Browser, server: str) -> None:
    """The teacher chooses *Who should start?*; a pupil's wrong answer and right one reach the teacher."""
    with (
        visiting(browser, server) as teacher,
        visiting(browser, server, viewport=TELEPHONE, has_touch=True) as aina,
    ):
        code = open_class(teacher, server)
        come_in(aina, server, code, "Aina")
        teacher.get_by_text("Puzzles for the class").click()
        teacher.locator("[data-family=fafy]").last.click()
        teacher.get_by_role("button", name="Who should start?").click()
        cards = teacher.locator(".preview li")
        expect(teacher.locator(".preview .name", has_text="Who should start?")).to_have_count(5)
        puzzle = called(cards.first.get_attribute("data-id") or "")
        teacher.get_by_role("button", name="Give to the class").click()
        aina.get_by_role("button", name="Puzzles of your teacher").click()
        faces = {"start": "I start", "wait": "The other player starts"}
        wrong, right = sorted(faces, key=lambda each: each in puzzle.accepted)
        aina.get_by_role("button", name=faces[wrong]).tap()
        aina.get_by_role("button", name="Try again").tap()
        aina.get_by_role("button", name=faces[right]).tap()
        expect(aina.locator(".status")).to_contain_text("Right!")
        seen = teacher.locator(".solvers tbody tr [role=img]")
        expect(seen.first).to_have_attribute("aria-label", "solved at try 2")
        teacher.get_by_role("button", name="Puzzle 1: Who should start?").click()
        told = {"start": "start", "wait": "let the other player start"}[right]
        expect(teacher.locator("dialog")).to_contain_text(f"The solution: {told}")


def test_a_layout_is_handed_out_too(browser: Browser, server: str) -> None:
    """A pupil lays out the example; the teacher sees it, and the cards have it on their backs."""
    with (
        visiting(browser, server) as teacher,
        visiting(browser, server, viewport=TELEPHONE, has_touch=True) as aina,
    ):
        code = open_class(teacher, server)
        come_in(aina, server, code, "Aina")
        teacher.get_by_text("Puzzles for the class").click()
        teacher.locator("[data-family=fafy]").last.click()
        teacher.get_by_role("button", name="Make a layout").click()
        expect(teacher.locator(".preview .name", has_text="Make a layout")).to_have_count(5)
        puzzle = called(teacher.locator(".preview li").first.get_attribute("data-id") or "")
        teacher.get_by_role("button", name="Give to the class").click()
        aina.get_by_role("button", name="Puzzles of your teacher").click()
        lay(Finger(aina), puzzle.solution[0])
        expect(aina.locator(".status")).to_contain_text("Right!")
        seen = teacher.locator(".solvers tbody tr [role=img]")
        expect(seen.first).to_have_attribute("aria-label", "solved on the first try")
        teacher.get_by_role("button", name="Puzzle 1: Make a layout").click()
        expect(teacher.locator("dialog")).to_contain_text(f"The solution: for example {puzzle.solution[0]}")
        teacher.keyboard.press("Escape")
        with teacher.expect_download() as saved:
            teacher.get_by_role("button", name="Cards to print").click()
        front, back = opened(Path(saved.value.path()).read_bytes()).pages
        assert f"for example {puzzle.solution[0]}" in back.extract_text()
        assert f"{puzzle.seeds} seeds in your hand" in front.extract_text()


def test_a_round_calls_from_the_puzzles_and_leaves_them_for_later(browser: Browser, server: str) -> None:
    with (
        visiting(browser, server) as teacher,
        visiting(browser, server, viewport=TELEPHONE, has_touch=True) as aina,
        visiting(browser, server, viewport=TELEPHONE, has_touch=True) as bao,
    ):
        code = open_class(teacher, server)
        come_in(aina, server, code, "Aina")
        come_in(bao, server, code, "Bao")
        compose(teacher)
        begin(aina)
        teacher.get_by_role("radio", name="Swiss").click()
        teacher.get_by_role("button", name="Start the tournament").click()
        expect(teacher.locator(".tablecard")).to_have_count(1)
        expect(aina.locator(".class-tools")).to_contain_text("I disagree")
        expect(aina.get_by_role("button", name="Show me")).to_have_count(0)
