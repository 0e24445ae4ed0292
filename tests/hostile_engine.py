"""An engine that introduces itself properly and then misbehaves: ``python hostile_engine.py MODE [FILE]``.

It needs only Python and knows no rules. It writes its process number to FILE, with those of its child processes.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

NAP = [sys.executable, "-c", "import time; time.sleep(600)"]


def say(text: str) -> None:
    """Write a line and flush it."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def flood() -> None:
    """Write lines of a search for ever, not so fast that a second has too many of them."""
    while True:
        say("info string " + "x" * 1000)
        time.sleep(0.001)


def pour() -> None:
    """Write one line that never ends."""
    while True:
        sys.stdout.write("x" * 100_000)


def nap() -> None:
    """Do not react for ten minutes."""
    time.sleep(600)


def stand() -> None:
    """Answer in time, but ignore every request to end."""
    say("bestmove none")
    nap()


WORST: dict[str, Callable[[], object]] = {
    "silent": nap,
    "crashing": lambda: os._exit(3),
    "illegal": lambda: say("bestmove z9-z8"),
    "flooding": flood,
    "pouring": pour,
    "babbling": lambda: say("I think that you are lost"),
    "odd": lambda: say("info depth ten score good pv 2"),
    "refusing": lambda: say("error not today"),
    "standing": stand,
    "binary": lambda: sys.stdout.buffer.write(b"\xff\xfe\x00\n") and sys.stdout.buffer.flush(),
}


def lines() -> Iterator[str]:
    """Yield the lines that are received."""
    for line in sys.stdin:
        yield line.strip()


def main(mode: str, *files: str) -> None:
    """Introduce itself, report ready, and misbehave when asked to search."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    for name in files:
        with open(name, "a", encoding="utf-8") as file:
            file.write(f"{os.getpid()} {subprocess.Popen(NAP).pid}\n")
    for line in lines():
        if line == "lalao":
            say("id name hostile 1\noption name Depth type spin default 3 min 1 max 9\nok")
        elif line == "isready":
            say("readyok")
        elif line.startswith("go"):
            WORST[mode]()
        elif line == "quit" and mode != "silent":
            return
    if mode == "silent":
        nap()


if __name__ == "__main__":
    main(*sys.argv[1:])
