"""The pace of a game: a child sees its own turn end, the other one think, and what each turn did."""

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, FloatRect, Page, expect

from tests.browsing import SIZES, Size, moves, place, play_to_the_end, resize, start, tap_again, there, visiting
from tests.pages.test_shell import check_screen

pytestmark = there
RATE = 3
"""How much faster than usual the clock runs while a game is recorded."""
QUICK = 5
"""The same for whole games."""
WHOLE = {
    "fang-4": "",
    "fafy-impartial": "",
    "fifangakely": "3.1.2.0/0.0.6.1/0.9.0.1/4.0.1.2 1+1 S",
    "fanorona-telo": "",
}
"""Games that are soon over, one of each family, and where they begin."""
FASTER = "async (rate) => { (await script('clock.js')).clock.rate = rate; }"
RECORDING = """() => {
  window.timeline = [];
  window.thoughts = [];
  window.longest = 0;
  const thinking = () => Boolean(document.querySelector(".player .face.thinks"));
  new MutationObserver(() => {
    if (thoughts.at(-1)?.thinks !== thinking()) thoughts.push({ at: performance.now(), thinks: thinking() });
  }).observe(document.querySelector(".stage"), { subtree: true, childList: true, attributes: true });
  let before = performance.now();
  const frame = (at) => {
    [longest, before] = [Math.max(longest, at - before), at];
    const text = (found) => document.querySelector(found)?.textContent ?? "";
    const seeds = [...document.querySelectorAll(".stage .figure")].map((each) => each.textContent).join(" ");
    const thinks = thinking();
    const now = { head: text(".status .headline"), line: text(".status .line"), seeds, thinks };
    const last = timeline.at(-1);
    if (!last || Object.keys(now).some((key) => last[key] !== now[key])) timeline.push({ at, ...now });
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}"""
"""Records what is said and what lies in the pits at each frame where something has changed, and who thinks, always."""
FRAME_MS = 17


def slack(page: Page) -> float:
    """Return how much later than it happens something may be seen: two of the longest frames, at most 300 ms."""
    return min(2 * max(FRAME_MS, float(page.evaluate("longest"))), 300.0)


def record(page: Page, rate: float = RATE) -> None:
    """Let the clock run faster, and begin to record."""
    page.evaluate(FASTER, rate)
    page.evaluate(RECORDING)


def play_and_wait(page: Page) -> list[dict[str, Any]]:
    """Play a turn, wait until the computer has answered; return what was recorded."""
    before = moves(page).count()
    tap_again(page, page.locator(".stage .place.legal").last)
    expect(moves(page)).to_have_count(before + 2)
    expect(page.locator(".player.below.turn")).to_have_count(1)
    expect(page.locator(".motion button")).to_have_count(0)
    expect(page.locator(".player .face.thinks")).to_have_count(0)
    found: list[dict[str, Any]] = page.evaluate("timeline")
    return found


@pytest.mark.parametrize(("language", "size"), list(zip(("fr", "mg") * 4, SIZES, strict=False)), ids=str)
def test_a_turn_ends_and_another_begins_at_a_childs_pace(
    browser: Browser, server: str, language: str, size: Size
) -> None:
    settings = {"speed": "auto", "name": "Aina", "language": language}
    viewport = {"width": size[0], "height": size[1]}
    with visiting(browser, server, settings=settings, viewport=viewport) as page:
        start(page, server, "fang-6", level="level:1")
        record(page)
        shown = play_and_wait(page)
        thinks = next(i for i, each in enumerate(shown) if each["thinks"])
        mine = [each for before, each in pairwise(shown[: thinks + 1]) if before["seeds"] != each["seeds"]]
        theirs = [each for before, each in pairwise(shown[thinks:]) if before["seeds"] != each["seeds"]]
        assert theirs[0]["at"] - mine[-1]["at"] >= 1000 / RATE - slack(page), shown
        seeds = [each["at"] - before["at"] for before, each in pairwise(mine[2:])]
        late = slack(page)
        assert all(each >= 540 / RATE - late for each in seeds), (seeds, shown)


def test_a_creature_is_seen_to_think(browser: Browser, server: str) -> None:
    with visiting(browser, server, settings={"speed": "auto"}, viewport={"width": 360, "height": 640}) as page:
        start(page, server, "fang-8", level="level:1")
        expect(page.locator(".beside-board .face")).to_be_visible()
        record(page)
        shown = play_and_wait(page)
        first = next(i for i, each in enumerate(shown) if each["thinks"])
        after = next(i for i, each in enumerate(shown) if i > first and not each["thinks"])
        assert not any(each["thinks"] for each in shown[after:])
        assert all("thinking" in each["head"] for each in shown[first:after])
        assert shown[after]["at"] - shown[first]["at"] >= 700 / RATE - slack(page), shown


