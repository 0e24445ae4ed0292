"""The pages in a real browser: whole games, two browsers, keys, touch, languages, draw and undo, accessibility."""

import re
import time
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, WebSocketRoute, expect

import lalao
from lalao.record import read
from tests.browsing import (
    check_axe,
    choose_any,
    from_menu,
    in_turn,
    is_over,
    moves,
    open_tab,
    place,
    play_to_the_end,
    start,
    tap_again,
    there,
    visiting,
)
from tests.pages.test_shell import check_places
from tests.patience import least
from tests.serving import Server
from tests.unit.test_crowded import crowded

pytestmark = there
BIG_SOWING = "1.0.0.0.0.0.0.1/0.1.1.0.0.1.0.0/19.0.0.0.0.0.0.0/0.1.1.1.12.12.12.1 0+0 S"


LONG = ("fifangha", "fanorona")


@pytest.mark.parametrize(
    ("game", "level"),
    [
        *(("fang", 1), ("fafy-impartial", 1), ("fifangakely", 1), ("fanorona-telo", 1)),
        *(pytest.param(game, 1, marks=pytest.mark.slow) for game in LONG),
    ],
)
def test_a_full_game_of_each_family_against_the_computer(page: Page, server: str, game: str, level: int) -> None:
    start(page, server, game, level=f"level:{level}")
    assert play_to_the_end(page) >= 2
    expect(page.locator(".status")).to_contain_text(re.compile("won|draw"))
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator(".status .dot.over")).to_have_count(0)


def test_a_child_is_playing_in_two_taps(browser: Browser, server: str) -> None:
    with visiting(browser, server, has_touch=True) as page:
        page.goto(server)
        page.locator(".scene").first.tap()
        page.locator(".walk .play-free").tap()
        page.locator("dialog .primary").tap()
        expect(page.locator(".stage")).to_be_visible()
        assert page.evaluate("document.activeElement !== document.body")
        expect(place(page, "2")).to_have_class(re.compile("legal"))
        place(page, "2").tap()
        expect(moves(page)).to_have_count(2)


def test_a_game_shows_the_levels_that_it_has(browser: Browser, server: str) -> None:
    last = {"fang": {"game": "fang-8-guarded", "mode": "alone", "level": "8", "who": "me", "clock": 0}}
    with visiting(browser, server, settings={"last": last}) as page:
        page.goto(f"{server}/path/fang")
        page.locator(".play-free").click()
        expect(page.locator("dialog .levels button")).to_have_count(8)
        page.locator("dialog .more summary").click()
        page.get_by_role("radio", name="4 pits").click()
        expect(page.locator("dialog .levels button")).to_have_count(5)
        expect(page.locator("dialog .levels button[aria-checked=true]")).to_have_text(re.compile("5$"))
        page.locator("dialog .primary").click()
        expect(page.locator(".player.above")).to_contain_text("Sokatra")


def test_two_browsers_by_code_one_reloading(browser: Browser, server: str) -> None:
    with visiting(browser, server) as one, visiting(browser, server) as two:
        code = start(one, server, "fang-4", "apart")
        expect(one.locator(".code")).to_have_text(code)
        two.goto(server)
        two.locator("#code").fill(code.lower())
        two.get_by_role("button", name="Join").click()
        two.locator("#name").fill("<img src=x onerror=alert(1)>")
        two.get_by_role("button", name="Sit down").click()
        expect(one.locator(".code")).to_have_count(0)
        expect(one.locator(".player.above")).to_contain_text("<img src=x")
        assert one.locator(".player img").count() == 0
        choose_any(one)
        expect(moves(two)).to_have_count(1)
        two.reload()
        expect(moves(two)).to_have_count(1)
        choose_any(two)
        expect(moves(one)).to_have_count(2)
        while not is_over(one):
            for page in (one, two):
                if page.locator(".stage .place.legal").count():
                    before = moves(page).count()
                    choose_any(page)
                    for each in (one, two):
                        expect(moves(each)).to_have_count(before + 1)
        expect(two.locator(".status .dot.over")).to_have_count(1)


def test_a_game_that_was_left_goes_on(page: Page, server: str) -> None:
    start(page, server, "fang-4", "here")
    choose_any(page)
    expect(moves(page)).to_have_count(1)
    page.goto(server)
    page.get_by_role("link", name="Continue: Fang on 4 pits").click()
    expect(moves(page)).to_have_count(1)
    play_to_the_end(page)
    page.get_by_role("link", name="Back to the games").click()
    expect(page.locator(".scenes")).to_be_visible()
    assert page.get_by_role("link", name="Continue").count() == 0


def test_offers_between_two_browsers(browser: Browser, server: str) -> None:
    with visiting(browser, server) as one, visiting(browser, server) as two:
        code = start(one, server, "fang-4", "apart")
        two.goto(f"{server}/m/{code}")
        two.get_by_role("button", name="Sit down").click()
        place(one, "2").click()
        expect(moves(two)).to_have_count(1)
        one.get_by_role("button", name="Take back").click()
        two.get_by_role("button", name="Yes").click()
        expect(moves(one)).to_have_count(0)
        from_menu(one, "Offer a draw")
        two.get_by_role("button", name="No", exact=True).click()
        from_menu(one, "Offer a draw")
        two.get_by_role("button", name="Yes").click()
        for page in (one, two):
            expect(page.locator(".status")).to_contain_text("By agreement")


def test_the_computer_answers_an_offer_of_a_draw(page: Page, server: str) -> None:
    start(page, server, "fanorona", start="BB7/9/9/9/8W w", level="level:1")
    from_menu(page, "Offer a draw")
    expect(page.locator("#toast")).to_contain_text("declined")
    start(page, server, "fanorona", start="B8/9/9/9/8W w", level="level:1")
    from_menu(page, "Offer a draw")
    expect(page.locator(".status")).to_contain_text("By agreement")


def test_two_at_one_screen_agree_on_a_draw(page: Page, server: str) -> None:
    start(page, server, "fang-4", "here")
    from_menu(page, "Agree to a draw")
    page.get_by_role("button", name="Yes").click()
    expect(page.locator(".status")).to_contain_text("By agreement")


