"""The print page: the PDF is the one chosen, and errors are shown on the page."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browsing import check_axe, open_tab, place, start, there, visiting
from tests.commands.test_print import flat, opened

pytestmark = there


@pytest.mark.parametrize(
    ("sheet", "typed", "parts"),
    [
        ("Certificates in colour", "Awa\n\n N'Diaye ", ("Awa", "N'Diaye")),
        ("Score sheet", "Léo\n<b>Soa</b>", ("Léo", "<b>Soa</b>")),
        ("Slips for the tables", "Awa, Léo\nBao; Zoé", ("Awa", "Léo", "Bao", "Zoé")),
    ],
)
def test_a_sheet_with_names_is_saved(
    browser: Browser, server: str, sheet: str, typed: str, parts: tuple[str, ...]
) -> None:
    with visiting(browser, server, accept_downloads=True) as page:
        page.goto(f"{server}/print")
        page.get_by_role("radio", name=sheet).click()
        page.locator("select").select_option("fafy-impartial")
        page.locator("textarea").fill(typed)
        page.get_by_role("radio", name="Français").click()
        with page.expect_download() as saved:
            page.get_by_role("button", name="Make the PDF").click()
        assert saved.value.suggested_filename.startswith("fafy-impartial-")
        pages = opened(saved.value.path().read_bytes()).pages
        found = flat("".join(char["text"] for page in pages for char in page.chars))
        assert all(flat(part) in found for part in parts)
        assert flat("Fafy impartial") in found


def test_a_sheet_without_names_is_opened(page: Page, server: str) -> None:
    page.goto(f"{server}/print")
    page.get_by_label("How many on a sheet").fill("1")
    page.get_by_role("radio", name="A3").click()
    with page.context.expect_page() as shown:
        page.get_by_role("button", name="Make the PDF").click()
    for part in ("/api/games/fang-4/print/board.pdf", "paper=A3", "per-sheet=1", "lang=en"):
        assert part in shown.value.url
    expect(page.get_by_role("link", name="Open fang-4-board.pdf")).to_be_visible()


def test_what_is_wrong_is_said(browser: Browser, server: str) -> None:
    with visiting(browser, server, refused=True, settings={"language": "fr"}) as page:
        page.goto(f"{server}/print")
        page.get_by_label("Combien par feuille").fill("40")
        page.get_by_role("button", name="Faire le PDF").click()
        expect(page.get_by_role("alert").filter(has_text="40 plateaux")).to_be_visible()


def test_the_position_of_a_match_and_of_an_analysis(page: Page, server: str) -> None:
    start(page, server, "fang-4", "here")
    place(page, "2").click()
    expect(page.locator(".moves li")).to_have_count(1)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Print").click()
    expect(page.get_by_role("radio", name="This position")).to_have_attribute("aria-checked", "true")
    with page.context.expect_page() as shown:
        page.get_by_role("button", name="Make the PDF").click()
    assert "print/position.pdf" in shown.value.url
    assert "position=1.1.1.0+2%2B3+N" in shown.value.url
    page.goto(f"{server}/look#fang-4/0.1.1.0%203%2B3%20S/2")
    expect(page.locator(".tree .ply")).to_have_count(1)
    open_tab(page, "Tools")
    page.get_by_role("button", name="Print").click()
    expect(page.get_by_role("radio", name="This position")).to_be_visible()
    page.locator("select").select_option("fafy")
    expect(page.get_by_role("radio", name="This position")).to_have_count(0)


def test_the_page_is_there_for_everybody(browser: Browser, server: str) -> None:
    with visiting(browser, server, viewport={"width": 360, "height": 740}) as page:
        page.goto(f"{server}/rules/fang")
        page.get_by_role("link", name="Print").click()
        expect(page.get_by_role("radio", name="Rules")).to_have_attribute("aria-checked", "true")
        for sheet in ("Boards", "Certificates in colour"):
            page.get_by_role("radio", name=sheet).click()
            check_axe(page, sheet)
            assert page.evaluate("document.documentElement.scrollWidth") <= 360
