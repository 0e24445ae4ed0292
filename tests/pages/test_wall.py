"""Names of a class are shown whole, at every size: 40 long ones on the wall, its podium and the teacher's page."""

import re
from pathlib import Path

import pdfplumber
from playwright.sync_api import Browser, Page, expect

from tests.browsing import MILLISECONDS, SIZES, check_axe, resize, settle, there, visiting
from tests.pages.test_class_browser import SMALLEST, begin, come_in, open_class, open_side, write_down

pytestmark = there

LONG = """
Jean-Philippe Rakotomalala
Marie-Antoinette Razafindrakoto
Andriamampianina Tsiory
Voahanginirina Rasoamanarivo
Jean-Christophe Hoarau-Grondin
Anne-Élisabeth Payet
Rakotoarisoa Fanomezantsoa
Maminirina Andrianarivelo
Solofonirina Randrianasolo
Marie-Françoise Técher
Tolojanahary Ravelojaona
Emmanuella Ratsimbazafy
Jean-Bernardin Fontaine
Hasinantenaina Rabemananjara
Lalatiana Razanamparany
Marie-Gabrielle Vitry-Maillot
Fitahiantsoa Rakotonirina
Nomenjanahary Raharimanana
Pierre-Alexandre Boyer
Miangaly Andriantsitohaina
Sarobidy Razafimahefa
Jean-Sébastien Dijoux
Tafitasoa Rakotondrabe
Ny Aina Andriamihaja
Marie-Josèphe Lebreton
Fenosoa Ramanantsoa
Rindraharisoa Rafaralahy
Louis-Ferdinand Nativel
Mialisoa Razafindramboa
Herimampionona Ravalison
Marie-Hortense Sautron
Tsilavina Andrianjafy
Christian-Joël Rivière
Domoinasoa Rakotovao
Zo-Mamitiana Rasolofoson
Marie-Reine Cadet-Robert
Antsanirina Razafintsalama
Nantenaina Raveloarison
Jean-Baptiste Ethève
Felaniaina Rabearivelo
""".strip()
WALLS = ((1366, 768), (1920, 1080))
LEAST = 44 / 1080
"""The least size of letters, as a share of the height of the wall: 44 px at 1080 are read at 8 m."""
LEAST_ON_CARD = 9
"""The least size of letters on the card of a table, in pixels."""
WRONG = """(selector) => {
  const found = [];
  for (const each of document.querySelectorAll(selector)) {
    if (!each.offsetParent) continue;
    const text = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
    for (let node = text.nextNode(); node; node = text.nextNode()) {
      for (const word of node.data.matchAll(/[^\\s-]+-?/g)) {
        const range = document.createRange();
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        const lines = [...range.getClientRects()];
        if (new Set(lines.map(({ top }) => Math.round(top))).size !== 1) found.push(`broken: ${word[0]}`);
        for (let around = each; around; around = around.parentElement) {
          const { overflowX, overflowY } = getComputedStyle(around), room = around.getBoundingClientRect();
          const beside = lines.some(({ left, right }) => left < room.left - 2 || right > room.right + 2);
          const below = lines.some(({ top, bottom }) => top < room.top - 6 || bottom > room.bottom + 6);
          if (overflowX !== "visible" && beside) found.push(`cut: ${word[0]}`);
          if (["hidden", "clip"].includes(overflowY) && below) found.push(`cut below: ${word[0]}`);
        }
      }
    }
  }
  return found;
}"""
"""Words that are broken, or that reach out of something that clips them."""
MINUTES = """async ([after, rounds]) => {
  const [{ roundHead }, { render }] = [await script('tournament.js'), await script('lit.js')];
  const round = rounds ? { title: 'Round 1 of 2', byes: [], over: false } : null;
  const day = { format: 'poules', format_title: '', game_title: '', waiting: [1], rounds, expected: 2, round };
  const clock = { passed: rounds ? 2 : 0, coming: [6, 5], rounds: [] };
  const shown = document.createElement('div');
  render(roundHead(day, clock, after, [], () => {}), shown);
  return shown.querySelector('.note').textContent.split(' · ').slice(2).join(' · ');
}"""
"""Says how long a round has lasted so many minutes after its clock was read, and how long all may take."""


def check_wall(wall: Page, names: str, where: str) -> None:
    """Check that all names on the wall are whole, large, and on one screen."""
    assert wall.evaluate(WRONG, names) == [], where
    height = wall.evaluate("innerHeight")
    assert wall.evaluate(SMALLEST, names) >= LEAST * height - 0.01, where
    assert wall.evaluate("document.documentElement.scrollHeight <= innerHeight"), where


