"""Three servers on one PostgreSQL, of which one dies or hangs, or the database starts anew, while rooms are played in.

Each room is played in without a pause; its player goes to the next server where one is silent, and sends again what was
not acknowledged. Afterwards the journals hold what was acknowledged, once, and nothing besides but what was sent.
"""

import asyncio
import json
import os
import signal
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from tools.crowd import Follower, quantile
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Origin

from lalao.store import Store
from lalao.web.rooms import messages as m
from tests.patience import SECONDS, TRIES, often
from tests.playing import open_match
from tests.serving import Server
from tests.several import Several

ROOMS = 12
PAUSE = 0.05
"""Seconds between two moves in a room."""
SILENT = 0.5
"""Seconds without an answer after which a player goes to another server, twice as many each time until one answers."""
MOST_PATIENT = 8.0
REFUSED = 0.25
"""Seconds after a refusal before the next try."""
CALM = 1.0
"""Seconds of play before something fails, and after it is back."""
AWAY = 3.0
"""Seconds for which no room may be away."""
UNHARMED = 1.5
"""Seconds that a move in a room of another server may take, but for one in a hundred."""
LOST = (ConnectionClosed, InvalidHandshake, EOFError, OSError, TimeoutError)
pytestmark = pytest.mark.slow


class Line:
    """A connection to a room through one server."""

    def __init__(self, server: Server, code: str, token: str, name: str = "", patience: float | None = None) -> None:
        self.server, self.code, self.patience, self.follower = server, code, patience, Follower()
        self.hello = {"kind": "hello", "token": token, "language": "en", "name": "", "line": name}

    async def __aenter__(self) -> "Line":
        where = f"{self.server.address.replace('http', 'ws')}/ws/{self.code}"
        async with asyncio.timeout(self.patience):
            self.socket = await connect(where, origin=Origin(self.server.address), ping_interval=None)
        await self.say(self.hello)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.socket.transport.abort()  # a server that hangs would not answer a farewell

    async def say(self, message: dict[str, Any]) -> None:
        await self.socket.send(json.dumps(message))

    async def hear(self) -> dict[str, Any]:
        async with asyncio.timeout(self.patience):
            return self.follower.hear(json.loads(await self.socket.recv()))


class Player:
    """Plays both sides in a room of its own."""

    def __init__(self, servers: list[Server], at: int) -> None:
        self.servers, self.at = servers, at
        self.code, self.token = open_match(servers[at].address, game="fang", mode="here")
        self.turn, self.number, self.patience = 0, 0, SILENT
        self.waiting: dict[str, Any] = {}
        """The message that is not acknowledged, and when it was first sent."""
        self.since = 0.0
        self.sent: dict[int, set[str]] = defaultdict(set)
        self.acknowledged: dict[int, str] = {}
        self.answers: list[tuple[float, float]] = [(time.monotonic(), 0.0)]
        """When each move was acknowledged, and the seconds that it took."""

    async def play(self) -> None:
        """Play until cancelled."""
        while True:
            try:
                async with Line(self.servers[self.at], self.code, self.token, self.code, self.patience) as line:
                    while not line.follower.state:
                        if (await line.hear())["kind"] == "refused":
                            await asyncio.sleep(REFUSED)
                            raise ConnectionRefusedError
                    while True:
                        await self.move(line)
                        await asyncio.sleep(PAUSE)
            except TimeoutError:
                self.patience = min(2 * self.patience, MOST_PATIENT)
            except LOST:
                pass
            self.at = (self.at + 1) % len(self.servers)

    async def move(self, line: Line) -> None:
        """Make a move, or send again what was not acknowledged; a refusal, as where the database is gone, is none."""
        state = line.follower.state
        assert self.turn <= state["turn"] <= self.turn + 1, f"{self.code} was at {self.turn}, is at {state['turn']}"
        if not self.waiting:
            self.turn, self.number, self.since = state["turn"], self.number + 1, time.monotonic()
            what = {"kind": "move", "move": state["paths"][0]["text"]} if state["paths"] else {"kind": "again"}
            self.waiting = what | {"turn": self.turn, "id": self.number}
        move = self.waiting.get("move", "again")
        self.sent[self.turn].add(move)
        await line.say(self.waiting)
        while (await line.hear()).get("id") != self.number:
            pass
        self.waiting = {}
        if line.follower.state["turn"] == self.turn:
            await asyncio.sleep(REFUSED)
        else:
            self.acknowledged[self.turn] = move
            self.patience = line.patience = SILENT
            self.answers.append((time.monotonic(), time.monotonic() - self.since))

    def away(self, begun: float) -> float:
        """Return the longest time without a move since `begun`."""
        times = [begun, *(at for at, _ in self.answers if at > begun), time.monotonic()]
        return max(two - one for one, two in pairwise(times))

    def check(self, lines: list[str]) -> None:
        """Compare the journal with what was sent and acknowledged."""
        entries = [m.read_entry(line) for line in lines[1:]]
        moves = [entry.move if isinstance(entry, m.Moved) else "again" for entry in entries]
        assert self.acknowledged == {turn: moves[turn] for turn in self.acknowledged}, "lost or changed"
        assert all(move in self.sent[turn] for turn, move in enumerate(moves)), "doubled, or never sent"
        assert len(moves) <= self.turn + 1


