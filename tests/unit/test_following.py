"""Analysis that is followed while it goes on: every depth in turn, and its end when nobody follows any more."""

import asyncio
import threading
import time
from collections.abc import Iterator

import pytest

import lalao
from lalao.engine.analysis import Info, Score, Searcher, SearchRequest
from lalao.errors import ArgumentError

START = lalao.game("fanorona").start()


class Endless(Searcher):
    """A searcher that thinks until it is asked to stop, and says when it has."""

    def __init__(self) -> None:
        self.stopped = threading.Event()

    def _think(self, request: SearchRequest) -> Iterator[Info]:
        yield Info(1, (), 0, 0.0)
        assert request.stop is not None
        while not request.stop.is_set():
            time.sleep(0.001)
        self.stopped.set()


async def collected(depth: int, lines: int = 1) -> list[Info]:
    return [info async for info in lalao.analysis(START, lines=lines, depth=depth)]


def test_every_depth_comes_and_the_last_is_that_of_analyse() -> None:
    found = asyncio.run(collected(depth=3))
    assert [info.depth for info in found] == [1, 2, 3]
    assert found[-1].lines == lalao.analyse(START, depth=3).lines
    assert isinstance(found[0].lines[0].score, Score)


def test_a_search_that_is_cancelled_ends() -> None:
    endless = Endless()

    async def impatient() -> list[int]:
        depths = []
        try:
            async with asyncio.timeout(0.2):
                async for info in lalao.analysis(START, kept=endless):
                    depths.append(info.depth)
        except TimeoutError:
            depths.append(0)
        return depths

    assert asyncio.run(impatient()) == [1, 0]
    assert endless.stopped.wait(10)


def test_other_tasks_go_on_meanwhile() -> None:
    async def both() -> int:
        following = asyncio.ensure_future(anext(aiter(lalao.analysis(START, seconds=0.1))))
        turns = 0
        while not following.done():
            turns += 1
            await asyncio.sleep(0)
        return turns

    assert asyncio.run(both()) > 1


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(ArgumentError):
        asyncio.run(collected(1, lines=0))
