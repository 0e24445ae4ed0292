"""Sound: pages with a stub that counts notes; silence in a class until somebody turns it on."""

from contextlib import ExitStack

from playwright.sync_api import Browser, Page, expect

from tests.browsing import choose_any, from_menu, in_turn, moves, place, play_to_the_end, start, there, visiting
from tests.pages.test_class_browser import begin, come_in, open_class

pytestmark = there
LOUD = {"sounds": True}
STUB = """
    window.started = [];
    window.felt = 0;
    navigator.vibrate = () => { window.felt++; return true; };
    const knob = () => ({ setValueAtTime() {}, exponentialRampToValueAtTime() {} });
    const node = () => ({ connect: (to) => to });
    window.AudioContext = class {
        currentTime = 0;
        destination = node();
        resume() {}
        suspend() {}
        createGain() { return { ...node(), gain: knob() }; }
        createOscillator() {
            const voice = { ...node(), type: "sine", frequency: knob(), stop() {}, hz: 0 };
            voice.frequency.setValueAtTime = (hz) => { voice.hz = hz; };
            voice.start = () => window.started.push(Math.round(voice.hz));
            return voice;
        }
    };
"""


def heard(page: Page) -> list[int]:
    """Return the frequencies of the notes played."""
    found: list[int] = page.evaluate("started")
    return found


def forget(page: Page) -> None:
    page.evaluate("() => { started.length = 0; }")


def test_seeds_are_heard_rising(browser: Browser, address: str) -> None:
    with visiting(browser, address, settings=LOUD | {"speed": "fast"}) as page:
        page.add_init_script(STUB)
        start(page, address, "fang-6", "here", start="0.3.1.1.1.0 3+3 S")
        place(page, "2").click()
        expect(moves(page)).to_have_count(1)
        expect(page.locator(".motion button")).to_have_count(0)
        steps = [330, 370, 416, 494]
        sown = [hz for hz in heard(page) if hz in steps]
        assert sown[-4:] == steps, heard(page)
        assert 220 in heard(page), "the lift"
        assert page.evaluate("felt") > 4


def test_refusal_capture_turn_and_end_are_heard(browser: Browser, address: str) -> None:
    with visiting(browser, address, settings=LOUD) as page:
        page.add_init_script(STUB)
        start(page, address, "fang-4", level="level:1")
        place(page, "1").click()
        assert heard(page)[:2] == [150, 140], "soft wood"
        forget(page)
        choose_any(page)
        expect(moves(page)).to_have_count(2)
        page.wait_for_function("() => started.includes(523) && started.includes(659)")
        play_to_the_end(page)
        page.wait_for_function(
            "() => started.slice(-4).join() === '523,659,784,1047' || [392, 440].includes(started.at(-2)) "
            "|| started.slice(-3).join() === '392,330,262'"
        )
        start(page, address, "fanorona", "here")
        place(page, "d3").click()
        place(page, "e3").click()
        page.locator(".bar .option").first.click()
        expect(moves(page)).to_have_count(1)
        assert 294 in heard(page), "the capture"


def test_a_switch_silences_this_device(browser: Browser, address: str) -> None:
    with visiting(browser, address, settings=LOUD) as page:
        page.add_init_script(STUB)
        start(page, address, "fang-4", "here")
        switch = page.locator(".topbar .sounding")
        expect(switch).to_have_attribute("aria-pressed", "true")
        switch.click()
        expect(switch).to_have_attribute("aria-pressed", "false")
        forget(page)
        choose_any(page)
        expect(moves(page)).to_have_count(1)
        assert heard(page) == []
        page.reload()
        expect(page.locator(".topbar .sounding")).to_have_attribute("aria-pressed", "false")
        from_menu(page, "Sounds")
        expect(page.locator(".topbar .sounding")).to_have_attribute("aria-pressed", "true")
        choose_any(page)
        expect(moves(page)).to_have_count(2)
        assert heard(page) != []


def test_nothing_is_heard_before_the_page_was_touched(browser: Browser, address: str) -> None:
    with visiting(browser, address, settings=LOUD) as page:
        page.add_init_script(STUB)
        page.add_init_script("Object.defineProperty(navigator, 'userActivation', {value: {hasBeenActive: false}})")
        start(page, address, "fang-4", who="other", level="level:1")
        expect(moves(page)).to_have_count(1)
        assert heard(page) == []


def test_a_class_is_silent_until_somebody_wants_to_hear(browser: Browser, address: str) -> None:
    with ExitStack() as stack:
        wide = {"width": 1366, "height": 900}
        teacher = stack.enter_context(visiting(browser, address, settings=LOUD, viewport=wide))
        pupils = [stack.enter_context(visiting(browser, address, settings=LOUD)) for _ in range(2)]
        for page in (teacher, *pupils):
            page.add_init_script(STUB)
        code = open_class(teacher, address)
        for page, name in zip(pupils, ("Aina", "Bao"), strict=True):
            come_in(page, address, code, name)
        begin(teacher, "fang-4", "round robin")
        for page in pupils:
            page.wait_for_selector(".stage .place")
            forget(page)
        first, other = in_turn(*pupils)
        choose_any(first)
        expect(moves(other)).to_have_count(1)
        assert [heard(page) for page in pupils] == [[], []]
        other.locator(".topbar .sounding").click()
        choose_any(other)
        expect(moves(first)).to_have_count(2)
        assert heard(other) != []
        assert heard(first) == []
        wall = stack.enter_context(visiting(browser, address, settings=LOUD))
        wall.add_init_script(STUB)
        wall.goto(f"{address}/wall/{code}")
        wall.mouse.click(5, 5)
        choose_any(first)
        expect(moves(other)).to_have_count(3)
        assert heard(wall) == []
