"""The small plots of pupils' progress: they draw the counts, and a table holds all of them."""

from datetime import date
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from lalao.teach import progress_view
from lalao.teach.by_hand import mark_by_hand
from tests.browsing import check_axe, there, visiting
from tests.commands.test_progress import record

pytestmark = there
SHOW = """async (data) => {
    const {progressPlots} = await script("plots.js");
    const {render} = await script("lit.js");
    const main = document.querySelector("main");
    main.replaceChildren();
    render(progressPlots(data), main);
}"""


def counted() -> dict[str, Any]:
    games = [
        record("fafy-impartial", "4+ 7- 1+", "Awa", "Léo", date(2026, 11, 20)),
        record("fafy-impartial", "4+ 5+", "Léo", "<b>Soa</b>", date(2026, 11, 26)),
        record("fang-4", "2 2 3 1 2 3", "Léo", "Awa", date(2026, 11, 27)),
    ]
    mark_by_hand(games[2], {1: 0, 2: 4, 6: 0})
    return progress_view(games)


def shown(page: Page, server: str, data: dict[str, Any]) -> None:
    page.goto(f"{server}/rules/fang")
    page.locator(".sheet h1").wait_for()
    page.evaluate(SHOW, data)


def test_bars_are_as_high_as_the_counts(browser: Browser, server: str) -> None:
    data = counted()
    with visiting(browser, server) as page:
        shown(page, server, data)
        cards = page.locator(".pupil")
        assert cards.locator("h2").all_text_contents() == ["The class", *data["pupils"]]
        captions = cards.nth(1).locator("figcaption").all_text_contents()
        assert captions == ["0 of 0 games won", "0 % of the moves lost a won position", "Nothing sown by hand"]
        awa = cards.nth(list(data["pupils"]).index("Awa") + 1)
        heights = [float(bar.get_attribute("height") or 0) for bar in awa.locator(".plot").first.locator("rect").all()]
        assert heights == [42.0, 42.0]
        assert awa.locator("title").first.text_content() == "Awa: 2 of 2 games won"
        assert awa.locator("desc").all_text_contents()[2] == "2026-W47: –, 2026-W48: 4"
        assert page.locator(".progress b").count() == 0


def test_the_table_holds_every_count(browser: Browser, server: str) -> None:
    data = counted()
    with visiting(browser, server) as page:
        shown(page, server, data)
        page.get_by_text("As a table").first.click()
        rows = [row.all_text_contents() for row in [each.locator("th, td") for each in page.locator("tbody tr").all()]]
        expected = []
        for name, weeks in data["pupils"].items():
            for week, one in weeks.items():
                judged = f"{one['thrown']}/{one['judged']}" if one["judged"] else "–"
                by_hand = [str(one["longest"]), str(one["misses"])] if one["sown"] else ["–", "–"]
                counts = [str(one[key]) for key in ("games", "won", "drawn", "moves")]
                expected.append([name, week, *counts, judged, *by_hand])
        assert rows == expected


def test_nothing_played_is_said(browser: Browser, server: str) -> None:
    with visiting(browser, server) as page:
        shown(page, server, progress_view([]))
        assert page.locator("main").text_content() == "Nothing has been played yet."


@pytest.mark.parametrize("width", [360, 1280])
def test_plots_are_there_for_everybody(browser: Browser, server: str, width: int) -> None:
    size = {"width": width, "height": 800}
    with visiting(browser, server, viewport=size) as page:
        shown(page, server, counted())
        page.get_by_text("As a table").first.click()
        check_axe(page, f"{width} wide")
        assert page.evaluate("document.documentElement.scrollWidth") <= width


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
