"""Besiege a server with raw bytes while twenty people play, and print what their moves take.

``python tools/siege.py [ATTACK…] [--seconds 5] [--rounds 1]`` starts a server on this machine and prints a row for each
attack, from one and eight sockets: the median and the 99th percentile of moves that are begun during it, beside those
of the calm just before, the memory of the server, the seconds after its end until no move is slower than in the calm,
and the processor time of a move in the calm. Sockets ending in "/64" each come from another address of one network.
``python tools/siege.py [ATTACK…] --checkout OTHER`` besieges a server of another checkout and one of this in turns,
three rounds unless told otherwise, and prints before, after and their ratio for each attack.
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
from itertools import product
from math import inf
from pathlib import Path
from statistics import median
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from tests.playing import post  # noqa: E402
from websockets.asyncio.client import connect  # noqa: E402
from websockets.typing import Origin  # noqa: E402

from lalao.web.rooms import messages as m  # noqa: E402
from lalao.web.rooms.room import Room, open_room  # noqa: E402
from tools.crowd import Line, opened, quantile, resident_mb, seconds_of  # noqa: E402

PAIRS = 10
HONEST, HOSTILE, PROXY = "127.0.0.2", "127.0.0.66", "127.0.0.1"
"""Devices, all of them this machine."""
TEACHER = "246810"
GUESTS = 60
"""Guests of one attacker's socket in a class at once."""
LONG, LONG_LINES = "LNGJ", 4_990
"""A room with a long journal."""
BLOCK = 65_536
PAUSE = 0.25
"""Seconds between two moves of a pair."""
WATCHED = 3.0
"""Seconds that are watched after an attack."""
WARM_UP = 10.0
"""Seconds for what servers do once, in the background."""
KEEP = """
import sys
from lalao.store import Store
store = Store.open(sys.argv[1])
store.create(sys.argv[2], sys.stdin.read().split(chr(10)))
store.close()
"""
"""Keeps a journal in a database of the form that a checkout reads."""


# The attackers


@dataclass(frozen=True, slots=True)
class Socket:
    """One of the sockets of an attack, with the codes of a room and of a class that are open to it."""

    address: str
    room: str
    lesson: str
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


async def guests(socket: Socket) -> None:
    """Fill a class with guests, who leave it together."""
    inside: list[asyncio.StreamWriter] = []
    try:
        for _ in range(GUESTS):
            reader, writer = await socket.enter(f"class/{socket.lesson}")
            inside.append(writer)
            await reader.read(BLOCK)
    finally:
        for writer in inside:
            writer.transport.abort()


async def pupils(socket: Socket) -> None:
    """Join a class under a name that nobody has, and leave."""
    name = "".join(random.choices("abcdefghij", k=8))
    reader, writer = await socket.enter(f"class/{socket.lesson}")
    try:
        await reader.read(BLOCK)
        writer.write(frame(1, f'{{"kind":"join","name":"{name}"}}'.encode()))
        await reader.read(BLOCK)
    finally:
        writer.transport.abort()


async def files(socket: Socket) -> None:
    """Ask for a script, many requests in one block."""
    await socket.pour(await socket.dial(), socket.head("GET /static/main.js") * 100)


async def dials(socket: Socket) -> None:
    """Connect and hang up."""
    _, writer = await socket.dial()
    writer.transport.abort()


async def come_and_go(socket: Socket, code: str, answers: int) -> None:
    """Enter a room, wait for some bytes of an answer, and leave."""
    reader, writer = await socket.enter(code)
    try:
        for _ in range(answers):
            await reader.read(BLOCK)
    finally:
        writer.transport.abort()


ATTACKS: dict[str, Callable[[Socket], Awaitable[None]]] = {
    each.__name__: each
    for each in (pings, early, noise, chunks, lookups, visits, joins, strays, guests, pupils, files, dials)
}


