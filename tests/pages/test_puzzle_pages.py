"""Puzzles in the browser: failed, refuted, solved, by touch and by keys; ratings, repetition, stored data."""

import hashlib
import re
from datetime import date, datetime, timedelta
from itertools import combinations, product
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

import lalao
from lalao.games.game import AnyPosition
from lalao.locale import words
from lalao.teach.assessing import prover
from lalao.teach.puzzles import Puzzle, choices, is_right
from lalao.teach.shipped_puzzles import TITLES, daily, everything, families, id_of, of_family
from tests.browsing import SIZES, check_axe, place, taps_at, there, visiting
from tests.pages.test_learn import BUBBLE, LAPTOP, TELEPHONE, Finger, Keys, check_bubble, check_row
from tests.pages.test_shell import LEAST, check_places, check_screen
from tests.playing import get

pytestmark = there
BOTH = pytest.mark.parametrize("size", [TELEPHONE, LAPTOP], ids=["telephone", "laptop"])


def easy(family: str, plies: int = 1) -> Puzzle:
    """Return a puzzle of a family whose solution has `plies` plies."""
    return next(puzzle for puzzle in of_family(family) if len(puzzle.solution) == plies)


def begin(page: Page, server: str, puzzle: Puzzle) -> None:
    """Open a puzzle, and wait until it can be answered."""
    page.goto(f"{server}/puzzles/{puzzle.position.game.family.name}/{id_of(puzzle)}")
    page.wait_for_selector(".stage .place.legal")


def taps(puzzle: Puzzle, move: str) -> list[str]:
    """Return the places tapped for a move at the beginning of a puzzle."""
    return taps_at(puzzle.position, move)


def wrong_of(puzzle: Puzzle) -> str:
    """Return the wrong move of a puzzle with the fewest taps."""
    moves = [str(move) for move in puzzle.position.legal_moves() if str(move) not in puzzle.accepted]
    return min(moves, key=lambda move: len(taps(puzzle, move)))


def play(hand: Finger | Keys, places: list[str]) -> None:
    """Tap the places of a move, each as soon as it can be tapped."""
    first, *others = places
    hand.choose(first)
    for name in others:
        hand.page.wait_for_selector(f".stage .place.target[data-place='{name}']")
        hand.choose(name)


def kept(page: Page) -> dict[str, Any]:
    """Return what the device stores about puzzles."""
    found: dict[str, Any] = page.evaluate("JSON.parse(localStorage.getItem('lalao.practice.one') ?? '{}')")
    return found


@BOTH
@pytest.mark.parametrize("hand", [Finger, Keys], ids=["touch", "keys"])
def test_a_puzzle_is_failed_refuted_and_solved(
    browser: Browser, server: str, size: dict[str, int], hand: type[Finger] | type[Keys]
) -> None:
    """A wrong move and its refutation are played, then the row is back as before; only the first try counts."""
    puzzle = easy("fafy")
    wrong = wrong_of(puzzle)
    why = get(
        server, f"/api/games/{puzzle.position.game.id}/positions/{puzzle.position}/why/{wrong}".replace(" ", "%20")
    )
    assert why[1]["refutation"]
    with visiting(browser, server, viewport=size, has_touch=hand is Finger) as page:
        own = hand(page)
        begin(page, server, puzzle)
        expect(page.locator(".status .line")).to_have_text("One move wins. Find it!")
        play(own, taps(puzzle, wrong))
        expect(page.locator(".status")).to_have_text("Look what happens next. The other player can win.")
        own.press("Try again")
        check_row(page, str(puzzle.position))
        expect(page.locator(".place.legal").first).to_be_visible()
        play(own, taps(puzzle, puzzle.solution[0]))
        expect(page.locator(".status .headline")).to_have_text("Right!")
        expect(page.locator(".bead.done.slow, .bead.here")).to_have_count(1)
        own.press("Next")
        expect(page.locator(".status")).to_contain_text("0 of 1 solved on the first try.")
        expect(page.get_by_role("link", name="More puzzles")).to_be_focused()
        told = kept(page)
        assert told["tries"] == 1
        assert told["puzzles"][id_of(puzzle)][3] is False
        assert told["players"]["fafy"]["rating"] < 900
        assert told["puzzles"][id_of(puzzle)][0] > puzzle.rating


