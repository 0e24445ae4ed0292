"""Asking the child processes: one for the moves of players, one for values; whoever asks may stop waiting."""

import asyncio
import contextlib
import logging
import os
import sys
from collections.abc import Callable
from itertools import count
from typing import Any

import msgspec

from lalao.errors import TooLargeError

LINE_LIMIT = 2**22
VALUE_SECONDS = 30.0
PROGRESS_SECONDS = 120.0
MOVE_SECONDS = 240.0
"""The first move of a game whose kernels are not compiled yet waits for the compiler."""
QUIET_VARIABLE = "LALAO_BACKGROUND_COMPILING"
KEPT = 2_000


class Child:
    """One child process; questions are answered one after the other, and a question given up is killed."""

    def __init__(self) -> None:
        """Start nothing yet: the process starts with the first question."""
        self._process: asyncio.subprocess.Process | None = None
        self._lock = asyncio.Lock()
        self._numbers = count(1)

    async def ask(
        self, question: dict[str, Any], seconds: float, wanted: Callable[[], bool] = lambda: True
    ) -> dict[str, Any]:
        """Ask, and wait at most so long for the answer once it is this question's turn, if it is `wanted` then.

        Raises TooLargeError where it is not, where the time is up, or where the child fails.
        """
        async with self._lock:
            if not wanted():
                raise TooLargeError("nobody waits for this any more")
            try:
                return await asyncio.wait_for(self._ask(question), seconds)
            except (TimeoutError, ConnectionError):
                self._kill()
                raise TooLargeError("this takes too long to work out here") from None
            except asyncio.CancelledError:
                self._kill()
                raise

    async def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
        process = await self._running()
        assert process.stdin
        assert process.stdout
        number = next(self._numbers)
        process.stdin.write(msgspec.json.encode({"id": number} | question) + b"\n")
        await process.stdin.drain()
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


class Thinker:
    """What the server asks: moves, values, who should start."""

    def __init__(self) -> None:
        """Start nothing yet."""
        self._players, self._values = Child(), Child()
        self._known: dict[tuple[str, str], dict[str, Any]] = {}

    async def warm_up(self) -> None:
        """Start the child that plays, so that its first move comes as fast as the others."""
        await self.move("fang-4", "0.1.1.0 3+3 S", "level:1")

    async def compile(self) -> None:
        """Compile every kernel in a process of its own, so that nobody waits for the compiler later.

        Where all are compiled this takes a second. The variable `QUIET_VARIABLE` of the environment turns it off.
        """
        if os.environ.get(QUIET_VARIABLE) == "off":
            return
        logging.getLogger("lalao").info("compiling in the background: until then some answers take longer…")
        nothing = asyncio.subprocess.DEVNULL
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "lalao.kernels", stdin=nothing, stdout=nothing, stderr=nothing
        )
        try:
            await process.wait()
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

    async def value(self, game: str, position: str, wanted: Callable[[], bool]) -> dict[str, Any]:
        """Work out values, unless they are no longer wanted when their turn comes; "unknown" is an answer."""
        known = self._known.get((game, position))
        if known is None:
            question = {"task": "value", "game": game, "position": position}
            try:
                known = await self._values.ask(question, VALUE_SECONDS, wanted)
            except TooLargeError:
                if not wanted():
                    return {"value": "unknown", "moves": []}
                known = {"value": "unknown", "moves": []}
            while len(self._known) >= KEPT:
                self._known.pop(next(iter(self._known)))
            self._known[game, position] = known
        return known

    async def progress(self, records: list[str]) -> dict[str, Any]:
        """Tell how the players of records get on, by week, in a child of its own.

        Raises TooLargeError.
        """
        child = Child()
        try:
            answer = await child.ask({"task": "progress", "records": records}, PROGRESS_SECONDS)
        finally:
            await child.close()
        return {name: told for name, told in answer.items() if name != "id"}

    async def close(self) -> None:
        """End the children."""
        await asyncio.gather(self._players.close(), self._values.close())
