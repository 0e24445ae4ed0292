"""Asking the child processes: one for the moves of players, one for values; whoever asks may stop waiting."""

import asyncio
import contextlib
import logging
import os
import sys
from collections.abc import Coroutine
from itertools import count
from typing import Any, cast

import msgspec

from lalao.errors import TooLargeError
from lalao.web.shown import ShownValues

LINE_LIMIT = 2**22
VALUE_SECONDS = 30.0
HARD_SECONDS = 5.0
"""Seconds that a value may take in a game that has had a position which took too long: the next one may be easy."""
PROGRESS_SECONDS = 120.0
OPINION_SECONDS = 0.7
"""Seconds that an opinion takes, shared among all who want one."""
LEAST_OPINION = 0.15
MOVE_SECONDS = 240.0
"""The first move of a game whose kernels are not compiled yet waits for the compiler."""
GRACE_SECONDS = 0.5
"""Seconds in which a child that is told to stop must answer, or be killed."""
QUIET_VARIABLE = "LALAO_BACKGROUND_COMPILING"
KEPT = 2_000
EASY = {"game": "fang-4", "position": "0.1.1.0 3+3 S"}
"""A question that is answered at once by a child that has started."""
NOTHING_KNOWN: ShownValues = {"value": "unknown", "moves": []}


