"""A running external program, with which lines are exchanged: their length, number and time are bounded.

`lalao.engine.supervisor` starts it, and ends it with all its child processes, however this process ends.
"""

import os
import queue
import shlex
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import IO, NoReturn

from lalao.engine import supervisor
from lalao.errors import EngineError, EngineOverdueError, NotationError, Phrase

MOST_BYTES = 1_000_000
"""Bytes of the longest line that is read."""
MOST_LINES = 100_000
"""The most lines that may come before an answer."""
WAITING = 16
"""The most lines that are read ahead."""
ENDING = 5.0
"""Seconds to wait for a program to end; its supervisor ends it in any case."""


class RunningEngine:
    """A running program that answers in lines; a failure ends it, and raises an error that names its command line.

    `said` is the last line that it has written.
    """

    def __init__(self, command: str | Sequence[str]) -> None:
        """Start the program.

        Raises EngineError where there is no such program, NotationError where the command line cannot be split.
        """
        words = words_of(command) if isinstance(command, str) else list(command)
        self.command = command if isinstance(command, str) else shlex.join(command)
        self.said = ""
        if not words or shutil.which(words[0]) is None:
            raise EngineError(
                "the engine '{command}' cannot be started: there is no such program", command=self.command
            )
        pipe = subprocess.PIPE
        kept = [sys.executable, "-I", "-S", supervisor.__file__, *words]
        self._process = subprocess.Popen(kept, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._stdin, self._stdout, self._stderr = self._process.stdin, self._process.stdout, self._process.stderr
        self._heard: queue.Queue[bytes] = queue.Queue(WAITING)
        self._listener = threading.Thread(target=listen, args=(self._stdout, self._heard), daemon=True)
        self._listener.start()

    def send(self, *lines: str) -> None:
        """Send lines to the program.

        Raises EngineError where `end` has been called.
        """
        if self._stdin.closed:
            raise EngineError("the engine '{command}' has been terminated", command=self.command)
        with suppress(OSError):  # it has ended, which `answers` will report
            self._stdin.write("".join(f"{line}\n" for line in lines).encode())
            self._stdin.flush()

    def answers(self, line: str, last: str, others: Sequence[str], seconds: float) -> Iterator[tuple[str, str]]:
        """Yield the answers to a line, each as its first word and the rest, up to the one that begins with `last`.

        Empty lines and ``info string`` may come at any time, and are left out.

        Raises EngineError where an answer begins with neither `last` nor one of `others`, is too long or one too many,
        or where the program has ended; EngineOverdueError where the last one has not come within `seconds`.
        """
        deadline = time.monotonic() + seconds
        for _ in range(MOST_LINES):
            word, _, rest = self._hear(line, deadline, seconds).partition(" ")
            if not word or (word == "info" and rest.startswith("string ")):
                continue
            if word not in (last, *others):
                self.fail(Phrase("expected {words}", words=" / ".join((*others, last))))
            yield word, rest
            if word == last:
                return
        self.fail(Phrase("this is one line too many"))

    def fail(self, why: Phrase) -> NoReturn:
        """End the program, and raise EngineError with its last line and the fault."""
        self.end()
        raise EngineError("the engine '{command}' says '{line}': {why}", command=self.command, line=self.said, why=why)

    def end(self) -> None:
        """End the program, and wait until it has ended; its supervisor kills it if it does not end by itself."""
        with suppress(OSError):
            self._stdin.close()
        deadline = time.monotonic() + ENDING
        while (self._process.poll() is None or self._listener.is_alive()) and time.monotonic() < deadline:
            with suppress(queue.Empty):
                self._heard.get(timeout=0.02)
        if not self._listener.is_alive():
            self._stdout.close()
        self._stderr.close()

    def _hear(self, line: str, deadline: float, seconds: float) -> str:
        """Return the next answer to a line, waiting for it until the deadline.

        Raises EngineOverdueError, and EngineError where the program has ended or the answer is too long.
        """
        left = deadline - time.monotonic()
        try:
            data = self._heard.get(timeout=left) if left > 0 else None
        except queue.Empty:
            data = None
        if data is None:
            self.end()
            raise EngineOverdueError(
                "the engine '{command}' has not answered '{line}' within {seconds} s",
                command=self.command,
                line=line,
                seconds=round(seconds, 2),
            )
        if not data:
            self._has_ended(line)
        self.said = " ".join(data.decode("utf-8", errors="backslashreplace").split())
        if len(data) > MOST_BYTES:
            self.fail(Phrase("this line is longer than {most} bytes", most=MOST_BYTES))
        return self.said

    def _has_ended(self, line: str) -> NoReturn:
        """Raise EngineError with the exit status of a program that has ended by itself."""
        status = self._process.wait()
        last_words = self._stderr.read(1000).decode(errors="replace").strip()
        self.end()
        if last_words and status == supervisor.NOT_BEGUN:
            raise EngineError("the engine '{command}' cannot be started: {why}", command=self.command, why=last_words)
        raise EngineError(
            "the engine '{command}' ended with status {status} instead of answering '{line}'; its last line: '{said}'",
            command=self.command,
            status=status,
            line=line,
            said=self.said,
        )


def words_of(command: str) -> list[str]:
    """Split a command line as a shell does.

    Raises NotationError where a quote is not closed.
    """
    try:
        return shlex.split(command, posix=os.name != "nt")
    except ValueError:
        raise NotationError("'{text}' is not a command line: a quote is not closed", text=command) from None


def listen(source: IO[bytes], heard: "queue.Queue[bytes]") -> None:
    """Put lines into a queue as they come, split where they are too long, and b"" at the end."""
    while data := source.readline(MOST_BYTES + 1):
        heard.put(data)
    heard.put(b"")
