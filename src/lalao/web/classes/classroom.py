"""A classroom: a class as a plain object fed with messages.

As in a room, `decide` judges a message and returns the entry to be written, `apply` applies it, and the journal alone
gives the same classroom again. It knows its pupils and its tournaments, and which room each game is played in, but
sees no board.
"""

import secrets
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from typing import TypeAlias

from lalao.clock import CLOCK
from lalao.errors import NotationError, Phrase
from lalao.games.game import AnyPosition, Game
from lalao.games.registry import game as find_game
from lalao.teach.counting import lying
from lalao.teach.evidence import OBSERVED, Facts
from lalao.teach.foretelling import answer, asked
from lalao.teach.grades import LAST_SEED, check_work, grade
from lalao.teach.lessons import stones as known_stones
from lalao.teach.puzzles import Puzzle
from lalao.teach.shipped_puzzles import called, daily, of_family, written
from lalao.tournament import Pairing, Result, Round, Tournament, judged, open_tournament, replayed
from lalao.tournament.machine import MOST_SECONDS
from lalao.tournament.names import MOST_PUPILS, likeness, read_name, read_names
from lalao.web.classes import messages as c
from lalao.web.classes.sets import PuzzleSet, set_of
from lalao.web.limits import ForbiddenError, RefusedError, UnaidedError, check_size
from lalao.web.rooms.messages import MOST_TEXT, Entry, Message
from lalao.web.rooms.room import hashed

PICTURES = {
    "sun": Phrase("Sun"),
    "moon": Phrase("Moon"),
    "star": Phrase("Star"),
    "drop": Phrase("Drop"),
    "leaf": Phrase("Leaf"),
    "flower": Phrase("Flower"),
    "tree": Phrase("Tree"),
    "mountain": Phrase("Mountain"),
    "boat": Phrase("Boat"),
    "house": Phrase("House"),
    "kite": Phrase("Kite"),
    "fish": Phrase("Fish"),
    "bird": Phrase("Bird"),
    "butterfly": Phrase("Butterfly"),
    "tortoise": Phrase("Tortoise"),
    "shell": Phrase("Shell"),
}
"""The pictures that stand for pupils, with their names; the pages draw them."""
FRAMES = ("", "-ring", "-square")
"""What the pages may draw round a picture, so that more pupils than there are pictures have different faces."""
FACES = tuple(f"{picture}{frame}" for frame in FRAMES for picture in PICTURES)


LATE_DAYS = 400
"""Days after the one on which a class is to be erased, after which a clock is taken for wrong."""
MANY_IDLE = 3
"""The round from which a table has two referees, and those left over get puzzles: in a knock-out many are out."""
FEW_PUZZLES = 5
"""Puzzles that pupils get who have nothing to do."""


class _Everybody(Container[str]):
    """All names there can be."""

    def __contains__(self, name: object) -> bool:
        return True


EVERYBODY = _Everybody()


@dataclass(slots=True)
class Pupil:
    """A pupil: `token` is the hash of the secret that the pupil's device keeps, "" without a device.

    `origin` is the number of the device that brought the pupil, 0 where the teacher has written or let him in. `stones`
    holds the stars of the stones that are done, by their ids, the last one done at the end. `seen` holds what was seen
    besides games and puzzles, each with its time, 0 where it is not known; `answered` the ids of answers in it.
    """

    name: str
    picture: str = ""
    token: str = ""
    hand: bool = False
    away: bool = False
    origin: int = 0
    stones: dict[str, int] = field(default_factory=dict)
    seen: list[tuple[float, Facts]] = field(default_factory=list)
    answered: set[str] = field(default_factory=set)

    def gained(self, stones: Mapping[str, int]) -> dict[str, int]:
        """Return those of some stones that this pupil has not done, or has done with fewer stars."""
        return {stone: stars for stone, stars in stones.items() if stars > self.stones.get(stone, -1)}

    def tick(self, what: str, on: bool, at: float) -> None:
        """Note once a day what the teacher has seen, or forget it again."""
        tick, day = Facts(observed=(what,)), date.fromtimestamp(at)
        self.seen = [(time, facts) for time, facts in self.seen if facts != tick or date.fromtimestamp(time) != day]
        if on:
            self.seen.append((at, tick))


