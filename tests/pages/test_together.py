"""The board of the class: positions shown, moves proposed and played; games that begin at the teacher's position."""

from collections.abc import Iterator
from datetime import date

import pytest
from playwright.sync_api import Browser, expect

from lalao.errors import LalaoError, NotationError
from lalao.games.registry import game as find_game
from lalao.locale import words
from lalao.teach.shipped_puzzles import daily
from lalao.web.classes import messages as c
from lalao.web.classes.classroom import question_of
from lalao.web.classes.host import opened
from lalao.web.classes.replay import classroom_of
from lalao.web.classes.view import accepted, together_view
from lalao.web.limits import RefusedError
from lalao.web.rooms import messages as m
from lalao.web.rooms.room import Room
from tests.browsing import check_axe, there, visiting
from tests.pages.test_class_browser import come_in, open_class
from tests.pages.test_words import GROWN_UP, SEEN
from tests.serving import Server
from tests.unit.test_classroom import Class, shown

START = "0.1.2.1 2+2 S"


def test_the_teacher_plays_on_the_board_of_the_class() -> None:
    group = Class("Aina", "Bao")
    with pytest.raises(NotationError):
        group.say(c.Together, game="fang-4", position="nothing")
    with pytest.raises(LalaoError):
        group.say(c.Together, game="chess")
    group.say(c.Together, game="fang-4", position=START)
    board = group.room.on_board(START)
    move = board.legal_moves()[0]
    with pytest.raises(RefusedError, match="only the teacher"):
        group.say(c.Play, "Aina", position=START, move=str(move))
    group.say(c.Play, position=START, move=str(move))
    assert group.room.shared
    assert group.room.shared.position == str(board.play(move))
    assert group.room.shared.move == str(move)
    with pytest.raises(RefusedError, match="look again"):
        group.say(c.Play, position=START, move=str(move))
    assert group.again().shared == group.room.shared
    assert shown(classroom_of(group.lines)) == shown(group.room)
    group.say(c.Together, game="")
    assert group.room.shared is None


def test_the_board_of_the_class_makes_way_for_a_round() -> None:
    group = Class("Aina", "Bao")
    group.say(c.Begin, days=0, format="swiss", game="fang-4", seed=3)
    group.say(c.Together, game="fafy")
    group.say(c.Call, rounds=0)
    assert group.room.shared is None


def test_the_question_of_the_day_knows_its_answer() -> None:
    day = date(2026, 11, 22)
    asked, puzzle = question_of(day), daily(day)
    assert (asked.game, asked.position) == (puzzle.position.game.id, str(puzzle.position))
    assert accepted(asked) == puzzle.accepted
    counts = [(puzzle.accepted[0], 5), ("another", 2)]
    told = together_view(asked, words("fr"), 7, counts, "")
    assert [(each.count, each.right) for each in told.votes] == [(5, True), (2, False)]
    other = c.Shared(asked.game, asked.position)
    assert not together_view(other, words("fr"), 7, counts, "").votes[0].right


def test_games_begin_where_the_teacher_wants() -> None:
    group = Class("Aina", "Bao")
    with pytest.raises(NotationError, match="the game is over"):
        group.say(c.Begin, days=0, format="swiss", game="fang-4", start="0.1.4.3 0+0 S")
    group.say(c.Begin, days=0, format="swiss", game="fang-4", seed=3, start=START)
    group.say(c.Call, rounds=0)
    day = group.room.day
    assert day
    room = Room([opened("ABCD", group.room, day, group.day.rounds[0].tables[0])])
    assert str(room.position) == START
    assert room.phase == "play", "nobody lays out what is laid out"
    group.say(c.From, position="")
    assert str(day.begins_at) == str(find_game("fang-4").start())
    group.say(c.From, position="0.1.3.2 1+1 S")
    assert classroom_of(group.lines).days[-1].start == day.start == "0.1.3.2 1+1 S"
    assert shown(classroom_of(group.lines)) == shown(group.room)
    with pytest.raises(NotationError):
        classroom_of([*group.lines, m.write_entry(c.Started("nothing"))])
    with pytest.raises(NotationError):
        classroom_of([*group.lines, m.write_entry(c.Shared("fang-4", "nothing"))])


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("together")) as running:
        yield running


