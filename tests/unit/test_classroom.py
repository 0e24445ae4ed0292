"""Classrooms as plain objects: permissions, journals, erasing and restoring."""

import asyncio
import json
import re
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lalao.clock import CLOCK
from lalao.errors import LalaoError, NotationError, TooLargeError
from lalao.games.registry import game
from lalao.locale import words
from lalao.store import Store
from lalao.teach.foretelling import rungs
from lalao.teach.grades import LAST_SEED, check_work, grades
from lalao.teach.shipped_puzzles import daily
from lalao.web.classes import messages as c
from lalao.web.classes.classroom import Classroom
from lalao.web.classes.files import backup, read_backup, recoded
from lalao.web.classes.files import kept as kept_for_good
from lalao.web.classes.members import FACES, PICTURES, Seat, seat_of
from lalao.web.classes.registry import ClassroomRegistry
from lalao.web.classes.replay import classroom_of
from lalao.web.classes.shown import ShownCounts
from lalao.web.classes.view import common_view, day_view, pupil_view
from lalao.web.gate.guard import Gate
from lalao.web.limits import ForbiddenError, RefusedError, ShutError
from lalao.web.rooms import messages as m
from lalao.web.rooms.lobby import Lobby
from lalao.web.rooms.room import Room, hashed
from lalao.web.work.engines import EnginePool
from tests.playing import ALIKE
from tests.server.test_store import holding
from tests.unit.test_tournament import state_of

NAMES = ("Aina", "Bao", "Chloé", "Désiré")
PATH = {"lesson": "fang-first-sowing", "round": "fang-4?last-move", "creature": "fang-4:Soky"}


class Class:
    """A classroom and its journal."""

    def __init__(self, *names: str) -> None:
        """Open a class with these pupils, each on a device of their own."""
        self.lines: list[str] = []
        self.room = Classroom([])
        self.write(c.Founded("CM1", hashed("teacher"), 0.0))
        for name in names:
            self.write(self.room.arrive(c.Join(name, "sun"), f"token of {name}", 1.0))

    def write(self, entry: m.Entry) -> None:
        """Write a line of the journal, and apply it."""
        self.lines.append(m.write_entry(entry))
        self.room.apply(entry)

    def say(self, kind: Any, pupil: str = "", now: float = 60.0, **more: Any) -> None:
        """Handle a message of the teacher, or of a pupil."""
        self.write(self.room.decide(self.room.pupils[pupil] if pupil else None, kind(**more), now))

    def again(self) -> Classroom:
        """Return the classroom replayed from its journal."""
        return Classroom(c.read_line(line) for line in self.lines)

    @property
    def day(self) -> Any:
        """The tournament."""
        assert self.room.day
        return self.room.day.tournament


def shown(room: Classroom) -> Any:
    """Return the whole state of a classroom, for comparison."""
    days = [
        (state_of(day.tournament), day.tournament.journal, day.on_screen, day.rooms, day.unaided, day.counts, day.flags)
        for day in room.days
    ]
    work = room.grade, room.work, room.work_at, room.erased_on
    return room.title, room.teachers, room.pupils, days, room.paused, room.projected, work, room.length


def playing(format_: str, *names: str, game: str = "fang-4", seed: int = 3) -> Class:
    """Return a class in the first round of a tournament."""
    group = Class(*names)
    group.say(c.Begin, days=0, format=format_, game=game, seed=seed)
    group.say(c.Call, rounds=0)
    return group


def test_names_that_are_written_down_get_faces_that_differ() -> None:
    group = Class("Aina")
    group.say(c.Enrol, names=[f"Bao {number}" for number in range(len(FACES) - 1)])
    assert sorted(pupil.picture for pupil in group.room.pupils.values()) == sorted(FACES)
    group.say(c.Enrol, names=["Chloé", "Désiré"])
    faces = [pupil.picture for pupil in group.room.pupils.values()]
    assert max(map(faces.count, FACES)) == 2
    assert shown(group.again()) == shown(group.room)


