"""Whose progress: what is kept of each child, what was kept before there were children, and the path's own table."""

import json
from typing import Any

from playwright.sync_api import Browser, Page, expect

from lalao.engine.levels import levels_of
from lalao.games.registry import FAMILIES, game
from lalao.teach.lessons import CREATURES, creature_of, journey, lesson
from lalao.teach.shipped_puzzles import of_family
from tests.browsing import CHILD, SIZES, check_axe, resize, there, visiting

pytestmark = there

KEPT = "JSON.parse(localStorage.getItem('lalao.children'))"


def asked(page: Page, script: str) -> Any:
    """Return what a script says that has all of children.js and lessonprogress.js at hand."""
    return page.evaluate(
        f"""async () => {{
            const both = {{...await script('children.js'), ...await script('lessonprogress.js')}};
            const {{children, child, addChild, chooseChild, removeChild, setStone, countLoss, learn, unlearn}} = both;
            return {script};
        }}"""
    )


def test_what_was_done_before_goes_to_the_first_child(browser: Browser, server: str) -> None:
    before = {"name": "Aina", "learned": {"fang-first-sowing": [0, 1]}, "won": ["fang-6"], "values": True}
    with visiting(browser, server, settings=before, children=[]) as page:
        page.goto(f"{server}/learn")
        page.wait_for_selector(".lesson-card .bead.done")
        [one] = page.evaluate(KEPT)
        assert one["name"] == "Aina"
        assert one["face"]
        assert one["steps"] == {"fang-first-sowing": [0, 1]}
        assert one["stones"] == {"fang-6:": 1}
        settings = page.evaluate("JSON.parse(localStorage.getItem('lalao.settings'))")
        assert settings["values"] is True
        assert not {"learned", "won"} & set(settings)
        page.reload()
        page.wait_for_selector(".lesson-card")
        assert [each["id"] for each in page.evaluate(KEPT)] == [one["id"]]


def test_each_child_has_a_path_of_its_own(browser: Browser, server: str) -> None:
    with visiting(browser, server, children=[]) as page:
        page.goto(f"{server}/learn")
        page.wait_for_selector(".lesson-card")
        one, other = (asked(page, f"addChild({{name: '{name}'}})") for name in ("Aina", "Fara"))
        assert one["face"] != other["face"]
        asked(page, "(learn('fang-count', 0, 5), setStone('fang-4:Soky', 1), setStone('fang-4?last-move', 4))")
        asked(page, "setStone('fang-4?last-move', 2)")
        assert asked(page, "child().stones") == {"fang-4:Soky": 1, "fang-4?last-move": 4}
        asked(page, f"chooseChild('{one['id']}')")
        assert asked(page, "[child().name, child().stones, child().steps]") == ["Aina", {}, {}]
        asked(page, "(learn('fang-never-changes', 0, 1), countLoss('fang-4:Soky'), countLoss('fang-4:Soky'))")
        assert asked(page, "[child().stones, child().lost]") == [{"fang-never-changes": 1}, ["fang-4:Soky", 2]]
        asked(page, f"removeChild('{one['id']}')")
        assert asked(page, "child().stones") == {"fang-4:Soky": 1, "fang-4?last-move": 4}
        asked(page, "unlearn()")
        assert asked(page, "[child().name, child().stones, child().steps]") == ["Fara", {}, {}]
        for at in range(9):
            asked(page, f"addChild({{name: 'N{at}'}})")
        assert sorted(each["name"] for each in page.evaluate(KEPT)) == [f"N{at}" for at in range(1, 9)]
        page.evaluate("localStorage.setItem('lalao.children', '[1, {\"id\": 2}, null')")
        assert asked(page, "children()") == []


