"""The lobby: it hosts rooms, keeps their journals, and sends every connection the changes.

A room changes as `lalao.hosting` says: judged, written to the store, applied, then told. Several servers of one
database may host it at once: each appends after the lines it knows, and reads on where another one was first.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any, Protocol, TypeVar

import msgspec

from lalao.clock import CLOCK
from lalao.errors import DatabaseError, LalaoError, NotationError, Phrase, TooLargeError
from lalao.hosting import Host
from lalao.locale import words
from lalao.record import Record
from lalao.store import Store
from lalao.tournament.names import seen
from lalao.values import Side
from lalao.web.gate import log
from lalao.web.gate.connections import Connection, make_way
from lalao.web.gate.ledger import ACCOUNT, Buckets, BusyError, breathe, gradually, long_work, spend
from lalao.web.limits import NoRoomError
from lalao.web.rooms import messages as m
from lalao.web.rooms.replay import DamagedError, kind_of, replay
from lalao.web.rooms.room import Room, Seats, hashed, new_token, open_room
from lalao.web.shown import State, changes
from lalao.web.view import room_view, seats_view
from lalao.web.work.engines import Asker, EnginePool

LETTERS = "ABCDEFGHJKMNPRSTUVWXYZ"
"""The letters of new codes: none that looks like another one or like a digit of handwriting (I, L, O, Q)."""
KNOWN_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""The letters and digits of valid codes: those drawn by earlier versions are still in use."""
CODE_LENGTH = 4
LONG_CODE = 6
"""Letters of a code where anybody on the Internet may try: 22 ** 6 codes, at 300 wrong ones a minute."""
MOST_TABLES = 20_000
"""Tables outside classes that are kept."""
THINNED_OUT = 100
"""One table in this many goes where there are `MOST_TABLES`."""
KEEP_DAYS = 400
"""Days on which a server runs for which a table is kept after its last change: a school year and its holidays."""
UNPLAYED_DAYS = 7
CLEANING_SECONDS = 3_600.0
OPENINGS_A_SECOND = 0.5
OPENINGS_AT_ONCE = 120
"""Tables that one device may open at once; a class behind one address opens some dozens."""
RETRY_SECONDS = 1.0
Done = TypeVar("Done")


class Organiser(Protocol):
    """The organiser of a match, which has a say in it: a class."""

    def names(self, code: str) -> tuple[str, str]:
        """Return the names of the players at both seats of a table."""

    def is_known(self, token: str) -> bool:
        """Return whether a token is a teacher's or a pupil's."""

    @property
    def is_unaided(self) -> bool:
        """Whether there are no hints and no values now."""

    def check(self, message: m.Message) -> None:
        """Refuse a message that must wait; raises RefusedError."""

    def changed(self, code: str, room: Room) -> None:
        """Take note of a change in a room."""


