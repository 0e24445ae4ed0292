"""Which of several servers hosts a room or a class, where they share a database.

Each server raises a number in the database every `BEAT_SECONDS`, and reads those of the others. One whose number has
stood still for `DEAD_SECONDS`, as another server's own clock measures it, is dead for good: its leases may be taken.
Before that, `FENCE_SECONDS` after its last number, it has stopped hosting by itself; if it goes on after all, it does
so as a new server without a lease. So no two clocks are ever compared, and no two servers host the same room.

What is written is safe besides: a journal refuses a line that does not follow its last one (`lalao.store`).
"""

import asyncio
import secrets
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Protocol

from lalao.clock import CLOCK
from lalao.errors import DatabaseError
from lalao.web.gate import log
from lalao.web.gate.ledger import BusyError

BEAT_SECONDS = 0.4
FENCE_SECONDS = 1.2
DEAD_SECONDS = 1.8
BURIED_SECONDS = 60.0
IDLE_SECONDS = 30.0
"""Seconds after which a lease that nobody has used is given up."""


class Rows(Protocol):
    """What the database must do at once; `lalao.store.leases.LeaseTable` does it."""

    def beat(self, server: str, address: str) -> dict[str, tuple[str, int]]:
        """Raise the number of a server; return the address and number of each by id."""

    def claim(self, code: str, server: str, dead: Collection[str]) -> str:
        """Take the lease of a code where nobody has it, or one of the dead; return whose it is then, "" in doubt."""

    def release(self, codes: Collection[str], server: str) -> None:
        """Give up leases of a server."""

    def bury(self, server: str) -> None:
        """Forget a server and its leases."""


@dataclass(slots=True)
class Seen:
    """Another server: its address, its number, and since when it has stood still."""

    address: str
    number: int
    since: float


@dataclass(slots=True)
class Life:
    """What this server is until it falls silent for too long: its id, when it last raised its number, its leases.

    The leases are codes, each with the time when it was last used.
    """

    id: str
    beaten: float | None
    used: dict[str, float]


class Leases:
    """The leases of this server; the database is asked in the thread that calls `beat`, `claim` and `release`."""

    def __init__(self, rows: Rows, address: str, clock: Callable[[], float] | None = None) -> None:
        """Take the rows, the address where the other servers reach this one, and a clock that never goes back."""
        self.rows, self.address, self._clock = rows, address, clock or CLOCK.elapsed
        self.dead: set[str] = set()
        self.others: dict[str, Seen] = {}
        self._life = new_life()

    def _left(self, life: Life) -> float:
        """Return the seconds for which a life still lasts, 0 where it has not begun or is over."""
        return 0.0 if life.beaten is None else max(0.0, life.beaten + FENCE_SECONDS - self._clock())

    @property
    def left(self) -> float:
        """The seconds for which this server may host without raising its number."""
        return self._left(self._life)

    def hosts(self, code: str) -> bool:
        """Tell whether this server hosts a code now; this counts as a use of the lease."""
        life = self._life
        if code not in life.used or not self._left(life):
            return False
        life.used[code] = self._clock()
        return True

    def beat(self) -> bool:
        """Raise the number, and look at those of the others; return False where all leases are lost.

        Raises DatabaseError.
        """
        lost = self._life.beaten is not None and not self.left
        if lost:
            self._life = new_life()
        life, began = self._life, self._clock()
        found = self.rows.beat(life.id, self.address)
        if life.beaten is not None and not self._left(life):  # others may have taken it for dead meanwhile
            self._life = new_life()
            return False
        life.beaten = began
        self._look_at(found, began)
        return not lost

    def _look_at(self, found: dict[str, tuple[str, int]], now: float) -> None:
        """Note the numbers of the others, read after the time `now`."""
        for name in [*self.others]:
            if name not in found:
                del self.others[name]
        self.dead.intersection_update(found)
        for name, (address, number) in found.items():
            seen = self.others.get(name)
            if seen is None or seen.number != number:
                self.others[name] = Seen(address, number, self._clock())
            elif name != self._life.id and now - seen.since >= DEAD_SECONDS:
                self.dead.add(name)

    def claim(self, code: str) -> str:
        """Take the lease of a code if it is free; return the address of the server that hosts it, "" for this one.

        Raises BusyError where that cannot be told yet, DatabaseError.
        """
        life = self._life
        if not self._left(life):
            raise unsettled()
        holder = self.rows.claim(code, life.id, self.dead)
        if holder == life.id and self._left(life):
            life.used[code] = self._clock()
            return ""
        seen = self.others.get(holder)
        if seen is None or holder == life.id or holder in self.dead:
            raise unsettled()
        return seen.address

    def release(self, in_use: Collection[str]) -> None:
        """Give up the leases that nobody has used for a while; those in `in_use` are used.

        Raises DatabaseError.
        """
        life, now = self._life, self._clock()
        for code in in_use:
            if code in life.used:
                life.used[code] = now
        idle = [code for code, used in [*life.used.items()] if now - used >= IDLE_SECONDS]
        for code in idle:
            del life.used[code]
        if idle:
            self.rows.release(idle, life.id)

    def bury(self) -> None:
        """Forget the servers that have long been dead.

        Raises DatabaseError.
        """
        now = self._clock()
        for name in [name for name in sorted(self.dead) if now - self.others[name].since >= BURIED_SECONDS]:
            self.rows.bury(name)

    def end(self) -> None:
        """Give up everything, so that no other server need wait.

        Raises DatabaseError.
        """
        gone, self._life = self._life, new_life()
        self.rows.bury(gone.id)


def new_life() -> Life:
    """Return what a server is before its first number."""
    return Life(secrets.token_hex(16), None, {})


def unsettled() -> BusyError:
    """Return the error for a room that no server hosts for the moment."""
    return BusyError("another server is taking over here: try again in a moment")


class Keeper:
    """Keeps the leases of a server alive, and asks for more, one thread at a time."""

    def __init__(self, leases: Leases, lose: Callable[[], None], in_use: Callable[[], Collection[str]]) -> None:
        """Take the leases, what stops all hosting, and what returns the codes that are in use."""
        self.leases, self._lose, self._in_use = leases, lose, in_use
        self._thread = ThreadPoolExecutor(1, "lalao-leases")

    async def owner(self, code: str) -> str:
        """Return the address of the server that hosts a code, "" for this one, which may have begun to do so just now.

        Raises BusyError where that cannot be told yet, DatabaseError.
        """
        if self.leases.hosts(code):
            return ""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self.leases.claim, code)

    async def go_on(self) -> None:
        """Keep the leases alive; where that fails for too long, stop hosting."""
        while True:
            await self._beat()
            await asyncio.sleep(BEAT_SECONDS)

    async def _beat(self) -> None:
        """Raise the number once; stop hosting as soon as the leases are lost, however long the database takes."""
        beating = asyncio.get_running_loop().run_in_executor(self._thread, self._once, [*self._in_use()])
        await asyncio.wait([beating], timeout=self.leases.left)
        if not beating.done() and not self.leases.left:
            self._lose()
        try:
            kept = await beating
        except DatabaseError as error:
            log.trouble(error, "leases")
            kept = self.leases.left > 0
        if not kept:
            self._lose()

    def _once(self, in_use: Collection[str]) -> bool:
        """Raise the number, give up what is idle, forget the dead."""
        kept = self.leases.beat()
        self.leases.release(in_use)
        self.leases.bury()
        return kept

    async def close(self) -> None:
        """Give up everything."""
        with log.undone("leases"):
            await asyncio.get_running_loop().run_in_executor(self._thread, self.leases.end)
        self._thread.shutdown(wait=False)
