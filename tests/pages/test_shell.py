"""The single screen of a game: nothing scrolls, no part leaves the screen or covers another, the board never moves."""

from collections.abc import Callable
from itertools import combinations
from math import dist

import pytest
from playwright.sync_api import Browser, FloatRect, Page, expect

import lalao
from lalao.games.registry import FAMILIES
from tests.browsing import (
    DOUBLE_MS,
    SIZES,
    Size,
    check_axe,
    choose_any,
    from_menu,
    is_over,
    moves,
    place,
    resize,
    settle,
    start,
    tap_again,
    taps_at,
    there,
    visiting,
)
from tests.pairs import SOME
from tests.patience import often
from tests.playing import post

pytestmark = there
SLOTS = ("bar", "sentence", "opponent", "board", "own", "actions", "panel")
INSIDE = {("bar", "sentence"), ("bar", "opponent"), ("bar", "panel")}
"""Slots of which the second may lie in the first."""
USUAL = [family.offered[0] for family in FAMILIES]
LEAST, LEAST_NARROW = 44, 39
LEAST_IN_A_ROW = 36
"""A pit of a row, which lies always, may be narrower: it is tapped above and below as well."""
SCREEN = """async (slots) => {
  const texts = () =>
    [...document.querySelectorAll(".shell .act button, .shell .status .line, .shell .status .headline")]
      .filter(isVisible)
      .map((each) => [each.innerText, each.scrollWidth - each.clientWidth, each.scrollHeight - each.clientHeight]);
  const boxOf = (each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return { x, y, width, height };
  };
  const isVisible = (each) => {
    const { width, height } = boxOf(each);
    return width > 0 && height > 0 && getComputedStyle(each).visibility === "visible";
  };
  const sticksOut = (part) => {
    const { top, bottom, left, right } = part.getBoundingClientRect();
    const held = part.matches(".act") ? part.querySelectorAll("button, a") : part.children;
    return [...held].filter((each) => {
      const box = each.getBoundingClientRect();
      const isInside = box.top >= top - 1 && box.bottom <= bottom + 1 && box.left >= left - 1 && box.right <= right + 1;
      return box.width && box.height && !isInside;
    }).map((each) => each.outerHTML);
  };
  for (let frame = 0; frame < 20 && texts().some(([, across]) => across > 2); frame++) {
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));  // a sentence is fitted
  }
  const page = document.documentElement;
  const parts = slots.map((slot) => [...document.querySelectorAll(`[data-slot=${slot}]`)]);
  return {
    scroll: [page.scrollWidth, page.scrollHeight, scrollY],
    counts: parts.map((found) => found.length),
    boxes: Object.fromEntries(parts.flat().filter(isVisible).map((each) => [each.dataset.slot, boxOf(each)])),
    texts: texts(),
    sticking: [...document.querySelectorAll(".shell :is(.player, .sentence-slot, .act)")].flatMap(sticksOut),
    board: boxOf(document.querySelector(".board-frame")),
  };
}"""
"""Measures what `check_screen` judges, once sentences are fitted: slots, how far texts are cut, what leaves its box."""
BUTTONS = """() => [...document.querySelectorAll(".shell button, .shell a")]
  .map((each) => [each, each.getBoundingClientRect()])
  .filter(([each, { width, height }]) => width && height && getComputedStyle(each).visibility === "visible")
  .map(([each, { width, height }]) => [each.innerText, width, height])"""
"""Measures the visible buttons."""
LATE = """(late) => {
  const asked = fetch;
  window.fetch = async (...all) => {
    await new Promise((resolve) => setTimeout(resolve, late));
    return asked(...all);
  };
}"""
"""Makes every answer of the server take so many milliseconds more."""
LATE_LINE = """(late) => {
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (text) {
    setTimeout(() => send.call(this, text), late);
  };
}"""
"""Sends what is played so many milliseconds later."""
TWO_WAYS = "1.0.0.0.0.0.0.1/0.1.1.0.0.1.0.0/19.0.0.0.0.0.0.0/0.1.1.1.12.12.12.1 0+0 S"
"""A position of Fifangha in which a pit can be sown in two directions."""
ACTIONS = """() => {
  const { x, y, width, height } = document.querySelector("[data-slot=actions]").getBoundingClientRect();
  return { x, y, width, height };
}"""
"""Measures the row of buttons below the board."""


