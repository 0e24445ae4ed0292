"""The analysis board: lines that grow, arrows, the bar, what is proved and what is an opinion, a telephone's drawer."""

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, expect

import lalao
from tests.browsing import SIZES, Size, check_axe, place, resize, start, there, visiting

pytestmark = there
OPENING = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW w"
ENDING = "W8/1W1B5/9/4B4/9 w"
GAMES = {"fang-8": "1.1.1.1.1.1.1.1 4+4 S", "fafy": "1.2.2.1.1.2.2.1 S", "fanorona": OPENING}
DEEP = 6
OUTSIDE = """() => [...document.querySelectorAll(".looking > *, .side button, .depth, .place")].filter((each) => {
  const { left, right, width } = each.getBoundingClientRect();
  const isCut = each.matches(".depth") && each.scrollWidth > each.clientWidth;
  return width && (left < -1 || right > innerWidth + 1 || isCut);
}).map((each) => each.className.baseVal ?? each.className)"""
"""What of the page is cut off at the left or the right."""


def look(page: Page, server: str, game: str, position: str) -> None:
    """Open the analysis of a position, and wait for its best line."""
    page.goto(f"{server}/look#{game}/{quote(position, safe='')}")
    expect(page.locator(".marks *").first).to_be_attached()


@pytest.mark.parametrize("language", ["fr", "mg"])
def test_a_telephone_shows_lines_and_choices_above_the_fold(browser: Browser, server: str, language: str) -> None:
    settings = {"language": language}
    with visiting(browser, server, settings=settings, viewport={"width": 360, "height": 640}) as page:
        look(page, server, "fanorona", OPENING)
        page.locator("[role=tab]").first.click()
        page.wait_for_function(
            f"() => [...document.querySelectorAll('.lines li')].length >= 2 && "
            f"[...document.querySelectorAll('.lines li')].slice(0, 2).every(each => "
            f"each.querySelectorAll('.ply').length >= {DEEP})"
        )
        for line in page.locator(".lines li").all()[:2]:
            last = line.locator(".ply").nth(DEEP - 1).bounding_box()
            assert last
            assert last["y"] + last["height"] <= 640
        expect(page.locator(".lines .badge")).to_have_count(page.locator(".lines li").count())
        check_choices(page)
        page.locator(".lines .ply").nth(1).hover()
        expect(page.locator(".stage .place.legal")).to_have_count(0)
        check_choices(page)


