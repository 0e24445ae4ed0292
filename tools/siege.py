"""Besiege a server with raw bytes while twenty people play, and print what their moves take.

``python tools/siege.py [ATTACK…] [--seconds 5] [--rounds 1] [--checkout OTHER]`` starts a server on this machine and
prints a row for each attack, from one and eight sockets: the median and the 99th percentile of moves that are begun
during it, beside those of the calm just before, the memory of the server, and the seconds after its end until no move
is slower than in the calm. Sockets ending in "/64" each come from another address of one IPv6 network.
``python tools/siege.py --cost OTHER`` prints the processor time of a move in this checkout and in another one.
Only 127.0.0.0/8 is attacked, and every attack ends by itself.
"""

import argparse
import asyncio
import base64
import contextlib
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from math import inf
from pathlib import Path
from statistics import median
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from websockets.asyncio.client import connect  # noqa: E402
from websockets.typing import Origin  # noqa: E402

from lalao.store import Store  # noqa: E402
from lalao.web.rooms import messages as m  # noqa: E402
from lalao.web.rooms.room import Room, open_room  # noqa: E402
from tools.crowd import Line, opened, quantile, resident_mb  # noqa: E402

PAIRS = 10
HONEST, HOSTILE, PROXY = "127.0.0.2", "127.0.0.66", "127.0.0.1"
"""Devices, all of them this machine."""
LONG, LONG_LINES = "LNGJ", 4_990
"""A room with a long journal."""
BLOCK = 65_536
PAUSE = 0.25
"""Seconds between two moves of a pair."""
WATCHED = 3.0
"""Seconds that are watched after an attack."""
TICK = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


# The attackers


