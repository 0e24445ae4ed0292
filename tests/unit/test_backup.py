"""Backups are checked before anything is written; damaged data in the database is listed, reported and removed."""

import asyncio
import json
import random
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from starlette.types import ASGIApp

from lalao.clock import CLOCK
from lalao.errors import LalaoError, NotationError
from lalao.store import Store
from lalao.values import MatchEnding, Outcome
from lalao.web.classes import messages as c
from lalao.web.classes.classroom import Classroom
from lalao.web.classes.files import read_backup
from lalao.web.classes.registry import ClassroomRegistry
from lalao.web.classes.replay import classroom_of
from lalao.web.rooms import messages as m
from lalao.web.rooms.lobby import LETTERS, Lobby
from lalao.web.rooms.replay import DamagedError, room_of
from lalao.web.rooms.room import Room, hashed, open_room
from lalao.web.work.engines import EnginePool
from tests.asking import OURS, Answer, ask
from tests.schooling import TEACHER

SAVED = json.loads((Path(__file__).parents[1] / "old" / "0.1.0" / "backup.json").read_text(encoding="utf-8"))
CODE: str = SAVED["class"]
ROOM: str = next(code for code in SAVED["journals"] if code != CODE)
Journals = dict[str, list[str]]
NAMES = ("Aina", "Bao", "Chloé", "Désiré")


def asked(app: ASGIApp, method: str, path: str, body: bytes = b"", secret: str = "") -> Answer:
    return asyncio.run(ask(app, method, path, body, OURS | ({"authorization": f"Bearer {secret}"} if secret else {})))


def listed(app: ASGIApp) -> list[dict[str, Any]]:
    found = asked(app, "POST", "/api/teacher", json.dumps({"code": TEACHER}).encode())
    assert found.status == 200, found.body
    rows: list[dict[str, Any]] = found.json["classes"]
    return rows


def changed(line: str, **more: object) -> str:
    return json.dumps(json.loads(line) | more)


def with_line(code: str, number: int, **more: object) -> Callable[[Journals], None]:
    """Return a function that changes fields in a line of a journal."""

    def change(journals: Journals) -> None:
        journals[code][number] = changed(journals[code][number], **more)

    return change


def line_of(kind: str, code: str = CODE) -> int:
    return next(number for number, line in enumerate(SAVED["journals"][code]) if json.loads(line)["kind"] == kind)


def with_event(**more: object) -> Callable[[Journals], None]:
    number = line_of("happened")
    event = json.loads(SAVED["journals"][CODE][number])["event"]
    return with_line(CODE, number, event=event | more)


def doubled(kind: str, code: str = CODE) -> Callable[[Journals], None]:
    return lambda journals: journals[code].append(journals[code][line_of(kind, code)])


def added(code: str, **line: object) -> Callable[[Journals], None]:
    return lambda journals: journals[code].append(json.dumps(line))


def renamed(old: str, new: str) -> Callable[[Journals], None]:
    def rename(journals: Journals) -> None:
        journals[new] = journals.pop(old)

    return rename


