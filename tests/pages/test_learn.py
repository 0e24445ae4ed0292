"""Lessons in the browser: from start to end by touch and by keys, wrong tries refuted on the board, on one screen."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, FloatRect, Locator, Page, expect

import lalao
from lalao.locale import words
from lalao.teach.lessons import Lesson, Step, lesson, lessons
from tests.browsing import CHILD, Size, check_axe, place, resize, settle, tap_again, taps_at, there, visiting
from tests.pages.test_pace import RATE, record, slack
from tests.pages.test_shell import INSIDE, LARGER, TELEPHONES, check_places, check_screen
from tests.patience import NIGHTLY

pytestmark = there
BUBBLE = INSIDE | {("sentence", "opponent")}
"""Slots of which the second may hold the first: the sentence of a lesson is in the bubble."""
TELEPHONE, LAPTOP = {"width": 360, "height": 640}, {"width": 1280, "height": 800}
SCREENS = {"telephone": TELEPHONE, "laptop": LAPTOP}
NEXT_MS = 3000
"""More than it takes until the next step comes by itself."""
LADDERS = [
    "fang-guarded",
    "fafy-blocks",
    "fafy-cake",
    "fanorona-lines",
    "fanorona-huff",
    "fifangakely-first-taking",
    "fifangha-eight",
]
"""A lesson of each family on its largest board, where there is one, and one in which pieces are huffed."""


def begin(page: Page, server: str, name: str) -> Lesson:
    """Open a lesson, and wait until it asks."""
    page.goto(f"{server}/learn/{name}")
    one = lesson(name)
    wait_for(page, one.steps[0])
    return one


def wait_for(page: Page, step: Step) -> None:
    """Wait until a step is asked."""
    language = page.evaluate("JSON.parse(localStorage.getItem('lalao.settings')).language")
    expect(page.locator(".status .line")).to_have_text(step.say[language])


def taps(one: Lesson, step: Step, move: str) -> list[str]:
    """Return the places tapped for a move of a step."""
    return taps_at(lalao.game(one.game).position(step.position), move)


class Finger:
    """Answers by tapping."""

    def __init__(self, page: Page) -> None:
        """Set the page."""
        self.page = page

    def choose(self, name: str) -> None:
        """Tap a place."""
        tap_again(self.page, place(self.page, name), Locator.tap)

    def press(self, name: str) -> None:
        """Tap a button."""
        self.page.get_by_role("button", name=name, exact=True).tap()


class Keys:
    """Answers by keys, starting where the page puts the focus."""

    def __init__(self, page: Page) -> None:
        """Set the page."""
        self.page = page

    def choose(self, name: str) -> None:
        """Go to a place with the arrow keys, and choose it."""
        wanted = place(self.page, name).bounding_box()
        assert wanted
        for _ in range(20):
            here = self.page.locator(".place:focus")
            if here.get_attribute("data-place") == name:
                break
            at = here.bounding_box()
            assert at
            across = wanted["x"] + wanted["width"] / 2 - at["x"] - at["width"] / 2
            down = wanted["y"] + wanted["height"] / 2 - at["y"] - at["height"] / 2
            if abs(across) > abs(down):
                self.page.keyboard.press("ArrowRight" if across > 0 else "ArrowLeft")
            else:
                self.page.keyboard.press("ArrowDown" if down > 0 else "ArrowUp")
        expect(place(self.page, name)).to_be_focused()
        self.page.keyboard.press("Enter")

    def press(self, name: str) -> None:
        """PrintWorkers the button that has the focus; it must be this one."""
        expect(self.page.get_by_role("button", name=name, exact=True)).to_be_focused()
        self.page.keyboard.press("Enter")


def answer(hand: Finger | Keys, one: Lesson, step: Step) -> None:
    """Do what a step asks for."""
    if step.ask == "see":
        hand.press("Watch")
    elif step.ask == "play":
        for name in taps(one, step, step.accept[0]):
            hand.page.wait_for_selector(f".place.legal, .place.target[data-place='{name}']")
            hand.choose(name)
    elif step.ask == "start":
        starts(hand, step.accept[0])
    else:
        for name in step.accept:
            hand.choose(name)


def starts(hand: Finger | Keys, who: str) -> None:
    """Answer who should start; by keys the other button is one step further."""
    if who == "wait" and isinstance(hand, Keys):
        expect(hand.page.get_by_role("button", name="I start", exact=True)).to_be_focused()
        hand.page.keyboard.press("Tab")
    hand.press({"start": "I start", "wait": "The other player starts"}[who])


def learn_through(page: Page, server: str, hand: Finger | Keys, name: str) -> None:
    """Go through a lesson to its end."""
    one = begin(page, server, name)
    for number, step in enumerate(one.steps):
        wait_for(page, step)
        expect(page.locator(".beads")).to_have_attribute("aria-label", f"Step {number + 1} of {len(one.steps)}")
        answer(hand, one, step)
        hand.press("Next")
    expect(page.get_by_role("heading")).to_have_text("Well done!")
    expect(page.locator(".plate p")).to_have_text(f"You have finished: {one.title['en']}.")


@pytest.mark.parametrize(
    ("name", "screen"),
    [
        ("fang-first-sowing", "telephone"),
        ("fafy-first-sowing", "laptop"),
        ("fafy-cake", "telephone"),
        ("fanorona-first-taking", "laptop"),
        ("fanorona-huff", "telephone"),
    ],
)
def test_a_lesson_is_learned_by_touch(browser: Browser, server: str, name: str, screen: str) -> None:
    with visiting(browser, server, viewport=SCREENS[screen], has_touch=True) as page:
        learn_through(page, server, Finger(page), name)


@pytest.mark.parametrize(
    ("name", "screen"),
    [
        ("fang-first-sowing", "laptop"),
        ("fafy-cake", "laptop"),
        ("fanorona-lines", "telephone"),
        ("fifangakely-first-taking", "telephone"),
    ],
)
def test_a_lesson_is_learned_by_keys(browser: Browser, server: str, name: str, screen: str) -> None:
    with visiting(browser, server, viewport=SCREENS[screen]) as page:
        learn_through(page, server, Keys(page), name)
        expect(page.locator(".walk-foot .goon")).to_be_focused()


def check_row(page: Page, position: str) -> None:
    """Check that a row lies on the board."""
    for pit, seeds in enumerate(position.split(" ")[0].split("."), 1):
        expect(place(page, str(pit)).locator(".figure")).to_have_text(seeds)


def test_a_wrong_try_is_refuted_on_the_board(browser: Browser, server: str) -> None:
    """The answer of the teaching code to a wrong move is played, and then the row is back as before."""
    with visiting(browser, server, viewport=TELEPHONE) as page:
        begin(page, server, "fafy-blocks")
        page.get_by_role("button", name="Skip").click()
        page.get_by_role("button", name="Skip").click()
        step = lesson("fafy-blocks").steps[2]
        wait_for(page, step)
        position = lalao.game("fafy-impartial").position(step.position)
        wrong = next(str(move) for move in position.legal_moves() if str(move) not in step.accept)
        with page.expect_response(
            lambda answer: "/why/" in answer.url
        ) as answered:  # a busy machine may answer another with less
            for name in taps(lesson("fafy-blocks"), step, wrong):
                place(page, name).click()
        why = answered.value.json()
        assert answered.value.status == 200
        assert why["refutation"]
        expect(page.locator(".status")).to_have_text("Look what happens next. The other player can win.")
        expect(page.get_by_role("button", name="Try again")).to_be_focused()
        after = position.play(wrong)
        for text in why["refutation"][:3]:
            after = after.play(text)
        check_row(page, str(after))
        page.get_by_role("button", name="Try again").click()
        check_row(page, step.position)
        expect(page.locator(".topbar .bead.done")).to_have_count(0)


def test_a_wrong_try_stays_wrong_where_the_server_cannot_say_why(browser: Browser, server: str) -> None:
    """The board comes to rest, and the learner can go on."""
    with visiting(browser, server, refused=True) as page:
        page.route("**/why/**", lambda route: route.fulfill(status=429, json={"error": "too many requests"}))
        one = begin(page, server, "fanorona-huff")
        page.get_by_role("button", name="Skip").click()
        step = one.steps[1]
        for _ in range(2):
            wait_for(page, step)
            fail(page, one, step)
            expect(page.locator(".status .headline")).to_have_text("Look what happens next.")
            expect(page.locator(".status .line")).not_to_have_text("")
            page.get_by_role("button", name="Try again").click()
        wait_for(page, step)
        expect(page.locator("#toast.shown")).to_have_count(0)


def test_a_place_that_cannot_be_is_refused_and_what_was_found_stays(page: Page, server: str) -> None:
    begin(page, server, "fang-guarded")
    place(page, "3").click()
    expect(page.locator(".place.found")).to_have_count(1)
    place(page, "1").click()
    expect(page.locator(".status")).to_have_text("This tibong is guarded. Attack it when it holds 2 seeds.")
    expect(page.locator(".ghosts .fault").first).to_be_attached()
    place(page, "5").click()
    expect(page.locator(".ghosts .fault")).to_have_count(0)
    expect(page.locator(".place.found")).to_have_count(2)
    wait_for(page, lesson("fang-guarded").steps[0])
    for name in ("6", "7"):
        place(page, name).click()
    expect(page.locator(".status")).to_contain_text("Right!")


def test_what_is_foretold_wrongly_is_shown(page: Page, server: str) -> None:
    begin(page, server, "fanorona-lines")
    page.get_by_role("button", name="Skip").click()
    wait_for(page, lesson("fanorona-lines").steps[1])
    place(page, "f3").click()
    place(page, "i3").click()
    expect(page.locator(".status")).to_contain_text("You took 2 pieces.")
    expect(place(page, "g3").locator(".piece")).to_have_count(0)
    place(page, "a1").click()
    expect(place(page, "g3").locator(".piece")).to_have_count(1)
    expect(page.locator(".place.found")).to_have_count(1)
    place(page, "g3").click()
    expect(page.locator(".status")).to_contain_text("Right!")


@pytest.mark.parametrize("speed", ["fast", "off"])
def test_the_next_step_comes_by_itself_where_things_move(browser: Browser, server: str, speed: str) -> None:
    with visiting(browser, server, settings={"speed": speed}) as page:
        one = begin(page, server, "fafy-first-sowing")
        page.get_by_role("button", name="Skip").click()
        wait_for(page, one.steps[1])
        for name in one.steps[1].accept:
            place(page, name).click()
        if speed == "off":
            page.wait_for_timeout(NEXT_MS)
            page.get_by_role("button", name="Next").click()
        wait_for(page, one.steps[2])


@pytest.mark.parametrize(("name", "number"), [("fang-first-sowing", 3), ("fafy-blocks", 4), ("fanorona-lines", 4)])
def test_what_a_lesson_says_can_be_read_though_a_tap_ends_the_motion(
    browser: Browser, server: str, name: str, number: int
) -> None:
    with visiting(browser, server, settings={"speed": "auto"}) as page:
        step = begin_at(page, server, name, number)
        one = lesson(name)
        places = page.locator(".stage .place").evaluate_all("all => all.map((each) => each.dataset.place)")
        wrong = next(at for at in places if at not in step.accept)
        record(page)
        for at in [wrong] if step.ask == "predict" else taps(one, step, wrong_move(one, step)):
            tap_again(page, place(page, at), lambda tapped: tapped.click(force=True))
        for _ in range(200):
            if page.locator(".bar .primary").count():
                break
            page.locator(".player.below").dispatch_event("pointerdown")
            page.wait_for_timeout(60)
        page.wait_for_function("() => new Set(timeline.map(({ head, line }) => `${head} ${line}`)).size > 2")
        shown = page.evaluate("timeline")
        said = [(f"{each['head']} {each['line']}".strip(), each["at"]) for each in shown]
        changed = [each for before, each in pairwise(said) if before[0] != each[0]]
        assert len(changed) > 1, shown
        for (text, at), (_, until) in pairwise(changed):
            assert until - at >= max(1500, 60 * len(text)) / RATE - slack(page), (text, until - at)


def test_hints_say_where_to_look_then_what_to_play(page: Page, server: str) -> None:
    one = begin(page, server, "fang-tibong")
    for number in (1, 2, 3):
        page.get_by_role("button", name="Skip").click()
        wait_for(page, one.steps[number])
    show = page.get_by_role("button", name=re.compile("^Show me"))
    said = page.locator(".status .line")
    show.click()
    expect(said).to_have_text("On the other side.")
    expect(page.locator(".marks .mark-region.look")).to_have_count(1)
    show.click()
    expect(said).to_have_text("Touch it.")
    expect(page.locator(".marks .paw")).to_have_count(1)
    show.click()
    expect(said).to_contain_text("on")
    expect(page.locator(".marks .mark-badge.look").first).to_have_text("1")


def test_the_hint_beckons_while_nothing_leads_on(page: Page, server: str) -> None:
    glow = re.compile(re.escape("rgb(232, 161, 46)"))
    begin_at(page, server, "fang-first-sowing", 1)
    tool = page.locator(".tools .hint")
    expect(tool).not_to_have_css("box-shadow", glow)
    page.evaluate("script('clock.js').then(({ clock }) => { clock.rate = 20; })")
    place(page, "2").click()
    expect(tool).to_have_css("box-shadow", glow)
    place(page, "3").click()
    expect(page.locator(".bar .primary")).to_be_visible()
    page.wait_for_selector(".stuck")
    expect(page.locator(".tools")).to_be_hidden()


def test_a_hint_shows_the_whole_turn_step_by_step(page: Page, server: str) -> None:
    begin(page, server, "fanorona-stop")
    for rung in range(3):
        page.get_by_role("button", name="Show me").click()
        expect(page.locator(".lamp.lit")).to_have_count(rung + 1)
    place(page, "b3").click()
    expect(page.locator(".place.hint")).to_have_attribute("data-place", "b2")
    place(page, "b2").click()
    expect(page.locator(".bar .hinted")).to_have_text("Stop")
    page.locator(".bar .hinted").click()
    expect(page.locator(".status .headline")).to_have_text("Right!")
    expect(page.locator(".hinted, .place.hint")).to_have_count(0)


def test_what_is_done_is_kept_on_the_device_until_it_is_erased(page: Page, server: str) -> None:
    page.goto(f"{server}/learn")
    expect(page.locator(".lesson-card")).to_have_count(len(lessons()))
    expect(page.locator(".bead.done")).to_have_count(0)
    page.get_by_role("link", name=re.compile("The first sowing")).click()
    one = lesson("fang-first-sowing")
    wait_for(page, one.steps[0])
    answer_first = page.get_by_role("button", name="Watch")
    answer_first.click()
    page.get_by_role("button", name="Next").click()
    wait_for(page, one.steps[1])
    page.reload()
    wait_for(page, one.steps[1])
    page.get_by_role("link", name="Back").click()
    expect(page.locator(".bead.done")).to_have_count(1)
    page.get_by_role("button", name="Erase progress").click()
    page.get_by_role("button", name="Yes").click()
    expect(page.locator(".bead.done")).to_have_count(0)
    expect(page.get_by_role("button", name="Erase progress")).to_have_count(0)
    assert page.evaluate("JSON.parse(localStorage.getItem('lalao.children'))[0].steps") == {}


VOICE = """
    window.said = [];
    window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
    speechSynthesis.getVoices = () => [{ lang: "%s", localService: %s }];
    speechSynthesis.speak = ({ text }) => said.push(text);
