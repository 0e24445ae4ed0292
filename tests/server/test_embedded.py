"""Lalao inside another program: requests and sockets by messages, without a network, a thread or a process."""

import asyncio
import json
import subprocess
import threading
from collections.abc import Callable, Coroutine
from importlib import import_module
from typing import Any

import pytest
from tools.crowd import Follower

from lalao.errors import DatabaseError
from lalao.games.registry import game
from lalao.web.embedded import Embedded, Engine
from lalao.web.work.child import DONE
from lalao.web.work.engine_tasks import SERVICE
from tests.patience import SECONDS


class Here:
    """An engine in this process, which may die."""

    def __init__(self) -> None:
        self.dying = False
        self.started = 0

    async def start(self) -> str:
        self.started += 1
        return "ready"

    async def ask(self, question: str) -> str:
        if self.dying and "at once" not in question:
            return ""
        return SERVICE.answer(question.encode()).decode("latin-1")

    def kill(self) -> None:
        pass


class Loop(asyncio.SelectorEventLoop):
    """A loop that runs in place what others give to threads, as Pyodide's does."""

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> Any:  # type: ignore[override]  # noqa: ARG002
        done = self.create_future()
        try:
            done.set_result(func(*args))
        except BaseException as error:
            done.set_exception(error)
        return done


class Page:
    """What a page would be to it."""

    def __init__(self, engine: Engine, copied: bytes = b"") -> None:
        self.commits = 0
        self.heard: dict[int, asyncio.Queue[Any]] = {}
        self.embedded = Embedded(self.told, engine, self.committed, copied)
        self.state: Any = None

    def committed(self) -> None:
        self.commits += 1

    def told(self, line: str) -> None:
        message = json.loads(line)
        self.heard[message["id"]].put_nowait(message)

    def say(self, kind: str, number: int, **more: object) -> asyncio.Queue[Any]:
        heard = self.heard.setdefault(number, asyncio.Queue())
        self.embedded.hear(json.dumps({"kind": kind, "id": number} | more))
        return heard

    async def ask(self, path: str, sent: object = None) -> tuple[int, Any]:
        more = {} if sent is None else {"method": "POST", "body": json.dumps(sent)}
        answer = await self.say("ask", len(self.heard) + 1, path=path, **more).get()
        return answer["status"], json.loads(answer["body"])

    async def play(self, code: str, token: str, turns: int) -> Any:
        """Play the first turns that come to mind against a creature; return the last state."""
        number, follower = len(self.heard) + 1, Follower()
        heard = self.say("open", number, path=f"/ws/{code}")
        assert (await heard.get())["kind"] == "opened"
        self.say("say", number, text=json.dumps({"kind": "hello", "token": token, "language": "en", "name": ""}))
        played, seats = -1, list[int]()
        while True:
            message = follower.hear(json.loads((await heard.get())["text"]))
            if message["kind"] == "welcome":
                seats = message["seats"]
            if message["kind"] != "state":
                continue
            if message["phase"] == "over" or (turns == 0 and message["turn"] != played):
                self.say("close", number)
                return message
            if message["active"] in seats and message["turn"] != played:
                played, turns = message["turn"], turns - 1
                move = {"kind": "move", "turn": played, "move": message["paths"][0]["text"]}
                self.say("say", number, text=json.dumps(move))


def told(story: Callable[[Page], Coroutine[Any, Any, None]], copied: bytes = b"", engine: Any = None) -> None:
    async def run() -> None:
        page = Page(engine or Here(), copied)
        async with asyncio.timeout(SECONDS):
            await page.embedded.start()
            await story(page)
            await page.embedded.close()

    with asyncio.Runner(loop_factory=Loop) as runner:
        runner.run(run())


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take away threads and processes."""

    def refuse(*_: object, **__: object) -> None:
        raise RuntimeError("there are no threads and no processes here")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    monkeypatch.setattr(subprocess, "Popen", refuse)
    for module in (
        "lalao.tables.background",
        "lalao.web.work.engines",
        "lalao.engine.analysis",
        "lalao.solve.fanorona",
    ):
        monkeypatch.setattr(import_module(module), "CAN_START", False)


OPENING = {"game": "fang-4", "mode": "alone", "level": "level:1"}


def test_a_whole_game_is_played_and_kept() -> None:
    copies: list[tuple[str, str, bytes]] = []

    async def first(page: Page) -> None:
        status, opened = await page.ask("/api/matches", OPENING)
        assert status == 201
        before = page.commits
        state = await page.play(opened["code"], opened["token"], 2)
        assert page.commits > before, "what was played has been told"
        assert state["phase"] != "over"
        copies.append((opened["code"], opened["token"], page.embedded.database()))

    async def again(page: Page) -> None:
        code, token, _ = copies[0]
        assert (await page.play(code, token, 100))["phase"] == "over"
        status, answer = await page.ask("/api/games/fang-4/positions/nonsense?lang=fr")
        assert (status, "nonsense" in answer["error"]) == (400, True)

    told(first)
    told(again, copies[0][2])


def test_games_go_from_one_device_to_another() -> None:
    games: list[tuple[str, str, Any]] = []

    async def first(page: Page) -> None:
        _, opened = await page.ask("/api/matches", OPENING)
        await page.play(opened["code"], opened["token"], 2)
        _, journal = await page.ask(f"/api/kept/{opened['code']}")
        assert len(journal["lines"]) > 2
        games.append((opened["code"], opened["token"], journal))

    async def other(page: Page) -> None:
        code, token, journal = games[0]
        assert await page.ask(f"/api/kept/{code}") == (200, {"lines": []})
        assert await page.ask(f"/api/kept/{code}", journal) == (200, journal)
        assert await page.ask(f"/api/kept/{code}", {"lines": journal["lines"][:1]}) == (200, journal), (
            "it is not replaced"
        )
        assert (await page.play(code, token, 100))["phase"] == "over"
        for bad in ([], ["nonsense"], [*journal["lines"], journal["lines"][0]]):
            assert (await page.ask("/api/kept/ABCD", {"lines": bad}))[0] == 400
        assert await page.ask("/api/kept/ABCD") == (200, {"lines": []})

    told(first)
    told(other)


def test_a_dead_engine_is_started_again() -> None:
    engine = Here()

    async def story(page: Page) -> None:
        status, opened = await page.ask("/api/matches", OPENING)
        assert status == 201
        engine.dying = True
        await page.play(opened["code"], opened["token"], 2)
        assert engine.started > 1

    told(story, engine=engine)


@pytest.mark.parametrize("name", ["fang-10", "sowing", "fifangakely", "fanorona", "fanorona-3x5"])
def test_an_engine_needs_no_thread(name: str) -> None:
    start = game(name).start()
    asked = {"id": 1, "task": "value", "game": name, "position": str(start), "seconds": 0.1}
    answer = SERVICE.answer(json.dumps(asked).encode())
    assert answer[:1] == DONE, answer
    moves = json.loads(answer[1:])["moves"]
    assert {each["move"] for each in moves} == {str(move) for move in start.legal_moves()}


def test_who_has_gone_is_not_answered() -> None:
    async def story(page: Page) -> None:
        page.say("ask", 1, path="/api/games/fafy/positions/1.2.2.1.1.2.2.1%20S")
        page.say("close", 1)
        page.say("close", 99)
        assert (await page.ask("/api/families"))[0] == 200

    told(story)


def test_a_damaged_copy_is_refused() -> None:
    with pytest.raises(DatabaseError):
        told(lambda _: asyncio.sleep(0), b"SQLite format 3\0" + bytes(4080))