def test_what_is_taken_back_stays_beside_the_game(page: Page, server: str) -> None:
    start(page, server, "fang-4", "here")
    for name, count in (("2", 1), ("2", 2)):
        tap_again(page, place(page, name))
        expect(moves(page)).to_have_count(count)
    page.get_by_role("button", name="Take back").click()
    expect(moves(page)).to_have_count(1)
    expect(page.locator(".moves .variation")).to_have_text("( 2 )")
    place(page, "3").click()
    expect(moves(page)).to_have_count(2)
    expect(moves(page).last.locator(".variation")).to_have_text("( 2 )")
    from_menu(page, "Analyse", "link")
    expect(page.locator(".tree .ply")).to_have_text(["2", "3", "2"])
    expect(page.locator(".tree .now")).to_have_text("3")
    expect(page.locator(".tree .variation")).to_have_text(re.compile(r"^\s*1…\s*2\s*$"))


def tab_to(page: Page, wanted: str, most: int = 60) -> None:
    """PrintWorkers Tab until the wanted element has the focus."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return
    raise AssertionError(f"Tab never comes to {wanted}")


def walk_to(page: Page, wanted: str) -> None:
    """Go to a place of a lattice with the arrow keys."""
    here = str(page.evaluate("document.activeElement.dataset.place"))
    files, ranks = ord(wanted[0]) - ord(here[0]), int(wanted[1:]) - int(here[1:])
    for count, key in ((files, "ArrowRight"), (-files, "ArrowLeft"), (ranks, "ArrowUp"), (-ranks, "ArrowDown")):
        for _ in range(count):
            page.keyboard.press(key)
    assert page.evaluate("document.activeElement.dataset.place") == wanted


def names(page: Page, mark: str) -> list[str]:
    """Return the names of the places with a mark."""
    found: list[str] = page.locator(f".stage .place.{mark}").evaluate_all("all => all.map(one => one.dataset.place)")
    return found


def test_keys_alone_from_the_first_page_to_the_end_of_fang(browser: Browser, server: str) -> None:
    last = {"fang": {"game": "fang-6", "mode": "alone", "level": "1", "who": "me", "clock": 0}}
    with visiting(browser, server, settings={"last": last}) as page:
        page.goto(server)
        expect(page.locator(".scenes")).to_be_visible()
        tab_to(page, ".scene")
        page.keyboard.press("Enter")
        page.locator(".play-free").wait_for()
        tab_to(page, ".play-free")
        page.keyboard.press("Enter")
        expect(page.locator("dialog .play")).to_be_focused()
        page.keyboard.press("Enter")
        page.wait_for_selector(".stage .place.legal")
        tab_to(page, ".stage .place")
        for _ in range(20):
            page.wait_for_selector(".stage .place.legal, .status .dot.over")
            if is_over(page):
                break
            page.keyboard.press("Home")
            while page.evaluate("document.activeElement.dataset.place") != names(page, "legal")[0]:
                page.keyboard.press("ArrowRight")
            count = moves(page).count()
            page.keyboard.press("Enter")
            page.wait_for_function("n => document.querySelectorAll('.moves li').length > n", arg=count)
        assert is_over(page)
        expect(page.locator(".rematch")).to_be_focused()
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".moves .now")).to_have_count(1)
        expect(page.get_by_role("button", name="Back to the game")).to_be_visible()


def test_keys_alone_through_a_game_of_fanorona(page: Page, server: str) -> None:
    start(page, server, "fanorona-telo", level="level:1")
    page.wait_for_selector(".stage .place.legal")
    tab_to(page, ".stage .place")
    for _ in range(60):
        page.wait_for_selector(".stage .place.legal, .status .dot.over")
        if is_over(page):
            break
        count = moves(page).count()
        walk_to(page, names(page, "legal")[0])
        page.keyboard.press("Enter")
        while moves(page).count() == count:
            stop, option = page.locator(".bar .finish"), page.locator(".bar .option")
            if stop.count() or option.count():
                tab_to(page, ".bar .finish, .bar .option")
                page.keyboard.press("Enter")
            elif targets := names(page, "target"):
                walk_to(page, targets[0])
                page.keyboard.press("Enter")
            page.wait_for_timeout(60)
            if not page.evaluate("document.activeElement.matches('.stage .place')"):
                tab_to(page, ".stage .place")
    assert is_over(page)


def test_a_whole_game_by_touch_on_a_telephone(browser: Browser, server: str) -> None:
    size = {"width": 360, "height": 740}
    with visiting(browser, server, has_touch=True, is_mobile=True, viewport=size) as page:
        start(page, server, "fanorona-telo", level="level:1")
        for _ in range(60):
            page.wait_for_selector(".stage .place.legal, .status .dot.over")
            if is_over(page):
                break
            count = moves(page).count()
            tap_again(page, place(page, names(page, "legal")[0]), Locator.tap)
            while moves(page).count() == count:
                stop, option = page.locator(".bar .finish"), page.locator(".bar .option")
                if stop.count() or option.count():
                    (stop if stop.count() else option).first.tap()
                elif targets := names(page, "target"):
                    tap_again(page, place(page, targets[0]), Locator.tap)
                page.wait_for_timeout(60)
        assert is_over(page)


def test_a_screen_reader_hears_a_labelled_grid(page: Page, server: str) -> None:
    start(page, server, "fifangakely", "here")
    grid = page.get_by_role("grid", name=re.compile("the board: Fifangakely"))
    expect(grid).to_be_visible()
    assert [row.get_by_role("gridcell").count() for row in grid.get_by_role("row").all()] == [4, 4, 4, 4]
    cell = grid.get_by_role("gridcell", name="b (inner row of South): 1 seed, may be played", exact=True)
    expect(cell).to_have_attribute("aria-selected", "false")
    assert grid.locator("[tabindex='0']").count() == 1
    expect(page.locator(".player.below")).to_contain_text("14 seeds in reserve")
    expect(grid).to_have_accessible_description(re.compile("Arrow keys"))


@pytest.mark.parametrize(("spoken", "said"), [("turn", 1), ("gesture", 6)])
def test_events_are_said_in_sentences(browser: Browser, server: str, spoken: str, said: int) -> None:
    with visiting(browser, server, settings={"spoken": spoken}) as page:
        start(page, server, "fang-4", "here")
        expect(page.locator("#said p")).to_have_count(1)
        place(page, "2").click()
        expect(page.locator("#said p")).to_have_count(1 + said)
        expect(page.locator("#said p").last).to_contain_text("Moon plays")
        told = page.locator("#said p").all_text_contents()
        assert " ".join(told).count("Sun takes a seed from the reserve") == 1
        if spoken == "gesture":
            assert told[1:4] == [
                "Sun takes a seed from the reserve.",
                "Sun drops it in pit 2.",
                "Sun lifts 2 seeds from pit 2.",
            ]


TICKS = """() => {
    window.ticks = [];
    new MutationObserver(() => {
        const told = document.querySelector(".player.above .clock")?.textContent;
        if (told && told !== ticks.at(-1)) ticks.push(told);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
"""Notes what a clock tells, in the page itself: a second is short for who looks from outside."""


def test_a_clock_runs_and_runs_out(page: Page, server: str) -> None:
    start(page, server, "fang-4", "here", seconds=3)
    clock = page.locator(".player.above .clock")
    expect(clock).to_have_text("0:03")
    page.evaluate(TICKS)
    place(page, "2").click()
    expect(page.locator(".player.below .clock")).to_have_text("0:03")
    expect(page.locator(".status")).to_contain_text("Moon ran out of time")
    ticks = page.evaluate("ticks")
    assert {"0:02", "0:01"} <= set(ticks), ticks


def test_nothing_is_kept_in_cookies_and_names_in_no_database(browser: Browser, tmp_path: Path) -> None:
    with Server(tmp_path) as running, visiting(browser, running.address) as one:
        code = start(one, running.address, "fang-4", "apart")
        with visiting(browser, running.address) as two:
            two.goto(f"{running.address}/m/{code}")
            two.locator("#name").fill("Rasoanaivo")
            two.get_by_role("button", name="Sit down").click()
            expect(one.locator(".player.above")).to_contain_text("Rasoanaivo")
            assert one.context.cookies() == two.context.cookies() == []
            place(one, "2").click()
            expect(moves(two)).to_have_count(1)
        kept = b"".join(file.read_bytes() for file in (tmp_path / "data").rglob("*") if file.is_file())
        assert b"moved" in kept
        assert b"Rasoanaivo" not in kept


def test_a_chain_is_chosen_step_by_step_and_taking_shown(page: Page, server: str) -> None:
    start(page, server, "fanorona", "here")
    place(page, "d3").click()
    expect(place(page, "e3")).to_have_class(re.compile("target"))
    place(page, "e3").click()
    expect(place(page, "f3")).to_have_class(re.compile("takes"))
    expect(place(page, "c3")).to_have_class(re.compile("takes"))
    page.keyboard.press("Escape")
    expect(place(page, "f3")).not_to_have_class(re.compile("takes"))
    place(page, "d3").click()
    place(page, "e3").click()
    page.locator(".arrow.behind .badge").click()
    expect(moves(page)).to_have_text(re.compile("d3-e3W"))
    assert place(page, "c3").locator(".piece").count() == 0


@pytest.mark.parametrize("where", ["match", "look"])
def test_a_long_chain_is_chosen_on_a_crowded_board(page: Page, server: str, where: str) -> None:
    """The page receives only the beginnings of that many turns, and asks for the continuations of the one chosen."""
    position = crowded("fanorona")
    chain = max(position.legal_moves(), key=lambda move: len(move.text))
    if where == "match":
        start(page, server, "fanorona", "here", start=str(position))
    else:
        page.goto(f"{server}/look#fanorona/{quote(str(position), safe='')}")
        expect(page.locator(".stage .place.legal").first).to_be_visible()
    first, *steps = chain.text.split("-")
    place(page, first).click()
    for step in steps:
        point = step.rstrip("AW")
        expect(place(page, point)).to_have_class(re.compile("target"))
        place(page, point).click()
        choice = page.locator(".bar .option", has_text="by approach" if step.endswith("A") else "by withdrawal")
        if choice.count():
            choice.click()
    finish = page.locator(".bar .finish")
    finish.or_(page.locator(".ply.now")).first.wait_for(state="attached")
    if finish.count():
        finish.click()
    expect(page.locator(".ply.now")).to_contain_text(str(chain))


def test_signs_of_fifangha_are_chosen_on_the_board(page: Page, server: str) -> None:
    start(page, server, "fifangha", "here")
    place(page, "Sd").click()
    expect(place(page, "Sa")).to_have_class(re.compile("target"))
    expect(place(page, "Sd")).to_contain_text("2")
    place(page, "Sh").click()
    expect(moves(page)).to_have_text(re.compile("d-"))


def test_huffing(page: Page, server: str) -> None:
    start(
        page,
        server,
        "fanorona-souffle-telo",
        "here",
        start="BBB/1BW/WWW b huff=c2",
    )
    expect(place(page, "c2")).to_have_class(re.compile("takes"))
    place(page, "c2").click()
    expect(place(page, "c3")).to_have_class(re.compile("legal"))
    place(page, "c3").click()
    place(page, "c2").click()
    expect(moves(page)).to_have_text(re.compile("xc2 c3-c2A"))
    expect(place(page, "c1").locator(".piece")).to_have_count(0)


def test_vela_after_fanorona(page: Page, server: str) -> None:
    start(page, server, "fanorona-telo", "here", start="2B/1W1/W2 w")
    play_to_the_end(page)
    page.get_by_role("button", name="Second round: Vela").click()
    expect(page.locator(".shell h1")).to_contain_text("Vela")
    play_to_the_end(page)
    assert page.get_by_role("button", name="Second round: Vela").count() == 0


def test_cake_rule(browser: Browser, server: str) -> None:
    with visiting(browser, server) as one, visiting(browser, server) as two:
        code = start(one, server, "fafy-impartial", "apart", who="cake")
        expect(one.locator(".status")).to_contain_text("Lay out")
        place(one, "1").click()
        expect(place(one, "1")).to_contain_text("2")
        two.goto(f"{server}/m/{code}")
        two.get_by_role("button", name="Sit down").click()
        expect(one.locator(".code")).to_have_count(0)
        from_menu(one, "Flip")
        expect(place(one, "1")).to_contain_text("2")
        one.get_by_role("radio", name="take a seed").click()
        place(one, "8").click()
        expect(place(one, "8")).to_contain_text("0")
        one.get_by_role("button", name="One pit less").click()
        expect(place(one, "8")).to_have_count(0)
        one.get_by_role("button", name="Done").click()
        two.get_by_role("button", name="The other player starts").click()
        expect(one.locator(".stage .place.legal").first).to_be_visible()
        expect(two.locator(".stage .place.legal")).to_have_count(0)


def test_the_cake_rule_on_one_screen_says_who_chooses(browser: Browser, server: str) -> None:
    with visiting(browser, server, settings={"language": "fr", "name": "Aina"}) as page:
        start(page, server, "fafy-impartial", "here", who="cake")
        expect(page.locator(".player.turn")).to_contain_text("Soleil")
        page.get_by_role("button", name="C’est fait").click()
        expect(page.locator(".status .headline")).to_have_text("Lune choisit\u202f:")
        expect(page.locator(".player.turn")).to_contain_text("Lune")
        expect(page.locator(".bar button")).to_have_text(["Lune commence", "Soleil commence"])
        page.get_by_role("button", name="Lune commence").click()
        expect(page.locator(".status .headline")).to_have_text("Lune joue.")


def test_three_languages_at_once(page: Page, server: str) -> None:
    page.goto(server)
    for language, title in (
        ("fr", "À quoi joues-tu\u202f?"),
        ("mg", "Inona no lalaovinao?"),
        ("en", "What will you play?"),
    ):
        page.locator("select.language").select_option(language)
        expect(page.locator("h1")).to_have_text(title)
        assert page.evaluate("document.documentElement.lang") == language
    start(page, server, "fang")
    from_menu(page, "Settings")
    page.locator("dialog select.language").select_option("fr")
    expect(page.locator(".status")).to_have_text("À toi\u202f! Attaque une case.")


def test_values_are_told_with_sign_and_words(page: Page, server: str) -> None:
    page.goto(f"{server}/look#fang-4/{quote('0.1.1.0 3+3 S')}")
    open_tab(page, "Values")
    expect(page.locator(".values li")).to_have_count(2)
    expect(page.locator(".values li").first).to_contain_text(re.compile("[✓✗=].*(wins|loses|draw)"))
    expect(page.locator(".lines li").first.locator(".ply")).to_have_count(6)  # a hurried answer has less at first
    open_tab(page, "Tools")
    page.get_by_role("button", name="Show me how").click()
    open_tab(page, "Moves")
    expect(page.locator(".tree .ply")).to_have_count(6)
    expect(page.locator(".status .dot.over")).to_have_count(1)


def test_values_stand_on_the_board_with_sign_number_and_words(page: Page, server: str) -> None:
    page.goto(f"{server}/look#fang/{quote('2.2.5.0.0.2.1.3 1+0 S')}")
    marks = page.locator(".worth-mark text")
    expect(marks).to_have_count(6)
    assert sorted(marks.all_text_contents()) == ["=", "✓ 10", "✓ 4", "✓ 4", "✓ 6", "✓ 8"]
    expect(page.locator(".worth-mark.draw text")).to_have_text("=")
    expect(place(page, "8")).to_have_attribute("aria-label", re.compile("wins by 10 · 1 turn"))
    expect(page.locator("[data-over='8'] title")).to_have_text("wins by 10 · 1 turn")
    expect(place(page, "4")).not_to_have_attribute("aria-label", re.compile("wins|loses|draw"))
    expect(page.locator(".evaluation")).to_have_attribute("aria-label", re.compile("wins by 10"))
    page.get_by_role("switch", name="Engine").uncheck()
    expect(marks).to_have_count(0)
    expect(page.locator(".marks .mark-badge")).to_have_count(0)
    page.get_by_role("switch", name="Engine").check()
    expect(marks).to_have_count(6)
    expect(page.locator(".marks .mark-badge")).to_have_count(3)
    page.goto(f"{server}/look#fafy/{quote('1.2.2.1.1.2.2.1 S')}")
    page.reload()
    expect(marks).to_have_text(["✗ 4", "✗ 2", "✗ 4", "✓ 3", "✗ 2", "✓ 3"])


def test_a_piece_is_worth_the_best_of_its_moves_and_each_step_what_it_leads_to(page: Page, server: str) -> None:
    page.goto(f"{server}/look#fanorona/{quote('9/4B4/9/3W5/8W w', safe='')}")
    open_tab(page, "Values")
    listed = page.locator(".values li")
    expect(listed.first).to_be_visible()
    best: dict[str, str] = {}
    for line in listed.all_text_contents():
        sign = next(each for each in "✓=✗" if each in line)
        distance = re.search(r"(\d+) turn", line)
        best.setdefault(line[:2], f"{sign} {distance[1] if distance else ''}".strip())
    expect(page.locator(".worth-mark")).to_have_count(2)
    assert sorted(page.locator(".worth-mark text").all_text_contents()) == sorted(best.values())
    place(page, "d2").click()
    steps = listed.filter(has_text=re.compile("^d2-")).count()
    expect(page.locator(".worth-mark")).to_have_count(steps)


def test_what_moves_are_worth_in_a_match_is_shown_to_who_asks(page: Page, server: str) -> None:
    start(page, server, "fang-4", "here")
    expect(page.locator(".worth-mark")).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("heading", name="Value of each move").click()
    expect(page.locator(".worth-mark")).to_have_count(2)
    page.get_by_role("heading", name="Value of each move").click()
    expect(page.locator(".worth-mark")).to_have_count(0)


def test_an_opinion_is_marked_as_one(page: Page, server: str) -> None:
    start = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW w"
    page.goto(f"{server}/look#fanorona-libre/{quote(start, safe='')}")
    open_tab(page, "Values")
    expect(page.get_by_role("heading", name="The engine's opinion")).to_be_visible()
    expect(page.locator(".value.opinion")).to_have_count(5)
    for _ in range(2):
        page.get_by_role("button", name="More lines").click()
    expect(page.locator(".lines li")).to_have_count(5)
    expect(page.locator(".lines .badge.opinion")).to_have_count(5)
    assert page.locator(".evaluation rect").evaluate("rect => 4 < +rect.getAttribute('height')")
    marks = page.locator(".worth-mark text")
    expect(marks).to_have_count(4)
    for mark in marks.all():
        expect(mark.locator("..")).to_have_class(re.compile("opinion"))
        expect(mark).to_have_text(re.compile(r"^[+−]?\d"))
        expect(mark).to_have_css("font-style", "italic")
    expect(place(page, "d3")).to_have_attribute("aria-label", re.compile("the engine's opinion"))


def test_variations_and_the_link_that_holds_them(browser: Browser, server: str) -> None:
    with visiting(browser, server) as page:
        page.goto(f"{server}/look#fang-4/0.1.1.0%203%2B3%20S/2/2/3")
        expect(page.locator(".tree .ply")).to_have_text(["2", "2", "3"])
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".tree .now")).to_have_count(1)
        place(page, "4").click()
        expect(page.locator(".tree .variation")).to_have_text(re.compile(r"^\s*2\s*4\s*$"))
        link = page.url
        page.get_by_role("button", name="Share").click()
        expect(page.locator("dialog textarea")).to_have_value(re.compile(r"1\. 2 2 2\. 3 \(2\. 4\)"))
    with visiting(browser, server) as other:
        other.goto(link)
        expect(other.locator(".tree .ply")).to_have_text(["2", "2", "3", "4"])
        expect(other.locator(".tree .now")).to_have_text("4")
        expect(other.locator(".tree .variation")).to_have_text(re.compile(r"^\s*2\s*4\s*$"))


DROP = """text => {
  const dropped = new DataTransfer();
  dropped.items.add(new File([text], "game.txt"));
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: dropped, bubbles: true, cancelable: true }));
}"""
PASTE = """text => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text", text);
  document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
}"""


def test_texts_that_are_dropped_or_pasted_are_understood(browser: Browser, server: str) -> None:
    with visiting(browser, server, refused=True) as page:
        page.goto(f"{server}/look")
        page.locator(".place").first.wait_for()
        page.evaluate(DROP, '[Game "fang-4"] [South "Awa"] [North "Léo"] 1. 2 2 2. 3 0-1')
        expect(page.locator("#toast")).to_contain_text("Awa – Léo · 3 moves · 0-1")
        expect(page.locator(".tree .ply")).to_have_text(["2", "2", "3"])
        page.evaluate(PASTE, "d3-e3A")
        expect(page.locator("#toast")).to_contain_text("Fanorona 5×9")
        expect(page.locator("#toast")).to_contain_text("1 move")
        page.evaluate(PASTE, '[Game "fang-4"] [South "Awa"] [North "Léo"] 1. 2 2 0-1\n\n[Game "fafy"] 1. 4+ *')
        expect(page.locator("dialog li")).to_have_text(["Awa – Léo · 2 moves · 0-1", "1 move"])
        page.locator("dialog li button").last.click()
        expect(page.locator("#toast")).to_contain_text("Fafy · 1 move")
        page.evaluate(PASTE, "d3-e3A")
        expect(page.locator(".tree .ply")).to_have_text(["d3-e3A"])
        page.evaluate(PASTE, "hello")
        expect(page.locator("#toast")).to_contain_text("neither a position nor a list of moves")
        expect(page.locator(".tree .ply")).to_have_text(["d3-e3A"])


def test_the_book_counts_the_games_of_a_text(page: Page, server: str) -> None:
    page.goto(f"{server}/look")
    page.locator(".place").first.wait_for()
    page.evaluate(PASTE, '[Game "fang-4"] 1. 2 2 0-1\n\n[Game "fang-4"] 1. 2 3 1-0\n\n[Game "fafy"] 1. 4+ *')
    page.locator("dialog li button").first.click()
    expect(page.locator(".tree .ply")).to_have_text(["2", "2"])
    page.get_by_role("tab", name="Book").click()
    expect(page.get_by_text("No game that is known here")).to_be_visible()
    for expected in (["3", "2"], ["2"]):
        page.get_by_role("button", name="Back", exact=True).click()
        expect(page.locator(".openings caption")).to_have_text("Games of the text")
        expect(page.locator(".openings .ply")).to_have_text(expected)
    expect(page.locator(".openings td.count").last).to_have_text("2")


def test_a_tree_is_edited(page: Page, server: str) -> None:
    page.goto(f"{server}/look#fang-4/0.1.1.0%203%2B3%20S/2/2/3/(/4/)")
    page.locator(".tree .ply", has_text="4").click()
    page.get_by_role("button", name="Make it the line").click()
    expect(page.locator(".tree .ply")).to_have_text(["2", "2", "4", "3"])
    expect(page.get_by_role("button", name="Make it the line")).to_be_disabled()
    page.get_by_role("button", name="Judge the move").click()
    page.locator("dialog").get_by_role("button", name="!?", exact=True).click()
    page.get_by_role("button", name="Comment").click()
    page.locator("dialog textarea").fill("Is it {good}?\nSee.")
    page.get_by_role("button", name="Keep").click()
    expect(page.locator(".tree .ply")).to_have_text(["2", "2", "4!?", "3"])
    expect(page.locator(".tree .comment")).to_have_text("Is it good ? See.")
    page.reload()
    expect(page.locator(".tree .now")).to_have_text("4!?")
    page.get_by_role("button", name="Share").click()
    expect(page.locator("dialog textarea")).to_have_value(re.compile(r"2\. 4 \$5 \{Is it good \? See\.\}\s+\(2\. 3\)"))
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Delete").click()
    expect(page.locator(".tree .ply")).to_have_text(["2", "2", "3"])


def test_a_record_is_opened_and_a_position_set_up(browser: Browser, server: str) -> None:
    with visiting(browser, server, refused=True) as page:
        page.goto(f"{server}/look")
        page.get_by_role("button", name="Open a record").click()
        page.locator("dialog textarea").fill('[Game "fang-4"] 1. 2 2 2. 9')
        page.get_by_role("button", name="Open", exact=True).click()
        expect(page.locator("#toast")).to_contain_text("line 1")
        page.locator("dialog textarea").fill('[Game "fang-4"] [South "Awa"] 1. 2 {Hm.} 2 2. 3 (2. 4) 0-1')
        page.get_by_role("button", name="Open", exact=True).click()
        expect(page.locator(".tree .comment")).to_have_text("Hm.")
        page.get_by_role("button", name="Share").click()
        expect(page.locator("dialog textarea")).to_have_value(re.compile(r'\[South "Awa"\].*\{Hm\.\}.*0-1', re.DOTALL))
        page.get_by_role("button", name="Close").click()
        expect(page.locator(".tree .ply")).to_have_text(["2", "2", "3", "4"])
        expect(page.locator(".tree .now")).to_have_text("3")
        page.locator("#top select").select_option("fanorona-telo")
        expect(place(page, "c3").locator(".piece")).to_have_count(1)
        open_tab(page, "Tools")
        page.get_by_role("button", name="Set up").click()
        page.get_by_role("radio", name="empty").click()
        with page.expect_response("**/layouts*"):  # its answer makes the buttons anew
            place(page, "c3").click()
        expect(place(page, "c3").locator(".piece")).to_have_count(0)
        page.get_by_role("button", name="Done").click()
        page.wait_for_url(re.compile("BB1"))
        expect(page.locator(".editor")).to_have_count(0)


@pytest.mark.parametrize("game", ["fang-4", "fafy", "fifangha", "fanorona-telo"])
def test_a_position_is_saved(browser: Browser, server: str, game: str) -> None:
    with visiting(browser, server, accept_downloads=True) as page:
        begun = lalao.game(game).start()
        page.goto(f"{server}/look#{game}/{quote(str(begun), safe='')}/{quote(str(begun.legal_moves()[0]))}")
        expect(page.locator(".tree .ply")).to_have_count(1)
        page.get_by_role("button", name="Share").click()
        saved = {}
        for kind in ("SVG", "PNG", "Save the record", "The game as a moving picture (SVG)"):
            with page.expect_download() as download:
                page.get_by_role("button", name=kind, exact=True).click()
            saved[kind] = download.value.path().read_bytes()
        assert saved["SVG"].startswith(b"<svg")
        assert saved["The game as a moving picture (SVG)"].count(b'<g class="frame"') == 2
        assert saved["PNG"].startswith(b"\x89PNG")
        width, height = (int.from_bytes(saved["PNG"][at : at + 4]) for at in (16, 20))
        assert min(width, height) > 200
        assert len(set(saved["PNG"])) > 100
        assert read(saved["Save the record"].decode()).root.position == begun


def test_a_picture_that_is_refused_is_not_saved(browser: Browser, server: str) -> None:
    with visiting(browser, server, refused=True) as page:
        saved: list[object] = []
        page.on("download", lambda download: saved.append(download))
        busy = {"status": 429, "json": {"error": "too many at once"}}
        page.route("**/pictures/**", lambda route: route.fulfill(**busy))
        page.goto(f"{server}/look#fang-4")
        page.get_by_role("button", name="Share").click()
        for kind in ("SVG", "PNG"):
            page.get_by_role("button", name=kind, exact=True).click()
            expect(page.locator("#toast")).to_have_text("too many at once")
            page.evaluate("document.querySelector('#toast').textContent = ''")
        assert saved == []


def test_a_move_is_shown_and_asked_before_it_is_played(browser: Browser, server: str) -> None:
    with visiting(browser, server, settings={"confirm": True}) as page:
        start(page, server, "fang-4", "here")
        place(page, "2").click()
        expect(place(page, "1")).to_have_class(re.compile("hint"))
        expect(moves(page)).to_have_count(0)
        page.get_by_role("button", name="Choose again").click()
        place(page, "3").click()
        page.get_by_role("button", name="Play 3").click()
        expect(moves(page)).to_have_text(re.compile("3"))


def test_without_motion_it_is_told_what_happened(browser: Browser, server: str) -> None:
    with visiting(browser, server, settings={"speed": "normal"}, reduced_motion="reduce") as page:
        start(page, server, "fang-4", "here")
        place(page, "2").click()
        expect(page.locator(".marks .mark-ring.from")).to_have_count(1)
        expect(page.locator(".status .line")).to_contain_text("sowed 2 seeds")
        expect(page.locator("#said")).to_contain_text("Sun takes a seed from the reserve")


def test_the_board_turns_to_face_the_mover(browser: Browser, server: str) -> None:
    with visiting(browser, server, settings={"facing": True}) as page:
        start(page, server, "fang-4", "here")
        below = page.locator(".player.below .who")
        expect(below).to_have_text(re.compile("^Sun"))
        place(page, "2").click()
        expect(below).to_have_text(re.compile("^Moon"))
        shown = [place(page, name).locator(".touch").bounding_box() for name in ("1", "4")]
        assert shown[0]
        assert shown[1]
        assert shown[0]["x"] > shown[1]["x"]
        from_menu(page, "Flip")
        expect(below).to_have_text(re.compile("^Sun"))


def test_the_hand_counts_aloud_and_plays_again(browser: Browser, server: str) -> None:
    with visiting(browser, server, settings={"sound": True, "speed": "slow"}) as page:
        page.add_init_script("speechSynthesis.getVoices = () => []")
        start(page, server, "fang-6", "here")
        place(page, "3").click()
        page.wait_for_selector("#said p:text-is('2')", state="attached")
        expect(moves(page)).to_have_count(1)
        expect(page.locator(".motion button")).to_have_count(0)
        from_menu(page, "Last move again")
        expect(page.get_by_role("button", name="Pause")).to_be_visible()
        expect(page.locator(".motion button")).to_have_count(0)
        assert page.locator("#said p:text-is('2')").count() == 2


def test_the_value_through_the_game_is_drawn(page: Page, server: str) -> None:
    page.goto(f"{server}/look#fang-4/0.1.1.0%203%2B3%20S/2/2/3")
    open_tab(page, "Curve")
    dots = page.locator(".values-graph .known")
    expect(dots).to_have_count(4)
    dots.first.click()
    open_tab(page, "Moves")
    expect(page.locator(".tree .now")).to_have_count(0)
    expect(page.get_by_role("button", name="To the start")).to_be_disabled()


def test_a_game_goes_on_when_the_network_comes_back(browser: Browser, server: str) -> None:
    lines: list[WebSocketRoute] = []
    offline = False

    def carry(line: WebSocketRoute) -> None:
        lines.append(line)
        if offline:
            line.close()
        else:
            line.connect_to_server()

    with visiting(browser, server) as one, visiting(browser, server) as two:
        two.route_web_socket(re.compile("/ws/"), carry)
        code = start(one, server, "fang-4", "apart")
        two.goto(f"{server}/m/{code}")
        two.get_by_role("button", name="Sit down").click()
        expect(one.locator(".code")).to_have_count(0)
        expect(two.get_by_role("button", name="Sit down")).to_have_count(0)
        offline = True
        lines[-1].close()
        expect(two.locator(".cut")).to_have_text("Connection lost. Reconnecting…")
        choose_any(one)
        expect(moves(one)).to_have_count(1)
        expect(one.locator(".player.above")).to_contain_text("away")
        expect(moves(two)).to_have_count(0)
        offline = False
        expect(moves(two)).to_have_count(1)
        expect(two.locator(".cut")).to_have_count(0)
        choose_any(two)
        expect(moves(one)).to_have_count(2)


def test_a_turn_that_was_played_is_not_offered_again(browser: Browser, server: str) -> None:
    held: list[str | bytes] = []

    def hold(line: WebSocketRoute) -> None:
        behind = line.connect_to_server()

        def send(message: str | bytes) -> None:
            if '"move"' in str(message):
                held.append(message)
            else:
                behind.send(message)

        line.on_message(send)

    with visiting(browser, server) as two:
        two.route_web_socket(re.compile("/ws/"), hold)
        with visiting(browser, server) as one:
            code = start(one, server, "fanorona", "apart")
            two.goto(f"{server}/m/{code}")
            two.get_by_role("button", name="Sit down").click()
            expect(one.locator(".code")).to_have_count(0)
            place(one, "d2").click()
            place(one, "e3").click()
            place(two, "f3").and_(two.locator(".legal")).click()
            place(two, "f4").click()
            two.locator(".bar .finish").click()
            expect(two.locator(".bar button")).to_have_count(0)
        expect(two.locator(".player.above")).to_contain_text("away")
        expect(two.locator(".bar button")).to_have_count(0)
        place(two, "f4").click()
        two.keyboard.press("Escape")
        expect(place(two, "f3")).not_to_have_class(re.compile("legal"))
        assert len(set(held)) == 1


def test_a_class_sees_the_board_and_nothing_else(browser: Browser, server: str) -> None:
    with visiting(browser, server, settings={"projector": True, "big": True, "figures": "frame"}) as page:
        start(page, server, "fang", "here")
        expect(page.locator(".act")).to_be_hidden()
        expect(place(page, "2").locator(".frame .full")).to_have_count(1)
        from_menu(page, "Settings")
        page.get_by_role("switch", name="Projector: board only").uncheck()
        page.get_by_role("radio", name="none: count them yourself").click()
        page.get_by_role("button", name="Close").click()
        expect(page.locator(".act")).to_be_visible()
        expect(place(page, "2").locator(".figure")).to_be_hidden()


def test_what_cannot_be_chosen_is_told(browser: Browser, server: str) -> None:
    with visiting(browser, server) as page:
        start(page, server, "fang", "here")
        place(page, "1").click()
        expect(page.locator(".status")).to_contain_text("Pit 1 is empty. Choose a pit that holds seeds.")
        expect(page.locator(".ghosts .fault")).to_have_count(2)
        expect(page.locator("#said")).to_contain_text("Pit 1 is empty")
        place(page, "2").click()
        expect(moves(page)).to_have_count(1)
        page.goto(f"{server}/m/ZZZZ")
        expect(page.locator("#main")).to_contain_text("there is no game 'ZZZZ'")
        page.get_by_role("link", name="To the games").click()
        expect(page.locator("h1")).to_have_text("What will you play?")
    with visiting(browser, server, settings={"language": "mg"}) as page:
        page.goto(f"{server}/m/ZZZZ")
        expect(page.locator("#main")).to_contain_text("jereo indray")


def test_a_button_that_is_held_stays_while_its_page_is_drawn(browser: Browser, server: str) -> None:
    with visiting(browser, server) as one, visiting(browser, server) as two:
        two.goto(f"{server}/m/{start(one, server, 'fang-4', 'apart')}")
        two.get_by_role("button", name="Sit down").click()
        first, other = in_turn(one, two)
        choose_any(first)
        other.wait_for_selector(".stage .place.legal")
        first.get_by_role("button", name="Menu").click()
        pressed = first.locator(".drawer .row button", has_text="Resign")
        pressed.evaluate("each => { each.before = true; }")
        pressed.hover()
        first.mouse.down()
        choose_any(other)
        expect(moves(first)).to_have_count(2)
        assert pressed.evaluate("each => each.before"), "it was drawn anew: the browser forgets the press"
        first.mouse.up()
        expect(first.locator("dialog")).to_contain_text("Are you sure?")


def test_the_focus_stays_when_a_page_is_drawn_again(page: Page, server: str) -> None:
    page.goto(f"{server}/look#fang-4/0.1.1.0%203%2B3%20S/2/2/3")
    expect(page.locator(".tree .now")).to_have_text("3")
    back = page.locator(".travel").get_by_role("button", name="Back", exact=True)
    back.focus()
    held = back.element_handle()
    for _ in range(2):
        page.keyboard.press("Enter")
    expect(page.locator(".tree .now")).to_have_text("2")
    assert page.evaluate("held => held === document.activeElement", held)
    page.goto(f"{server}/print")
    page.get_by_role("radio", name="Boards").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="Rules")).to_be_focused()
    expect(page.get_by_label("How many on a sheet")).to_have_count(0)