TO: dict[str, Any] = {"do": "open", "format": "swiss", "game": "fang-4", "names": ["X", "Y"]}
DEEP: Any = json.loads("[" * 400 + "]" * 400)
AMISS: dict[str, Callable[[Journals], object]] = {
    "no class": lambda journals: journals.pop(CODE),
    "a game missing": lambda journals: journals.pop(ROOM),
    "an empty journal": lambda journals: journals[CODE].clear(),
    "an empty game": lambda journals: journals[ROOM].clear(),
    "no founding": lambda journals: journals[CODE].pop(0),
    "two foundings": doubled("founded"),
    "two openings": doubled("opened", ROOM),
    "a line that is two": lambda journals: journals[CODE].append('{"kind":"paused",\n"on":true}'),
    "an unknown field": with_line(CODE, 0, more=1),
    "a founding at 1e18": with_line(CODE, 0, at=1e18),
    "a founding before 1970": with_line(CODE, 0, at=-1),
    "a title too long": with_line(CODE, 0, title="x" * 41),
    "a token too long": with_line(CODE, 0, teacher="x" * 4_000),
    "who came at 1e18": with_line(CODE, line_of("came"), at=1e18),
    "a blank name": with_line(CODE, line_of("came"), name="\u3164"),
    "a name that is none": with_line(CODE, line_of("came"), name=" "),
    "a name with a sign unseen": with_line(CODE, line_of("came"), name="A\u202eB"),
    "a picture that is none": with_line(CODE, line_of("came"), picture="skull"),
    "who came twice": doubled("came"),
    "who never came is freed": added(CODE, kind="freed", name="Nobody"),
    "who never came is renamed": added(CODE, kind="renamed", name="Nobody", to="Somebody"),
    "a table that is none on the wall": added(CODE, kind="projected", table=99),
    "a table of many figures": added(CODE, kind="projected", table=10**18),
    "two hundred more pupils": added(CODE, kind="enrolled", names=[f"P{n}" for n in range(200)], plays=[], at=1),
    "a tournament of strangers": with_line(CODE, line_of("tournament"), event=TO),
    "a tournament of no game": with_line(CODE, line_of("tournament"), event=TO | {"game": "go", "names": []}),
    "a tournament nested deep": with_line(CODE, line_of("tournament"), event=TO | {"names": DEEP}),
    "an event nested deep": with_event(tables=DEEP),
    "an event that is none": with_event(do="dance"),
    "an event of another's": with_event(do="rename", name="Aina", to="Zo"),
    "a seat that is none": with_line(CODE, line_of("seated"), table=77),
    "a room with a code that is none": with_line(CODE, line_of("seated"), room="../x"),
    "two seats for one game": doubled("seated"),
    "small letters": renamed(ROOM, ROOM.lower()),
    "a code too long": renamed(ROOM, "ABCDE"),
    "another class's game": with_line(ROOM, 0, classroom="WXYZ"),
    "a game of no game": with_line(ROOM, 0, game="go"),
    "a game from nowhere": with_line(ROOM, 0, start="9.9.9.9 0+0 S"),
    "a board too large": with_line(ROOM, 0, game="fanorona-25x25", start="x"),
    "a third seat": with_line(ROOM, 0, first=2),
    "a clock that runs backwards": with_line(ROOM, 0, seconds=-1),
    "a player that is none": with_line(ROOM, 0, computer=["", "level:99"]),
    "a move that is none": added(ROOM, kind="moved", move="99"),
    "a move that took for ever": added(ROOM, kind="moved", move="2", spent=10**18),
    "more taken back than was played": added(ROOM, kind="undone", plies=1_999),
    "nothing taken back": added(ROOM, kind="undone", plies=0),
    "an answer to nothing": added(ROOM, kind="declined"),
    "a layout nobody asked for": added(ROOM, kind="laid", position="0.1.1.0 3+3 S"),
    "nobody gave up": added(ROOM, kind="ended", how="resigned"),
    "a line of a class in a game": added(ROOM, kind="paused", on=True),
    "a line of a game in a class": added(CODE, kind="sat", seat=0, token="x"),
}  # fmt: skip


def test_what_is_changed_was_right(app: ASGIApp) -> None:
    assert read_backup(json.dumps(SAVED).encode()).code == CODE
    assert asked(app, "POST", "/api/classes/restore", json.dumps(SAVED).encode(), TEACHER).status == 201
    assert [row["damaged"] for row in listed(app)] == [""]


@pytest.mark.parametrize("amiss", AMISS)
def test_a_backup_is_judged_whole_before_anything_is_written(app: ASGIApp, store: Store, amiss: str) -> None:
    journals = {code: list(lines) for code, lines in SAVED["journals"].items()}
    AMISS[amiss](journals)
    data = json.dumps(SAVED | {"journals": journals}).encode()
    with pytest.raises(NotationError) as caught:
        read_backup(data)
    assert "\n" not in str(caught.value)
    answer = asked(app, "POST", "/api/classes/restore", data, TEACHER)
    assert (answer.status, "\n" in answer.json["error"]) == (400, False)
    assert not store.taken([*SAVED["journals"], *journals])


PAUSED = b'{"lalao":"class","version":1,"class":"FFFF","journals":{"FFFF":["{\\"kind\\":\\"paused\\",\\"on\\":true}"]}}'


@pytest.mark.parametrize(
    "data",
    [
        PAUSED,
        b"[" * 100_000,
        b'{"lalao":"class","version":1,"class":"FFFF","journals":{"FFFF":' + b"[" * 100_000,
        b'{"lalao":"class","version":1,"class":"FFFF","journals":{},"more":' + b"[" * 5_000 + b"]" * 5_000 + b"}",
        json.dumps(SAVED | {"version": 2}).encode(),
        json.dumps(SAVED | {"lalao": "records"}).encode(),
        json.dumps(SAVED | {"more": 1}).encode(),
        json.dumps(SAVED | {"class": CODE.lower()}).encode(),
        json.dumps({"journals": SAVED["journals"]}).encode(),
    ],
    ids=["paused", "deep", "deep journals", "deep beside", "newer", "foreign", "more", "small letters", "no class"],
)
def test_what_is_no_backup_leaves_the_door_open(app: ASGIApp, data: bytes) -> None:
    answer = asked(app, "POST", "/api/classes/restore", data, TEACHER)
    assert (answer.status, "\n" in answer.json["error"]) == (400, False)
    assert listed(app) == []


