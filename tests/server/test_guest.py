"""What a guest cannot do: block others, ask for what is not on offer, keep things for ever."""

import asyncio
import contextlib
import resource
import runpy
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import update
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

import lalao
from lalao import clock
from lalao.clock import CLOCK
from lalao.engine import levels_of
from lalao.errors import LalaoError, NotationError, TooLargeError
from lalao.record import read
from lalao.store import Store, schema
from lalao.web.app import make_app
from lalao.web.gate import ledger
from lalao.web.gate import transport as lines
from lalao.web.gate.guard import Misses
from lalao.web.gate.ledger import ACCOUNT, Account, Buckets, BusyError, Guest, Ledger, Metered, Standing
from lalao.web.gate.transport import Config, Line
from lalao.web.limits import RefusedError, check_opponent, check_size, opponents
from lalao.web.rooms import conversation as hearing
from lalao.web.rooms import messages as m
from lalao.web.rooms.conversation import Lines, Place, converse
from lalao.web.rooms.lobby import KEEP_DAYS, OPENINGS_AT_ONCE, Lobby, RoomHost, patiently, write_line
from lalao.web.rooms.room import Room, open_room
from lalao.web.serving import Announcing, take_place
from lalao.web.view import position_view
from lalao.web.work.engines import EnginePool
from tests.asking import ask
from tests.patience import SECONDS, least, seconds_of_work
from tests.playing import get, open_match, post
from tests.serving import Server
from tests.shell import run_lalao
from tests.unit.test_crowded import BOARDS, CROWDED

BOMB = '[Game "fanorona-25x25"] 1. m12-m13A ' + "(1. l12-m13A) " * 4_500
"""A record that is made to take long to read."""

# What may be asked for


@pytest.mark.parametrize(
    "level", ["engine:99999s", "engine:d999", "engine:1s:book", "perfect", "human", "level:99", ""]
)
def test_only_what_the_page_offers_plays(level: str) -> None:
    game = lalao.game("fanorona")
    with pytest.raises(NotationError, match="choose level:1 to level:8"):
        check_opponent(level, game)
    with pytest.raises(NotationError, match="is not a player of the computer"):
        open_room(m.Opening("fanorona", "alone", level), "token")
    assert len(opponents(game)) == len(levels_of(game))
    for offered in opponents(game):
        check_opponent(offered, game)