def test_work_is_handed_out_done_and_taken_back() -> None:
    group, sowing = Class("Aina", "Bao"), rungs("fang")[0][0]
    stone, other, sown = PATH["lesson"], PATH["creature"], f"{LAST_SEED}fang"

    def foretell(name: str, now: float, answers: int) -> None:
        guesses = [
            c.Guess(f"{name} {now} {number}", sowing.position.game.id, str(sowing.position), sowing.move, sowing.ends)
            for number in range(answers)
        ]
        entry = group.room.foretold(f"token of {name}", guesses, now)
        assert entry is not None
        group.write(entry)

    foretell("Bao", 50.0, 3)  # before there was any work
    group.say(c.SetGrade, grade="CP")
    group.say(c.Assign, work=[stone, sown, stone, other])
    assert group.room.work == (stone, sown, other)
    walked = group.room.walked("token of Aina", {stone: 1, other: 1}, 61.0)
    assert walked is not None
    group.write(walked)
    foretell("Aina", 62.0, 2)
    assert [group.room.done_by(each) for each in group.room.pupils.values()] == [[1, 2, 1], [-1, -1, -1]]
    view = pupil_view(common_view(group.room, "CODE", "en"), group.room, group.room.pupils["Aina"])
    assert view.work is not None
    assert view.work.done == [1, 2, 1]
    assert shown(group.again()) == shown(classroom_of(group.lines)) == shown(group.room)
    for wrong in ([*PATH.values(), "fang-4:Nobody"], [f"{LAST_SEED}fanorona"], [f"{LAST_SEED}x"], ["x"] * 13):
        with pytest.raises(NotationError, match=r"on any path|at most 12"):
            group.say(c.Assign, work=wrong)
    with pytest.raises(NotationError, match=r"no level 'CM3'.*GS, CP, CE1"):
        group.say(c.SetGrade, grade="CM3")
    with pytest.raises(RefusedError):
        group.say(c.Assign, pupil="Aina", work=[])
    group.say(c.Assign, work=[])
    group.say(c.SetGrade, grade="")
    assert [*group.room.work, group.room.grade] == [""]
    assert shown(classroom_of(group.lines)) == shown(group.room)
    days = ("soon", "2027-02-30", "20270707")
    others = (c.Graded("CM3"), c.Assigned(["x"], 1.0), c.Assigned([stone, stone], 1.0))
    for damaged in (*map(c.ErasedOn, days), *others):
        with pytest.raises(NotationError, match="journal"):
            classroom_of([*group.lines, m.write_entry(damaged)])


def test_a_class_is_erased_on_its_day_from_the_disk_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = CLOCK.now()

    def wait(days: int) -> None:
        monkeypatch.setattr(CLOCK, "now", lambda: now + 86_400 * days)

    def on(days: int) -> str:
        return date.fromtimestamp(now + 86_400 * days).isoformat()

    store = Store.open(f"sqlite:///{tmp_path / 'lalao.sqlite'}")
    for code in ("CLSA", "CLSB", "CLSC"):
        group = Class("Rasoanaivo" if code == "CLSA" else "Bao")
        for day in {"CLSA": (on(9), on(7)), "CLSB": (on(7), ""), "CLSC": ()}[code]:
            group.say(c.EraseOn, day=day)
        assert shown(classroom_of(group.lines)) == shown(group.room)
        store.create(code, group.lines, code)
    store.create("PLAY", ["a game of Rasoanaivo"], "CLSA")
    for wrong in (on(0), on(-1), "soon", "2027-02-30"):
        with pytest.raises(NotationError, match=f"'{wrong}' is no day to come: write year-month-day"):
            group.say(c.EraseOn, day=wrong)

    async def erase() -> int:
        return await ClassroomRegistry(Lobby(store, EnginePool())).erase_due()

    assert asyncio.run(erase()) == 0
    wait(6)
    assert asyncio.run(erase()) == 0
    wait(7 + 400)  # such a clock is wrong
    assert asyncio.run(erase()) == 0
    assert holding(tmp_path, "Rasoanaivo")
    kept = backup("CLSA", {"CLSA": store.journals("CLSA")["CLSA"]})
    wait(7)
    assert asyncio.run(erase()) == 1
    assert [row.code for row in store.classes()] == ["CLSC", "CLSB"]
    assert holding(tmp_path, "Rasoanaivo") == []
    restored = kept_for_good(read_backup(kept)).journals
    assert not classroom_of(restored["CLSA"]).is_due, "what is restored is not erased at once"
    store.close()


def test_the_levels_of_school_have_the_boards_of_the_guide_and_work_that_there_is() -> None:
    text = (Path(__file__).parents[2] / "docs" / "guide.md").read_text(encoding="utf-8")
    ladder = dict(re.findall(r"^\| ([A-Z0-9]+) \| (.+) \|$", text, re.MULTILINE))
    names = {"fang": "Fang", "fafy": "Fafy", "fanorona": "Fanorona", "fifangha": "ifang"}
    assert list(grades()) == ["GS", "CP", "CE1", "CE2", "CM1", "CM2"]
    for each in grades().values():
        assert names[game(each.game).family.name] in ladder[each.id]
        assert len(set(each.work)) == len(each.work) >= 9
        for work in each.work:
            check_work(work)
            family = next(name for name in names if work.removeprefix(LAST_SEED).startswith(name[:6]))
            assert names[family] in ladder[each.id], (each.id, work)
    assert [each.by_hand for each in grades().values()] == [True] * 3 + [False] * 3


def test_a_picture_that_somebody_has_comes_in_a_frame() -> None:
    group = Class(*NAMES)  # all choose the sun
    faces = [pupil.picture for pupil in group.room.pupils.values()]
    assert faces == ["sun", "sun-ring", "sun-square", "sun"]
    with pytest.raises(NotationError, match="no picture"):
        group.room.arrive(c.Join("Fara", "sun-ring"), "token of Fara", 1.0)
    assert shown(classroom_of(group.lines)) == shown(group.room)


def test_a_tournament_of_a_class() -> None:
    group = Class(*NAMES)
    group.say(c.Begin, days=0, format="poules", game="fafy-impartial", winners=1, seed=3)
    group.say(c.Call, rounds=0)
    with pytest.raises(RefusedError, match="has begun already"):
        group.say(c.Call, rounds=0)
    with pytest.raises(NotationError, match="the round goes on"):
        group.say(c.Call, rounds=1)
    for table in (1, 2):
        group.say(c.Report, round=1, table=table, result="first")
    group.say(c.Report, round=1, table=1, result="second")
    assert [table.was for table in group.day.rounds[0].tables] == [["first"], []]
    group.say(c.Call, rounds=1, now=300.0)
    assert group.day.rounds[1].begun == 240.0
    assert shown(group.again()) == shown(group.room)


