"""The class in real browsers: a teacher's page, four pupils' pages, the wall, a dispute, the erase button."""

import codecs
import json
import re
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ElementHandle, Locator, Page, expect

from lalao.clock import CLOCK
from lalao.store import Store
from tests.browsing import check_axe, choose_any, in_turn, settle, there, visiting
from tests.playing import come_in as arrived
from tests.schooling import TEACHER
from tests.serving import Server

pytestmark = there

BEYOND = """() => [...document.querySelectorAll(".tablecard, .legend, .round")].filter((each) => {
  const { top, left, bottom, right } = each.getBoundingClientRect();
  const holds = !each.matches(".tablecard") || each.scrollHeight <= bottom - top + 1;
  return top < 0 || left < 0 || bottom > innerHeight || right > innerWidth || !holds;
}).map((each) => each.className)"""
"""What of the teacher's page is cut off, or holds more than it shows."""
CUT = """() => [...document.querySelectorAll(".tablecard h3 .name")].filter(
  (each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > 1.3 * each.clientHeight
).map((each) => each.innerText)"""
"""Names of players that are not shown whole: too wide, or with a third line."""

SMALLEST = """(selector) => Math.min(
  ...[...document.querySelectorAll(selector)].filter((each) => each.offsetParent)
    .map((each) => parseFloat(getComputedStyle(each).fontSize)))"""
"""The size in pixels of the smallest letters of what a selector finds in sight."""

OVERLAPPED = """() => [...document.querySelectorAll(".tablecard:has(.mini) .state span")].filter((each) =>
  each.getBoundingClientRect().top < each.closest(".tablecard").querySelector(".mini").getBoundingClientRect().bottom
).map((each) => each.innerText)"""

PATHS = "(all) => all.map((each) => each.getAttribute('d'))"


def open_class(page: Page, address: str, title: str = "CM1") -> str:
    """Open a class as a teacher does; return its code."""
    page.goto(f"{address}/class")
    page.locator("#class-title").fill(title)
    page.get_by_role("button", name="Start", exact=True).click()
    return page.locator(".invite .code").inner_text()


def come_in(page: Page, address: str, code: str, name: str, picture: str = "") -> None:
    """Join a class as a pupil does, from the first page."""
    page.goto(address)
    page.locator("#code").fill(code.lower())
    page.get_by_role("button", name="Join").click()
    page.locator("#first-name").fill(name)
    if picture:
        page.locator(f"[data-picture={picture}]").click()
    page.get_by_role("button", name="Join").click()
    expect(page.locator(".me")).to_contain_text(name)


def write_down(teacher: Page, names: str) -> None:
    """Add pupils, one a line, as a teacher does who confirms what is shown."""
    teacher.locator("#newcomers").fill(names)
    teacher.get_by_role("button", name="Add", exact=True).click()
    if "\n" in names:
        expect(teacher.locator(".names-dialog li")).to_have_count(len(names.split("\n")))
        teacher.get_by_role("button", name="Add these names").click()


def begin(teacher: Page, game: str, how: str) -> None:
    """Begin a tournament with its first round."""
    teacher.locator("select[aria-label='Game']").select_option(game)
    teacher.get_by_role("radio", name=how, exact=True).click()
    teacher.get_by_role("button", name="Start the tournament").click()
    expect(teacher.locator(".tablecard").first).to_be_visible()


def open_side(teacher: Page) -> None:
    """Open or close the drawer with the pupils, the standings and the files."""
    teacher.get_by_role("button", name=re.compile(r"^\d+ pupils?$")).click()


def focused(button: Locator) -> ElementHandle:
    """Focus a button; return its element."""
    button.focus()
    return button.element_handle()


def card(teacher: Page, table: int) -> object:
    """Return the locator of a table on the teacher's page."""
    return teacher.locator(f".tablecard[data-table='{table}']")


def play_out(pages: list[Page]) -> None:
    """Play until no game is going on at any of these pages."""
    for _ in range(400):
        playing = [page for page in pages if page.locator(".stage .place.legal").count()]
        if not playing and all("you play with" not in page.locator(".sentence").inner_text() for page in pages):
            return
        for page in playing:
            before = page.locator(".moves li").count()
            choose_any(page)
            page.wait_for_function(
                "before => document.querySelectorAll('.moves li').length > before || !document.querySelector('.moves')",
                arg=before,
            )
        pages[0].wait_for_timeout(50)
    raise AssertionError("the games have no end")


