"""Child processes: hurried, killed, restarted; and no waiting for a client that has gone."""

import asyncio
import importlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from lalao.engine.analysis import Info, Limits, Searcher, SearchRequest
from lalao.engine.searchers import GuardedSearcher
from lalao.errors import LalaoError, NotationError, TooLargeError
from lalao.games.registry import game as find_game
from lalao.kernels.cache import BACKGROUND
from lalao.locale import words
from lalao.tables.background import TABLES, TableBuilder
from lalao.web.gate.ledger import BusyError
from lalao.web.work.child import Hurried, Watch
from lalao.web.work.engines import EnginePool
from lalao.web.work.pool import InPlace, Pool, ProcessChild, work_of
from lalao.web.work.scheduling import GRACE, Job
from tests.patience import SECONDS

Asking = Callable[..., Coroutine[Any, Any, Any]]


@contextmanager
def hearing(watch: Watch) -> Iterator[None]:
    """Let a watch handle interrupts, as in a child process."""
    before = signal.signal(signal.SIGINT, watch.heard)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


PROCESS = partial(ProcessChild, "tests.stubborn")


@asynccontextmanager
async def pooled(workers: int = 1, make: Callable[[], Any] = PROCESS) -> AsyncIterator[tuple[Pool, Asking]]:
    """Yield a pool with stubborn children, and what asks it."""
    pool = Pool(make, [("work",)] * workers)

    async def ask(
        task: str, room: str = "one", *, least: float = 0.2, most: float = 60, patience: float = 60, **more: object
    ) -> Any:
        answer = await pool.ask(
            {"task": task} | more, lambda number: Job(number, "work", room, room, least, most, patience)
        )
        return msgspec.json.decode(answer)

    try:
        async with asyncio.timeout(SECONDS):
            yield pool, ask
    finally:
        await pool.close()


async def test_questions_are_answered_one_after_the_other_by_the_same_process() -> None:
    async with pooled() as (pool, ask):
        assert await asyncio.gather(*(ask("echo", text=str(number)) for number in range(5))) == list("01234")
        assert await ask("pid") == await ask("pid") == process_of(pool).pid


def process_of(pool: Pool) -> asyncio.subprocess.Process:
    """Return the process of a pool's first child."""
    (child, *_) = pool.children
    assert isinstance(child, ProcessChild)
    assert child.process
    return child.process


async def test_a_child_may_be_in_place() -> None:
    async with pooled(workers=2, make=partial(InPlace, "tests.stubborn")) as (_, ask):
        assert await asyncio.gather(*(ask("echo", text=str(number)) for number in range(5))) == list("01234")
        assert await ask("pid") == os.getpid()
        with pytest.raises(NotationError, match="is wrong: it is"):
            await ask("refuse", text="this")
        asyncio.get_running_loop().call_soon(asyncio.create_task(ask("nap", "other", seconds=0.01)).cancel)
        assert await ask("echo", text="after") == "after"


async def test_a_pool_needs_no_more_of_timers_than_that_they_can_be_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(asyncio.TimerHandle, "when")  # as in loops that are not Python's own
    async with pooled(make=partial(InPlace, "tests.stubborn")) as (_, ask):
        assert await asyncio.gather(*(ask("echo", text=str(number)) for number in range(5))) == list("01234")


async def test_nothing_is_started_where_there_are_no_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError("this system has no processes")

    monkeypatch.setenv(BACKGROUND, "on")
    monkeypatch.delenv(TABLES, raising=False)
    monkeypatch.setattr(subprocess, "Popen", refuse)
    for module in ("lalao.tables.background", "lalao.web.work.engines"):
        monkeypatch.setattr(f"{module}.CAN_START", False)
    engines = EnginePool(InPlace, [("move", "value")])
    await engines.compile()
    assert await engines.move("fang-4", "0.1.1.0 3+3 S", "random")
    await engines.close()
    TableBuilder(lambda *_: None).need(find_game("fanorona"))


