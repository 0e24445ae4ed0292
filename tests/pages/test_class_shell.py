"""A game in a class fits on one screen too: at every size, in French and Malagasy, for those who play or wait."""

from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browsing import SIZES, resize, there, visiting
from tests.pages.test_class_browser import begin, come_in, open_class
from tests.pages.test_shell import USUAL, check_places, check_screen
from tests.patience import often

pytestmark = there
IN_LANGUAGE = """(language) => script('settings.js').then(({ keep }) => keep({ language }))"""


def speak(pupil: Page, language: str) -> None:
    """Reload the page in another language."""
    pupil.evaluate(IN_LANGUAGE, language)
    pupil.reload()
    expect(pupil.locator("html")).to_have_attribute("lang", language)
    pupil.wait_for_selector(".stage .place")


@pytest.mark.parametrize("game", USUAL[:: often(3, nightly=1)])
def test_a_game_in_a_class_is_one_screen(browser: Browser, address: str, game: str) -> None:
    with ExitStack() as pages:
        teacher = pages.enter_context(visiting(browser, address, viewport={"width": 1366, "height": 900}))
        pupils = [pages.enter_context(visiting(browser, address, has_touch=True)) for _ in range(2)]
        code = open_class(teacher, address)
        for pupil, name in zip(pupils, ("Voahanginirina", "Jean-Baptiste"), strict=True):
            come_in(pupil, address, code, name)
        begin(teacher, game, "Swiss")
        for language in ("fr", "mg"):
            for pupil in pupils:
                speak(pupil, language)
            for size in SIZES:
                for pupil in pupils:
                    resize(pupil, size)
                    check_pupil(pupil, f"{game} {size[0]}x{size[1]} {language}")


def check_pupil(pupil: Page, where: str) -> None:
    """Check the screen of a pupil who plays, waits, or lays the seeds out."""
    board = check_screen(pupil, where)
    check_places(pupil, where)
    legal = pupil.locator(".stage .place.legal")
    if legal.count():
        legal.first.hover()
        assert check_screen(pupil, f"{where}, pointed at") == board


@pytest.mark.parametrize(
    ("cheated", "told"), [(True, "You play no more in this tournament."), (False, "You are out. Well played!")]
)
def test_nobody_is_praised_for_cheating(browser: Browser, address: str, cheated: bool, told: str) -> None:
    state = {"day": {"over": False}, "you": {}, "plays": True, "still_in": False, "cheated": cheated, "table": None}
    with visiting(browser, address) as page:
        page.goto(f"{address}/guide")
        said = page.evaluate("(state) => script('waiting.js').then(({ sentenceOf }) => sentenceOf(state))", state)
    assert said == told
