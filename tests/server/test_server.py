"""The server as browsers use it: positions by HTTP, matches over the WebSocket, refusals, permissions."""

import asyncio
import json
import random
import re
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote
from urllib.request import Request, urlopen

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

import lalao
from lalao.engine import levels_of, player
from lalao.errors import DatabaseError, LalaoError, TooLargeError
from lalao.locale import words
from lalao.print.film import MOST_PLIES
from lalao.record import Record, read, write
from lalao.store import Store
from lalao.values import Value
from lalao.web import openapi
from lalao.web.app import API
from lalao.web.classes.files import Backup
from lalao.web.rooms import messages as m
from lalao.web.rooms.conversation import MOST_LINES, Lines
from lalao.web.serving import may_open_browser, take_place
from lalao.web.shown import ShownValues
from lalao.web.view import MOST_DESCRIBED
from lalao.web.work.engine_tasks import Question, choose
from lalao.web.work.engines import HARD_SECONDS, NOBODY, VALUE_SECONDS, EnginePool
from lalao.web.work.pool import Pool, ProcessChild
from lalao.web.work.scheduling import Job
from tests.patience import least
from tests.playing import Player, fetched, get, open_match, post
from tests.serving import Server, free_port
from tests.shell import ROOT
from tests.unit.test_crowded import CROWDED

WARM_SECONDS = 4
"""Seconds in which a child that is warm has certainly begun to search."""


# Positions


def test_games_and_one_that_is_not_listed(server: str) -> None:
    assert [each["id"] for each in get(server, "/api/games")[1]] == list(lalao.LISTED)
    assert get(server, "/api/games/fang-10?lang=fr")[1]["title"] == "Fang sur 10 cases"
    status, answer = get(server, "/api/games/chess?lang=fr")
    assert status == 404
    assert "chess" in answer["error"]


@pytest.mark.parametrize("name", ["fang", "fafy-impartial", "fifangakely", "fanorona", "fanorona-souffle"])
def test_a_position_says_all_there_is_to_draw(server: str, name: str) -> None:
    start = lalao.game(name).start()
    status, answer = get(server, f"/api/games/{name}/positions/{quote(str(start))}?values=no")
    assert status == 200
    moves = {str(move): str(start.play(move)) for move in start.legal_moves()}
    assert {each["move"]: each["position"] for each in answer["moves"]} == moves
    assert {each["move"] for each in answer["paths"]} == set(moves)
    assert all(each["events"] for each in answer["moves"])
    assert answer["picture"]["kind"] in ("rows", "lattice")


def test_a_crowded_position_is_told_by_beginnings_and_turns_asked_for_one_by_one(server: str) -> None:
    text = quote(CROWDED, safe="")
    status, answer = get(server, f"/api/games/fanorona/positions/{text}?values=no")
    assert status == 200
    assert not answer["all"]
    assert len(answer["moves"]) == MOST_DESCRIBED
    beginnings = [each for each in answer["paths"] if each["move"] is None]
    assert beginnings
    begun = beginnings[0]["text"]
    further = get(server, f"/api/games/fanorona/ways/{text}?begin={begun}")[1]["paths"]
    assert len(further) > 1
    assert all(each["text"].startswith(begun) for each in further)
    whole = next(each["text"] for each in further if each["move"])
    status, told = get(server, f"/api/games/fanorona/turns/{text}?move={whole}")
    assert status == 200
    assert told["position"] == str(lalao.game("fanorona").position(CROWDED).play(whole))
    assert told.keys() == answer["moves"][0].keys()
    assert get(server, f"/api/games/fanorona/turns/{text}?move=a1-a2")[0] == 422
    assert get(server, f"/api/games/fang/positions/{quote('0.1.1.1.1.1.1.0 5+5 S')}?values=no")[1]["all"]


def test_values_are_those_of_solve(server: str) -> None:
    start = lalao.game("fang-4").start()
    values = get(server, f"/api/games/fang-4/positions/{quote(str(start))}")[1]["values"]
    assert {name: values[name] for name in lalao.solve(start).as_dict()} == lalao.solve(start).as_dict()


START = quote("0.1.1.0 3+3 S")


def test_lines_are_legal_and_grow_with_the_time(server: str) -> None:
    """Each line is played move by move, and proofs are those of `solve`."""
    game = lalao.game("fang-8")
    start = game.position("1.1.1.1.1.1.1.1 4+4 S")
    proved = {str(each.move): each.value for each in lalao.solve(start).moves}
    path = f"/api/games/fang-8/positions/{quote(str(start))}/lines"
    nodes = 0
    for seconds in ("0.01", "0.2", "1"):
        found = get(server, f"{path}?lines=5&seconds={seconds}")[1]
        nodes, before = found["nodes"], nodes
        assert nodes >= before
        assert len(found["lines"]) == 5
        for line in found["lines"]:
            position = start
            for move, after in zip(line["moves"], line["positions"], strict=True):
                position = position.play(position.move(move))
                assert str(position) == after
            if line["value"] != "unknown":
                assert line["value"] == proved[line["moves"][0]].name
        assert get(server, f"{path}?lines=1&seconds={seconds}")[1]["lines"][0]["moves"]
    assert nodes > 100