def test_a_pupil_does_what_pupils_do_and_nothing_else() -> None:
    group = playing("swiss", *NAMES)
    mine = group.day.rounds[0].table_of("Aina")
    for kind, more in (
        (c.Pause, {"on": True}),
        (c.Door, {"open": False}),
        (c.Report, {"round": 1, "table": 1, "result": "first"}),
        (c.Dismiss, {"name": "Bao"}),
        (c.Unaided, {"on": False}),
        (c.Clear, {"origin": 1, "keep": [], "count": 1}),
        (c.Rename, {"name": "Bao", "to": "Zut"}),
        (c.Call, {"rounds": 1}),
        (c.Close, {}),
    ):
        with pytest.raises(RefusedError, match="only the teacher"):
            group.say(kind, "Aina", **more)
    other = next(table for table in group.day.rounds[0].tables if table is not mine)
    with pytest.raises(NotationError, match="does not sit at table"):
        group.say(c.Accuse, "Aina", table=other.number)
    group.say(c.Hand, "Aina", up=True, name="Bao")
    assert [pupil.name for pupil in group.room.pupils.values() if pupil.hand] == ["Aina"]
    group.say(c.Accuse, "Aina", table=mine.number)
    group.say(c.Accuse, mine.opponent("Aina"), table=mine.number)
    assert mine.result == "both-lost"
    assert not group.room.pupils["Aina"].hand, "the matter is settled"


def test_names_are_taken_once_and_freed() -> None:
    group = Class("Aina")
    with pytest.raises(RefusedError, match="'Aina' is here already"):
        group.room.arrive(c.Join("aina"), "another", 2.0)
    group.say(c.Enrol, names=["Bao"])
    group.write(group.room.arrive(c.Join("bao", "moon"), "token of Bao", 2.0))
    assert (group.room.pupils["Bao"].picture, list(group.room.pupils)) == ("moon", ["Aina", "Bao"])
    group.say(c.Free, name="Aina")
    group.write(group.room.arrive(c.Join("Aina"), "new", 3.0))
    assert group.room.pupil_of("new") is group.room.pupils["Aina"]
    assert group.room.pupil_of("token of Aina") is None
    for name in ("", "  ", "x" * 61, "a\u202eb\x00"):
        with pytest.raises(NotationError):
            group.room.arrive(c.Join(name), "t", 4.0)
    with pytest.raises(NotationError, match="no picture"):
        group.room.arrive(c.Join("Eva", "skull"), "t", 4.0)


def test_who_was_put_out_for_cheating_is_told_apart() -> None:
    group = playing("knockout", *NAMES)
    cheats, fair = group.day.rounds[0].tables
    group.say(c.Report, round=1, table=cheats.number, result="both-lost")
    group.say(c.Report, round=1, table=fair.number, result="first")
    told = {
        name: (shown.cheated, shown.still_in)
        for name, pupil in group.room.pupils.items()
        if (shown := pupil_view(common_view(group.room, "", "en"), group.room, pupil))
    }
    assert told == dict.fromkeys(cheats.pupils, (True, False)) | {
        fair.first: (False, True),
        fair.second: (False, False),
    }


def test_a_pupil_who_plays_nowhere_takes_her_place_on_another_tablet() -> None:
    group = Class(*NAMES)
    for here in ({"Aina"}, {"Aina", "Bao"}):
        with pytest.raises(RefusedError, match="'Aina' is here already"):
            group.room.arrive(c.Join("Aina"), "another", 2.0, here=here)
    group.say(c.Begin, days=0, format="swiss", game="fang-4", seed=3)
    group.say(c.Call, rounds=0)
    with pytest.raises(RefusedError, match="'Aina' is here already"):
        group.room.arrive(c.Join("Aina"), "another", 2.0, here=())
    for table in (1, 2):
        group.say(c.Report, round=1, table=table, result="first")
    group.write(group.room.arrive(c.Join("Aina"), "another", 2.0, here=()))
    assert group.room.pupil_of("another") is group.room.pupils["Aina"]
    assert group.room.pupil_of("token of Aina") is None
    assert group.room.pupils["Aina"].picture == "sun"
    assert shown(classroom_of(group.lines)) == shown(group.room)


def test_a_pupil_is_renamed_in_mid_tournament_and_sits_on() -> None:
    group = playing("swiss", *NAMES)
    round_ = group.day.rounds[0]
    for table in round_.tables:
        group.write(group.room.seating(round_, table, f"RM0{table.number}", 70.0))
    mine = round_.table_of("Aina")
    assert group.room.day
    code = group.room.day.room_of(round_, mine)
    group.say(c.Rename, name="Aina", to="Haingo")
    assert group.room.day.room_of(round_, mine) == code != ""
    assert "Haingo" in mine.pupils
    with pytest.raises(NotationError, match="occurs twice"):
        group.say(c.Rename, name="Haingo", to="BAO")
    assert shown(group.again()) == shown(group.room)


