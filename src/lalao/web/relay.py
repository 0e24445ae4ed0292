"""Passing on what is asked of a room or a class to the server that hosts it, where several share a database."""

import asyncio
import http.client
import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from lalao.errors import LalaoError, NotationError
from lalao.store.leases import LeaseTable
from lalao.web.gate.connections import AWAY
from lalao.web.gate.guard import HARMLESS, refuse
from lalao.web.gate.ledger import BusyError
from lalao.web.leases import Keeper, unsettled
from lalao.web.requests import body as read_body
from lalao.web.rooms.lobby import plain_code

HOSTED = re.compile(r"/(?:ws/class|ws|api/matches|api/classes)/([^/]{1,40})(?:/.*)?")
"""Addresses of what one server hosts; the group is its code."""
PASSED_ON = "x-lalao-passed-on"
"""The header of what another server has passed on: it goes no further."""
WAIT_SECONDS = 4.0
AGAIN_SECONDS = 0.1
ANSWER_SECONDS = 60.0
MOST_TOLD = 16 << 20
HOP_BY_HOP = {"connection", "keep-alive", "transfer-encoding", "upgrade", "te", "trailer", "content-length"}
OF_A_HANDSHAKE = HOP_BY_HOP | {"host"}
GONE = (OSError, http.client.HTTPException, WebSocketException, TimeoutError)
"""What is raised where a server does not answer."""


class UnansweredError(LalaoError):
    """A server that was asked to change something, and went before it answered."""

    status = 503


class Relay:
    """Answers for the rooms and classes that this server hosts, and passes on what is asked of the others."""

    def __init__(self, app: ASGIApp, rows: LeaseTable, keeper: Keeper) -> None:
        """Take the application of this server, and what tells which server hosts what."""
        self.app, self.rows, self.keeper = app, rows, keeper

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or pass on."""
        code = hosted_code(scope)
        if not code:
            await self.app(scope, receive, send)
            return
        try:
            await self._find(code, scope, receive, send)
        except LalaoError as error:
            await refuse(error, scope, receive, send)

    async def _find(self, code: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Find the server that hosts a code, and let it answer.

        Raises BusyError where no server does for too long, UnansweredError, TooLargeError, DatabaseError.
        """
        key = await asyncio.to_thread(self.rows.key, code)
        question = Question(scope, receive)
        end = asyncio.get_running_loop().time() + WAIT_SECONDS
        while True:
            try:
                owner = "" if key is None else await self.keeper.owner(key)
                answer = await question.ask(owner) if owner else self.app
                break
            except (BusyError, *GONE):
                if asyncio.get_running_loop().time() > end:
                    raise unsettled() from None
                await asyncio.sleep(AGAIN_SECONDS)
        await answer(scope, question.received, send)


def hosted_code(scope: Scope) -> str:
    """Return the code of the room or class that is asked for, "" where the question is none of those."""
    shape = HOSTED.fullmatch(scope["path"]) if scope["type"] in ("http", "websocket") else None
    try:
        return plain_code(shape[1]) if shape else ""
    except NotationError:
        return ""


