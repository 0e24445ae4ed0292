"""Readers of conversations: the engine's protocol, messages to rooms and classes, HTTP requests."""

import asyncio
import json
import random
import threading
from collections.abc import Callable, Coroutine
from functools import cache
from typing import Any
from urllib.parse import quote

import msgspec
from tests.asking import HOST, OURS, Answer, ask

from lalao.engine.protocol import Engine
from lalao.errors import LalaoError
from lalao.store import Store
from lalao.web.app import make_app
from lalao.web.classes import messages as c
from lalao.web.classes.host import ClassroomHost
from lalao.web.gate.connections import Connection
from lalao.web.rooms import messages as m
from lalao.web.rooms.conversation import heard
from lalao.web.rooms.lobby import Lobby, RoomHost
from lalao.web.shown import ShownValues
from lalao.web.work import document_tasks
from lalao.web.work.engines import NOTHING_KNOWN
from tools.fuzzing.bounds import Reader, is_a_line
from tools.fuzzing.files import saved
from tools.fuzzing.inputs import bytes_of, json_like, text_like, written
from tools.fuzzing.readers import NAMES, corpus, flat, records

CODE = "246810"
ENGINE_GAMES = ("fang-4", "fang", "fafy", "sowing-impartial", "fifangakely", "fanorona-telo", "fanorona")
ENGINE_LINES = (
    *(
        "lalao",
        "isready",
        "newgame",
        "stop",
        "legal",
        "display",
        "probe",
        "go infinite",
        "go depth 2",
        "go movetime 5",
        "go nodes 50",
    ),
    *("go wtime 100 btime 100 winc 5 binc 5", "setoption name Lines value 3", "setoption name Level value 2"),
    *("setoption name Hash value 1", "setoption name Tables value", "setoption name Threads value 2"),
    *("position fang-4 start moves 2, 2", "position fafy 1.2.2.1 S moves 2+", "position sowing-impartial 1.2.1 N"),
    *(f"position {name} start" for name in ENGINE_GAMES),
)
ENGINE_WORDS = ("position ", " start", " moves ", ", ", "go ", " depth ", " nodes ", " value ", "setoption name ", "\t")