def overlap(one: FloatRect, other: FloatRect) -> bool:
    """Tell whether two boxes overlap."""
    return (
        min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"]) > 0.5
        and min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"]) > 0.5
    )


def check_screen(page: Page, where: str, inside: set[tuple[str, str]] = INSIDE) -> FloatRect:
    """Check that everything is on the screen and nothing overlaps; return the box of the board."""
    size = page.viewport_size
    assert size
    seen = page.evaluate(SCREEN, SLOTS)
    width, height, top = seen["scroll"]
    assert (width <= size["width"], height <= size["height"], top) == (True, True, 0), where
    assert seen["counts"] == [1] * len(SLOTS), where
    found: dict[str, FloatRect] = seen["boxes"]
    assert found.keys() >= set(SLOTS) - {"panel"}, where
    for slot, box in found.items():
        assert box["x"] >= -0.5, (where, slot, box)
        assert box["y"] >= -0.5, (where, slot, box)
        assert box["x"] + box["width"] <= size["width"] + 0.5, (where, slot, box)
        assert box["y"] + box["height"] <= size["height"] + 0.5, (where, slot, box)
    for one, other in combinations([slot for slot in SLOTS if slot in found], 2):
        assert (one, other) in inside or not overlap(found[one], found[other]), (where, one, other, found)
    for text, across, down in seen["texts"]:
        assert across <= 2, (where, text, across)
        assert down <= 6, (where, text, down)
    assert not seen["sticking"], (where, seen["sticking"])
    board: FloatRect = seen["board"]
    assert not any(overlap(board, found[slot]) for slot in found if slot != "board"), where
    return board


def check_places(page: Page, where: str) -> None:
    """Check that places are as large as a finger."""
    touched, window = page.locator(".shell .place .touch").first.bounding_box(), page.viewport_size
    assert touched
    assert window
    width, height = touched["width"], touched["height"]
    least = LEAST_NARROW if window["width"] == 320 else LEAST
    assert min(width, height) >= least or (width >= LEAST_IN_A_ROW and height >= 2 * LEAST), (where, touched)


def check_size(page: Page, where: str) -> None:
    """Check that tap targets are as large as a finger."""
    check_places(page, where)
    for text, width, height in page.evaluate(BUTTONS):
        assert min(width, height) >= LEAST - 0.5, (where, text, width, height)


@pytest.mark.parametrize("game", ["fang-12", "fafy"])
def test_a_row_lies_where_left_and_right_are_taught(browser: Browser, server: str, game: str) -> None:
    """However narrow the telephone: a row that stands has no left and no right."""
    with visiting(browser, server, viewport={"width": 320, "height": 568}) as page:
        start(page, server, game, "here")
        boxes = page.locator(".stage .place .pit").evaluate_all(
            "pits => pits.map(pit => [pit.getBoundingClientRect().x, Math.round(pit.getBoundingClientRect().y)])"
        )
        assert len({y for _, y in boxes}) == 1 < len(boxes)
        assert boxes == sorted(boxes)


def refuse(page: Page, number: int) -> None:
    """Tap a place that cannot be played, where there is one; not the one before, so that both taps count."""
    barred = page.locator(".shell .place:not(.legal)")
    if not (count := barred.count()):
        return
    tap_again(page, barred.nth(number % count), lambda tapped: tapped.click(force=True))
    expect(page.locator(".ghosts .fault").first).to_be_attached()


