"""A classroom that is being hosted: everybody who is connected to it, and its tables.

A class changes as `lalao.hosting` says: judged, written, applied, told. Then the tables follow
(`ClassroomHost.settle`): a game that is to be played on a screen gets its room, the result of a game that is over is
entered, and where the teacher has entered one the game is ended. Whatever a crash leaves undone of this is done when
the class is next settled.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Container, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from lalao.clock import CLOCK, thread_time
from lalao.errors import DatabaseError, IllegalMoveError, NotationError
from lalao.games.registry import game as find_game
from lalao.hosting import ConflictError, Host
from lalao.locale import words
from lalao.tournament import Pairing, Result, Round
from lalao.tournament.names import likeness
from lalao.web.classes import messages as c
from lalao.web.classes.classroom import EVERYBODY, Classroom
from lalao.web.classes.evidence import Tallies
from lalao.web.classes.members import PICTURES, Day, Pupil, Seat, check_stones, seat_of
from lalao.web.classes.replay import replay
from lalao.web.classes.shown import (
    Admitted,
    BoardTold,
    ClassState,
    OwnPath,
    PupilPath,
    Role,
    ShownMatch,
    ShownStanding,
    ShownTogether,
)
from lalao.web.classes.view import (
    board_view,
    common_view,
    device_view,
    guest_view,
    pupil_view,
    standings_view,
    teacher_view,
    together_view,
)
from lalao.web.gate.connections import MOST_OF_DEVICE, Connection, is_counted, make_way
from lalao.web.gate.ledger import Buckets, BusyError, device_of, spend
from lalao.web.gate.log import undone
from lalao.web.limits import ForbiddenError, NoRoomError, RefusedError, opponents
from lalao.web.rooms import messages as m
from lalao.web.rooms.lobby import RoomHost, read_lines, refusal, write_line
from lalao.web.rooms.replay import DamagedError
from lalao.web.rooms.room import Room, hashed, new_token
from lalao.web.work.engines import Asker

if TYPE_CHECKING:
    from lalao.web.classes.registry import ClassroomRegistry

LEAST_TOKEN = 20
LATER = 1.0
"""Seconds before the tables follow the last change of another server: that one does it at once, unless it fails."""
SOON = 0.01
"""Seconds to wait before telling, so that several changes are told together."""
PAUSES_A_TELLING = 4
"""The wait before telling again, as a multiple of the time that telling took: a busy class does not hold up others."""
SAID_A_SECOND = 0.5
SAID_AT_ONCE = 30
"""Messages that one pupil may send at once; in the long run he may send `SAID_A_SECOND` a second."""
LOSERS = {Result.FIRST: 1, Result.SECOND: 0}


class ClassroomHost(Host[Classroom, m.Entry]):
    """A classroom and everybody who is connected to it."""

    def __init__(self, classes: "ClassroomRegistry", code: str, classroom: Classroom) -> None:
        """Take a class to which nobody is connected yet."""
        super().__init__(classroom)
        self.classes, self.code = classes, code
        self.connections: set[Connection] = set()
        self.boards: dict[str, Room] = {}
        self.damaged: set[str] = set()
        """Rooms that cannot be read: their tables are the teacher's to decide."""
        self.shown: dict[str, int] = {}
        self.moved: dict[str, float] = {}
        self.settling = asyncio.Lock()
        self.erased = False
        self._listed = self.shown_in_lists
        self._telling: asyncio.TimerHandle | None = None
        self._following: asyncio.TimerHandle | None = None
        self._cost = 0.0
        self._told_unaided = self.is_unaided
        self._said = Buckets(SAID_A_SECOND, SAID_AT_ONCE)
        self._devices: dict[str, str] = {}
        """The device that each pupil was last on while the class is hosted, by the hash of the token: never stored."""
        self._votes: dict[str, str] = {}
        """The proposals from pupils' devices on the board of the class, while it shows `_voted_on`."""
        self._voted_on = ""
        self._standings: dict[tuple[int, int, str], list[ShownStanding]] = {}
        self.tallied: tuple[list[str], Tallies] = [], {}
        """The records of the class, and the counts of the moves in them."""

    @property
    def classroom(self) -> Classroom:
        """The class that is hosted."""
        return self.subject

    # Who is here

    def is_teacher(self, connection: Connection) -> bool:
        """Tell whether a connection is a teacher's."""
        return bool(connection.token) and self.classroom.is_teacher(connection.token)

    def pupil_of(self, connection: Connection) -> str:
        """Return the name of the pupil whose device this is, "" for everybody else."""
        pupil = self.classroom.pupil_of(connection.token) if connection.token else None
        return pupil.name if pupil else ""

    async def enter(self, connection: Connection, hello: m.Hello) -> None:
        """Let a connection in.

        Raises RefusedError for a guest where there are too many, or where the door is closed: then guests come from a
        teacher's device alone, which may show the wall.
        """
        connection.token = hello.token
        if not self.is_known(connection.token) and not self._is_beside_teacher(connection):
            self.classroom.check_door()
        make_way(self.connections, connection, self.is_known)
        self.connections.add(connection)
        self._note_device(connection)
        self._welcome(connection)
        self.tell()
        if self.is_teacher(connection):
            self.classes.lobby.start(self._note_visit(connection.token))

    async def _note_visit(self, token: str) -> None:
        """Write down that a teacher's device has come, once a day."""
        with undone(f"class {self.code}"):
            await self.keep(lambda classroom: classroom.visited(token, CLOCK.now()))

    def _note_device(self, connection: Connection) -> None:
        pupil = self.classroom.pupil_of(connection.token) if connection.token else None
        if pupil is not None:
            self._devices[pupil.token] = device_of(connection.device)

    def _origin(self, classroom: Classroom, device: str) -> int:
        """Return the number of a device: that of the pupils who came from it, else a new one."""
        numbers = [pupil.origin for pupil in classroom.pupils.values()]
        there = [pupil for pupil in classroom.pupils.values() if self._devices.get(pupil.token) == device]
        return next((pupil.origin for pupil in there if pupil.origin), 1 + max(numbers, default=0))

    def _is_beside_teacher(self, connection: Connection) -> bool:
        """Return whether a teacher is connected from the same device."""
        device = device_of(connection.device)
        return any(self.is_teacher(each) and device_of(each.device) == device for each in self.connections)

    def leave(self, connection: Connection) -> None:
        """Let a connection out; after the last one the class is no longer hosted, unless one of its tables is."""
        self.connections.discard(connection)
        if self.connections:
            self.tell()
        else:
            self.classes.forget(self)

    def _role(self, connection: Connection) -> Role:
        return "teacher" if self.is_teacher(connection) else "pupil" if self.pupil_of(connection) else "guest"

    def _welcome(self, connection: Connection) -> None:
        role = self._role(connection)
        admitted = Admitted(self.code, role, connection.token if role != "guest" else "")
        connection.send(msgspec.json.encode(admitted))

    # Messages

    async def receive(self, connection: Connection, message: m.Message) -> None:
        """Carry out the request of a message.

        Raises LalaoError.
        """
        match message:
            case c.Join():
                await self._join(connection, message)
            case c.TakeBack():
                await self._take_back(connection, message)
            case c.Propose():
                self._propose(connection, message)
            case c.Count():
                await self._count(connection, message)
            case c.Try():
                await self._try(connection, message)
            case c.Revoke():
                await self._revoke(connection)
            case c.Play(move="") if self.is_teacher(connection):
                await self._play_for(connection, message)
            case _:
                is_teacher = self.is_teacher(connection)
                pupil = None if is_teacher else self.classroom.pupil_of(connection.token)
                if not is_teacher and pupil is None:
                    raise RefusedError("only members of this class can do that")
                if pupil is not None:
                    self._count_said(pupil)
                await self.keep(lambda classroom: classroom.decide(pupil, message, CLOCK.now()))
                if isinstance(message, c.Call):
                    await self.keep(lambda classroom: classroom.pastime(CLOCK.now()))
                if message == c.Pause(False):
                    self.moved = dict.fromkeys(self.moved, CLOCK.elapsed())
                await self.settle()

    async def _revoke(self, connection: Connection) -> None:
        """Take the teacher's right from all other devices, and disconnect them."""
        before = self._teachers()
        await self.keep(lambda classroom: classroom.revoked(connection.token))
        self._end_revoked(before)

    def _teachers(self) -> set[str]:
        return {each.token for each in self.classroom.teachers}

    def _end_revoked(self, before: set[str]) -> None:
        """Disconnect the devices that have lost the teacher's right, wherever in the class they are."""
        gone = before - self._teachers()
        error = ForbiddenError("this device no longer has the teacher's right to this class")
        for each in {*self.connections}.union(*(table.connections for table in self.hosted())):
            if hashed(each.token) in gone:
                each.end(msgspec.json.encode(refusal(error, each.language)))

    def _count_said(self, pupil: Pupil) -> None:
        """Count a pupil's message; raises BusyError for too many, since each is kept and told to everybody."""
        now = CLOCK.elapsed()
        if self._said.wait(pupil.name, now):
            raise BusyError("not so much at once: try again in a moment")
        self._said.spend(pupil.name, 1, now)

    async def _join(self, connection: Connection, message: c.Join) -> None:
        if self.pupil_of(connection) or self.is_teacher(connection):
            raise RefusedError("you have already joined")
        token = message.token or new_token()
        await self.keep(partial(self._arrival, connection, message, token))
        connection.token = token
        self._note_device(connection)
        self._welcome(connection)
        self.tell()
        await self.settle()

    def _arrival(self, connection: Connection, message: c.Join, token: str, classroom: Classroom) -> m.Entry:
        """Judge a pupil who comes in; a token can be used for this only once."""
        if len(token) < LEAST_TOKEN or classroom.is_known(token):
            raise NotationError("this secret is too short or already in use")
        origin = self._origin(classroom, device_of(connection.device))
        if len(classroom.brought_by(origin)) >= MOST_OF_DEVICE and is_counted(connection.device):
            raise RefusedError("too many pupils have joined from this device: ask the teacher")
        return classroom.arrive(self._called(connection, message), token, CLOCK.now(), origin, self._here())

    def _here(self) -> Container[str]:
        """Return the pupils who are connected; of those on other servers of the database nothing is known."""
        if self.classes.lobby.store.is_shared:
            return EVERYBODY
        return {self.pupil_of(each) for each in self.connections}

    def _called(self, connection: Connection, message: c.Join) -> c.Join:
        """Name a pupil who has chosen only a picture after it."""
        if message.name.strip() or not message.picture:
            return message
        return msgspec.structs.replace(message, name=self.picture_name(message.picture, connection.language))

    def picture_name(self, picture: str, language: str) -> str:
        """Return a name made from a picture, a number added where it is taken; raises NotationError."""
        if picture not in PICTURES:
            raise NotationError("there is no picture '{text}'", text=picture)
        name = words(language).say(PICTURES[picture])
        taken = {likeness(each) for each in self.classroom.pupils}
        number = 1
        while likeness(name if number == 1 else f"{name} {number}") in taken:
            number += 1
        return name if number == 1 else f"{name} {number}"

    def _speaker(self, connection: Connection) -> Pupil:
        """Return the pupil who says something, and count it; raises RefusedError for anybody else."""
        pupil = self.classroom.pupil_of(connection.token) if connection.token else None
        if pupil is None:
            raise RefusedError("only members of this class can do that")
        self._count_said(pupil)
        return pupil

    def _propose(self, connection: Connection, message: c.Propose) -> None:
        """Count a pupil's proposal on the board of the class; it is kept until the board shows something else."""
        pupil = self._speaker(connection)
        move = self.classroom.on_board(message.position).move(message.move[: m.MOST_TEXT])
        if message.position != self._voted_on:
            self._votes, self._voted_on = {}, message.position
        self._votes[pupil.token] = str(move)
        self.tell()

    async def _try(self, connection: Connection, message: c.Try) -> None:
        """Write down a try at a puzzle; the token of the device alone says whose it is."""
        self._speaker(connection)
        await self.keep(partial(_tried, connection.token, message))

    async def _count(self, connection: Connection, message: c.Count) -> None:
        """Write down a referee's counts; a game on a screen is known from its room."""
        name = self._speaker(connection).name
        place, day = self.classroom.refereed_by(name), self.classroom.day
        room = self.boards.get(day.room_of(*place)) if day and place else None
        seen = (room.record.root.position, room.position) if room else None
        token = connection.token
        await self.keep(lambda classroom: classroom.counted(classroom.seated(token), message, seen, CLOCK.now()))

    async def walk(self, token: str, stones: Mapping[str, int], stuck: str, answers: Sequence[c.Guess]) -> OwnPath:
        """Keep the stones and answers that a pupil's device brings, and return all stones.

        Others are told only where the class has work to do.
        `stuck` is the stone where the pupil fails again and again, "" for none. Raises ForbiddenError where no pupil
        has this device, else LalaoError.
        """
        self._count_said(self.classroom.seated(token))
        check_stones([stuck] if stuck else [])
        now = CLOCK.now()
        sown = await self.change(lambda classroom: classroom.foretold(token, answers, now), tell=lambda: None)
        walked = await self.change(lambda classroom: classroom.walked(token, stones, now), tell=lambda: None)
        if self.classroom.work and (sown or walked):
            self.tell()
        pupil = self.classroom.seated(token)  # the seat may have been taken meanwhile
        self.classes.stuck[self.code, pupil.token] = stuck
        return OwnPath(pupil.name, pupil.picture, dict(pupil.stones))

    def paths(self) -> list[PupilPath]:
        """Return the paths of all pupils, in the order of the list."""
        return [
            PupilPath(each.name, each.picture, dict(each.stones), self.classes.stuck.get((self.code, each.token), ""))
            for each in self.classroom.pupils.values()
        ]

    async def _play_for(self, connection: Connection, message: c.Play) -> None:
        """Let a creature play on the board of the class.

        Raises LalaoError.
        """
        board = self.classroom.on_board(message.position)
        if board.outcome is not None:
            raise IllegalMoveError("the game is over: no move can be played")
        asker = Asker(connection.device, self.code)
        offered = opponents(board.game)
        creature = offered[len(offered) // 2]
        thought = await self.classes.lobby.engines.move(board.game.id, str(board), creature, asker)
        answer = c.Play(message.position, thought)
        await self.keep(lambda classroom: classroom.decide(None, answer, CLOCK.now()))

    def together_view(self, connection: Connection) -> ShownTogether | None:
        """Describe the board of the class: to the teacher with the votes, to a pupil with his own proposal."""
        board = self.classroom.shared
        if board is None:
            return None
        votes = self._votes if self._voted_on == board.position else {}
        pupil = self.classroom.pupil_of(connection.token) if connection.token else None
        counts = Counter(votes.values()).most_common() if self.is_teacher(connection) else []
        return together_view(
            board, words(connection.language), len(votes), counts, votes.get(pupil.token, "") if pupil else ""
        )

    async def _take_back(self, connection: Connection, message: c.TakeBack) -> None:
        if not self.is_teacher(connection):
            raise RefusedError("only the teacher can do that")
        day = self.classroom.day
        tables = self.classroom.open_tables()
        codes = [day.room_of(*place) for place in tables if day and place[1].number == message.table]
        code = next((code for code in codes if code in self.boards), "")
        if not code:
            raise NotationError("there is no table '{text}'", text=message.table)
        turn = self.boards[code].turn

        def judge(room: Room) -> m.Entry:
            if room.turn != turn:
                raise RefusedError("the board has changed: look again")
            if room.phase != "play" or not room.record.moves():
                raise RefusedError("there is no move to take back")
            return m.Undone(1)

        await self._enforce(code, judge)

    # Keeping

    async def keep(self, judge: Callable[[Classroom], m.Entry | None]) -> bool:
        """Change the class, and its entry in lists; tell whether there was a change.

        Raises LalaoError.
        """
        changed = await self.change(judge)
        if self._listed != self.shown_in_lists:
            self._listed = self.shown_in_lists
            with undone("what lists show of a class"):
                await asyncio.to_thread(self.classes.lobby.store.summarise, self.code, *self._listed)
        return changed

    @property
    def length(self) -> int:
        """The number of lines that the class was made from."""
        return self.classroom.length

    async def write(self, entry: m.Entry) -> None:
        """Append an entry to the journal, after the lines that the class was made from."""
        await write_line(self.classes.lobby.store, self.code, self.length, entry)

    async def read_on(self) -> None:
        """Apply the entries of other servers; an erased or damaged class is no longer hosted."""
        lobby = self.classes.lobby
        roles = {connection: self._role(connection) for connection in self.connections}
        teachers = self._teachers()
        try:
            lines = await read_lines(lobby.store, self.code, self.length)
            for _ in replay(self.classroom, lines):
                pass
        except NoRoomError:
            self._say_erased()
            raise no_class(self.code) from None
        except NotationError as error:
            self.classes.hosts.pop(self.code, None)
            for connection in list(self.connections):
                connection.cut()
            raise DamagedError("the class {code} is damaged: {why}", code=self.code, why=error) from None
        self._end_revoked(teachers)
        for connection, role in roles.items():
            if self._role(connection) != role:
                self._welcome(connection)
        if lines:
            self.tell()
            self._follow_later()

    async def look_at(self, code: str) -> None:
        """Read on in a room of the class that nobody is in through this server.

        Raises LalaoError.
        """
        room, lobby = self.boards[code], self.classes.lobby
        if code not in lobby.tables and await lobby.read_on(code, room) and self.boards.get(code) is room:
            self.changed(code, room)

    def apply(self, entry: m.Entry) -> None:
        """Apply an entry to the class."""
        self.classroom.apply(entry)

    @property
    def shown_in_lists(self) -> tuple[str, int]:
        """The entry of the class in lists: its title, and how many pupils there are."""
        return self.classroom.title, len(self.classroom.pupils)

    # The tables

    async def settle(self) -> None:
        """Give rooms and seats to tables that lack them, enter results of finished games, end games already decided.

        Raises LalaoError; where the database fails, this is tried again later.
        """
        try:
            async with self.settling:
                while not self.erased and await self._settle_one():
                    pass
                await self._end_decided()
        except DamagedError:
            raise
        except DatabaseError:
            self._follow_later()
            raise

    def _follow_later(self) -> None:
        """Settle after `LATER` seconds, counted anew with each call."""
        if self._following:
            self._following.cancel()
        loop, lobby = asyncio.get_running_loop(), self.classes.lobby
        self._following = loop.call_later(LATER, lambda: lobby.start(self.follow()))

    async def follow(self) -> None:
        """Settle, as a task of its own; steps that are impossible now are done the next time."""
        with undone(f"class {self.code}"):
            await self.settle()

    async def _settle_one(self) -> bool:
        """Do the first thing that `settle` has to do; tell whether anything has changed."""
        day = self.classroom.day
        for code in self.rooms():
            if code not in self.boards and code not in self.damaged:
                try:
                    room = await self._room(code)
                except DamagedError:
                    self.damaged.add(code)
                    continue
                self.boards.setdefault(code, room)
                self.moved.setdefault(code, CLOCK.elapsed())
                if self.classes.lobby.store.is_shared:  # a line that came before was announced to nobody
                    await self.look_at(code)
                self.tell()
                return True
        for round_, table in self.classroom.open_tables():
            assert day is not None
            code = day.room_of(round_, table)
            if not code:
                if self.classroom.wants_room(table):
                    seat = seat_of(round_, table)
                    made = await self._make_room(day, table)
                    return await self._has_kept(partial(self._seating, round_, table, seat, made))
            elif code in self.damaged:
                continue
            elif self.boards[code].phase == "over":
                return await self._has_kept(partial(self._result, round_, table, self.boards[code]))
            elif await self._give_seat(code, table):
                return True
        return False

    async def _has_kept(self, judge: Callable[[Classroom], m.Entry | None]) -> bool:
        """Change the class; tell whether it has changed, if only by another server, which was first."""
        length = self.length
        await self.keep(judge)
        return self.length > length

    def _seating(self, round_: Round, table: Pairing, seat: Seat, code: str, classroom: Classroom) -> m.Entry | None:
        """Return the entry that gives a game a room, None where it needs none any more or others sit there by now."""
        if seat_of(round_, table) != seat or not self._goes_on(round_, table, ""):
            return None
        return classroom.seating(round_, table, code, CLOCK.now())

    async def _give_seat(self, code: str, table: Pairing) -> bool:
        """Give one seat to the device that its pupil has now; tell whether there was one to give."""
        wanted = seat_tokens(self.classroom, table)
        held = self.boards[code].tokens
        seat = next((seat for seat in (0, 1) if wanted[seat] not in ("", held[seat])), None)
        if seat is None:
            return False
        await self._enforce(code, partial(seated, seat=seat, token=wanted[seat]))
        self.tell()
        return True

    def _result(self, round_: Round, table: Pairing, room: Room, classroom: Classroom) -> m.Entry | None:
        """Return the entry for a game's result, None where the table has one by now."""
        code = classroom.day.room_of(round_, table) if classroom.day else ""
        if self.boards.get(code) is not room or not self._goes_on(round_, table, code):
            return None
        winner = room.outcome.winner if room.outcome else None
        result = Result.DRAW if winner is None else (Result.FIRST, Result.SECOND)[room.seat_of(winner)]
        return classroom.outcome(round_, table, result, CLOCK.now())

    def _goes_on(self, round_: Round, table: Pairing, code: str) -> bool:
        """Tell whether a table still has no result, and its game still this room."""
        day = self.classroom.day
        return (
            day is not None and (round_, table) in self.classroom.open_tables() and day.room_of(round_, table) == code
        )

    async def _make_room(self, day: Day, table: Pairing) -> str:
        """Make the room of a game before anybody is told of it; a crash in between leaves a room that nobody knows."""
        line = m.write_entry(opened(self.code, self.classroom, day, table))
        while True:
            code = self.classes.lobby.new_code()
            try:
                if await asyncio.to_thread(self.classes.lobby.store.create, code, [line], self.code):
                    return code
            except ConflictError:
                raise no_class(self.code) from None

    async def _room(self, code: str) -> Room:
        """Return a room as it is hosted, else as the store has it."""
        lobby = self.classes.lobby
        kept = await lobby.read_room(code)
        return lobby.tables[code].room if code in lobby.tables else kept

    async def _end_decided(self) -> None:
        """End games still played at tables that have a result already, and those of pairs that are no longer seated."""
        day = self.classroom.day
        places = [(round_, table) for round_ in day.tournament.rounds for table in round_.tables] if day else []
        tables = {day.room_of(*place): place[1] for place in places if day}
        for code, room in list(self.boards.items()):
            table = tables.get(code)
            if room.phase != "over" and (table is None or table.result is not None):
                await self._enforce(code, partial(ended, result=table.result if table else None))

    async def _enforce(self, code: str, judge: Callable[[Room], m.Entry | None]) -> None:
        table = await self.classes.lobby.table(code)
        await table.enforce(judge)
        self.boards[code] = table.room
        if not table.connections:
            self.classes.lobby.forget(table)

    # Requests of the tables (lobby.Organiser)

    def names(self, code: str) -> tuple[str, str]:
        """Return the names of the pupils at both seats of a room, "" where no table has it."""
        for day in reversed(self.classroom.days):
            for seat, room in day.rooms.items():
                if room == code:
                    return seat.first, seat.second
        return "", ""

    def is_known(self, token: str) -> bool:
        """Return whether a token is a teacher's or a pupil's."""
        return bool(token) and self.classroom.is_known(token)

    @property
    def is_unaided(self) -> bool:
        """Whether there are no hints and no values at the tables now."""
        return self.classroom.is_unaided

    def is_unaided_pupil(self, device: str, token: str) -> bool:
        """Return whether somebody who asks for a hint is a pupil who gets none now: by the token, or by the device.

        Devices on this machine are known by the token alone: a proxy may hide there who asks.
        """
        if not self.is_unaided:
            return False
        pupils = self.classroom.pupils.values()
        is_theirs = is_counted(device) and device_of(device) in {self._devices.get(pupil.token) for pupil in pupils}
        return is_theirs or (bool(token) and self.classroom.pupil_of(token) is not None)

    def check(self, message: m.Message) -> None:
        """Refuse messages that would change a board while the games are stopped; raises RefusedError."""
        if self.classroom.paused and not isinstance(message, m.Hello | m.Speak):
            raise RefusedError("the teacher has paused the games")

    def changed(self, code: str, room: Room) -> None:
        """Send the changes in a room to those who see it; where its game is over, enter the result."""
        if self.boards.get(code) is room and self.shown.get(code) == room.length:
            return
        if self.shown.get(code) != room.length:
            self.moved[code] = CLOCK.elapsed()
        self.boards[code], self.shown[code] = room, room.length
        self._tell_board(code)
        if room.phase == "over" and not self.erased:
            self.classes.lobby.start(self.follow())

    def _tell_board(self, code: str) -> None:
        """Send a board to the teacher, and to the wall where it is shown there."""
        encoded: dict[str, bytes] = {}
        for connection in self.connections:
            if self.is_teacher(connection) or (code == self.projected and not self.pupil_of(connection)):
                language = connection.language
                if language not in encoded:
                    board = BoardTold(*msgspec.structs.astuple(self.board(code, language)))
                    encoded[language] = msgspec.json.encode(board)
                connection.send(encoded[language])

    # Telling

    @property
    def projected(self) -> str:
        """The room of the table that is on the wall, "" for none."""
        day, number = self.classroom.day, self.classroom.projected
        return next((day.room_of(*place) for place in self.classroom.places() if day and place[1].number == number), "")

    def board(self, code: str, language: str) -> ShownMatch:
        """Describe the board of a room in a language."""
        return board_view(self.boards[code], code, self.moved[code], language)

    def tell(self) -> None:
        """Send everybody the state that they may see, after a moment: changes close together are sent together."""
        if self._telling is None:
            soon = max(SOON, PAUSES_A_TELLING * self._cost)
            self._telling = asyncio.get_running_loop().call_later(soon, self._tell_all)

    def _tell_all(self) -> None:
        self._telling = None
        if self.erased:
            return
        if self._told_unaided != self.is_unaided:
            self._told_unaided = self.is_unaided
            for table in self.hosted():
                table.tell()
        begun = thread_time()
        here = {name for each in self.connections if (name := self.pupil_of(each))}
        for connection in list(self.connections):
            self.tell_one(connection, here)
        self._cost = thread_time() - begun
        spend(self._cost)

    def tell_one(self, connection: Connection, here: set[str] | None = None) -> None:
        """Send somebody the state that they may see: the teacher everything, a pupil his tasks, others the wall."""
        if here is None:
            here = {name for each in self.connections if (name := self.pupil_of(each))}
        connection.send(msgspec.json.encode(self.view(connection, here)))

    def view(self, connection: Connection, here: set[str]) -> ClassState:
        """Describe the class to a connection."""
        classroom, language = self.classroom, connection.language
        common = common_view(classroom, self.code, language)
        common.together = self.together_view(connection)
        pupil = classroom.pupil_of(connection.token) if connection.token else None
        if self.is_teacher(connection):
            boards = [self.board(code, language) for code in self.rooms() if code in self.boards]
            there, mine = {hashed(each.token) for each in self.connections}, hashed(connection.token)
            devices = [device_view(each, there, mine) for each in classroom.teachers]
            standings = self.standings(classroom.day, language) if classroom.day else []
            return teacher_view(common, classroom, here, devices, boards, standings)
        if pupil is not None:
            view = pupil_view(common, classroom, pupil)
            room = self.boards.get(view.table.room) if view.table else None
            view.seats = sorted(room.seats_of(connection.token)) if room else None
            return view
        wall = [self.board(self.projected, language)] if self.projected in self.boards else []
        return guest_view(common, classroom, here, self._here(), wall)

    def standings(self, day: Day, language: str) -> list[ShownStanding]:
        """Describe the standings, worked out once for everybody who reads the same language."""
        known = (len(self.classroom.days), len(day.tournament.journal), language)
        if known not in self._standings:
            self._standings.clear()
            self._standings[known] = standings_view(day, words(language))
        return self._standings[known]

    def rooms(self) -> list[str]:
        """List the rooms of the tables of this round, and of those of earlier ones that still play."""
        day, places = self.classroom.day, self.classroom.places()
        return list(dict.fromkeys(code for place in places if day and (code := day.room_of(*place))))

    def hosted(self) -> list[RoomHost]:
        """List the tables of this class where somebody is."""
        return [table for table in self.classes.lobby.tables.values() if table.room.opening.classroom == self.code]

    async def erase(self) -> None:
        """Erase the class and its matches, and tell every device that shows them."""
        async with self.lock, self.settling:
            self.erased = True
            lobby = self.classes.lobby
            for table in self.hosted():
                table.tell_all(m.Erased())
                lobby.forget(table)
            await asyncio.to_thread(lobby.store.erase, self.code)
            self._say_erased()

    def _say_erased(self) -> None:
        """Tell every device that the class was erased."""
        self.erased = True
        for pupil in self.classroom.pupils.values():
            self.classes.stuck.pop((self.code, pupil.token), None)
        self.classes.hosts.pop(self.code, None)
        for connection in list(self.connections):
            connection.send(msgspec.json.encode(m.Erased()))


def no_class(code: str) -> NoRoomError:
    """Return the error for a code that opens no class."""
    return NoRoomError("there is no class '{code}': look at the letters again", code=code)


def _tried(token: str, message: c.Try, classroom: Classroom) -> m.Entry | None:
    """Judge a try by the pupil who holds a token now; return the entry to be written, None for none."""
    pupil = classroom.pupil_of(token)
    if pupil is None:
        raise RefusedError("only members of this class can do that")
    return classroom.tried(pupil, message)


def seated(room: Room, seat: int, token: str) -> m.Entry | None:
    """Return the entry that gives a seat to a device, None where it has it already or the game is over."""
    return None if room.phase == "over" or room.tokens[seat] == token else m.Sat(seat, token)


def ended(room: Room, result: Result | None) -> m.Entry | None:
    """Return the entry that ends a game: with a result, or as abandoned for None; None where it is over already."""
    if room.phase == "over":
        return None
    if result is None:
        return m.Ended("abandoned")
    if result is Result.BOTH_LOST:
        return m.Ended("forfeit")
    return m.Ended("decided", LOSERS.get(result))


def opened(code: str, classroom: Classroom, day: Day, table: Pairing) -> m.Opened:
    """Return the first entry of the journal of a table's room."""
    first, second = seat_tokens(classroom, table)
    game = find_game(day.tournament.setting.game)
    return m.Opened(
        game.id,
        str(day.begins_at),
        "here" if first == second else "apart",
        "cake" if game.laid_out and not day.start else "me",
        (first, second),
        classroom=code,
    )


def seat_tokens(classroom: Classroom, table: Pairing) -> tuple[str, str]:
    """Return the hashed tokens of a table's seats; where only one pupil has a device, it holds both."""
    tokens = [classroom.pupils[name].token if name in classroom.pupils else "" for name in table.pupils]
    first, second = (token or "".join(tokens) for token in tokens)
    return first, second