def test_a_small_tournament_a_dispute_and_the_erase_button(browser: Browser, address: str, school: Server) -> None:
    names = ("Aina", "<b>Léo</b>", "Zoé-Marie d'Ambohimanga", "عائشة 🌺")
    with ExitStack() as stack:
        teacher = stack.enter_context(visiting(browser, address, viewport={"width": 1366, "height": 900}))
        pupils = [stack.enter_context(visiting(browser, address, has_touch=True)) for _ in names]
        code = open_class(teacher, address)
        for page, name in zip(pupils, names, strict=True):
            come_in(page, address, code, name)
        expect(teacher.locator(".pupils li")).to_have_count(4)
        expect(teacher.locator(".pupils")).to_contain_text("<b>Léo</b>")
        assert teacher.locator(".pupils b").count() == 0, "a name is text"
        begin(teacher, "fang-4", "round robin")
        expect(teacher.locator(".tablecard .mini svg")).to_have_count(2)
        for page in pupils:
            expect(page.locator(".stage .status")).not_to_be_empty()
        # everything stops, and goes on
        teacher.get_by_role("button", name="Pause all games").click()
        for page in pupils:
            expect(page.locator(".pause")).to_be_visible()
        teacher.get_by_role("button", name="Resume").click()
        expect(pupils[0].locator(".pause")).to_be_hidden()
        # a page that is loaded again is where it was
        pupils[0].reload()
        expect(pupils[0].locator(".me")).to_contain_text("Aina")
        # a hand goes up and down
        pupils[1].get_by_role("button", name="Call the teacher").click()
        expect(teacher.locator(".alarm")).to_contain_text("needs you")
        teacher.get_by_role("button", name="On my way").click()
        expect(pupils[1].get_by_role("button", name="Call the teacher")).to_be_visible()
        # the dispute: each accuses the other, both have lost; the teacher decides otherwise
        disputed = teacher.locator(".tablecard", has_text="Aina").first
        table = disputed.get_attribute("data-table")
        there = [page for page in pupils if f"Table {table}:" in page.locator(".sentence").inner_text()]
        assert len(there) == 2
        for count, page in enumerate(there):
            page.get_by_role("button", name="I disagree").click()
            page.get_by_role("button", name="Yes").click()
            if not count:
                expect(disputed).to_have_class(re.compile("dispute"))
                expect(disputed).to_contain_text("disagrees")
        expect(disputed).to_contain_text("both have lost")
        for page in there:
            expect(page.locator(".sentence")).to_contain_text("both of you have lost")
        disputed.locator("summary").click()
        disputed.get_by_role("button", name="Aina").click()
        expect(disputed).to_contain_text("Aina has won *")
        expect(pupils[0].locator(".sentence")).to_contain_text("you have won")
        # the other table plays to its end by itself
        play_out([page for page in pupils if page not in there])
        for round_ in (2, 3):
            teacher.get_by_role("button", name=f"Start round {round_}").click()
            for page in pupils:
                expect(page.locator(".sentence")).to_contain_text("you play with")
            play_out(pupils)
        expect(teacher.locator(".winners")).to_contain_text("Winners:")
        expect(teacher.locator(".class tbody tr")).to_have_count(4)
        expect(pupils[0].locator(".sentence")).to_contain_text(re.compile("winner", re.IGNORECASE))
        # erased from the laptop and from the devices
        teacher.get_by_text("Files").click()
        teacher.get_by_role("button", name="Erase this class").click()
        teacher.get_by_role("button", name="Yes").click()
        for page in pupils:
            expect(page.locator(".empty")).to_contain_text("closed this class")
            assert code not in json.dumps(page.evaluate("localStorage.getItem('lalao.settings')"))
        teacher.wait_for_url(f"{address}/class")
        kept = [path.read_bytes() for path in Path(school.home).rglob("*") if path.is_file()]
        assert not any(b"Ambohimanga" in content for content in kept)


def test_paper_boards_and_a_shared_device(browser: Browser, address: str) -> None:
    with visiting(browser, address) as teacher, visiting(browser, address) as pupil:
        code = open_class(teacher, address)
        write_down(teacher, "Bao\nChloé\nDésiré\nEsther")
        pupil.goto(f"{address}/c/{code}")
        pupil.get_by_role("button", name="Bao").click()
        expect(pupil.locator(".me")).to_contain_text("Bao")
        begin(teacher, "fang-4", "Swiss")
        expect(pupil.locator(".sentence")).to_contain_text("you play with")
        expect(pupil.locator(".stage .place.legal").first).to_be_visible()
        card_of = teacher.locator(".tablecard").filter(has_text="Bao")
        faces = card_of.locator("h3 .picture path").evaluate_all(PATHS)
        assert sorted(pupil.locator(".stage .face .picture path").evaluate_all(PATHS)) == sorted(faces)
        assert len(set(faces)) == 2, "two on one tablet have a picture each"
        paper = [each for each in teacher.locator(".tablecard").all() if "Bao" not in each.inner_text()]
        assert len(paper) == 1
        for each in paper:
            each.locator(".results button").first.click()
            expect(each).to_contain_text("has won")
        play_out([pupil])
        expect(teacher.get_by_role("button", name=re.compile("Start round 2|Start the tournament"))).to_be_visible()