def walk_through(page: Page, server: str, game: str, language: str, sizes: list[Size]) -> None:
    """Go through every state of a game: idle, refused, chosen, the other side's turn, over; look at each in all sizes.

    Nothing moves between the states of a size, wherever the screen was turned or its window drawn larger in between.
    The page is loaded at the first size and again at the last.
    """
    boards: dict[Size, FloatRect] = {}
    actions: dict[Size, FloatRect] = {}

    def check(state: str, *, acting: Callable[[int], None] = lambda _: None) -> None:
        for number, size in enumerate(sizes):
            resize(page, size)
            acting(number)
            where = f"{game} {size[0]}x{size[1]} {language}, {state}"
            board = check_screen(page, where)
            assert boards.setdefault(size, board) == board, f"{where}: the board has moved"
            if state in ("idle", "chosen"):
                box = page.evaluate(ACTIONS)
                assert actions.setdefault(size, box) == box, f"{where}: what is pressed has moved"
            if state == "idle":
                check_size(page, where)

    def load(number: int) -> None:
        if number == len(sizes) - 1:
            page.reload()
            page.wait_for_selector(".shell .place.legal")
            settle(page)

    resize(page, sizes[0])
    start(page, server, game, level="level:1")
    page.wait_for_selector(".shell .place.legal")
    check("idle", acting=load)
    check("refused", acting=lambda number: refuse(page, number))
    tap_again(page, page.locator(".shell .place.legal").first)
    page.wait_for_selector(".shell .place.chosen, .moves li", state="attached")
    page.wait_for_load_state("networkidle")  # the ways of a sowing are asked for, and shown when they come
    settle(page)
    check("chosen")
    if page.locator(".shell .place.target").count():
        page.locator(".shell .place.target").first.click(force=True)
        settle(page)
        check("asked")
    page.keyboard.press("Escape")
    expect(page.locator(".shell .player.below.turn")).to_have_count(1)  # who resigns as the other moves is asked again
    page.evaluate("async () => { (await script('clock.js')).clock.rate = 1e-3; }")  # the board steps back after a while
    resign(page)
    check("over")
    start(page, server, game, "apart")
    page.locator(".shell .notice .code").wait_for()
    check("theirs")


def resign(page: Page) -> None:
    """Resign a game, and stay on the page."""
    page.get_by_role("button", name=MENU[page.evaluate("document.documentElement.lang")]).click()
    page.locator(".drawer .row button", has_text=GIVE_UP[page.evaluate("document.documentElement.lang")]).click()
    page.locator("dialog .primary").click()
    page.wait_for_selector(".status .dot.over", state="attached")


MENU = {"en": "Menu", "fr": "Menu", "mg": "Menio"}
GIVE_UP = {each: lalao.locale.words(each)("Resign") for each in ("en", "fr", "mg")}


NARROWEST = {"mg": [(320, 568)], "fr": [(640, 360)]}
"""Where games that differ from the usual ones by their rules alone are tried, in one of these languages each."""
OTHERS = [name for name in SOME if name not in USUAL]
TELEPHONES, LARGER = SIZES[:3], SIZES[3:]


@pytest.mark.parametrize("game", USUAL)
def test_a_game_is_one_screen(browser: Browser, server: str, game: str) -> None:
    """The telephones, where words are tight, in both languages; every other larger screen in each, by turns.

    A position of Fifangha may be too crowded for the review that the end of a game asks for: the server refuses it.
    """
    for number, language in enumerate(("fr", "mg")):
        sizes = TELEPHONES + LARGER[(USUAL.index(game) + number) % 2 :: 2]
        settings, refused = {"language": language, "name": "Aina"}, game == "fifangha"
        with visiting(browser, server, settings=settings, refused=refused) as page:
            walk_through(page, server, game, language, sizes)


SHRUNK = """([width, height]) => {
  const shell = document.querySelector(".shell");
  shell.style.width = `${width}px`;
  shell.style.height = `${height}px`;
  const boxOf = (each) => shell.querySelector(each).getBoundingClientRect();
  const [board, slot] = [boxOf(".board-frame"), boxOf(".board-slot")];
  return board.left >= slot.left - 1 && board.right <= slot.right + 1 && board.top >= slot.top - 1 &&
    board.bottom <= slot.bottom + 1;
}"""
"""Tells whether the board lies in its slot as soon as that has another size, before anything observes it."""


@pytest.mark.parametrize("game", USUAL)
def test_a_board_never_stands_beyond_a_slot_that_was_made_smaller(browser: Browser, server: str, game: str) -> None:
    with visiting(browser, server, viewport={"width": 1920, "height": 1080}) as page:
        start(page, server, game, "here")
        page.wait_for_selector(".shell .place.legal")
        for size in (SIZES[-1], *SIZES[:-1]):
            assert page.evaluate(SHRUNK, size), (game, size)