def asks(family: str, asked: str) -> Puzzle:
    """Return a puzzle of a family that asks for something other than a move."""
    return next(puzzle for puzzle in of_family(family) if puzzle.asked == asked)


@BOTH
@pytest.mark.parametrize("hand", [Finger, Keys], ids=["touch", "keys"])
@pytest.mark.parametrize("family", ["fafy", "fanorona", "fifangha"])
def test_the_place_that_cannot_be_played_is_found(
    browser: Browser, server: str, size: dict[str, int], hand: type[Finger] | type[Keys], family: str
) -> None:
    """Another place is answered by its turn, the right one by the rule that forbids it; only the first try counts."""
    puzzle = asks(family, "tap")
    (right,) = puzzle.solution
    wrong = next(place for place in choices(puzzle) if place != right)
    with visiting(browser, server, viewport=size, has_touch=hand is Finger) as page:
        own = hand(page)
        page.goto(f"{server}/puzzles/{family}/{id_of(puzzle)}")
        expect(page.locator(".status .line")).to_have_text(re.compile("cannot (be played|move) now. Which one?"))
        check_screen(page, "find the illegal one", BUBBLE)
        own.choose(wrong)
        expect(page.locator(".status")).to_contain_text("Look what happens next.")
        own.press("Try again")
        expect(page.locator(".status .line")).to_contain_text("Which one?")
        own.choose(right)
        expect(page.locator(".status .headline")).to_have_text("Right!")
        expect(page.locator(".status .line")).not_to_have_text("")
        expect(page.get_by_role("button", name="Next")).to_be_focused()
        check_bubble(page, "why it cannot be played")
        assert kept(page)["puzzles"][id_of(puzzle)][3] is False


@BOTH
@pytest.mark.parametrize("answer", ["start", "wait"])
def test_who_should_start_is_answered_and_shown(
    browser: Browser, server: str, size: dict[str, int], answer: str
) -> None:
    """A wrong answer, like a right one, starts the game that it chooses; then the question is asked again."""
    puzzle = next(each for each in of_family("fafy") if each.solution == (answer,))
    faces = {"start": "I start", "wait": "The other player starts"}
    wrong = faces[next(each for each in faces if each != answer)]
    with visiting(browser, server, viewport=size, has_touch=True) as page:
        own = Keys(page)
        page.goto(f"{server}/puzzles/fafy/{id_of(puzzle)}")
        expect(page.locator(".status .line")).to_have_text("Will you start, or will the other player?")
        check_screen(page, "who should start", BUBBLE)
        page.get_by_role("button", name=wrong).click()
        expect(page.locator(".status")).to_contain_text("Look what happens next.")
        own.press("Try again")
        check_row(page, str(puzzle.position))
        page.get_by_role("button", name="Show me").click()
        expect(page.locator(".status .line")).to_contain_text("Look for a first move that wins.")
        page.get_by_role("button", name="Show me").click()
        told = {"start": "There is one: start.", "wait": "There is none."}[answer]
        expect(page.locator(".status .line")).to_have_text(told)
        expect(page.get_by_role("button", name=faces[answer])).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator(".status .headline")).to_have_text("Right!")
        expect(page.get_by_role("button", name="Next")).to_be_focused()
        check_bubble(page, "why")
        assert kept(page)["puzzles"][id_of(puzzle)][3] is False
        assert kept(page)["tries"] == 1


def seen_row(page: Page) -> list[int]:
    """Return the seeds of the row on the board."""
    pits = range(1, page.locator(".stage .place").count() + 1)
    return [int(place(page, str(pit)).locator(".figure").text_content() or 0) for pit in pits]


