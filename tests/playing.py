"""A player without a browser: sends over the WebSocket what a browser sends, and receives the answers."""

import json
from contextlib import ExitStack
from email.message import Message
from types import TracebackType
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from tools.crowd import Follower
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.patience import SECONDS
from tests.schooling import TEACHER

ALIKE = ("secret 2118183", "secret 2451382")
"""Two secrets whose SHA-256 begins with the same ten figures, 6bf31b1f30."""


def fetched(
    address: str, data: bytes | None = None, headers: dict[str, str] | None = None, method: str | None = None
) -> tuple[int, Message, bytes]:
    """Send a request; return the status, the headers and the body of the answer, refusals among them."""
    try:
        answer = urlopen(Request(address, data, headers or {}, method=method), timeout=SECONDS)
    except HTTPError as error:
        answer = error
    with answer:
        return answer.status, answer.headers, answer.read()


def post(address: str, path: str, sent: object) -> tuple[int, Any]:
    """Post JSON; return the status and the JSON of the answer."""
    status, _, body = fetched(address + path, sent if isinstance(sent, bytes) else json.dumps(sent).encode())
    return status, json.loads(body)


def get(address: str, path: str) -> tuple[int, Any]:
    """Get JSON; return the status and the JSON of the answer."""
    status, _, body = fetched(address + path)
    return status, json.loads(body)


class Player:
    """A connection to a room."""

    def __init__(
        self,
        address: str,
        code: str,
        token: str = "",
        language: str = "en",
        name: str = "",
        line: str = "",
        path: str = "/ws",
    ) -> None:
        """Connect and say hello."""
        self.address, self.code, self.token = address, code, token
        where = address.replace("http", "ws") + f"{path}/{code}"
        self.leaving = ExitStack()
        self.socket: ClientConnection = self.leaving.enter_context(
            connect(where, origin=Origin(address), open_timeout=SECONDS)
        )
        self.state: Any = None
        self.follower = Follower()
        self.seats: list[int] = []
        self.refused: Any = None
        self.say("hello", token=token, language=language, name=name, line=line)

    def say(self, kind: str, **more: object) -> None:
        """Send a message."""
        self.socket.send(json.dumps({"kind": kind} | more))

    def hear(self, seconds: float = SECONDS) -> Any:
        """Wait for a message and return it."""
        message = self.follower.hear(json.loads(self.socket.recv(seconds)))
        if message["kind"] == "state":
            self.state = message
        elif message["kind"] == "welcome":
            self.seats, self.token = message["seats"], message["token"]
        elif message["kind"] == "refused":
            self.refused = message
        return message

    def until(self, kind: str = "state", **wanted: object) -> Any:
        """Wait for a message of this kind with these values."""
        while True:
            message = self.hear()
            if message["kind"] == kind and all(message[name] == value for name, value in wanted.items()):
                return message

    def move(self, move: str) -> None:
        """Play a move in the state last received."""
        self.say("move", turn=self.state["turn"], move=move)

    def __enter__(self) -> "Player":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.leaving.close()


def open_match(address: str, **asked: object) -> tuple[str, str]:
    """Open a table; return its code and the token of its first seat."""
    status, answer = post(address, "/api/matches", {"game": "fang-4", "mode": "apart"} | asked)
    assert status == 201, answer
    return answer["code"], answer["token"]


def asked(
    address: str, path: str, secret: str = "", method: str = "GET", data: bytes | None = None
) -> tuple[int, bytes]:
    """Send a request with a secret; return the status and the body."""
    headers = {"Authorization": f"Bearer {secret}"} if secret else {}
    status, _, body = fetched(address + path, data, headers, method)
    return status, body


class Member(Player):
    """A connection to a class."""

    def __init__(self, address: str, code: str, token: str = "") -> None:
        """Connect and say hello."""
        self.role = ""
        super().__init__(address, f"class/{code}", token)

    def hear(self, seconds: float = SECONDS) -> Any:
        """Wait for a message."""
        message = json.loads(self.socket.recv(seconds))
        if message["kind"] == "welcome":
            self.role, self.token = message["role"], message["token"] or self.token
        elif message["kind"] == "class":
            self.state = message
        elif message["kind"] == "refused":
            self.refused = message
        return message


def seated(teacher: Player) -> list[Any]:
    """Wait until every table has its room; return the tables."""
    while True:
        day = (teacher.state or {}).get("day")
        if day and day["round"] and all(table["room"] for table in day["round"]["tables"]):
            return list(day["round"]["tables"])
        teacher.hear()


def open_class(address: str) -> tuple[str, str]:
    """Open a class; return its code and the teacher's token."""
    status, found = post(address, "/api/classes", {"code": TEACHER, "title": "CM1"})
    assert status == 201, found
    return found["code"], found["token"]


def come_in(address: str, code: str, name: str, picture: str = "") -> Member:
    """Join as a pupil."""
    member = Member(address, code)
    member.until("welcome")
    member.say("join", name=name, picture=picture)
    member.until("welcome", role="pupil")
    return member
