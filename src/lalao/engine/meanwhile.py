"""Playing while kernels are compiled: a process of low priority compiles them, and players use the readable search."""

import atexit
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

from lalao.engine.players import Player
from lalao.errors import NotCompiledError
from lalao.kernels.cache import BACKGROUND, Compiling
from lalao.locale import later
from lalao.processes import deaf_to_interrupts
from lalao.record import Record

BEGUN = later(
    "Compiling in the background, once: this takes about a minute. Until then the computer looks less far ahead."
)
HERE = later("Compiling, once: this takes up to a minute…")
DONE = later("Compiled: from now on the computer plays as well as it can.")


class Meanwhile:
    """Lets players choose at once, whether their kernels are compiled or not, and says when that changes.

    A player that has no stand-in (such as a perfect one) waits for its kernels. The compiling process ends with this
    one; what it has compiled by then is kept.
    """

    def __init__(self, tell: Callable[[str], None]) -> None:
        """Take the function that shows a sentence to the user."""
        self.tell = tell
        self._process: subprocess.Popen[bytes] | None = None

    def choose(self, player: Player, record: Record) -> Any:
        """Let a player choose a move in a match, or its stand-in while its kernels are being compiled.

        Raises TooLargeError where the player cannot choose.
        """
        if os.environ.get(BACKGROUND) == "off":
            return player.choose_in(record)
        try:
            with Compiling.elsewhere():
                move = player.choose_in(record)
        except NotCompiledError:
            stand_in = player.readable()
            if stand_in is player:
                self.tell(HERE)
            else:
                self._begin()
            return stand_in.choose_in(record)
        self._finish()
        return move

    def _begin(self) -> None:
        """Start a process that compiles, unless one is running or has failed."""
        if self._process is not None:
            return
        self.tell(BEGUN)
        nothing = subprocess.DEVNULL
        command = [sys.executable, "-m", "lalao.kernels"]
        with deaf_to_interrupts():
            self._process = subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=nothing)
        atexit.register(self._end)

    def _finish(self) -> None:
        if self._process is not None and self._process.poll() == 0:
            self.tell(DONE)
            self._process = None

    def _end(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            self._process.wait()