def lay(hand: Finger | Keys, row: str) -> None:
    """Lay the seeds of the hand to make a row, once the board shows one, and confirm it."""
    expect(hand.page.locator(".stage .place")).to_have_count(len(row.split(".")))
    for number, seeds in enumerate(row.split("."), 1):
        for _ in range(int(seeds) - seen_row(hand.page)[number - 1]):
            hand.choose(str(number))
    expect(hand.page.locator(".editor .left .unseen")).to_have_text("0 seeds in the hand")
    done(hand)


def done(hand: Finger | Keys) -> None:
    """Confirm the layout; by keys the button is further on."""
    button = hand.page.get_by_role("button", name="Done", exact=True)
    if isinstance(hand, Finger):
        button.tap()
        return
    for _ in range(20):
        if button.evaluate("button => button === document.activeElement"):
            break
        hand.page.keyboard.press("Tab")
    hand.press("Done")


def take(hand: Finger | Keys, name: str) -> None:
    """Take a seed back into the hand; by keys go to that choice and back to the board."""
    brush = hand.page.locator(".editor .choices button").nth(1)
    if isinstance(hand, Finger):
        brush.tap()
    else:
        brush.focus()
        hand.page.keyboard.press("Enter")
        hand.page.locator(".stage .place[tabindex='0']").focus()
    hand.choose(name)


@pytest.mark.parametrize(("size", "hand"), [(TELEPHONE, Finger), (LAPTOP, Keys)], ids=["touch", "keys"])
def test_a_layout_is_tried_refuted_changed_and_right(
    browser: Browser, server: str, size: dict[str, int], hand: type[Finger] | type[Keys]
) -> None:
    """A wrong layout is refuted by a winning starter and is back again; a right one need not be the example."""
    puzzle = next(each for each in of_family("fafy") if each.asked == "lay" and each.position.game.id == "fafy")
    assess, lying = prover(), [int(seeds) for seeds in str(puzzle.position).split()[0].split(".")]
    layouts = [text for text in choices(puzzle) if text != puzzle.solution[0]]
    right = next(text for text in layouts if is_right(puzzle, text, assess))
    wrong = next(text for text in layouts if not is_right(puzzle, text, assess) and text.split(".")[0] != "1")
    with visiting(browser, server, viewport=size, has_touch=hand is Finger) as page:
        own = hand(page)
        page.goto(f"{server}/puzzles/fafy/{id_of(puzzle)}")
        expect(page.locator(".status .line")).to_have_text(
            "Lay the seeds of your hand in the pits so that whoever starts loses."
        )
        expect(page.locator(".editor .left .unseen")).to_have_text(f"{puzzle.seeds} seeds in the hand")
        expect(page.get_by_role("button", name="Done", exact=True)).to_be_disabled()
        check_screen(page, "make a layout", BUBBLE)
        check_axe(page, "make a layout")
        lay(own, wrong)
        expect(page.locator(".status")).to_contain_text("Look what happens next.")
        own.press("Try again")
        check_row(page, wrong)
        first = wrong.split(".")[0]
        take(own, "1")
        expect(page.locator(".editor .left .unseen")).to_have_text("1 seed in the hand")
        for _ in range(int(first)):
            own.choose("1")
        assert seen_row(page)[0] == lying[0], "what lay there stays"
        for number, seeds in enumerate(wrong.split(".")[1:], 2):
            for _ in range(int(seeds) - lying[number - 1]):
                own.choose(str(number))
        expect(page.locator(".editor .left .unseen")).to_have_text(f"{puzzle.seeds} seeds in the hand")
        put = page.locator(".editor .choices button").first
        put.focus()
        page.keyboard.press("Enter")
        page.locator(".stage .place[tabindex='0']").focus()
        lay(own, right)
        expect(page.locator(".status .headline")).to_have_text("Right!")
        expect(page.get_by_role("button", name="Next")).to_be_focused()
        check_bubble(page, "a right layout")
        assert kept(page)["puzzles"][id_of(puzzle)][3] is False
        assert kept(page)["tries"] == 1