def check_choices(page: Page) -> None:
    """Choose a step that takes either way, and check that the choices are in sight, in place of the keys."""
    expect(page.locator(".keys-slot")).to_be_visible()
    place(page, "d3").click()
    place(page, "e3").click()
    choices = page.locator(".looking .bar button")
    expect(choices).to_have_count(3)
    expect(page.locator(".keys-slot")).to_be_hidden()
    for choice in choices.all():
        box = choice.bounding_box()
        assert box
        assert box["y"] + box["height"] <= 640
    page.keyboard.press("Escape")
    expect(page.locator(".keys-slot")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_cut_off(browser: Browser, server: str, game: str) -> None:
    for language in ("fr", "mg"):
        with visiting(browser, server, settings={"language": language}) as page:
            look(page, server, game, GAMES[game])
            for size in SIZES:
                resize(page, size)
                where = (game, size, language)
                assert page.evaluate("document.documentElement.scrollWidth") <= size[0], where
                assert page.evaluate("document.documentElement.scrollHeight") <= size[1], where
                assert page.evaluate(OUTSIDE) == [], where
                check_keys(page, size, where)
            check_axe(page, f"analysis of {game}")


def check_keys(page: Page, size: Size, where: object) -> None:
    """Check that each key and tab is inside the screen, and large enough for a finger."""
    for each in page.locator(".keys-slot button, [role=tab]").all():
        box = each.bounding_box()
        assert box, where
        assert min(box["width"], box["height"]) >= 44, (where, box)
        assert box["y"] + box["height"] <= size[1], (where, box)


@pytest.mark.parametrize("size", [(360, 640), (1280, 800)])
def test_points_are_named_at_the_edge(browser: Browser, server: str, size: Size) -> None:
    with visiting(browser, server, viewport={"width": size[0], "height": size[1]}) as page:
        page.goto(f"{server}/look#fanorona/{quote(OPENING, safe='')}")
        page.locator(".place").first.wait_for()
        names = page.locator(".board .edge").evaluate_all(
            "all => all.filter((each) => getComputedStyle(each).display !== 'none').map((each) => each.textContent)"
        )
        assert sorted(names) == [*"12345abcdefghi"]


def test_tabs_keep_their_place_while_lines_grow(page: Page, server: str) -> None:
    page.goto(f"{server}/look#fanorona/{quote(OPENING, safe='')}")
    expect(page.locator(".lines li")).to_have_count(3)
    before = page.get_by_role("tab", name="Moves").bounding_box()
    for _ in range(2):
        page.get_by_role("button", name="More lines").click()
    expect(page.locator(".lines li")).to_have_count(5)
    assert page.get_by_role("tab", name="Moves").bounding_box() == before
    page.get_by_role("switch", name="Engine").uncheck()
    expect(page.locator(".lines li")).to_have_count(0)
    assert page.get_by_role("tab", name="Moves").bounding_box() == before


def test_an_address_may_name_a_game_alone(page: Page, server: str) -> None:
    page.goto(f"{server}/look#fafy-impartial")
    expect(page.locator(".stage .place")).to_have_count(8)
    page.goto(f"{server}/look#fanorona-dimy")
    expect(page.locator(".stage .place")).to_have_count(25)


def test_lines_are_shown_and_played(page: Page, server: str) -> None:
    look(page, server, "fanorona", ENDING)
    expect(page.locator(".lines .badge.win").first).to_contain_text("✓ 27")
    expect(page.locator(".lines .ply")).to_have_count(27)
    assert page.locator(".looking").inner_text().count("≈") == 0
    expect(page.locator(".marks .mark-arrow.rank-1")).to_have_count(1)
    expect(page.locator(".marks ~ g .worth-mark")).not_to_have_count(0)  # no arrow hides what a turn is worth
    expect(page.locator(".marks ~ g .worth-mark")).to_have_count(page.locator(".worth-mark").count())
    third = page.locator(".lines .ply").nth(2)
    third.hover()
    expect(place(page, "a4").locator(".piece")).to_have_count(1)
    expect(page.locator(".tree .ply")).to_have_count(0)
    page.mouse.move(0, 0)
    expect(place(page, "a5").locator(".piece")).to_have_count(1)
    third.click()
    expect(page.locator(".tree .ply")).to_have_text(["b4-c4A", "e2-e3", "a5-a4"])
    expect(page.locator(".tree .now")).to_have_text("a5-a4")


def test_arrow_keys_go_through_the_game_wherever_the_pointer_has_been(page: Page, server: str) -> None:
    page.goto(f"{server}/look#fang-4/0.1.1.0%203%2B3%20S/2/2")
    expect(page.locator(".tree .now")).to_have_text("2")
    place(page, "3").click()
    expect(page.locator(".tree .now")).to_have_text("3")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".tree .ply").first).to_have_class(re.compile("now"))
    page.get_by_role("tab", name="Values").click()
    page.get_by_role("tab", name="Moves").click()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".tree .now")).to_have_text("2")
    page.keyboard.press("ArrowLeft")
    page.get_by_role("tab", name="Moves").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Values")).to_be_focused()
    expect(page.get_by_role("tabpanel")).to_have_accessible_name("Values")
    page.locator(".board [tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".board .place:focus")).to_have_count(1)


def test_the_bar_shows_what_is_proved_from_the_side_that_is_below(page: Page, server: str) -> None:
    filled = "rect => Math.round(rect.getAttribute('height'))"
    look(page, server, "fanorona", ENDING)
    page.wait_for_function("() => +document.querySelector('.evaluation rect').getAttribute('height') === 100")
    page.get_by_role("button", name="Flip").click()
    page.wait_for_function("() => +document.querySelector('.evaluation rect').getAttribute('height') === 0")
    page.goto(f"{server}/look#fanorona/{quote('9/4B4/9/3W5/9 w', safe='')}")
    expect(page.locator(".lines .badge.draw").first).to_be_visible()
    assert page.locator(".evaluation rect").evaluate(filled) == 50


def test_what_is_proved_is_never_taken_back(page: Page, server: str) -> None:
    """A look that answers less than the values before it, or more, leaves what was proved as it was."""
    position = lalao.game("fanorona").position(ENDING)
    best = position.legal_moves()[0]
    after = str(position.play(best))
    line = {"value": "unknown", "plies": None, "opinion": 900, "moves": [str(best)], "positions": [after]}
    shallow = {"depth": 3, "nodes": 9, "lines": [line]}
    page.route(re.compile(r"/lines\?"), lambda route: route.fulfill(json=shallow))
    look(page, server, "fanorona", ENDING)
    expect(page.locator(".lines li").first.locator(".badge")).to_have_class(re.compile("win"))
    page.wait_for_timeout(300)
    expect(page.locator(".lines li").first.locator(".ply").first).to_have_text("b4-c4A")
    for each in page.locator(".lines li").all():
        assert ("✓" in each.inner_text()) + ("≈" in each.inner_text()) <= 1


def test_the_engine_can_be_switched_off(page: Page, server: str) -> None:
    asked = []
    look(page, server, "fafy", GAMES["fafy"])
    page.get_by_role("switch", name="Engine").uncheck()
    expect(page.locator(".marks *")).to_have_count(0)
    expect(page.locator(".worth-mark")).to_have_count(0)
    page.on("request", lambda request: asked.append(request.url) if "/lines" in request.url else None)
    place(page, "6").click()
    expect(page.locator(".tree .ply")).to_have_count(1)
    assert asked == []
    page.reload()
    expect(page.get_by_role("switch", name="Engine")).not_to_be_checked()


SHEET = """() => {
  const left = (each) => Math.round(each.getBoundingClientRect().left);
  const rows = [...document.querySelectorAll(".tree > .nth")];
  return rows.map((row) => [row.textContent, ...[1, 2].map((at) => {
    const cell = at === 1 ? row.nextElementSibling : row.nextElementSibling.nextElementSibling;
    return [cell.textContent.trim(), left(cell)];
  })]);
}"""


@pytest.mark.parametrize("starter", ["S", "N"])
def test_moves_stand_in_two_columns_one_a_side(starter: str, browser: Browser, server: str) -> None:
    """A variation and a comment stand below the row they belong to, and the move that is shown is in sight."""
    position = lalao.game("fang-8").position(f"1.1.1.1.1.1.1.1 4+4 {starter}")
    moves = [str(position.legal_moves()[0])]
    while (position := position.play(moves[-1])).outcome is None:
        moves.append(str(position.legal_moves()[0]))
    with visiting(browser, server, viewport={"width": 1024, "height": 600}) as page:
        page.goto(f"{server}/look#fang-8/{quote(f'1.1.1.1.1.1.1.1 4+4 {starter}', safe='')}/{'/'.join(moves)}")
        expect(page.locator(".tree .ply")).to_have_text(moves)
        expect(page.locator(".tree .now")).to_be_in_viewport()
        rows = page.evaluate(SHEET)
        told = [text for _, *cells in rows for text, _ in cells]
        assert [text for text in told if text] == (["…"] if starter == "N" else []) + moves
        assert [number for number, *_ in rows] == [str(at + 1) for at in range(len(rows))]
        assert len({left for _, (_, left), _ in rows}) == len({left for _, _, (_, left) in rows}) == 1
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("Home")
        other = next(move for move in map(str, lalao.game("fang-8").start().legal_moves()) if move != moves[0])
        place(page, other).click()
        variation = page.locator(".tree > .variation")
        expect(variation).to_have_text(re.compile(rf"^\s*1{'…' if starter == 'N' else ''}\s*{other}\s*$"))
        numbers = page.locator(".tree > .nth")
        first, second = numbers.nth(0).bounding_box(), numbers.nth(1).bounding_box()
        between = variation.bounding_box()
        assert first
        assert second
        assert between
        assert first["y"] < between["y"] < second["y"]


def test_the_book_tells_how_games_went_on(browser: Browser, server: str) -> None:
    with visiting(browser, server, children=[]) as page:
        start(page, server, "fanorona", "here")
        place(page, "e2").click()
        place(page, "e3").click()
        expect(page.locator(".stage .status")).to_contain_text("Moon")
        page.goto(f"{server}/look#fanorona/{quote(OPENING, safe='')}")
        page.get_by_role("tab", name="Book").click()
        expect(page.locator(".openings")).to_have_count(2)
        engine, device = page.locator(".openings").all()
        expect(engine.locator("caption")).to_have_text("Games of the engine against itself")
        expect(engine.locator("tr")).to_have_count(5)
        expect(engine.locator("tr").filter(has_text="vaky loha").locator(".ply")).to_have_text("e2-e3A")
        bars = engine.locator(".result-bar").evaluate_all("all => all.map((each) => each.getAttribute('aria-label'))")
        assert all(re.fullmatch(r"(White won: \d+)?(, )?(drawn: \d+)?(, )?(Black won: \d+)?", bar) for bar in bars), (
            bars
        )
        expect(device.locator(".ply")).to_have_text(["e2-e3A"])
        device.locator(".ply").click()
        expect(page.locator(".openings .ply").first).not_to_have_text("e2-e3A")
        page.get_by_role("tab", name="Moves").click()
        expect(page.locator(".tree .now")).to_have_text("e2-e3A")
        check_axe(page, "the book")


def know_e2_e3(page: Page) -> None:
    """Answer with the move that was chosen, and go on."""
    expect(page.locator(".stage .status")).to_contain_text("play the move that you chose")
    place(page, "e2").click()
    place(page, "e3").click()
    page.get_by_role("button", name="Next").click()


def test_moves_that_were_chosen_are_asked_again(page: Page, server: str) -> None:
    replies = "async () => Object.values((await script('practice.js')).practice().replies)"
    today = "async () => (await script('attempts.js')).today()"
    page.goto(f"{server}/look#fanorona/{quote(OPENING, safe='')}")
    page.get_by_role("tab", name="Book").click()
    mine = page.get_by_role("button", name="e2-e3A is my move here")
    other = page.get_by_role("button", name="f2-e3A is my move here")
    other.click()
    expect(other).to_have_attribute("aria-pressed", "true")
    mine.click()
    expect(other).to_have_attribute("aria-pressed", "false")
    page.get_by_role("link", name="Practise my moves: 1 due, 1 chosen").click()
    expect(page.locator(".stage .status")).to_contain_text("White moves: play the move that you chose.")
    place(page, "f2").click()
    place(page, "e3").click()
    expect(page.locator(".stage .status")).to_contain_text("You chose another move here.")
    page.get_by_role("button", name="Try again").click()
    know_e2_e3(page)
    expect(page.locator(".stage .status")).to_contain_text("0 of 1 known at once.")
    assert page.evaluate(replies) == [["e2-e3A", 1, page.evaluate(today) + 1]]
    check_axe(page, "the moves that were chosen")
    page.get_by_role("link", name="Analyse").last.click()
    page.get_by_role("tab", name="Book").click()
    page.get_by_role("link", name="Practise my moves: 0 due, 1 chosen").click()
    know_e2_e3(page)
    expect(page.locator(".stage .status")).to_contain_text("1 of 1 known at once.")
    assert page.evaluate(replies) == [["e2-e3A", 1, page.evaluate(today) + 1]], "not due, so it rests no longer"
    page.goto(f"{server}/puzzles")
    page.get_by_role("link", name="Fanorona 5×9: 0 due, 1 chosen").click()
    page.wait_for_url(f"{server}/moves/fanorona")


def test_a_position_becomes_a_puzzle(page: Page, server: str) -> None:
    status = ".stage .status"
    page.goto(f"{server}/look#fanorona-telo/{quote('BBB/B1W/WWW w', safe='')}")
    page.get_by_role("tab", name="Tools").click()
    page.get_by_role("button", name="Puzzle from here").click()
    expect(page.locator(status)).to_contain_text("White moves: find a move that wins.")
    page.reload()
    expect(page.locator(status)).to_contain_text("White moves: find a move that wins.")
    place(page, "a1").click()
    place(page, "b2").click()
    page.get_by_role("button", name="Try again").click()
    place(page, "c2").click()
    place(page, "b2").click()
    page.get_by_role("button", name="Next").click()
    expect(page.locator(status)).to_contain_text("Solved!")
    page.locator(".bar").get_by_role("button", name="Share").click()
    expect(page.get_by_role("dialog").get_by_label("Link", exact=True)).to_have_value(page.url)
    check_axe(page, "a puzzle of one's own")
    page.keyboard.press("Escape")
    page.goto(f"{server}/puzzle#fanorona-telo")
    expect(page.locator(status)).to_contain_text("White moves: find a move that wins.")
    page.goto(f"{server}/puzzle#fanorona/{quote(OPENING, safe='')}")
    expect(page.locator("#toast")).to_contain_text("not all of its moves are known for sure")
    page.wait_for_url(f"{server}/look#fanorona/**")