class RoomHost(Host[Room, m.Entry]):
    """A room that is being hosted: its connections, and the computer and the clock, which act by themselves."""

    def __init__(self, lobby: "Lobby", code: str, room: Room, organiser: Organiser | None = None) -> None:
        """Take a room to which nobody is connected yet."""
        super().__init__(room)
        self.lobby, self.code, self.organiser = lobby, code, organiser
        self.connections: set[Connection] = set()
        self.names = ["", ""]
        self.thought: asyncio.Task[None] | None = None
        self.alarm: asyncio.TimerHandle | None = None
        self.device, self.account = "", ACCOUNT.get()
        self._viewed, self._views = -1, dict[str, State]()
        self._told: dict[Connection, State] = {}

    @property
    def room(self) -> Room:
        """The room that is hosted."""
        return self.subject

    # Messages

    async def enter(self, connection: Connection, hello: m.Hello) -> None:
        """Let a connection in, with the seats that its token opens; raises RefusedError for a guest too many."""
        connection.token = hello.token
        connection.seats = self._seats(hello.token)
        make_way(self.connections, connection, self.is_known)
        self._name(connection.seats, hello.name)
        if connection.seats or not self.device:
            self.device, self.account = connection.device, connection.account
        self.connections.add(connection)
        self._welcome(connection, hello.token)
        self.tell()
        self.go_on()

    def is_known(self, token: str) -> bool:
        """Return whether a token opens a seat, or is of the class that the match is played in."""
        return bool(self._seats(token)) or (self.organiser is not None and self.organiser.is_known(token))

    def leave(self, connection: Connection) -> None:
        """Let a connection out; after the last one the room is no longer hosted."""
        self.connections.discard(connection)
        self._told.pop(connection, None)
        if self.connections:
            self.tell()
        else:
            self.lobby.forget(self)

    async def receive(self, connection: Connection, message: m.Message) -> None:
        """Carry out the request of a message.

        Raises LalaoError.
        """
        if isinstance(message, m.Sit):
            await self._sit(connection, message)
        else:
            await self.happen(connection.seats, message)

    async def _sit(self, connection: Connection, message: m.Sit) -> None:
        """Give a connection the free seat, and the token that opens it again."""
        token = new_token()

        def sit(room: Room) -> m.Entry:
            entry = room.decide(connection.seats, message, CLOCK.elapsed())
            assert isinstance(entry, m.Sat)
            return msgspec.structs.replace(entry, token=hashed(token))

        def tell() -> None:
            connection.token = token
            self.welcome_again()
            self._name(connection.seats, message.name)
            self.tell()

        await self.change(sit, tell)
        self.go_on()

    async def happen(self, seats: Seats, message: m.Message) -> None:
        """Judge a message from the holder of these seats, and carry it out.

        Raises LalaoError.
        """

        def judge(room: Room) -> m.Entry:
            if self.organiser:
                self.organiser.check(message)
            return room.decide(seats, message, CLOCK.elapsed())

        await self.change(judge)
        self.go_on()

    async def enforce(self, judge: Callable[[Room], m.Entry | None]) -> None:
        """Carry out a teacher's decision: `judge` returns the entry to be written, None for none.

        Raises LalaoError.
        """

        def tell() -> None:
            self.welcome_again()
            self.tell()

        if await self.change(judge, tell):
            self.go_on()

    # How a change is made (`lalao.hosting`)

    @property
    def length(self) -> int:
        """The number of lines that the room was made from."""
        return self.room.length

    async def write(self, entry: m.Entry) -> None:
        """Append an entry to the journal, after the lines that the room was made from."""
        await write_line(self.lobby.store, self.code, self.length, entry)

    async def read_on(self) -> None:
        """Apply the entries of other servers; an erased or damaged room is no longer hosted."""
        try:
            if await self.lobby.read_on(self.code, self.room):
                self.welcome_again()
                self.tell()
                self.go_on()
        except NoRoomError:
            self.tell_all(m.Erased())
            self.lobby.forget(self)
            raise
        except DamagedError:
            self.cut()
            raise

    def apply(self, entry: m.Entry) -> None:
        """Apply an entry to the room; the time of whoever is to move counts from now."""
        self.room.apply(entry, CLOCK.elapsed())

    def _seats(self, token: str) -> Seats:
        return self.room.seats_of(token) if token else frozenset()

    def _name(self, seats: Seats, name: str) -> None:
        """Remember a first name while the room is hosted; it is not stored."""
        plain = seen(name)[: m.MOST_NAME]
        for seat in seats:
            self.names[seat] = plain

    # Telling

    def _welcome(self, connection: Connection, token: str) -> None:
        connection.send(msgspec.json.encode(m.Welcome(sorted(connection.seats), token, self.code)))

    def welcome_again(self) -> None:
        """Tell the connections whose seats have changed which they hold now."""
        for connection in self.connections:
            seats = self._seats(connection.token)
            if seats != connection.seats:
                connection.seats = seats
                self._welcome(connection, connection.token)

    def tell_one(self, connection: Connection) -> None:
        """Send the state of the room to one connection."""
        self.tell([connection])

    def tell(self, to: list[Connection] | None = None) -> None:
        """Send the state of the room: the whole to newcomers, the changes to those who know the rest.

        A message that goes to several is made once.
        """
        states: dict[str, State] = {}
        encoded: dict[tuple[int, str], bytes] = {}
        for connection in to or list(self.connections):
            language, old = connection.language, self._told.get(connection)
            if language not in states:
                states[language] = self._state(language)
            new, alike = states[language], (id(old), language)
            if alike not in encoded:
                encoded[alike] = msgspec.json.encode(changes(old, new) if old else new)
            connection.send(encoded[alike])
            self._told[connection] = new
        if self.organiser:
            self.organiser.changed(self.code, self.room)

    def _state(self, language: str) -> State:
        """Describe the room as it is now."""
        here = [any(seat in each.seats for each in self.connections) for seat in (0, 1)]
        names = self.organiser.names(self.code) if self.organiser else (self.names[0], self.names[1])
        seats, left = seats_view(self.room, names, here), self.room.left(CLOCK.elapsed())
        unaided = self.organiser is not None and self.organiser.is_unaided
        return msgspec.structs.replace(self._view(language), seats=seats, left=left, unaided=unaided)

    def _view(self, language: str) -> State:
        """Return the state as the journal alone decides it, made once for each language until there is another line."""
        if self._viewed != self.length:
            self._viewed, self._views = self.length, {}
        if language not in self._views:
            self._views[language] = room_view(self.room, self.code, language)
        return self._views[language]

    # Automatic actions

    def go_on(self) -> None:
        """Wake the computer where it is its turn, and set the clock."""
        if self.thought and not self.thought.done() and self.thought is not asyncio.current_task():
            self.thought.cancel()
        self.thought = None
        active, asked = self.room.active, self.room.asked
        if asked is not None:
            self.thought = self.lobby.start(self._do(asked, partial(self._answer, asked, self.room.turn)))
        elif active is not None and self.room.opening.computer[active]:
            self.thought = self.lobby.start(self._do(active, partial(self._thought, active, self.room.turn)))
        self._set_alarm()

    async def _do(self, seat: int, think: Callable[[], Awaitable[m.Message]]) -> None:
        """Carry out the computer's decision; a refusal is told to everybody in the room.

        Where another server has let the computer play meanwhile, there is none to tell.
        """
        length = self.length
        try:
            message = await patiently(think)
            await patiently(lambda: self._happen_by_itself(seat, message), self.refuse)
        except LalaoError as error:
            if self.length == length:
                self.refuse(error)

    async def _answer(self, seat: int, turn: int) -> m.Message:
        """Return the computer's answer to the offer of a draw, a refusal where working it out takes too long.

        Raises LalaoError.
        """
        room = self.room
        *past, position = map(str, room.record.positions())
        question = (room.record.game.id, past, position, str(room.sides[seat]), self.asker)
        try:
            return m.Answer(turn, await self.lobby.engines.takes_draw(*question))
        except TooLargeError:
            return m.Answer(turn, False)

    async def _thought(self, seat: int, turn: int) -> m.Message:
        """Return the computer's action: lay out the seeds, choose who starts, or move.

        Raises LalaoError.
        """
        room, engines = self.room, self.lobby.engines
        game, position = room.record.game.id, str(room.position)
        if room.phase == "layout":
            return m.Lay(turn, str(room.opening.start))
        if room.phase == "choose":
            side = Side(await engines.starter(game, position, self.asker))
            return m.Choose(turn, room.sides[seat] is side)
        return m.Move(turn, await engines.move(game, position, room.opening.computer[seat], self.asker))

    @property
    def asker(self) -> Asker:
        """The device and the room that the engines work for."""
        return Asker(self.device, self.code)

    async def _happen_by_itself(self, seat: int, message: m.Message) -> None:
        """Carry out the computer's message, in the share of time of the device that plays against it."""
        ACCOUNT.set(self.account)
        await breathe()
        await self.happen(frozenset({seat}), message)

    def refuse(self, error: LalaoError) -> None:
        """Tell everybody, each in his language, why the computer does nothing."""
        for connection in list(self.connections):
            connection.send(msgspec.json.encode(refusal(error, connection.language)))

    def tell_all(self, message: m.Told) -> None:
        """Send a message to everybody."""
        for connection in list(self.connections):
            connection.send(msgspec.json.encode(message))

    def _set_alarm(self) -> None:
        if self.alarm:
            self.alarm.cancel()
        left = self.room.left(CLOCK.elapsed())
        active = self.room.active
        if left is not None and active is not None and self.room.phase == "play" and self.room.record.moves():
            loop = asyncio.get_running_loop()
            self.alarm = loop.call_later(left[active] + 0.05, lambda: self.lobby.start(self._ring()))

    async def _ring(self) -> None:
        """End the game if the clock of whoever should play has run down."""
        if await patiently(lambda: self.change(lambda room: room.time_is_up(CLOCK.elapsed()))):
            self.go_on()

    def cut(self) -> None:
        """Stop hosting; the browsers are disconnected, and come back."""
        for connection in list(self.connections):
            connection.cut()
        self.lobby.forget(self)

    def close(self) -> None:
        """Stop the computer's thinking and the clock."""
        if self.thought:
            self.thought.cancel()
        if self.alarm:
            self.alarm.cancel()