def test_no_more_seeds_are_laid_than_there_are_and_one_way_is_shown(browser: Browser, server: str) -> None:
    puzzle = asks("fafy", "lay")
    with visiting(browser, server, viewport=TELEPHONE, has_touch=True) as page:
        page.goto(f"{server}/puzzles/fafy/{id_of(puzzle)}")
        own, left = Finger(page), page.locator(".editor .left .unseen")
        expect(left).to_have_text(f"{puzzle.seeds} seeds in the hand")
        for _ in range(puzzle.seeds + 2):
            own.choose("1")
        assert seen_row(page)[0] == 1 + puzzle.seeds
        page.get_by_role("button", name="Show me").click()
        expect(page.locator(".status .line")).to_have_text("This is one solution. There are others.")
        check_row(page, puzzle.solution[0])
        expect(left).to_have_text("0 seeds in the hand")
        done(own)
        expect(page.locator(".status .headline")).to_have_text("Right!")
        assert kept(page)["puzzles"][id_of(puzzle)][3] is False


@pytest.mark.parametrize("language", ["fr", "mg", "en"])
def test_what_lays_seeds_is_whole_at_every_size(browser: Browser, server: str, language: str) -> None:
    """Every button is as large as a finger, on the screen, covers no other, and its label is not cut off."""
    asked = [puzzle for puzzle in of_family("fafy") if puzzle.asked == "lay"]
    few, many = (choose(asked, key=lambda puzzle: len(str(puzzle.position))) for choose in (min, max))
    with visiting(browser, server, settings={"language": language}) as page:
        for (width, height), puzzle in product(SIZES, (few, many)):
            page.set_viewport_size({"width": width, "height": height})
            page.goto(f"{server}/puzzles/fafy/{id_of(puzzle)}")
            expect(page.locator(".editor .left .unseen")).to_contain_text(str(puzzle.seeds))
            check_screen(page, f"make a layout {width}x{height} {language}", BUBBLE)
            boxes = page.locator(".editor").evaluate(
                """editor => [...editor.querySelectorAll("button, .left")].map(element => {
                    const { left, right, top, bottom } = element.getBoundingClientRect();
                    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
                    const over = [scrollWidth - clientWidth, scrollHeight - clientHeight];
                    return { left, right, top, bottom, wide: right - left, high: bottom - top, over };
                })"""
            )
            where = (width, height, language, boxes)
            assert len(boxes) == 6, where
            assert all(each["right"] <= width and each["bottom"] <= height for each in boxes), where
            assert all(max(each["over"]) <= 0 for each in boxes), where
            assert all(min(each["wide"], each["high"]) >= LEAST for each in boxes), where
            assert all(
                one["right"] <= other["left"] or one["bottom"] <= other["top"] for one, other in combinations(boxes, 2)
            ), where


def test_a_longer_solution_is_played_to_its_end(page: Page, server: str) -> None:
    puzzle = easy("fang", 3)
    begin(page, server, puzzle)
    hand = Finger(page)
    place(page, taps(puzzle, puzzle.solution[0])[0]).click()
    expect(page.locator(".status")).to_have_text("Right! What now?")
    after = puzzle.position.play(puzzle.solution[0]).play(puzzle.solution[1])
    check_row(page, str(after))
    place(page, puzzle.solution[2]).click()
    expect(page.locator(".status .headline")).to_have_text("Right!")
    expect(hand.page.get_by_role("button", name="Next")).to_be_focused()
    told = kept(page)
    assert told["puzzles"][id_of(puzzle)][3] is True
    assert told["players"]["fang"]["rating"] > 900


