"""The state of a class: the result of its journal, and the queries on it.

`State.apply` is the only place where anything changes; `lalao.web.classes.classroom` judges what may happen.
"""

import secrets
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from datetime import date

from lalao.clock import CLOCK
from lalao.errors import NotationError
from lalao.teach.evidence import Facts
from lalao.teach.grades import LAST_SEED
from lalao.tournament import Pairing, Round, replayed
from lalao.tournament.machine import MOST_SECONDS
from lalao.web.classes import messages as c
from lalao.web.classes.members import FACES, Counts, Day, Pupil, Seat, TeacherDevice, renamed, seat_of
from lalao.web.classes.sets import PuzzleSet, set_of
from lalao.web.limits import ForbiddenError
from lalao.web.rooms.messages import Entry
from lalao.web.rooms.room import hashed

LATE_DAYS = 400
"""Days after the one on which a class is to be erased, after which a clock is taken for wrong."""
MANY_IDLE = 3
"""The round from which a table has two referees, and those left over get puzzles: in a knock-out many are out."""


class State:
    """A class by its journal: its teachers, its pupils, its tournaments and its sets of puzzles."""

    title: str

    def __init__(self, entries: Iterable[Entry]) -> None:
        """Replay a journal."""
        self.length = 0
        self.teachers: list[TeacherDevice] = []
        self.pupils: dict[str, Pupil] = {}
        self.days: list[Day] = []
        self.paused = False
        self.is_open = True
        """Whether new pupils and guests may come in."""
        self.projected = 0
        self.award = 0
        """The tournament whose podium was put on the wall, counted from 1; 0 for none."""
        self.shared: c.Shared | None = None
        """The position on the board of the class."""
        self.erased_on: date | None = None
        """The day on which the class is to be erased."""
        self.grade = ""
        """The level of school that the class is, "" for none."""
        self.work: tuple[str, ...] = ()
        """The stones and sowings that the class has to do, in this order."""
        self.work_at = 0.0
        """When they were handed out, in seconds since 1970."""
        self.sets: list[PuzzleSet] = []
        """The sets of puzzles that were handed out."""
        for entry in entries:
            self.apply(entry)

    # Queries

    @property
    def day(self) -> Day | None:
        """The last tournament, None where there was none."""
        return self.days[-1] if self.days else None

    @property
    def round(self) -> Round | None:
        """The last round of the last tournament, None where there was none."""
        return self.day.tournament.rounds[-1] if self.day and self.day.tournament.rounds else None

    @property
    def awarded(self) -> Day | None:
        """The tournament whose podium the wall shows: the one put there, else the last one once it is over."""
        if self.award:
            return self.days[self.award - 1]
        return None if self.is_playing else self.day

    @property
    def handed(self) -> PuzzleSet | None:
        """The set of puzzles that the pupils have now, if there is one."""
        return self.sets[-1] if self.sets and self.sets[-1].is_open else None

    @property
    def is_due(self) -> bool:
        """Whether the day has come on which the class is to be erased; a clock far beyond it is not believed."""
        return self.erased_on is not None and 0 <= (CLOCK.today() - self.erased_on).days < LATE_DAYS

    def done_by(self, pupil: Pupil) -> list[int]:
        """Return a pupil's progress in the work, in its order: a stone's stars, or how many sowings were foretold.

        -1 where nothing was done. A stone counts whenever it was done, sowings since the work was handed out.
        """
        answers = [each for at, facts in pupil.seen if at >= self.work_at for each in facts.foretold]
        sown = Counter(each.family for each in answers)
        return [
            sown[each.removeprefix(LAST_SEED)] or -1 if each.startswith(LAST_SEED) else pupil.stones.get(each, -1)
            for each in self.work
        ]

    @property
    def is_playing(self) -> bool:
        """Whether a tournament is in progress."""
        return self.day is not None and not self.day.tournament.is_over

    @property
    def is_unaided(self) -> bool:
        """Whether pupils get no hints and no values now: until the tournament in progress is over."""
        return self.is_playing and self.day is not None and self.day.unaided

    def is_teacher(self, token: str) -> bool:
        """Tell whether a token is a teacher's."""
        return self.teacher_device(token) is not None

    def teacher_device(self, token: str) -> TeacherDevice | None:
        """Return the teacher's device that holds a token."""
        known = hashed(token)
        return next((each for each in self.teachers if secrets.compare_digest(known, each.token)), None)

    def pupil_of(self, token: str) -> Pupil | None:
        """Return the pupil whose device holds a token."""
        known = hashed(token)
        holders = [pupil for pupil in self.pupils.values() if pupil.token]
        return next((pupil for pupil in holders if secrets.compare_digest(known, pupil.token)), None)

    def seated(self, token: str) -> Pupil:
        """Return the pupil whose device holds a token.

        Raises ForbiddenError where there is none.
        """
        pupil = self.pupil_of(token)
        if pupil is None:
            raise ForbiddenError("only members of this class can do that")
        return pupil

    def is_known(self, token: str) -> bool:
        """Tell whether a token is a teacher's or a pupil's."""
        return self.is_teacher(token) or self.pupil_of(token) is not None

    def brought_by(self, origin: int) -> list[Pupil]:
        """List the pupils who came from a device, by its number; none for 0."""
        return [pupil for pupil in self.pupils.values() if origin and pupil.origin == origin]

    def pupil(self, name: str) -> Pupil:
        """Return the pupil of a name.

        Raises NotationError where there is none.
        """
        if name not in self.pupils:
            raise NotationError("there is no pupil '{name}' in this class", name=name)
        return self.pupils[name]

    def table_of(self, name: str) -> tuple[Round, Pairing] | None:
        """Return where a pupil sits: at a table without result, else at his last one of this round, else None."""
        if self.day is None:
            return None
        places = [(round_, table) for round_ in self.day.tournament.rounds for table in round_.tables]
        mine = [(round_, table) for round_, table in places if name in table.pupils]
        going = [place for place in mine if place[1].result is None]
        last = [place for place in mine if place[0] is self.round]
        seats = going or last
        return seats[-1] if seats else None

    def open_tables(self) -> list[tuple[Round, Pairing]]:
        """List the tables without result, with their rounds."""
        if self.day is None:
            return []
        rounds = self.day.tournament.rounds
        return [(round_, table) for round_ in rounds for table in round_.tables if table.result is None]

    def places(self) -> list[tuple[Round, Pairing]]:
        """List the tables without result, then all tables of this round, each with its round; some are listed twice."""
        here = self.round
        return self.open_tables() + ([(here, table) for table in here.tables] if here else [])

    def idle(self) -> list[str]:
        """List those who are here and sit at no table; each round begins with other pupils.

        Who has counted least in earlier rounds comes first, then who has played least.
        Nobody is idle who may be called to a new game at any time (on a ladder).
        """
        here = self.round
        if self.day is None or here is None or self.day.tournament.calls_on:
            return []
        seated = {name for _, table in self.places() for name in table.pupils}
        free = [pupil.name for pupil in self.pupils.values() if not pupil.away and pupil.name not in seated]
        turns = (here.number - 1) * len(here.tables) % max(len(free), 1)
        counted = Counter(name for game, found in self.day.counts.items() if game[0] < here.number for name in found)
        tables = (table for round_ in self.day.tournament.rounds for table in round_.tables)
        played = Counter(name for table in tables for name in table.pupils)
        return sorted(free[turns:] + free[:turns], key=lambda name: (counted[name], played[name]))

    def referees(self) -> dict[Seat, list[str]]:
        """Assign the idle as referees to this round's tables: a second one to each in rounds with many idle pupils."""
        here, idle = self.round, self.idle()
        if here is None or not idle:
            return {}
        tables = here.tables * (1 if here.number < MANY_IDLE else 2)
        assigned: dict[Seat, list[str]] = {}
        for table, name in zip(tables, idle, strict=False):
            assigned.setdefault(seat_of(here, table), []).append(name)
        return assigned

    def refereed_by(self, name: str) -> tuple[Round, Pairing] | None:
        """Return the table of which a pupil is the referee, with its round, None where there is none.

        The game is still going on, or the pupil has counted before it and is still to count after it.
        """
        assigned, here, day = self.referees(), self.round, self.day
        places = [(here, table) for table in here.tables] if here else []
        mine = (place for place in places if name in assigned.get(seat_of(*place), ()))
        return next((place for place in mine if day and day.is_watched(place, name)), None)

    def has_device(self, name: str) -> bool:
        """Tell whether a pupil plays on a device of his own."""
        return name in self.pupils and bool(self.pupils[name].token)

    def wants_room(self, table: Pairing) -> bool:
        """Tell whether a table is played on a screen: one of its pupils has one, and the tournament is on screens."""
        return self.day is not None and self.day.on_screen and any(self.has_device(name) for name in table.pupils)

    def rarest_picture(self) -> str:
        """Return the first of the faces that the fewest pupils have, for one who has chosen none."""
        taken = Counter(pupil.picture for pupil in self.pupils.values())
        return min(FACES, key=lambda face: taken[face])

    # Entries applied

    def apply(self, entry: Entry) -> None:
        """Apply an entry of the journal."""
        self.length += 1
        match entry:
            case c.Founded():
                self.title = entry.title
                self.teachers.append(TeacherDevice(entry.teacher, entry.at, entry.at))
            case c.Taught():
                self.teachers.append(TeacherDevice(entry.token, entry.at, entry.at))
            case c.Visited():
                for each in self.teachers:
                    each.seen = entry.at if each.token == entry.token else each.seen
            case c.Revoked():
                self.teachers = [each for each in self.teachers if each.token == entry.token]
            case c.Enrolled():
                for name in entry.names:
                    self._enter(Pupil(name, self.rarest_picture()), name in entry.plays, entry.at)
            case c.Came():
                if entry.new:
                    face = entry.picture or self.rarest_picture()
                    self._enter(Pupil(entry.name, face, entry.token, origin=entry.origin), entry.plays, entry.at)
                else:
                    pupil = self.pupils[entry.name]
                    pupil.token, pupil.picture = entry.token, entry.picture or pupil.picture
            case c.Renamed():
                self._rename(entry.name, entry.to)
            case c.Freed():
                self.pupils[entry.name].token, self.pupils[entry.name].origin = "", 0
            case c.Dismissed():
                self._dismiss(entry.name, entry.at)
            case c.Cleared():
                for name in entry.names:
                    self._dismiss(name, entry.at)
            case c.Raised():
                self.pupils[entry.name].hand = entry.up
            case c.Went():
                self._go(entry)
            case c.Opened():
                tournament = replayed([entry.event])
                day = Day(tournament, entry.on_screen, entry.at, by_hand=entry.by_hand, start=entry.start)
                day.unaided = entry.unaided
                self.days.append(day)
                self.paused, self.projected, self.award, self.shared = False, 0, 0, None
            case c.Happened():
                self._happen(entry)
            case c.Seated():
                assert self.day is not None
                seat = Seat(entry.round, entry.table, entry.game, entry.first, entry.second)
                self.day.rooms[seat], self.day.began[entry.room] = entry.room, entry.at
            case c.DoorSet():
                self.is_open = entry.open
            case c.Paused():
                self.paused = entry.on
            case c.UnaidedSet():
                assert self.day is not None
                self.day.unaided = entry.on
            case c.Projected():
                self.projected, self.award = entry.table, 0
            case c.Awarded():
                self.award = entry.day
            case c.Shared():
                self.shared = entry if entry.game else None
            case c.Handed():
                self._collect()
                self.sets.append(set_of(entry.puzzles, entry.at))
            case c.Collected():
                self._collect()
            case c.ErasedOn():
                self.erased_on = day_of(entry.day)
            case c.Graded():
                self.grade = entry.grade
            case c.Assigned():
                self.work, self.work_at = tuple(entry.work), entry.at
            case c.Tried():
                self.sets[-1].apply(entry.name, entry.puzzle, entry.moves)
            case c.Walked():
                pupil = self.pupils[entry.name]
                if new := tuple(stone for stone in entry.stones if stone not in pupil.stones):
                    pupil.seen.append((entry.at, Facts(stones=new)))
                for stone, stars in entry.stones.items():
                    pupil.stones.pop(stone, None)
                    pupil.stones[stone] = stars
            case c.Foretold():
                pupil = self.pupils[entry.name]
                pupil.seen.append((entry.at, Facts(foretold=tuple(entry.answers))))
                pupil.answered.update(entry.ids)
            case c.Observed():
                self.pupils[entry.name].tick(entry.what, entry.on, entry.at)
            case c.Counted():
                assert self.day is not None
                game = entry.round, entry.table, entry.game
                counts = self.day.counts.setdefault(game, {}).setdefault(entry.name, Counts())
                if entry.after:
                    counts.after = entry.said
                else:
                    counts.before = entry.said
                if entry.there is not None:
                    self.pupils[entry.name].seen.append((entry.at, Facts(counted=(entry.said - entry.there,))))
            case c.Flagged():
                assert self.day is not None
                flags = self.day.flags.setdefault((entry.round, entry.table, entry.game), [])
                flags[:] = [name for name in flags if name != entry.name] + [entry.name] * entry.up
            case c.Started():
                assert self.day is not None
                self.day.start = entry.position

    def _enter(self, pupil: Pupil, plays: bool, at: float) -> None:
        self.pupils[pupil.name] = pupil
        if plays and self.day is not None:
            self.day.tournament.join(pupil.name, self._since(at))

    def _dismiss(self, name: str, at: float) -> None:
        self._leave(name, at)
        del self.pupils[name]
        for each in self.sets:
            each.forget(name)
        for day in self.days:
            day.call(name)

    def _leave(self, name: str, at: float) -> None:
        """Take a pupil out of the tournament in progress; a pupil who goes home after its end keeps his results."""
        if self.day is not None and self.is_playing and name in self.day.tournament.present:
            self.day.tournament.leave(name, self._since(at))

    def _go(self, entry: c.Went) -> None:
        self.pupils[entry.name].away = entry.away
        if entry.away:
            self._leave(entry.name, entry.at)
        elif entry.plays and self.day is not None:
            self.day.tournament.join(entry.name, self._since(entry.at))

    def _rename(self, name: str, to: str) -> None:
        for each in self.sets:
            each.rename(name, to)
        self.pupils = {to if each == name else each: pupil for each, pupil in self.pupils.items()}
        self.pupils[to].name = to
        for day in self.days:
            day.call(name, to)
            if name in day.tournament.names:
                day.tournament.rename(name, to)
                day.rooms = {renamed(seat, name, to): room for seat, room in day.rooms.items()}

    def _collect(self) -> None:
        for each in self.sets[-1:]:
            each.is_open = False

    def _happen(self, entry: c.Happened) -> None:
        assert self.day is not None
        self.day.tournament.apply(entry.event)
        done = entry.event["do"]
        if done == "round":
            self.projected, self.award, self.shared = 0, 0, None
        if done == "swap":
            seats = (seat_of(round_, table) for round_, table in self.open_tables())
            now = {(seat.round, seat.table, seat.game): seat for seat in seats}
            rooms = self.day.rooms.items()
            self.day.rooms = {
                seat: room for seat, room in rooms if now.get((seat.round, seat.table, seat.game), seat) == seat
            }
        if done in ("result", "accuse"):
            self._lower()

    def _lower(self) -> None:
        """Lower the hands of pupils of the tournament who sit at no table without result."""
        assert self.day is not None
        waiting = {name for _, table in self.open_tables() for name in table.pupils}
        for pupil in self.pupils.values():
            pupil.hand = pupil.hand and (pupil.name in waiting or pupil.name not in self.day.tournament.names)

    def _since(self, now: float) -> float:
        """Return the seconds since the tournament was opened, never below 0 even where the clock was set back."""
        return min(max(round(now - self.day.at, 1), 0.0), MOST_SECONDS) if self.day else 0.0


def day_of(text: str) -> date | None:
    """Return the day that is written as ``2027-07-07``, or as ISO 8601 has it otherwise; None for any other text."""
    with suppress(ValueError):
        return date.fromisoformat(text)
    return None
