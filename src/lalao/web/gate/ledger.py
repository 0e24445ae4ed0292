"""The ledger: the processor time that each device causes, and whose turn it is.

One process serves everybody, so a device that causes much work would hold up all others. Whatever a device causes is
charged to its account: parsing (`lalao.web.gate.transport`), answers, refusals, tasks and threads. A device over its
credit waits, with all its connections in one queue. Its debt falls at an equal part of `ALL` the time for each active
device, or at an equal part of `SHARE` for each that waits, whichever is more. IPv6 addresses of one /64 are one device.

>>> device_of("2001:db8::1:2:3:4"), device_of("::ffff:192.0.2.7"), device_of("192.0.2.7")
('2001:db8::', '192.0.2.7', '192.0.2.7')
>>> openings = Buckets(rate=0.5, size=1.0)
>>> openings.spend("tablet", 3.0, now=0.0)
>>> openings.wait("tablet", now=0.0), openings.wait("another", now=0.0), openings.wait("tablet", now=4.0)
(4.0, 0.0, 0.0)

Connections are counted by device too. One without a request so far, or between two requests, makes way for those that
come after it, the oldest first. One that is being answered, or has said hello in a room, stays.

>>> closed = []
>>> ledger = Ledger(most=10, most_of_device=2)
>>> first, second, third = (ledger.enter("tablet", lambda number=number: closed.append(number)) for number in (1, 2, 3))
>>> closed
[1]
>>> second.settle()
>>> third.settle()
>>> ledger.enter("tablet", lambda: None) is None
True
"""

import asyncio
import collections.abc
import gc
import ipaddress
import sys
from collections import OrderedDict, deque
from collections.abc import Callable, Coroutine, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import takewhile
from typing import Any

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lalao.clock import CLOCK, thread_time
from lalao.errors import LalaoError
from lalao.locale import language_of, words

ALL = 0.8
"""Seconds in each second that devices have which cause anything, in equal parts."""
SHARE = 0.25
"""Seconds in each second that devices over their credit have at least, together."""
RECENT, COUNTED_EVERY = 1.0, 0.1
"""Seconds for which a device counts as one that causes something, and between two counts of these."""
CREDIT = 0.05
"""Seconds that a device may have at once before it waits."""
MOST_DEBT = 5.0
"""Seconds after which more is forgiven, so that no wait is endless."""
MOST_WAIT = 10.0
"""Seconds that a request waits for its turn."""
THREAD_SECONDS = 0.001
"""Seconds for which a thread may keep the interpreter while the loop waits for it."""
STEPS_AT_ONCE = 10
"""Lines of a journal that are replayed before others have their turn: about a millisecond."""
MOST_KNOWN = 1_000
MOST_OF_DEVICE = 500
"""Connections of one device: a class behind one address has some hundreds."""
LEAST_NEW, NEW_SHARE = 20, 5
"""At most one in `NEW_SHARE` connections of a device may be without a request so far."""
NETWORK = 64
"""Bits of an IPv6 address that name a device's network; the device draws the others as it likes."""


class BusyError(LalaoError):
    """More work than can be taken on now."""

    status = 429