def test_each_sentence_can_be_read(browser: Browser, server: str) -> None:
    with visiting(browser, server, settings={"speed": "normal", "name": "Aina"}) as page:
        start(page, server, "fang-4", level="level:1")
        record(page)
        play_and_wait(page)
        shown = play_and_wait(page)
        said = [shown[0], *(each for before, each in pairwise(shown) if before["line"] != each["line"])]
        assert [each["head"].split(" ")[0] for each in said] == ["Your", "Soky", "Your", "Soky", "Your"], said
        for one, following in pairwise(said[1:]):
            letters = len(f"{one['head']} {one['line']}")
            stood = following["at"] - one["at"]
            assert stood >= max(1500, 60 * letters) / RATE - slack(page), (one, stood)


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
@pytest.mark.parametrize("game", WHOLE)
def test_a_whole_game_goes_at_a_childs_pace(browser: Browser, server: str, game: str, motion: str) -> None:
    settings = {"speed": "normal", "name": "Aina"}
    with visiting(browser, server, settings=settings, reduced_motion=motion) as page:
        start(page, server, game, level="level:1", start=WHOLE[game])
        record(page, QUICK)
        play_to_the_end(page)
        expect(page.locator(".rematch")).to_be_focused()
        shown, turns, late = page.evaluate("timeline"), page.evaluate("thoughts"), slack(page)
    said = [
        each for before, each in pairwise(shown) if before["line"] != each["line"] or before["head"] != each["head"]
    ]
    waits = [(one, following) for one, following in pairwise(said) if "thinking" in one["head"]]
    assert waits, shown
    for one, following in waits:
        stands = max(1500, 60 * len(f"{one['head']} {one['line']}")) / QUICK
        assert following["at"] - one["at"] >= stands - late, (one, following)
    thought = [(one["at"], until["at"]) for one, until in pairwise(turns) if one["thinks"]]
    assert len(thought) == len(waits), turns
    assert all(until - at >= 700 / QUICK - late for at, until in thought), thought


def test_a_tap_ends_the_motion_and_not_the_sentence(browser: Browser, server: str) -> None:
    with visiting(browser, server, settings={"speed": "slow", "name": "Aina"}) as page:
        start(page, server, "fang-6", level="level:1")
        record(page, 1)
        tap_again(page, page.locator(".stage .place.legal").last)
        page.get_by_role("button", name="Pause").wait_for()
        for _ in range(20):
            if page.locator(".player.below.turn").count() and not page.locator(".motion button").count():
                break
            page.locator(".player.below").dispatch_event("pointerdown")
            page.wait_for_timeout(60)
        expect(page.locator(".status .headline")).to_contain_text("Your turn")
        shown = page.evaluate("timeline")
        thinks = next(each for each in shown if "thinking" in each["head"])
        after = next(each for each in shown if each["at"] > thinks["at"] and each["line"] != thinks["line"])
        assert after["at"] - thinks["at"] >= 1500 - slack(page), shown


def test_a_game_gets_faster_as_a_child_learns(browser: Browser, server: str) -> None:
    with visiting(browser, server, settings={"speed": "auto"}) as page:
        page.goto(server)
        page.wait_for_selector(".scenes")
        found = page.evaluate("""async () => {
          const { Pace } = await script("pace.js");
          const found = [new Pace().seed];
          for (let game = 0; game < 10; game++) {
            const pace = new Pace("fang-4");
            found.push(pace.seed);
            pace.end(`CODE ${game}`);
            pace.end(`CODE ${game}`);
          }
          return [...found, new Pace("fafy").seed];
        }""")
        assert found == [600, 600, 600, 600, 350, 350, 350, 350, 350, 160, 160, 600]


def test_hurrying_twice_in_a_game_changes_the_pace(browser: Browser, server: str) -> None:
    with visiting(browser, server, settings={"speed": "auto"}) as page:
        page.goto(server)
        page.wait_for_selector(".scenes")
        found = page.evaluate("""async () => {
          const { Pace } = await script("pace.js"), pace = new Pace("fang-4"), found = [];
          const note = (...pressed) => (pressed.forEach((way) => pace.press(way)), found.push(new Pace("fang-6").seed));
          note("faster");
          note("faster");
          pace.end("a game");
          note("faster");
          note("faster");
          pace.end("another");
          note("slower", "slower");
          return found;
        }""")
        assert found == [600, 350, 350, 160, 350]