@there
def test_a_class_votes_and_its_games_begin_there(browser: Browser, server: Server) -> None:
    address = server.address
    small = {"width": 360, "height": 640}
    with (
        visiting(browser, address) as teacher,
        visiting(browser, address, viewport={"width": 1920, "height": 1080}) as wall,
        visiting(browser, address, viewport=small) as one,
        visiting(browser, address, viewport=small) as two,
    ):
        code = open_class(teacher, address)
        wall.goto(f"{address}/wall/{code}")
        come_in(one, address, code, "Aina")
        come_in(two, address, code, "Bao")
        teacher.get_by_text("Play as a class").click()
        teacher.locator("#together-game").select_option("fang-4")
        teacher.locator("#together-position").fill(f"{address}/look#fang-4")
        teacher.get_by_role("button", name="On the wall").click()
        expect(wall.locator(".wall")).to_contain_text("What would you play?")
        for page in (one, two):
            expect(page.locator(".status")).to_contain_text("Sun to play")
            page.locator(".stage .place.legal").first.click()
            expect(page.locator(".status")).to_contain_text("That is your move.")
            expect(page.locator(".stage .place.found").first).to_be_visible()
            assert not [text for text in page.evaluate(SEEN) if GROWN_UP.search(text)]
            assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        expect(wall.locator(".wall")).to_contain_text("2 proposals")
        check_axe(one, "proposing a move")
        check_axe(wall, "the board of the class")
        check_axe(teacher, "the counts")
        best = teacher.locator(".votes button").first
        expect(best).to_contain_text("2")
        best.click()
        expect(wall.locator(".wall")).to_contain_text("Played:")
        expect(wall.locator(".wall")).to_contain_text("0 proposals")
        expect(one.locator(".status")).to_contain_text("What would you play?")
        teacher.get_by_role("button", name="Maki plays").click()
        expect(teacher.locator(".together .place.legal").first).to_be_visible()
        teacher.get_by_role("button", name="Start games here").click()
        expect(teacher.locator(".begin")).to_contain_text("begin at the position that you have chosen")
        teacher.get_by_role("radio", name="Swiss").click()
        teacher.get_by_role("button", name="Start the tournament").click()
        expect(teacher.locator(".tablecard")).to_have_count(1)
        expect(teacher.locator(".round")).to_contain_text("begin at the position that you have chosen")
        expect(one.locator(".class-tools")).to_contain_text("I disagree")
        for page in (one, two):
            expect(page.locator(".stage .status")).not_to_contain_text("lay")
        teacher.get_by_role("button", name="From the start again").click()
        expect(teacher.get_by_role("button", name="From the start again")).to_have_count(0)


@there
def test_the_end_on_the_board_of_the_class_names_no_side(browser: Browser, server: Server) -> None:
    ended = """async ([winner, ending]) => {
      const sides = [{ side: "S", name: "South", first: true }, { side: "N", name: "North", first: false }];
      const outcome = { winner, ending, reason: "the same position three times", told: "North wins" };
      return (await script("seats.js")).askedOf({ sides }, { task: "", outcome });
    }"""
    with visiting(browser, server.address) as page:
        page.goto(server.address)
        page.wait_for_selector(".scenes")
        said = page.evaluate(ended, ["N", "blocked"])
        assert said == {"head": "Moon has won.", "line": "Sun cannot play."}
        said = page.evaluate(ended, ["", "repetition"])
        assert said == {"head": "It is a draw.", "line": "The same position three times."}


@there
def test_the_question_of_the_day_hangs_on_the_wall(browser: Browser, server: Server) -> None:
    address = server.address
    with (
        visiting(browser, address, settings={"language": "fr"}) as teacher,
        visiting(browser, address, settings={"language": "fr"}) as wall,
    ):
        teacher.goto(f"{address}/class")
        teacher.get_by_role("button", name="Commencer", exact=True).click()
        code = teacher.locator(".invite .code").inner_text()
        wall.goto(f"{address}/wall/{code}")
        teacher.get_by_text("La classe joue ensemble").click()
        teacher.get_by_role("button", name="Question du jour").click()
        expect(wall.locator("h2")).to_contain_text("La question du jour")
        teacher.get_by_role("button", name="Retirer du mur").click()
        expect(wall.locator(".wall")).not_to_contain_text("La question du jour")
