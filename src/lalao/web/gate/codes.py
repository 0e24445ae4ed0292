"""Codes: the teacher's, and wrong ones counted by device and in all, so that nobody finds a code by trying.

>>> misses = Misses(most=2, most_of_all=3)
>>> for device in ("10.0.0.1", "10.0.0.1", "10.0.0.2"):
...     misses.count(device)
>>> [misses.is_shut(device) for device in ("10.0.0.1", "10.0.0.2", "10.0.0.3")]
[True, True, False]
"""

import secrets
from collections import Counter, deque
from collections.abc import Awaitable, Callable
from typing import TypeVar

from lalao.clock import CLOCK
from lalao.errors import NotationError
from lalao.web.errors import ForbiddenError, NoRoomError, ShutError
from lalao.web.gate.ledger import device_of

SHUT_SECONDS = 60.0
"""Seconds for which a wrong code counts."""
MOST_LOOKUPS = 30
"""Codes of rooms and classes that one device may get wrong in that time: a class may come from behind one address."""
MOST_LOOKUPS_OF_ALL = 300
Found = TypeVar("Found")


class Misses:
    """The wrong codes of the last minute: a device with too many waits.

    Where there are too many in all, every device that has one waits; the others are let in, so that somebody who tries
    from many addresses shuts out only those.
    """

    def __init__(self, most: int = MOST_LOOKUPS, most_of_all: int = MOST_LOOKUPS_OF_ALL) -> None:
        """Take how many one device may have, and all together."""
        self.most, self.most_of_all = most, most_of_all
        self._when: deque[tuple[float, str]] = deque()
        self._counts: Counter[str] = Counter()

    def is_shut(self, device: str) -> bool:
        """Return whether a device has to wait."""
        self._forget_old()
        mine = self._counts[device_of(device)]
        return mine >= self.most or (mine > 0 and len(self._when) >= self.most_of_all)

    def check(self, device: str) -> None:
        """Raise ShutError where a device has to wait."""
        if self.is_shut(device):
            raise ShutError("too many wrong codes: wait a minute")

    def count(self, device: str) -> None:
        """Count a wrong code."""
        self._when.append((CLOCK.elapsed(), device_of(device)))
        self._counts[device_of(device)] += 1

    def forgive(self, device: str) -> None:
        """Forget the wrong codes of a device."""
        if self._counts.pop(device_of(device), 0):
            self._when = deque(each for each in self._when if each[1] != device_of(device))

    async def find(
        self, device: str, look: Callable[[], Awaitable[Found]], is_known: Callable[[Found], bool] | None = None
    ) -> Found:
        """Return what `look` finds by a code that a device has sent.

        Where the device has to wait, only somebody whom `is_known` recognises there is let in: others may share the
        address. Raises ShutError for anybody else; NoRoomError, which counts, where nothing has the code.
        """
        shut = self.is_shut(device)
        if shut and is_known is None:
            self.check(device)
        try:
            found = await look()
        except NoRoomError:
            if not shut:
                self.count(device)
                raise
            self.check(device)
            raise
        if shut and is_known is not None and not is_known(found):
            self.check(device)
        return found

    def _forget_old(self) -> None:
        now = CLOCK.elapsed()
        while self._when and now - self._when[0][0] >= SHUT_SECONDS:
            _, device = self._when.popleft()
            self._counts[device] -= 1
            if not self._counts[device]:
                del self._counts[device]


DIGITS = "02345689"
"""The digits of a teacher's code that is drawn: 1 and 7 look alike on many boards."""
LENGTH = 6
MOST_GUESSES = 5
MOST_GUESSES_OF_ALL = 100


class Gate:
    """Lets in whoever knows the code; a device that has guessed wrong five times waits a minute."""

    def __init__(self, code: str = "") -> None:
        """Take a code, or draw one."""
        self.code = code or new_code()
        self.misses = Misses(MOST_GUESSES, MOST_GUESSES_OF_ALL)

    def check(self, code: str, address: str) -> None:
        """Refuse a wrong code.

        Raises ForbiddenError for a wrong code, ShutError where too many were wrong.
        """
        self.misses.check(address)
        if not secrets.compare_digest("".join(code.split()).encode(), self.code.encode()):
            self.misses.count(address)
            raise ForbiddenError("wrong teacher's code: see the window where Lalao was started")
        self.misses.forgive(address)


def new_code() -> str:
    """Draw a teacher's code of six digits."""
    return "".join(secrets.choice(DIGITS) for _ in range(LENGTH))


def read_code(text: str) -> str:
    """Read a teacher's code that somebody has chosen.

    Raises NotationError for one that is guessed too easily.
    """
    code = "".join(text.split())
    if not (4 <= len(code) <= 40 and code.isascii() and code.isalnum()):
        raise NotationError("'{text}' is not a teacher's code: write from 4 to 40 letters or digits", text=text)
    return code