def test_unknown_is_an_answer_with_an_opinion(server: str) -> None:
    start = lalao.game("fanorona-libre").start()
    values = get(server, f"/api/games/fanorona-libre/positions/{quote(str(start))}")[1]["values"]
    assert values["value"] == "unknown"
    assert {each["move"] for each in values["moves"]} == {str(move) for move in start.legal_moves()}
    opinions = [each["opinion"] for each in values["moves"]]
    assert opinions == sorted(opinions, reverse=True)
    assert values["opinion"]["depth"] >= 1
    assert values["opinion"]["line"]


def test_opinions_and_proofs_are_those_of_the_analysing_engine() -> None:
    from lalao.engine.analysis import Info, Line, Score
    from lalao.solve import unsolved
    from lalao.web.work.engine_tasks import supplement

    answer = unsolved(lalao.game("fang-4").start())
    first, second = (move.move for move in answer.moves)
    lines = (Line(Score(proved=Value(1, 7)), (second, first)), Line(Score(-30), (first,)))
    told = supplement(answer, Info(5, lines, 100, 0.1))
    assert [(each["move"], each["value"], each["opinion"]) for each in told["moves"]] == [
        (str(second), "win", None),
        (str(first), "unknown", -30),
    ]
    assert (told["value"], told["plies"], told["line"]) == ("win", 7, [str(second), str(first)])
    lines = (Line(Score(proved=Value(1, None)), (second,)), Line(Score(-30), (first,)))
    told = supplement(answer, Info(5, lines, 100, 0.1))
    assert (told["value"], told["plies"], told["line"]) == ("win", None, [])
    assert told["opinion"]["line"] == [str(second)]


def test_a_question_given_up_ends_the_search_and_the_child_goes_on() -> None:
    async def story() -> tuple[float, ShownValues]:
        engines = EnginePool()
        await engines.value("fang-4", "0.1.1.0 3+3 S")
        processes = [child.process for child in engines.pool.children if isinstance(child, ProcessChild)]
        question = {"game": "fanorona", "position": str(lalao.game("fanorona").start()), "seconds": 60.0}
        job = NOBODY.job("value", 90, 90, "fanorona")
        await engines.pool.ask(question | {"task": "opinion", "seconds": 0.05}, job)  # its kernels are compiled now
        asked = asyncio.create_task(engines.pool.ask(question | {"task": "opinion"}, job))
        await asyncio.sleep(WARM_SECONDS)
        asked.cancel()
        begun = time.monotonic()
        answer = await engines.value("fang-6", str(lalao.game("fang-6").start()))
        took = time.monotonic() - begun
        assert [child.process for child in engines.pool.children if isinstance(child, ProcessChild)] == processes
        await engines.close()
        return took, answer

    took, answer = asyncio.run(story())
    assert took < 30, "the search of a minute went on"
    assert answer["value"] != "unknown"


def test_a_hard_position_does_not_degrade_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    hard, asked = "0.1.1.1.1.0 4+4 S", []

    async def ask(_: Pool, question: dict[str, Any], job: Callable[[int], Job]) -> bytes:
        asked.append((question["task"], question["position"], job(1).most))
        if question["task"] == "value" and question["position"] == hard:
            raise TooLargeError("this takes too long to compute here")
        hurried = question["position"] == HURRIED
        value = "unknown" if question["task"] == "opinion" or hurried else "win"
        return msgspec.json.encode({"value": value, "moves": []} | ({"hurried": True} if hurried else {}))

    monkeypatch.setattr(Pool, "ask", ask)

    async def story() -> list[str]:
        engines = EnginePool()
        engines._compiled = True
        positions = (hard, EASY, hard, HURRIED, HURRIED)
        answers = [await engines.value("fang-6", one) for one in positions]
        engines._hard.clear()
        engines._known.clear()
        return [answer["value"] for answer in [*answers, await engines.value("fang-6", EASY)]]

    assert asyncio.run(story()) == ["unknown", "win", "unknown", "unknown", "unknown", "win"]
    assert asked == [
        ("value", hard, VALUE_SECONDS),
        ("opinion", hard, VALUE_SECONDS),
        ("value", EASY, HARD_SECONDS),
        *2 * [("value", HURRIED, HARD_SECONDS)],
        ("value", EASY, VALUE_SECONDS),
    ]


def test_whoever_waits_in_vain_is_told_what_can_be_had_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, ask = [], Pool.ask

    async def slow(pool: Pool, question: dict[str, Any], job: Callable[[int], Job]) -> bytes:
        asked.append(question["task"])
        if not question["task"].endswith("at once"):
            raise TooLargeError("this takes too long to compute here")
        return await ask(pool, question, job)

    monkeypatch.setattr(Pool, "ask", slow)
    question = {"task": "why", "game": "fanorona-souffle-telo", "position": "B2/1B1/W2 w huff=b2", "move": "a1-a2A"}

    async def story() -> tuple[str, dict[str, Any], dict[str, Any], dict[str, Any]]:
        engines = EnginePool()
        move = await engines.move("fang-4", "0.1.1.0 3+3 S", "level:1")
        why = await engines.explain(question | {"level": "pupil", "language": "en"})
        hints = await engines.explain(question | {"task": "hints", "level": "pupil", "language": "en"})
        lines = await engines.lines(question | {"task": "lines", "seconds": 5})
        await engines.close()
        return move, why, hints, lines

    move, why, hints, lines = asyncio.run(story())
    assert lines["hurried"]
    assert lines["lines"]
    assert move in map(str, lalao.game("fang-4").position("0.1.1.0 3+3 S").legal_moves())
    assert why["hurried"]
    assert why["sentences"]
    assert hints["hurried"]
    assert hints["move"] in map(str, lalao.game(question["game"]).position(question["position"]).legal_moves())
    assert asked == [name for task in ("choose", "why", "hints", "lines") for name in (task, f"{task} at once")]