def test_the_names_of_a_list_are_shown_before_they_are_taken(browser: Browser, address: str) -> None:
    table = "Nom;Prénom\r\nRABE;Zoé\r\nTIANA;Zoé\r\nRakoto;Léo\r\n"
    with visiting(browser, address, refused=True) as teacher:
        open_class(teacher, address)
        for content in (table.encode("cp1252"), codecs.BOM_UTF16_LE + table.replace(";", "\t").encode("utf-16-le")):
            teacher.locator("#class-list").set_input_files(
                {"name": "classe.csv", "mimeType": "text/csv", "buffer": content}
            )
            shown = teacher.locator(".names-dialog")
            expect(shown.locator("h2")).to_have_text("3 names")
            expect(shown.locator("li")).to_have_text(["Zoé R.", "Zoé T.", "Léo"])
            expect(shown).to_contain_text("Names are read from the column Prénom.")
            expect(teacher.locator(".pupils li")).to_have_count(0)
            shown.get_by_role("button", name="Close").click()
        teacher.locator("#newcomers").fill(table)
        teacher.get_by_role("button", name="Add", exact=True).click()
        teacher.get_by_role("button", name="Correct the list").click()
        expect(teacher.locator("#newcomers")).to_have_value("Zoé R.\nZoé T.\nLéo")
        teacher.get_by_role("button", name="Add", exact=True).click()
        teacher.get_by_role("button", name="Add these names").click()
        expect(teacher.locator(".pupils li")).to_contain_text(["Zoé R.", "Zoé T.", "Léo"])
        teacher.locator("#class-list").set_input_files(
            {"name": "classe.xlsx", "mimeType": "application/zip", "buffer": b"PK\x03\x04"}
        )
        expect(teacher.locator("#toast")).to_contain_text("whole workbook")


def test_a_place_given_to_another_device_and_taken_again_shows_the_board(browser: Browser, address: str) -> None:
    with visiting(browser, address) as teacher, visiting(browser, address) as pupil:
        code = open_class(teacher, address)
        come_in(pupil, address, code, "Aina")
        write_down(teacher, "aina\nBao")
        expect(teacher.locator("#toast")).to_contain_text("occurs twice")
        expect(teacher.locator("#newcomers")).to_have_value("aina\nBao")
        write_down(teacher, "Bao")
        begin(teacher, "fang-4", "Swiss")
        expect(pupil.locator(".stage .place.legal").first).to_be_visible()
        open_side(teacher)
        teacher.locator(".pupils button", has_text="Aina").click()
        teacher.get_by_role("button", name="Move to another device").click()
        expect(pupil.locator("#first-name")).to_be_visible()
        pupil.locator(".door").get_by_role("button", name="Aina").click()
        expect(pupil.locator(".stage .place.legal").first).to_be_visible()
        choose_any(pupil)
        expect(pupil.locator(".moves li")).to_have_count(1)


def test_a_draw_is_told_and_the_winner_follows_a_correction(browser: Browser, address: str) -> None:
    with visiting(browser, address) as teacher, visiting(browser, address) as pupil:
        code = open_class(teacher, address)
        come_in(pupil, address, code, "Aina")
        write_down(teacher, "Bao")
        teacher.get_by_role("radio", name="on boards of paper and wood").click()
        begin(teacher, "fang-4", "knockout")
        expect(pupil.locator(".sentence")).to_contain_text("you play with Bao")
        calling = pupil.get_by_role("button", name="Call the teacher")
        calling.focus()
        pupil.keyboard.press("Enter")
        expect(pupil.get_by_role("button", name="Teacher called")).to_be_focused()
        results = teacher.locator(".tablecard .results")
        results.get_by_role("button", name="draw").click()
        expect(teacher.locator(".tablecard")).to_contain_text("they play again")
        expect(pupil.locator(".sentence")).to_contain_text("Play Bao again")
        results.get_by_role("button", name="Bao").click()
        expect(teacher.locator(".winners")).to_contain_text("Winners: Bao")
        teacher.locator(".tablecard summary").click()
        results.get_by_role("button", name="Aina").click()
        expect(teacher.locator(".winners")).to_contain_text("Winners: Aina")
        expect(pupil.locator(".sentence")).to_contain_text("You are a winner")


def test_every_format_has_a_picture_and_a_sentence(browser: Browser, address: str) -> None:
    with visiting(browser, address, viewport={"width": 1366, "height": 768}) as teacher:
        open_class(teacher, address)
        formats = teacher.locator(".formats [role=radio]")
        expect(formats).to_have_count(5)
        pictures, sentences = set[str](), set[str]()
        for each in formats.all():
            each.click()
            pictures.add(each.locator("svg.format").inner_html())
            sentences.add(teacher.locator(".field:has(.formats) p").inner_text())
        assert len(pictures) == len(sentences) == 5
        assert all(len(sentence) > 20 for sentence in sentences)
        assert teacher.evaluate(BEYOND) == []
        begin_button = teacher.get_by_role("button", name="Start the tournament").bounding_box()
        assert begin_button
        assert begin_button["y"] + begin_button["height"] <= 768