def test_seats_exchanged_give_new_rooms_even_when_exchanged_back() -> None:
    group = playing("swiss", *NAMES)
    round_ = group.day.rounds[0]
    for table in round_.tables:
        group.write(group.room.seating(round_, table, f"RM0{table.number}", 70.0))
    one, other = (table.first for table in round_.tables)
    group.say(c.Swap, one=one, other=other)
    group.say(c.Swap, one=one, other=other)
    assert group.room.day
    assert [group.room.day.room_of(round_, table) for table in round_.tables] == ["", ""]


def test_seats_exchanged_elsewhere_keep_the_drawn_game_of_a_table() -> None:
    group = playing("poules", *NAMES)
    round_ = group.day.rounds[0]
    table = round_.tables[0]
    group.write(group.room.seating(round_, table, "RM01", 70.0))
    group.say(c.Report, round=1, table=1, game=1, result="draw")
    with pytest.raises(RefusedError, match="has changed"):
        group.say(c.Report, round=1, table=1, game=1, result="draw")
    group.say(c.Swap, one=round_.tables[1].first, other=round_.tables[1].second)
    assert group.room.day
    assert list(group.room.day.rooms.values()) == ["RM01"], "the drawn game is not lost"
    group.say(c.Report, round=1, table=1, game=2, result="first")
    assert (table.games, table.result) == (2, "first")
    assert shown(group.again()) == shown(group.room)


def test_who_has_lost_is_told_to_be_out() -> None:
    group = playing("knockout", *NAMES)
    for number in (1, 2):
        group.say(c.Report, round=1, table=number, result="first")
    group.say(c.Call, rounds=1)
    told = {
        name: pupil_view(common_view(group.room, "", "en"), group.room, pupil).still_in
        for name, pupil in group.room.pupils.items()
    }
    losers = {table.second for table in group.day.rounds[0].tables}
    assert {name for name, still in told.items() if not still} >= losers


def test_who_is_out_is_the_referee_of_a_table() -> None:
    group = Class(*NAMES, "Fara", "Hery", "Koto")
    group.say(c.Begin, days=0, format="knockout", game="fafy-impartial", seed=1)
    assert group.room.referees() == {}
    group.say(c.Call, rounds=0)
    rests = group.day.rounds[0].byes
    seat, (name,) = next(iter(group.room.referees().items()))
    assert [name] == rests
    assert len(group.room.referees()) == 1
    assert seat.table == 1
    for table in (1, 2, 3):
        group.say(c.Report, round=1, table=table, result="first")
    assert group.room.refereed_by(name) is None, "the game is over"
    group.say(c.Call, rounds=1)
    out = {table.second for table in group.day.rounds[0].tables}
    assigned = group.room.referees()
    assert len(assigned) == len(group.day.rounds[1].tables) == 2
    assert {name for names in assigned.values() for name in names} <= out
    common = common_view(group.room, "ABCD", "en")
    assert common.day
    assert common.day.round
    assert [table.referees for table in common.day.round.tables] == list(assigned.values())
    (first,) = assigned[Seat(2, 1, 1, *group.day.rounds[1].tables[0].pupils)]
    shown = pupil_view(common, group.room, group.room.pupils[first])
    assert shown.referees
    assert shown.referees.table == 1
    group.say(c.Away, name=first)
    assert [first] not in group.room.referees().values()


def knockout(rounds: int, on_screen: bool = False) -> Class:
    """Return a class of 24 in a knock-out tournament in which so many rounds have been called."""
    group = Class(*map(str, range(10, 34)))
    group.say(c.Begin, days=0, format="knockout", game="fang-4", on_screen=on_screen, seed=1)
    for called in range(rounds):
        group.say(c.Call, rounds=called)
        if called + 1 < rounds:
            for table in group.day.rounds[called].tables:
                group.say(c.Report, round=called + 1, table=table.number, result="first")
    return group


@pytest.mark.parametrize(("rounds", "tables", "referees"), [(2, 6, 1), (3, 3, 2)])
def test_many_who_are_out_are_two_referees_a_table_and_the_others_get_puzzles(
    rounds: int, tables: int, referees: int
) -> None:
    group = knockout(rounds)
    assigned = list(group.room.referees().values())
    assert list(map(len, assigned)) == [referees] * tables
    names = {name for each in assigned for name in each}
    assert len(names) == referees * tables
    assert not names & {name for table in group.day.rounds[-1].tables for name in table.pupils}
    entry = group.room.pastime(70.0)
    if rounds == 2:
        assert entry is None, "each of them is a referee, or there are too few to give puzzles"
        return
    assert entry
    group.write(entry)
    assert group.room.handed
    assert len(group.room.handed.puzzles) == 5
    assert {puzzle.position.game.id for puzzle in group.room.handed.puzzles} == {"fang-4"}
    assert group.room.pastime(71.0) is None, "the pupils have puzzles already"
    assert shown(group.again()) == shown(group.room)