async def attack(name: str, address: str, room: str, lesson: str, sockets: int, network: bool, seconds: float) -> None:
    """Attack from some sockets, each opened again where it is closed, until the time is over."""
    end = time.monotonic() + seconds

    async def one(number: int) -> None:
        forwarded = f"2001:db8:0:1::{number + 1:x}" if network else ""
        socket = Socket(address, room, lesson, PROXY if network else HOSTILE, forwarded, end)
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
    cpu: float
    """Milliseconds of processor that the server took for a move in the calm."""


async def besiege(
    players: Players, process: int, asked: tuple[str, ...], seconds: float, watch: float = WATCHED
) -> Siege:
    """Measure the calm, an attack, and the time after it."""
    begin, spent = time.monotonic(), seconds_of(process)
    await asyncio.sleep(seconds)
    calm = players.between(begin, time.monotonic()) or [inf]
    cpu = 1000 * (seconds_of(process) - spent) / len(calm) if calm[0] < inf else inf
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
    late = [at for (at, _), *few in windows(after) if few and median([took for _, took in few]) > 3 * median(calm)]
    p50, p99 = ([quantile(waits, q) for waits in (calm, hit)] for q in (0.5, 0.99))
    return Siege(p50[0], p50[1], p99[0], p99[1], memory, max(late, default=0.0), cpu)


def windows(moves: list[tuple[float, float]], size: int = 9) -> list[list[tuple[float, float]]]:
    """Return the first move and the next `size` moves, from each move on."""
    return [moves[start : start + size + 1] for start in range(max(1, len(moves) - size))]


# Servers


