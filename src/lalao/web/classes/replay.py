"""Replays journals of classes, from the store or from a backup: every line is checked before it is applied."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from lalao.errors import LalaoError, NotationError
from lalao.games.registry import game as find_game
from lalao.teach.evidence import OBSERVED
from lalao.teach.grades import check_work, grades
from lalao.tournament import replayed
from lalao.tournament.names import kept_names
from lalao.web.classes import messages as c
from lalao.web.classes.classroom import Classroom, begins_at, shared
from lalao.web.classes.members import FACES, Day, Seat, game_of, seat_of
from lalao.web.classes.sets import set_of
from lalao.web.classes.state import day_of
from lalao.web.limits import check_size
from lalao.web.rooms.lobby import plain_code
from lalao.web.rooms.messages import Entry
from lalao.web.rooms.replay import impossible, told

EVENTS = ("round", "result", "accuse", "swap", "close")
"""Events of a tournament that `Happened` may hold; pupils come and go by other entries of the class."""


def classroom_of(lines: Iterable[str]) -> Classroom:
    """Make a classroom from its journal.

    Raises NotationError that names the line.
    """
    classroom = Classroom([])
    for _ in replay(classroom, lines):
        pass
    return classroom


def replay(classroom: Classroom, lines: Iterable[str]) -> Iterator[None]:
    """Apply the lines of its journal that a classroom lacks; yield after each.

    Raises NotationError that names the line.
    """
    for number, line in enumerate(lines, classroom.length + 1):
        try:
            entry = c.read_line(line)
            judge(classroom, entry)
            classroom.apply(entry)
        except (LalaoError, msgspec.MsgspecError, RecursionError, UnicodeError) as error:
            raise NotationError("line {number} of the journal: {cause}", number=number, cause=told(error)) from None
        yield
    if not classroom.length:
        raise NotationError("this journal is empty")


def judge(classroom: Classroom, entry: Entry) -> None:
    """Refuse an entry that cannot follow those before it.

    Raises LalaoError.
    """
    if isinstance(entry, c.Founded) != (classroom.length == 0):
        raise impossible()
    match entry:
        case c.Visited() | c.Revoked():
            _expect(any(each.token == entry.token for each in classroom.teachers))
        case c.Enrolled():
            _expect(set(entry.plays) <= set(entry.names))
            _judge_names(classroom, entry.names)
        case c.Came():
            _expect(entry.picture in ("", *FACES) and entry.token != "")
            _expect((entry.name in classroom.pupils) != entry.new)
            _expect(entry.new or not entry.origin)
            _judge_names(classroom, [entry.name] if entry.new else [])
        case c.Renamed():
            pupil = classroom.pupil(entry.name)
            _judge_names(classroom, [entry.to], [pupil.name])
        case c.Freed() | c.Dismissed() | c.Raised() | c.Went():
            classroom.pupil(entry.name)
        case c.Cleared():
            _expect(len(set(entry.names)) == len(entry.names) and set(entry.names) <= set(classroom.pupils))
        case c.UnaidedSet():
            _expect(classroom.is_playing)
        case c.Opened():
            _judge_tournament(classroom, entry)
        case c.Happened():
            _expect(classroom.day is not None and entry.event.get("do") in EVENTS)
        case c.Seated():
            _judge_seat(classroom, entry)
        case c.Shared():
            _expect(shared(entry.game, entry.position).position == entry.position)
        case c.Handed():
            set_of(entry.puzzles, entry.at)
            _expect(len(set(entry.puzzles)) == len(entry.puzzles))
        case c.Collected():
            _expect(classroom.handed is not None)
        case c.Tried():
            pupil = classroom.pupil(entry.name)
            _expect(classroom.handed is not None and classroom.handed.changes(pupil.name, entry.puzzle, entry.moves))
        case c.Walked():
            _expect(classroom.pupil(entry.name).gained(entry.stones) == entry.stones)
        case c.Foretold():
            _expect(not {*entry.ids} & classroom.pupil(entry.name).answered)
            _expect(len({*entry.ids}) == len(entry.ids) == len(entry.answers))
        case c.ErasedOn():
            day = day_of(entry.day)
            _expect((day.isoformat() if day else "") == entry.day)
        case c.Graded():
            _expect(not entry.grade or entry.grade in grades())
        case c.Assigned():
            for each in entry.work:
                check_work(each)
            _expect(len({*entry.work}) == len(entry.work))
        case c.Observed():
            classroom.pupil(entry.name)
            _expect(entry.what in OBSERVED)
        case c.Counted():
            classroom.pupil(entry.name)
            counts = _day(classroom, entry).counts.get((entry.round, entry.table, entry.game), {}).get(entry.name)
            _expect(counts is None or (counts.after if entry.after else counts.before) is None)
        case c.Flagged():
            classroom.pupil(entry.name)
            _day(classroom, entry)
        case c.Started():
            _expect(classroom.day is not None)
            game = classroom.day.tournament.setting.game if classroom.day else ""
            _expect(begins_at(game, entry.position) == entry.position)
        case c.Awarded():
            _expect(entry.day <= len(classroom.days))
        case c.Projected():
            _expect(entry.table in (0, *(table.number for _, table in classroom.places())))


def _day(classroom: Classroom, entry: c.Counted | c.Flagged) -> Day:
    """Return the tournament of a referee, whose game must be one of this round, or still going on."""
    _expect((entry.round, entry.table, entry.game) in [game_of(*place) for place in classroom.places()])
    assert classroom.day is not None
    return classroom.day


def _judge_names(classroom: Classroom, names: list[str], gone: Sequence[str] = ()) -> None:
    """Refuse names that are not well-formed, too many, or taken by others; those in `gone` are free again."""
    others = [name for name in classroom.pupils if name not in gone]
    _expect(kept_names([*others, *names])[len(others) :] == names)


def _judge_tournament(classroom: Classroom, entry: c.Opened) -> None:
    _expect(not classroom.is_playing)
    tournament = replayed([entry.event])
    _expect(set(tournament.names) <= set(classroom.pupils))
    if entry.on_screen:
        check_size(find_game(tournament.setting.game).start())
    _expect(begins_at(tournament.setting.game, entry.start) == entry.start)


def _judge_seat(classroom: Classroom, entry: c.Seated) -> None:
    seat = Seat(entry.round, entry.table, entry.game, entry.first, entry.second)
    _expect(seat in [seat_of(*place) for place in classroom.open_tables()])
    _expect(plain_code(entry.room) == entry.room)
    _expect(all(entry.room not in day.began for day in classroom.days))


def _expect(possible: bool) -> None:
    if not possible:
        raise impossible()


def names_in(entry: Entry) -> Iterator[str]:
    """Yield the names that an entry adds to the class."""
    match entry:
        case c.Enrolled():
            yield from entry.names
        case c.Came():
            yield entry.name
        case c.Renamed():
            yield entry.to