def test_a_class_sows_by_hand_and_prints(browser: Browser, address: str) -> None:
    with visiting(browser, address) as teacher, visiting(browser, address) as pupil:
        code = open_class(teacher, address)
        come_in(pupil, address, code, "Aina")
        write_down(teacher, "Bao")
        teacher.get_by_text("The pupils sow themselves").click()
        begin(teacher, "fang-4", "Swiss")
        expect(pupil.locator(".stage .place.legal").first).to_be_visible()
        expect(pupil.locator(".handful")).to_be_visible()
        open_side(teacher)
        teacher.get_by_text("Files").click()

        def printed(sheet: str) -> None:
            with teacher.expect_download() as saved:
                teacher.get_by_role("button", name=sheet).click()
            assert Path(saved.value.path()).read_bytes().startswith(b"%PDF")

        printed("Slips for the tables")
        printed("Score sheet")
        with teacher.expect_download() as saved:
            teacher.get_by_role("button", name="Standings").click()
        assert "Aina" in Path(saved.value.path()).read_text("utf-8-sig")
        open_side(teacher)
        teacher.locator(".tablecard summary").click()
        teacher.locator(".results").get_by_role("button", name="Aina").click()
        expect(teacher.locator(".winners")).to_contain_text("Aina")
        printed("Certificates in colour")
        printed("Certificates that save ink")
        teacher.get_by_text("What was seen", exact=True).click()
        expect(teacher.locator(".seen tbody th")).to_have_text(["Aina", "Bao"])


def test_a_table_where_nothing_moves_is_marked(browser: Browser, address: str) -> None:
    with visiting(browser, address) as teacher, visiting(browser, address) as pupil:
        teacher.clock.install()
        code = open_class(teacher, address)
        come_in(pupil, address, code, "Aina")
        write_down(teacher, "Bao")
        begin(teacher, "fang-4", "Swiss")
        expect(teacher.locator(".tablecard .state")).to_contain_text("to play")
        expect(teacher.locator(".tablecard.stuck")).to_have_count(0)
        expect(pupil.locator(".stage .status")).not_to_be_empty()
        teacher.clock.fast_forward("02:30")
        expect(teacher.locator(".tablecard.stuck")).to_have_attribute("data-still", "no move for 2 minutes")


def test_what_the_teacher_is_about_to_do_outlasts_what_happens_meanwhile(browser: Browser, address: str) -> None:
    with visiting(browser, address) as teacher, visiting(browser, address) as one, visiting(browser, address) as two:
        code = open_class(teacher, address)
        come_in(one, address, code, "Aina")
        come_in(two, address, code, "Bao")
        begin(teacher, "fang-4", "Swiss")
        expect(teacher.locator(".tablecard .state")).to_contain_text("to play")
        open_side(teacher)
        teacher.locator("#newcomers").fill("Chl")
        open_side(teacher)
        teacher.locator(".tablecard summary").click()
        about = teacher.locator(".results button").nth(2)
        about.focus()
        held = about.element_handle()
        top = teacher.evaluate("() => { scrollTo(0, 40); return scrollY; }")
        told = teacher.locator(".tablecard .state").inner_text()
        choose_any(in_turn(one, two)[0])
        expect(teacher.locator(".tablecard .state")).not_to_have_text(told)
        two.get_by_role("button", name="Call the teacher").click()
        expect(teacher.locator(".alarm")).to_contain_text("Bao needs you")
        assert teacher.evaluate("held => held === document.activeElement && held.checkVisibility()", held)
        assert teacher.evaluate("scrollY") == top
        expect(teacher.locator("#newcomers")).to_have_value("Chl")
        teacher.keyboard.press("Enter")
        expect(teacher.locator(".tablecard .state")).to_contain_text("a draw")


def test_the_focus_stays_when_the_class_changes(browser: Browser, address: str) -> None:
    has_focus = "held => held === document.activeElement"
    with visiting(browser, address) as teacher, visiting(browser, address) as pupil:
        code = open_class(teacher, address)
        pupil.goto(f"{address}/c/{code}")
        held = focused(pupil.locator("[data-picture=sun]"))
        write_down(teacher, "Aina")
        expect(pupil.get_by_role("button", name="Aina")).to_be_visible()
        assert pupil.evaluate(has_focus, held)
        pupil.get_by_role("button", name="Aina").click()
        held = focused(pupil.get_by_role("button", name="Warm up against a creature"))
        teacher.get_by_role("button", name="Pause all games").click()
        expect(pupil.locator(".pause")).to_be_visible()
        assert pupil.evaluate(has_focus, held)
        teacher.locator("summary", has_text="Puzzles for the class").click()
        held = focused(teacher.get_by_role("button", name="Another one instead of puzzle 1"))
        first = teacher.locator(".preview li").first
        puzzle = str(first.get_attribute("data-id"))
        teacher.keyboard.press("Enter")
        expect(first).not_to_have_attribute("data-id", puzzle)
        assert teacher.evaluate(has_focus, held)


