"""Keeps a program of somebody else's: hands it what comes on standard input, and ends it when that ends.

This is a program of its own (``keeper.py COMMAND...``), of the standard library alone so that it begins at once.
However the one who began it ends, even killed, its standard input ends with it; then the kept program has a second to
go by itself, and is killed with all that it has begun. It writes to the keeper's standard output; what it says on
standard error is for nobody.
"""

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
from typing import IO

GRACE = 1.0
"""Seconds that the program gets to end by itself."""
NOT_BEGUN = 127
"""The status where it could not be begun, as of a shell; standard error tells why."""


def keep(command: list[str]) -> int:
    """Begin a program, hand it the standard input, and return its status once it and what it began have ended."""
    nothing = subprocess.DEVNULL
    try:
        kept = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=nothing, bufsize=0, start_new_session=True)
    except (OSError, ValueError) as error:
        print(getattr(error, "strerror", None) or error, file=sys.stderr)
        return NOT_BEGUN
    heard: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    assert kept.stdin is not None
    threading.Thread(target=hand_over, args=(heard, kept.stdin), daemon=True).start()
    threading.Thread(target=listen, args=(heard, kept), daemon=True).start()
    status = kept.wait()
    end(kept)
    return 128 - status if status < 0 else status


def listen(heard: "queue.SimpleQueue[bytes]", kept: "subprocess.Popen[bytes]") -> None:
    """Take what comes on standard input, whether the program reads it or not; at its end, end the program."""
    while data := os.read(0, 65_536):
        heard.put(data)
    heard.put(b"")
    with contextlib.suppress(subprocess.TimeoutExpired):
        kept.wait(GRACE)
    end(kept)


def hand_over(heard: "queue.SimpleQueue[bytes]", target: IO[bytes]) -> None:
    """Write to the program what was heard, as fast as it reads, until it reads no more."""
    with contextlib.suppress(OSError), target:
        while data := heard.get():
            target.write(data)


def end(kept: "subprocess.Popen[bytes]") -> None:
    """Kill the program and what it has begun, as far as there is any of it left."""
    if not hasattr(os, "killpg"):
        kept.kill()
        return
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(kept.pid, signal.SIGKILL)


if __name__ == "__main__":
    os._exit(keep(sys.argv[1:]))
