"""Measure the server's speed: start one, and let a crowd of players move once a second."""

import asyncio
import gzip
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import urlopen

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from lalao.engine.levels import strongest
from lalao.games.registry import game
from lalao.web.shipped import STATIC

PLAYERS = 200
SECONDS = 15.0
DEVICES = 20 if sys.platform == "linux" else 1
"""Addresses of this machine from which tables are opened, since each may open some only."""
TICK = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
PAGES = ("/", "/static/main.js", "/static/lalao.css", "/static/board.css", "/api/words/fr")


@dataclass(frozen=True, slots=True)
class Crowd:
    """The measurements: number of moves, milliseconds from sending a move to both players having it, server memory."""

    players: int
    moves: int
    p50_ms: float
    p99_ms: float
    server_mb: float | None
    first_page_ms: float
    reply_fang_ms: float
    reply_fafy_ms: float
    scripts_kb: float

    def as_dict(self) -> dict[str, float | None]:
        """Return the measurements as plain JSON."""
        return asdict(self)


def measure(players: int = PLAYERS, seconds: float = SECONDS) -> Crowd:
    """Start a server, measure it, stop it."""
    with serving() as (address, process):
        begun = time.perf_counter()
        for page in PAGES:
            urlopen(address + page).read()
        first_page = time.perf_counter() - begun
        fang, fafy = (asyncio.run(reply(address, name)) for name in ("fang", "fafy"))
        waits = asyncio.run(crowd(address, players, seconds))
        memory = resident_mb(process)
    return Crowd(
        players=players,
        moves=len(waits),
        p50_ms=quantile(waits, 0.5),
        p99_ms=quantile(waits, 0.99),
        server_mb=memory,
        first_page_ms=1000 * first_page,
        reply_fang_ms=fang,
        reply_fafy_ms=fafy,
        scripts_kb=sum(len(gzip.compress(script.read_bytes())) for script in STATIC.rglob("*.js")) / 1000,
    )


@contextmanager
def serving() -> Iterator[tuple[str, int]]:
    """Run a server on a temporary folder; yield its address and process number."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        database = f"sqlite:///{Path(folder) / 'bench.sqlite'}"
        command = [sys.executable, "-m", "lalao", "serve", "--port", "0", "--lang", "en", "--database", database]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout
        try:
            yield "http" + process.stdout.readline().strip().split("http")[1], process.pid
        finally:
            process.terminate()
            process.communicate()


def resident_mb(process: int) -> float | None:
    """Return the resident memory of a process in MB, or None where the system does not say."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return None
    return int(status.split("VmRSS:")[1].split()[0]) / 1000


def seconds_of(process: int) -> float:
    """Return the processor time of a process so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def quantile(waits: list[float], share: float) -> float:
    """Return a quantile of times in seconds, in milliseconds."""
    return 1000 * sorted(waits)[min(int(len(waits) * share), len(waits) - 1)]


def opened(address: str, device: str = "127.0.0.1", **asked: str) -> tuple[str, str]:
    """Open a table from a device's address; return its code and the token of the first seat."""
    line = HTTPConnection(urlsplit(address).netloc, source_address=(device, 0))
    try:
        line.request("POST", "/api/matches", json.dumps(asked))
        answer = line.getresponse()
        found = json.load(answer)
    finally:
        line.close()
    assert answer.status == HTTPStatus.CREATED, found
    return found["code"], found["token"]


def renewed(old: Any, change: Any) -> Any:
    """Return a part, as read from JSON, with a change made by `within` applied to it."""
    if isinstance(change, list):
        return change[0]
    if isinstance(old, list):
        return [
            renewed(part, change[str(number)]) if str(number) in change else part for number, part in enumerate(old)
        ]
    return old | {name: renewed(old[name], part) for name, part in change.items()}