EASY, HURRIED = "1.0.2.1.1.0 4+3 N", "1.0.1.2.1.0 4+3 N"


def test_games_say_how_many_levels_they_have(server: str) -> None:
    games = {each["id"]: each["levels"] for each in get(server, "/api/games")[1]}
    assert games == {name: len(levels_of(lalao.game(name))) for name in games}
    assert get(server, "/api/games/fang-4-guarded")[1]["levels"] == 5


def test_a_table_opened_at_a_level_since_gone_is_played_on_at_the_strongest() -> None:
    question = Question(1, "move", "fang-4-guarded", "0.1.1.0 3+3 S", "level:8")
    assert lalao.game("fang-4-guarded").start().move(choose(question)["move"])


async def test_two_who_ask_wait_for_one_answer() -> None:
    engines = EnginePool()
    asked = [asyncio.create_task(engines.value("fang-6", "0.1.1.1.1.0 4+4 S")) for _ in range(3)]
    await asyncio.sleep(0)
    asked[0].cancel()
    first, *others = await asyncio.gather(*asked, return_exceptions=True)
    assert isinstance(first, asyncio.CancelledError)
    assert others[0] is others[1]
    assert next(engines.pool.numbers) == 2
    await engines.close()


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/games/fang/positions/nonsense", 400),
        ("/api/games/fang/positions/" + "1" * 3000, 422),
        ("/api/games/fang-60/positions/0", 400),
        ("/api/games/fanorona-25x25/positions/0", 422),
        ("/api/games/fang/positions/nonsense/lines", 400),
        ("/api/games/fang/positions/" + "1" * 3000 + "/lines", 422),
        ("/api/games/fanorona-25x25/positions/0/lines", 422),
        (f"/api/games/fang-4/positions/{START}/lines?lines=6", 400),
        (f"/api/games/fang-4/positions/{START}/lines?lines=nan", 400),
        (f"/api/games/fang-4/positions/{START}/lines?seconds=5.01", 400),
        (f"/api/games/fang-4/positions/{START}/lines?seconds=1_0x", 400),
        ("/api/games/fang/positions/x?lang=de", 400),
        ("/api/games/fang/pictures/nonsense", 400),
        ("/api/games/nothing/rules", 404),
        ("/api/games/nothing/demo", 404),
        ("/api/words/de", 400),
        ("/api/matches/1/link", 400),
    ],
)
def test_bad_questions_get_one_line(server: str, path: str, status: int) -> None:
    found, answer = get(server, path)
    assert found == status
    assert answer["error"]
    assert "\n" not in answer["error"]


@pytest.mark.parametrize("sent", [b"", b"{", b"[]", b"\xff", b'{"game":"fang"}', b'{"game":"fang","mode":"x"}'])
def test_bad_bodies_get_one_line(server: str, sent: bytes) -> None:
    told = [each for each in openapi.operations(API) if openapi.is_json(each.sent) and each.sent is not Backup]
    assert len(told) >= 8
    for path in ("/api/records/read", *(each.example for each in told)):
        status, answer = post(server, path, sent)
        assert status == 400, path
        assert "\n" not in answer["error"]
    assert post(server, "/api/matches", b"x" * 70_000)[0] == 422


def test_layouts_are_written_and_judged(server: str) -> None:
    sent = {"position": "1.2.2.1 S", "content": {"1": 1, "2": 2, "3": 0}, "to_move": "N"}
    assert post(server, "/api/games/fafy/layouts", sent)[1]["position"] == "1.2.0 N"
    start = lalao.game("fanorona-telo").start()
    content = {"a1": "W", "c3": "B"}
    sent = {"position": str(start), "content": content, "to_move": "B"}
    answer = post(server, "/api/games/fanorona-telo/layouts", sent)[1]
    assert (answer["position"], answer["error"]) == ("2B/3/W2 b", "")
    sent = {"position": str(lalao.game("fang-4").start()), "content": {"1": 9}, "to_move": "S"}
    assert "seeds" in post(server, "/api/games/fang-4/layouts", sent)[1]["error"]


@pytest.mark.parametrize("name", ["fang", "fafy", "fifangha", "fanorona-souffle"])
def test_a_layout_of_what_lies_there_is_the_same_position(name: str) -> None:
    position, rng = lalao.game(name).start(), random.Random(5)
    for _ in range(12):
        contents = {place: held for place, held in position.contents().items() if not place.startswith("taken")}
        assert position.from_contents(contents, position.to_move).contents() == position.contents()
        moves = position.legal_moves()
        if not moves:
            break
        position = position.play(rng.choice(moves))


def test_records_come_back(server: str) -> None:
    line = {"game": "fang-4", "start": "0.1.1.0 3+3 S", "moves": ["2", "2", "3"]}
    with urlopen(Request(f"{server}/api/records/write", json.dumps(line).encode())) as answer:
        text = answer.read()
    found = post(server, "/api/records/read", text)[1]
    assert {name: found[name] for name in line} == line