@pytest.mark.slow
@pytest.mark.parametrize("language", NARROWEST)
def test_games_with_other_rules_are_one_screen(browser: Browser, server: str, language: str) -> None:
    with visiting(browser, server, settings={"language": language, "name": "Aina"}) as page:
        for game in OTHERS[list(NARROWEST).index(language) :: often(5, nightly=2)]:
            walk_through(page, server, game, language, NARROWEST[language])


def test_laying_out_and_sowing_by_hand_are_one_screen(browser: Browser, server: str) -> None:
    def each_size(what: str, before: dict[Size, FloatRect]) -> dict[Size, FloatRect]:
        boxes = {}
        for size in SIZES:
            resize(page, size)
            boxes[size] = check_screen(page, f"{what} {size[0]}x{size[1]}")
            assert before.get(size, boxes[size]) == boxes[size], f"{what} {size[0]}x{size[1]}: the board has moved"
        return boxes

    with visiting(browser, server, settings={"language": "mg", "byHand": True}) as page:
        start(page, server, "fafy-impartial", "here", who="cake")
        boards = each_size("layout", {})
        place(page, "1").click()
        expect(place(page, "1").locator(".figure")).to_have_text("2")
        each_size("laid", boards)
        for game in USUAL:
            start(page, server, game, "here")
            page.wait_for_selector(".shell .place.legal")
            boards = each_size(f"{game} by hand", {})
            page.locator(".shell .place.legal").first.click()
            settle(page)
            each_size(f"{game} in the hand", boards)


def test_taps_are_not_lost_while_seeds_are_laid_out(page: Page, server: str) -> None:
    """Twenty taps, a tenth of a second apart, where every answer takes 300 ms: the board ends up as tapped."""
    start(page, server, "fafy-impartial", "here", who="cake")

    page.evaluate(LATE, 300)
    before = int(place(page, "1").locator(".figure").text_content() or "")
    for _ in range(20):
        place(page, "1").click()
        page.wait_for_timeout(100)
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_role("button", name="Sun starts")).to_be_visible()
    expect(place(page, "1").locator(".figure")).to_have_text(str(before + 20))


def test_only_one_is_told_what_to_do(browser: Browser, server: str) -> None:
    with visiting(browser, server) as one, visiting(browser, server) as two:
        code = start(one, server, "fang-4", "apart")
        two.goto(f"{server}/m/{code}")
        two.locator("#name").fill("Fara")
        two.get_by_role("button", name="Sit down").click()
        expect(one.locator(".status")).to_have_text("Your turn! Attack a pit.")
        expect(two.locator(".status")).to_contain_text("is thinking…")
        for page in (one, two):
            expect(page.locator(".player .you")).to_have_count(1)
            expect(page.locator(".player.below .you")).to_have_text("you")
        choose_any(one)
        expect(two.locator(".status")).to_have_text("Your turn, Fara! The other player sowed 2 seeds.")
        expect(one.locator(".status")).to_contain_text("Fara is thinking…")
        boxes = [page.locator(".shell .place[data-place='4'] .touch").bounding_box() for page in (one, two)]
        assert boxes[0]
        assert boxes[1]
        assert boxes[0]["x"] > boxes[1]["x"], "each has its own half on the same hand"


def test_a_refused_sowing_shows_where_it_fails(page: Page, server: str) -> None:
    start(page, server, "fafy", "here", start="1.3.0.1.1.2 S")
    place(page, "2").click()
    expect(page.locator(".status")).to_have_text("Pit 3 is empty. A seed never falls there.")
    expect(page.locator(".ghosts .flight.fails")).to_have_count(1)
    expect(moves(page)).to_have_count(0)
    expect(place(page, "2").locator(".figure")).to_have_text("3")
    page.wait_for_timeout(3200)
    expect(page.locator(".ghosts .fault")).to_have_count(0)
    expect(page.locator(".status")).to_contain_text("Sun plays.")