def test_a_referee_counts_before_and_after_a_game() -> None:
    group = knockout(3)
    round_ = group.day.rounds[2]
    name, other = group.room.referees()[seat_of(round_, round_.tables[1])]
    assert group.room.day
    counts: dict[str, Any] = {"table": 2, "game": 1}
    with pytest.raises(RefusedError, match="only a referee of this table"):
        group.say(c.Count, name, table=1, game=1, after=False, said=8)
    with pytest.raises(RefusedError, match="only a referee of this table"):
        group.say(c.Count, **counts, after=False, said=8)
    with pytest.raises(RefusedError, match="the class has changed"):
        group.say(c.Count, name, table=2, game=2, after=False, said=8)
    with pytest.raises(RefusedError, match="count before the game first"):
        group.say(c.Count, name, **counts, after=True, said=8)
    group.say(c.Count, name, **counts, after=False, said=8)
    with pytest.raises(RefusedError, match="counted this already"):
        group.say(c.Count, name, **counts, after=False, said=9)
    group.say(c.Flag, name, table=2, up=True)
    group.say(c.Report, round=3, table=2, result="first")
    assert group.room.refereed_by(name), "still to be counted"
    assert group.room.refereed_by(other) is None
    group.say(c.Count, name, **counts, after=True, said=7)
    assert group.room.refereed_by(name) is None
    for room in (group.room, group.again()):
        assert room.day
        day = day_view(room, room.day, words("en"))
        assert day.round
        table = day.round.tables[1]
        assert table.counts == [ShownCounts(name, 8, 7)]
        assert (table.flags, table.referees) == ([name], [])
        assert [facts.counted for _, facts in room.pupils[name].seen] == [(0,), (-1,)]
    group.say(c.Rename, name=name, to="Zoky")
    assert group.room.day.flags == {(3, 2, 1): ["Zoky"]}
    assert list(group.room.day.counts[3, 2, 1]) == ["Zoky"]
    group.say(c.Flag, table=2, up=False, name="Zoky")
    assert group.room.day.flags == {(3, 2, 1): []}
    with pytest.raises(RefusedError, match="only a referee of this table"):
        group.say(c.Flag, "Zoky", table=2, up=True)
    assert shown(group.again()) == shown(group.room)
    group.say(c.Dismiss, name="Zoky")
    assert group.room.day.counts[3, 2, 1] == {}


@pytest.mark.parametrize(
    "line",
    [
        '{"kind":"counted","name":"10","round":3,"table":9,"game":1,"after":false,"said":8,"there":8,"at":1}',
        '{"kind":"counted","name":"Zo","round":3,"table":2,"game":1,"after":false,"said":8,"there":8,"at":1}',
        '{"kind":"counted","name":"10","round":3,"table":2,"game":1,"after":false,"said":-8,"there":8,"at":1}',
        '{"kind":"counted","name":"10","round":3,"table":2,"game":1,"after":true,"said":8,"there":8,"at":1}',
        '{"kind":"flagged","name":"10","round":2,"table":2,"game":1,"up":true}',
        '{"kind":"flagged","name":"Zo","round":3,"table":2,"game":1,"up":true}',
    ],
)
def test_no_journal_brings_counts_that_cannot_be(line: str) -> None:
    group = knockout(3)
    group.write(c.Counted("10", 3, 2, 1, True, 8, None, 1.0))
    assert classroom_of(group.lines).day
    with pytest.raises(NotationError, match="of the journal"):
        classroom_of([*group.lines, line])


def test_nobody_is_a_referee_who_may_be_called_at_any_time() -> None:
    group = playing("ladder", *NAMES, "Fara", game="fafy-impartial", seed=1)
    assert group.room.referees() == {}


def test_what_was_put_up_is_taken_down() -> None:
    """A table on the wall, and a raised hand; both last until then."""
    group = playing("swiss", *NAMES)
    for table, up in ((2, True), (0, False)):
        group.say(c.Project, table=table)
        group.say(c.Hand, "Aina", up=up, name="Aina")
        for room in (group.room, group.again()):
            assert (room.projected, room.pupils["Aina"].hand) == (table, up)
    with pytest.raises(NotationError, match="there is no table '9'"):
        group.say(c.Project, table=9)


def test_a_pupil_who_comes_back_may_choose_another_picture() -> None:
    group = Class("Aina")
    group.say(c.Free, name="Aina")
    for chosen, picture in (("moon", "moon"), ("", "moon")):
        group.write(group.room.arrive(c.Join("Aina", chosen), "another", 2.0))
        assert group.room.pupils["Aina"].picture == picture
        group.say(c.Free, name="Aina")
    assert shown(group.again()) == shown(group.room)


def test_a_new_tournament_begins_unpaused_with_nothing_on_the_wall() -> None:
    group = Class(*NAMES)
    assert not group.room.paused
    group.say(c.Begin, days=0, format="swiss", game="fang-4", seed=3)
    group.say(c.Call, rounds=0)
    group.say(c.Pause, on=True)
    group.say(c.Project, table=1)
    group.say(c.Together, game="fang-4")
    assert (group.room.paused, group.room.projected, group.room.shared is None) == (True, 1, False)
    for table in (1, 2):
        group.say(c.Report, round=1, table=table, result="first")
    group.say(c.Close)
    group.say(c.Begin, days=1, format="swiss", game="fang-4", seed=4)
    for room in (group.room, group.again()):
        assert (room.paused, room.projected, room.shared) == (False, 0, None)