FITTED, FITTED_MS = "() => parseFloat(document.querySelector('.fitted').style.getPropertyValue('--size')) > 1", 4_000
"""Whether the names on the wall have found their size, and by when: the parts of a list take turns of 8 seconds."""


def seen_in_turn(wall: Page, names: str, where: str) -> set[str]:
    """Return all names of a list, whose parts take turns where it is long; check each part."""
    settle(wall)
    wall.wait_for_function(FITTED, timeout=FITTED_MS)  # once what stands above the names has come
    turns, seen = wall.locator(".fitted").get_attribute("data-turn") or "", set()
    shown, count = map(int, turns.split(" / ")) if turns else (1, 1)
    for number in [*range(shown, count + 1), *range(1, shown)]:
        if turns:  # one that was missed comes again after all others
            expect(wall.locator(f".fitted[data-turn='{number} / {count}']")).to_be_visible(timeout=MILLISECONDS)
        check_wall(wall, names, f"{where}, part {number} of {count}")
        seen |= {name for name in wall.locator(names).all_inner_texts() if name}
    return seen


def show_results(teacher: Page) -> None:
    """Enter that the first of each table has won."""
    for card in teacher.locator(".tablecard").all():
        card.locator(".results button").first.click()
        expect(card).to_have_class(re.compile("over"))


def test_forty_long_names_are_shown_whole(browser: Browser, address: str) -> None:
    names = LONG.splitlines()
    assert len(names) == 40
    with (
        visiting(browser, address, viewport={"width": 1366, "height": 768}) as teacher,
        visiting(browser, address, settings={"language": "fr"}, viewport={"width": 1920, "height": 1080}) as wall,
    ):
        code = open_class(teacher, address)
        write_down(teacher, LONG)
        expect(teacher.locator(".pupils li")).to_have_count(40)
        wall.goto(f"{address}/wall/{code}")
        expect(wall.locator(".big")).to_have_text("40 élèves dans la classe")
        teacher.get_by_role("radio", name="on boards of paper and wood").click()
        begin(teacher, "fafy-impartial", "Poules of the day")
        for size in WALLS:
            resize(wall, size)
            expect(wall.locator(".pairings li")).to_have_count(20)
            assert seen_in_turn(wall, ".pairings .name", f"pairs {size}") == set(names)
        for size in SIZES:
            resize(teacher, size)
            assert teacher.evaluate(WRONG, ".tablecard .name") == [], size
            assert teacher.evaluate(SMALLEST, ".tablecard .name") >= LEAST_ON_CARD, size
            if size[0] == 1280:
                open_side(teacher)
                assert teacher.evaluate(WRONG, ".pupils button span:not([class])") == [], size
                open_side(teacher)
        resize(teacher, (1366, 768))
        show_results(teacher)
        teacher.get_by_role("button", name="Start round 2").click()
        expect(wall.locator("h2")).to_have_text(re.compile(r"^Tour 2 sur 5\s: .* au repêchage$"))
        expect(wall.locator(".pairings .chance")).to_have_count(10)
        for number in range(2, 6):
            if number > 2:
                teacher.get_by_role("button", name=f"Start round {number}").click()
            expect(teacher.locator(".round h2")).to_contain_text(f"Round {number} of 5")
            show_results(teacher)
        expect(wall.locator(".podium .who")).to_have_count(3)
        for size in WALLS:
            resize(wall, size)
            check_wall(wall, ".podium .who", f"podium {size}")
        check_axe(wall, "a podium of long names")


def test_long_names_are_whole_on_the_pages_of_the_teacher_and_of_a_pupil(browser: Browser, address: str) -> None:
    with (
        visiting(browser, address, settings={"language": "fr"}) as teacher,
        visiting(browser, address, settings={"language": "fr"}) as guest,
    ):
        teacher.goto(f"{address}/class")
        teacher.locator("#class-title").fill("CM1")
        teacher.get_by_role("button", name="Commencer", exact=True).click()
        code = teacher.locator(".invite .code").inner_text()
        teacher.locator("#newcomers").fill(LONG)
        teacher.get_by_role("button", name="Ajouter", exact=True).click()
        teacher.get_by_role("button", name="Ajouter ces noms").click()
        expect(teacher.locator(".pupils li")).to_have_count(40)
        teacher.locator("summary", has_text="Ce qu’on a vu").click()
        expect(teacher.locator(".seen tbody tr")).to_have_count(40)
        guest.goto(f"{address}/c/{code}")
        expect(guest.locator(".door .row button")).to_have_count(40)
        for page, names in ((teacher, ".pupils bdi, .seen bdi"), (guest, ".door .row button")):
            for size in SIZES:
                resize(page, size)
                assert page.evaluate(WRONG, names) == [], (names, size)
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (names, size)
        guest.get_by_role("button", name=LONG.splitlines()[0]).click()
        expect(guest.locator(".me")).to_contain_text(LONG.splitlines()[0])
        for size in SIZES:
            resize(guest, size)
            assert guest.evaluate(WRONG, ".me") == [], size