def test_a_way_may_be_taken_before_its_arrows_are_drawn(browser: Browser, server: str) -> None:
    """The arrows come once the first seeds are sown: they are wanted no more where a way was taken before."""
    with visiting(browser, server, settings={"speed": "normal"}) as page:
        start(page, server, "fifangha", "here", start=TWO_WAYS)
        page.evaluate(LATE_LINE, 1500)
        place(page, "Sa").click()
        page.locator(".bar .option").first.click()
        expect(moves(page)).to_have_count(1)
        expect(page.locator(".mark-arrow")).to_have_count(0)


def test_a_refusal_is_told_however_late_the_server_answers(page: Page, server: str) -> None:
    start(page, server, "fafy", "here", start="1.3.0.1.1.2 S")
    page.evaluate(LATE, 3600)
    place(page, "2").click()
    expect(page.locator(".status")).to_have_text("Pit 3 is empty. A seed never falls there.")


def test_a_piece_stands_where_its_chain_has_led_it(page: Page, server: str) -> None:
    start(page, server, "fanorona", "here")
    place(page, "d3").click()
    place(page, "e3").click()
    expect(page.locator(".arrow")).to_have_count(2)
    expect(page.locator(".bar .option")).to_have_count(2)
    expect(page.locator(".status")).to_contain_text("In front or behind?")
    page.locator(".bar .option").first.click()
    expect(moves(page)).to_have_count(1)
    start(page, server, "fanorona", "here", start="9/2B1B4/9/2W6/9 w")
    place(page, "c2").click()
    place(page, "c3").click()
    for point in ("c2", "c4"):
        expect(place(page, point).locator(".piece")).to_have_count(0)
    expect(place(page, "c3").locator(".piece.W")).to_have_count(1)


NUMBERS = """() => {
  const pits = [...document.querySelectorAll(".place .pit")].map((pit) => ["cx", "cy", "r"].map((each) =>
    Number(pit.getAttribute(each))));
  const { width, height } = document.querySelector(".board").viewBox.baseVal;
  const pen = document.createElement("canvas").getContext("2d");
  return [...document.querySelectorAll(".place :is(.figure, .label)")].flatMap((text) => {
    const { fontWeight, fontSize, fontFamily, display, stroke, strokeWidth } = getComputedStyle(text);
    if (display === "none") return [];
    const [x, y] = ["x", "y"].map((each) => Number(text.getAttribute(each)));
    const edge = stroke === "none" ? 0 : parseFloat(strokeWidth) / 2;
    pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    const { width: wide, actualBoundingBoxAscent: high } = pen.measureText(text.textContent);
    const box = { left: x - wide / 2, right: x + wide / 2, top: y - high, bottom: y };
    const far = ([cx, cy, r]) => Math.hypot(
      Math.max(box.left - cx, 0, cx - box.right), Math.max(box.top - cy, 0, cy - box.bottom)) - r - edge;
    return [{ text: text.textContent, free: Math.min(...pits.map(far)),
      inside: Math.min(box.left, box.top, width - box.right, height - box.bottom) }];
  });
}"""
"""Measures how far numbers and letters are from the nearest pit, and from the edge of the board, in its own units."""
FULL = {
    "fifangakely": "10.1.2.0/0.0.1.1/0.3.0.10/0.0.0.2 1+1 S",
    "fifangha": TWO_WAYS,
    "fafy": "1.3.0.1.1.12 S",
}
"""Positions with pits of more than nine seeds."""


@pytest.mark.parametrize("game", FULL)
def test_no_number_touches_a_pit(page: Page, server: str, game: str) -> None:
    start(page, server, game, "here", start=FULL[game])
    page.wait_for_selector(".shell .place.legal")
    for size in SIZES:
        resize(page, size)
        found = page.evaluate(NUMBERS)
        assert len(found) >= page.locator(".shell .place").count(), size
        assert [each for each in found if each["free"] < 0 or each["inside"] < -1] == [], (game, size)


