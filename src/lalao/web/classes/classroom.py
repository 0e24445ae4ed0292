"""A classroom: a class as a plain object fed with messages.

As in a room, `decide` judges a message and returns the entry to be written, `apply` applies it, and the journal alone
gives the same classroom again. It knows its pupils and its tournaments, and which room each game is played in, but
sees no board.
"""

import secrets
from collections.abc import Container, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import date

from lalao.clock import CLOCK
from lalao.errors import NotationError
from lalao.games.game import AnyPosition, Game
from lalao.games.registry import game as find_game
from lalao.teach.counting import lying
from lalao.teach.evidence import OBSERVED
from lalao.teach.foretelling import answer, asked
from lalao.teach.grades import check_work, grade
from lalao.teach.puzzles import Puzzle
from lalao.teach.shipped_puzzles import called, daily, of_family, written
from lalao.tournament import Pairing, Result, Round, judged, open_tournament, replayed
from lalao.tournament.names import MOST_PUPILS, likeness, read_name, read_names
from lalao.web.classes import messages as c
from lalao.web.classes.members import FRAMES, PICTURES, Pupil, check_stones, game_of, seat_of
from lalao.web.classes.state import MANY_IDLE, State, day_of
from lalao.web.limits import RefusedError, UnaidedError, check_size
from lalao.web.rooms.messages import MOST_TEXT, Entry, Message
from lalao.web.rooms.room import at, hashed

FEW_PUZZLES = 5
"""Puzzles that pupils get who have nothing to do."""


class _Everybody(Container[str]):
    """All names there can be."""

    def __contains__(self, name: object) -> bool:
        return True


EVERYBODY = _Everybody()


class Classroom(State):
    """A class that judges the requests of its members."""

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
        """Judge a referee's counts; `seen` is how a game on a screen began and how it stands now.

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

        Raises NotationError for an answer to no question, ForbiddenError where no pupil has this device.
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

    # The tables

    def seating(self, round_: Round, table: Pairing, room: str, now: float) -> c.Seated:
        """Return the entry that gives the game now played at a table its room."""
        seat = seat_of(round_, table)
        return c.Seated(seat.round, seat.table, seat.game, seat.first, seat.second, room, now)

    def outcome(self, round_: Round, table: Pairing, result: Result, now: float) -> c.Happened:
        """Return the entry for the result of a game on screen.

        Raises NotationError where the tournament refuses it.
        """
        return self._event({"do": "result", "round": round_.number, "table": table.number, "result": str(result)}, now)


def _day_to_come(text: str) -> str:
    """Return a day to come as it is written in a journal; raises NotationError for any other text."""
    day = day_of(text)
    if day and CLOCK.today() < day:
        return day.isoformat()
    raise NotationError("'{text}' is no day to come: write year-month-day", text=text[:MOST_TEXT])


def _assigned(message: c.Assign, now: float) -> c.Assigned:
    """Judge the work that is handed out; raises NotationError for impossible work, or too much of it."""
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

    Raises LalaoError for a text that is no such position, or one in which the game is over.
    """
    if not position:
        return ""
    start = at(game, position)
    if start.outcome is not None:
        raise NotationError("the game is over in '{text}': choose a position in which it goes on", text=position)
    return str(start)