def test_the_wall_names_who_is_missing(browser: Browser, address: str) -> None:
    with (
        visiting(browser, address) as teacher,
        visiting(browser, address) as pupil,
        visiting(browser, address, settings={"language": "fr"}, viewport={"width": 1366, "height": 768}) as wall,
    ):
        code = open_class(teacher, address)
        write_down(teacher, "\n".join(LONG.splitlines()[:24]))
        wall.goto(f"{address}/wall/{code}")
        come_in(pupil, address, code, "Jean-Philippe Rakotomalala")
        expect(wall.locator(".big")).to_have_text("1 sur 24 sont là. Il manque :")
        assert seen_in_turn(wall, ".missing .name", "missing") == set(LONG.splitlines()[1:24])
        teacher.locator(".pupils").get_by_role("button", name="Andriamampianina Tsiory").click()
        teacher.get_by_role("button", name="Mark as absent").click()
        expect(wall.locator(".big")).to_have_text("1 sur 23 sont là. Il manque :")
        expect(wall.locator(".missing li")).to_have_count(22)


def test_an_earlier_tournament_keeps_its_podium_and_its_sheets(browser: Browser, address: str, tmp_path: Path) -> None:
    with (
        visiting(browser, address) as teacher,
        visiting(browser, address, viewport={"width": 1366, "height": 768}) as wall,
    ):
        code = open_class(teacher, address)
        wall.goto(f"{address}/wall/{code}")
        write_down(teacher, "Aina\nBao")
        for winner in ("Aina", "Bao"):
            teacher.get_by_role("radio", name="on boards of paper and wood").click()
            begin(teacher, "fafy-impartial", "knockout")
            expect(wall.locator("h2")).to_have_text(["Final"])
            expect(teacher.get_by_role("button", name="Start round 2")).to_have_count(0)
            teacher.locator(".results").get_by_role("button", name=winner).click()
            expect(wall.locator(".podium .rank-1 .who")).to_have_text(winner)
        expect(teacher.locator(".winners .big")).to_have_text("Winners: Bao")
        expect(teacher.locator(".winners .past")).to_contain_text("Winners: Aina")
        teacher.locator("summary", has_text="Files").click()
        teacher.get_by_role("combobox", name="Tournament").select_option("1")
        teacher.get_by_role("button", name="Podium on the wall").click()
        expect(wall.locator(".podium .rank-1 .who")).to_have_text("Aina")
        for day, first in (("1", "Aina"), ("2", "Bao")):
            teacher.get_by_role("combobox", name="Tournament").select_option(day)
            with teacher.expect_download() as saved:
                teacher.get_by_role("button", name="Standings (CSV)").click()
            saved.value.save_as(tmp_path / day)
            rows = (tmp_path / day).read_text(encoding="utf-8-sig").splitlines()
            assert len(rows) == 3
            assert f"{first}" in rows[1]
        teacher.get_by_role("button", name="Podium on the wall").click()
        expect(wall.locator(".podium .rank-1 .who")).to_have_text("Bao")
        with teacher.expect_download() as saved:
            teacher.get_by_role("button", name="A certificate for everybody, saving ink (PDF)").click()
        saved.value.save_as(tmp_path / "everybody.pdf")
        with pdfplumber.open(tmp_path / "everybody.pdf") as sheet:
            said = [page.extract_text() for page in sheet.pages]
        assert ["winner of the tournament" in text for text in said] == ["Bao" in text for text in said]
        assert sum("has taken part in the tournament" in text for text in said) == 1


def test_the_minutes_of_a_round_move(browser: Browser, address: str) -> None:
    with visiting(browser, address) as page:
        page.goto(address)
        told = [page.evaluate(MINUTES, [after, begun]) for after, begun in ((0, 1), (2.5, 1), (30, 1), (30, 0))]
    assert told == [
        "2 minutes played · about 9 minutes left",
        "4 minutes played · about 7 minutes left",
        "32 minutes played · about 5 minutes left",
        "about 11 minutes left",
    ]