def test_what_is_offered_stays_when_a_telephone_is_turned(browser: Browser, server: str) -> None:
    """In the middle of a chain, and after a refusal: the board lies and stands by turns, and shows the same."""
    chain = "BBBBBBBBB/BBBB2BBB/BWBWWB1BW/WWWW1WW1W/WWWWWWWW1 w"
    turned = """() => {
      const { x, y, width, height } = document.querySelector(".board").viewBox.baseVal;
      const ends = [...document.querySelectorAll(".ghosts .arrow")].map((arrow) => arrow.dataset.way);
      const trail = document.querySelectorAll(".ghosts .trail, .ghosts .left").length;
      return [height > width, ends, trail];
    }"""
    with visiting(browser, server, viewport={"width": 360, "height": 640}) as page:
        start(page, server, "fanorona", "here", start=chain)
        for name in ("e3", "e4", "f4"):
            place(page, name).click()
        expect(page.locator(".ghosts .arrow")).to_have_count(2)
        stands, ways, trail = page.evaluate(turned)
        assert stands
        assert trail > 1
        for size in ((640, 360), (360, 640), (1280, 800)):
            resize(page, size)
            assert page.evaluate(turned) == [size == (360, 640), ways, trail], size
        resize(page, (640, 360))
        page.locator(".arrow.ahead .badge").click()
        expect(page.locator(".ghosts .arrow")).to_have_count(0)
        expect(page.locator(".status")).not_to_contain_text("In front or behind?")


def test_the_rules_are_one_tap_away(page: Page, server: str) -> None:
    code = start(page, server, "fang-4", "here")
    choose_any(page)
    expect(moves(page)).to_have_count(1)
    board = page.locator(".board-frame").evaluate("each => each.innerHTML")
    sheet, button = page.locator("dialog .sheet"), page.get_by_role("button", name="Rules")
    page.keyboard.press("?")
    expect(sheet).to_contain_text("tibong")
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    button.click()
    expect(sheet).to_contain_text("Begin again in your tibong")
    check_axe(page, "the rules of a game")
    page.go_back()
    expect(sheet).to_have_count(0)
    expect(button).to_be_focused()
    assert page.url == f"{server}/m/{code}"
    assert page.locator(".board-frame").evaluate("each => each.innerHTML") == board, "the board stays as it is"
    from_menu(page, "Rules")
    page.get_by_role("link", name="The whole rule sheet").click()
    page.wait_for_url(f"{server}/rules/fang")
    page.go_back()
    expect(moves(page)).to_have_count(1)


@pytest.mark.parametrize(
    ("language", "huffs", "loser", "tournaments"),
    [("fr", "souffle", "perdant", "tournois"), ("mg", "mitsoka", "Ny resy", "fifaninanana")],
)
def test_the_rules_are_those_of_the_game(
    browser: Browser, server: str, language: str, huffs: str, loser: str, tournaments: str
) -> None:
    with visiting(browser, server, settings={"language": language}) as page:
        for game, said in (("fanorona-souffle", huffs), ("fanorona-vela", loser), ("fanorona", tournaments)):
            start(page, server, game, "here")
            page.keyboard.press("?")
            sheet = page.locator("dialog .sheet")
            expect(sheet).to_contain_text(said)
            told = sheet.locator(".chapters").inner_text()  # the buttons below name the other rules of the board
            assert (huffs in told) == (game == "fanorona-souffle"), game
            for width, height in ((360, 640), (640, 360), (1280, 800)):
                resize(page, (width, height))
                box = page.locator("dialog").bounding_box()
                assert box
                assert box["x"] >= 0, (game, width, box)
                assert box["x"] + box["width"] <= width, (game, width, box)
                assert page.locator("dialog").evaluate("each => each.scrollWidth <= each.clientWidth"), (game, width)


CHOICES = """() => [...document.querySelectorAll(".bar button")].map((each) => {
  const { x, y, width, height } = each.getBoundingClientRect();
  const cut = each.scrollWidth > each.clientWidth + 1;
  return { x, y, width, height, cut };
})"""


