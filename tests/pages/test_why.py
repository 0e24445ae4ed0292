"""Answers on the board of a match: hints in three rungs, why a move was good or bad; no dialog opens."""

import re
from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Browser, Page, Route, expect

from tests.browsing import SIZES, Size, choose_any, moves, place, resize, start, there, visiting
from tests.pages.test_shell import check_screen

pytestmark = there
NARROW = [(320, 568), (640, 360)]
LANGUAGES = {"fr": ("Indice", "Pourquoi"), "mg": ("Tari-dalana", "Nahoana")}


def climb(page: Page, name: str, rung: int) -> str:
    """Ask for the next rung of a hint; return what is said."""
    page.get_by_role("button", name=re.compile(f"^{name}")).click()
    expect(page.locator(".lamp.lit")).to_have_count(rung)
    return page.locator(".status").inner_text()


@pytest.mark.parametrize("game", ["fang-4", "fafy-impartial", "fifangakely", "fanorona-telo"])
def test_a_hint_goes_from_vague_to_certain(page: Page, server: str, game: str) -> None:
    start(page, server, game, level="level:1")
    before = page.locator(".status").inner_text()
    told = [climb(page, "Hint", rung) for rung in (1, 2, 3)]
    assert len({before, *told}) == 4
    assert not any(re.search(r"[a-i][1-9]|North|South|White|Black", each) for each in told), told
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".marks .paw")).to_have_count(1)
    page.get_by_role("button", name="Hide").click()
    expect(page.locator(".marks > *")).to_have_count(0)
    expect(page.locator(".lamp")).to_have_count(0)
    assert page.locator(".status").inner_text() == before
    climb(page, "Hint", 1)
    page.locator(".stage .place.legal").first.click()
    expect(page.locator(".lamp")).to_have_count(0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_leaves_every_slot_where_it_is(browser: Browser, server: str, language: str) -> None:
    with visiting(browser, server, settings={"language": language, "name": "Aina"}) as page:
        start(page, server, "fang", level="level:1")
        hint, _ = LANGUAGES[language]
        for rung in (1, 2, 3):
            climb(page, hint, rung)
            for size in SIZES if rung == 3 else NARROW:
                resize(page, size)
                check_screen(page, f"{size} {language}, rung {rung}")
                expect(page.locator(".marks > *").first).to_be_attached()
                cut = "each => [...each.querySelectorAll('button')].filter((b) => b.scrollWidth > b.clientWidth).length"
                assert page.locator(".act").evaluate(cut) == 0, (size, rung)


def test_the_reason_of_a_move_is_shown_on_the_board(page: Page, server: str) -> None:
    start(page, server, "fafy-impartial", level="level:1")
    expect(page.get_by_role("button", name="Why?")).to_be_disabled()
    place(page, "4").click()
    place(page, "5").click()
    expect(moves(page)).to_have_count(2)
    page.get_by_role("button", name="Why?").click()
    expect(page.locator(".status")).to_have_text("If you play here, Soky can win.")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".marks .mark-ring.first.from")).to_have_count(1)
    expect(page.locator(".marks .mark-ring.theirs.source")).to_have_count(1)
    page.get_by_role("button", name="Rather?").click()
    expect(page.locator(".marks .mark-ring.look.source")).to_have_count(1)
    page.get_by_role("button", name="Take back").click()
    expect(moves(page)).to_have_count(0)
    expect(page.locator(".marks > *")).to_have_count(0)


def test_a_refutation_shows_what_is_lost(browser: Browser, server: str) -> None:
    with visiting(browser, server, settings={"name": "Aina"}) as page:
        start(page, server, "fanorona-telo", "here", start="1BB/3/W1B w")
        for name in ("a1", "b2", "a3"):
            place(page, name).click()
            page.wait_for_timeout(50)
        for _ in range(3):
            if moves(page).count() or not page.locator(".bar .option, .bar .finish").count():
                break
            page.locator(".bar .option, .bar .finish").last.click()
        expect(moves(page)).to_have_count(1)
        page.get_by_role("button", name="Why?").click()
        expect(page.locator(".status .headline")).to_have_text("If you play here,")
        expect(page.locator(".marks .mark-cross.victim")).to_have_count(1)
        expect(page.locator(".status .line")).to_contain_text("takes 1 piece of yours.")


def test_nobody_is_taught_against_somebody_elsewhere(page: Page, server: str) -> None:
    start(page, server, "fang-4", "apart")
    expect(page.get_by_role("button", name="Rules")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("Hint|Why"))).to_have_count(0)


def test_two_at_one_screen_are_told_of_the_last_move(page: Page, server: str) -> None:
    start(page, server, "fang-4", "here")
    choose_any(page)
    expect(moves(page)).to_have_count(1)
    page.get_by_role("button", name="Why?").click()
    page.get_by_role("button", name="Hide").click()
    expect(page.get_by_role("button", name="Hide")).to_have_count(0)


