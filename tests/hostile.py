"""A hostile guest does his worst on a device of his own while a class of thirty plays.

``python -m tests.hostile ATTACK ADDRESS SECONDS DEVICE`` is the guest, in a process of its own so that it takes none of
the others' time; it ends by itself. `besieged` lets it run while honest sockets play, and measures their moves.
"""

import asyncio
import contextlib
import json
import random
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlsplit

from tools.crowd import Follower, Line
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from tests.shell import ROOT
from tests.unit.test_crowded import BOARDS, CROWDED, HUFFABLE

PAIRS = 10
ALONE = 10
"""Honest sockets: two for each pair, one for each who plays against the computer."""
GAMES = ("fang", "fafy-impartial", "fifangha", "fanorona", "fanorona-strict")
LEVELS = ("level:2", "level:4", "level:8")
PAUSE = 0.5
"""Seconds that a child thinks about a move."""
SEATS = ("127.0.0.1", "127.0.0.66")
"""The device of the honest, and another one; both are this machine."""
BOMB = '[Game "fanorona-25x25"] 1. m12-m13A ' + "(1. l12-m13A) " * 4_500
LONG = '[Game "fanorona"] 1. d3-e3A ' + "(1. e2-e3A) " * 4_500
HARD = {
    "fifangha": "0.0.0.0.0.0.0.0/0.1.1.1.1.1.1.0/0.1.1.1.1.1.1.0/0.0.0.0.0.0.0.0 26+26 S",
    "fanorona-7x7": "BBBBBBB/BBBBBBB/BBBBBBB/BWB1WBW/WWWWWWW/WWWWWWW/WWWWWWW w",
}
SOCKETS = 1_100
PRINTS = 60
TROUBLE = (OSError, TimeoutError, asyncio.IncompleteReadError, WebSocketException, ValueError, EOFError)
"""What a guest meets who is refused, let go or not heard."""