def test_the_podium_of_an_earlier_tournament_is_put_on_the_wall() -> None:
    group = Class(*NAMES[:2])
    for number, result in enumerate(("first", "second")):
        group.say(c.Begin, days=number, format="knockout", game="fafy-impartial", on_screen=False, seed=1)
        assert group.room.awarded is None, "a tournament is in progress"
        group.say(c.Call, rounds=0)
        group.say(c.Report, round=1, table=1, result=result)
        assert group.room.awarded is group.room.days[number]
    for day in (1, 2, 0):
        group.say(c.Award, day=day)
        assert group.room.awarded is group.room.days[day - 1]
        assert group.again().award == day
    for wrong in (3, -1):
        with pytest.raises(NotationError, match=f"no tournament '{wrong}' with winners"):
            group.say(c.Award, day=wrong)
    group.say(c.Award, day=1)
    group.say(c.Begin, days=2, format="knockout", game="fafy-impartial", on_screen=False, seed=1)
    assert group.room.awarded is None, "a new tournament takes it off"


@pytest.mark.parametrize(
    ("format_", "titles"),
    [
        ("poules", ["Round 1 of 2", "Round 2 of 2: winners meet winners, the others have a second chance"]),
        ("knockout", ["Semi-finals", "Final"]),
        ("swiss", ["Round 1 of 2", "Round 2 of 2"]),
        ("ladder", ["Open play: winners climb a rung"] * 2),
    ],
)
def test_rounds_are_named_rightly(format_: str, titles: list[str]) -> None:
    group = Class(*NAMES[:4])
    group.say(c.Begin, days=0, format=format_, game="fafy-impartial", on_screen=False, seed=2)
    for number, title in enumerate(titles):
        group.say(c.Call, rounds=number)
        played, here = group.room.day, group.room.round
        assert played
        assert here
        assert str(played.tournament.round_title()) == title
        chances = [played.tournament.is_second_chance(here, table) for table in here.tables]
        assert sorted(chances) == ([False, True] if "second chance" in title else [False] * len(chances))
        for table in here.tables:
            group.say(c.Report, round=number + 1, table=table.number, result="first")


def test_who_is_away_is_out_of_this_tournament_and_of_the_next() -> None:
    group = playing("swiss", *NAMES, "Esther")
    group.say(c.Away, name="Aina")
    assert "Aina" not in group.day.present
    group.say(c.Away, name="Aina", away=False)
    assert "Aina" in group.day.present
    group.say(c.Away, name="Aina")
    for _, table in list(group.room.open_tables()):
        group.say(c.Report, round=1, table=table.number, result="first")
    group.say(c.Close)
    with pytest.raises(RefusedError, match="begun already"):
        group.say(c.Begin, days=0, format="swiss", game="fang-4")
    group.say(c.Begin, days=1, format="knockout", game="fang-4")
    assert "Aina" not in group.day.names
    assert shown(group.again()) == shown(group.room)


def test_a_board_too_large_for_a_screen_is_for_paper() -> None:
    group = Class(*NAMES)
    with pytest.raises(TooLargeError):
        group.say(c.Begin, days=0, format="swiss", game="fanorona-25x25")
    group.say(c.Begin, days=0, format="swiss", game="fanorona-25x25", on_screen=False)
    group.say(c.Call, rounds=0)
    assert [group.room.wants_room(table) for _, table in group.room.open_tables()] == [False, False]


def test_two_who_come_at_once_where_one_seat_is_free() -> None:
    group = playing("knockout", *NAMES[:3])
    group.say(c.Enrol, names=["Fy", "Zo"])
    assert (list(group.room.pupils)[-2:], group.day.names[-1:]) == (["Fy", "Zo"], ["Fy"])
    assert shown(group.again()) == shown(group.room)


def test_no_name_is_given_that_somebody_had_who_has_left() -> None:
    group = Class(*NAMES)
    group.say(c.Begin, days=0, format="swiss", game="fang-4", seed=3)
    group.say(c.Dismiss, name="Bao")
    with pytest.raises(NotationError, match="occurs twice"):
        group.say(c.Rename, name="Aina", to="BAO")
    group.say(c.Rename, name="Aina", to="AINA")
    assert shown(group.again()) == shown(group.room)


def test_a_winner_who_goes_home_stays_the_winner() -> None:
    group = playing("knockout", *NAMES[:2])
    group.say(c.Report, round=1, table=1, result="first")
    (winner,) = group.day.winners
    group.say(c.Away, name=winner)
    assert group.day.winners == [winner]
    group.say(c.Dismiss, name=winner)
    assert group.day.winners == [winner]


@pytest.mark.parametrize("format_", ["poules", "swiss", "round-robin", "knockout", "ladder"])
def test_where_nothing_was_played_nobody_has_won(format_: str) -> None:
    group = Class(*NAMES)
    group.say(c.Begin, days=0, format=format_, game="fang-4", seed=3)
    group.say(c.Close)
    assert (group.day.is_over, group.day.winners) == (True, [])