def test_a_game_that_was_played_to_its_end_counts(page: Page, server: str) -> None:
    start(page, server, "fang-4", "here", start="1.1.3.2 0+1 N")
    page.locator(".stage .place.legal").first.click()
    page.wait_for_selector(".status .dot.over", state="attached")
    kept = page.evaluate("JSON.parse(localStorage.getItem('lalao.pace.one'))")
    assert kept["fang"]["games"] == 1
    page.reload()
    page.wait_for_selector(".status .dot.over", state="attached")
    assert page.evaluate("JSON.parse(localStorage.getItem('lalao.pace.one'))") == kept


@pytest.mark.parametrize("language", ["fr", "mg"])
def test_the_hand_is_paused_in_the_row_of_tools(browser: Browser, server: str, language: str) -> None:
    with visiting(browser, server, settings={"speed": "slow", "language": language, "name": "Aina"}) as page:
        start(page, server, "fang", level="level:1")
        page.locator(".stage .place.legal").last.click()
        page.locator(".motion button").first.click()
        for size in SIZES:
            resize(page, size)
            where = f"{size[0]}x{size[1]} {language}, paused"
            check_screen(page, where)
            row = page.locator("[data-slot=actions]").bounding_box()
            assert row
            check_within(page, row, where)
            for each in page.locator(".motion button").all():
                box = each.bounding_box()
                assert box, where
                assert min(box["width"], box["height"]) >= 43, where
                assert each.evaluate("each => each.scrollWidth <= each.clientWidth"), where


def check_within(page: Page, row: FloatRect, where: str) -> None:
    """Check that whatever is shown in the row of tools is inside it."""
    for each in page.locator(".act button:visible").all():
        box = each.bounding_box()
        assert box, where
        assert row["x"] - 1 <= box["x"], where
        assert row["y"] - 1 <= box["y"], where
        assert box["x"] + box["width"] <= row["x"] + row["width"] + 1, where
        assert box["y"] + box["height"] <= row["y"] + row["height"] + 1, where


@pytest.mark.parametrize("language", ["fr", "mg"])
def test_on_a_rail_the_hand_s_buttons_are_inside_it(browser: Browser, server: str, language: str) -> None:
    with visiting(browser, server, settings={"speed": "slow", "language": language}) as page:
        start(page, server, "fang-4", level="level:1")
        page.locator(".stage .place.legal").last.click()
        page.locator(".motion button").first.click()
        for size in ((640, 360), (1280, 800)):
            resize(page, size)
            row = page.locator("[data-slot=actions]").bounding_box()
            assert row
            check_within(page, row, f"{size} {language}")


@pytest.mark.parametrize(("motion", "language"), [("reduce", "mg"), ("reduce", "fr"), ("no-preference", "fr")])
def test_the_trail_stays_until_the_next_tap(browser: Browser, server: str, motion: str, language: str) -> None:
    with visiting(browser, server, settings={"speed": "auto", "language": language}, reduced_motion=motion) as page:
        start(page, server, "fang-4", level="level:1")
        record(page, 40)
        play_and_wait(page)
        trail = page.locator(".marks .mark-ring.second.from")
        expect(trail).to_have_count(1)
        expect(page.locator(".marks .mark-badge.second").first).to_have_text("+1")
        page.wait_for_timeout(300)
        expect(trail).to_have_count(1)
        for size in (*SIZES, (360, 640)):
            resize(page, size)
            expect(trail).to_be_visible()
            check_screen(page, f"the trail {size} {language}")
        page.evaluate("async () => (await script('settings.js')).keep({ confirm: true })")
        tap_again(page, place(page, "1"))  # chosen, not played: a turn would be answered, and leave another trail
        expect(trail).to_have_count(0)


def test_without_motion_each_step_stands(browser: Browser, server: str) -> None:
    with visiting(browser, server, settings={"speed": "auto"}, reduced_motion="reduce") as page:
        start(page, server, "fang-4", level="level:1")
        record(page)
        shown = play_and_wait(page)
        thinks = next(i for i, each in enumerate(shown) if "thinking" in each["head"])
        mine = [each for before, each in pairwise(shown[: thinks + 1]) if before["seeds"] != each["seeds"]]
        stood = [each["at"] - before["at"] for before, each in pairwise(mine)]
        late = slack(page)
        assert all(each >= 820 / RATE - late for each in stood), (stood, shown)