def test_a_game_is_drawn_as_a_moving_picture(server: str) -> None:
    line = {"game": "fang-4", "start": "0.1.1.0 3+3 S", "moves": ["2", "2", "(", "3", ")", "3"]}
    with urlopen(Request(f"{server}/api/records/film?lang=fr", json.dumps(line).encode())) as answer:
        assert answer.headers["content-type"] == "image/svg+xml"
        drawn = answer.read().decode()
    assert drawn.count('<g class="frame"') == 4
    assert "Sud" in drawn
    status, found = post(server, "/api/records/film", line | {"moves": ["9"]})
    assert (status, "there is no pit 9" in found["error"]) == (422, True)
    there_and_back = ["a1-a2", "e5-e4", "a2-a1", "e4-e5"] * 76
    long = {"game": "fanorona-dimy", "start": "4B/5/5/5/W4 w", "moves": there_and_back}
    assert post(server, "/api/records/film", long) == (
        422,
        {"error": f"a game of {len(there_and_back)} moves is too long for a picture: at most {MOST_PLIES}"},
    )


@pytest.mark.parametrize("name", ["commas.txt", "joined.txt", "squares.txt", "ludii.txt", "game.fgn"])
def test_a_text_of_another_program_is_opened(server: str, name: str) -> None:
    golden = Path(__file__).parent.parent / "formats"
    status, found = post(server, "/api/records/read", (golden / name).read_bytes())
    moves = [word for word in found["moves"] if "-" in word]
    assert (status, found["game"], moves[0], moves[-1]) == (200, "fanorona", "d3-e3A", "c4-d4")
    status, found = post(server, "/api/records/read", b"e2e3\nA1A2")
    assert (status, found["error"].partition(":")[0]) == (400, "line 2, column 1")


def test_a_game_is_chosen_among_those_of_a_text(server: str) -> None:
    text = (
        '[Game "fang-4"] [South "Awa"] [North "L\u00e9o"] [Result "0-1"] 1. 2 2 0-1\n\n[Game "fafy"] 1. 4+ 7- *\n\n'
        '[Game "fang-4"] 1. 9'
    ).encode()
    status, found = post(server, "/api/records/list", text)
    titles = [(title["players"], title["result"], title["moves"]) for title in found["games"]]
    assert (status, titles) == (200, [(["Awa", "L\u00e9o"], "0-1", 2), ([], "*", 2)]), "as far as they can be read"
    assert post(server, "/api/records/read", text)[1]["game"] == "fang-4"
    assert post(server, "/api/records/read?number=1", text)[1]["moves"] == ["4+", "7-"]
    for wrong in ("2", "x", "-1", "201"):
        assert post(server, f"/api/records/read?number={wrong}", text)[0] == 400
    assert post(server, "/api/records/list", b"hello")[0] == 400
    alone = text.partition(b"\n")[0]
    assert post(server, "/api/records/read?number=1", alone) == (400, {"error": "there is no game 2 in this text"})


def test_a_record_keeps_its_names_comments_and_result(server: str) -> None:
    text = (
        '[Game "fang-4"] [Event "CM1"] [South "Awa"] [North "L\u00e9o"] [Result "0-1"] {One.} 1. 2 {Hm.} 2 (1... 3) 0-1'
    )
    line = post(server, "/api/records/read", text.encode())[1]
    with urlopen(Request(f"{server}/api/records/write", json.dumps(line).encode())) as answer:
        again = answer.read().decode()
    assert "[Event" in again
    assert "{Hm.}" in again
    assert again.rstrip().endswith("0-1")
    assert post(server, "/api/records/read", again.encode())[1] == line
    for amiss in ({"result": "2-0"}, {"tags": {"Bad name": "x"}}, {"tags": {"Draws": "maybe"}}):
        assert post(server, "/api/records/write", line | amiss)[0] == 400


# Matches


def test_two_players_and_a_watcher(server: str) -> None:
    code, token = open_match(server)
    with Player(server, code, token) as one, Player(server, code.lower()) as two, Player(server, code) as watcher:
        one.until()
        assert one.seats == [0]
        two.until()
        two.say("sit", name="  <b>Soa</b>\n ")
        two.until("welcome")
        two.until(free_seat=None)
        one.until(free_seat=None)
        assert one.state["seats"][1]["name"] == "<b>Soa</b>"
        assert two.seats == [1]
        one.move("2")
        assert two.until(moves=["2"])["turn_told"]["told"].startswith("South takes a seed")
        watcher.until(moves=["2"])
        watcher.move("2")
        assert watcher.until("refused")["status"] == 409
        one.until(moves=["2"])
        one.move("2")
        assert "other player" in one.until("refused")["why"]
        with Player(server, code, two.token, "fr") as back:
            back.until("welcome")
            assert back.seats == [1]
            assert back.until()["moves"] == ["2"]
            back.say("speak", language="mg")
            assert back.until(language="mg")["turn"] == 1


def test_a_message_repeated_on_another_connection_is_done_once(server: str) -> None:
    code, token = open_match(server, mode="here")
    with Player(server, code, token, line="a page") as player:
        player.until()
        player.say("move", turn=player.state["turn"], move="2", id=1)
        player.until("ack", id=1)
    with Player(server, code, token, line="a page") as player:
        player.until()
        player.say("move", turn=player.state["turn"], move="3", id=1)
        player.until("ack", id=1)
        player.say("move", turn=player.state["turn"], move="9", id=2)
        player.until("refused")
        player.until("ack", id=2)
        player.say("ping", id=3)
        player.until("ack", id=3)
        assert player.state["moves"] == ["2"]


