"""Call the ASGI application without a server: one request, in this process."""

import asyncio
import json
from dataclasses import dataclass
from typing import Any

from starlette.types import ASGIApp, Message

HOST = "127.0.0.1:8417"
OURS = {"host": HOST, "origin": f"http://{HOST}"}


@dataclass(frozen=True, slots=True)
class Answer:
    """A response: status, headers, body."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body, read as JSON."""
        return json.loads(self.body)


async def ask(
    app: ASGIApp,
    method: str,
    path: str,
    body: bytes = b"",
    headers: dict[str, str] | None = None,
    client: str = "127.0.0.1",
) -> Answer:
    """Send a request and return the response.

    The headers are those of the application's own pages unless others are given; `client` is the address that asks.
    """
    given = OURS if headers is None else headers
    plain, _, query = path.partition("?")
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": plain,
        "raw_path": plain.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.encode("latin-1"), text.encode("latin-1")) for name, text in given.items()],
        "client": (client, 5),
        "server": ("127.0.0.1", 8417),
    }
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]
    sent: list[Message] = []

    async def receive() -> Message:
        if not waiting:
            await asyncio.Event().wait()  # the client stays connected until the answer is there
        return waiting.pop()

    async def send(message: Message) -> None:
        sent.append(message)

    await app(scope, receive, send)
    head = {name.decode("latin-1"): text.decode("latin-1") for name, text in sent[0]["headers"]}
    return Answer(sent[0]["status"], head, b"".join(part.get("body", b"") for part in sent[1:]))