"""


@pytest.mark.parametrize(
    ("language", "local", "heard"), [("fr-FR", "true", 1), ("fr-FR", "false", 0), ("de", "true", 0)]
)
def test_the_sentence_is_heard_where_there_is_a_voice(
    browser: Browser, server: str, language: str, local: str, heard: int
) -> None:
    with visiting(browser, server, settings={"language": "fr"}) as page:
        page.add_init_script(VOICE % (language, local))
        one = begin(page, server, "fang-first-sowing")
        button = page.get_by_role("button", name=words("fr")("Read it to me"))
        expect(button).to_have_count(heard)
        if heard:
            button.click()
            assert page.evaluate("said") == [one.steps[0].say["fr"]]


def test_an_unknown_lesson_leads_to_the_list(browser: Browser, server: str) -> None:
    with visiting(browser, server, refused=True) as page:
        page.goto(f"{server}/learn/nothing")
        page.wait_for_url(f"{server}/learn")
        expect(page.locator("#toast")).to_contain_text("there is no lesson 'nothing'")


BOTH = [(name, language) for name in LADDERS for language in ("fr", "mg")]


@pytest.mark.parametrize(("name", "language"), BOTH if NIGHTLY else [*BOTH[::4], *BOTH[3::4]])
def test_a_lesson_is_one_screen(browser: Browser, server: str, name: str, language: str) -> None:
    """The telephones in both languages; every other larger screen in each, by turns."""
    boards: dict[Size, FloatRect] = {}
    sizes = TELEPHONES + LARGER[(LADDERS.index(name) + (language == "mg")) % 2 :: 2]

    def check(where: str) -> None:
        for size in sizes:
            resize(page, size)
            at = f"{name} {where} {size} {language}"
            board = check_screen(page, at, BUBBLE)
            assert boards.setdefault(size, board) == board, at
            check_bubble(page, at)
            check_places(page, at)

    with visiting(browser, server, settings={"language": language}) as page:
        for size in (sizes[-1], sizes[0]):
            resize(page, size)
            one = begin(page, server, name)
            settle(page)
            boards[size] = check_screen(page, f"{name} {size} {language}", BUBBLE)
        for number, step in enumerate(one.steps, 1):
            wait_for(page, step)
            check(str(number))
            if step.ask == "play" and step.aimed != "legal":
                fail(page, one, step)
                check(f"{number} wrong")
                page.locator(".bar .primary").click()
                wait_for(page, step)
            if step.ask == "see":
                page.locator(".tools .primary").click()
                page.locator(".bar .primary").click()
            else:
                page.locator(".tools .tool").last.click()
            boards.clear()


def fail(page: Page, one: Lesson, step: Step) -> None:
    """Play a wrong move, and wait until it is refuted."""
    for name in taps(one, step, wrong_move(one, step)):
        page.wait_for_selector(
            f".place.legal[data-place='{name}'], .place.target[data-place='{name}']", state="attached"
        )
        tap_again(page, place(page, name), lambda tapped: tapped.click(force=True))
    option = page.locator(".bar .option, .bar .finish")
    option.or_(page.locator(".bar .primary")).first.wait_for()
    if option.count():
        option.first.click()
    expect(page.locator(".bar .primary")).to_be_focused()


def wrong_move(one: Lesson, step: Step) -> str:
    """Return a move of a step that is not right, one of those chosen by the fewest taps."""
    position = lalao.game(one.game).position(step.position)
    tries = [str(move) for move in position.legal_moves() if str(move) not in step.accept]
    return min(tries, key=lambda move: len(taps(one, step, move)))


def check_bubble(page: Page, where: str) -> None:
    """Check that the sentence is not cut off, and large enough to read."""
    over, letters = page.evaluate(
        """() => { const slot = document.querySelector(".sentence-slot"), status = slot.querySelector(".status");
            const text = getComputedStyle(status.querySelector(".line"));
            return [status.offsetHeight - slot.clientHeight, parseFloat(text.fontSize)]; }"""
    )
    assert over <= 1, (where, over, page.locator(".status").inner_text())
    assert letters >= 12, (where, letters)


def test_nine_pits_are_as_large_as_a_finger_on_a_telephone(browser: Browser, server: str) -> None:
    with visiting(browser, server, viewport=TELEPHONE) as page:
        begin_at(page, server, "fafy-twins", 3)
        expect(page.locator(".stage .place .touch")).to_have_count(9)
        check_places(page, "nine pits")


def test_axe_finds_nothing(browser: Browser, server: str) -> None:
    """In each family, every kind of step once."""
    checked = set[tuple[str, str]]()
    with visiting(browser, server, children=[CHILD | {"steps": {"fang-first-sowing": [0, 1]}}]) as page:
        page.goto(f"{server}/learn", wait_until="networkidle")
        check_axe(page, "the list")
        for name in LADDERS:
            one = begin(page, server, name)
            for step in one.steps:
                wait_for(page, step)
                if (kind := (name.partition("-")[0], step.ask)) not in checked:
                    check_axe(page, f"{name} {step.ask}")
                    checked.add(kind)
                page.get_by_role("button", name="Skip").click()
        fail(page, lesson("fafy-blocks"), begin_at(page, server, "fafy-blocks", 2))
        check_axe(page, "refuted")
        begin_at(page, server, "fafy-blocks", 4)
        page.get_by_role("button", name="Skip").click()
        expect(page.locator(".status")).to_have_text("0 of 5 steps done")
        check_axe(page, "the end")
        page.get_by_role("button", name="Continue").click()
        wait_for(page, lesson("fafy-blocks").steps[0])


def begin_at(page: Page, server: str, name: str, number: int) -> Step:
    """Open a lesson and skip `number` steps; return the one that is asked."""
    one = begin(page, server, name)
    for step in one.steps[1 : number + 1]:
        page.get_by_role("button", name="Skip").click()
        wait_for(page, step)
    return one.steps[number]
