"""The application inside another program, such as a page: no network, no thread, no process, the database in memory.

Requests and sockets are messages, JSON texts that `Embedded.hear` takes and that it passes to `tell`. Engines are the
other program's: whatever it gives answers the questions of `lalao.web.work.engine_tasks`.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Protocol
from urllib.parse import unquote

import msgspec
from starlette.types import Message, Scope, Send

from lalao.locale import later
from lalao.store import Store
from lalao.store.writers import DirectWriter
from lalao.web.api.kept import ROUTES
from lalao.web.app import make_app
from lalao.web.gate import log
from lalao.web.gate.guard import HERE
from lalao.web.work.engines import TASKS
from lalao.web.work.pool import Child, DiedError, InPlace

ASGI = {"version": "3.0"}
LANES = (("move", "value"),)
"""One engine does everything: each takes the memory of a program of its own."""
NEEDS_HOST = later("This folder needs a web server: start “{command}” in it, then open {address} in the browser.")
"""The sentence of a static folder's page that was opened as a file."""


class Asked(msgspec.Struct, tag_field="kind", tag="ask"):
    """A request."""

    id: int
    path: str
    method: str = "GET"
    headers: dict[str, str] = {}
    body: str = ""


class Opening(msgspec.Struct, tag_field="kind", tag="open"):
    """A socket is to be opened."""

    id: int
    path: str


class Said(msgspec.Struct, tag_field="kind", tag="say"):
    """A message on a socket, in either direction."""

    id: int
    text: str


class Gone(msgspec.Struct, tag_field="kind", tag="close"):
    """A request is given up, or a socket is closed, by either side."""

    id: int


class Opened(msgspec.Struct, tag_field="kind", tag="opened"):
    """A socket is open."""

    id: int


class Answer(msgspec.Struct, tag_field="kind", tag="answer"):
    """An answer to a request, whose body is text."""

    id: int
    status: int
    headers: dict[str, str]
    body: str


read = msgspec.json.Decoder(Asked | Opening | Said | Gone).decode


class Engine(Protocol):
    """An engine elsewhere; it answers "" where it has ended instead."""

    def start(self) -> Awaitable[str]:
        """Start it, or start it again."""

    def ask(self, question: str) -> Awaitable[str]:
        """Ask a question; the bytes of the answer are the characters of the text."""

    def kill(self) -> None:
        """End it at once."""


class Remote:
    """An engine elsewhere, as a child of a pool; nothing hurries it, and one that takes too long is ended."""

    def __init__(self, engine: Engine) -> None:
        """Take the engine."""
        self.engine = engine

    async def start(self) -> None:
        if not await self.engine.start():
            raise DiedError

    async def ask(self, question: dict[str, Any]) -> bytes:
        answer = await self.engine.ask(msgspec.json.encode(question).decode())
        if not answer:
            raise DiedError
        return answer.encode("latin-1")

    def hurry(self, line: dict[str, Any]) -> None:
        """Do nothing: it would hear of it only afterwards."""

    def is_starved(self) -> bool:
        return False

    def kill(self) -> None:
        self.engine.kill()

    async def close(self) -> None:
        self.kill()


class Embedded:
    """Lalao for one device, asked by messages."""

    def __init__(
        self, tell: Callable[[str], object], engine: Engine, committed: Callable[[], object], copied: bytes = b""
    ) -> None:
        """Take the functions to call with each message and after each commit, the engine, and a copy of the database.

        Raises DatabaseError where the copy is damaged or a newer version's.
        """

        def child(module: str) -> Child:
            return Remote(engine) if module == TASKS else InPlace(module)

        self.store = Store.open("sqlite://", writer=DirectWriter, committed=committed, copied=copied)
        self.app, self._tell = make_app(self.store, make_child=child, engines=LANES, more=ROUTES), tell
        self._state: dict[str, Any] = {}
        self._heard: dict[int, asyncio.Queue[Message]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._life: asyncio.Queue[Message] = asyncio.Queue()
        self._ended = asyncio.Event()

    async def start(self) -> None:
        """Start the application."""
        started = asyncio.Event()

        async def send(message: Message) -> None:
            (started if message["type"].startswith("lifespan.startup") else self._ended).set()

        self._life.put_nowait({"type": "lifespan.startup"})
        scope = {"type": "lifespan", "asgi": ASGI, "state": self._state}
        log.start(self._run(scope, self._life, send), self._tasks)
        await started.wait()

    async def close(self) -> None:
        """End the application and close the database."""
        self._life.put_nowait({"type": "lifespan.shutdown"})
        await self._ended.wait()
        self.store.close()

    def database(self) -> bytes:
        """Return a copy of the database."""
        return self.store.copy()

    async def _run(self, scope: Scope, heard: asyncio.Queue[Message], send: Send) -> None:
        await self.app(scope, heard.get, send)

    def hear(self, line: str) -> None:
        """Take a message; one about a socket or a request that is over is dropped."""
        message = read(line)
        match message:
            case Asked():
                body = {"type": "http.request", "body": message.body.encode(), "more_body": False}
                self._begin(message.id, scope_of("http", message), body, self._answering(message.id))
            case Opening():
                self._begin(
                    message.id, scope_of("websocket", message), {"type": "websocket.connect"}, self._saying(message.id)
                )
            case Said():
                self._pass_on(message.id, {"type": "websocket.receive", "text": message.text})
            case Gone():
                self._pass_on(message.id, {"type": "http.disconnect"})
                self._pass_on(message.id, {"type": "websocket.disconnect", "code": 1000})

    def _pass_on(self, number: int, message: Message) -> None:
        if number in self._heard:
            self._heard[number].put_nowait(message)

    def _begin(self, number: int, scope: Scope, first: Message, send: Send) -> None:
        heard = self._heard[number] = asyncio.Queue()
        heard.put_nowait(first)
        task = log.start(self._run(scope, heard, send), self._tasks)
        task.add_done_callback(lambda _: self._heard.pop(number))

    def _say(self, message: msgspec.Struct) -> None:
        self._tell(msgspec.json.encode(message).decode())

    def _answering(self, number: int) -> Send:
        answer, parts = Answer(number, 500, {}, ""), bytearray()

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                answer.status = message["status"]
                answer.headers = {name.decode("latin-1"): text.decode("latin-1") for name, text in message["headers"]}
                return
            parts.extend(message.get("body", b""))
            if not message.get("more_body"):
                answer.body = parts.decode(errors="replace")
                self._say(answer)

        return send

    def _saying(self, number: int) -> Send:
        async def send(message: Message) -> None:
            match message["type"]:
                case "websocket.accept":
                    self._say(Opened(number))
                case "websocket.send":
                    self._say(Said(number, message["text"]))
                case "websocket.close":
                    self._say(Gone(number))

        return send


def scope_of(kind: str, asked: Asked | Opening) -> Scope:
    """Return the scope of a request or a socket, as ASGI has it."""
    path, _, query = asked.path.partition("?")
    more = asked.headers if isinstance(asked, Asked) else {}
    headers = {"host": HERE, "origin": f"http://{HERE}"} | {name.lower(): text for name, text in more.items()}
    return {
        "type": kind,
        "asgi": ASGI,
        "http_version": "1.1",
        "method": asked.method if isinstance(asked, Asked) else "GET",
        "scheme": "http" if isinstance(asked, Asked) else "ws",
        "path": unquote(path),
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.encode("latin-1"), text.encode("latin-1")) for name, text in headers.items()],
        "client": (HERE, 0),
        "server": (HERE, 80),
        "subprotocols": [],
        "state": {},
    }
