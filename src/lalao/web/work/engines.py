"""Asks the engines, which run in processes of their own: moves before values; whoever asks may stop waiting."""

import asyncio
import logging
import os
import sys
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Any, cast

import msgspec

from lalao.errors import TooLargeError
from lalao.games.game import Game
from lalao.games.registry import game as find_game
from lalao.kernels.cache import BACKGROUND, is_compiler_there, say_slower
from lalao.processes import CAN_START, deaf_to_interrupts
from lalao.tables.background import TableBuilder
from lalao.teach.progress import Tally
from lalao.web.shown import ShownValues
from lalao.web.work.pool import DiedError, MakeChild, Pool, ProcessChild, now, unpacked
from lalao.web.work.scheduling import Job

TASKS = "lalao.web.work.engine_tasks"
"""The module whose tasks the children do."""
WORKERS = (("move",), ("move", "value"))
"""The lanes of each process: the first is kept for moves, whatever else is asked."""
LEAST_SECONDS = 0.5
"""The fewest seconds that a question is given, even where others wait."""
MOST_SECONDS = 10.0
"""Seconds that a move may take."""
VALUE_SECONDS = 30.0
EXPLAIN_SECONDS = 5.0
REVIEW_SECONDS = 20.0
PROGRESS_SECONDS = 120.0
OPINION_SECONDS = 0.7
"""Seconds that an opinion takes, shared among all who want one."""
LEAST_OPINION = 0.15
COMPILING_SECONDS = 240.0
"""The first move of a game whose kernels are not compiled yet waits for the compiler."""
KEPT = 2_000
HARD_SECONDS = 5.0
"""Seconds for a value where another position of the game has just taken too long: this one may be easy."""
STAYS_HARD = 60.0
"""Seconds for which a position that took too long is not solved again, and others of its game have `HARD_SECONDS`."""
NOTHING_KNOWN: ShownValues = {"value": "unknown", "moves": [], "hurried": True}


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks: a device, and a room or page of it."""

    device: str = ""
    room: str = ""

    def job(self, lane: str, least: float, most: float, kind: str = "") -> Callable[[int], Job]:
        """Return a function from a number to a job of this asker; `least` and `most` are seconds, `kind` a family."""
        return lambda number: Job(number, lane, self.device, self.room, least, most, kind=kind)


NOBODY = Asker()


class Asked:
    """A question whose answer several may await."""

    def __init__(self, work: Coroutine[Any, Any, ShownValues]) -> None:
        """Begin to answer it."""
        self.answer = asyncio.get_running_loop().create_task(work)
        self.waiting = 0

    async def wait(self) -> ShownValues:
        """Wait for the answer; when the last one waiting is cancelled, so is the question."""
        self.waiting += 1
        try:
            return await asyncio.shield(self.answer)
        finally:
            self.waiting -= 1
            if not self.waiting:
                self.answer.cancel()


class EnginePool:
    """The engines: they choose moves, work out values, answer offers of a draw, explain, and review games."""

    def __init__(self, make_child: MakeChild = ProcessChild, workers: Sequence[Sequence[str]] = WORKERS) -> None:
        """Take the factory of children, and the lanes of each; they start with the first question."""
        self._make_child = partial(make_child, TASKS)
        self.pool = Pool(self._make_child, workers, {"task": "warm"})
        self._known: dict[tuple[str, str], ShownValues] = {}
        self._asked: dict[tuple[str, str], Asked] = {}
        self._explained: dict[tuple[str, ...], dict[str, Any]] = {}
        self._hard: dict[tuple[str, str] | str, float] = {}
        self._compiled = False
        self._ahead = TableBuilder(self._tell_of_tables)
        self._is_outdated = False
        self._one_class = asyncio.Semaphore(1)

    async def warm_up(self) -> None:
        """Start the processes, so that the first move comes as fast as the others."""
        await self.move("fang-4", "0.1.1.0 3+3 S", "level:1")

    async def compile(self) -> None:
        """Compile every kernel in a process of its own, so that nobody waits for the compiler later.

        Where all are compiled this takes a second. The variable `BACKGROUND` of the environment turns it off, and
        so does a system without processes.
        """
        if not CAN_START or os.environ.get(BACKGROUND) == "off":
            self._compiled = True
            return
        if not is_compiler_there():
            self._compiled = True
            say_slower()
            return
        logging.getLogger("lalao").info("compiling in the background: until then some answers take longer…")
        nothing = asyncio.subprocess.DEVNULL
        with deaf_to_interrupts():
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "lalao.kernels", stdin=nothing, stdout=nothing, stderr=nothing
            )
        try:
            await process.wait()
            self._compiled = True
            self.pool.warm()
        finally:
            if process.returncode is None:
                process.kill()

    async def _ask(self, question: dict[str, Any], asker: Asker, lane: str, most: float) -> dict[str, Any]:
        """Ask an engine; one that takes too long, or holds up others, is hurried and answers with its results so far.

        Raises TooLargeError where it has nothing, BusyError where too many ask.
        """
        longest = most if self._compiled else COMPILING_SECONDS
        least = LEAST_SECONDS if self._compiled else longest
        game = find_game(question["game"])
        if self._compiled:
            self._ahead.need(game)
        return decoded(await self.pool.ask(question, asker.job(lane, least, longest, game.family.name)))

    def _tell_of_tables(self, game: Game, pieces: int, are_built: bool) -> None:
        """Say that endgame tables are being built; once they are, earlier results are computed again."""
        if are_built:
            self._is_outdated = True  # the caches are not touched here: this is another thread
            return
        logging.getLogger("lalao").info(
            "building the endgame tables of %s up to %d pieces in the background (LALAO_TABLES=off refuses)…",
            game.id,
            pieces,
        )

    async def _ask_or_glance(self, question: dict[str, Any], asker: Asker, lane: str, most: float) -> dict[str, Any]:
        """Ask an engine; where not even hurrying helps, request an immediate answer.

        Raises TooLargeError where that takes too long too, BusyError where too many ask.
        """
        try:
            return await self._ask(question, asker, lane, most)
        except TooLargeError:
            return await self._ask(question | {"task": f"{question['task']} at once"}, asker, lane, most)

    async def move(self, game: str, position: str, player: str, asker: Asker = NOBODY) -> str:
        """Choose a move for a player; where not even hurrying helps, the move that looks best at first sight.

        Raises TooLargeError or BusyError.
        """
        question = {"task": "choose", "game": game, "position": position, "player": player}
        return str((await self._ask_or_glance(question, asker, "move", MOST_SECONDS))["move"])

    async def starter(self, game: str, position: str, asker: Asker = NOBODY) -> str:
        """Say which side had better start.

        Raises TooLargeError or BusyError.
        """
        question = {"task": "starter", "game": game, "position": position}
        return str((await self._ask(question, asker, "move", MOST_SECONDS))["side"])

    async def takes_draw(self, game: str, past: list[str], position: str, side: str, asker: Asker = NOBODY) -> bool:
        """Say whether a side takes a draw, after these positions.

        Raises TooLargeError or BusyError.
        """
        question = {"task": "draw", "game": game, "past": past, "position": position, "side": side}
        return bool((await self._ask(question, asker, "move", MOST_SECONDS))["yes"])

    async def value(self, game: str, position: str, asker: Asker = NOBODY) -> ShownValues:
        """Return the values of a position and its moves, worked out as long as somebody waits; "unknown" is an answer.

        Raises BusyError.
        """
        self._forget_what_is_outdated()
        key = game, position
        if key in self._known:
            return self._known[key]
        question = self._asked.get(key)
        if question is None:
            question = self._asked[key] = Asked(self._work_out(game, position, asker))
        try:
            return await question.wait()
        finally:
            if not question.waiting and self._asked.get(key) is question:
                del self._asked[key]

    async def _work_out(self, game: str, position: str, asker: Asker) -> ShownValues:
        """Ask for values; where solving this position has just taken too long, ask for the engine's opinion instead."""
        key = game, position
        seconds = max(OPINION_SECONDS / max(len(self._asked), 1), LEAST_OPINION)
        question = {"game": game, "position": position, "seconds": seconds}
        is_hard = self._is_hard(key)
        patience = HARD_SECONDS if self._is_hard(game) and not is_hard else VALUE_SECONDS
        try:
            task = "opinion" if is_hard else "value"
            answer = await self._ask(question | {"task": task}, asker, "value", patience)
        except TooLargeError:
            if is_hard or not self._compiled:
                return NOTHING_KNOWN
            for hard in (key, game):
                keep(self._hard, hard, now(), KEPT)
            return await self._work_out(game, position, asker)
        values = cast(ShownValues, answer)
        if not values.get("hurried"):
            keep(self._known, key, values, KEPT)
        return values

    def _is_hard(self, what: tuple[str, str] | str) -> bool:
        """Tell whether a position, or one of a game, has just taken too long."""
        return now() - self._hard.get(what, -STAYS_HARD) < STAYS_HARD

    async def explain(self, question: dict[str, str], asker: Asker = NOBODY) -> dict[str, Any]:
        """Say why a move is good or bad, or give hints; where there is no time, by the rules and a glance alone.

        Raises LalaoError.
        """
        return await self._once(question, lambda: self._ask_or_glance(question, asker, "value", EXPLAIN_SECONDS))

    async def lines(self, question: dict[str, Any], asker: Asker = NOBODY) -> dict[str, Any]:
        """Return the best lines of a position, looked for as long as the question says, more briefly where others wait.

        Raises LalaoError.
        """
        return await self._once(question, lambda: self._ask_or_glance(question, asker, "value", MOST_SECONDS))

    async def review(self, question: dict[str, Any], asker: Asker = NOBODY) -> dict[str, Any]:
        """Review a game; where there is no time, by the rules alone.

        Raises LalaoError.
        """
        longest = REVIEW_SECONDS if self._compiled else COMPILING_SECONDS

        async def asked() -> dict[str, Any]:
            return decoded(await self.pool.ask(question, asker.job("value", LEAST_SECONDS, longest)))

        return await self._once(question, asked)

    async def _once(
        self, question: dict[str, Any], ask: Callable[[], Coroutine[Any, Any, dict[str, Any]]]
    ) -> dict[str, Any]:
        """Return the answer that was given before, else ask and keep the answer, unless that was hurried."""
        self._forget_what_is_outdated()
        key = tuple(map(str, question.values()))
        if key not in self._explained:
            answer = await ask()
            if answer.get("hurried"):
                return answer
            keep(self._explained, key, answer, KEPT)
        return self._explained[key]

    async def progress(self, records: list[str]) -> dict[str, dict[date, Tally]]:
        """Count the moves of the players of records, by name and date; one class at a time, each in its own process.

        Raises TooLargeError.
        """
        async with self._one_class:
            child = self._make_child()
            try:
                async with asyncio.timeout(PROGRESS_SECONDS):
                    await child.start()
                    answer = unpacked(await child.ask({"id": 1, "task": "progress", "records": records}))
            except (TimeoutError, DiedError):
                raise TooLargeError("this takes too long to compute here") from None
            finally:
                await child.close()
        return msgspec.json.decode(answer, type=dict[str, dict[date, Tally]])

    def _forget_what_is_outdated(self) -> None:
        """Drop the results from before tables were built."""
        if self._is_outdated:
            self._is_outdated = False
            self._known.clear()
            self._explained.clear()

    @property
    def waiting(self) -> int:
        """The questions that wait for an engine."""
        return self.pool.scheduler.waiting

    @property
    def running(self) -> int:
        """The questions that an engine works on."""
        return self.pool.scheduler.running

    async def close(self) -> None:
        """End the processes."""
        self._ahead.close()
        await self.pool.close()


def decoded(answer: bytes) -> dict[str, Any]:
    """Read the answer of a process."""
    document: dict[str, Any] = msgspec.json.decode(answer)
    return document


def keep(cache: dict[Any, Any], key: object, value: object, most: int) -> None:
    """Keep a value in a cache of at most `most` entries; the oldest goes first."""
    while len(cache) >= most:
        cache.pop(next(iter(cache)))
    cache[key] = value