@pytest.mark.parametrize("language", ["fr", "mg"])
def test_three_choices_and_a_way_back_have_room(browser: Browser, server: str, language: str) -> None:
    start_position = "BBBBBBBBB/BBBB2BBB/BWBWWB1BW/WWWW1WW1W/WWWWWWWW1 w"
    with visiting(browser, server, settings={"language": language, "name": "Aina"}) as page:
        start(page, server, "fanorona", "here", start=start_position)
        for name in ("e3", "e4", "f4"):
            place(page, name).click()
        expect(page.locator(".bar .option")).to_have_count(2)
        expect(page.locator(".bar .finish")).to_have_count(1)
        for size in SIZES:
            resize(page, size)
            where = f"three choices {size} {language}"
            check_screen(page, where)
            found = page.evaluate(CHOICES)
            assert len(found) == 4, where
            assert not any(each["cut"] for each in found), (where, found)
            assert min(min(each["width"], each["height"]) for each in found) >= LEAST - 0.5, (where, found)
            assert not any(overlap(*pair) for pair in combinations(found, 2)), (where, found)


@pytest.mark.parametrize("language", ["fr", "mg"])
def test_names_are_whole_beside_what_is_counted(browser: Browser, server: str, language: str) -> None:
    with visiting(browser, server, settings={"language": language, "name": "Voahangy"}) as page:
        for game, mode in (("fanorona", "here"), ("fanorona", "alone"), ("fifangha", "here"), ("fifangha", "apart")):
            start(page, server, game, mode)
            for size in TELEPHONES:
                resize(page, size)
                for name in page.locator(".player .who").all():
                    is_whole = name.evaluate("each => each.scrollWidth <= each.clientWidth")
                    assert is_whole, (game, mode, size, name.inner_text())


SEEDS = """() => [...document.querySelectorAll(".stage [data-place='2'] use")].map(each => {
    const {x, y, width} = each.getBoundingClientRect();
    return [x + width / 2, y + width / 2, width, each.getAttribute("href")];
})"""


def test_a_pile_of_thirty_two_is_counted_by_tens_on_a_telephone(browser: Browser, server: str) -> None:
    with visiting(browser, server, viewport={"width": 360, "height": 640}) as page:
        start(page, server, "fafy-impartial", "here", start="1.32.1.1.1.1.1.1 S")
        seeds = page.evaluate(SEEDS)
        pit = page.locator(".stage [data-place='2'] .pit").bounding_box()
        assert pit
        middle = (pit["x"] + pit["width"] / 2, pit["y"] + pit["height"] / 2)
        assert len(seeds) == 32
        assert min(width for _, _, width, _ in seeds) > 5
        assert all(dist(middle, (x, y)) + width * 10 / 24 <= pit["width"] / 2 for x, y, width, _ in seeds)
        apart = min(dist(one[:2], other[:2]) / one[2] for one, other in combinations(seeds, 2))
        assert apart > 20 / 24, "no seed covers another"
        assert [sum(href == "#seed-other" for *_, href in seeds[at : at + 10]) for at in (0, 10, 20, 30)] == [
            0,
            10,
            0,
            2,
        ]


def test_back_leads_to_the_match_that_is_looked_at(page: Page, server: str) -> None:
    code = start(page, server, "fang-4", "here")
    choose_any(page)
    expect(moves(page)).to_have_count(1)
    from_menu(page, "Analyse", "link")
    expect(page.locator(".tree .ply")).to_have_count(1)
    page.locator("#top .name a").click()
    page.wait_for_url(f"{server}/m/{code}")
    expect(moves(page)).to_have_count(1)


def test_a_tap_beside_a_drawer_over_the_screen_closes_it_alone(browser: Browser, server: str) -> None:
    with visiting(browser, server, viewport={"width": 768, "height": 1024}) as page:
        start(page, server, "fanorona-telo", "here")
        drawer = page.locator("#drawer")
        page.locator(".topbar .menu").click()
        page.locator(".place.legal").first.click()
        expect(drawer).to_be_hidden()
        expect(page.locator(".place.chosen")).to_have_count(0)
        page.locator(".place.legal").first.click()
        expect(page.locator(".place.chosen, .place.last")).not_to_have_count(0)
        page.locator(".topbar .menu").click()
        page.locator("#drawer h2").first.click()
        expect(drawer).to_be_visible()
        page.set_viewport_size({"width": 1280, "height": 800})
        place(page, page.locator(".place.target, .place.legal").first.get_attribute("data-place") or "").click()
        expect(drawer).to_be_visible()


