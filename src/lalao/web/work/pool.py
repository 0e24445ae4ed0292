"""Child processes: a pool that starts, hurries and kills them, and gives them jobs, as the scheduler says."""

import asyncio
import contextlib
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Coroutine, Sequence
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any, Protocol

import msgspec

from lalao.errors import LalaoError, TooLargeError
from lalao.processes import deaf_to_interrupts
from lalao.web.gate import log
from lalao.web.gate.ledger import BusyError
from lalao.web.work.child import DONE, LENGTH, Service, framed
from lalao.web.work.scheduling import GRACE, MOST_OF_A_DEVICE, MOST_OF_A_ROOM, Job, Order, Scheduler

PAUSE = 1.0
"""Seconds to wait before a child that died while starting is started again."""
HELD_UP = 0.2
"""Seconds late from which on this process has been held up itself, and may have an answer still to read."""
GENTLY: dict[str, Any] = {"creationflags": getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)}
"""The low priority of a process on Windows; elsewhere a child lowers its own (`lalao.web.work.child`)."""


class DiedError(Exception):
    """A child process has ended instead of answering."""


class Child(Protocol):
    """A child as the server sees it: it answers questions one after the other."""

    async def start(self) -> None:
        """Start it, or start it again, and wait until it is ready; raises DiedError or OSError."""

    async def ask(self, question: dict[str, Any]) -> bytes:
        """Ask, and return the answer as it comes, which may hold an error; raises DiedError."""

    def hurry(self, line: dict[str, Any]) -> None:
        """Send a line that says to hurry or stop; the time of `is_starved` counts from now."""

    def is_starved(self) -> bool:
        """Tell whether the child wants to run, and has had less than `GRACE` seconds of work since it was hurried."""

    def kill(self) -> None:
        """End it at once."""

    async def close(self) -> None:
        """End it and wait until it has gone."""


MakeChild = Callable[[str], Child]
"""Makes a child that answers as a module's ``SERVICE`` does; nothing is started yet."""


class InPlace:
    """A child that is no process: it answers at once, while all else waits, and nothing hurries it."""

    def __init__(self, module: str) -> None:
        """Take the module whose ``SERVICE`` answers."""
        self.module = module
        self.service: Service

    async def start(self) -> None:
        self.service = import_module(self.module).SERVICE

    async def ask(self, question: dict[str, Any]) -> bytes:
        return self.service.answer(msgspec.json.encode(question))

    def hurry(self, line: dict[str, Any]) -> None:
        """Do nothing: an answer is there before anybody can hurry it."""

    def is_starved(self) -> bool:
        return False

    def kill(self) -> None:
        """Do nothing."""

    async def close(self) -> None:
        """Do nothing."""


class ProcessChild:
    """A child process."""

    def __init__(self, module: str) -> None:
        """Take the module that it runs; nothing is started yet."""
        self.module = module
        self.process: asyncio.subprocess.Process | None = None
        self._spent_before = 0.0

    async def start(self) -> None:
        pipe = asyncio.subprocess.PIPE
        with deaf_to_interrupts():
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", self.module, stdin=pipe, stdout=pipe, **GENTLY
            )
        await self._frame()

    async def ask(self, question: dict[str, Any]) -> bytes:
        self.tell(question)
        return await self._frame()

    def tell(self, line: dict[str, Any]) -> None:
        """Send a line, and wait for nothing; a child that has ended gets none."""
        if self.process and self.process.stdin and self.process.returncode is None:
            with contextlib.suppress(ConnectionError, RuntimeError):
                self.process.stdin.write(framed(msgspec.json.encode(line)))

    def hurry(self, line: dict[str, Any]) -> None:
        self._spent_before = work_of(self.process.pid)[1] if self.process else 0.0
        self.tell(line)

    def is_starved(self) -> bool:
        if self.process is None:
            return False
        wants, spent = work_of(self.process.pid)
        return wants and spent - self._spent_before < GRACE

    async def _frame(self) -> bytes:
        assert self.process
        assert self.process.stdout
        try:
            length = int.from_bytes(await self.process.stdout.readexactly(LENGTH), "big")
            return await self.process.stdout.readexactly(length)
        except (asyncio.IncompleteReadError, ConnectionError):
            raise DiedError from None

    def kill(self) -> None:
        if self.process is not None and self.process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()

    async def close(self) -> None:
        self.kill()
        if self.process is not None:
            await self.process.wait()