def test_a_damaged_class_is_listed_told_and_removed(app: ASGIApp, store: Store) -> None:
    founded = SAVED["journals"][CODE][0]
    store.create_all(SAVED["journals"], CODE)
    store.create("FFFF", ['{"kind":"paused","on":true}'], "FFFF")
    store.create("GGGG", [founded, '{"kind":"freed","name":"Nobody"}'], "GGGG")
    told = {row["code"]: row["damaged"] for row in listed(app)}
    assert told[CODE] == ""
    assert told["FFFF"] == "line 1 of the journal: this cannot happen at this point"
    assert told["GGGG"] == "line 2 of the journal: there is no pupil 'Nobody' in this class"
    for path in ("backup.json", "standings.csv"):
        answer = asked(app, "GET", f"/api/classes/FFFF/{path}", secret="x")
        assert answer.status == 503
        assert answer.json["error"].startswith("the class FFFF is damaged: line 1")
    assert asked(app, "DELETE", "/api/classes/FFFF", secret="not the code").status == 403
    assert asked(app, "DELETE", "/api/classes/FFFF", secret=TEACHER).json == {"code": "FFFF"}
    assert asked(app, "DELETE", f"/api/classes/{CODE}", secret=TEACHER).status == 403, (
        "a class that is well has its own"
    )
    assert {row["code"] for row in listed(app)} == {CODE, "GGGG"}


def test_damage_that_comes_after_a_class_was_listed_is_found(app: ASGIApp, store: Store) -> None:
    store.create_all(SAVED["journals"], CODE)
    assert [row["damaged"] for row in listed(app)] == [""]
    with store.engine.begin() as connection:
        connection.exec_driver_sql(f"UPDATE lines SET line = '{{}}' WHERE journal = '{CODE}' AND seq = 2")
    answer = asked(app, "POST", f"/api/classes/{CODE}/teacher", json.dumps({"code": TEACHER}).encode())
    assert (answer.status, f"the class {CODE} is damaged: line 3" in answer.json["error"]) == (503, True)
    assert [row["damaged"].partition(":")[0] for row in listed(app)] == ["line 3 of the journal"]
    assert asked(app, "DELETE", f"/api/classes/{CODE}", secret=TEACHER).status == 200
    assert listed(app) == []


def test_a_damaged_game_is_told(app: ASGIApp, store: Store) -> None:
    store.create("ABCD", ['{"kind":"moved","move":"2"}'])
    answer = asked(app, "GET", "/api/matches/ABCD/record")
    assert answer.status == 503
    assert answer.json["error"] == "the game ABCD is damaged: line 1 of the journal: this cannot happen at this point"
    assert asked(app, "GET", f"/api/matches/{CODE}/record").status == 404


def test_a_class_goes_on_beside_a_damaged_game(app: ASGIApp, store: Store) -> None:
    begun = SAVED["journals"][CODE][: line_of("seated") + 1]
    room = json.loads(begun[-1])["room"]
    torn = [SAVED["journals"][room][0], '{"kind":"moved","move":"99"}']
    store.create_all({CODE: begun, room: torn}, CODE)

    async def story() -> None:
        engines = EnginePool()
        host = await ClassroomRegistry(Lobby(store, engines)).host_of(CODE)
        await host.keep(lambda _: c.Taught(hashed("teacher")))
        await host.settle()
        assert host.damaged == {room}
        assert len(host.boards) == 1, "the other table plays"
        with pytest.raises(DamagedError, match=f"the game {room} is damaged"):
            await host.classes.lobby.read_room(room)
        await host.keep(lambda classroom: classroom.decide(None, c.Report(1, 1, "first"), 4e9))
        await host.settle()
        assert [table.number for _, table in host.classroom.open_tables()] == [2]
        await engines.close()

    asyncio.run(story())
    assert asked(app, "GET", f"/api/classes/{CODE}/records.txt", secret="teacher").status == 200