async def test_the_lines_that_a_server_remembers_are_bounded() -> None:
    lines, done = Lines(), list[str]()

    async def act(line: str) -> None:
        done.append(line)

    for number in range(MOST_LINES):
        for line in ("kept", f"page {number}"):
            await lines.do(line, 1, partial(act, line))
    assert done == ["kept", *(f"page {number}" for number in range(MOST_LINES))]
    for line in ("page 0", "", ""):
        await lines.do(line, 1, partial(act, line))
    assert done[-3:] == ["page 0", "", ""]


@pytest.mark.parametrize("fails", [False, True])
async def test_a_message_repeated_before_it_was_written_waits_for_that(fails: bool) -> None:
    """It used to be acknowledged at once, though the database could still fail."""
    lines, events = Lines(), list[str]()
    writing, written = asyncio.Event(), asyncio.Event()

    async def write() -> None:
        writing.set()
        await written.wait()
        events.append("refused" if fails else "written")
        if fails:
            raise DatabaseError("no")

    async def write_again() -> None:
        events.append("written again")

    first = asyncio.create_task(lines.do("a page", 1, write))
    await writing.wait()
    second = asyncio.create_task(lines.do("a page", 1, write_again))
    await asyncio.sleep(0.01)
    assert not second.done()
    written.set()
    await asyncio.gather(first, second, return_exceptions=True)
    await lines.do("a page", 1, write_again)
    assert events == (["refused", "written again"] if fails else ["written"])


def test_the_computer_answers_and_a_game_goes_to_its_end(server: str) -> None:
    code, token = open_match(server, mode="alone", level="level:1")
    with Player(server, code, token) as one:
        one.until()
        while one.state["phase"] != "over":
            if one.state["active"] == 0:
                one.move(one.state["paths"][0]["text"])
            one.until()
        assert one.state["outcome"]["result"] in ("1-0", "0-1", "1/2-1/2")
        assert len(one.state["moves"]) == 6


def test_a_match_gives_its_record_with_what_was_sown_by_hand(server: str) -> None:
    code, token = open_match(server, mode="alone", level="level:1")
    with Player(server, code, token, name="Awa") as one:
        one.until()
        one.say("move", turn=0, move="2", by_hand=True, misses=2)
        one.until(active=0, turn=2)
        with urlopen(f"{server}/api/matches/{code.lower()}/record", timeout=30) as answer:
            record = read(answer.read().decode())
    assert record.tags["ByHand"] == "1:2"
    assert (record.tags["South"], record.tags["North"]) == ("Awa", "level:1")
    assert get(server, "/api/matches/AAAA/record?lang=fr")[0] == 404


def test_the_computer_begins_and_chooses_in_the_cake_rule(server: str) -> None:
    code, token = open_match(server, mode="alone", who="other")
    with Player(server, code, token) as one:
        one.until(active=0)
        assert len(one.state["moves"]) == 1
    code, token = open_match(server, mode="alone", who="cake", game="fafy-impartial")
    with Player(server, code, token) as one:
        one.until(phase="layout")
        one.say("lay", turn=one.state["turn"], position="1.1.1.1 S")
        one.until(phase="play")
        assert one.state["position"].startswith("1.1.1.1") or one.state["moves"]


def test_taking_back_while_the_computer_thinks(server: str) -> None:
    code, token = open_match(server, mode="alone", game="fanorona", level="level:6")
    with Player(server, code, token) as one:
        one.until()
        one.move("d3-e3A")
        one.until(moves=["d3-e3A"])
        one.say("undo", turn=one.state["turn"])
        one.until(moves=[])
        one.move("d3-e3W")
        one.until(active=0)
        assert len(one.state["moves"]) == 2


@pytest.mark.parametrize(
    ("start", "told"),
    [("B8/9/9/9/8W w", "Draw: by agreement."), ("BB7/9/9/9/8W w", None)],
    ids=["drawn", "won-by-the-computer"],
)
def test_the_computer_answers_when_it_is_offered_a_draw(server: str, start: str, told: str | None) -> None:
    code, token = open_match(server, mode="alone", game="fanorona", start=start, level="level:1")
    with Player(server, code, token) as one:
        one.until(active=0)
        one.say("draw", turn=one.state["turn"])
        one.until(offer={"seat": 0, "what": "draw"})
        state = one.until(offer=None)
        assert (state["outcome"] and state["outcome"]["told"]) == told
        assert state["phase"] == ("over" if told else "play")


def test_a_clock_runs_down(server: str) -> None:
    code, token = open_match(server, mode="here", seconds=1)
    with Player(server, code, token) as one:
        one.until()
        one.move("2")
        assert "North ran out of time" in one.until(phase="over")["outcome"]["told"]


def test_no_such_room(server: str) -> None:
    with Player(server, "ZZZZ") as one:
        assert one.hear()["status"] == 404
    with Player(server, "nonsense") as one:
        assert one.hear()["status"] == 400


NOISE = [
    "",
    "{",
    "null",
    "[]",
    '"hello"',
    "{}",
    '{"kind":"x"}',
    '{"kind":"move"}',
    '{"kind":"move","turn":"a","move":"2"}',
]


