"""Clocks: the time that an engine has for a whole game, and how much of it a move is given."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from lalao.engine.analysis import Limits

MOVES_LEFT = 13
"""Moves that the time left is divided among; most of them take less than their share."""


def allotted(left: int, increment: int) -> tuple[float, float]:
    """Return the seconds after which no further depth is usually begun, and those that a move may take at most.

    `left` and `increment` are the milliseconds on the clock and those that each move adds. A share is what a move may
    take if `MOVES_LEFT` more follow: the first result is half a share, the second three shares where a depth takes
    long, but never more than half of the time left, less 20 ms.

    >>> allotted(65_000, 0), allotted(65_000, 1_000), allotted(100, 5_000)
    ((2.5, 15.0), (2.875, 17.25), (0.03, 0.03))
    """
    share = left / MOVES_LEFT + 0.75 * increment
    most = max(1.0, min(3 * share, left / 2 - 20)) / 1000
    return min(share / 2000, most), most


@dataclass(slots=True)
class Clock:
    """The clock of one player in one game: the seconds `left`, and those that each move adds.

    `has_run_out` tells whether a move has taken longer than there was time.

    >>> clock = Clock(10, 1)
    >>> clock.charge(4)
    >>> clock.left, clock.has_run_out
    (7, False)
    """

    left: float
    increment: float
    has_run_out: bool = False

    def limits(self) -> Limits:
        """Return the limits of a search for the next move."""
        target, longest = allotted(self.milliseconds, round(1000 * self.increment))
        return Limits(seconds=longest, target=target)

    @property
    def milliseconds(self) -> int:
        """What is left, in whole milliseconds, at least 0."""
        return max(0, int(1000 * self.left))

    def charge(self, seconds: float) -> None:
        """Take what a move has taken off the clock, then add the increment."""
        self.has_run_out |= seconds > self.left
        self.left += self.increment - seconds


@contextmanager
def running(limits: Limits | Clock) -> Iterator[None]:
    """Charge a clock with what the block takes; mere limits are left as they are."""
    begun = time.perf_counter()
    yield
    if isinstance(limits, Clock):
        limits.charge(time.perf_counter() - begun)