class Follower:
    """A client that keeps the whole state of a room from the changes it receives."""

    def __init__(self) -> None:
        """Start without a state."""
        self.state: dict[str, Any] = {}

    def hear(self, message: dict[str, Any]) -> dict[str, Any]:
        """Take a decoded message; return it, or the whole new state where it tells only what has changed."""
        if message["kind"] == "changed":
            fields = message["fields"]
            whole = {name: self.state[name][:kept] + fields[name] for name, kept in message["kept"].items()}
            inside = {name: renewed(self.state[name], change) for name, change in message["inside"].items()}
            message = self.state | fields | whole | inside
        if message["kind"] == "state":
            self.state = message
        return message


class Line:
    """A WebSocket to a room, with the state received so far."""

    def __init__(self, socket: ClientConnection) -> None:
        """Wrap a socket on which nothing has been received."""
        self.socket = socket
        self.follower = Follower()

    async def say(self, **said: object) -> None:
        """Send a message."""
        await self.socket.send(json.dumps(said))

    async def state(self, since: int) -> Any:
        """Wait for a state after turn `since` in which everybody is present."""
        while True:
            heard = self.follower.hear(json.loads(await self.socket.recv()))
            assert heard["kind"] != "refused", heard
            if heard["kind"] == "state" and heard["turn"] > since and heard["free_seat"] is None:
                return heard


async def crowd(address: str, players: int, seconds: float) -> list[float]:
    """Let players play in pairs, each moving once a second; return the seconds that each move took."""
    waits: list[float] = []
    seated = asyncio.Barrier(players // 2)
    pairs = (pair(address, seat, seated, seconds, waits) for seat in range(players // 2))
    await asyncio.gather(*pairs)
    return waits


async def pair(address: str, seat: int, seated: asyncio.Barrier, seconds: float, waits: list[float]) -> None:
    """Play game after game at one table once every pair is seated."""
    rng, device = random.Random(seat), f"127.0.0.{1 + seat % DEVICES}"
    code, token = await asyncio.to_thread(lambda: opened(address, device, game="fang", mode="apart"))
    where, origin = f"{address.replace('http', 'ws')}/ws/{code}", Origin(address)
    async with connect(where, origin=origin) as first, connect(where, origin=origin) as second:
        one, two = Line(first), Line(second)
        await one.say(kind="hello", token=token)
        await two.say(kind="hello")
        await two.say(kind="sit")
        shown, _ = await asyncio.gather(one.state(-1), two.state(-1))
        await seated.wait()
        end = time.monotonic() + seconds
        await asyncio.sleep(rng.random())
        due = time.monotonic()
        while time.monotonic() < end:
            turn, over = shown["turn"], shown["phase"] == "over"
            move = {"kind": "again"} if over else {"kind": "move", "move": rng.choice(shown["paths"])["text"]}
            begun = time.perf_counter()
            await (one, two)[shown["active"] or 0].say(turn=turn, **move)
            shown, _ = await asyncio.gather(one.state(turn), two.state(turn))
            waits.append(time.perf_counter() - begun)
            due += 0.5
            await asyncio.sleep(max(0.0, due - time.monotonic()))


async def reply(address: str, name: str, games: int = 6) -> float:
    """Return the median wait for the computer's answer, in milliseconds, after a warm-up."""
    waits: list[float] = []
    for _ in range(games):
        code, token = opened(address, game=name, mode="alone", level=strongest(game(name)))
        async with connect(f"{address.replace('http', 'ws')}/ws/{code}", origin=Origin(address)) as socket:
            line = Line(socket)
            await line.say(kind="hello", token=token)
            shown = await line.state(-1)
            while shown["phase"] == "play":
                begun = time.perf_counter()
                await line.say(kind="move", turn=shown["turn"], move=shown["paths"][0]["text"])
                shown = await line.state(shown["turn"])
                if shown["phase"] == "play":
                    shown = await line.state(shown["turn"])
                    waits.append(time.perf_counter() - begun)
    return quantile(waits, 0.5)