def test_the_server_refuses_other_players_in_one_line(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        for level in ("engine:99999s", "engine:d999"):
            status, answer = post(server.address, "/api/matches", {"game": "fanorona", "mode": "alone", "level": level})
            assert status == 400
            assert f"'{level}' is not a player of the computer" in answer["error"]
            assert "\n" not in answer["error"]
        status, answer = post(server.address, "/api/records/read", BOMB.encode())
        assert (status, "places" in answer["error"]) == (422, True)
        opened = [open_match(server.address, game="fang-4", mode="here")[0] for _ in range(2)]
        assert len(set(opened)) == 2
        assert (
            get(server.address, "/api/games/fafy/pictures/" + ".".join(["1"] * 200) + " S".replace(" ", "%20"))[0]
            == 422
        )


def test_a_body_that_nobody_reads_is_soon_cut(tmp_path: Path) -> None:
    """A chunk of one byte takes the server as long as a hundred of them in one."""
    chunks = b"1\r\nx\r\n" * 10_000
    with Server(tmp_path) as server:
        there = urlsplit(server.address)
        with socket.create_connection((there.hostname, there.port), SECONDS) as line:
            line.sendall(f"GET / HTTP/1.1\r\nHost: {there.netloc}\r\nTransfer-Encoding: chunked\r\n\r\n".encode())
            assert line.recv(1 << 16).startswith(b"HTTP/1.1 200")
            with pytest.raises(ConnectionError):
                line.sendall(chunks * 100)


@pytest.mark.parametrize(("game", "start"), [("fafy", ".".join(["1"] * 200) + " S"), ("fanorona-25x25", "")])
def test_a_table_starts_on_no_board_that_is_too_large(game: str, start: str) -> None:
    with pytest.raises(TooLargeError, match="places"):
        open_room(m.Opening(game, "here", start=start), "token")


def test_nothing_too_large_is_laid_out() -> None:
    token = "t" * 20
    room = Room([open_room(m.Opening("fafy", "here", who="cake"), token)])
    with pytest.raises(TooLargeError, match="places"):
        room.decide(room.seats_of(token), m.Lay(room.turn, ".".join(["1"] * 200) + " S"), 0)


def test_a_table_at_which_too_much_has_happened_is_played_at_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lalao.web.rooms.messages.MOST_LINES", 3)
    token = "t" * 20
    room = Room([open_room(m.Opening("fang-4", "here"), token)])
    for move in ("2", "2"):
        room.apply(room.decide(room.seats_of(token), m.Move(room.turn, move), 0), 0)
    with pytest.raises(RefusedError, match="too much has happened at this table"):
        room.decide(room.seats_of(token), m.Undo(room.turn), 0)
    assert isinstance(room.decide(room.seats_of(token), m.Resign(room.turn), 0), m.Ended)


def test_the_size_of_a_record_is_judged_before_its_moves() -> None:
    def refused() -> None:
        with pytest.raises(TooLargeError, match="places"):
            read(BOMB, check_size)

    assert least(lambda: seconds_of_work(refused), 1, tries=3) < 1


@pytest.mark.parametrize("name", BOARDS)
def test_a_crowded_position_is_described_in_a_moment(name: str) -> None:
    """It took 138 s of processor time when each turn listed all turns again; even a twentieth of that is too much."""
    assert least(lambda: seconds_of_work(lambda: position_view(name, BOARDS[name], "en")), 3, tries=3) < 3


def test_moves_of_a_crowded_position_are_listed_by_the_command(tmp_path: Path) -> None:
    done = run_lalao(["moves", "fanorona", CROWDED], tmp_path)
    assert len(done.stdout.splitlines()) == 4_410


# Who is let in

ACT = st.sampled_from(["enter", "ask", "rest", "settle", "leave"])
ACTS = st.lists(st.tuples(ACT, st.integers(0, 40)), max_size=120)


@given(ACTS)
def test_the_door_counts_who_is_in_and_never_too_many(acts: list[tuple[str, int]]) -> None:
    accounts = Ledger(most=12, most_of_device=8)
    inside: list[Guest] = []
    for act, pick in acts:
        if act == "enter":
            guest = accounts.enter(f"device {pick % 3}", lambda: None)
            shown_out = [each for each in inside if each not in each.account.guests]
            assert all(each.standing in (Standing.NEW, Standing.IDLE) for each in shown_out)
            inside = [each for each in inside if each not in shown_out] + ([guest] if guest else [])
            if guest is None:
                mine = [each for each in inside if each.account.device == f"device {pick % 3}"]
                stuck = inside if len(mine) < 8 else mine
                assert not any(each.standing in (Standing.NEW, Standing.IDLE) for each in stuck)
        elif inside:
            guest = inside[pick % len(inside)]
            getattr(guest, act)()
            if act == "leave":
                inside.remove(guest)
        devices = [each.account.device for each in inside]
        assert accounts.count == len(inside) <= 12
        assert all(devices.count(device) <= 8 for device in devices)


def test_a_proxy_is_many_devices() -> None:
    accounts = Ledger(most=50, most_of_device=8, exempt="proxy")
    assert all(accounts.enter("proxy", lambda: None) for _ in range(50))
    assert sum(accounts.enter("other", lambda: None) is not None for _ in range(50)) == 50
    assert accounts.count == 50


def test_few_may_wait_without_asking_for_anything() -> None:
    gone: list[int] = []
    accounts = Ledger(most=4_000, most_of_device=500)
    for number in range(1_100):
        assert accounts.enter("hostile", lambda number=number: gone.append(number))  # type: ignore[misc]
    assert gone == list(range(1_000))
    assert accounts.enter("child", lambda: None)
    assert accounts.count == 101


async def answer(request: Request) -> PlainTextResponse:
    """Answer with what was sent."""
    return PlainTextResponse((await request.body()).decode() or "hello")


async def settle(socket: WebSocket) -> None:
    """Echo every message, after admitting the client for good."""
    await socket.accept()
    socket.scope["state"]["guest"].settle()
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            await socket.send_text(await socket.receive_text())


async def attend(socket: WebSocket) -> None:
    """Carry the messages of a room that does not exist."""

    async def find(code: str) -> Place:
        raise AssertionError(code)

    await converse(socket, m.read_message, find)


@contextlib.asynccontextmanager
async def served(most_of_device: int = 500) -> AsyncIterator[tuple[str, Ledger]]:
    """Run a server that answers, built with the connection limits of the real one; yield its address and ledger."""
    accounts = Ledger(100, most_of_device)
    sockets = [WebSocketRoute("/ws", settle), WebSocketRoute("/ws/{code}", attend)]
    app = Starlette(routes=[Route("/", answer, methods=["GET", "POST"]), *sockets])
    app.state.lines, app.state.misses = Lines(), Misses()
    place = take_place(0, lan=False)
    server = Announcing(Config(app, accounts, log_level="error", lifespan="off"), lambda: None, "")
    going = asyncio.create_task(server.serve(sockets=[place.listening]))
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        async with asyncio.timeout(SECONDS):
            yield place.here, accounts
    finally:
        server.should_exit = True
        await going


async def line(address: str, said: bytes = b"") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Open a connection and send something."""
    reader, writer = await asyncio.open_connection("127.0.0.1", int(address.rpartition(":")[2]))
    writer.write(said)
    return reader, writer


ASK = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
HALVES = [b"", b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ", ASK + b"GET / HT"]


@pytest.mark.parametrize("said", HALVES, ids=["nothing", "half a question", "a question and a half"])
async def test_who_does_not_finish_his_question_is_let_go(said: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "HEADER_SECONDS", 0.2)
    async with served() as (address, accounts):
        reader, writer = await line(address, said)
        heard = await reader.read()
        assert heard.count(b"200 OK") == said.count(b"\r\n\r\n")
        writer.close()
        while accounts.count:
            await asyncio.sleep(0.01)


async def test_the_oldest_that_ask_for_nothing_give_way_and_who_is_in_stays() -> None:
    async with (
        served(most_of_device=6) as (address, accounts),
        connect(address.replace("http", "ws") + "/ws") as settled,
    ):
        await settled.send("one")
        assert await settled.recv() == "one"
        idle = [await line(address) for _ in range(10)]
        reader, writer = await line(address, ASK)
        assert b"200 OK" in await reader.readline()
        assert await idle[0][0].read() == b""
        assert accounts.count <= 6
        await settled.send("two")
        assert await settled.recv() == "two"
        for _, each in [*idle, (reader, writer)]:
            each.close()


async def test_a_device_full_of_settled_lines_is_let_in_no_more() -> None:
    async with served(most_of_device=8) as (address, accounts):
        where = address.replace("http", "ws") + "/ws"
        settled = [await connect(where) for _ in range(8)]
        for each in settled:
            await each.send("hello")
            await each.recv()
        reader, writer = await line(address, ASK)
        with contextlib.suppress(ConnectionError):
            assert await reader.read() == b""
        writer.close()
        await settled[0].close()
        while accounts.count > 7:
            await asyncio.sleep(0.01)
        reader, writer = await line(address, ASK)
        assert b"200 OK" in await reader.readline()
        writer.close()
        for each in settled:
            await each.close()


async def test_who_says_no_hello_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hearing, "HELLO_SECONDS", 0.3)
    async with served() as (address, accounts):
        async with connect(address.replace("http", "ws") + "/ws/AAAA") as silent:
            await silent.send("x")
            assert "not understood" in str(await silent.recv())
            with pytest.raises(ConnectionClosed):
                await silent.recv()
        while accounts.count:
            await asyncio.sleep(0.01)


@pytest.mark.skipif(sys.platform == "win32", reason="no limit of files there")
def test_the_limit_of_files_is_raised_and_known() -> None:
    program = (
        "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({soft}, {hard}));"
        "from lalao.web.serving import most_connections; print(most_connections(), *resource.getrlimit(7))"
    )
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    for most, expected in ((1_024, 824), (300, 150)):
        if hard != resource.RLIM_INFINITY and hard < most:
            continue
        told = subprocess.check_output([sys.executable, "-c", program.format(soft=256, hard=most)], text=True)
        assert list(map(int, told.split())) == [expected, most, most]


# Each device's share


def test_where_threads_are_not_timed_the_process_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(time, "thread_time")
    assert runpy.run_path(clock.__file__)["thread_time"] is time.process_time


def burn(seconds: float = 0.02) -> None:
    """Use some processor time."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


async def burn_later() -> None:
    burn()


def test_tasks_threads_and_parsing_are_charged_to_the_device(monkeypatch: pytest.MonkeyPatch) -> None:
    spent: dict[str, float] = {}

    def spend(account: Account, seconds: float) -> None:
        spent[account.device] = spent.get(account.device, 0.0) + seconds

    async def work(device: str) -> int:
        ACCOUNT.set(accounts.account(device))
        burn()
        await asyncio.sleep(0.01)
        burn()
        if device == "thread":
            await asyncio.to_thread(burn)
        if device == "task":
            await asyncio.create_task(burn_later())
        if device == "error":
            raise KeyError
        return 7

    async def story() -> None:
        accounts.start(asyncio.get_running_loop())
        assert await asyncio.gather(*map(asyncio.create_task, map(work, ("plain", "thread", "task")))) == [7, 7, 7]
        with pytest.raises(KeyError):
            await asyncio.create_task(work("error"))
        waiting = asyncio.create_task(asyncio.sleep(60))
        await asyncio.sleep(0.01)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        line = Line(accounts, Protocol)
        line.connection_made(Transport())  # type: ignore[arg-type]
        line.buffer_updated(1)
        line = Line(accounts, SlowToOpen)
        line.connection_made(Transport("opened"))  # type: ignore[arg-type]
        line.connection_lost(None)
        line = Line(Ledger(most_of_device=0), Protocol)
        line.connection_made(Transport("let in no more"))  # type: ignore[arg-type]
        line = Line(accounts, Protocol)
        line.connection_made(Transport("proxy"))  # type: ignore[arg-type]
        line.buffer_updated(1)
        line.guest.speak_for(accounts.account("behind the proxy"))  # type: ignore[union-attr]
        line.buffer_updated(1)

    accounts = Ledger(exempt="proxy")
    monkeypatch.setattr(Account, "spend", spend)
    asyncio.run(story())
    least = {"plain": 0.04, "thread": 0.06, "task": 0.06, "error": 0.04, "parser": 0.02, "behind the proxy": 0.04}
    least |= {"opened": 0.04, "let in no more": lines.ACCEPTED_SECONDS}
    assert spent.keys() == least.keys()
    assert all(spent[device] >= seconds for device, seconds in least.items())


async def test_what_is_written_is_charged_to_the_device(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    charged: list[tuple[str, float]] = []
    monkeypatch.setattr(Account, "spend", lambda account, seconds: charged.append((account.device, seconds)))
    store.create("ABCD", ["one"])
    await write_line(store, "ABCD", 1, m.Sat(0, "t" * 20))
    ACCOUNT.set(Ledger().account("device"))
    await write_line(store, "ABCD", 2, m.Sat(1, "t" * 20))
    [(device, seconds)] = charged
    assert (device, seconds > 0) == ("device", True)


@pytest.mark.parametrize(
    ("path", "status"), [("/", 200), ("/static/main.js", 200), ("/static/nothing.js", 404), ("/api/games", 200)]
)
def test_no_answer_is_made_in_a_thread_that_is_charged_to_nobody(
    path: str, status: int, monkeypatch: pytest.MonkeyPatch, store: Store
) -> None:
    """Threads of AnyIO, which Starlette starts, are none of `ledger.Threads`."""
    monkeypatch.delattr("anyio.to_thread.run_sync")
    assert asyncio.run(ask(make_app(store), "GET", path)).status == status


@given(st.lists(st.tuples(st.floats(0, 5), st.floats(0, 2)), max_size=40))
def test_no_bucket_lets_more_through_than_its_rate_in_the_long_run(steps: list[tuple[float, float]]) -> None:
    buckets, now, had = Buckets(rate=0.5, size=1.0), 0.0, 0.0
    for pause, cost in steps:
        now += pause
        now += buckets.wait("one", now)
        assert buckets.wait("one", now) == pytest.approx(0, abs=1e-6)
        assert buckets.wait("another", now) == 0
        buckets.spend("one", cost, now)
        had += cost
        assert had <= 1.0 + 0.5 * now + 2 + 1e-6


async def test_a_device_over_its_credit_waits_and_is_refused_at_last(monkeypatch: pytest.MonkeyPatch) -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        await PlainTextResponse(scope["client"][0])(scope, receive, send)

    async def status(metered: Metered, device: str, answer: str = "") -> int:
        told: list[Any] = []

        async def send(message: Any) -> None:
            told.append(message)

        scope = {"type": "http", "client": (device, 1), "headers": [(b"accept-language", b"fr")], "method": "GET"}
        await metered(scope, None, send)  # type: ignore[arg-type]
        assert answer in told[1]["body"].decode()
        return int(told[0]["status"])

    accounts = Ledger()
    metered = Metered(app, accounts)
    assert await status(metered, "2001:db8::1:1", "2001:db8::") == 200
    monkeypatch.setattr(ledger, "MOST_WAIT", SECONDS)
    accounts.account("2001:db8::2").spend(0.25)
    begun = time.monotonic()
    assert await asyncio.gather(*(status(metered, f"2001:db8::{each}") for each in "34")) == [200, 200]
    assert time.monotonic() - begun > 0.2
    monkeypatch.setattr(ledger, "MOST_WAIT", 0.05)
    accounts.account("2001:db8::").spend(60)
    assert await status(metered, "2001:db8::5:5", "trop") == 429
    assert await status(metered, "2001:db8:0:1::5", "2001:db8:0:1::") == 200
    assert await status(metered, "::ffff:127.0.0.9", "127.0.0.9") == 200


async def test_connections_of_a_device_in_debt_are_not_read() -> None:
    async with served() as (address, accounts):
        reader, writer = await line(address)
        while not accounts.count:
            await asyncio.sleep(0.01)
        accounts.account("127.0.0.1").spend(0.4)
        begun = time.monotonic()
        writer.write(ASK)
        assert b"200 OK" in await reader.readline()
        assert time.monotonic() - begun > 0.3
        writer.close()


class Protocol:
    """A protocol that takes a while to parse."""

    app_state: dict[str, Any] = {}  # noqa: RUF012

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *_: None

    def data_received(self, _: bytes) -> None:
        """Parse."""
        burn()


class SlowToOpen(Protocol):
    """A protocol that takes a while to begin, and to end."""

    def connection_made(self, _: object) -> None:
        """Begin."""
        burn()

    def connection_lost(self, _: object) -> None:
        """End."""
        burn()


class Transport:
    """A transport that notes whether it is read."""

    def __init__(self, peer: str = "parser") -> None:
        self.peer, self.is_read = peer, True

    def get_extra_info(self, _: str) -> tuple[str, int]:
        """Return where the client is."""
        return (self.peer, 1)

    def is_closing(self) -> bool:
        """Stay open."""
        return False

    def pause_reading(self) -> None:
        """Note it."""
        self.is_read = False

    def resume_reading(self) -> None:
        """Note it."""
        self.is_read = True

    def abort(self) -> None:
        """Stay open."""


@given(st.lists(st.sampled_from(["reading", "writing"]), max_size=20))
async def test_a_client_that_does_not_read_is_not_read_either(acts: list[str]) -> None:
    """Each ping is answered, so that the answers would fill the memory; what else pauses reading goes on to do so."""
    transport, accounts = Transport(), Ledger()
    line = Line(accounts, Protocol)
    line.connection_made(transport)  # type: ignore[arg-type]
    paused: set[str] = set()
    for act in acts:
        getattr(line, f"{'resume' if act in paused else 'pause'}_{act}")()
        paused ^= {act}
        assert transport.is_read == (not paused)
    for act in paused:
        getattr(line, f"resume_{act}")()
    assert transport.is_read
    accounts.account("parser").spend(0.1)
    line.buffer_updated(1)
    assert not transport.is_read


# What is kept


def rooms(lobby: Lobby, count: int) -> list[str]:
    """Open some tables."""

    async def open_all() -> list[str]:
        return [(await lobby.open(m.Opening("fang-4", "here"), "device"))[0] for _ in range(count)]

    return asyncio.run(open_all())


def test_a_device_opens_so_many_tables_and_no_more(store: Store) -> None:
    lobby = Lobby(store, EnginePool())
    rooms(lobby, OPENINGS_AT_ONCE)
    with pytest.raises(BusyError, match="too many tables are being opened"):
        rooms(lobby, 5)
    assert asyncio.run(lobby.open(m.Opening("fang-4", "here"), "another"))


def test_tables_on_which_nothing_happens_are_erased_and_classes_never(tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path / 'x.sqlite'}")
    ages = {"PLAY": 300, "OLDD": 401, "OPEN": 401, "EMPT": 8, "NEWW": 6}
    store.create("CLSS", ["founded"], "CLSS")
    store.create("CLSR", ["opened"], "CLSS")
    for code, days in ages.items():
        store.day = KEEP_DAYS + 1 - days
        store.create(code, ["opened", "sat", "moved"] if code in ("PLAY", "OLDD", "OPEN") else ["opened", "sat"])
    with store.writing() as connection:
        connection.execute(update(schema.days).values(day=KEEP_DAYS))
    lobby = Lobby(store, EnginePool())
    lobby.tables["OPEN"] = RoomHost(lobby, "OPEN", Room([]))
    assert store.count() == 5
    assert asyncio.run(lobby.clean()) == 2
    assert {code for code in (*ages, "CLSS", "CLSR") if store.lines(code)} == {"PLAY", "OPEN", "NEWW", "CLSS", "CLSR"}
    lobby.keep_days = 0
    assert asyncio.run(lobby.clean()) == 0
    store.close()


@pytest.mark.parametrize("leap", [-3 * 365, 3 * 365])
def test_a_clock_that_leaps_erases_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leap: int) -> None:
    url, now = f"sqlite:///{tmp_path / 'x.sqlite'}", CLOCK.now()
    monkeypatch.setattr(CLOCK, "now", lambda: now + leap * 86_400)
    store = Store.open(url)
    assert asyncio.run(Lobby(store, EnginePool()).clean()) == 0
    store.create("PLAY", ["opened", "sat", "moved"])
    store.create("EMPT", ["opened", "sat"])
    store.close()
    for seconds in (0, leap, 2 * leap, 0):
        monkeypatch.setattr(CLOCK, "now", lambda seconds=seconds: now + seconds * 86_400)
        store = Store.open(url)
        assert asyncio.run(Lobby(store, EnginePool()).clean()) == 0
        assert store.taken(["PLAY", "EMPT"]) == {"PLAY", "EMPT"}
        store.close()


def test_a_room_and_its_lobby_have_one_clock(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> list[float]:
        lobby = Lobby(store, EnginePool())
        code, token = await lobby.open(m.Opening("fang-4", "here", seconds=60), "device")
        table = await lobby.table(code)
        await table.happen(table.room.seats_of(token), m.Move(0, "2"))
        before = CLOCK.elapsed()
        monkeypatch.setattr(CLOCK, "elapsed", lambda: before + 1_000)
        left = table.room.left(CLOCK.elapsed())
        await table._ring()
        table.close()
        assert table.room.phase == "over"
        return left or []

    assert 0.0 in asyncio.run(story())


def test_where_all_is_full_the_least_recently_played_give_way(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lalao.web.rooms.lobby.MOST_TABLES", 3)
    lobby = Lobby(store, EnginePool())
    codes = rooms(lobby, 6)
    assert store.count() == 3
    assert [bool(store.lines(code)) for code in codes] == [False] * 3 + [True] * 3
    store.append(codes[3], 1, "sat").result(10)
    store.append(codes[3], 2, "moved").result(10)
    rooms(lobby, 1)
    assert [bool(store.lines(code)) for code in codes[3:]] == [True, False, True]


def test_the_computer_asks_again_where_too_many_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lalao.web.rooms.lobby.RETRY_SECONDS", 0.01)
    answers: list[LalaoError | str] = [BusyError("wait"), BusyError("wait"), "move"]

    async def ask() -> str:
        answer = answers.pop(0)
        if isinstance(answer, LalaoError):
            raise answer
        return answer

    assert asyncio.run(patiently(ask)) == "move"