def test_twelve_tables_are_one_screen(browser: Browser, address: str) -> None:
    with (
        visiting(browser, address, viewport={"width": 1366, "height": 768}) as teacher,
        visiting(browser, address) as one,
        visiting(browser, address) as two,
    ):
        code = open_class(teacher, address)
        come_in(one, address, code, "Aina")
        come_in(two, address, code, "Bao")
        long = ("Andriamampianina", "Jean-Christophe", "Anne-Élisabeth")
        write_down(teacher, "\n".join([*long, *(f"Élève {number}" for number in range(1, 20))]))
        begin(teacher, "fang-8", "Swiss")
        expect(teacher.locator(".tablecard")).to_have_count(12)
        one.get_by_role("button", name="Call the teacher").click()
        calling = teacher.locator(".tablecard.call")
        expect(calling).to_contain_text("Aina needs you")
        expect(teacher.locator(".legend")).to_contain_text("1 is calling")
        settle(teacher)
        assert teacher.evaluate(BEYOND) == []
        assert teacher.evaluate("document.documentElement.scrollHeight <= innerHeight")
        assert teacher.evaluate(OVERLAPPED) == [], "no words lie on a board"
        calling.get_by_role("button", name="On my way").click()
        expect(calling).to_have_count(0)
        for width, height in ((360, 640), (1024, 600), (1280, 800), (1366, 768)):
            teacher.set_viewport_size({"width": width, "height": height})
            settle(teacher)
            assert teacher.evaluate(CUT) == [], width
        faces = teacher.locator(".tablecard h3 .picture").evaluate_all("all => all.map(each => each.innerHTML)")
        assert len(set(faces)) == len(faces) == 24, "no two faces are alike"
        expect(one.get_by_role("button", name="Call the teacher")).to_be_visible()


def test_a_short_name_beside_a_long_one_is_whole(browser: Browser, address: str) -> None:
    short = ["Bao", "Wim", "Momo", "Mama", "Ada", "Emma", "Mimi", "Maam", "Mwaka", "Mbo", "Mam", "Moma"]
    long = ["Rakotomalala", "Ramanambelo", "Wilhelmine", "Mamihasina", "Rasoanirina", "Ramamonjy", "Rajaonarisoa"]
    with visiting(browser, address) as teacher:
        open_class(teacher, address)
        write_down(
            teacher,
            "\n".join([*short, *long, "Mamy Nirina", "Ny Mamitiana", "Andriamanana", "Ravoahangy", "Mohammed-Ali"]),
        )
        begin(teacher, "fang-8", "Swiss")
        expect(teacher.locator(".tablecard")).to_have_count(12)
        teacher.locator(".seated").evaluate_all("all => all.forEach((each) => each.classList.add('active'))")
        for width, height in ((320, 568), (640, 360), (1024, 600), (1280, 800), (1366, 768), (1920, 1080)):
            teacher.set_viewport_size({"width": width, "height": height})
            settle(teacher)
            assert teacher.evaluate(CUT) == [], width
            assert teacher.evaluate(SMALLEST, ".tablecard h3 .name") >= 11.5, (
                "names stand one below the other before they are too small to be read"
            )


def test_a_class_of_twenty_three_is_one_screen_too(browser: Browser, address: str) -> None:
    with visiting(browser, address, viewport={"width": 1366, "height": 768}) as teacher:
        code = open_class(teacher, address)
        write_down(teacher, "\n".join(f"Élève {number}" for number in range(1, 24)))
        expect(teacher.locator(".pupils li")).to_have_count(23)
        teacher.get_by_role("radio", name="on boards of paper and wood").click()
        expect(teacher.locator(".begin")).to_contain_text("You need 11 boards and")
        teacher.locator(".begin [data-family=fanorona]").click()
        expect(teacher.locator(".begin")).to_contain_text("white and 44 black counters")
        expect(teacher.locator(".begin select[aria-label='Game']")).to_have_value("fanorona-telo")
        check_axe(teacher, "what there is to choose")
        box = teacher.get_by_role("button", name="Start the tournament").bounding_box()
        assert box
        assert box["y"] + box["height"] <= 768, "what begins it is in sight"
        teacher.locator(".begin [data-family=fafy]").click()
        teacher.get_by_role("button", name="Start the tournament").click()
        expect(teacher.locator(".tablecard")).to_have_count(11)
        expect(teacher.locator(".legend")).to_contain_text("The first one lays out the seeds")
        expect(teacher.locator(".tablecard .referee")).to_have_count(1)
        settle(teacher)
        assert teacher.evaluate(BEYOND) == []
        with visiting(browser, address, viewport={"width": 1920, "height": 1080}) as wall:
            wall.goto(f"{address}/wall/{code}")
            expect(wall.locator(".wall")).to_contain_text("The first one lays out the seeds")
            assert wall.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_a_game_without_draws_offers_none(browser: Browser, address: str) -> None:
    with visiting(browser, address) as teacher:
        open_class(teacher, address)
        write_down(teacher, "Aina\nBao")
        begin(teacher, "fafy-impartial", "Swiss")
        expect(teacher.locator(".results").get_by_role("button")).to_have_text(
            [re.compile("Aina|Bao"), re.compile("Aina|Bao"), "both have lost"]
        )