def test_a_path_stays_with_its_pupil() -> None:
    group = Class("Aina", "Bao")

    def walk(name: str, **stones: int) -> c.Walked | None:
        entry = group.room.walked(f"token of {name}", {PATH[at]: stars for at, stars in stones.items()}, 0.0)
        if entry is not None:
            group.write(entry)
        return entry

    walk("Aina", lesson=1, round=2)
    assert walk("Aina", lesson=1, round=1) is None
    assert walk("Aina", lesson=1, round=4) == c.Walked("Aina", {PATH["round"]: 4})
    walk("Aina", creature=0)
    before = list(group.room.pupils["Aina"].stones.items())
    assert before == [(PATH["lesson"], 1), (PATH["round"], 4), (PATH["creature"], 0)]
    assert group.room.pupils["Bao"].stones == {}
    group.say(c.Rename, name="Aina", to="Fara")
    group.say(c.Free, name="Fara")
    with pytest.raises(ForbiddenError):
        walk("Aina", lesson=1)
    group.write(group.room.arrive(c.Join("Fara", ""), "token of another tablet", 9.0))
    assert list(group.room.pupils["Fara"].stones.items()) == before
    assert list(group.again().pupils["Fara"].stones.items()) == before
    group.say(c.Dismiss, name="Fara")
    group.say(c.Enrol, names=["Fara"])
    assert group.room.pupils["Fara"].stones == {}


@pytest.mark.parametrize(
    "line",
    [
        '{"kind":"walked","name":"Aina","stones":{}}',
        '{"kind":"walked","name":"Zo","stones":{"fang-count":1}}',
        '{"kind":"walked","name":"Aina","stones":{"fang-count":0}}',
        '{"kind":"walked","name":"Aina","stones":{"fang-count":6}}',
        '{"kind":"walked","name":"Aina","stones":{"fang-count":-1}}',
        '{"kind":"walked","name":"Aina","stones":{"%s":1}}' % ("x" * 61),
        json.dumps({"kind": "walked", "name": "Aina", "stones": {f"x{at}": 1 for at in range(501)}}),
    ],
)
def test_no_journal_brings_a_path_that_cannot_be(line: str) -> None:
    group = Class("Aina")
    group.write(c.Walked("Aina", {"fang-count": 1, "a stone of another version": 1}))
    assert classroom_of(group.lines).pupils["Aina"].stones == group.room.pupils["Aina"].stones
    with pytest.raises(NotationError, match="line 4 of the journal"):
        classroom_of([*group.lines, line])


SAID = st.one_of(
    st.builds(c.Enrol, st.lists(st.sampled_from([*NAMES, "Eva", "Fy", "Zo", "", "x" * 99]), max_size=3)),
    st.builds(c.Rename, st.sampled_from([*NAMES, "Eva"]), st.sampled_from(["Eva", "Zo", "BAO", ""])),
    st.builds(c.Free, st.sampled_from([*NAMES, "Eva"])),
    st.builds(c.Dismiss, st.sampled_from([*NAMES, "Eva"])),
    st.builds(c.Clear, st.integers(0, 2), st.lists(st.sampled_from(NAMES), max_size=2), st.integers(0, 3)),
    st.builds(c.Away, st.sampled_from([*NAMES, "Eva"]), st.booleans()),
    st.builds(
        c.Begin,
        st.integers(0, 2),
        st.sampled_from(["poules", "swiss", "ladder", "knockout", "round-robin", "?"]),
        st.sampled_from(["fang-4", "fafy-impartial", "chess"]),
        seed=st.integers(0, 5),
    ),
    st.builds(c.Call, st.integers(0, 4)),
    st.builds(c.Report, st.integers(0, 4), st.integers(0, 3), st.sampled_from(["first", "second", "draw", "?"])),
    st.builds(c.Swap, st.sampled_from(NAMES), st.sampled_from(NAMES)),
    st.builds(c.Accuse, st.integers(0, 3)),
    st.builds(c.Hand, st.booleans()),
    st.builds(c.Count, st.integers(0, 3), st.integers(0, 2), st.booleans(), st.integers(0, 9)),
    st.builds(c.Flag, st.integers(0, 3), st.booleans(), st.sampled_from(["", *NAMES])),
    st.builds(c.Pause, st.booleans()),
    st.builds(c.Door, st.booleans()),
    st.builds(c.Unaided, st.booleans()),
    st.builds(c.Project, st.integers(0, 3)),
    st.builds(c.Close),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["", "", "", *NAMES]), SAID), max_size=25))
def test_whatever_is_said_is_done_whole_or_refused_whole(said: list[tuple[str, Any]]) -> None:
    group = Class(*NAMES)
    for now, (name, message) in enumerate(said, 10):
        before = str(shown(group.room))
        pupil = group.room.pupils.get(name)
        try:
            entry = group.room.decide(pupil, message, float(now))
        except LalaoError:
            assert str(shown(group.room)) == before
            continue
        group.write(entry)
        for round_, table in group.room.open_tables():
            if group.room.day and not group.room.day.room_of(round_, table):
                group.write(group.room.seating(round_, table, f"R{group.room.length}", float(now)))
    assert shown(group.again()) == shown(group.room)


