"""The clock of servers: every time and every duration is read from `CLOCK`, so that tests set both in one place.

>>> CLOCK.elapsed() <= CLOCK.elapsed()
True
"""

import time
from datetime import date

thread_time = getattr(time, "thread_time", time.process_time)
"""Returns the processor time that this thread has had, in seconds; that of the process where threads are not timed."""


class Clock:
    """The wall clock, which somebody may set, and a steady one, which only goes forward."""

    def now(self) -> float:
        """Return the time in seconds since 1970."""
        return time.time()

    def elapsed(self) -> float:
        """Return seconds since some fixed moment: only differences mean anything."""
        return time.monotonic()

    def today(self) -> date:
        """Return the date in the local time zone."""
        return date.fromtimestamp(self.now())


CLOCK = Clock()