async def test_who_is_hurried_answers_at_once_and_the_process_lives_on() -> None:
    async with pooled() as (_, ask):
        process = await ask("pid")
        long, looking = asyncio.create_task(ask("count", seconds=600)), asyncio.create_task(ask("look", seconds=600))
        await asyncio.sleep(0.1)
        assert await ask("echo", "other", text="first") == "first"
        assert await long == "hurried"
        assert await ask("echo", "another", text="second") == "second"
        assert await looking is True
        assert await ask("pid") == process


async def test_a_hurry_stops_no_other_question() -> None:
    async with pooled() as (_, ask):
        asked = [
            asyncio.create_task(ask("count", f"room {number}", seconds=seconds, least=0.1))
            for number, seconds in enumerate((600, 600, 600, 0.3))
        ]
        asked[2].cancel()
        found = await asyncio.gather(*asked, return_exceptions=True)
        assert [each for each in found if not isinstance(each, asyncio.CancelledError)] == ["hurried"] * 2 + ["counted"]


async def test_an_answer_is_read_before_its_child_is_killed() -> None:
    """This process is held up for longer than a hurried child has; the answer that came meanwhile is taken."""
    async with pooled() as (pool, ask):
        process = await ask("pid")
        (child,), hurry = pool.children, pool.children[0].hurry

        def then_nothing(line: dict[str, Any]) -> None:
            hurry(line)
            asyncio.get_running_loop().call_soon(time.sleep, GRACE + 0.5)

        child.hurry = then_nothing  # type: ignore[method-assign]
        long = asyncio.create_task(ask("count", seconds=600))
        await asyncio.sleep(0)
        assert await ask("echo", "other", text="next") == "next"
        assert await long == "hurried"
        assert await ask("pid") == process


async def test_at_its_most_a_question_ends() -> None:
    async with pooled() as (_, ask):
        assert await ask("count", seconds=600, most=0.3) == "hurried"
        with pytest.raises(TooLargeError, match="takes too long"):
            await ask("nap", seconds=600, most=0.3)
        assert await ask("echo", text="again") == "again"


async def test_who_does_not_hear_is_killed_and_another_takes_its_place() -> None:
    async with pooled() as (_, ask):
        process = await ask("pid")
        nap = asyncio.create_task(ask("nap", seconds=600))
        await asyncio.sleep(0.1)
        assert await ask("echo", "other", text="first") == "first"
        with pytest.raises(TooLargeError, match="takes too long"):
            await nap
        assert await ask("pid") != process