def test_the_end_is_a_scene(browser: Browser, server: str) -> None:
    with visiting(browser, server, settings={"name": "Aina"}) as page:
        start(page, server, "fang-4", "alone", level="level:1", start="0.1.1.0 3+3 S")
        while not is_over(page):
            page.wait_for_selector(".shell .place.legal, .status .dot.over", state="attached")
            if not is_over(page):
                choose_any(page)
                page.wait_for_timeout(60)
        expect(page.locator(".rematch")).to_be_focused()
        expect(page.locator(".board.ended .half")).to_have_count(2)
        check_axe(page, "the end")
        from_menu(page, "See it again")
        expect(page.locator(".status")).to_contain_text("Move 1")
        page.get_by_role("button", name="Back to the game").click()
        page.get_by_role("button", name="Rematch").click()
        expect(page.locator(".status .dot.over")).to_have_count(0)


def test_a_refused_place_is_answered_by_the_server(server: str) -> None:
    from tests.playing import get

    status, told = get(server, "/api/games/fanorona/refusals/9%2F9%2F2BWB4%2F9%2F4W4%20w?place=e1&lang=fr")
    assert (status, told["head"]) == (200, "Tu dois prendre.")
    assert post(server, "/api/matches", {"game": "nothing", "mode": "here"})[0] == 404


@pytest.mark.parametrize("game", USUAL)
def test_a_double_tap_is_one_tap(page: Page, server: str, game: str) -> None:
    start_position = lalao.game(game).start()
    move, taps = max(
        ((str(move), taps_at(start_position, str(move))) for move in start_position.legal_moves()),
        key=lambda each: len(each[1]),
    )
    start(page, server, game, "here")
    for name in taps:
        place(page, name).dblclick()
    expect(moves(page)).to_have_count(1)
    expect(moves(page).first).to_contain_text(move)
    expect(page.locator(".status")).not_to_contain_text("not yours")


def test_taps_apart_and_keys_put_a_piece_back(page: Page, server: str) -> None:
    start(page, server, "fanorona", "here")
    chosen = page.locator(".stage .place.chosen")
    place(page, "d2").click()
    expect(chosen).to_have_count(1)
    page.wait_for_timeout(DOUBLE_MS)
    place(page, "d2").click()
    expect(chosen).to_have_count(0)
    for count in (1, 0):
        place(page, "d2").press("Enter")
        expect(chosen).to_have_count(count)
    place(page, "e3").click()
    expect(page.locator(".status .headline")).to_have_text("Choose a piece first.")


def test_seeds_are_laid_by_quick_taps(page: Page, server: str) -> None:
    page.goto(f"{server}/referee")
    expect(page.locator(".editor")).to_be_visible()
    expect(page.get_by_label("Game")).to_have_value("fang-4")  # the first rung
    with page.expect_response("**/layouts*"):
        place(page, "1").click()
    lying = page.evaluate("Number(document.querySelector('.stage [data-place=\\'1\\'] .figure').textContent)")
    place(page, "1").dblclick()
    expect(place(page, "1").locator(".figure")).to_have_text(str(lying + 2))


def test_taken_pieces_are_laid_out_at_the_end(page: Page, server: str) -> None:
    start(page, server, "fanorona", "here", start="9/9/2W1BB3/9/9 w")
    choose_any(page)
    expect(page.locator(".status .dot.over")).to_have_count(1)
    winner, loser = page.locator(".player.first"), page.locator(".player.second")
    expect(winner.locator(".spoils .piece.B")).to_have_count(2)
    expect(winner).to_contain_text("2 pieces taken")
    expect(loser.locator(".spoils .piece")).to_have_count(0)
    check_axe(page, "what was taken")
    for width, height in ((360, 640), (640, 360), (1280, 800)):
        resize(page, (width, height))
        plate, laid = winner.bounding_box(), winner.locator(".spoils").bounding_box()
        assert plate
        assert laid
        assert plate["x"] <= laid["x"]
        assert laid["width"] >= 30
        assert laid["x"] + laid["width"] <= plate["x"] + plate["width"], (width, height)