def test_an_analysis_left_while_it_loads_keeps_off_the_next_page(page: Page, server: str) -> None:
    held: list[Route] = []
    page.route("**/positions/**", lambda route: held.append(route))
    with page.expect_request("**/positions/**"):
        page.goto(f"{server}/look#fang-4/0.1.1.0%203%2B3%20S")
    page.evaluate("history.pushState(null, '', '/print'); dispatchEvent(new PopStateEvent('popstate'))")
    expect(page.locator("#top h1")).to_contain_text("Print")
    with page.expect_response("**/positions/**"):
        held[0].continue_()
    page.wait_for_timeout(100)
    assert page.url == f"{server}/print"
    expect(page.locator("#top h1")).to_contain_text("Print")


def test_the_hand_pauses_steps_and_hurries(browser: Browser, server: str) -> None:
    with visiting(browser, server, settings={"speed": "slow"}) as page:
        start(page, server, "fang", "here", start="0.1.1.6.1.1.1.1 2+2 S")
        place(page, "4").click()
        page.get_by_role("button", name="Pause").click()
        count = place(page, "7").locator(".figure")
        expect(page.get_by_role("button", name="Step by step")).to_be_visible()
        page.get_by_role("button", name="Step by step").click()
        page.wait_for_timeout(700)
        expect(count).to_have_text("1")
        page.get_by_role("button", name="Fast").click()
        expect(count).to_have_text("2")
        expect(page.locator(".motion button")).to_have_count(0)