class State:
    """The state kept from one input to the next: an event loop, an engine, a server."""

    def __init__(self) -> None:
        """Start the event loop and the engine."""
        self.loop = asyncio.new_event_loop()
        self.loop.set_exception_handler(self._amiss)
        self.wrong: list[BaseException] = []
        self.engine = Engine("fuzz", self.written_by_engine)
        self.said: list[str] = []
        self.store: Store | None = None
        self.app: Any = None
        self.table: RoomHost | None = None
        self.host: ClassroomHost | None = None
        self.lines: dict[str, Connection] = {}

    def _amiss(self, _: object, context: dict[str, Any]) -> None:
        """Record an error of a background task, unless it is a refusal."""
        error = context.get("exception")
        if not isinstance(error, LalaoError):
            self.wrong.append(error or RuntimeError(context["message"]))

    def check(self) -> None:
        """Raise the errors recorded in the background."""
        wrong, self.wrong = self.wrong, []
        for error in wrong:
            raise error

    def do(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Run a coroutine to its end in the loop."""
        return self.loop.run_until_complete(work)

    def written_by_engine(self, line: str) -> None:
        """Record a line written by the engine."""
        self.said.append(line)

    def close(self) -> None:
        """Cancel all tasks and close loop and store."""
        self.do(_go_home())
        self.loop.close()
        if self.store is not None:
            self.store.close()


@cache
def state() -> State:
    """Return the state of this process, made at the first call."""
    return State()


def thread_amiss(told: threading.ExceptHookArgs) -> None:
    """Record an error raised in a thread, to be reported as the failure of the current input."""
    state().wrong.append(told.exc_value or RuntimeError(str(told)))


# The engine


@cache
def warm_up() -> None:
    """Compile what the searches need, so that no input is blamed for the time."""
    here = state()
    for name in ENGINE_GAMES:
        for line in (f"position {name} start", "isready", "go nodes 50"):
            here.engine.hear(line)
        if here.engine.thought is not None:
            here.engine.thought.join()


def begin_engine(_: int) -> None:
    """Start a new session with the engine."""
    warm_up()
    here = state()
    if here.engine.thought is not None:
        here.engine.thought.join()
    here.engine = Engine("fuzz", here.written_by_engine)


def tell_engine(line: str) -> None:
    """Send a line to the engine, and stop any search that it starts."""
    here = state()
    here.said.clear()
    told = " ".join(line.split())
    if told:
        here.engine.hear(told)
    if here.engine.thought is not None:
        here.engine.stop("")
        here.engine.thought.join()
    here.check()
    assert all(is_a_line(each) for each in here.said), here.said
    refused = next((each for each in here.said if each.startswith("error ")), None)
    if refused:
        raise LalaoError("{line}", line=refused)


# The server


class Silent:
    """A stub socket that delivers `text` and discards what is sent."""

    client = None

    def __init__(self) -> None:
        """Start with an empty message."""
        self.text = b""

    async def receive(self) -> dict[str, Any]:
        """Return the message."""
        return {"type": "websocket.receive", "bytes": self.text}

    async def send_text(self, _: str) -> None:
        """Discard a text."""

    async def close(self, _: int = 1000) -> None:
        """Do nothing."""


class Idle:
    """A stub engine client without values, so that only the messages are tested."""

    async def value(self, *_: object) -> ShownValues:
        """Return no values."""
        return NOTHING_KNOWN

    async def progress(self, *_: object) -> dict[str, Any]:
        """Return no progress."""
        return {}

    async def close(self) -> None:
        """Do nothing."""


class Pressed:
    """Print workers that print nothing."""

    async def pdf(self, *_: object) -> bytes:
        """Return a stub of a PDF."""
        return b"%PDF"


class AtOnce:
    """Page workers in this process instead of in child processes."""

    async def do(self, question: dict[str, Any], _: str) -> bytes:
        """Answer a question, or raise what its task raises."""
        paper = msgspec.convert(question | {"id": 0}, document_tasks.Paper)
        found: object = document_tasks.TASKS[paper.task](paper)
        return found if isinstance(found, bytes) else msgspec.json.encode(found)


def begin_server(batch: int) -> None:
    """Start an application whose database holds one class and its games; the game at its table goes by the batch."""
    here = state()
    here.do(_go_home())
    if here.store is not None:
        here.store.close()
    here.store = Store.open("sqlite://")
    here.store.create_all(saved()["journals"], saved()["class"])
    here.app = make_app(here.store, teacher=CODE)
    inner = here.app.app.state
    inner.engines, inner.print_workers, inner.page_workers = Idle(), Pressed(), AtOnce()
    inner.lobby.engines = inner.engines
    here.do(_sit_down(inner.lobby, inner.classes, ("fang-4", "fafy-impartial", "fanorona-telo")[batch % 3]))


async def _go_home() -> None:
    """Cancel all other tasks."""
    going = asyncio.all_tasks() - {asyncio.current_task()}
    for task in going:
        task.cancel()
    await asyncio.gather(*going, return_exceptions=True)


async def _sit_down(lobby: Lobby, classes: Any, name: str) -> None:
    """Open a table with two players, and a class with a teacher and a pupil."""
    here = state()
    code, token = await lobby.open(m.Opening(name, "apart", who="cake" if "fafy" in name else "me", seconds=600))
    here.table = await lobby.table(code)
    here.lines = {who: Connection(Silent()) for who in ("one", "two", "watcher", "teacher", "pupil", "guest")}  # type: ignore[arg-type]
    for who in ("one", "two", "watcher"):
        await here.table.enter(here.lines[who], m.Hello(token if who == "one" else ""))
    await here.table.receive(here.lines["two"], m.Sit("Zo"))
    code, token = await classes.found("CM1")
    here.host = await classes.host_of(code)
    for who in ("teacher", "pupil", "guest"):
        await here.host.enter(here.lines[who], m.Hello(token if who == "teacher" else ""))
    await here.host.receive(here.lines["pupil"], c.Join("Awa", token="f00d" * 6))
    await here.host.receive(here.lines["teacher"], c.Enrol(["Bao", "Chloé", "Désiré"]))


def room_messages(rng: random.Random) -> list[dict[str, Any]]:
    """Return the messages that make sense at the table now."""
    table = state().table
    assert table is not None
    turn, position = table.room.turn, table.room.position
    moves = [str(move) for move in position.legal_moves()] or ["2"]
    return [
        *({"kind": "move", "turn": turn, "move": rng.choice(moves), "by_hand": True, "misses": 2},) * 4,
        {"kind": "lay", "turn": turn, "position": str(position)},
        {"kind": "choose", "turn": turn, "me": True},
        *({"kind": kind, "turn": turn} for kind in ("undo", "draw", "again", "vela", "resign")),
        {"kind": "answer", "turn": turn, "yes": True},
        {"kind": "speak", "language": "fr"},
        {"kind": "sit", "name": "Zo"},
        {"kind": "hello", "token": "", "name": "x", "language": "mg"},
    ]


CLASS_MESSAGES: list[dict[str, Any]] = [
    {"kind": "begin", "days": 0, "format": "swiss", "game": "fang-4", "seed": 1},
    {"kind": "begin", "days": 1, "format": "knockout", "game": "fafy-impartial", "winners": 1, "by_hand": True},
    {"kind": "begin", "days": 1, "format": "ladder", "game": "fang-4", "rounds": 3, "minutes": 2.5},
    *({"kind": "call", "rounds": rounds} for rounds in (0, 1, 2)),
    {"kind": "report", "round": 1, "table": 1, "result": "first"},
    {"kind": "report", "round": 1, "table": 2, "result": "draw", "game": 1},
    {"kind": "swap", "one": "Awa", "other": "Bao"},
    {"kind": "enrol", "names": ["Eva", "Fy"]},
    {"kind": "rename", "name": "Bao", "to": "Zoé"},
    *({"kind": kind, "name": "Chloé"} for kind in ("free", "dismiss")),
    {"kind": "away", "name": "Awa", "away": True},
    {"kind": "join", "name": "Hery", "picture": "sun", "token": "beef" * 6},
    {"kind": "hand", "up": True},
    {"kind": "accuse", "table": 1},
    {"kind": "pause", "on": True},
    {"kind": "pause", "on": False},
    {"kind": "project", "table": 1},
    {"kind": "award", "day": 1},
    {"kind": "takeback", "table": 1},
    {"kind": "close"},
    {"kind": "speak", "language": "mg"},
]


def make_message(rng: random.Random, who: tuple[str, ...], good: list[dict[str, Any]]) -> tuple[str, bytes]:
    """Make a message and choose its sender."""
    meant = rng.choice(good)
    if rng.random() < 0.15:
        return rng.choice(who), bytes_of(written(meant))
    if rng.random() < 0.25:
        return rng.choice(who), bytes_of(text_like(rng, [json.dumps(meant)]))
    return rng.choice(who), bytes_of(written(json_like(rng, meant)))


def say(given: tuple[str, bytes], read: Callable[[str], Any], place: Callable[[], Any]) -> None:
    """Deliver a message and handle it."""
    who, data = given
    here = state()
    socket = Silent()
    socket.text = data

    async def said() -> None:
        message = await heard(socket, read)  # type: ignore[arg-type]
        await place().receive(here.lines[who], message)
        await asyncio.sleep(0)

    here.do(said())
    here.check()


REQUESTS: list[tuple[str, str, Any]] = [
    ("GET", "/api/games", None),
    ("GET", "/api/games/{game}?lang=fr", None),
    ("GET", "/api/games/{game}/rules", None),
    ("GET", "/api/games/{game}/positions/{position}?values=no", None),
    ("GET", "/api/games/{game}/positions/{position}", None),
    ("GET", "/api/games/{game}/pictures/{position}", None),
    ("GET", "/api/codes/{code}", None),
    ("GET", "/api/matches/{code}/record", None),
    ("GET", "/api/matches/{code}/qr.svg", None),
    ("GET", "/api/classes/{code}/backup.json", None),
    ("GET", "/api/classes/{code}/link", None),
    ("GET", "/api/words/fr", None),
    ("GET", "/static/main.js", None),
    ("DELETE", "/api/classes/{code}", None),
    ("POST", "/api/games/{game}/layouts", {"position": "{position}", "content": {"1": 1, "a1": "W"}, "to_move": "S"}),
    ("POST", "/api/games/{game}/check", {"before": "{position}", "after": "{position}"}),
    ("POST", "/api/games/{game}/print/slips.pdf", {"tables": [["Awa", "Bao"]], "byes": ["Zo"], "round": 2}),
    ("POST", "/api/games/{game}/print/scores.pdf?paper=A3", {"names": ["Awa", "李明"]}),
    ("POST", "/api/games/{game}/print/board.pdf?size=20&per-sheet=2", {}),
    ("POST", "/api/matches", {"game": "{game}", "mode": "alone", "level": "level:2", "who": "lot", "seconds": 60}),
    ("POST", "/api/teacher", {"code": CODE}),
    ("POST", "/api/classes", {"code": CODE, "title": "CM1"}),
    ("POST", "/api/classes/{code}/teacher", {"code": CODE}),
    ("POST", "/api/records/read", "{record}"),
    ("POST", "/api/records/write", {"game": "{game}", "start": "{position}", "moves": ["2"], "tags": {"Event": "x"}}),
    ("POST", "/api/records/film", {"game": "{game}", "start": "{position}", "moves": ["2"]}),
    ("POST", "/api/classes/restore", "{backup}"),
]
HEADERS: tuple[dict[str, str], ...] = (
    {},
    {"accept-language": "fr"},
    {"content-type": "text/plain"},
    {"authorization": f"Bearer {CODE}"},
)


def make_request(rng: random.Random) -> tuple[str, str, bytes, dict[str, str], str]:
    """Make a request: method, path, body, headers, and the client's address."""
    method, path, body = rng.choice(REQUESTS)
    game = rng.choice(NAMES)
    position = str(rng.choice(corpus(game)))
    code = rng.choice([*saved()["journals"], "ZZZZ"])
    filled = {"{game}": game, "{position}": position, "{code}": code}
    text = json.dumps(body, ensure_ascii=False)
    for blank, value in filled.items():
        text = text.replace(blank, value)
        path = path.replace(
            blank, quote(text_like(rng, [value]).encode("utf-8", "replace")) if rng.random() < 0.2 else quote(value)
        )
    if body == "{record}":
        data = bytes_of(text_like(rng, records()))
    elif body == "{backup}":
        data = bytes_of(written(json_like(rng, saved())))
    elif path.endswith("/write") and rng.random() < 0.5:
        start, words = rng.choice(flat())
        data = bytes_of(written(json_like(rng, {"game": game, "start": start, "moves": words, "result": "*"})))
    elif body is None:
        data = b""
    else:
        data = bytes_of(written(json_like(rng, json.loads(text))) if rng.random() < 0.7 else text_like(rng, [text]))
    headers = OURS | rng.choice(HEADERS)
    if rng.random() < 0.05:
        headers |= {rng.choice(("host", "origin", "accept-language", "authorization")): line(rng)}
    return method, path, data, headers, f"10.0.{rng.randrange(256)}.{rng.randrange(256)}"


def line(rng: random.Random) -> str:
    """Return a random header line."""
    made = text_like(rng, [HOST, f"http://{HOST}", "[::1]:80", "fr-FR,fr;q=0.9", f"Bearer {CODE}"])
    return made.encode("latin-1", "replace").decode("latin-1").replace("\n", " ")


def ask_server(given: tuple[str, str, bytes, dict[str, str], str]) -> None:
    """Send a request; a refusal must be one line."""
    method, path, body, headers, client = given
    here = state()
    answer: Answer = here.do(ask(here.app, method, path, body, headers, client))
    here.check()
    assert answer.status < 500, answer
    if answer.status < 400:
        return
    text = answer.body.decode()
    told = answer.json["error"] if text.startswith("{") else text
    assert is_a_line(told), answer
    raise LalaoError("{line}", line=told)


AT_TABLE, IN_CLASS = ("one", "one", "two", "watcher"), ("teacher", "teacher", "teacher", "pupil", "guest")
READERS = (
    Reader("protocol", lambda rng: text_like(rng, ENGINE_LINES, ENGINE_WORDS), tell_engine, begin_engine, 50),
    Reader(
        "messages",
        lambda rng: make_message(rng, AT_TABLE, room_messages(rng)),
        lambda given: say(given, m.read_message, lambda: state().table),
        begin_server,
        100,
    ),
    Reader(
        "class-messages",
        lambda rng: make_message(rng, IN_CLASS, CLASS_MESSAGES),
        lambda given: say(given, c.read_message, lambda: state().host),
        begin_server,
        100,
    ),
    Reader("requests", make_request, ask_server, begin_server, 500),
)