async def test_games_end_where_a_table_has_a_result_or_other_pupils(store: Store) -> None:
    begun = SAVED["journals"][CODE][: line_of("seated") + 1]
    room = json.loads(begun[-1])["room"]
    store.create_all({CODE: begun, room: SAVED["journals"][room][:1]}, CODE)
    engines = EnginePool()
    host = await ClassroomRegistry(Lobby(store, engines)).host_of(CODE)
    await host.keep(lambda _: c.Taught(hashed("teacher")))
    await host.settle()
    day = host.classroom.day
    assert day
    (round_, one), (_, two) = host.classroom.open_tables()
    first, second = day.room_of(round_, one), day.room_of(round_, two)
    assert {host.boards[each].phase for each in (first, second)} == {"play"}
    await host.keep(lambda classroom: classroom.decide(None, c.Report(1, one.number, "second"), 4e9))
    await host.settle()
    won, going_on = host.boards[first].outcome, host.boards[second].phase
    assert won == Outcome(host.boards[first].sides[1], MatchEnding.ADJUDICATED)
    assert going_on == "play"
    await host.keep(lambda classroom: classroom.decide(None, c.Swap(two.first, two.second), 4e9))
    await host.settle()
    left = host.boards[second].outcome
    assert host.boards[first].outcome == won, "what has ended stays"
    assert left == Outcome(None, MatchEnding.ABANDONED)
    assert len(host.classroom.open_tables()) == 1
    await engines.close()


def test_files_tell_what_the_class_has_decided(app: ASGIApp, store: Store) -> None:
    """A server that fell after a result was entered has not ended the game: that is done before its record is told."""
    begun = SAVED["journals"][CODE][: line_of("seated") + 1]
    room = json.loads(begun[-1])["room"]
    taught = [*begun, m.write_entry(c.Taught(hashed("teacher")))]
    decided = classroom_of(taught).decide(None, c.Report(1, 1, "second"), 4e9)
    playing = [line for line in SAVED["journals"][room] if json.loads(line)["kind"] in ("opened", "moved")][:2]
    assert room_of(playing).phase == "play"
    store.create_all({CODE: [*taught, m.write_entry(decided)], room: playing}, CODE)
    told = asked(app, "GET", f"/api/classes/{CODE}/records.txt", secret="teacher")
    assert '[Result "0-1"]' in told.body.decode()
    told = asked(app, "GET", f"/api/classes/{CODE}/evidence", secret="teacher")
    assert sorted(line for each in told.json["pupils"] for line in each["lines"]["work"]) == [
        "0 of 1 game won",
        "1 of 1 game won",
    ]


def test_one_secret_lets_one_pupil_in(store: Store) -> None:
    store.create(CODE, SAVED["journals"][CODE][:1], CODE)

    async def story() -> list[str]:
        engines = EnginePool()
        host = await ClassroomRegistry(Lobby(store, engines)).host_of(CODE)
        lines = [Silent(), Silent()]
        said = [c.Join(name, token="f00d" * 6) for name in ("Aina", "Bao")]
        coming = [host._join(line, message) for line, message in zip(lines, said, strict=True)]  # type: ignore[arg-type]
        came = await asyncio.gather(*coming, return_exceptions=True)
        assert [type(error) for error in came].count(NotationError) == 1
        await engines.close()
        return list(host.classroom.pupils)

    assert len(asyncio.run(story())) == 1
    assert len(store.lines(CODE) or []) == 2


class Silent:
    """A stub connection that discards what is sent."""

    def __init__(self) -> None:
        self.device, self.token, self.language, self.seats = "", "", "en", frozenset[int]()

    def send(self, _: bytes) -> None:
        """Discard the message."""