def test_each_child_has_a_pace_and_puzzles_of_its_own(browser: Browser, server: str) -> None:
    use = """async ({game, key, practice}) => {
        const { Pace } = await script("pace.js");
        const { keepPractice, practice: kept } = await script("practice.js");
        if (game) new Pace(game).end(key);
        if (practice) keepPractice(practice);
        return [new Pace("fang-4").seed, kept().tries];
    }"""
    before = {"fang": {"games": 2, "shift": 0, "last": "a game"}}
    with visiting(browser, server, settings={"speed": "auto"}) as page:
        page.goto(f"{server}/learn")
        page.wait_for_selector(".lesson-card")
        page.evaluate("text => localStorage.setItem('lalao.pace', text)", json.dumps(before))
        page.evaluate("localStorage.setItem('lalao.practice', '{\"tries\": 3}')")
        assert page.evaluate(use, {}) == [600, 3]
        assert page.evaluate("[localStorage['lalao.pace'], localStorage['lalao.practice']]") == [None, None]
        assert page.evaluate(use, {"game": "fang-4", "key": "another", "practice": {"tries": 4}}) == [350, 4]
        other = asked(page, "addChild({name: 'Fara'})")
        assert page.evaluate(use, {}) == [600, 0], "somebody else begins slowly"
        assert page.evaluate(use, {"game": "fang-4", "key": "a first", "practice": {"tries": 1}}) == [600, 1]
        asked(page, "chooseChild('one')")
        assert page.evaluate(use, {}) == [350, 4]
        asked(page, f"removeChild('{other['id']}')")
        kept = page.evaluate("Object.keys(localStorage).filter((key) => /pace|practice/.test(key)).sort()")
        assert kept == ["lalao.pace.one", "lalao.practice.one"]


def test_children_are_remembered_for_a_visit_where_nothing_is_stored(browser: Browser, server: str) -> None:
    with visiting(browser, server, children=[]) as page:
        page.add_init_script("Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); };")
        page.goto(f"{server}/learn")
        page.wait_for_selector(".lesson-card")
        asked(page, "(addChild({name: 'Aina'}), setStone('fang-count', 1))")
        assert asked(page, "[child().name, child().stones]") == ["Aina", {"fang-count": 1}]


def test_a_path_goes_to_another_device_in_a_link(browser: Browser, server: str) -> None:
    stones = {"fang-first-sowing": 1, "fang-4?last-move": 0, "fafy-8:Sokatra": 1, "fanorona-huff": 1}
    stones["fang-6?full-tibong"] = 5
    one = CHILD | {"name": 24 * "Ã", "stones": stones}
    with visiting(browser, server, children=[one]) as page:
        page.goto(server)
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="My path").click()
        expect(page.get_by_role("img", name="The QR code")).to_be_visible()
        for size in SIZES:
            resize(page, size)
            assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        check_axe(page, "my path")
        link = page.evaluate("async () => (await script('mine.js')).linkOf(await (await script('path.js')).chapters())")
        assert len(link.partition("#")[2]) <= 300
    more = {"fang-4?last-move": 3, "fang-count": 1}
    other = CHILD | {"id": "two", "name": one["name"], "stones": more}
    for known in ([], [other]):
        with visiting(browser, server, children=known) as page:
            page.goto(link)
            page.get_by_role("button", name="Yes").click()
            page.wait_for_url(f"{server}/")
            [found] = page.evaluate(KEPT)
            assert (found["face"], found["name"]) == ("flower", one["name"])
            assert found["stones"] == (stones | more if known else stones)
    with visiting(browser, server) as page:
        page.goto(f"{server}/mine#{link.partition('#')[2].replace('.flower.', '.')}")
        expect(page.locator("#toast")).to_have_text("This is not a path, or it is from another version.")


def test_every_stone_can_be_met() -> None:
    seen = []
    for family in FAMILIES:
        posed = [(each.position.game.id, each.theme) for each in of_family(family.name)]
        for chapter in journey(family.name):
            first = game(chapter.game).position(chapter.start) if chapter.start else game(chapter.game).start()
            assert first.legal_moves()
            for stone in chapter.stones:
                seen.append(stone.id)
                if stone.kind == "lesson":
                    assert lesson(stone.what).family == family.name
                elif stone.kind == "puzzles":
                    assert posed.count((chapter.posing, stone.what)) >= 5, stone.id
                else:
                    levels = levels_of(game(chapter.game))
                    assert stone.what in {creature_of(level, len(levels)) for level in levels}, stone.id
    assert len(set(seen)) == len(seen) > 80
    assert {creature_of(level, 8) for level in range(1, 9)} == set(CREATURES)
