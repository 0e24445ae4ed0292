"""Several servers that host the same room or class at once, as objects in one process on one database."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from msgspec.json import decode

from lalao.clock import CLOCK
from lalao.errors import LalaoError
from lalao.store import Store
from lalao.tournament import Result
from lalao.web.classes import messages as c
from lalao.web.classes.host import ClassroomHost
from lalao.web.classes.registry import ClassroomRegistry
from lalao.web.limits import RefusedError, UnaidedError
from lalao.web.rooms import messages as m
from lalao.web.rooms.lobby import Lobby
from lalao.web.rooms.room import hashed, new_token
from lalao.web.work.engines import EnginePool
from tests.patience import SECONDS, often
from tests.server.test_places import Line, enter


class Shared:
    """Servers on one store. Their notices come by `Shared.notice`, in a moment, as PostgreSQL would send them."""

    def __init__(self, store: Store, count: int, with_notices: bool) -> None:
        self.store, self.with_notices = store, with_notices
        self.engines = EnginePool()
        self.lobbies = [Lobby(store, self.engines) for _ in range(count)]
        self.classes = [ClassroomRegistry(lobby) for lobby in self.lobbies]
        self._append = store.append

    def append(self, code: str, after: int, line: str) -> Any:
        """Append a line, and send a notice once it is on disk."""
        done, loop = self._append(code, after, line), asyncio.get_running_loop()
        if self.with_notices:
            done.add_done_callback(
                lambda end: end.exception() or loop.call_soon_threadsafe(self.notice, code, after + 1)
            )
        return done

    def notice(self, code: str, length: int) -> None:
        for each in self.classes:
            each.grown(code, length)


@asynccontextmanager
async def shared(monkeypatch: pytest.MonkeyPatch, count: int = 2, with_notices: bool = True) -> AsyncIterator[Shared]:
    store = Store.open("sqlite://")
    monkeypatch.setattr(Store, "is_shared", True)
    servers = Shared(store, count, with_notices)
    monkeypatch.setattr(store, "append", servers.append)
    try:
        yield servers
    finally:
        for lobby in servers.lobbies:
            for table in list(lobby.tables.values()):
                lobby.forget(table)
        await servers.engines.close()
        store.close()


async def until(true: Callable[[], object]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(SECONDS):
        while not true():
            await asyncio.sleep(0.002)


async def play_a_round(host: ClassroomHost, *names: str, unaided: bool = False) -> None:
    """Let pupils join a class, "Bao" and "Fara" unless others are named, and call the first round of a tournament."""
    for name in names or ("Bao", "Fara"):
        await host.keep(lambda each, name=name: each.arrive(c.Join(name), f"{name} has a secret token", 0.0))  # type: ignore[misc]
    begin = c.Begin(game="fang-4", format="poules", days=0, unaided=unaided)
    for change in (begin, c.Call(0)):
        await host.keep(lambda each, change=change: each.decide(None, change, CLOCK.now()))  # type: ignore[misc]


@pytest.mark.parametrize("with_notices", [True, False])
def test_moves_through_three_servers_are_each_made_once(monkeypatch: pytest.MonkeyPatch, with_notices: bool) -> None:
    seed = random.SystemRandom().getrandbits(32)

    async def story(rng: random.Random) -> None:
        async with shared(monkeypatch, 3, with_notices) as servers:
            code, token = await servers.lobbies[0].open(m.Opening("fanorona", "here"))
            tables = [await lobby.table(code) for lobby in servers.lobbies]
            acknowledged: dict[int, str] = {}

            async def play(number: int) -> None:
                table = tables[number % 3]
                for _ in range(8):
                    await asyncio.sleep(rng.random() / 500)
                    if table.room.phase == "over":
                        return
                    turn, move = table.room.turn, str(rng.choice(table.room.position.legal_moves()))
                    try:
                        await table.happen(table.room.seats_of(token), m.Move(turn, move))
                    except RefusedError:
                        continue
                    assert turn not in acknowledged, f"two moves of one turn (seed {seed})"
                    acknowledged[turn] = move

            await asyncio.gather(*map(play, range(6)))
            lines = servers.store.lines(code) or []
            moves = [entry.move for entry in map(m.read_entry, lines) if isinstance(entry, m.Moved)]
            assert moves == [acknowledged[turn] for turn in range(len(moves))], f"seed {seed}"
            assert len(acknowledged) == len(moves), f"seed {seed}"
            for table in tables:
                await table.catch_up(len(lines))
                assert table.room.record.moves() == tables[0].room.record.moves(), f"seed {seed}"

    for _ in range(often(3, 100)):
        asyncio.run(story(random.Random(seed)))


async def test_the_time_that_is_up_and_the_free_seat_are_taken_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async with shared(monkeypatch, with_notices=False) as servers:
        code, token = await servers.lobbies[0].open(m.Opening("fang-4", "here", seconds=60))
        one, two = [await lobby.table(code) for lobby in servers.lobbies]
        await one.happen(one.room.seats_of(token), m.Move(0, "2"))
        await two.catch_up(2)
        for table in (one, two):
            table.room.began -= 100
        await asyncio.gather(one._ring(), two._ring())
        assert [table.room.phase for table in (one, two)] == ["over", "over"]
        assert len(servers.store.lines(code) or []) == 3


async def test_the_computer_of_two_servers_plays_once_and_silently(monkeypatch: pytest.MonkeyPatch) -> None:
    async with shared(monkeypatch, with_notices=False) as servers:
        code, token = await servers.lobbies[0].open(m.Opening("fang-4", "alone", "level:1"))
        tables = [await lobby.table(code) for lobby in servers.lobbies]
        refused: list[LalaoError] = []
        both = asyncio.Barrier(2)

        async def move(*_: object) -> str:
            await both.wait()
            return "1"

        monkeypatch.setattr(servers.engines, "move", move)
        for table in tables:
            monkeypatch.setattr(table, "refuse", refused.append)
            monkeypatch.setattr(table, "go_on", lambda: None)
        await tables[0].happen(tables[0].room.seats_of(token), m.Move(0, "2"))
        await tables[1].catch_up(2)
        computer = tables[0].room.active
        assert computer is not None
        await asyncio.gather(*(each._do(computer, lambda each=each: each._thought(computer, 1)) for each in tables))  # type: ignore[misc]
        assert [len(table.room.record.moves()) for table in tables] == [2, 2]
        assert refused == []


async def test_a_class_and_its_rooms_through_different_servers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The class is hosted by one server and its games by another: results are entered once, and everybody is told."""
    monkeypatch.setattr("lalao.web.classes.host.LATER", 0.1)
    async with shared(monkeypatch) as servers:
        code, _ = await servers.classes[0].found("CM1")
        one, two = [await classes.host_of(code) for classes in servers.classes]
        await play_a_round(one)
        await until(lambda: one.classroom.round)
        await asyncio.gather(one.settle(), two.settle())
        rooms = two.rooms()
        assert len(rooms) == 1
        await until(lambda: one.rooms() == rooms and all(rooms[0] in host.boards for host in (one, two)))
        table = await servers.lobbies[1].table(rooms[0])
        await table.happen(frozenset({0}), m.Resign(table.room.turn))
        await until(lambda: all(host.boards[rooms[0]].phase == "over" for host in (one, two)))
        await until(lambda: not one.classroom.open_tables() and not two.classroom.open_tables())
        assert one.classroom.day
        assert one.classroom.day.tournament.rounds[0].tables[0].result in (Result.FIRST, Result.SECOND)
        assert len([line for line in servers.store.lines(code) or [] if '"result"' in line]) == 1
        await one.erase()
        servers.notice(code, 0)
        await until(lambda: two.erased)
        assert code not in servers.classes[1].hosts