SCREENS = ["/", "/rules/fang", "/rules/fafy", "/rules/fifangha", "/rules/fanorona", "/look", "/api", "/m/ZZZZ"]
LOOKED_AT = ["fang", "fafy-impartial", "fifangha", "fanorona", "fanorona-souffle-telo"]


def test_axe_finds_nothing_on_pages_and_dialogs(browser: Browser, server: str) -> None:
    with visiting(browser, server, refused=True) as page:
        for path in SCREENS:
            page.goto(server + path, wait_until="networkidle")
            check_axe(page, path)
        page.goto(server)
        page.locator(".scene").first.click()
        page.locator(".play-free").click()
        page.locator("dialog summary").click()
        check_axe(page, "start")
        page.goto(server)
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="Settings").click()
        check_axe(page, "settings")
        page.goto(f"{server}/look#fang-4/0.1.1.0%203%2B3%20S/2/2/3/%28/4/%29")
        page.reload()
        expect(page.locator(".worth-mark")).not_to_have_count(0)
        check_axe(page, "lines and variations")
        for name in ("Values", "Curve"):
            open_tab(page, name)
            expect(page.locator(".values, .values-graph")).to_be_visible()
            check_axe(page, name)
        for name in ("Share", "Open a record"):
            page.get_by_role("button", name=name).click()
            expect(page.locator("dialog")).to_be_visible()
            check_axe(page, f"{name}")
            page.get_by_role("button", name="Close").click()
        open_tab(page, "Tools")
        page.get_by_role("button", name="Set up").click()
        expect(page.locator(".editor")).to_be_visible()
        check_axe(page, "setting up")