def test_the_wall_shows_what_the_teacher_shows(browser: Browser, address: str) -> None:
    with (
        visiting(browser, address) as teacher,
        visiting(browser, address) as one,
        visiting(browser, address) as two,
        visiting(browser, address, viewport={"width": 1920, "height": 1080}) as wall,
    ):
        code = open_class(teacher, address)
        wall.goto(f"{address}/wall/{code}")
        expect(wall.locator(".code")).to_have_text(code)
        come_in(one, address, code, "Aina", "tortoise")
        come_in(two, address, code, "Bao")
        expect(wall.locator(".big")).to_contain_text("2 pupils")
        begin(teacher, "fang-4", "Swiss")
        expect(wall.locator(".pairings li")).to_have_count(1)
        teacher.locator(".tablecard summary").click()
        teacher.get_by_role("button", name="On the wall").click()
        expect(wall.locator(".projected svg .place")).to_have_count(4)
        mover = in_turn(one, two)[0]
        seen = wall.locator(".projected svg").inner_html()
        choose_any(mover)
        wall.wait_for_function("seen => document.querySelector('.projected svg').innerHTML !== seen", arg=seen)
        teacher.get_by_role("button", name="Off the wall").click()
        expect(wall.locator(".pairings li")).to_have_count(1)
        expect(wall.locator(".pairings .picture")).to_have_count(2)
        teacher.locator(".results").get_by_role("button", name="Bao").click()
        expect(wall.locator(".podium .who")).to_have_text(["Bao", "Aina"])
        assert wall.evaluate("document.documentElement.scrollHeight <= innerHeight")
        check_axe(wall, "the podium")


def test_who_waits_warms_up_and_is_called_away(browser: Browser, address: str) -> None:
    with ExitStack() as stack:
        teacher = stack.enter_context(visiting(browser, address))
        phone: Any = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
        pupils = [stack.enter_context(visiting(browser, address, **phone)) for _ in "123"]
        code = open_class(teacher, address)
        for page, name in zip(pupils, ("Aina", "Bao", "Chloé"), strict=True):
            come_in(page, address, code, name)
        waits = pupils[0]
        warm = waits.get_by_role("button", name="Warm up against a creature")
        warm.click()
        expect(waits.locator(".player.above")).to_contain_text("Soky")
        expect(waits.locator(".stage .place.legal").first).to_be_visible()
        check_axe(waits, "a warm-up")
        waits.get_by_role("button", name="Back").click()
        check_axe(waits, "waiting")
        for page in pupils:
            page.get_by_role("button", name="Warm up against a creature").click()
            expect(page.locator(".player.above")).to_contain_text("Soky")
        begin(teacher, "fang-4", "round robin")
        expect(teacher.locator(".tablecard")).to_have_count(1)
        seated = teacher.locator(".tablecard .seated .name").all_inner_texts()
        (rest,) = [page for page, name in zip(pupils, ("Aina", "Bao", "Chloé"), strict=True) if name not in seated]
        playing = [page for page in pupils if page is not rest]
        for page in playing:
            expect(page.locator(".class-tools")).to_contain_text("I disagree")
            expect(page.locator("#toast")).to_contain_text("Table 1: you play with")
        # a resting pupil goes on with the warm-up until he watches as the referee
        expect(rest.locator(".player.above")).to_contain_text("Soky")
        rest.get_by_role("button", name="Back").click()
        name = rest.locator(".me").inner_text()
        expect(rest.locator(".waiting .big")).to_contain_text("You are the referee of table 1")
        expect(teacher.locator(".tablecard")).to_contain_text(f"The referee: {name}")
        wall = stack.enter_context(visiting(browser, address, viewport={"width": 1920, "height": 1080}))
        wall.goto(f"{address}/wall/{code}")
        expect(wall.locator(".pairings")).to_contain_text(f"The referee: {name}")
        check_axe(wall, "the wall with a referee")
        rest.get_by_role("button", name="Watch table 1").click()
        expect(rest.locator(".stage .status")).not_to_be_empty()
        expect(rest.locator(".stage .place.legal")).to_have_count(0)
        check_axe(rest, "a referee looks on")
        check_axe(teacher, "a table with a referee")


def test_the_referee_s_check_by_tapping(browser: Browser, address: str) -> None:
    with visiting(browser, address) as page:
        page.goto(f"{address}/referee")
        page.locator("select[aria-label='Game']").select_option("fafy-impartial")
        page.get_by_role("button", name="Done").click()
        expect(page.locator(".status")).to_contain_text("After the turn")

        def put(how: str, *places: str) -> None:
            page.get_by_role("radio", name=how).click()
            for place in places:
                with page.expect_response("**/layouts*"):  # its answer makes the buttons anew
                    page.locator(f".stage [data-place='{place}']").click()

        put("take a seed", "4")
        put("add a seed", "5")
        page.get_by_role("button", name="Done").click()
        expect(page.locator(".verdict")).to_contain_text("This was the move 4+")
        page.get_by_role("button", name="Check again").click()
        expect(page.locator(".status")).to_contain_text("After the turn")
        put("add a seed", "5")
        page.get_by_role("button", name="Done").click()
        expect(page.locator(".verdict")).to_contain_text("No legal move leads there")