class Pool:
    """Children that answer the same questions, each with its lanes, started with the first question."""

    def __init__(
        self,
        make: Callable[[], Child],
        workers: Sequence[Sequence[str]],
        warming: dict[str, Any] | None = None,
        most_of_a_device: int = MOST_OF_A_DEVICE,
        most_of_a_room: int = MOST_OF_A_ROOM,
    ) -> None:
        """Take the factory of children, the lanes of each, and how many questions of one device and room may wait.

        `warming` is asked of each worker once `warm` is called, and then of every new one before anything else.
        """
        self.children = [make() for _ in workers]
        self.numbers = count(1)
        self._lanes = [[*lanes, f"warming {worker}"] for worker, lanes in enumerate(workers)]
        self._warming, self._warm = warming, False
        self.scheduler = Scheduler(self._lanes, most_of_a_device, most_of_a_room)
        self._answers: dict[int, asyncio.Future[bytes]] = {}
        self._questions: dict[int, dict[str, Any]] = {}
        self._at: dict[int, int] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._due = 0.0
        """When the timer is due, in seconds of the event loop."""
        self._started = self._closed = False

    async def ask(self, question: dict[str, Any], job: Callable[[int], Job]) -> bytes:
        """Ask a question when it is its turn, and return the answer; a question whose asker is cancelled is dropped.

        Raises BusyError where too many wait, the error of the child, or TooLargeError where the time is up.
        """
        self._start()
        number = next(self.numbers)
        answer = asyncio.get_running_loop().create_future()
        self.scheduler.ask(job(number), now())
        self._answers[number], self._questions[number] = answer, question
        self._go_on()
        try:
            data: bytes = await answer
        finally:
            self._answers.pop(number, None)
            self._questions.pop(number, None)
            if not answer.done() or answer.cancelled():
                self._drop(number)
        return unpacked(data)

    def warm(self) -> None:
        """Ask the `warming` question of every worker when it has nothing else to do."""
        self._warm = True
        for lanes in self._lanes:
            if self._started and self._warming and not self._closed:
                self._begin(self._warmed(lanes[-1], self._warming))

    async def _warmed(self, lane: str, question: dict[str, Any]) -> None:
        with contextlib.suppress(LalaoError):
            await self.ask(question, lambda number: Job(number, lane, "", lane, least=60, most=60, patience=3600))

    def _start(self) -> None:
        if not self._started:
            self._started = True
            for worker in range(len(self.children)):
                self._begin(self._revive(worker))

    async def _revive(self, worker: int) -> None:
        """Start a child, again and again until it is ready."""
        while not self._closed:
            try:
                await self.children[worker].start()
                if self._warm and self._warming:
                    await self.children[worker].ask({"id": 0} | self._warming)
                break
            except (DiedError, OSError):
                await asyncio.sleep(PAUSE)
        self.scheduler.start(worker)
        self._go_on()

    def _go_on(self) -> None:
        """Do whatever is to be done now, and set the timer for the next step."""
        if self._closed:
            return
        held_up = self._timer is not None and now() - self._due >= HELD_UP
        for worker, job in self.scheduler.take(now()):
            self._begin(self._work(worker, job))
        for worker, order in self.scheduler.overdue(now()):
            child = self.children[worker]
            if order is Order.HURRY:
                child.hurry({"id": self._at[worker], "task": "hurry"})
            elif not ((held_up or child.is_starved()) and self.scheduler.spare(worker, now())):
                child.kill()
        for number in self.scheduler.impatient(now()):
            self._settle(number, BusyError("too many requests: try again in a moment"))
        if self._timer:
            self._timer.cancel()
        due = self.scheduler.due(now())
        self._timer = None
        if due is not None:
            self._due = now() + due + 0.001
            self._timer = asyncio.get_running_loop().call_later(self._due - now(), self._go_on)

    async def _work(self, worker: int, job: Job) -> None:
        """Have a child do a job; a child that dies over it is started again."""
        child, question = self.children[worker], self._questions.get(job.number)
        self._at[worker] = job.number
        try:
            answer = await child.ask({"id": job.number} | question) if question else DONE
        except DiedError:
            self.scheduler.finish(worker, now())
            self._settle(job.number, TooLargeError("this takes too long to compute here"))
            await self._revive(worker)
            return
        self.scheduler.finish(worker, now())
        self._settle(job.number, answer)
        self.scheduler.ready(worker)
        self._go_on()

    def _settle(self, number: int, answer: bytes | LalaoError) -> None:
        waiting = self._answers.get(number)
        if waiting is None or waiting.done():
            return
        if isinstance(answer, bytes):
            waiting.set_result(answer)
        else:
            waiting.set_exception(answer)

    def _drop(self, number: int) -> None:
        """Give up a question that nobody waits for any more."""
        worker = self.scheduler.drop(number, now())
        if worker is not None:
            self.children[worker].hurry({"id": number, "task": "stop"})
        self._go_on()

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        log.start(work, self._tasks)

    async def close(self) -> None:
        """End the children; one that is being started ends as soon as it can be (asyncio cannot break that off)."""
        self._closed = True
        if self._timer:
            self._timer.cancel()
        for number in list(self._answers):
            self._settle(number, TooLargeError("this takes too long to compute here"))
        while self._tasks:
            for child in self.children:
                child.kill()
            await asyncio.wait(self._tasks, timeout=PAUSE)
        await asyncio.gather(*(child.close() for child in self.children))


def work_of(pid: int) -> tuple[bool, float]:
    """Return whether a process wants the processor or the disk now, and the seconds of work that it has had.

    Where there is no ``/proc`` this is not known: False and 0.
    """
    try:
        state, *numbers = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return False, 0.0
    return state in "RD", (int(numbers[10]) + int(numbers[11])) / os.sysconf("SC_CLK_TCK")


def unpacked(answer: bytes) -> bytes:
    """Return the content of a child's answer; raises the LalaoError that the answer holds."""
    if answer[:1] == DONE:
        return answer[1:]
    error: LalaoError = pickle.loads(answer[1:])
    raise error


def now() -> float:
    """Return the time of the event loop, in seconds."""
    return asyncio.get_running_loop().time()