@lru_cache(maxsize=4_096)
def device_of(address: str) -> str:
    """Return the device that an address is counted as: its network of `NETWORK` bits where it is of IPv6."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    host_bits = 128 - NETWORK
    return str(parsed.ipv4_mapped or ipaddress.IPv6Address(int(parsed) >> host_bits << host_bits))


# Arithmetic


@dataclass(slots=True)
class Bucket:
    """A leaky bucket: the seconds spent, less those drained since."""

    level: float = 0.0
    at: float = 0.0

    def drain(self, rate: float, now: float) -> float:
        """Bring the level up to date, and return it."""
        if self.level:
            self.level = max(0.0, self.level - rate * (now - self.at))
        self.at = now
        return self.level


class Buckets:
    """A bucket for each name, all of one rate (a second) and size."""

    def __init__(self, rate: float, size: float = 0.0) -> None:
        """Take the rate at which buckets drain, and the level above which a name waits."""
        self.rate, self.size = rate, size
        self._known: dict[str, Bucket] = {}

    def level(self, name: str, now: float) -> float:
        """Return the seconds that a name has spent and has not drained yet."""
        bucket = self._known.get(name)
        return bucket.drain(self.rate, now) if bucket else 0.0

    def spend(self, name: str, amount: float, now: float) -> None:
        """Add to a bucket; those that are empty are dropped where there are many."""
        bucket = self._known.setdefault(name, Bucket())
        bucket.drain(self.rate, now)
        bucket.level += amount
        if len(self._known) > MOST_KNOWN:
            self._known = {each: kept for each, kept in self._known.items() if kept.drain(self.rate, now)}

    def wait(self, name: str, now: float) -> float:
        """Return the seconds until a name is at its size again."""
        return max(0.0, self.level(name, now) - self.size) / self.rate


# Accounts


class Account:
    """A device: its charges, its connections, and the work that waits for its turn."""

    def __init__(self, ledger: "Ledger", device: str) -> None:
        """Open an account."""
        self.ledger, self.device = ledger, device
        self.guests: dict[Guest, None] = {}
        self.bucket = Bucket()
        self._queue: deque[Callable[[], None]] = deque()
        self._is_serving = False
        self.long_work = asyncio.Lock()
        """Work that is long and needs much memory is done one after the other."""

    def spend(self, seconds: float) -> None:
        """Charge some seconds."""
        ledger = self.ledger
        now = CLOCK.elapsed()
        ledger.touch(self)
        self.bucket.level = min(self.bucket.drain(ledger.rate(now), now) + seconds, MOST_DEBT)

    def wait(self) -> float:
        """Return the seconds until the device is within its credit again."""
        if self.device == self.ledger.exempt or not self.bucket.level:
            return 0.0
        now = CLOCK.elapsed()
        rate = self.ledger.rate(now)
        return max(0.0, self.bucket.drain(rate, now) - CREDIT) / rate

    @property
    def is_ready(self) -> bool:
        """Whether it is the device's turn, and nothing else of it comes before."""
        return not self._queue and not self.wait()

    def queue(self, act: Callable[[], None]) -> None:
        """Call `act` when it is the device's turn, after the work already in its queue."""
        self._queue.append(act)
        if not self._is_serving:
            self._is_serving = True
            self.ledger.waiting += 1
            asyncio.get_running_loop().call_later(self.wait(), self._serve)

    def _serve(self) -> None:
        """Call the first in the queue, one in each turn of the loop, since only then is its cost known."""
        wait = self.wait()
        if not wait:
            self._queue.popleft()()
        if self._queue:
            asyncio.get_running_loop().call_later(wait, self._serve)
        else:
            self._is_serving = False
            self.ledger.waiting -= 1

    async def turn(self) -> None:
        """Wait until it is the device's turn; a device that has just had something lets others go first."""
        if self.is_ready:
            if self.bucket.level:
                await asyncio.sleep(0)
            return
        turn = asyncio.get_running_loop().create_future()
        self.queue(lambda: None if turn.done() else turn.set_result(None))
        await turn


ACCOUNT: ContextVar[Account | None] = ContextVar("account", default=None)
"""The account that is charged for the running work."""


async def breathe() -> None:
    """Interrupt long work: its time so far is charged, and others go first."""
    await asyncio.sleep(0)
    account = ACCOUNT.get()
    if account is not None:
        await account.turn()


async def gradually(steps: Iterable[object]) -> None:
    """Take all steps, and breathe after each `STEPS_AT_ONCE`."""
    for number, _ in enumerate(steps, 1):
        if number % STEPS_AT_ONCE == 0:
            await breathe()


def long_work() -> AbstractAsyncContextManager[object]:
    """Wait until no other long work is done for the same account."""
    account = ACCOUNT.get()
    return nullcontext() if account is None else account.long_work