def test_axe_finds_nothing_in_any_game(page: Page, server: str) -> None:
    for game in LOOKED_AT:
        page.goto(f"{server}/look#{game}/{quote(str(lalao.game(game).start()), safe='')}")
        page.reload()
        page.wait_for_selector(".worth-mark")
        check_axe(page, f"worth of {game}")
    for game, mode in (("fang", "alone"), ("fifangha", "here"), ("fanorona", "apart")):
        start(page, server, game, mode)
        if mode != "apart":
            choose_any(page)
        page.wait_for_timeout(400)
        check_axe(page, f"{game}")
    start(page, server, "fafy-impartial", "here", who="cake")
    expect(page.locator(".editor")).to_be_visible()
    check_axe(page, "laying out")
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_role("button", name="Moon starts")).to_be_visible()
    check_axe(page, "choosing who starts")
    start(page, server, "fanorona-telo", "here", start="2B/1W1/W2 w")
    from_menu(page, "Resign")
    check_axe(page, "are you sure?")
    page.get_by_role("button", name="Yes").click()
    expect(page.get_by_role("button", name="Second round: Vela")).to_be_visible()
    check_axe(page, "over")
    start(page, server, "fang-4", "here", seconds=600)
    place(page, "2").click()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.get_by_role("button", name="Back to the game")).to_be_visible()
    check_axe(page, "looking back, with clocks")