async def patiently(act: Callable[[], Awaitable[Done]], tell: Callable[[LalaoError], object] | None = None) -> Done:
    """Do work that nobody would request again: repeat it while the engines are too busy or the database fails.

    The first failure of the database is logged, and passed to `tell`.
    """
    has_failed = False
    while True:
        try:
            return await act()
        except DamagedError:
            raise
        except BusyError:
            pass
        except DatabaseError as error:
            if not has_failed:
                log.trouble(error, "tried again until it succeeds")
                if tell:
                    tell(error)
            has_failed = True
        await asyncio.sleep(RETRY_SECONDS)


class Lobby:
    """All rooms by their codes; one that nobody is in is read from the store when somebody comes."""

    def __init__(self, store: Store, engines: EnginePool, keep_days: int = KEEP_DAYS) -> None:
        """Take the store and for how many days it keeps tables (0 for ever), and the engines."""
        self.store, self.engines, self.keep_days = store, engines, keep_days
        self._openings = Buckets(OPENINGS_A_SECOND, OPENINGS_AT_ONCE)
        self.tables: dict[str, RoomHost] = {}
        self.code_length = CODE_LENGTH
        self.organiser_of: Callable[[str], Awaitable[Organiser]] | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self, opening: m.Opening, device: str = "") -> tuple[str, str]:
        """Open a table for a device; return its code and the token of whoever opened it.

        Raises LalaoError.
        """
        token = new_token()
        line = m.write_entry(open_room(opening, token))
        self._count_opening(device)
        await self._make_room()
        while True:
            code = self.new_code()
            if await asyncio.to_thread(self.store.create, code, [line]):
                return code, token

    def _count_opening(self, device: str) -> None:
        """Count a table that a device opens; raises BusyError where these are too many."""
        now = CLOCK.elapsed()
        if self._openings.wait(device, now):
            raise BusyError("too many tables are being opened from here: try again in a moment")
        self._openings.spend(device, 1, now)

    async def _make_room(self) -> None:
        """Erase the least recently played tables where there are `MOST_TABLES`; a table where somebody is stays."""
        count = await asyncio.to_thread(self.store.count)
        if count >= MOST_TABLES:
            over = count - MOST_TABLES + 1 + MOST_TABLES // THINNED_OUT
            await asyncio.to_thread(self.store.thin_out, over, set(self.tables))

    async def clean(self) -> int:
        """Erase the tables outside classes where nothing has changed for `keep_days` days; return how many.

        Only days on which a server runs count. Tables at which nobody has played a move go after `UNPLAYED_DAYS`; a
        table where somebody is stays.
        """
        day = await asyncio.to_thread(self.store.count_day, CLOCK.today())
        before = day - self.keep_days if self.keep_days else 0
        return await asyncio.to_thread(self.store.clean, before, day - UNPLAYED_DAYS, set(self.tables))

    async def go_on_cleaning(self) -> None:
        """Erase old tables now and every hour."""
        while True:
            with log.undone("cleaning"):
                await self.clean()
            await asyncio.sleep(CLEANING_SECONDS)

    async def table(self, code: str) -> RoomHost:
        """Return the table of a code, read from the store where it is not hosted.

        Raises NotationError for what is no code, NoRoomError or DamagedError.
        """
        code = plain_code(code)
        while True:
            if code not in self.tables:
                async with long_work():
                    if code not in self.tables:
                        room = await self.read_room(code)
                        classroom = room.opening.classroom
                        organiser = await self.organiser_of(classroom) if classroom and self.organiser_of else None
                        self.tables.setdefault(code, RoomHost(self, code, room, organiser))
            table = self.tables[code]
            if self.store.is_shared:  # who comes from another server must not see less than there
                await table.catch_up()
            if self.tables.get(code) is table:
                return table

    async def record(self, code: str) -> Record:
        """Make the record of the game on the board of a match, with the first names that are still remembered.

        Raises NoRoomError.
        """
        table = self.tables.get(plain_code(code))
        names = table.names if table else ["", ""]
        return (await self.room(code)).to_record((names[0], names[1]))

    async def room(self, code: str) -> Room:
        """Return a room, read from the store where it is not hosted.

        Raises NotationError for what is no code, NoRoomError or DamagedError.
        """
        table = self.tables.get(plain_code(code))
        return table.room if table else await self.read_room(plain_code(code))

    async def read_room(self, code: str) -> Room:
        """Read a room from the store.

        Raises NoRoomError, or DamagedError.
        """
        lines = await asyncio.to_thread(self.store.lines, code)
        if lines is None or kind_of(lines) == "founded":
            raise no_game(code)
        try:
            room = Room([], now := CLOCK.elapsed())
            await gradually(replay(room, lines, now))
            return room
        except NotationError as error:
            raise DamagedError("the game {code} is damaged: {why}", code=code, why=error) from None

    async def read_on(self, code: str, room: Room) -> bool:
        """Apply the lines of the journal that a room lacks; return whether there were any.

        Raises NoRoomError where it was erased, or DamagedError.
        """
        after = room.length
        lacking = (await read_lines(self.store, code, after))[room.length - after :]
        try:
            for _ in replay(room, lacking, CLOCK.elapsed()):
                pass
        except NotationError as error:
            raise DamagedError("the game {code} is damaged: {why}", code=code, why=error) from None
        return bool(lacking)

    def forget(self, table: RoomHost) -> None:
        """Stop hosting a table where nobody is any more."""
        if self.tables.get(table.code) is table:
            del self.tables[table.code]
        table.close()

    def new_code(self) -> str:
        """Draw a random code, which may be taken already."""
        return new_code(self.code_length)

    def start(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Run a coroutine as a task; refused work is tried again later."""
        return log.start(work, self._tasks)


async def write_line(store: Store, code: str, after: int, entry: m.Entry) -> None:
    """Append an entry to a journal of `after` lines; return once it is on disk. Cancelling does not stop the writing.

    The time of writing is charged.

    Raises ConflictError, or DatabaseError.
    """
    spend(await asyncio.shield(asyncio.wrap_future(store.append(code, after, m.write_entry(entry)))))


async def read_lines(store: Store, code: str, after: int) -> list[str]:
    """Return the lines of a journal but for the first `after`, which it must hold.

    Raises NoRoomError where it does not, DatabaseError.
    """
    lines = await asyncio.to_thread(store.lines, code, after - 1)
    if lines is None:
        raise no_game(code)
    return lines[1:]


def no_game(code: str) -> NoRoomError:
    """Return the error for a code that opens no match."""
    return NoRoomError("there is no game '{code}': look at the letters again", code=code)


def new_code(length: int = CODE_LENGTH) -> str:
    """Draw a random code, which may be taken already."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def plain_code(text: str) -> str:
    """Return a code as it is stored: in capitals, without the spaces or hyphens that people put in.

    Raises NotationError.
    """
    code = "".join(letter for letter in text.upper() if letter.isalnum())
    if len(code) not in (CODE_LENGTH, LONG_CODE) or set(code) - set(KNOWN_LETTERS):
        raise NotationError("'{code}' is not a code: it has four or six letters or digits", code=text)
    return code


def refusal(error: LalaoError, language: str) -> m.Refused:
    """Return the message that says why something was refused."""
    phrase: LalaoError | Phrase = error
    return m.Refused(words(language).say(phrase), error.status)