def check_stones(stones: Iterable[str]) -> None:
    """Refuse stones that are on no path; raises NotationError."""
    for stone in stones:
        if stone not in known_stones():
            raise NotationError("there is no stone '{text}' on any path", text=stone)


@dataclass(slots=True)
class TeacherDevice:
    """A device that holds the teacher's right: the hash of its token, since when, and when it came last.

    Both are seconds since 1970, 0 where they are not known; `seen` is exact to the day.
    """

    token: str
    since: float
    seen: float


@dataclass(frozen=True, slots=True)
class Seat:
    """A game that has a room: the round, the table, which game at it, and who sits at its two seats."""

    round: int
    table: int
    game: int
    first: str
    second: str


GameAt: TypeAlias = tuple[int, int, int]
"""A game of a tournament, whoever plays it: the round, the table, and which game at it."""


@dataclass(slots=True)
class Counts:
    """What a referee has counted before and after a game, None where nothing was said."""

    before: int | None = None
    after: int | None = None


@dataclass(slots=True)
class Day:
    """A tournament of the class, opened `at` (seconds since 1970).

    `rooms` holds the code of each game's room, `began` when each room was made. `unaided`: pupils get no hints and no
    values until it is over. `counts` and `flags` are the referees', by games and names.
    """

    tournament: Tournament
    on_screen: bool
    at: float
    rooms: dict[Seat, str] = field(default_factory=dict)
    began: dict[str, float] = field(default_factory=dict)
    by_hand: bool = False
    start: str = ""
    unaided: bool = False
    counts: dict[GameAt, dict[str, Counts]] = field(default_factory=dict)
    flags: dict[GameAt, list[str]] = field(default_factory=dict)

    @property
    def begins_at(self) -> AnyPosition:
        """The position at which games begin."""
        game = find_game(self.tournament.setting.game)
        return game.position(self.start) if self.start else game.start()

    def counts_of(self, place: tuple[Round, Pairing], name: str) -> Counts:
        """Return what a referee has counted at the game now played at a table."""
        return self.counts.get(game_of(*place), {}).get(name, Counts())

    def is_watched(self, place: tuple[Round, Pairing], name: str) -> bool:
        """Tell whether a table still has something to do for its referee: the game goes on, or is to be counted after.

        Only who has counted before a game is asked to count after it.
        """
        counts = self.counts_of(place, name)
        return place[1].result is None or (counts.before is not None and counts.after is None)

    def call(self, name: str, to: str = "") -> None:
        """Keep what a referee did under another name, or forget it for ""."""
        for counts in self.counts.values():
            if name in counts and (found := counts.pop(name)) and to:
                counts[to] = found
        for game, names in self.flags.items():
            self.flags[game] = [to if each == name else each for each in names if to or each != name]

    def room_of(self, round_: Round, table: Pairing) -> str:
        """Return the code of the room of the game now played at a table, "" where it has none."""
        return self.rooms.get(seat_of(round_, table), "")


def seat_of(round_: Round, table: Pairing) -> Seat:
    """Return the seat that is the key in `Day.rooms` of the game now played at a table."""
    return Seat(round_.number, table.number, table.games, table.first, table.second)


def game_of(round_: Round, table: Pairing) -> GameAt:
    """Return the key in `Day.counts` and `Day.flags` of the game now played at a table."""
    return round_.number, table.number, table.games