class Timed(collections.abc.Coroutine[Any, Any, Any]):
    """A coroutine that charges the processor time of each of its steps; its waiting is free."""

    def __init__(self, steps: Coroutine[Any, Any, Any]) -> None:
        """Wrap a coroutine."""
        self._steps = steps

    def __await__(self) -> Generator[Any, Any, Any]:
        return self._steps.__await__()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._steps, name)

    def send(self, value: Any) -> Any:
        """Run the next step."""
        begun = thread_time()
        try:
            return self._steps.send(value)
        finally:
            charge(begun)

    def throw(self, *error: Any) -> Any:
        """Run the next step, which begins with an error."""
        begun = thread_time()
        try:
            return self._steps.throw(*error)
        finally:
            charge(begun)

    def close(self) -> None:
        """Close the coroutine."""
        self._steps.close()


def charge(begun: float) -> None:
    """Charge this thread's processor time since `begun` to the account of the context."""
    spend(thread_time() - begun)


def spend(seconds: float) -> None:
    """Charge seconds of processor time to whatever this task works for."""
    account = ACCOUNT.get()
    if account is not None:
        account.spend(seconds)


class Threads(ThreadPoolExecutor):
    """Threads whose work is charged to the account that it was started for."""

    def submit(self, work: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        """Run a function in a thread."""
        account = ACCOUNT.get()
        if account is None:
            return super().submit(work, *args, **named)
        loop = asyncio.get_running_loop()

        def timed() -> Any:
            begun = thread_time()
            try:
                return work(*args, **named)
            finally:
                with suppress(RuntimeError):  # the loop has ended
                    loop.call_soon_threadsafe(account.spend, thread_time() - begun)

        return super().submit(timed)


# Connections


class Standing(Enum):
    """How far a connection has come."""

    NEW = "new"
    BUSY = "busy"
    IDLE = "idle"
    SETTLED = "settled"


class Guest:
    """A connection that was let in, on the account of its device."""

    def __init__(self, account: Account, close: Callable[[], None]) -> None:
        """Take the account, and the function that closes the connection."""
        self.account, self.close = account, close
        self.payer = account
        """Who pays: not the proxy that a connection comes from, but the device that it speaks for."""
        self.unpaid = 0.0
        """Seconds that a proxy's connection has caused before it was known for which device."""
        self.standing = Standing.NEW

    def charge(self, seconds: float) -> None:
        """Charge some seconds to the device."""
        if self.payer.device == self.payer.ledger.exempt:
            self.unpaid += seconds
        else:
            self.payer.spend(seconds)

    def speak_for(self, account: Account) -> None:
        """Note which device a connection speaks for, and charge to it the unpaid seconds."""
        self.payer, seconds, self.unpaid = account, self.unpaid, 0.0
        self.charge(seconds)

    def ask(self) -> None:
        """Note that a request is being answered."""
        self._stand(Standing.BUSY)

    def rest(self) -> None:
        """Note that the answer is complete, and the next request is awaited."""
        self._stand(Standing.IDLE)

    def settle(self) -> None:
        """Note that the browser has said hello in a room: from now on the connection stays."""
        self._stand(Standing.SETTLED)

    def _stand(self, standing: Standing) -> None:
        if self.standing is not Standing.SETTLED:
            self.standing = standing

    @property
    def may_go(self) -> bool:
        """Whether the connection may be closed to make room for another one."""
        return self.standing in (Standing.NEW, Standing.IDLE)

    def leave(self) -> None:
        """Stop counting this connection."""
        if self in self.account.guests:
            del self.account.guests[self]
            self.account.ledger.count -= 1


class Ledger:
    """The accounts of all devices, in the order in which they were charged last."""

    def __init__(self, most: int = 4_000, most_of_device: int = MOST_OF_DEVICE, exempt: str = "") -> None:
        """Take the most connections, in all and of one device; `exempt` is a proxy, which stands for many devices."""
        self.most, self.most_of_device, self.exempt = most, most_of_device, exempt
        self.most_new = max(LEAST_NEW, most_of_device // NEW_SHARE)
        self.accounts: OrderedDict[str, Account] = OrderedDict()
        self._active, self._counted = 1, 0.0
        self.count = self.waiting = 0
        """Connections, and devices that wait for their turn."""

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Charge the work of a loop's tasks and threads; neither threads nor old objects hold it up for long."""
        loop.set_task_factory(lambda loop, work, **named: asyncio.Task(Timed(work), loop=loop, **named))
        loop.set_default_executor(Threads())
        sys.setswitchinterval(THREAD_SECONDS)
        gc.freeze()

    def account(self, address: str) -> Account:
        """Return the account of an address's device."""
        device = address if address == self.exempt else device_of(address)
        account = self.accounts.get(device)
        if account is None:
            if len(self.accounts) >= MOST_KNOWN:
                self._forget()
            account = self.accounts[device] = Account(self, device)
            self.accounts.move_to_end(device, last=False)
        return account

    def _forget(self) -> None:
        """Close the accounts that nothing is left of."""
        for device, account in [*self.accounts.items()]:
            if not account.guests and account.is_ready and not account.bucket.level:
                del self.accounts[device]

    def touch(self, account: Account) -> None:
        """Note that an account is charged now."""
        if account.device in self.accounts:
            self.accounts.move_to_end(account.device)

    def rate(self, now: float) -> float:
        """Return the share of time that a device has now: one of those that are active, or of those that wait."""
        if now - self._counted > COUNTED_EVERY:
            recent = takewhile(lambda each: now - each.bucket.at < RECENT, reversed(self.accounts.values()))
            self._active, self._counted = max(1, sum(1 for _ in recent)), now
        return max(ALL / self._active, SHARE / max(1, self.waiting))

    # Who is let in

    def enter(self, address: str, close: Callable[[], None]) -> Guest | None:
        """Let a connection in, closing others that may go where there are too many; None where none may."""
        account = self.account(address)
        if account.device != self.exempt:
            self._thin_out(account)
            if len(account.guests) >= self.most_of_device:
                return None
        if self.count >= self.most and not self._make_room():
            return None
        guest = Guest(account, close)
        account.guests[guest] = None
        self.count += 1
        return guest

    def _thin_out(self, account: Account) -> None:
        """Close the oldest connections of a device that may go, until another one can come in."""
        new = [guest for guest in account.guests if guest.standing is Standing.NEW]
        leaving = new[: max(0, len(new) + 1 - self.most_new)]
        over = len(account.guests) - len(leaving) + 1 - self.most_of_device
        if over > 0:
            leaving += [guest for guest in account.guests if guest.may_go and guest not in leaving][:over]
        for guest in leaving:
            self._end(guest)

    def _make_room(self) -> bool:
        """Close a connection that may go, looking first at the device that has most; tell whether there was one."""
        for account in sorted(self.accounts.values(), key=lambda each: len(each.guests), reverse=True):
            guest = next((each for each in account.guests if each.may_go), None)
            if guest is not None:
                self._end(guest)
                return True
        return False

    def _end(self, guest: Guest) -> None:
        guest.leave()
        guest.close()


# Requests


class Metered:
    """An application whose work is charged to the device that asks, and begins when it is its turn."""

    def __init__(self, app: ASGIApp, ledger: Ledger) -> None:
        """Wrap an application."""
        self.app, self.ledger = app, ledger

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on when it is its turn, and the messages of a WebSocket one by one."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        host, port = scope.get("client") or ("", 0)
        account = self.ledger.account(host)
        scope["client"] = account.device, port
        guest = scope.get("state", {}).get("guest")
        if guest is not None:
            guest.speak_for(account)
        ACCOUNT.set(account)
        try:
            async with asyncio.timeout(MOST_WAIT):
                await account.turn()
        except TimeoutError:
            await refuse(scope, receive, send)
            return

        async def paced() -> Message:
            message = await receive()
            await account.turn()
            return message

        await self.app(scope, paced if scope["type"] == "websocket" else receive, send)


async def refuse(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer with the error in one line; a WebSocket is closed with code 1013 (try again later)."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1013})
        return
    error = BusyError("this device asks for too much at once: try again in a moment")
    languages = dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1")
    line = words(language_of({"LANG": languages.split(",")[0]})).say(error)
    await JSONResponse({"error": line}, error.status)(scope, receive, send)