@dataclass(frozen=True, slots=True)
class Guest:
    """A guest who attacks a server from one device until a deadline."""

    address: str
    device: str
    end: float
    rng: random.Random

    @property
    def goes_on(self) -> bool:
        """Whether there is time left."""
        return time.monotonic() < self.end

    async def line(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a connection."""
        there = urlsplit(self.address)
        return await asyncio.open_connection(there.hostname, there.port, local_addr=(self.device, 0))

    async def ask(self, path: str, sent: bytes | None = None, gone: float | None = None) -> int:
        """Send a request and return the status; 0 where the guest disconnects after `gone` seconds."""
        reader, writer = await self.line()
        try:
            method = "GET" if sent is None else "POST"
            head = f"{method} {path} HTTP/1.1\r\nHost: {urlsplit(self.address).netloc}\r\nConnection: close\r\n"
            head += f"Origin: {self.address}\r\nContent-Length: {len(sent or b'')}\r\n\r\n"
            writer.write(head.encode() + (sent or b""))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(gone):
                    status = int((await reader.readline()).split()[1])
                    await reader.read()
                    return status
            return 0
        finally:
            writer.close()

    def socket(self, code: str) -> connect:
        """Return a WebSocket connection to a room, not yet open."""
        where = f"{self.address.replace('http', 'ws')}/ws/{code}"
        return connect(where, origin=Origin(self.address), local_addr=(self.device, 0), max_size=None)

    async def open(self, **asked: object) -> tuple[str, str] | None:
        """Open a table; return its code and token, or None where that is refused."""
        reader, writer = await self.line()
        try:
            body = json.dumps({"mode": "here"} | asked).encode()
            head = f"POST /api/matches HTTP/1.1\r\nHost: {urlsplit(self.address).netloc}\r\nConnection: close\r\n"
            writer.write(f"{head}Origin: {self.address}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
            answer = json.loads((await reader.read()).split(b"\r\n\r\n", 1)[1])
            return (answer["code"], answer["token"]) if "code" in answer else None
        finally:
            writer.close()

    async def many(self, count: int, act: Callable[[], Awaitable[Any]]) -> None:
        """Repeat `act` until time is over, `count` at a time, whatever comes of it."""

        async def one() -> None:
            while self.goes_on:
                with contextlib.suppress(*TROUBLE):
                    async with asyncio.timeout(max(0.1, self.end - time.monotonic())):
                        await act()
                await asyncio.sleep(0.01)

        await asyncio.gather(*(one() for _ in range(count)))


async def strong(guest: Guest) -> None:
    """Ask for players that never stop thinking, and let the strongest think on boards that are not on offer."""

    async def refused() -> None:
        level = guest.rng.choice(["engine:99999s", "engine:d999", "engine:999999999999n", "perfect", "human"])
        assert await guest.open(game="fanorona", mode="alone", level=level, who="other") is None

    async def think() -> None:
        game = guest.rng.choice(["fang-12", "fang-60", "fanorona-7x9", "fanorona-9x13", "fafy", "fifangha"])
        found = await guest.open(game=game, mode="alone", level="level:8", who="other")
        if found is None:
            return
        async with guest.socket(found[0]) as socket, asyncio.timeout(6):
            await socket.send(json.dumps({"kind": "hello", "token": found[1]}))
            follower = Follower()
            async for text in socket:
                state = follower.hear(json.loads(text))
                if state["kind"] == "state" and state["active"] == 0 and state["paths"]:
                    move = guest.rng.choice(state["paths"])["text"]
                    await socket.send(json.dumps({"kind": "move", "turn": state["turn"], "move": move}))

    await asyncio.gather(guest.many(2, refused), guest.many(20, think))


async def records(guest: Guest) -> None:
    """Post records that are made to take long to read."""
    await guest.many(16, lambda: guest.ask("/api/records/read", guest.rng.choice([BOMB, LONG]).encode()))


async def positions(guest: Guest) -> None:
    """Have crowded boards described, evaluated and drawn, all different; half the time leave before the answer."""

    async def look() -> None:
        game = guest.rng.choice(list(BOARDS))
        text = f"{CROWDED} {HUFFABLE} " if game.endswith("souffle") else f"{CROWDED} "
        text += f"quiet={guest.rng.randrange(1, 10**8)}"
        what = guest.rng.choice(["positions", "positions", "ways", "pictures"])
        values = guest.rng.choice(["", "?values=no"])
        gone = guest.rng.choice([None, 0.2])
        await guest.ask(f"/api/games/{game}/{what}/{quote(text, safe='')}{values}", gone=gone)

    await guest.many(16, look)


async def values(guest: Guest) -> None:
    """Ask for the values of hard positions, each a new one."""

    async def look() -> None:
        game = guest.rng.choice(["fafy", *HARD])
        text = ".".join(str(guest.rng.randrange(1, 9)) for _ in range(40)) + " S"
        if game != "fafy":
            text = f"{HARD[game]} quiet={guest.rng.randrange(1, 90)}"
        await guest.ask(f"/api/games/{game}/positions/{quote(text, safe='')}")

    await guest.many(16, look)


async def sockets(guest: Guest) -> None:
    """Hold as many connections as possible, silent or with half a request; reopen those that are cut."""

    async def hold() -> None:
        reader, writer = await guest.line()
        try:
            if guest.rng.random() < 0.5:
                writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
            while await reader.read(100):
                pass
            await asyncio.sleep(0.5)
        finally:
            writer.close()

    await guest.many(SOCKETS, hold)


async def prints(guest: Guest) -> None:
    """Print sixty sheets at once, again and again."""
    sent = json.dumps({"names": [f"{number} {'x' * 40}" for number in range(200)]}).encode()
    await guest.many(PRINTS, lambda: guest.ask("/api/games/fifangha/print/certificates.pdf", sent))


async def rooms(guest: Guest) -> None:
    """Open tables without end, with too large and crowded boards, and play on the crowded ones."""

    async def open_one() -> None:
        seeds = ".".join(["9"] * 900)
        await guest.open(game=guest.rng.choice(["fafy", "fang"]), start=guest.rng.choice(["", f"{seeds} S"]))

    async def play() -> None:
        found = await guest.open(game="fanorona-libre", start=BOARDS["fanorona-libre"])
        if found is None:
            await asyncio.sleep(1)
            return
        async with guest.socket(found[0]) as socket:
            await socket.send(json.dumps({"kind": "hello", "token": found[1]}))
            follower = Follower()
            async for text in socket:
                if not guest.goes_on:
                    return
                state = follower.hear(json.loads(text))
                if state["kind"] == "state" and state["moves"]:
                    await socket.send(json.dumps({"kind": "undo", "turn": state["turn"]}))
                elif state["kind"] == "state":
                    move = guest.rng.choice([path["text"] for path in state["paths"] if path["move"]])
                    await socket.send(json.dumps({"kind": "move", "turn": state["turn"], "move": move}))

    await asyncio.gather(guest.many(8, open_one), guest.many(8, play))


async def shouts(guest: Guest) -> None:
    """Send noise on many sockets, and ask for the whole state over and over."""

    async def shout() -> None:
        found = await guest.open(game="fanorona-libre", start=BOARDS["fanorona-libre"])
        if found is None:
            await asyncio.sleep(1)
            return
        async with guest.socket(found[0]) as socket:
            await socket.send(json.dumps({"kind": "hello", "token": found[1]}))
            reading = asyncio.create_task(drained(socket))
            try:
                while guest.goes_on:
                    said = {"kind": "speak", "language": guest.rng.choice(["fr", "en", "mg"])}
                    await socket.send(guest.rng.choice([json.dumps(said), "[" * 4_000, "x"]))
            finally:
                reading.cancel()

    await guest.many(30, shout)


async def drained(socket: ClientConnection) -> None:
    """Read everything that comes, without using it."""
    async for _ in socket:
        pass


async def clicks(guest: Guest) -> None:
    """Request pages and lists as fast as possible."""
    paths = ["/", "/api/games", "/api/games?lang=mg", "/api/openapi.json", "/static/lalao.css", "/api/words/fr"]
    await guest.many(60, lambda: guest.ask(guest.rng.choice([*paths, "/api/games/fang/rules", "/api/codes/AAAA"])))


ATTACKS = {
    attack.__name__: attack for attack in (strong, records, positions, values, sockets, prints, rooms, shouts, clicks)
}


def attack(name: str, address: str, seconds: float, device: str) -> None:
    """Run an attack."""
    guest = Guest(address, device, time.monotonic() + seconds, random.Random(name))
    asyncio.run(ATTACKS[name](guest))


# The honest


@dataclass(frozen=True, slots=True)
class Told:
    """Seconds that honest moves took during an attack: until both players have them, and until the computer answers."""

    attack: str
    moves: list[float]
    replies: list[float]

    @property
    def p99(self) -> float:
        """The 99th percentile of the moves."""
        return quantile(self.moves, 0.99)

    def __str__(self) -> str:
        parts = [
            f"{kind} {len(waits):4} p50 {1000 * quantile(waits, 0.5):5.0f} p99 {1000 * quantile(waits, 0.99):5.0f} ms"
            for kind, waits in (("moves", self.moves), ("answers of the computer", self.replies))
        ]
        return f"{self.attack:24}{'   '.join(parts)}"


def quantile(waits: list[float], share: float) -> float:
    """Return a quantile; infinite for an empty list."""
    return sorted(waits)[min(int(len(waits) * share), len(waits) - 1)] if waits else float("inf")


class Class:
    """Thirty honest players who play until told to stop, and the seconds that their moves take."""

    def __init__(self, address: str) -> None:
        """Start without players."""
        self.guest = Guest(address, SEATS[0], float("inf"), random.Random(3))
        self.moves: list[float] = []
        self.replies: list[float] = []
        self.over = False
        self.going: asyncio.Task[None] | None = None

    def check(self) -> None:
        """Raise the error that has stopped a player, if any."""
        if self.going and self.going.done():
            self.going.result()

    async def play(self) -> None:
        """Play in pairs and against the computer."""
        pairs = (self._pair(GAMES[seat % len(GAMES)], random.Random(seat)) for seat in range(PAIRS))
        alone = (
            self._alone(GAMES[seat % len(GAMES)], LEVELS[seat % len(LEVELS)], random.Random(seat))
            for seat in range(ALONE)
        )
        await asyncio.gather(*pairs, *alone)

    async def _pair(self, game: str, rng: random.Random) -> None:
        found = await self.guest.open(game=game, mode="apart")
        assert found
        async with self.guest.socket(found[0]) as first, self.guest.socket(found[0]) as second:
            one, two = Line(first), Line(second)
            await one.say(kind="hello", token=found[1])
            await two.say(kind="hello")
            await two.say(kind="sit")
            shown, _ = await asyncio.gather(state(one, -1), state(two, -1))
            while not self.over:
                await asyncio.sleep(PAUSE * rng.uniform(0.5, 1.5))
                turn = shown["turn"]
                begun = time.perf_counter()
                if shown["phase"] == "over":
                    await one.say(kind="again", turn=turn)
                else:
                    move = rng.choice(shown["paths"])["text"]
                    await (one, two)[shown["active"]].say(kind="move", turn=turn, move=move)
                shown, _ = await asyncio.gather(state(one, turn), state(two, turn))
                self.moves.append(time.perf_counter() - begun)

    async def _alone(self, game: str, level: str, rng: random.Random) -> None:
        found = await self.guest.open(game=game, mode="alone", level=level)
        assert found
        async with self.guest.socket(found[0]) as socket:
            line = Line(socket)
            await line.say(kind="hello", token=found[1])
            shown = await state(line, -1)
            while not self.over:
                await asyncio.sleep(PAUSE * rng.uniform(0.5, 1.5))
                begun, turn = time.perf_counter(), shown["turn"]
                said = {"kind": "again"} if shown["phase"] == "over" else {"kind": "move"}
                if shown["phase"] == "play":
                    said["move"] = rng.choice(shown["paths"])["text"]
                await line.say(turn=turn, **said)
                shown = await state(line, turn)
                self.moves.append(time.perf_counter() - begun)
                while shown["phase"] != "over" and shown["active"] != 0:
                    begun = time.perf_counter()
                    shown = await state(line, shown["turn"])
                    self.replies.append(time.perf_counter() - begun)


async def state(line: Line, since: int) -> Any:
    """Wait, with a time limit, for a state after turn `since` in which everybody is present."""
    async with asyncio.timeout(60):
        return await line.state(since)


@asynccontextmanager
async def playing(address: str) -> AsyncIterator[Class]:
    """Let a class play; its first moves, while programs are loaded, are not counted."""
    attended = Class(address)
    attended.going = going = asyncio.create_task(attended.play())
    warm = time.monotonic() + 6
    try:
        while time.monotonic() < warm or len(attended.replies) < 2 * ALONE:
            await asyncio.wait([going], timeout=0.5)
            attended.check()
        yield attended
    finally:
        attended.over = True
        await asyncio.wait([going], timeout=60)
        going.cancel()
        await asyncio.gather(going, return_exceptions=True)


async def besieged(attended: Class, name: str, address: str, seconds: float, device: str = SEATS[1]) -> Told:
    """Let a guest attack while a class plays ("" for no attack); return the measurements."""
    attended.moves, attended.replies = [], []
    if not name:
        await asyncio.sleep(seconds)
    else:
        command = [sys.executable, "-m", "tests.hostile", name, address, str(seconds), device]
        guest = await asyncio.create_subprocess_exec(*command, cwd=ROOT)
        try:
            async with asyncio.timeout(seconds + 60):
                assert await guest.wait() == 0
        finally:
            if guest.returncode is None:
                guest.kill()
    attended.check()
    same = " (same device)" if device == SEATS[0] else ""
    return Told((name or "nobody") + same, attended.moves, attended.replies)


if __name__ == "__main__":
    attack(sys.argv[1], sys.argv[2], float(sys.argv[3]), sys.argv[4])