class Question:
    """What a browser asks; its body is read if it is passed on, and kept for whoever answers in the end."""

    def __init__(self, scope: Scope, receive: Receive) -> None:
        """Take a request, or a WebSocket that has not been accepted yet."""
        self.scope, self._receive = scope, receive
        self.headers = Headers(scope=scope)
        self._body: bytes | None = None
        self._given = False

    async def received(self) -> Message:
        """Return the next message of the browser: the body first, where it has been read."""
        if self._body is None or self._given:
            return await self._receive()
        self._given = True
        return {"type": "http.request", "body": self._body, "more_body": False}

    async def ask(self, owner: str) -> ASGIApp:
        """Ask another server; return the application that gives its answer.

        Raises one of `GONE` where it does not answer and may be asked again, UnansweredError where it may not,
        BusyError where the question was passed on before, TooLargeError.
        """
        if PASSED_ON in self.headers:
            raise unsettled()
        if self.scope["type"] == "websocket":
            return await self._call(owner)
        if self._body is None:
            self._body = await read_body(Request(self.scope, self._receive))
        return await asyncio.to_thread(self._fetch, owner, self._body)

    @property
    def _path(self) -> str:
        """The address with its query."""
        path, query = self.scope["raw_path"].partition(b"?")[0], self.scope["query_string"]
        return bytes(path + (b"?" + query if query else b"")).decode("latin-1")

    def _kept(self, without: Iterable[str]) -> dict[str, str]:
        """Return the headers that are passed on."""
        client = self.scope.get("client")
        kept = {name: text for name, text in self.headers.items() if name not in without}
        return kept | {"x-forwarded-for": client[0] if client else "", PASSED_ON: "1"}

    def _fetch(self, owner: str, body: bytes) -> Response:
        """Return another server's answer."""
        place = urlsplit(owner)
        line = http.client.HTTPConnection(str(place.hostname), place.port, timeout=ANSWER_SECONDS)
        line.connect()
        try:
            line.putrequest(self.scope["method"], self._path, skip_host=True, skip_accept_encoding=True)
            for name, text in {"content-length": str(len(body)), **self._kept(HOP_BY_HOP)}.items():
                line.putheader(name, text.encode("latin-1"))
            line.endheaders(body)
            answered = line.getresponse()
            response = Response(answered.read(), answered.status)
        except GONE:
            if self.scope["method"] in HARMLESS:
                raise
            raise UnansweredError("no answer came: look whether it was done, then try again") from None
        finally:
            line.close()
        for name, text in answered.getheaders():
            if name.lower() not in HOP_BY_HOP:
                response.headers.append(name, text)
        return response

    async def _call(self, owner: str) -> ASGIApp:
        """Open a WebSocket to another server; return the application that passes on its messages."""
        place = urlsplit(owner)
        line = await connect(
            f"ws://{self.headers['host']}{self._path}",
            host=place.hostname,
            port=place.port,
            additional_headers={
                name: text for name, text in self._kept(OF_A_HANDSHAKE).items() if not name.startswith("sec-websocket")
            },
            user_agent_header=None,
            compression=None,
            max_size=MOST_TOLD,
            proxy=None,
        )

        async def pass_on(scope: Scope, receive: Receive, send: Send) -> None:
            await converse(line, WebSocket(scope, receive, send))

        return pass_on


async def converse(line: ClientConnection, socket: WebSocket) -> None:
    """Pass on what a browser and another server say to each other until one of them goes."""
    async with line:
        await socket.accept()
        both = [asyncio.create_task(each(line, socket)) for each in (tell, say)]
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in both:
                task.cancel()
            await asyncio.gather(*both, return_exceptions=True)


async def tell(line: ClientConnection, socket: WebSocket) -> None:
    """Pass on what the server says; the browser stays, once it was let in."""
    try:
        async for message in line:
            guest = socket.scope.get("state", {}).get("guest")
            if guest is not None:
                guest.settle()
            await socket.send_text(message if isinstance(message, str) else message.decode())
    except ConnectionClosed:
        pass
    except (WebSocketDisconnect, RuntimeError):
        return
    code = line.close_code or AWAY
    await socket.close(code if 1000 <= code < 5000 and code not in (1005, 1006, 1015) else AWAY)


async def say(line: ClientConnection, socket: WebSocket) -> None:
    """Pass on what the browser says."""
    while True:
        received = await socket.receive()
        if received["type"] == "websocket.disconnect":
            return
        data = received.get("text") or (received.get("bytes") or b"").decode("utf-8", "replace")
        try:
            await line.send(data)
        except ConnectionClosed:
            await asyncio.Event().wait()  # `tell` closes the connection to the browser