class Child:
    """One child process; questions are answered one after the other, and a question given up is stopped."""

    def __init__(self) -> None:
        """Start nothing yet: the process starts with the first question."""
        self._process: asyncio.subprocess.Process | None = None
        self._lock = asyncio.Lock()
        self._numbers = count(1)

    async def ask(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Ask, and wait at most so long for the answer once it is this question's turn.

        Raises TooLargeError where the time is up, or where the child fails.
        """
        async with self._lock:
            number = next(self._numbers)
            answering = asyncio.ensure_future(self._ask({"id": number} | question))
            try:
                return await asyncio.wait_for(asyncio.shield(answering), seconds)
            except (TimeoutError, ConnectionError):
                self._kill()
                raise TooLargeError("this takes too long to work out here") from None
            except asyncio.CancelledError:
                await self._give_up(number, answering)
                raise
            finally:
                answering.cancel()
                await asyncio.gather(answering, return_exceptions=True)

    async def _give_up(self, number: int, answering: "asyncio.Future[dict[str, Any]]") -> None:
        """Stop the question under way; a child that does not listen is killed."""
        with contextlib.suppress(ConnectionError, asyncio.CancelledError):
            if self._process is not None:
                await send(self._process, {"id": number, "task": "stop"})
                await asyncio.wait([answering], timeout=GRACE_SECONDS)
        if not answering.done():
            self._kill()

    async def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
        process = await self._running()
        await send(process, question)
        assert process.stdout
        line = await process.stdout.readline()
        if not line:
            raise ConnectionError
        answer: dict[str, Any] = msgspec.json.decode(line)
        if "error" in answer:
            raise TooLargeError("this cannot be worked out here: {why}", why=answer["error"])
        return answer

    async def _running(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "lalao.web.thinking",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LINE_LIMIT,
            )
        return self._process

    def _kill(self) -> None:
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
        self._process = None

    async def close(self) -> None:
        """End the process."""
        process = self._process
        self._kill()
        if process is not None:
            await process.wait()


async def send(process: asyncio.subprocess.Process, line: dict[str, Any]) -> None:
    """Write a line to a child."""
    assert process.stdin
    process.stdin.write(msgspec.json.encode(line) + b"\n")
    await process.stdin.drain()


class Asked:
    """A question that one or several wait for."""

    def __init__(self, work: Coroutine[Any, Any, ShownValues]) -> None:
        """Begin to answer it."""
        self.answer = asyncio.get_running_loop().create_task(work)
        self.waiting = 0

    async def wait(self) -> ShownValues:
        """Wait for the answer; when the last who waits is cancelled, so is the question."""
        self.waiting += 1
        try:
            return await asyncio.shield(self.answer)
        finally:
            self.waiting -= 1
            if not self.waiting:
                self.answer.cancel()


class Thinker:
    """What the server asks: moves, values, who should start, whether a draw is taken."""

    def __init__(self) -> None:
        """Start nothing yet."""
        self._players, self._values = Child(), Child()
        self._known: dict[tuple[str, str], ShownValues] = {}
        self._asked: dict[tuple[str, str], Asked] = {}
        self._hard: set[tuple[str, str]] = set()
        self._hard_games: set[str] = set()
        self._compiled = False

    async def warm_up(self) -> None:
        """Start the child that plays, so that its first move comes as fast as the others."""
        await self.move(EASY["game"], EASY["position"], "level:1")

    async def compile(self) -> None:
        """Compile every kernel in a process of its own, so that nobody waits for the compiler later.

        Where all are compiled this takes a second. The variable `QUIET_VARIABLE` of the environment turns it off.
        """
        if os.environ.get(QUIET_VARIABLE) == "off":
            self._compiled = True
            return
        logging.getLogger("lalao").info("compiling in the background: until then some answers take longer…")
        nothing = asyncio.subprocess.DEVNULL
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "lalao.kernels", stdin=nothing, stdout=nothing, stderr=nothing
        )
        try:
            await process.wait()
            self._compiled = True
        finally:
            if process.returncode is None:
                process.kill()

    async def move(self, game: str, position: str, player: str) -> str:
        """Choose a move for a player.

        Raises TooLargeError.
        """
        question = {"task": "choose", "game": game, "position": position, "player": player}
        return str((await self._players.ask(question, MOVE_SECONDS))["move"])

    async def starter(self, game: str, position: str) -> str:
        """Say which side had better start.

        Raises TooLargeError.
        """
        question = {"task": "starter", "game": game, "position": position}
        return str((await self._values.ask(question, VALUE_SECONDS))["side"])

    async def takes_draw(self, game: str, past: list[str], position: str, side: str) -> bool:
        """Say whether a side takes a draw, after these positions.

        Raises TooLargeError.
        """
        question = {"task": "draw", "game": game, "past": past, "position": position, "side": side}
        return bool((await self._players.ask(question, MOVE_SECONDS))["yes"])

    async def value(self, game: str, position: str) -> ShownValues:
        """Work out values as long as somebody waits for them; "unknown" is an answer."""
        key = game, position
        if key in self._known:
            return self._known[key]
        asked = self._asked.get(key)
        if asked is None:
            asked = self._asked[key] = Asked(self._work_out(game, position))
        try:
            return await asked.wait()
        finally:
            if not asked.waiting and self._asked.get(key) is asked:
                del self._asked[key]

    async def _work_out(self, game: str, position: str) -> ShownValues:
        """Ask for values; where solving takes too long once everything is compiled, the engine's opinion has to do."""
        key = game, position
        task = "opinion" if key in self._hard else "value"
        seconds = max(OPINION_SECONDS / max(len(self._asked), 1), LEAST_OPINION)
        question = {"game": game, "position": position, "seconds": seconds}
        try:
            found = cast(
                ShownValues, await self._values.ask(question | {"task": task}, await self._patience(game, task))
            )
        except TooLargeError:
            if task == "opinion" or not self._compiled:
                return NOTHING_KNOWN
            self._note_hard(key)
            return await self._work_out(game, position)
        while len(self._known) >= KEPT:
            self._known.pop(next(iter(self._known)))
        self._known[key] = found
        return found

    async def _patience(self, game: str, task: str) -> float:
        """Return how many seconds a question gets, counted from when the child is there."""
        if task == "opinion" or game not in self._hard_games:
            return VALUE_SECONDS
        await self._values.ask({"task": "value"} | EASY, VALUE_SECONDS)
        return HARD_SECONDS

    def _note_hard(self, key: tuple[str, str]) -> None:
        """Remember a position whose value takes too long; others of its game are tried, with less patience."""
        if len(self._hard) >= KEPT:
            self._hard.clear()
        self._hard.add(key)
        self._hard_games.add(key[0])

    async def progress(self, records: list[str]) -> dict[str, Any]:
        """Tell how the players of records get on, by week, in a child of its own.

        Raises TooLargeError.
        """
        child = Child()
        try:
            answer = await child.ask({"task": "progress", "records": records}, PROGRESS_SECONDS)
        finally:
            await child.close()
        return {name: answer[name] for name in ("pupils", "class")}

    async def close(self) -> None:
        """End the children."""
        await asyncio.gather(self._players.close(), self._values.close())