async def test_two_teachers_take_back_one_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both tap at once, at different servers: what the second one saw is on the board no more."""
    async with shared(monkeypatch, with_notices=False) as servers:
        code, token = await servers.classes[0].found("CM1")
        hosts = [await classes.host_of(code) for classes in servers.classes]
        await play_a_round(hosts[0])
        teachers: list[Any] = [Line("10.0.0.1"), Line("10.0.0.2")]
        for host, teacher in zip(hosts, teachers, strict=True):
            await host.catch_up()
            await enter(host, teacher, token)
        await hosts[0].settle()
        await hosts[1].catch_up()
        await hosts[1].settle()
        [room] = hosts[0].rooms()
        table = await servers.lobbies[0].table(room)
        for move in ("2", "1", "4"):
            mover = table.room.active
            assert mover is not None
            await table.happen(frozenset({mover}), m.Move(table.room.turn, move))
        await until(lambda: all(room in host.boards for host in hosts))
        await hosts[1].look_at(room)
        taken = await asyncio.gather(
            *(host.receive(teacher, c.TakeBack(1)) for host, teacher in zip(hosts, teachers, strict=True)),
            return_exceptions=True,
        )
        assert sorted(map(str, taken)) == ["None", "the board has changed: look again"]
        assert len([line for line in servers.store.lines(room) or [] if '"undone"' in line]) == 1


async def test_a_pupil_gets_no_hints_through_a_server_without_the_class(monkeypatch: pytest.MonkeyPatch) -> None:
    async with shared(monkeypatch, with_notices=False) as servers:
        code, token = await servers.classes[0].found("CM1")
        host = await servers.classes[0].host_of(code)
        await play_a_round(host, unaided=True)
        elsewhere = servers.classes[1]
        assert not elsewhere.hosts
        with pytest.raises(UnaidedError):
            await elsewhere.check_unaided("10.0.0.1", "Bao has a secret token", code)
        for secret, named in ((token, code), ("", code), ("", "none"), ("", "ZZZZ")):
            await elsewhere.check_unaided("10.0.0.1", secret, named)
        await host.keep(lambda each: each.decide(None, c.Unaided(on=False), CLOCK.now()))
        await elsewhere.check_unaided("10.0.0.1", "Bao has a secret token", code)


async def test_who_comes_from_another_server_sees_no_less_than_there(monkeypatch: pytest.MonkeyPatch) -> None:
    async with shared(monkeypatch, with_notices=False) as servers:
        code, token = await servers.lobbies[0].open(m.Opening("fang-4", "here"))
        one, two = [await lobby.table(code) for lobby in servers.lobbies]
        await one.happen(one.room.seats_of(token), m.Move(0, "2"))
        assert len(two.room.record.moves()) == 0
        assert await servers.lobbies[1].table(code) is two
        assert len(two.room.record.moves()) == 1
        lesson, _ = await servers.classes[0].found("CM1")
        hosts = [await classes.host_of(lesson) for classes in servers.classes]
        await hosts[0].keep(lambda each: each.arrive(c.Join("Bao"), "Bao has a secret token", 0.0))
        assert (await servers.classes[1].host_of(lesson)).classroom.pupils


async def test_tables_are_settled_though_another_server_was_first_at_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one that was second used to stop there: where the first one then died, the others had no rooms."""
    monkeypatch.setattr("lalao.web.classes.host.LATER", 1_000.0)
    async with shared(monkeypatch, with_notices=False) as servers:
        code, _ = await servers.classes[0].found("CM1")
        one, two = [await classes.host_of(code) for classes in servers.classes]
        await play_a_round(one, "Bao", "Fara", "Lova", "Miary", "Noro", "Soa")
        await two.catch_up()
        assert len(two.classroom.open_tables()) > 1
        assert await two._settle_one()
        await one.settle()
        assert len(one.rooms()) == len(one.classroom.open_tables())


