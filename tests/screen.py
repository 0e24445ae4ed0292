"""Run Lalao on a pseudo-terminal of its own, type on it and read what it prints."""

import codecs
import os
import pty
import re
import select
import struct
import subprocess
import sys
import time
from fcntl import ioctl
from pathlib import Path
from termios import TIOCSCTTY, TIOCSWINSZ
from types import TracebackType

from tests.shell import environment

SIGNS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\r|\x07")
"""What a terminal obeys and does not show."""
BEGUN = re.compile(r"\x1b[^A-Za-z=>]*\Z")
"""Such a sign whose end has not come yet."""
SECONDS = 60


class Screen:
    """A terminal of `columns` columns in which ``lalao`` runs; `shown` is all that it has printed."""

    def __init__(
        self,
        arguments: list[str],
        home: Path,
        columns: int = 80,
        lines: int = 24,
        begun_with: tuple[str, ...] = ("-m", "lalao"),
        **more: str,
    ) -> None:
        """Start the command."""
        self.master, slave = pty.openpty()
        ioctl(slave, TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, *begun_with, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=home,
            env=environment(home, TERM="xterm", **more),
            start_new_session=True,
            preexec_fn=lambda: ioctl(0, TIOCSCTTY, 0),  # so that Ctrl-C reaches it
        )
        os.close(slave)
        self.shown = ""
        self.seen = 0
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")  # a read may end within a UTF-8 sequence
        self.begun = ""

    def until(self, text: str) -> str:
        """Wait for a text to come after the last one waited for; return the output up to it."""
        end = time.monotonic() + SECONDS
        while text not in self.shown[self.seen :]:
            if time.monotonic() > end or not self._read(1):
                raise AssertionError(f"{text!r} did not come after: {self.shown[-2000:]}")
        here = self.shown.index(text, self.seen) + len(text)
        told, self.seen = self.shown[self.seen : here], here
        return told

    def _read(self, seconds: float) -> bool:
        """Read the output available; tell whether more may come."""
        if not select.select([self.master], [], [], seconds)[0]:
            return True
        try:
            data = os.read(self.master, 65536)
        except OSError:  # how Linux tells that the other end is closed
            return False
        text = SIGNS.sub("", self.begun + self.decoder.decode(data))
        begun = BEGUN.search(text)
        self.begun = begun[0] if begun else ""
        self.shown += text.removesuffix(self.begun)
        return bool(data)

    def press(self, keys: str) -> None:
        """PrintWorkers keys."""
        os.write(self.master, keys.encode())

    def end(self) -> int:
        """Read the rest of the output and return the exit status."""
        end = time.monotonic() + SECONDS
        while self._read(1):
            assert time.monotonic() < end, self.shown[-2000:]
        return self.process.wait(SECONDS)

    def __enter__(self) -> "Screen":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)