def test_the_gate_counts_wrong_codes() -> None:
    gate = Gate("246810")
    gate.check(" 246 810 ", "10.0.0.1")
    for _ in range(5):
        with pytest.raises(ForbiddenError):
            gate.check("000000", "10.0.0.2")
    with pytest.raises(ShutError):
        gate.check("246810", "10.0.0.2")
    gate.check("246810", "10.0.0.1")


def test_the_right_code_clears_the_wrong_ones() -> None:
    gate = Gate("246810")
    for _ in range(3):
        for _ in range(4):
            with pytest.raises(ForbiddenError):
                gate.check("000000", "10.0.0.2")
        gate.check("246810", "10.0.0.2")


def test_a_secret_opens_a_class_by_all_its_figures() -> None:
    secret, other = ALIKE
    group = Class("Aina")
    group.write(c.Taught(hashed(secret)))
    group.write(group.room.arrive(c.Join("Bao", "moon"), f"{secret} of Bao", 2.0))
    assert group.room.is_teacher(secret)
    assert not group.room.is_teacher(other)
    group.write(group.room.arrive(c.Join("Fy", "star"), secret, 2.0))
    assert group.room.pupil_of(secret) is group.room.pupils["Fy"]
    assert group.room.pupil_of(other) is None


def test_a_backup_finds_other_codes_where_its_own_are_taken() -> None:
    room = m.write_entry(m.Opened("fang-4", "0.1.1.0 3+3 S", "apart", "me", ("a", "b"), classroom="CLAS"))
    group = playing("swiss", *NAMES)
    round_ = group.day.rounds[0]
    for table in round_.tables:
        group.write(group.room.seating(round_, table, f"RMA{table.number + 1}", 70.0))
    journals = {"CLAS": group.lines, "RMA2": [room], "RMA3": [room]}
    found = read_backup(backup("CLAS", journals))
    assert recoded(found, set(), str) == journals
    moved = recoded(found, {"RMA3"}, lambda: "NEWR")
    assert set(moved) == {"CLAS", "RMA2", "NEWR"}
    again = Classroom(c.read_line(line) for line in moved["CLAS"])
    assert again.day
    assert list(again.day.rooms.values()) == ["RMA2", "NEWR"]
    with pytest.raises(NotationError, match="RMA3 is missing"):
        read_backup(backup("CLAS", {"CLAS": group.lines, "RMA2": [room]}))


CONFUSED = (
    '{"lalao": "class", "version": 1, "class": "A", "journals": {"A": ["{\\"kind\\": \\"freed\\", \\"name\\": 1}"]}}'
)


FOUNDED = '{"kind": "founded", "title": "", "teacher": "", "at": 0}'


WRONG = (
    '{"kind": "tournament", "on_screen": true, "at": 0, '
    '"event": {"do": "open", "format": "swiss", "game": "fang-4", "names": 3}}'
)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}",
        b"\xff\xfe",
        b'{"lalao": "class", "version": 9, "class": "ABCD", "journals": {"ABCD": []}}',
        b'{"lalao": "class", "version": 1, "class": "ABCD", "journals": {"ABCD": []}}',
        b'{"lalao": "class", "version": 1, "class": "ABCD", "journals": {"ABCD": ["{}"]}}',
        CONFUSED.encode(),
        b'{"lalao": "class", "version": 1, "class": "../x", "journals": {"../x": [%s]}}' % json.dumps(FOUNDED).encode(),
        b'{"lalao": "class", "version": 1, "class": "ABCD", "journals": {"ABCD": [%s, %s]}}'
        % (json.dumps(FOUNDED).encode(), json.dumps(WRONG).encode()),
    ],
)
def test_a_torn_backup_is_refused_in_one_line(content: bytes) -> None:
    with pytest.raises(NotationError) as caught:
        read_backup(content)
    assert "backup" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_board_of_the_class_shows_what_the_teacher_puts_there() -> None:
    group = Class("Aina", "Bao")
    group.say(c.Together, game="fang-4")
    assert group.room.shared == c.Shared("fang-4", str(game("fang-4").start()))
    group.say(c.Question)
    puzzle = daily(CLOCK.today())
    assert group.room.shared == c.Shared(puzzle.position.game.id, str(puzzle.position), question=True)
    assert shown(group.again()) == shown(group.room)
    assert group.again().shared == group.room.shared
    group.say(c.Together, game="")
    assert group.room.shared is None


def test_no_games_begin_where_the_game_is_over() -> None:
    group, over = Class("Aina", "Bao"), game("fang-4").start()
    while over.outcome is None:
        over = over.play(over.legal_moves()[0])
    group.say(c.Begin, days=0, format="swiss", game="fang-4", on_screen=True)
    with pytest.raises(NotationError) as refused:
        group.say(c.From, position=str(over))
    assert str(refused.value) == f"the game is over in '{over}': choose a position in which it goes on"


def test_rooms_of_a_class_keep_what_is_said_of_them() -> None:
    entry = m.Opened("fang-4", "0.1.1.0 3+3 S", "apart", "me", (hashed("a"), hashed("b")), classroom="ABCD")
    room = Room([entry])
    assert not room.has_second_round
    assert m.read_entry(m.write_entry(entry)) == entry
    assert set(PICTURES) >= {"sun", "shell"}
    assert msgspec.json.encode({"picture": "sun"})
