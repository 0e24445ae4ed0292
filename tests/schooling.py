"""A class without browsers: what the pages of the teacher and of the pupils send and receive, in one event loop."""

import asyncio
import json
import zlib
from collections.abc import Callable
from typing import Any

from tools.crowd import Follower
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Origin

from tests.patience import SECONDS

TEACHER = "246810"
AGAIN = 0.05


class Attendee:
    """A connection that reconnects by itself; `hear` is called with every message."""

    def __init__(self, address: str, path: str, token: str, hear: Callable[[dict[str, Any]], Any]) -> None:
        """Connect as soon as the loop runs."""
        self.address, self.path, self.token, self.hear = address, path, token, hear
        self.socket: ClientConnection | None = None
        self.task = asyncio.get_running_loop().create_task(self._attend())

    async def _attend(self) -> None:
        where = self.address.replace("http", "ws") + self.path
        while True:
            try:
                async with connect(where, origin=Origin(self.address), open_timeout=SECONDS) as socket:
                    self.socket, follower = socket, Follower()
                    await self.say("hello", token=self.token, language="en")
                    async for text in socket:
                        heard = self.hear(follower.hear(json.loads(text)))
                        if heard is not None:
                            await heard
            except (ConnectionClosed, InvalidHandshake, OSError, TimeoutError):
                self.socket = None
            await asyncio.sleep(AGAIN)

    async def say(self, kind: str, **more: object) -> None:
        """Send a message if connected; a lost one is sent again when the state is received again."""
        if self.socket is not None:
            try:
                await self.socket.send(json.dumps({"kind": kind} | more))
            except ConnectionClosed:
                self.socket = None

    async def close(self) -> None:
        """Disconnect."""
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)


class Pupil:
    """A pupil who plays every game to the end; moves depend on the position only, never on timing."""

    def __init__(self, address: str, code: str, name: str) -> None:
        """Join the class."""
        self.address, self.name, self.token = address, name, ""
        self.room = ""
        self.state: dict[str, Any] = {}
        self.refused: list[str] = []
        self.seats: list[int] = []
        self.lines = [Attendee(address, f"/ws/class/{code}", "", self.attend)]

    async def attend(self, message: dict[str, Any]) -> None:
        """Handle a message of the class: join, go to the table."""
        line = self.lines[0]
        if message["kind"] == "welcome" and message["role"] == "guest":
            await line.say("join", name=self.name, picture="")
        elif message["kind"] == "welcome":
            self.token = line.token = message["token"]
        elif message["kind"] == "refused":
            self.refused.append(message["why"])
        elif message["kind"] == "class" and message["role"] == "pupil":
            self.state = message
            table = message["table"]
            room = table["room"] if table and table["result"] is None else ""
            if room != self.room:
                await self._sit(room)

    async def _sit(self, room: str) -> None:
        self.room = room
        for line in self.lines[1:]:
            await line.close()
        del self.lines[1:]
        if room:
            self.lines.append(Attendee(self.address, f"/ws/{room}", self.token, self.play))

    async def play(self, message: dict[str, Any]) -> None:
        """Handle a message of the room: make the move that is due."""
        if message["kind"] == "welcome":
            self.seats = message["seats"]
        if message["kind"] != "state" or message["active"] not in self.seats:
            return
        line, turn = self.lines[-1], message["turn"]
        if message["phase"] == "layout":
            await line.say("lay", turn=turn, position=message["position"])
        elif message["phase"] == "choose":
            await line.say("choose", turn=turn, me=chance(self.name, 2) == 0)
        elif message["phase"] == "play":
            moves = sorted(path["text"] for path in message["paths"])
            await line.say("move", turn=turn, move=moves[chance(f"{self.name} {message['position']}", len(moves))])

    async def leave(self) -> None:
        """Disconnect from class and table."""
        for line in self.lines:
            await line.close()


def chance(text: str, many: int) -> int:
    """Return a number below `many` that depends only on the text."""
    return zlib.crc32(text.encode()) % many


class Teacher:
    """A teacher who begins the next round as soon as one is over."""

    def __init__(self, address: str, code: str, token: str) -> None:
        """Open the class."""
        self.state: dict[str, Any] = {}
        self.refused: list[str] = []
        self.heard = asyncio.Event()
        self.line = Attendee(address, f"/ws/class/{code}", token, self.attend)

    async def attend(self, message: dict[str, Any]) -> None:
        """Handle a message of the class."""
        if message["kind"] == "refused":
            self.refused.append(message["why"])
        if message["kind"] == "class":
            self.state = message
            day = message["day"]
            if day and not day["over"] and (day["round"] is None or day["round"]["over"]):
                await self.line.say("call", rounds=day["rounds"])
        self.heard.set()

    async def until(self, wanted: Callable[[dict[str, Any]], bool], seconds: float = SECONDS) -> dict[str, Any]:
        """Wait for a state of the class that satisfies `wanted`."""
        async with asyncio.timeout(seconds):
            while not (self.state and wanted(self.state)):
                self.heard.clear()
                await self.heard.wait()
        return self.state