class Page:
    """A connection that notes as what it was welcomed."""

    token, language, device = "", "en", ""

    def __init__(self) -> None:
        self.roles: list[str] = []

    def send(self, message: bytes) -> None:
        told = decode(message)
        if told["kind"] == "welcome":
            self.roles.append(told["role"])


async def test_a_pupil_whom_another_server_let_in_is_welcomed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async with shared(monkeypatch) as servers:
        code, _ = await servers.classes[0].found("CM1")
        one, two = [await classes.host_of(code) for classes in servers.classes]
        page: Any = Page()
        await two.enter(page, m.Hello("Bao has a secret token"))
        assert page.roles == ["guest"]
        await one.keep(lambda each: each.arrive(c.Join("Bao"), "Bao has a secret token", 0.0))
        await until(lambda: page.roles == ["guest", "pupil"])


class Teaching(Line):
    """A stub connection of a teacher that notes the last message."""

    last = b""

    def end(self, message: bytes) -> None:
        """Note the message with which it was disconnected."""
        self.last = message


async def test_a_device_loses_the_right_to_teach_through_every_server(monkeypatch: pytest.MonkeyPatch) -> None:
    async with shared(monkeypatch) as servers:
        code, token = await servers.classes[0].found("CM1")
        one, two = [await classes.host_of(code) for classes in servers.classes]
        other = new_token()
        await one.keep(lambda _: c.Taught(hashed(other), CLOCK.now()))
        await until(lambda: two.classroom.is_teacher(other))
        kept, lost = Teaching("10.0.0.1"), Teaching("10.0.0.2")
        await enter(one, kept, token)
        await enter(two, lost, other)
        await one.receive(kept, c.Revoke())  # type: ignore[arg-type]
        await until(lambda: lost.last)
        assert b"no longer has the teacher" in lost.last
        assert not kept.last
        assert not two.classroom.is_teacher(other)