def test_a_damaged_class_is_told_at_the_door_and_removed_there(browser: Browser, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'lalao.sqlite'}"
    store = Store.open(url)
    store.create("FFFF", ['{"kind":"paused","on":true}'], "FFFF")
    store.close()
    with (
        Server(tmp_path, "--teacher", TEACHER, "--database", url) as running,
        visiting(browser, running.address) as teacher,
    ):
        code = open_class(teacher, running.address, "CM2")
        teacher.goto(f"{running.address}/class")
        expect(teacher.locator(".found")).to_contain_text("The class FFFF cannot be opened: line 1 of the journal")
        teacher.get_by_role("button", name="Remove it").click()
        teacher.get_by_role("button", name="Yes").click()
        expect(teacher.get_by_text("FFFF")).to_have_count(0)
        expect(teacher.get_by_role("button", name="CM2")).to_be_visible()
        teacher.goto(f"{running.address}/class/{code}")
        expect(teacher.locator(".invite .code")).to_have_text(code)


def test_the_code_is_drawn_here_and_asked_for_elsewhere(browser: Browser, tmp_path: Path) -> None:
    with Server(tmp_path, "--teacher", TEACHER, "--lan") as running:
        with visiting(browser, running.address) as teacher:
            teacher.goto(f"{running.address}/class")
            expect(teacher.locator("#class-title")).to_be_visible()
            expect(teacher.locator("#teacher-code")).to_have_count(0)
            teacher.get_by_text("From another device").click()
            expect(teacher.locator(".door")).to_contain_text(TEACHER)
        elsewhere = running.address.replace("127.0.0.1", "127.0.0.2")
        with visiting(browser, elsewhere) as other:
            other.goto(f"{elsewhere}/class")
            other.locator("#teacher-code").fill(TEACHER)
            check_axe(other, "the door for another device")
            other.get_by_role("button", name="Open", exact=True).click()
            expect(other.locator("#class-title")).to_be_visible()


def test_axe_finds_nothing(browser: Browser, address: str) -> None:
    with (
        visiting(browser, address) as teacher,
        visiting(browser, address, viewport={"width": 360, "height": 740}) as pupil,
    ):
        teacher.goto(f"{address}/class")
        expect(teacher.locator("#class-title")).to_be_visible()
        check_axe(teacher, "the teacher's door")
        code = open_class(teacher, address)
        check_axe(teacher, "an empty class")
        pupil.goto(f"{address}/c/{code}")
        expect(pupil.locator(".pictures")).to_be_visible()
        check_axe(pupil, "the pictures")
        come_in(pupil, address, code, "Aina", "shell")
        check_axe(pupil, "a pupil who waits")
        write_down(teacher, "Bao")
        begin(teacher, "fang-4", "Swiss")
        expect(pupil.locator(".stage .status")).not_to_be_empty()
        pupil.get_by_role("button", name="Call the teacher").click()
        expect(teacher.locator(".alarm")).to_be_visible()
        check_axe(teacher, "an alarm")
        check_axe(pupil, "a call that was heard")
        open_side(teacher)
        check_axe(teacher, "the drawer")
        teacher.locator(".pupils button").first.click()
        check_axe(teacher, "a pupil's menu")
        teacher.goto(f"{address}/wall/{code}")
        expect(teacher.locator(".pairings")).to_be_visible()
        check_axe(teacher, "the wall")
        teacher.goto(f"{address}/referee")
        expect(teacher.locator(".editor")).to_be_visible()
        check_axe(teacher, "the referee")


def test_a_teacher_closes_the_door_and_opens_it(browser: Browser, address: str) -> None:
    with visiting(browser, address) as teacher, visiting(browser, address) as pupil:
        code = open_class(teacher, address)
        teacher.get_by_role("button", name="Close to newcomers").click()
        expect(teacher.get_by_role("button", name="Open to newcomers")).to_have_attribute("aria-pressed", "true")
        expect(teacher.locator(".side")).to_contain_text("New pupils and guests cannot join.")
        pupil.goto(f"{address}/c/{code}")
        pupil.locator("#first-name").fill("Aina")
        pupil.get_by_role("button", name="Join").click()
        expect(pupil.locator("#toast")).to_contain_text("this class is closed to newcomers")
        teacher.get_by_role("button", name="Open to newcomers").click()
        expect(teacher.get_by_role("button", name="Close to newcomers")).to_be_visible()
        pupil.get_by_role("button", name="Join").click()
        expect(pupil.locator(".me")).to_contain_text("Aina")


IN_FRENCH = """() => script('settings.js').then(({ keep }) => keep({ language: 'fr' }))"""


def in_french(page: Page) -> None:
    """Load a page again in French."""
    page.evaluate(IN_FRENCH)
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "fr")


def test_pupils_from_one_device_leave_the_list_by_one_press(browser: Browser, address: str) -> None:
    with visiting(browser, address, viewport={"width": 360, "height": 640}) as teacher:
        code = open_class(teacher, address)
        write_down(teacher, "Aina")
        for name in ("Bao", "Zaza", "Zozo"):
            with arrived(address, code, name):
                pass
        in_french(teacher)
        teacher.locator(".pupils button", has_text="Aina").click()
        expect(teacher.locator(".pupil-dialog")).to_be_visible()
        expect(teacher.get_by_role("button", name="Tous ceux venus")).to_have_count(0)
        teacher.keyboard.press("Escape")
        teacher.locator(".pupils button", has_text="Zaza").click()
        teacher.get_by_role("button", name="Tous ceux venus de cet appareil").click()
        dialog = teacher.locator(".clear-dialog")
        expect(dialog.locator("h2")).to_have_text("3 élèves venus de cet appareil")
        expect(dialog.locator(".names li")).to_have_text(["Bao", "Zaza", "Zozo"])
        expect(dialog).to_contain_text("Derrière une même box")
        dialog.get_by_label("Bao").uncheck()
        dialog.get_by_role("button", name="Retirer 2 élèves de la liste").click()
        expect(teacher.locator(".pupils li")).to_have_count(2)
        expect(teacher.locator(".pupils")).to_contain_text("Bao")