class Watcher:
    """Looks at a room through one server and never leaves it, whatever it is silent about."""

    def __init__(self, server: Server, code: str) -> None:
        self.server, self.code, self.turn = server, code, -1

    def has_seen(self, turn: int) -> bool:
        return self.turn >= turn

    async def watch(self) -> None:
        """Watch until cancelled."""
        while True:
            with suppress(*LOST):
                async with Line(self.server, self.code, "") as line:
                    while True:
                        self.turn = max(self.turn, (await line.hear()).get("turn", -1))
            await asyncio.sleep(0.1)


@dataclass(frozen=True)
class Figures:
    """The seconds that a room was away at most, and in which 99 of 100 moves in rooms of other servers were made."""

    away: float
    others: float


class Outages:
    """The servers and their database, and what can happen to them."""

    def __init__(self, servers: list[Server], url: str, postgres: Any) -> None:
        self.servers, self.url, self.postgres = servers, url, postgres

    @asynccontextmanager
    async def killed(self, server: Server) -> AsyncIterator[None]:
        await asyncio.to_thread(server.kill)
        yield
        await asyncio.to_thread(server.start)

    @asynccontextmanager
    async def hanging(self, server: Server) -> AsyncIterator[None]:
        assert server.process
        os.killpg(server.process.pid, signal.SIGSTOP)
        try:
            yield
            await asyncio.sleep(often(0, 27))
        finally:
            os.killpg(server.process.pid, signal.SIGCONT)

    @asynccontextmanager
    async def without_database(self, _: Server) -> AsyncIterator[None]:
        """Stop the database without time to put anything away, and start it again; that is not the servers' time."""
        os.kill(self.postgres.get_pid(), signal.SIGQUIT)
        await until((Path(self.postgres.pgdata) / "postmaster.pid").exists, False)
        await asyncio.to_thread(self.postgres.ensure_postgres_running)
        yield

    async def outage(self, number: int) -> Figures:
        """Let something fail while rooms are played in; return the figures."""
        fail = (self.killed, self.hanging, self.without_database)[number % 3]
        struck = number // 3 % len(self.servers)
        players = [Player(self.servers, each % len(self.servers)) for each in range(ROOMS)]
        watchers = [Watcher(self.servers[(each.at + 1) % 3], each.code) for each in players[:3]]
        tasks = [asyncio.create_task(each.play()) for each in players]
        tasks += [asyncio.create_task(each.watch()) for each in watchers]
        await asyncio.sleep(CALM)
        others = [each for each in players if each.at != struck]
        async with fail(self.servers[struck]):
            begun = time.monotonic()
            await asyncio.sleep(AWAY)
            away = max(each.away(begun) for each in players)
            seconds = [took for each in others for at, took in each.answers if at > begun]
        await asyncio.sleep(CALM)
        for player, watcher in zip(players, watchers, strict=False):
            await until(partial(watcher.has_seen, player.turn))
        for task in tasks:
            assert not task.done(), task.result()
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        store = Store.open(self.url)
        for player in players:
            player.check(store.lines(player.code) or [])
        store.close()
        return Figures(away, 0.0 if fail == self.without_database else quantile(seconds, 0.99) / 1000)


async def until(is_so: Callable[[], bool], wanted: bool = True) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(SECONDS):
        while is_so() != wanted:
            await asyncio.sleep(0.02)


def test_nothing_is_lost_and_no_room_is_away_for_long(tmp_path: Path, postgres: str, postgres_server: Any) -> None:
    """A busy machine adds to the times: an outage that takes too long is tried again."""
    with Several(tmp_path, postgres, 3) as several:
        outages = Outages(several.servers, postgres, postgres_server)
        for number in range(often(3, 20)):
            for _ in range(TRIES):
                figures = asyncio.run(outages.outage(number))
                print(number, figures)
                if figures.away < AWAY and figures.others < UNHARMED:
                    break
            else:
                pytest.fail(f"a room is away for {figures.away:.1f} s, others take {figures.others:.2f} s")