async def test_a_clock_does_not_follow_the_clock_on_the_wall(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    engines = EnginePool()
    lobby = Lobby(store, engines)
    code, token = await lobby.open(m.Opening("fang-4", "here", seconds=60))
    table = await lobby.table(code)
    seats = table.room.seats_of(token)
    await table.happen(seats, m.Move(0, "2"))
    monkeypatch.setattr(CLOCK, "now", lambda: 4e9)
    await table.happen(seats, m.Move(1, "2"))
    assert table.room.phase == "play"
    assert all(seconds > 50 for seconds in table.room.clocks)
    table.close()
    await engines.close()


@pytest.mark.parametrize("game", ["fang-4", "fafy-impartial", "fanorona-telo", "fifangakely"])
@pytest.mark.parametrize("mode", ["here", "apart", "alone"])
def test_whatever_a_room_writes_it_reads(game: str, mode: m.Mode) -> None:
    rng = random.Random(f"{game} {mode}")
    kinds: list[Callable[[int], m.Message]] = [
        m.Undo,
        m.Draw,
        m.Again,
        m.Vela,
        m.Resign,
        partial(m.Answer, yes=True),
        partial(m.Answer, yes=False),
    ]
    kept = 0
    for number in range(12):
        who: m.Who = rng.choice(("me", "other", "lot", "cake"))
        room = Room([opened := open_room(m.Opening(game, mode, who=who, seconds=rng.choice((0, 60))), "token")])
        lines, now = [m.write_entry(opened)], 0.0
        for _ in range(60):
            now += rng.choice((0.0, 1.5, 70.0))
            moves = [str(move) for move in room.position.legal_moves()] or ["2"]
            said: list[m.Message] = [m.Move(room.turn, rng.choice(moves))] * 4
            said += [m.Lay(room.turn, str(room.position)), m.Choose(room.turn, rng.random() < 0.5), m.Sit()]
            message = rng.choice([*said, rng.choice(kinds)(room.turn)])
            try:
                entry: m.Entry | None = room.decide(
                    frozenset() if isinstance(message, m.Sit) else frozenset({0, 1}), message, now
                )
            except LalaoError:
                entry = room.time_is_up(now) if number % 3 else None
            if entry is None:
                continue
            lines.append(m.write_entry(entry))
            room.apply(entry, now)
        again = room_of(lines)
        assert (again.phase, again.turn, str(again.position)) == (room.phase, room.turn, str(room.position))
        kept += len(lines)
    assert kept > 100


def test_whatever_a_class_writes_it_reads() -> None:
    rng, codes = random.Random(7), map("".join, product(LETTERS, repeat=4))
    kept = 0
    for number in range(40):
        classroom, lines = Classroom([]), list[str]()

        def write(entry: m.Entry, classroom: Classroom = classroom, lines: list[str] = lines) -> None:
            lines.append(m.write_entry(entry))
            classroom.apply(entry)

        write(c.Founded("CM1", hashed("teacher"), 1.0))
        for name in NAMES:
            write(classroom.arrive(c.Join(name, "sun"), f"token of {name}", 2.0))
        for now in range(10, 110):
            pupil = classroom.pupils.get(rng.choice(["", "", "", *NAMES]))
            with suppress(LalaoError):
                write(classroom.decide(pupil, said_in_class(rng, classroom), float(now)))
            with suppress(LalaoError):
                join = c.Join(rng.choice(("Eva", "Fy", "Aina")))
                write(classroom.arrive(join, f"token {number} {now}", float(now), origin=rng.randrange(3)))
            for round_, table in classroom.open_tables():
                if classroom.day and not classroom.day.room_of(round_, table) and rng.random() < 0.5:
                    write(classroom.seating(round_, table, next(codes), float(now)))
        again = classroom_of(lines)
        assert (again.pupils, again.length, again.paused) == (classroom.pupils, classroom.length, classroom.paused)
        assert [(day.rooms, day.unaided) for day in again.days] == [(day.rooms, day.unaided) for day in classroom.days]
        kept += len(lines)
    assert kept > 1_000


def said_in_class(rng: random.Random, classroom: Classroom) -> m.Message:
    """Return a random message to a class, often one out of place."""
    rounds = len(classroom.day.tournament.rounds) if classroom.day else 0
    form, name = rng.choice(("poules", "swiss", "ladder", "knockout", "round-robin")), rng.choice((*NAMES, "Eva", "Fy"))
    table, result = rng.randrange(1, 3), rng.choice(("first", "second", "draw", "both-lost"))
    said: list[m.Message] = [
        c.Begin(len(classroom.days), form, "fang-4", on_screen=rng.random() < 0.8, seed=1, unaided=rng.random() < 0.5),
        c.Call(rounds),
        *[c.Report(rounds, table, result)] * 4,
        c.Swap(name, rng.choice(NAMES)),
        c.Enrol([rng.choice(("Zo", "Eva", "Hery"))]),
        c.Rename(name, rng.choice(("Zoé", "zoé", "Bako"))),
        rng.choice((c.Free, c.Dismiss))(name),
        c.Clear(rng.randrange(3), [name], rng.randrange(1, 4)),
        c.Away(name, rng.random() < 0.5),
        c.Accuse(table),
        c.Hand(rng.random() < 0.5, name),
        c.Pause(rng.random() < 0.5),
        c.Door(rng.random() < 0.8),
        c.Unaided(rng.random() < 0.5),
        c.Project(rng.randrange(3)),
        c.Close(),
    ]
    return rng.choice(said)