class Classroom:
    """A class: its teachers, its pupils, its tournaments and its sets of puzzles."""

    title: str
    founded: float

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
        """What the board of the class shows."""
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

    # What is asked of a classroom

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
        """Tell what a pupil has done of the work, in its order: a stone's stars, or how many sowings were foretold.

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

    # What has happened

    def apply(self, entry: Entry) -> None:
        """Apply an entry of the journal."""
        self.length += 1
        match entry:
            case c.Founded():
                self.title, self.founded = entry.title, entry.at
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
        """Take a pupil out of the tournament in progress; whoever goes home after its end keeps what he has won."""
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
                day.rooms = {_renamed(seat, name, to): room for seat, room in day.rooms.items()}

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

    # What may happen

    def decide(self, pupil: Pupil | None, message: Message, now: float) -> Entry:
        """Judge a message from a pupil, or from the teacher (None); return the entry to be written, then applied.

        Raises LalaoError; the classroom itself does not change.
        """
        if pupil is not None and not isinstance(message, c.FROM_PUPILS):
            raise RefusedError("only the teacher can do that")
        match message:
            case c.Hand():
                return c.Raised((pupil or self.pupil(message.name)).name, message.up and pupil is not None)
            case c.Count():
                if pupil is None:
                    raise RefusedError("only a referee of this table can do that")
                return self.counted(pupil, message, None, now)
            case c.Flag():
                name = (pupil or self.pupil(message.name)).name
                return c.Flagged(name, *game_of(*self._flagged(name, message)), message.up and pupil is not None)
            case c.Accuse():
                if pupil is None:
                    raise RefusedError("you have no seat here")
                return self._event({"do": "accuse", "table": message.table, "name": pupil.name}, now)
            case c.Enrol():
                return self._enrol(message, now)
            case c.Rename():
                return self._judge_rename(message)
            case c.Free():
                return c.Freed(self.pupil(message.name).name)
            case c.Dismiss():
                return c.Dismissed(self.pupil(message.name).name, now)
            case c.Clear():
                return self._clear(message, now)
            case c.Away():
                name = self.pupil(message.name).name
                return c.Went(name, message.away, not message.away and self._may_join(name), now)
            case c.Begin():
                return self._begin(message, now)
            case c.Door():
                return c.DoorSet(message.open)
            case c.Pause():
                return c.Paused(message.on)
            case c.Unaided():
                if not self.is_playing:
                    raise RefusedError("there is no tournament in progress")
                return c.UnaidedSet(message.on)
            case c.Together():
                return shared(message.game, message.position)
            case c.Question():
                return question_of(CLOCK.today())
            case c.Play():
                return self._play(message)
            case c.HandOut():
                return self._hand_out(message, now)
            case c.Collect():
                if self.handed is None:
                    raise RefusedError("the class has changed: look again")
                return c.Collected()
            case c.EraseOn():
                return c.ErasedOn(_day_to_come(message.day) if message.day else "")
            case c.SetGrade():
                return c.Graded(grade(message.grade).id if message.grade else "")
            case c.Assign():
                return _assigned(message, now)
            case c.Observe():
                if message.what not in OBSERVED:
                    raise NotationError(
                        "'{text}' is not in the grid: choose {known}", text=message.what, known=", ".join(OBSERVED)
                    )
                return c.Observed(self.pupil(message.name).name, message.what, message.on, now)
            case c.From():
                if self.day is None:
                    raise RefusedError("there is no tournament yet")
                return c.Started(begins_at(self.day.tournament.setting.game, message.position))
            case c.Project():
                if message.table and not any(table.number == message.table for _, table in self.places()):
                    raise NotationError("there is no table '{text}'", text=message.table)
                return c.Projected(message.table)
            case c.Award():
                if message.day and not (0 < message.day <= len(self.days) and self.winners_of(message.day)):
                    raise NotationError("there is no tournament '{text}' with winners", text=message.day)
                return c.Awarded(message.day)
            case _:
                return self._event(self._said(message), now)

    def winners_of(self, number: int) -> list[str]:
        """List the winners of a tournament, counted from 1."""
        return self.days[number - 1].tournament.winners

    def visited(self, token: str, now: float) -> c.Visited | None:
        """Return the entry for a teacher's device that comes, None where it has come on this day already."""
        device = self.teacher_device(token)
        if device is None or date.fromtimestamp(device.seen) == date.fromtimestamp(now):
            return None
        return c.Visited(device.token, now)

    def revoked(self, token: str) -> c.Revoked:
        """Return the entry that leaves the teacher's right to the device that holds a token.

        Raises RefusedError where it is not a teacher's.
        """
        device = self.teacher_device(token)
        if device is None:
            raise RefusedError("only the teacher can do that")
        return c.Revoked(device.token)

    def places(self) -> list[tuple[Round, Pairing]]:
        """List the tables without result, then all tables of this round, each with its round; some are listed twice."""
        here = self.round
        return self.open_tables() + ([(here, table) for table in here.tables] if here else [])

    def _said(self, message: Message) -> dict[str, object]:
        """Return the event of the tournament that a message stands for."""
        match message:
            case c.Call():
                if self.day is not None and message.rounds != len(self.day.tournament.rounds):
                    raise RefusedError("this round has begun already")
                return {"do": "round"}
            case c.Report():
                meant = [table for round_, table in self.places() if round_.number == message.round]
                if any(table.number == message.table and message.game not in (0, table.games) for table in meant):
                    raise RefusedError("the class has changed: look again")
                return {"do": "result", "round": message.round, "table": message.table, "result": message.result}
            case c.Swap():
                return {"do": "swap", "one": message.one, "other": message.other}
            case c.Close():
                return {"do": "close"}
            case _:
                raise RefusedError("this is not for a class")

    def is_free(self, pupil: Pupil, here: Container[str] = EVERYBODY) -> bool:
        """Tell whether a device may take a pupil's place: no other has it, or it is elsewhere and the pupil plays not.

        `here` holds the names of the pupils who are connected.
        """
        playing = any(pupil.name in table.pupils for _, table in self.open_tables())
        return not pupil.token or not (pupil.name in here or playing)

    def arrive(
        self, message: c.Join, token: str, now: float, origin: int = 0, here: Container[str] = EVERYBODY
    ) -> c.Came:
        """Judge a pupil who comes in on a device, whose number is `origin`; return the entry to be written.

        Raises NotationError, or RefusedError where the door is closed or the name is another pupil's.
        """
        self.check_door()
        if message.picture and message.picture not in PICTURES:
            raise NotationError("there is no picture '{text}'", text=message.picture)
        name = read_name(message.name)
        known = self.called(name)
        if known is None:
            if len(self.pupils) >= MOST_PUPILS:
                raise NotationError("there are too many names: write at most {most}", most=MOST_PUPILS)
            face, plays = self.free_face(message.picture, name), self._may_join(name)
            return c.Came(name, face, hashed(token), True, plays, now, origin)
        if not self.is_free(known, here):
            raise RefusedError("'{name}' is here already: choose another name, or ask the teacher", name=known.name)
        return c.Came(known.name, self.free_face(message.picture, known.name), hashed(token), False, False, now)

    def check_door(self) -> None:
        """Raise RefusedError where the door is closed."""
        if not self.is_open:
            raise RefusedError("this class is closed to newcomers: ask the teacher")

    def called(self, name: str) -> Pupil | None:
        """Return the pupil of this name, or of one that looks the same; None where there is none."""
        return next((pupil for pupil in self.pupils.values() if likeness(pupil.name) == likeness(name)), None)

    def rarest_picture(self) -> str:
        """Return the first of the faces that the fewest pupils have, for one who has chosen none."""
        taken = Counter(pupil.picture for pupil in self.pupils.values())
        return min(FACES, key=lambda face: taken[face])

    def free_face(self, picture: str, name: str) -> str:
        """Return a face with a picture that nobody else has, in a frame if need be; "" for a pupil who has chosen none.

        Where all its frames are taken, the picture comes again without a frame.
        """
        taken = {pupil.picture for pupil in self.pupils.values() if pupil.name != name}
        return next((picture + frame for frame in FRAMES if picture and picture + frame not in taken), picture)

    def _enrol(self, message: c.Enrol, now: float) -> c.Enrolled:
        names = read_names(message.names)
        for name in names:
            if self.called(name):
                raise NotationError("the name '{name}' occurs twice: add a letter to one of them", name=name)
        if len(self.pupils) + len(names) > MOST_PUPILS:
            raise NotationError("there are too many names: write at most {most}", most=MOST_PUPILS)
        return c.Enrolled(names, self._who_joins(names), now)

    def _judge_rename(self, message: c.Rename) -> c.Renamed:
        pupil, to = self.pupil(message.name), read_name(message.to)
        other = self.called(to)
        played = [set(day.tournament.names) - {pupil.name} for day in self.days if pupil.name in day.tournament.names]
        if other not in (None, pupil) or likeness(to) in {likeness(name) for names in played for name in names}:
            raise NotationError("the name '{name}' occurs twice: add a letter to one of them", name=to)
        return c.Renamed(pupil.name, to)

    def _clear(self, message: c.Clear, now: float) -> c.Cleared:
        names = [pupil.name for pupil in self.brought_by(message.origin) if pupil.name not in message.keep]
        if not names or len(names) != message.count:
            raise RefusedError("the class has changed: look again")
        return c.Cleared(names, now)

    def _begin(self, message: c.Begin, now: float) -> c.Opened:
        if message.days != len(self.days):
            raise RefusedError("this tournament has begun already")
        if self.is_playing:
            raise RefusedError("a tournament is in progress: end it first")
        names = [pupil.name for pupil in self.pupils.values() if not pupil.away]
        if len(names) < 2:
            raise NotationError("a round needs two pupils at least")
        if message.on_screen:
            check_size(find_game(message.game).start())
        start = begins_at(message.game, message.start)
        seed = secrets.randbelow(10_000) if message.seed is None else message.seed
        options = {"seed": seed, "winners": message.winners, "rounds": message.rounds, "minutes": message.minutes}
        opened = open_tournament(message.format, message.game, names, **options)
        return c.Opened(message.on_screen, opened.journal[0], now, message.by_hand, start, message.unaided)

    def on_board(self, position: str) -> AnyPosition:
        """Return the position on the board of the class, which must be the one that the sender has seen.

        Raises RefusedError where the board shows another one, or nothing.
        """
        if self.shared is None or self.shared.position != position:
            raise RefusedError("the class has changed: look again")
        return find_game(self.shared.game).position(position)

    def _play(self, message: c.Play) -> c.Shared:
        before = self.on_board(message.position)
        move = before.move(message.move)
        return c.Shared(before.game.id, str(before.play(move)), move=str(move))

    def _hand_out(self, message: c.HandOut, now: float) -> c.Handed:
        if message.sets != len(self.sets):
            raise RefusedError("these puzzles have already been given out")
        if not 1 <= len(message.puzzles) <= c.MOST_PUZZLES:
            raise NotationError("a set has 1 to {most} puzzles", most=c.MOST_PUZZLES)
        lines = [written(called(name)) for name in message.puzzles]
        if len(set(lines)) < len(lines):
            raise NotationError("a puzzle occurs twice: replace one")
        return c.Handed(lines, now)

    def counted(
        self, pupil: Pupil, message: c.Count, seen: tuple[AnyPosition, AnyPosition] | None, now: float
    ) -> c.Counted:
        """Judge what a referee has counted; `seen` is how a game on a screen began and how it stands now.

        Raises RefusedError for anybody else, for a count said before, and before a game on a screen is over.
        """
        place, day = self._watched(pupil.name, message.table), self.day
        assert day is not None
        counts, is_over = day.counts_of(place, pupil.name), place[1].result is not None
        if place[1].games != message.game or (is_over if not message.after else seen is not None and not is_over):
            raise RefusedError("the class has changed: look again")
        if (counts.after if message.after else counts.before) is not None:
            raise RefusedError("you have counted this already")
        if message.after and counts.before is None:
            raise RefusedError("count before the game first")
        begins = day.begins_at
        known = seen or (None if begins.game.laid_out and not day.start else (begins, begins))
        there = lying(*known, after=message.after, on_screen=seen is not None) if known else None
        return c.Counted(pupil.name, *game_of(*place), message.after, message.said, there, now)

    def _watched(self, name: str, number: int) -> tuple[Round, Pairing]:
        """Return the table of a number of which somebody is the referee; raises RefusedError where it is not so."""
        place = self.refereed_by(name)
        if place is None or place[1].number != number:
            raise RefusedError("only a referee of this table can do that")
        return place

    def _flagged(self, name: str, message: c.Flag) -> tuple[Round, Pairing]:
        """Return the table at which somebody may raise a flag, or has raised the one that is lowered."""
        places = self.places() if self.day and not message.up else []
        flagged = (place for place in places if self.day and name in self.day.flags.get(game_of(*place), ()))
        raised = next((place for place in flagged if place[1].number == message.table), None)
        return raised or self._watched(name, message.table)

    def pastime(self, now: float) -> c.Handed | None:
        """Return the entry that hands out puzzles where a round leaves pupils nothing to do, None where it does not."""
        assigned = sum(map(len, self.referees().values()))
        if self.day is None or self.round is None or self.round.number < MANY_IDLE or self.handed:
            return None
        found = puzzles_for(self.day.begins_at.game) if len(self.idle()) > assigned else ()
        chosen = secrets.SystemRandom().sample(found, min(FEW_PUZZLES, len(found)))
        return (
            c.Handed([written(each) for each in sorted(chosen, key=lambda each: each.rating)], now) if chosen else None
        )

    def tried(self, pupil: Pupil, message: c.Try) -> c.Tried | None:
        """Judge a pupil's try at a puzzle; return the entry to be written, None where it changes nothing.

        Raises LalaoError where it is no try at a puzzle of the set that the pupils have now.
        """
        if self.handed is None or message.set != len(self.sets):
            raise RefusedError("the teacher has taken these puzzles back")
        if self.is_unaided and not message.moves:
            raise UnaidedError()
        if not self.handed.changes(pupil.name, message.puzzle, message.moves):
            return None
        return c.Tried(pupil.name, message.puzzle, message.moves)

    def walked(self, token: str, stones: Mapping[str, int], now: float) -> c.Walked | None:
        """Judge the stones that the device with a token brings; return the entry for those that are news, if any.

        Raises NotationError for a stone that is on no path, ForbiddenError where no pupil has this device.
        """
        pupil = self.seated(token)
        check_stones(stones)
        gained = pupil.gained(stones)
        return c.Walked(pupil.name, gained, now) if gained else None

    def foretold(self, token: str, answers: Sequence[c.Guess], now: float) -> c.Foretold | None:
        """Judge the sowings that the pupil with this device has foretold; return the entry for those that are news.

        Raises NotationError for what no pupil is asked, ForbiddenError where no pupil has this device.
        """
        pupil = self.seated(token)
        new = {each.id: each for each in answers if each.id not in pupil.answered}
        judged = [answer(asked(each.game, each.position, each.move), each.place) for each in new.values()]
        return c.Foretold(pupil.name, list(new), judged, now) if new else None

    def _event(self, event: dict[str, object], now: float) -> c.Happened:
        """Judge an event of the tournament on a copy of it."""
        if self.day is None:
            raise RefusedError("there is no tournament yet")
        return c.Happened(judged(self.day.tournament, event | {"at": self._since(now)}))

    def _may_join(self, name: str) -> bool:
        """Tell whether a newcomer can still play in the tournament in progress."""
        return bool(self._who_joins([name]))

    def _who_joins(self, names: Iterable[str]) -> list[str]:
        """List which newcomers, one after the other, can still play in the tournament in progress."""
        if self.day is None or not self.is_playing:
            return []
        trial, joined = replayed(self.day.tournament.journal), []
        for name in names:
            with suppress(NotationError):
                trial.join(name)
                joined.append(name)
        return joined

    # What the tables do

    def seating(self, round_: Round, table: Pairing, room: str, now: float) -> c.Seated:
        """Return the entry that gives the game now played at a table its room."""
        seat = seat_of(round_, table)
        return c.Seated(seat.round, seat.table, seat.game, seat.first, seat.second, room, now)

    def outcome(self, round_: Round, table: Pairing, result: Result, now: float) -> c.Happened:
        """Return the entry for the result of a game on screen.

        Raises NotationError where the tournament refuses it.
        """
        return self._event({"do": "result", "round": round_.number, "table": table.number, "result": str(result)}, now)