def test_what_was_only_shown_counts_as_missed(page: Page, server: str) -> None:
    puzzle = easy("fang")
    begin(page, server, puzzle)
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(".marks .mark-region.look")).to_be_attached()
    place(page, puzzle.solution[0]).click()
    expect(page.locator(".status .headline")).to_have_text("Right!")
    assert kept(page)["puzzles"][id_of(puzzle)][3] is False


def test_the_puzzle_of_the_day_is_everybodys(page: Page, server: str) -> None:
    page.goto(server)
    door = page.get_by_role("link", name="Puzzle of the day")
    expect(door).not_to_have_attribute("href", "/puzzles")
    address = door.get_attribute("href")
    page.goto(f"{server}/puzzles")
    page.get_by_role("link", name="The puzzle of the day").click()
    page.wait_for_selector(".stage .place.legal")
    today = daily(date.today())
    assert page.url == f"{server}{address}" == f"{server}/puzzles/{today.position.game.family.name}/{id_of(today)}"


def test_a_round_goes_on_from_puzzle_to_puzzle(page: Page, server: str) -> None:
    page.goto(f"{server}/learn")
    page.get_by_role("link", name="Puzzles").first.click()
    page.wait_for_selector(".stage .place")
    expect(page.locator(".topbar .bead")).to_have_count(5)
    for number in range(5):
        expect(page.locator(".beads")).to_have_attribute("aria-label", f"Step {number + 1} of 5")
        page.get_by_role("button", name="Skip").click()
    expect(page.locator(".status")).to_contain_text("0 of 5 solved")
    assert kept(page) == {}, "what was skipped is not held against anybody"


def test_what_was_missed_comes_again_in_another_position_until_it_is_erased(page: Page, server: str) -> None:
    """A theme that was missed is due tomorrow, in a new puzzle; solved, it rests for two more days."""
    puzzle = next(each for each in of_family("fang") if each.theme == "full-tibong" and len(each.solution) == 1)
    page.clock.install()
    page.goto(f"{server}/puzzles")
    switch = page.get_by_role("switch")
    switch.check(force=True)
    expect(switch).to_be_focused()
    expect(page.get_by_text("Nothing to practise again today.")).to_be_visible()
    begin(page, server, puzzle)
    place(page, wrong_of(puzzle)).click()
    expect(page.get_by_role("button", name="Try again")).to_be_focused()
    box, due = kept(page)["boxes"]["fang full-tibong"]
    assert box == 1
    page.goto(f"{server}/puzzles")
    expect(page.get_by_role("link", name="Fang: The full tibong")).to_have_count(0)
    page.clock.set_system_time(datetime.now() + timedelta(days=1))
    page.goto(f"{server}/puzzles")
    with page.expect_request("**/positions/**") as asked:
        page.get_by_role("link", name="Fang: The full tibong").click()
    page.wait_for_selector(".stage .place.legal")
    again = next(each for each in of_family("fang") if named(asked.value.url, each.position))
    assert again.theme == "full-tibong"
    assert str(again.position) != str(puzzle.position)
    for name in taps(again, again.solution[0]):
        place(page, name).click()
    for move in again.solution[2::2]:
        expect(page.locator(".status .line")).to_have_text("What now?")
        place(page, move).click()
    expect(page.get_by_role("button", name="Next")).to_be_focused()
    assert kept(page)["boxes"]["fang full-tibong"] == [2, due + 2]
    page.goto(f"{server}/puzzles")
    page.get_by_role("button", name="Erase results").click()
    page.get_by_role("button", name="Yes").click()
    expect(page.get_by_role("button", name="Erase results")).to_have_count(0)
    assert kept(page) == {}


def named(address: str, position: AnyPosition) -> bool:
    """Tell whether an address contains a position."""
    return unquote(urlsplit(address).path) == f"/api/games/{position.game.id}/positions/{position}"


