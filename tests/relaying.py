"""A relay between browsers and a server that can swallow what passes, as a network out of reach does."""

import asyncio
import threading
from concurrent.futures import Future
from types import TracebackType

from tests.patience import SECONDS
from tests.serving import free_port

CHUNK = 65_536


class Relay:
    """Passes bytes on in both directions, as a context manager; while held it takes them and passes nothing on.

    As with packets that are sent again, what was held arrives late and in order; no connection is closed meanwhile.
    """

    def __init__(self, port: int) -> None:
        """Take the port of the server."""
        self.server, self.port = port, free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.sockets = 0
        """WebSockets that browsers have asked for."""
        self._thread = threading.Thread(target=lambda: asyncio.run(self._listen()), daemon=True)
        self._ready: Future[None] = Future()
        self._carrying: set[asyncio.Task[None]] = set()

    def hold(self) -> None:
        """Pass nothing on from now."""
        self._loop.call_soon_threadsafe(self._open.clear)

    def release(self) -> None:
        """Pass on what was held, and all that follows."""
        self._loop.call_soon_threadsafe(self._open.set)

    def __enter__(self) -> "Relay":
        self._thread.start()
        self._ready.result(SECONDS)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(SECONDS)

    async def _listen(self) -> None:
        self._loop, self._open, self._stop = asyncio.get_running_loop(), asyncio.Event(), asyncio.Event()
        self._open.set()
        async with await asyncio.start_server(self._begin, "127.0.0.1", self.port):
            self._ready.set_result(None)
            await self._stop.wait()
            for task in self._carrying:
                task.cancel()
            await asyncio.gather(*self._carrying, return_exceptions=True)

    def _begin(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(self._carry(reader, writer))
        self._carrying.add(task)
        task.add_done_callback(self._carrying.discard)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry one connection, in both directions."""
        writers = [writer]
        try:
            reading, writing = await asyncio.open_connection("127.0.0.1", self.server)
            writers.append(writing)
            await asyncio.gather(self._pass(reader, writing), self._pass(reading, writer))
        except OSError:
            pass
        finally:
            for each in writers:
                each.transport.abort()
                await asyncio.gather(each.wait_closed(), return_exceptions=True)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(CHUNK):
            self.sockets += b"Upgrade: websocket" in data
            await self._open.wait()
            writer.write(data)
            await writer.drain()
        await self._open.wait()
        writer.close()
