"""Each device's share of the server's own time: what it asks for beyond that waits, and holds up nobody else.

>>> shares = Shares(share=0.5, credit=1.0)
>>> shares.spend("tablet", 3.0, now=0.0)
>>> shares.wait("tablet", now=0.0), shares.wait("another", now=0.0), shares.wait("tablet", now=4.0)
(4.0, 0.0, 0.0)
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Generator
from typing import Any, Generic, TypeVar

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from lalao.clock import CLOCK
from lalao.locale import language_of, words
from lalao.web.scheduling import BusyError

SHARE = 0.6
"""Seconds of the server's time that one device may have in each second, in the long run."""
CREDIT_SECONDS = 3.0
"""Seconds of the server's time that a device may have at once, before it waits."""
MOST_SECONDS = 10.0
"""Seconds that a question waits for its turn at most."""
MOST_AT_ONCE = 100
"""The most questions of one device that are answered at the same time."""
MOST_KNOWN = 1_000
T = TypeVar("T")


class Shares:
    """What each device has had: a debt that falls with time."""

    def __init__(self, share: float = SHARE, credit: float = CREDIT_SECONDS) -> None:
        """Take the seconds that a device may have in each second, and at once."""
        self.share, self.credit = share, credit
        self._debts: dict[str, tuple[float, float]] = {}

    def _debt(self, device: str, now: float) -> float:
        debt, at = self._debts.get(device, (0.0, now))
        return max(0.0, debt - self.share * (now - at))

    def spend(self, device: str, seconds: float, now: float) -> None:
        """Add some seconds to what a device has had."""
        self._debts[device] = self._debt(device, now) + seconds, now
        if len(self._debts) > MOST_KNOWN:
            self._debts = {each: debt for each, debt in self._debts.items() if self._debt(each, now) > 0}

    def wait(self, device: str, now: float) -> float:
        """Return the seconds until a device may have more."""
        return max(0.0, self._debt(device, now) - self.credit) / self.share


class Timed(Generic[T]):
    """An awaitable that runs a coroutine and reports the processor time of each step, its waiting left out."""

    def __init__(self, work: Coroutine[Any, Any, T], spend: Callable[[float], None]) -> None:
        """Take the coroutine, and what is called with the seconds of each step."""
        self._steps, self._spend = work, spend

    def __await__(self) -> Generator[Any, Any, T]:
        return self  # it does all that a generator is asked to do

    def __iter__(self) -> "Timed[T]":
        return self

    def __next__(self) -> Any:
        return self.send(None)

    def send(self, value: Any) -> Any:
        """Run the next step."""
        begun = time.thread_time()
        try:
            return self._steps.send(value)
        finally:
            self._spend(time.thread_time() - begun)

    def throw(self, *error: Any) -> Any:
        """Run the next step, which begins with an error."""
        begun = time.thread_time()
        try:
            return self._steps.throw(*error)
        finally:
            self._spend(time.thread_time() - begun)

    def close(self) -> None:
        """Close the coroutine."""
        self._steps.close()


class Turnstile:
    """Gives every device its share: questions beyond it wait, and are refused after `MOST_SECONDS`."""

    def __init__(self, app: ASGIApp, shares: Shares) -> None:
        """Wrap an application."""
        self.app, self.shares = app, shares
        self._answering: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a question on when it is its turn; messages of WebSockets wait one by one in `lalao.web.hearing`."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        device = scope["client"][0] if scope.get("client") else ""
        try:
            await self._turn(device)
        except BusyError as error:
            await refuse(error, scope, receive, send)
            return
        self._answering[device] += 1
        try:
            await Timed(self._answer(scope, receive, send), lambda seconds: spend(self.shares, device, seconds))
        finally:
            self._answering[device] -= 1
            if not self._answering[device]:
                del self._answering[device]

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.app(scope, receive, send)

    async def _turn(self, device: str) -> None:
        """Wait until a device may ask.

        Raises BusyError where it asks for too much.
        """
        end = CLOCK.elapsed() + MOST_SECONDS
        while wait := self.shares.wait(device, CLOCK.elapsed()) or 0.1 * (self._answering[device] >= MOST_AT_ONCE):
            if CLOCK.elapsed() + wait > end:
                raise BusyError("this device asks for too much at once: try again in a moment")
            await asyncio.sleep(wait)


def spend(shares: Shares, device: str, seconds: float) -> None:
    """Add some seconds, as of now, to what a device has had."""
    shares.spend(device, seconds, CLOCK.elapsed())


async def turn(shares: Shares, device: str) -> None:
    """Wait until a device may have more of the server's time."""
    while wait := shares.wait(device, CLOCK.elapsed()):
        await asyncio.sleep(wait)


async def refuse(error: BusyError, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer with one line that says what is wrong."""
    languages = dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1")
    line = words(language_of({"LANG": languages.split(",")[0]})).say(error)
    await JSONResponse({"error": line}, error.status)(scope, receive, send)
