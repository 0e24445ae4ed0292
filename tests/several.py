"""Several servers on one database behind a proxy, for tests: connections go to each in turn, past the dead."""

import asyncio
import itertools
import threading
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType

from tests.schooling import TEACHER
from tests.serving import Server


class Balancer:
    """A proxy of bytes in a thread of its own; it knows nothing of rooms."""

    def __init__(self, ports: list[int]) -> None:
        """Take the ports of the servers."""
        self._ports, self._next = ports, itertools.count()
        self._listening, self._stopping = threading.Event(), asyncio.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()))
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ends: list[asyncio.StreamWriter] = []
        self.address = ""

    def start(self) -> None:
        """Listen on a port that is free."""
        self._thread.start()
        self._listening.wait()

    async def _run(self) -> None:
        self._loop = asyncio.get_running_loop()
        async with await asyncio.start_server(self._serve, "127.0.0.1", 0) as server:
            self.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
            self._listening.set()
            await self._stopping.wait()
            self._loop.remove_reader(server.sockets[0].fileno())  # a server closed while it accepts would forget lines
            await self._cut()

    async def _cut(self) -> None:
        """End every connection, with what is still to be written to a server that was killed.

        Who has been accepted begins first: a task that is cancelled before that leaves its line open.
        """
        quiet = 0
        while quiet < 3:
            await asyncio.sleep(0.01)
            others = asyncio.all_tasks() - {asyncio.current_task()}
            quiet = 0 if others else quiet + 1
            for each in others:
                each.cancel()
            for end in self._ends:
                end.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass on one connection."""
        self._ends.append(writer)
        with suppress(asyncio.CancelledError):
            there = await self._next_there()
            if there is None:
                writer.close()
                return
            self._ends.append(there[1])
            await asyncio.gather(pump(reader, there[1]), pump(there[0], writer))

    async def _next_there(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        """Open a connection to the server whose turn it is, or to the next one that is there."""
        first = next(self._next)
        for turn in range(len(self._ports)):
            with suppress(OSError):
                return await asyncio.open_connection("127.0.0.1", self._ports[(first + turn) % len(self._ports)])
        return None

    def stop(self) -> None:
        """Stop, and cut all connections."""
        assert self._loop
        self._loop.call_soon_threadsafe(self._stopping.set)
        self._thread.join()


async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Pass bytes on until one side ends."""
    try:
        with suppress(OSError):
            while data := await reader.read(65_536):
                writer.write(data)
                await writer.drain()
    finally:
        writer.close()


class Several:
    """Servers that share a database, and their proxy; `kill` and `start` take one after the other."""

    def __init__(self, home: Path, url: str, count: int = 2) -> None:
        """Take a folder, and the database."""
        more = ("--shared", "--teacher", TEACHER, "--database", url)
        self.servers = [Server(home / str(number), *more) for number in range(count)]
        for number, server in enumerate(self.servers):  # nobody reads their logs, and a full pipe would stop them
            server.command = ["sh", "-c", 'exec "$@" 2>> "$0"', str(home / f"{number}.log"), *server.command]
        self.balancer = Balancer([server.port for server in self.servers])
        self._stack, self._killed = ExitStack(), 0

    @property
    def address(self) -> str:
        """The address of the proxy."""
        return self.balancer.address

    def kill(self) -> None:
        """Kill the next server."""
        self.servers[self._killed % len(self.servers)].kill()
        self._killed += 1

    def start(self) -> None:
        """Start the server that was killed last."""
        self.servers[(self._killed - 1) % len(self.servers)].start()

    def __enter__(self) -> "Several":
        for server in self.servers:
            self._stack.enter_context(server)
        self.balancer.start()
        self._stack.callback(self.balancer.stop)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()