@dataclass(frozen=True, slots=True)
class Socket:
    """One of the sockets of an attack."""

    address: str
    room: str
    device: str
    forwarded: str
    end: float

    async def dial(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a connection."""
        there = urlsplit(self.address)
        assert str(there.hostname).startswith("127.")
        return await asyncio.open_connection(there.hostname, there.port, local_addr=(self.device, 0))

    def head(self, line: str, *more: str) -> bytes:
        """Return the head of a request."""
        forwarded = [f"X-Forwarded-For: {self.forwarded}"] if self.forwarded else []
        lines = [f"{line} HTTP/1.1", f"Host: {urlsplit(self.address).netloc}", f"Origin: {self.address}"]
        return "\r\n".join([*lines, *forwarded, *more, "", ""]).encode()

    async def enter(self, code: str, hello: bool = True) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a WebSocket to a room, and say hello."""
        reader, writer = await self.dial()
        key = base64.b64encode(os.urandom(16)).decode()
        upgrade = "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}"
        writer.write(self.head(f"GET /ws/{code}", *upgrade))
        await reader.readuntil(b"\r\n\r\n")
        if hello:
            writer.write(frame(1, b'{"kind":"hello"}'))
        return reader, writer

    async def pour(self, lines: tuple[asyncio.StreamReader, asyncio.StreamWriter], block: bytes) -> None:
        """Send a block over and over, and drop what is answered."""
        reader, writer = lines
        dropping = asyncio.create_task(drop(reader))
        try:
            while time.monotonic() < self.end and not dropping.done():
                writer.write(block)
                await writer.drain()
        finally:
            dropping.cancel()
            writer.transport.abort()


def frame(opcode: int, data: bytes) -> bytes:
    """Return a frame of a WebSocket as a browser sends it, masked with zeros."""
    return bytes([0x80 | opcode, 0x80 | len(data), 0, 0, 0, 0]) + data


async def drop(reader: asyncio.StreamReader) -> None:
    """Read until the end."""
    while await reader.read(BLOCK):
        pass


async def pings(socket: Socket) -> None:
    """Send empty pings in a room."""
    await socket.pour(await socket.enter(socket.room), frame(9, b"") * (BLOCK // 6))


async def early(socket: Socket) -> None:
    """Send empty pings before hello."""
    await socket.pour(await socket.enter(socket.room, hello=False), frame(9, b"") * (BLOCK // 6))


async def noise(socket: Socket) -> None:
    """Send messages of one letter, which are refused."""
    await socket.pour(await socket.enter(socket.room), frame(1, b"x") * (BLOCK // 7))


async def chunks(socket: Socket) -> None:
    """Send the body of a GET in chunks of one byte."""
    reader, writer = await socket.dial()
    writer.write(socket.head("GET /", "Transfer-Encoding: chunked"))
    await socket.pour((reader, writer), b"1\r\nx\r\n" * (BLOCK // 6))


async def lookups(socket: Socket) -> None:
    """Look up codes, many requests in one block."""
    codes = ("".join(random.choices("ABCDEFGHJK", k=4)) for _ in range(100))
    await socket.pour(await socket.dial(), b"".join(socket.head(f"GET /api/codes/{code}") for code in codes))


async def visits(socket: Socket) -> None:
    """Visit the room with the long journal, again and again."""
    await come_and_go(socket, LONG, 2)


async def joins(socket: Socket) -> None:
    """Enter a room and leave it."""
    await come_and_go(socket, socket.room, 2)


async def strays(socket: Socket) -> None:
    """Say hello at codes that open nothing."""
    await come_and_go(socket, "ZZZZ", 1)


async def come_and_go(socket: Socket, code: str, answers: int) -> None:
    """Enter a room, wait for some bytes of an answer, and leave."""
    reader, writer = await socket.enter(code)
    try:
        for _ in range(answers):
            await reader.read(BLOCK)
    finally:
        writer.transport.abort()


ATTACKS: dict[str, Callable[[Socket], Awaitable[None]]] = {
    each.__name__: each for each in (pings, early, noise, chunks, lookups, visits, joins, strays)
}


async def attack(name: str, address: str, room: str, sockets: int, network: bool, seconds: float) -> None:
    """Attack from some sockets, each opened again where it is closed, until the time is over."""
    end = time.monotonic() + seconds

    async def one(number: int) -> None:
        forwarded = f"2001:db8:0:1::{number + 1:x}" if network else ""
        socket = Socket(address, room, PROXY if network else HOSTILE, forwarded, end)
        while time.monotonic() < end:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError, TimeoutError):
                async with asyncio.timeout(max(0.01, end - time.monotonic())):
                    await ATTACKS[name](socket)
            await asyncio.sleep(0.005)

    print("attacking", flush=True)
    await asyncio.gather(*(one(number) for number in range(sockets)))


# The honest


@dataclass
class Players:
    """Twenty people who play in pairs, and when each move began and how many seconds it took."""

    address: str
    pause: float = PAUSE
    over: bool = False

    def __post_init__(self) -> None:
        self.moves: list[tuple[float, float]] = []

    async def pair(self, seat: int) -> None:
        """Play game after game."""
        rng = random.Random(seat)
        code, token = await asyncio.to_thread(lambda: opened(self.address, HONEST, game="fang", mode="apart"))
        where, origin = f"{self.address.replace('http', 'ws')}/ws/{code}", Origin(self.address)
        doors = (connect(where, origin=origin, local_addr=(HONEST, 0), open_timeout=60) for _ in range(2))
        async with next(doors) as first, next(doors) as second:
            one, two = Line(first), Line(second)
            await one.say(kind="hello", token=token)
            await two.say(kind="hello")
            await two.say(kind="sit")
            shown, _ = await asyncio.gather(one.state(-1), two.state(-1))
            while not self.over:
                await asyncio.sleep(self.pause * rng.uniform(0.5, 1.5))
                turn, over = shown["turn"], shown["phase"] == "over"
                move = {"kind": "again"} if over else {"kind": "move", "move": rng.choice(shown["paths"])["text"]}
                begun = time.monotonic()
                await (one, two)[shown["active"] or 0].say(turn=turn, **move)
                async with asyncio.timeout(60):
                    shown, _ = await asyncio.gather(one.state(turn), two.state(turn))
                self.moves.append((begun, time.monotonic() - begun))

    def between(self, begin: float, end: float) -> list[float]:
        """Return what the moves took that began in a time."""
        return [seconds for begun, seconds in self.moves if begin <= begun < end]


@asynccontextmanager
async def playing(address: str, pause: float = PAUSE) -> AsyncIterator[Players]:
    """Let people play; the first moves are not counted."""
    players = Players(address, pause)
    async with asyncio.TaskGroup() as group:
        for seat in range(PAIRS):
            group.create_task(players.pair(seat))
        while len(players.moves) < 4 * PAIRS:
            await asyncio.sleep(0.1)
        yield players
        players.over = True


@dataclass(frozen=True, slots=True)
class Siege:
    """Milliseconds that moves took in the calm before an attack and during it, memory, and seconds to recover."""

    calm_p50: float
    p50: float
    calm_p99: float
    p99: float
    memory_mb: float
    recovery: float


async def besiege(
    players: Players, process: int, asked: tuple[str, ...], seconds: float, watch: float = WATCHED
) -> Siege:
    """Measure the calm, an attack, and the time after it."""
    begin = time.monotonic()
    await asyncio.sleep(seconds)
    calm = players.between(begin, time.monotonic()) or [inf]
    command = [sys.executable, __file__, "--attack", players.address, *asked, str(seconds)]
    hostile = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    try:
        assert hostile.stdout
        await hostile.stdout.readline()
        begin = time.monotonic()
        await asyncio.sleep(seconds)
        end, memory = time.monotonic(), resident_mb(process) or 0.0
        async with asyncio.timeout(30):
            await hostile.wait()
    finally:
        if hostile.returncode is None:
            hostile.kill()
    await asyncio.sleep(watch)
    for _ in range(600):
        if players.between(end, time.monotonic()):
            break
        await asyncio.sleep(0.1)
    hit = players.between(begin, end) or [time.monotonic() - begin]
    after = sorted((begun + took - end, took) for begun, took in players.moves if begun + took > end)
    late = [at for (at, _), *few in windows(after) if median([took for _, took in few]) > 3 * median(calm)]
    p50, p99 = ([quantile(waits, q) for waits in (calm, hit)] for q in (0.5, 0.99))
    return Siege(p50[0], p50[1], p99[0], p99[1], memory, max(late, default=0.0))


def windows(moves: list[tuple[float, float]], size: int = 9) -> list[list[tuple[float, float]]]:
    """Return the first move and the next `size` moves, from each move on."""
    return [moves[start : start + size + 1] for start in range(max(1, len(moves) - size))]


# Servers


@contextmanager
def serving(checkout: Path = ROOT) -> Iterator[tuple[str, int]]:
    """Run the server of a checkout, with the room of the long journal; yield its address and process number."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        database = f"sqlite:///{Path(folder) / 'siege.sqlite'}"
        store = Store.open(database)
        store.create(LONG, long_journal())
        store.close()
        command = [sys.executable, "-m", "lalao", "serve", "--port", "0", "--lang", "en", "--database", database]
        quiet = {"PYTHONPATH": str(checkout / "src"), "NUMBA_CACHE_DIR": folder} if checkout != ROOT else {}
        process = subprocess.Popen(
            [*command, "--proxy", PROXY],
            stdout=subprocess.PIPE,
            text=True,
            cwd=folder,
            env=os.environ | {"PYTHONPATH": str(checkout / "src")} | quiet,
        )
        assert process.stdout
        try:
            yield "http" + process.stdout.readline().strip().split("http")[1], process.pid
        finally:
            process.terminate()
            process.communicate()


def long_journal() -> list[str]:
    """Return the journal of a room where moves are played and taken back for ever."""
    opening, rng = open_room(m.Opening("fanorona", "here"), "t" * 20), random.Random(1)
    room, lines = Room([opening]), [m.write_entry(opening)]
    seats = room.seats_of("t" * 20)
    while len(lines) < LONG_LINES:
        message: m.Message
        if room.phase == "over":
            message = m.Again(room.turn)
        elif len(room.played) > 12:
            message = m.Undo(room.turn)
        else:
            message = m.Move(room.turn, str(rng.choice([*room.position.legal_moves()])))
        entry = room.decide(seats, message, 0)
        room.apply(entry, 0)
        lines.append(m.write_entry(entry))
    return lines


async def sieges(names: list[str], seconds: float, rounds: int, checkout: Path) -> None:
    """Print the table; of several rounds the one with the lowest p99 counts, since a busy machine only adds."""
    columns = ("attack", "sockets", "calm p50", "p50", "calm p99", "p99 ms", "memory MB", "recovery s")
    print("".join(f"{each:>11}" for each in columns), flush=True)
    with serving(checkout) as (address, process):
        async with playing(address) as players:
            room, _ = await asyncio.to_thread(lambda: opened(address, HONEST, game="fang", mode="here"))
            for name in names:
                for sockets, network in ((1, False), (8, False), (8, True)):
                    asked = name, room, str(sockets), str(network)
                    told = [await besiege(players, process, asked, seconds) for _ in range(rounds)]
                    best = min(told, key=lambda each: each.p99)
                    times = f"{best.calm_p50:11.1f}{best.p50:11.1f}{best.calm_p99:11.1f}{best.p99:11.1f}"
                    where = f"{sockets}{'/64' if network else ''}"
                    print(f"{name:>11}{where:>11}{times}{best.memory_mb:11.0f}{best.recovery:11.1f}", flush=True)


def seconds_of(process: int) -> float:
    """Return the processor time of a process so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICK


async def costs(other: Path, rounds: int, seconds: float) -> None:
    """Print the processor time of a move in this checkout and another, whose servers take turns."""
    found: dict[Path, list[float]] = {ROOT: [], other: []}
    with serving() as here, serving(other) as there:
        await asyncio.sleep(10)  # what servers do once, in the background
        for _ in range(rounds):
            for checkout, (address, process) in ((ROOT, here), (other, there)):
                async with playing(address, PAUSE / 5) as players:
                    begun, moves = seconds_of(process), len(players.moves)
                    await asyncio.sleep(seconds)
                    found[checkout].append(1000 * (seconds_of(process) - begun) / (len(players.moves) - moves))
    mine, others = (median(found[each]) for each in (ROOT, other))
    print(
        f"processor time of a move: {mine:.2f} ms here, {others:.2f} ms in {other}, {mine / others:.2f} times as much"
    )
    print(f"each round: {[round(each, 2) for each in found[ROOT]]} {[round(each, 2) for each in found[other]]}")


def main() -> None:
    """Besiege a server, or compare the cost of moves."""
    if sys.argv[1:2] == ["--attack"]:
        address, name, room, sockets, network, seconds = sys.argv[2:]
        asyncio.run(attack(name, address, room, int(sockets), network == "True", float(seconds)))
        return
    parser = argparse.ArgumentParser(description="Besiege a server while twenty people play.")
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help=f"{', '.join(ATTACKS)} (all)")
    parser.add_argument("--seconds", type=float, default=5.0, help="of the calm and of each attack (5)")
    parser.add_argument("--rounds", type=int, default=1, help="of which the best counts (1)")
    parser.add_argument("--checkout", type=Path, default=ROOT, help="whose server is besieged (this one)")
    parser.add_argument("--cost", type=Path, metavar="OTHER", help="compare the processor time of moves with OTHER")
    told = parser.parse_args()
    unknown = [name for name in told.attacks if name not in ATTACKS]
    if unknown:
        parser.error(f"'{unknown[0]}' is no attack: choose from {', '.join(ATTACKS)}")
    if told.cost:
        asyncio.run(costs(told.cost.resolve(), max(told.rounds, 3), told.seconds))
    else:
        asyncio.run(sieges(told.attacks or [*ATTACKS], told.seconds, told.rounds, told.checkout.resolve()))


if __name__ == "__main__":
    main()