COLOURS = """(way) => {
  const of = (found, what) => getComputedStyle(document.querySelector(found))[what];
  return [
    of(`.swatch.${way}`, "backgroundColor"),
    of(`.mark-arrow.${way} .shaft`, "stroke"),
    of(`.ghost-seed.${way}`, "stroke"),
    of(`.mark-ring.end.${way}`, "stroke"),
  ];
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_direction_has_one_colour(browser: Browser, server: str, language: str) -> None:
    with visiting(browser, server, settings={"language": language}) as page:
        start(page, server, "fafy-impartial", "here")
        place(page, "4").click()
        expect(page.locator(".mark-arrow")).to_have_count(2)
        ahead, behind = (page.evaluate(COLOURS, way) for way in ("ahead", "behind"))
        assert len(set(ahead)) == len(set(behind)) == 1, (ahead, behind)
        assert ahead != behind
        for size in SIZES:
            resize(page, size)
            check_screen(page, f"{size} {language}, a direction")
            expect(page.locator(".mark-arrow")).to_have_count(2)


@pytest.mark.parametrize(
    ("changes", "said", "shown"),
    [
        ({}, "You could have won: look!", True),
        (
            {"better_worth": {"proved": {"value": "draw", "plies": None}, "opinion": None}},
            "You could have drawn: look!",
            True,
        ),
        (
            {"better_worth": {"proved": {"half": -1, "tibong": 0}, "opinion": None}},
            "There was something better: look!",
            True,
        ),
        ({"status": "opinion", "worth": {"proved": None, "opinion": -9}}, "I would play differently: look!", True),
        (None, "Next time it is you!", False),
    ],
    ids=["won", "drawn", "better", "opinion", "nothing"],
)
def test_a_lost_game_ends_with_advice(
    browser: Browser, server: str, changes: dict[str, Any] | None, said: str, shown: bool
) -> None:
    def answer(route: Route) -> None:
        told = route.fetch().json()
        [moment] = told["sides"][0]["moments"]
        assert (moment["move"], moment["better"], moment["status"]) == ("3", "4", "proved")
        told["sides"][0]["moments"] = [] if changes is None else [moment | changes]
        route.fulfill(json=told)

    with visiting(browser, server, settings={"name": "Aina"}, viewport={"width": 360, "height": 640}) as page:
        page.route("**/api/review?**", answer)
        start(page, server, "fang-4", level="level:1", start="1.1.3.2 1+0 S")
        place(page, "3").click()
        expect(page.locator(".status .headline")).to_have_text("Soky has won.")
        expect(page.locator(".status .line")).to_have_text(said)
        expect(page.locator(".rematch")).to_be_focused()
        expect(page.locator(".stage .ended")).to_have_count(1)
        show = page.get_by_role("button", name="Show me")
        expect(show).to_have_count(int(shown))
        if shown and not changes:
            show.click()
            expect(page.locator(".marks .mark-ring.first.from")).to_have_count(1)
            expect(page.locator(".stage .ended")).to_have_count(0)
            page.get_by_role("button", name="Rather?").click()
            expect(page.locator(".marks .mark-ring.look.source")).to_have_count(1)
            page.get_by_role("button", name="Hide").click()
            expect(page.locator(".stage .ended")).to_have_count(1)
            assert page.evaluate("JSON.parse(localStorage.getItem('lalao.practice.one')).games[0].missed") == [
                "by-a-seed"
            ]


PLAIN = ".marks, .ghosts, .place .ring, .place .touch { visibility: hidden !important; }"
"""Hides all that is drawn over a board."""
EDGES = 1.0
"""Levels of 256 by which two pictures of a board differ on average where its edges fall between pixels."""
DRESS = "css => { const sheet = new CSSStyleSheet(); sheet.replaceSync(css); document.adoptedStyleSheets = [sheet]; }"


def pixels(page: Page) -> Image.Image:
    """Return the picture of the board."""
    return Image.open(BytesIO(page.locator(".stage svg.board").screenshot(animations="disabled"))).convert("RGB")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["fang", "fanorona-dimy"])
def test_an_answer_leaves_the_board_as_it_is(browser: Browser, server: str, game: str, language: str) -> None:
    """Nothing darkens the board, and no dialog opens: but for what is drawn over it, each point looks as before."""
    hint, _ = LANGUAGES[language]
    with visiting(browser, server, settings={"language": language, "name": "Aina"}) as page:
        start(page, server, game, level="level:1")
        page.evaluate(DRESS, PLAIN)
        page.evaluate("document.activeElement.blur()")
        boards: dict[Size, Image.Image] = {}
        for size in SIZES:
            resize(page, size)
            boards[size] = pixels(page)
        for rung in (1, 2, 3):
            climb(page, hint, rung)
            page.evaluate("document.activeElement.blur()")
            expect(page.locator("dialog")).to_have_count(0)
            for size in SIZES:
                resize(page, size)
                shown = pixels(page)
                assert shown.size == boards[size].size, (rung, size)
                off = ImageStat.Stat(ImageChops.difference(shown, boards[size])).mean
                assert max(off) < EDGES, (rung, size, off)


def test_no_opinion_is_a_negative_zero(browser: Browser, server: str) -> None:
    """Opinions are in hundredths and shown in tenths: those that round to zero have no sign."""
    with visiting(browser, server) as page:
        page.goto(f"{server}/rules/fang")
        page.locator(".sheet h1").wait_for()
        texts = page.evaluate(
            """async (opinions) => {
                const {Worths} = await script("worth.js");
                const moves = opinions.map((opinion) => ({ move: String(opinion), value: "unknown", opinion }));
                return new Worths({ moves }, "seeds").moves.map(({ worth }) => worth.short);
            }""",
            [-500, -6, -4, -1, 0, 1, 4, 6, 1500],
        )
    assert texts == ["−5.0", "−0.1", "0.0", "0.0", "0.0", "0.0", "0.0", "+0.1", "+15"]