@contextmanager
def serving(checkout: Path = ROOT) -> Iterator[tuple[str, int]]:
    """Run the server of a checkout, with the room of the long journal; yield its address and process number."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        database = f"sqlite:///{Path(folder) / 'siege.sqlite'}"
        environment = os.environ | {"PYTHONPATH": str(checkout / "src")}
        if checkout != ROOT:
            environment["NUMBA_CACHE_DIR"] = folder
        keep = [sys.executable, "-c", KEEP, database, LONG]
        subprocess.run(keep, input="\n".join(long_journal()), text=True, check=True, cwd=folder, env=environment)
        command = [sys.executable, "-m", "lalao", "serve", "--port", "0", "--lang", "en", "--database", database]
        process = subprocess.Popen(
            [*command, "--proxy", PROXY, "--teacher", TEACHER],
            stdout=subprocess.PIPE,
            text=True,
            cwd=folder,
            env=environment,
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


COLUMNS = {"cpu": "move cpu ms", "calm_p50": "calm p50 ms", "p50": "p50 ms", "p99": "p99 ms"}
"""What is compared of two checkouts, with its title: first the processor time of an honest move."""
KINDS = ((1, False), (8, False), (8, True))
"""From how many sockets attacks come, and whether each has an address of its own in one network."""


def where_of(sockets: int, network: bool) -> str:
    """Return how the sockets of an attack are called in a table."""
    return f"{sockets}{'/64' if network else ''}"


async def places(address: str) -> tuple[str, str]:
    """Open a room and a class; return their codes."""
    room, _ = await asyncio.to_thread(lambda: opened(address, HONEST, game="fang", mode="here"))
    _, lesson = await asyncio.to_thread(lambda: post(address, "/api/classes", {"code": TEACHER, "title": "CM1"}))
    return room, lesson["code"]


@asynccontextmanager
async def besieged(address: str, process: int) -> AsyncIterator[Callable[[str, int, bool, float], Awaitable[Siege]]]:
    """Let people play; yield what besieges the server meanwhile."""
    async with playing(address) as players:
        codes = await places(address)

        async def measure(name: str, sockets: int, network: bool, seconds: float) -> Siege:
            return await besiege(players, process, (name, *codes, str(sockets), str(network)), seconds)

        yield measure


async def sieges(names: list[str], seconds: float, rounds: int) -> None:
    """Print the table; of several rounds the one with the lowest p99 counts, since a busy machine only adds."""
    columns = ("attack", "sockets", "calm p50", "p50", "calm p99", "p99 ms", "memory MB", "recovery s", "move cpu")
    print("".join(f"{each:>11}" for each in columns), flush=True)
    with serving() as server:
        async with besieged(*server) as measure:
            for name, (sockets, network) in product(names, KINDS):
                told = [await measure(name, sockets, network, seconds) for _ in range(rounds)]
                best = min(told, key=lambda each: each.p99)
                times = f"{best.calm_p50:11.1f}{best.p50:11.1f}{best.calm_p99:11.1f}{best.p99:11.1f}"
                rest = f"{best.memory_mb:11.0f}{best.recovery:11.1f}{best.cpu:11.2f}"
                print(f"{name:>11}{where_of(sockets, network):>11}{times}{rest}", flush=True)


async def compare(names: list[str], seconds: float, rounds: int, other: Path) -> None:
    """Besiege the servers of another checkout and of this one in turns, and print medians and ratios in one table."""
    print(f"before: {other}\nafter: {ROOT}\neach: before, after, after / before (median of {rounds} rounds)")
    print(f"{'attack':>8}{'sockets':>8}" + "".join(f"{title:>24}" for title in COLUMNS.values()), flush=True)
    ratios: dict[str, list[float]] = {column: [] for column in COLUMNS}
    with serving(other) as before, serving() as after:
        await asyncio.sleep(WARM_UP)
        for name, (sockets, network) in product(names, KINDS):
            pairs = []
            for _ in range(rounds):
                told = []
                for server in (before, after):
                    async with besieged(*server) as measure:
                        told.append(await measure(name, sockets, network, seconds))
                pairs.append((told[0], told[1]))
            found = {column: compared(pairs, column) for column in COLUMNS}
            for column, (*_, ratio) in found.items():
                ratios[column].append(ratio)
            cells = "".join(f"{old:10.2f}{new:8.2f}{ratio:6.2f}" for old, new, ratio in found.values())
            print(f"{name:>8}{where_of(sockets, network):>8}{cells}", flush=True)
    print(f"{'all':>8}{'':>8}" + "".join(f"{median(each):24.2f}" for each in ratios.values()))


def compared(pairs: list[tuple[Siege, Siege]], column: str) -> tuple[float, float, float]:
    """Return the medians of a column before and after, and the median of the ratios of each round.

    A ratio compares neighbours in time, so that a machine that grows busy meanwhile changes little.
    """
    told = [(getattr(before, column), getattr(after, column)) for before, after in pairs]
    old, new = (median(each) for each in zip(*told, strict=True))
    return old, new, median(after / before if before else inf for before, after in told)


def main() -> None:
    """Besiege a server, or two in turns."""
    if sys.argv[1:2] == ["--attack"]:
        address, name, room, lesson, sockets, network, seconds = sys.argv[2:]
        asyncio.run(attack(name, address, room, lesson, int(sockets), network == "True", float(seconds)))
        return
    parser = argparse.ArgumentParser(description="Besiege a server while twenty people play.")
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help=f"{', '.join(ATTACKS)} (all)")
    parser.add_argument("--seconds", type=float, default=5.0, help="of the calm and of each attack (5)")
    parser.add_argument("--rounds", type=int, help="of which the best counts (1), or the median of two checkouts (3)")
    parser.add_argument("--checkout", type=Path, metavar="OTHER", help="compare with the server of another checkout")
    told = parser.parse_args()
    unknown = [name for name in told.attacks if name not in ATTACKS]
    if unknown:
        parser.error(f"'{unknown[0]}' is no attack: choose from {', '.join(ATTACKS)}")
    if told.seconds <= 0 or (told.rounds is not None and told.rounds < 1):
        parser.error("--seconds and --rounds are above 0")
    names = told.attacks or [*ATTACKS]
    if told.checkout is None:
        asyncio.run(sieges(names, told.seconds, told.rounds or 1))
    elif not (told.checkout / "src" / "lalao").is_dir():
        parser.error(f"'{told.checkout}' is no checkout of Lalao")
    else:
        asyncio.run(compare(names, told.seconds, told.rounds or 3, told.checkout.resolve()))


if __name__ == "__main__":
    main()