def test_the_class_is_left_to_one_device(browser: Browser, address: str) -> None:
    with visiting(browser, address) as teacher, visiting(browser, address) as other:
        code = open_class(teacher, address, "Devices")
        other.goto(f"{address}/class")
        other.get_by_role("button", name=re.compile("^Devices")).click()
        expect(other.locator(".invite .code")).to_have_text(code)
        for page in (teacher, other):
            in_french(page)
        devices = teacher.locator(".devices")
        devices.locator("summary").click()
        expect(devices.locator("li b")).to_have_text(["Cet appareil", "Un autre appareil"])
        expect(devices.locator("li", has_text="connecté")).to_have_count(2)
        teacher.get_by_role("button", name="Cet appareil seulement").click()
        expect(teacher.locator("dialog")).to_contain_text("Qui connaît le code")
        teacher.get_by_role("button", name="Oui").click()
        other.wait_for_url(f"{address}/class")
        expect(other.locator("#toast")).to_contain_text("cet appareil n’a plus les droits de l’enseignant")
        assert code not in json.dumps(other.evaluate("localStorage.getItem('lalao.settings')"))
        expect(devices.locator("li")).to_have_count(1)
        expect(teacher.get_by_role("button", name="Cet appareil seulement")).to_be_disabled()


def test_a_tournament_goes_without_hints(browser: Browser, address: str) -> None:
    no_hints = "Ni indice ni analyse avant la fin du tournoi."
    with visiting(browser, address) as teacher, visiting(browser, address, refused=True) as pupil:
        code = open_class(teacher, address)
        come_in(pupil, address, code, "Aina")
        write_down(teacher, "Bao")
        teacher.get_by_text("No hints, no values").click()
        begin(teacher, "fang-4", "Swiss")
        expect(pupil.locator(".stage .place.legal").first).to_be_visible()
        in_french(teacher)
        expect(teacher.locator(".round .unaided")).to_have_text("Ni indice ni analyse")
        in_french(pupil)
        expect(pupil.locator(".drawer")).to_contain_text(no_hints)
        seats = json.loads(pupil.evaluate("localStorage.getItem('lalao.settings')"))["seats"]
        (room,) = [each for each in seats if "/" not in each]
        pupil.goto(f"{address}/m/{room}")
        expect(pupil.locator(".stage .place.legal").first).to_be_visible()
        expect(pupil.locator(".drawer")).to_contain_text(no_hints)
        helping = [pupil.get_by_role("button", name=name, include_hidden=True) for name in ("Indice", "Pourquoi ?")]
        helping.append(pupil.get_by_role("link", name="Analyser", include_hidden=True))
        worth = pupil.locator("details", has_text="Ce que vaut chaque coup")
        for each in helping:
            expect(each).to_have_count(0)
        expect(worth).to_have_attribute("hidden", "")
        looking = pupil.context.new_page()
        looking.goto(f"{address}/look#fang-4/0.1.1.0%203%2B3%20S")
        expect(looking.locator(".side")).to_contain_text("ni indice ni analyse avant la fin du tournoi")
        looking.close()
        # it ends with the tournament, and the open page follows
        teacher.locator(".tablecard summary").click()
        teacher.locator(".results").get_by_role("button", name="Aina").click()
        expect(teacher.locator(".winners")).to_contain_text("Aina")
        expect(helping[-1]).to_have_count(1)
        expect(pupil.locator(".drawer")).not_to_contain_text(no_hints)


def test_a_class_is_erased_on_a_day_that_the_teacher_chooses(browser: Browser, address: str) -> None:
    with visiting(browser, address) as teacher:
        open_class(teacher, address)
        teacher.get_by_text("Files", exact=True).click()
        day = teacher.get_by_label("Erase this class on a day")
        day.fill((CLOCK.today() - timedelta(days=1)).isoformat())
        expect(teacher.locator("#toast")).to_contain_text("is no day to come: write year-month-day")
        day.fill((CLOCK.today() + timedelta(days=40)).isoformat())
        expect(teacher.get_by_text("Then all that is kept of it here goes")).to_be_visible()
        expect(teacher.get_by_text("This class is erased on")).to_have_count(0)
        day.fill((CLOCK.today() + timedelta(days=10)).isoformat())
        expect(teacher.get_by_text("This class is erased on")).to_be_visible()
        teacher.get_by_role("button", name="Never").click()
        expect(teacher.get_by_text("This class is erased on")).to_have_count(0)
        expect(day).to_have_value("")