def test_axe_finds_nothing_when_something_is_offered(browser: Browser, server: str) -> None:
    wanted = {"big": True}
    with visiting(browser, server, settings=wanted) as one, visiting(browser, server, settings=wanted) as two:
        code = start(one, server, "fang-4", "apart")
        two.goto(f"{server}/m/{code}")
        expect(two.locator("#name")).to_be_visible()
        check_axe(two, "a free seat")
        two.get_by_role("button", name="Sit down").click()
        from_menu(one, "Offer a draw")
        expect(two.get_by_role("button", name="Yes")).to_be_visible()
        check_axe(two, "an offer")
        two.get_by_role("button", name="No", exact=True).click()
        expect(one.locator("#toast")).to_contain_text("declined")
        check_axe(one, "an answer")


@pytest.mark.parametrize("width", [360, 820, 1280, 3840])
def test_no_page_is_wider_than_the_screen(browser: Browser, server: str, width: int) -> None:
    size = {"width": width, "height": {360: 740, 820: 1180}.get(width, width * 9 // 16)}
    with visiting(browser, server, viewport=size, settings={"language": "mg"}) as page:
        for path in SCREENS:
            page.goto(server + path, wait_until="networkidle")
            assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        for game in ("fang", "fifangha", "fanorona"):
            start(page, server, game)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, game
            check_places(page, game)


RECORDED = """
    window.lasting = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, how) {
        lasting.push(Math.round(how.duration ?? how));
        return animate.call(this, frames, how);
    };
"""


def test_motion_keeps_its_times(browser: Browser, server: str) -> None:
    """A slide takes 180 ms and a capture 220 ms; a seed falls within its 160 ms."""
    with visiting(browser, server, settings={"speed": "normal"}) as page:
        page.add_init_script(RECORDED)
        for game, move, expected in (("fanorona", ("d3", "e3"), {180, 220}), ("fang-6", ("3",), {128, 136})):
            start(page, server, game, "here")
            for each in move:
                place(page, each).click()
            if page.locator(".bar .option").count():
                page.locator(".bar .option").first.click()
            expect(moves(page)).to_have_count(1)
            expect(page.locator(".motion button")).to_have_count(0)
            page.evaluate("() => { lasting.length = 0; }")
            from_menu(page, "Last move again")
            page.wait_for_function("expected => expected.every((each) => lasting.includes(each))", arg=sorted(expected))
            expect(page.locator(".motion button")).to_have_count(0)


def test_the_hand_takes_little_of_each_frame(browser: Browser, server: str) -> None:
    with visiting(browser, server, settings={"speed": "normal"}) as page:
        start(page, server, "fifangha", "here", start=BIG_SOWING)
        page.evaluate(
            "() => { window.n = 0; const f = () => { n++; requestAnimationFrame(f) }; requestAnimationFrame(f) }"
        )
        line = page.context.new_cdp_session(page)
        line.send("Performance.enable", {"timeDomain": "threadTicks"})

        def script_seconds() -> float:
            return next(
                float(each["value"])
                for each in line.send("Performance.getMetrics")["metrics"]
                if each["name"] == "ScriptDuration"
            )

        place(page, "Sa").click()
        page.locator(".bar .option").first.click()
        page.get_by_role("button", name="Pause").wait_for()

        def milliseconds_a_frame() -> float:
            before, frames = script_seconds(), page.evaluate("n")
            page.wait_for_timeout(500)
            after, more = script_seconds(), page.evaluate("n")
            assert page.get_by_role("button", name="Pause").count() == 1, "the hand was at rest at the end of a measure"
            return 1000 * (after - before) / float(more - frames)

        assert least(milliseconds_a_frame, 4, tries=8) < 4


def test_the_first_page_is_usable_within_a_second(page: Page, server: str) -> None:

    def wait() -> float:
        begun = time.perf_counter()
        page.goto(server, wait_until="commit")
        page.wait_for_selector("a.scene")
        return time.perf_counter() - begun

    assert least(wait, 1) < 1