async def test_who_wants_to_answer_and_is_given_no_time_lives_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine withholds processor time; a child that sleeps is killed, and any child after `MOST_GRACE`."""
    monkeypatch.setattr("lalao.web.work.pool.work_of", lambda _: (True, 1.0))
    async with pooled() as (_, ask):
        process = await ask("pid")
        nap = asyncio.create_task(ask("nap", seconds=2.5))
        await asyncio.sleep(0.1)
        assert await ask("echo", "other", text="first") == "first"
        with pytest.raises(TooLargeError, match="takes too long"):
            await nap
        assert await ask("pid") == process
        monkeypatch.setattr("lalao.web.work.scheduling.MOST_GRACE", 1.5)
        with pytest.raises(TooLargeError, match="takes too long"):
            await ask("nap", seconds=600, most=0.3)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="a system that lists no processes")
def test_what_a_process_has_had_of_the_processor() -> None:
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as busy:
        end = time.monotonic() + SECONDS
        while (found := work_of(busy.pid)) < (True, 0.2):
            assert time.monotonic() < end, found
        busy.kill()
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", "print(flush=True); input()"], **pipes) as idle:  # type: ignore[call-overload]
        assert idle.stdout.readline()
        while work_of(idle.pid)[0]:
            assert time.monotonic() < end
        spent = work_of(idle.pid)[1]
        time.sleep(0.3)
        assert work_of(idle.pid) == (False, spent)
        idle.kill()
    assert work_of(idle.pid) == (False, 0.0)


async def test_a_process_that_dies_is_replaced() -> None:
    async with pooled() as (_, ask):
        with pytest.raises(TooLargeError):
            await ask("die")
        assert await ask("echo", text="again") == "again"


async def test_nothing_is_done_for_who_has_gone() -> None:
    async with pooled() as (pool, ask):
        process = await ask("pid")
        gone = [asyncio.create_task(ask("count", seconds=600)) for _ in range(3)]
        await asyncio.sleep(0.3)
        for each in gone:
            each.cancel()
        assert await ask("echo", text="next") == "next"
        assert await ask("pid") == process
        assert not pool._questions
        assert not pool._answers


async def test_who_goes_before_the_process_has_begun_leaves_it_whole() -> None:
    async with pooled() as (_, ask):
        process = await ask("pid")
        for _turn in range(20):
            gone = asyncio.create_task(ask("echo", text="gone"))
            await asyncio.sleep(0)
            gone.cancel()
        assert await ask("pid") == process


async def test_errors_come_back_as_they_are_in_every_language() -> None:
    async with pooled() as (_, ask):
        with pytest.raises(NotationError, match="'this' is wrong: it is Wish") as refused:
            await ask("refuse", text="this")
        assert refused.value.status == 400
        assert words("fr").say(refused.value)


async def test_memory_ends() -> None:
    async with pooled() as (_, ask):
        with pytest.raises(TooLargeError, match="too large"):
            await ask("fill")
        assert await ask("echo", text="again") == "again"


async def test_patience_ends_in_one_line() -> None:
    async with pooled() as (_, ask):
        nap = asyncio.create_task(ask("nap", seconds=2, least=5))
        await asyncio.sleep(0.1)
        with pytest.raises(BusyError, match="try again in a moment"):
            await ask("echo", "other", patience=0.2)
        assert await nap == "rested"


def test_a_pool_closes_while_its_children_start() -> None:
    async def story() -> float:
        pool = Pool(PROCESS, [("work",)] * 2)
        asked = asyncio.create_task(pool.ask({"task": "nap", "seconds": 600}, lambda n: Job(n, "work", "", "")))
        await asyncio.sleep(0.01)
        begun = time.monotonic()
        await pool.close()
        with pytest.raises(LalaoError):
            await asked
        processes = [child.process for child in pool.children if isinstance(child, ProcessChild)]
        assert all(process is None or process.returncode is not None for process in processes)
        return time.monotonic() - begun

    assert asyncio.run(story()) < SECONDS


def test_a_question_is_stopped_even_where_what_is_raised_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception that a signal raises in a finalizer is lost; the question is stopped the next time."""
    watch, lost = Watch(), list[object]()
    monkeypatch.setattr(sys, "unraisablehook", lambda told: lost.append(told.exc_type))

    class Swallowing:
        def __del__(self) -> None:
            threading.Thread(target=watch.hurry, args=(1,)).start()
            wait(SECONDS)

    def wait(seconds: float) -> None:
        begun = time.monotonic()
        while time.monotonic() - begun < seconds:
            time.sleep(0.01)

    def work() -> None:
        with watch.stoppable(1):
            Swallowing()
            wait(SECONDS)

    with hearing(watch), pytest.raises(Hurried):
        work()
    assert lost == [Hurried]


def test_no_module_is_left_half_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "slowly.py").write_text("import time\nfor _ in range(20):\n    time.sleep(0.01)\nwhole = True\n")
    monkeypatch.syspath_prepend(tmp_path)
    watch = Watch()

    def work() -> None:
        with watch.stoppable(7):
            threading.Timer(0.05, watch.hurry, (7,)).start()
            importlib.import_module("slowly")
            begun = time.monotonic()
            while time.monotonic() - begun < SECONDS:
                time.sleep(0.01)

    with hearing(watch), pytest.raises(Hurried):
        work()
    assert sys.modules["slowly"].whole


class Hasty(Searcher):
    """A search that is hurried as soon as it begins."""

    def _think(self, _: SearchRequest) -> Iterator[Info]:
        raise Hurried


def test_a_search_that_is_hurried_has_not_failed(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(Hurried):
        list(GuardedSearcher(Hasty()).think(find_game("fang-4").start(), Limits(depth=1)))
    assert not caplog.messages