def day_of(text: str) -> date | None:
    """Return the day that is written as ``2027-07-07``, or as ISO 8601 has it otherwise; None for any other text."""
    with suppress(ValueError):
        return date.fromisoformat(text)
    return None


def _day_to_come(text: str) -> str:
    """Return a day to come as it is written in a journal; raises NotationError for any other text."""
    day = day_of(text)
    if day and CLOCK.today() < day:
        return day.isoformat()
    raise NotationError("'{text}' is no day to come: write year-month-day", text=text[:MOST_TEXT])


def _assigned(message: c.Assign, now: float) -> c.Assigned:
    """Judge the work that is handed out; raises NotationError for what nobody can do, or too much of it."""
    if len(message.work) > c.MOST_WORK:
        raise NotationError("at most {most} things to do", most=c.MOST_WORK)
    for each in message.work:
        check_work(each)
    return c.Assigned(list(dict.fromkeys(message.work)), now)


def shared(game: str, position: str) -> c.Shared:
    """Return the entry that puts a position on the board of the class, or clears it where `game` is "".

    Raises LalaoError.
    """
    if not game:
        return c.Shared("", "")
    shown = at(game, position)
    return c.Shared(shown.game.id, str(shown))


def puzzles_for(game: Game) -> tuple[Puzzle, ...]:
    """Return the easier half of the puzzles of a game, or of its family where it has none, the easiest first."""
    family = of_family(game.family.name)
    own = tuple(each for each in family if each.position.game == game) or family
    return tuple(sorted(own, key=lambda each: each.rating)[: (len(own) + 1) // 2])


def question_of(day: date) -> c.Shared:
    """Return the entry that puts the question of a day on the board: a puzzle, the same for everybody."""
    puzzle = daily(day)
    return c.Shared(puzzle.position.game.id, str(puzzle.position), question=True)


def begins_at(game: str, position: str) -> str:
    """Return the text of a position at which games are to begin, "" for the start of the game.

    Raises LalaoError for what is no such position, or one in which the game is over.
    """
    if not position:
        return ""
    start = at(game, position)
    if start.outcome is not None:
        raise NotationError("the game is over in '{text}': choose a position in which it goes on", text=position)
    return str(start)


def at(game: str, position: str) -> AnyPosition:
    """Read a position that is shown and played from, "" for the game's start.

    Raises LalaoError.
    """
    found = find_game(game)
    check_size(found.start())
    shown = found.position(position[:MOST_TEXT]) if position else found.start()
    check_size(shown)
    return shown


def _renamed(seat: Seat, name: str, to: str) -> Seat:
    first, second = (to if each == name else each for each in (seat.first, seat.second))
    return Seat(seat.round, seat.table, seat.game, first, second)