def test_what_is_kept_and_cannot_be_read_is_forgotten(page: Page, server: str) -> None:
    page.goto(f"{server}/puzzles")
    for broken in ("{", "7", "null", '{"games": {}}', '{"players": 3}'):
        page.evaluate("text => localStorage.setItem('lalao.practice', text)", broken)
        page.reload()
        expect(page.locator(".lesson-card")).to_have_count(1 + len(families()))


def test_an_unknown_puzzle_leads_to_the_list(browser: Browser, server: str) -> None:
    with visiting(browser, server, refused=True) as page:
        for path, said in (("fang/ffffffff", "There is no puzzle ffffffff."), ("chess", "no puzzles of 'chess'")):
            page.goto(f"{server}/puzzles/{path}")
            page.wait_for_url(f"{server}/puzzles")
            expect(page.locator("#toast")).to_contain_text(said)


def test_the_book_holds_what_is_shipped(server: str) -> None:
    told = get(server, "/api/puzzles")[1]
    assert [shelf["family"] for shelf in told["shelves"]] == list(families())
    for shelf in told["shelves"]:
        book = get(server, f"/api/puzzles/{shelf['family']}")[1]
        own = {id_of(puzzle): puzzle for puzzle in of_family(shelf["family"])}
        assert {each["id"] for each in book["puzzles"]} == set(own)
        assert [each["rating"] for each in book["puzzles"]] == sorted(each["rating"] for each in book["puzzles"])
        assert set(book["says"]) == {puzzle.asked for puzzle in own.values()}
        for each in book["puzzles"]:
            puzzle = own[each["id"]]
            assert each["ask"] == puzzle.asked
            assert bool(each["other"]) == (puzzle.asked == "start")
            assert each["accept"] == list(puzzle.accepted)
            assert each["line"] == list(puzzle.solution)
            assert lalao.game(each["game"]).position(each["position"]) == puzzle.position
        assert sum(theme["count"] for theme in book["themes"]) == len(own) == shelf["count"]


def test_every_puzzle_has_a_name_of_its_own_that_stays() -> None:
    puzzles = everything()
    assert len({id_of(puzzle) for puzzle in puzzles}) == len(puzzles)
    one = puzzles[0]
    digest = hashlib.sha256(f"{one.position.game.id} {one.position}".encode()).hexdigest()
    assert id_of(one) == digest[:8]


def test_every_theme_has_a_title_in_every_language() -> None:
    assert {puzzle.theme for puzzle in everything()} <= set(TITLES)
    for language in ("fr", "mg"):
        said = [words(language).say(title) for title in TITLES.values()]
        assert all(told != str(title) for told, title in zip(said, TITLES.values(), strict=True))


@pytest.mark.parametrize("language", ["fr", "mg"])
@BOTH
def test_a_puzzle_is_one_screen(browser: Browser, server: str, size: dict[str, int], language: str) -> None:
    with visiting(browser, server, settings={"language": language}, viewport=size) as page:
        for family in families():
            puzzle = easy(family)
            where = f"{family} {size} {language}"
            begin(page, server, puzzle)
            board = check_screen(page, where, BUBBLE)
            check_bubble(page, where)
            check_places(page, where)
            for name in taps(puzzle, wrong_of(puzzle)):
                place(page, name).click()
            if page.locator(".bar .option, .bar .finish").count():
                page.locator(".bar .option, .bar .finish").first.click()
            expect(page.locator(".bar .primary")).to_be_focused()
            assert check_screen(page, f"{where} wrong", BUBBLE) == board
            check_bubble(page, f"{where} wrong")


def test_axe_finds_nothing(page: Page, server: str) -> None:
    page.goto(f"{server}/puzzles", wait_until="networkidle")
    page.get_by_role("switch").check(force=True)
    check_axe(page, "the list")
    puzzle = easy("fafy")
    begin(page, server, puzzle)
    check_axe(page, "a puzzle")
    for name in taps(puzzle, wrong_of(puzzle)):
        place(page, name).click()
    expect(page.get_by_role("button", name="Try again")).to_be_focused()
    check_axe(page, "refuted")
