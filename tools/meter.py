"""Show the progress of a set-up on one line of a terminal, rewritten every half second."""

from __future__ import annotations  # so that an older Python can read on to the line that refuses it

import shutil
import sys
import threading
import time
from types import TracebackType

CLEAR = "\r\x1b[K"


def told_time(seconds: float) -> str:
    """Return a duration in words.

    >>> told_time(7.4), told_time(65)
    ('7 s', '1 min 5 s')
    """
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


class Meter:
    """The progress line on stderr: step, packages done, time; off a terminal only the beginning and the end."""

    def __init__(self, told: str) -> None:
        """Set the text shown at the beginning."""
        self.told = told
        self.doing = ""
        self.have = self.of = 0
        self._begun = time.monotonic()
        self._watched = sys.stderr.isatty()
        self._over = threading.Event()
        self._clock = threading.Thread(target=self._tick, daemon=True)

    def __enter__(self) -> Meter:
        print(f"lalao: {self.told}", file=sys.stderr, flush=True)
        if self._watched:
            self._clock.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        if self._watched:
            self._clock.join()
            print(CLEAR, end="", file=sys.stderr, flush=True)
        if kind is None:
            print(f"lalao: set up in {told_time(time.monotonic() - self._begun)}", file=sys.stderr, flush=True)

    def step(self, doing: str) -> None:
        """Show the name of the current step."""
        self.doing = doing

    def begin(self, of: int) -> None:
        """Start counting packages, `of` in all."""
        self.have, self.of = 0, of

    def count(self) -> None:
        """Count a package that is done."""
        self.have = min(self.have + 1, self.of)

    def _tick(self) -> None:
        while not self._over.wait(0.5):
            print(f"{CLEAR}lalao: {self.line()}", end="", file=sys.stderr, flush=True)

    def line(self) -> str:
        """Return the progress line."""
        counted = f"{self.have} of {self.of} packages, " if self.of else ""
        width = shutil.get_terminal_size().columns - len("lalao: ") - 1
        return f"{counted}{told_time(time.monotonic() - self._begun)}: {self.doing}"[:width]