@pytest.mark.parametrize("count", [300, pytest.param(5_000, marks=pytest.mark.slow)])
def test_noise_changes_nothing(server: str, count: int) -> None:
    code, token = open_match(server)
    rng = random.Random(count)
    kinds = ["hello", "speak", "sit", "move", "lay", "choose", "undo", "draw", "again", "vela", "answer", "resign", "x"]
    with Player(server, code, token) as one, Player(server, code) as two, Player(server, code) as watcher:
        two.until()
        two.say("sit")
        two.until(free_seat=None)
        before = one.until(free_seat=None)
        for number in range(count):
            watcher.socket.send(noisy(rng, kinds))
            if number % 50 == 49:
                watcher.say("speak", language="mg")
                watcher.until(language="mg")
                watcher.say("speak", language="en")
                watcher.until(language="en")
        after = watcher.state
        same = ("turn", "seq", "position", "moves", "phase", "seats", "offer")
        assert {name: after[name] for name in same} == {name: before[name] for name in same}
        for _ in range(count // 10):
            one.say("move", turn=rng.choice([-1, 1, 2, 10**12]), move=rng.choice(["2", "3"]))
            assert one.until("refused")["status"] in (400, 409)
        one.move("2")
        assert one.until(moves=["2"])


def noisy(rng: random.Random, kinds: list[str]) -> str:
    """Return a malformed message."""
    choice = rng.randrange(5)
    if choice == 0:
        return rng.choice(NOISE)
    if choice == 1:
        return "".join(chr(rng.choice([*range(32, 127), 0x202E, 0x1F600])) for _ in range(rng.randrange(200)))
    if choice == 2:
        return "[" * rng.randrange(2_000)
    if choice == 3:
        return json.dumps({"kind": rng.choice(kinds), "turn": rng.choice([0, -1, 1e300, None, "0"]), "x": 1})
    turn, move = rng.choice([0, 1, 2]), rng.choice(["2", "3", "d3-e3A", "'; DROP TABLE matches; --", "\x00"])
    kind = rng.choice(["move", "undo", "draw", "again", "vela", "resign"])
    return json.dumps({"kind": kind, "turn": turn} | ({"move": move} if kind == "move" else {}))


def test_a_message_too_long_is_refused_and_one_much_too_long_ends_the_line(server: str) -> None:
    code, token = open_match(server, mode="here")
    with Player(server, code, token) as one:
        one.until()
        one.say("move", turn=0, move="2" * 5_000)
        assert one.until("refused")["status"] == 422
        one.say("move", turn=0, move="2" * 200_000)
        with pytest.raises(ConnectionClosed):
            one.until("nothing is said any more")
    with Player(server, code, token) as one:
        assert one.until()["moves"] == []


def test_bytes_are_read_like_text(server: str) -> None:
    code, token = open_match(server, mode="here")
    with Player(server, code, token) as one:
        one.until()
        one.socket.send(b"\xff\xfe")
        assert one.until("refused")["status"] == 400
        one.socket.send(json.dumps({"kind": "move", "turn": 0, "move": "2"}).encode())
        assert one.until(moves=["2"])


def test_a_peer_that_does_not_read_disturbs_nobody(server: str) -> None:
    code, token = open_match(server, mode="here")
    deaf = socket.create_connection(("127.0.0.1", int(server.rsplit(":", 1)[1])))
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    head = f"GET /ws/{code} HTTP/1.1\r\nHost: {server[7:]}\r\nOrigin: {server}\r\nUpgrade: websocket\r\n"
    deaf.sendall(
        f"{head}Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {'A' * 22}==\r\n\r\n".encode()
    )
    hello = b'{"kind":"hello"}'
    deaf.sendall(bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)
    with Player(server, code, token) as one:
        one.until()
        for number in range(400):
            one.say(
                "move" if number % 2 == 0 else "undo",
                turn=one.state["turn"],
                **({"move": "2"} if number % 2 == 0 else {}),
            )
            one.until(turn=number + 1)
    deaf.close()


# Who may ask


def test_pages_keep_to_themselves(server: str) -> None:
    with urlopen(server + "/") as answer:
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Set-Cookie"] is None


@pytest.mark.parametrize("origin", [None, "http://elsewhere.example", "null", "http://127.0.0.1:1"])
def test_another_origin_is_refused(server: str, origin: str | None) -> None:
    code, _ = open_match(server)
    where = f"{server.replace('http', 'ws')}/ws/{code}"
    with pytest.raises(InvalidStatus), connect(where, origin=None if origin is None else Origin(origin)):
        pass


@pytest.mark.parametrize(
    "path", ["/static/../app.py", "/static/%2e%2e/app.py", "/static/fonts", "/static/", "/nowhere"]
)
def test_only_our_own_files_are_given(server: str, path: str) -> None:
    assert fetched(server + path)[0] == 404


def test_the_server_never_imports_numba() -> None:
    modules = "lalao.web.app, lalao.web.serving, lalao.cli.serve"
    code = f"import sys, {modules}; print('numba' in sys.modules, 'numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


@pytest.mark.parametrize("database", ["", "new.sqlite", "there.sqlite"])
def test_an_application_loads_no_more_than_it_runs(database: str, tmp_path: Path) -> None:
    Store.open(f"sqlite:///{tmp_path / 'there.sqlite'}").close()
    dear = ("alembic", "mako", "pygments", "typst", "uvicorn", "websockets", "numpy", "click")
    code = (
        "import sys; from lalao.store import Store; from lalao.web.app import make_app; "
        f"store = Store.open('sqlite:///{database}'); make_app(store); store.close(); "
        f"print([name for name in {dear} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_openapi_names_every_address(server: str) -> None:
    document = get(server, "/api/openapi.json")[1]
    told = {route.path.replace(":path", "") for route in API}
    assert set(document["paths"]) == {path for path in told if path.startswith("/api/")}
    assert set(document["paths"]["/api/games/{id}/print/{sheet}.pdf"]) == {"get", "post"}
    assert all(each["summary"] for path in document["paths"].values() for each in path.values())
    with urlopen(server + "/api") as answer:
        assert b"/api/matches" in answer.read()


def references(document: Any) -> Iterator[str]:
    """Yield the schemas that a document refers to."""
    if isinstance(document, dict):
        yield from (where for key, where in document.items() if key == "$ref")
    parts = document.values() if isinstance(document, dict) else document if isinstance(document, list) else ()
    for part in parts:
        yield from references(part)


def test_openapi_holds_every_schema_that_it_names(server: str) -> None:
    document = get(server, "/api/openapi.json")[1]
    named = set(references(document))
    assert {f"#/components/schemas/{name}" for name in ("ShownPosition", "Ticket", "Opening", "Failed")} <= named
    assert named <= {f"#/components/schemas/{name}" for name in document["components"]["schemas"]}
    opened = document["paths"]["/api/matches"]["post"]
    assert set(opened["responses"]) == {"201", "4XX", "503"}
    assert opened["requestBody"]["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/Opening"}


FOR_TEACHERS = ("/api/classes/", "/api/teacher/")
FOR_ALL = [each for each in openapi.operations(API) if each.method == "get" and not each.path.startswith(FOR_TEACHERS)]


@pytest.mark.parametrize("told", FOR_ALL, ids=[each.path for each in FOR_ALL])
def test_answers_are_what_openapi_says(told: openapi.Operation, server: str) -> None:
    code = open_match(server, game="fang-4", mode="here")[0]
    with urlopen(f"{server}{told.example.replace('ABCD', code)}?move=2") as answer:  # which only one of them takes
        kind = answer.headers["content-type"].partition(";")[0]
        assert kind == (told.answered if isinstance(told.answered, str) else "application/json")
        if kind == "application/json":
            assert msgspec.json.decode(answer.read(), type=told.answered)


# Starting


def test_nothing_waits_for_more_to_be_sent() -> None:
    place = take_place(0, False)
    try:
        assert place.listening.proto == socket.IPPROTO_TCP
    finally:
        place.listening.close()


def test_the_computer_answers_at_once(server: str) -> None:
    def wait() -> float:
        waits = []
        code, token = open_match(server, game="fang", mode="alone", level="level:8")
        with Player(server, code, token) as one:
            one.until()
            while one.state["phase"] == "play":
                turn, begun = one.state["turn"], time.perf_counter()
                one.move(one.state["paths"][0]["text"])
                one.until(turn=turn + 2)
                waits.append(time.perf_counter() - begun)
        assert len(waits) == 5
        return statistics.median(waits)

    assert least(wait, 0.1) < 0.1


def test_the_next_port_is_taken_where_one_is_taken(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", free_port()))
        taken.listen()
        port = taken.getsockname()[1]
        with Server(tmp_path, command=[sys.executable, "-m", "lalao", "serve", "--port", str(port)]) as running:
            assert running.address != f"http://127.0.0.1:{port}"
            assert "<title>Lalao</title>" in running.get("/")


def test_the_network_gets_an_address_and_a_qr_code(tmp_path: Path) -> None:
    with Server(tmp_path, "--lan") as running:
        assert running.process
        assert running.process.stdout
        assert "http://" in running.process.stdout.readline()
        assert "█" in running.process.stdout.readline() + running.process.stdout.readline()
        assert get(running.address, "/api/about")[1]["address"].startswith("http://")


@pytest.mark.parametrize(
    ("user", "environment", "opened"),
    [
        (1000, {}, False),
        (1000, {"DISPLAY": ":0"}, True),
        (1000, {"WAYLAND_DISPLAY": "w"}, True),
        (0, {"DISPLAY": ":0"}, False),
    ],
    ids=["no-display", "display", "wayland", "root"],
)
def test_a_browser_is_opened_where_there_is_a_display_but_not_to_root(
    user: int, environment: dict[str, str], opened: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("os.geteuid", lambda: user, raising=False)
    assert may_open_browser(environment) == opened


def test_what_keeps_the_computer_from_moving_is_told_in_each_readers_language(tmp_path: Path) -> None:
    opening = m.Opened("fang-4", "0.1.1.0 3+3 S", "alone", "other", ("", "-"), ("", "nobody"), 1)
    with closing(Store.open(f"sqlite:///{tmp_path / 'data' / 'lalao' / 'lalao.sqlite'}")) as store:
        assert store.create("ABCD", [m.write_entry(opening)])
    told: dict[str, str] = {}
    with Server(tmp_path) as own:
        readers = {language: Player(own.address, "ABCD", language=language) for language in ("fr", "mg")}
        for language, reader in readers.items():
            told[language] = reader.until("refused")["why"]
            reader.leaving.close()
    with pytest.raises(LalaoError) as refused:
        player("nobody", lalao.game("fang-4"))
    assert told == {language: words(language).say(refused.value) for language in told}
    assert len({*told.values(), str(refused.value)}) == 3


def test_openings_count_the_games_of_a_device(server: str) -> None:
    path, asked = "/api/games/fang-4/openings", {"positions": [str(lalao.game("fang-4").start())]}
    code, token = open_match(server, mode="here")
    with Player(server, code, token) as player:
        player.until()
        player.move("2")
        player.until("state")
    other, mine = open_match(server, game="fang-6", mode="here")
    status, found = post(server, path, asked | {"seats": {code: token, other: mine, "ZZZZ": token}})
    assert status == 200
    (here,) = found["positions"]
    assert (here["engine"], here["given"]) == ([], [])
    assert [(each["move"], each["games"], each["won"]) for each in here["device"]] == [("2", 1, 0)]
    nothing: dict[str, Any] = {"positions": [{"engine": [], "given": [], "device": []}]}
    assert post(server, path, asked) == (200, nothing)
    assert post(server, path, asked | {"seats": {code: "a guess", "ZZZZ": "another"}}) == (200, nothing)
    assert post(server, path, asked | {"seats": {f"AA{number:02}": "" for number in range(61)}})[0] == 400
    assert post(server, path, {"positions": asked["positions"] * 41})[0] == 400
    assert post(server, path.replace("fang-4", "fang-0"), asked)[0] == 404
    fanorona = {"positions": [str(lalao.game("fanorona").start())]}
    shown = post(server, "/api/games/fanorona/openings", fanorona)[1]["positions"][0]["engine"]
    assert {each["name"] for each in shown} == {"vaky loha", "havanana", "havia", "fohy", "kobana"}


def test_openings_count_the_games_of_a_text(server: str) -> None:
    start = lalao.game("fang-4").start()
    game = Record.begin(start, "Aina", "Bao")
    game.play(start.move("2"))
    text = write(game) + "\n" + write(game)
    asked = {"positions": [str(start), str(start.play(start.move("2")))], "text": text}
    here, after = post(server, "/api/games/fang-4/openings", asked)[1]["positions"]
    assert [(each["move"], each["games"]) for each in here["given"]] == [("2", 2)]
    assert after["given"] == []
    assert post(server, "/api/games/fang-4/openings", asked | {"text": text + "\nnonsense"})[0] == 200
    assert post(server, "/api/games/fang-4/openings", asked | {"text": "nonsense"})[0] == 400
    assert post(server, "/api/games/fang-4/openings", asked | {"text": "x" * 200_000})[0] == 422


SCREENS = (
    *(
        "/",
        "/mine",
        "/who",
        "/path/fang",
        "/m/ABCD",
        "/look",
        "/learn",
        "/learn/fang-sowing",
        "/foretell/fafy",
        "/puzzles",
    ),
    *("/puzzles/fang/fork@fang-8", "/puzzle", "/moves/fanorona", "/watch/fanorona/BWB%2F1WB%2FW1W%20w/b1-b2,a1-b1"),
    *("/review", "/review/ABCD/S", "/rules/fang/teacher", "/c/ABCD", "/class", "/class/ABCD", "/class/ABCD/path"),
    *("/wall/ABCD", "/referee", "/guide/data", "/print"),
)


def test_every_screen_can_be_loaded_anew(server: str) -> None:
    text = (ROOT / "src" / "lalao" / "web" / "static" / "main.js").read_text(encoding="utf-8")
    shapes = [shape.replace("\\/", "/") for shape in re.findall(r"^\s+\[?/(\^.+\$)/,", text, re.MULTILINE)]
    assert len(shapes) > 20
    assert [shape for shape in shapes if not any(re.match(shape, path) for path in SCREENS)] == []
    for path in SCREENS:
        with urlopen(server + path) as answer:
            assert b"main.js" in answer.read(), path


def test_a_game_has_a_card(server: str) -> None:
    _, card = get(server, "/api/games/fanorona-souffle-telo/card?lang=fr")
    assert (card["board"], card["rules"], card["family"]) == ("3 × 3 (telo)", "On souffle", "fanorona")
    assert any("souffler" in line for each in card["chapters"] for line in each["lines"])


def test_a_scene_that_is_not_there_is_told(server: str) -> None:
    status, answer = get(server, "/api/families/chess/scene.svg?lang=fr")
    assert status == 404
    assert "chess" in answer["error"]


def test_past_positions_are_asked_for(server: str) -> None:
    code, token = open_match(server, game="fang-4", mode="here")
    player = Player(server, code, token)
    start = player.until()["position"]
    player.move("2")
    player.until("state", turn=1)
    status, answer = get(server, f"/api/matches/{code}/positions")
    assert (status, answer) == (200, {"positions": [start, player.state["position"]]})
    assert player.state["start"] == start
    player.leaving.close()
    assert get(server, "/api/matches/ZZZZ/positions")[0] == 404


def test_who_comes_is_told_all_and_who_is_there_what_has_changed(server: str) -> None:
    code, token = open_match(server, game="fang-4", mode="here")
    player = Player(server, code, token)
    player.until()
    player.move("2")
    kinds = [json.loads(player.socket.recv(20))["kind"]]
    watcher = Player(server, code)
    kinds += [json.loads(watcher.socket.recv(20))["kind"] for _ in range(2)]
    assert kinds == ["changed", "welcome", "state"]
    player.leaving.close()
    watcher.leaving.close()
