"""Runs an external program: passes standard input on to it, and ends it when standard input ends.

This is a program of its own (``supervisor.py COMMAND...``) that imports only the standard library, so that it starts at
once. However its parent ends, even killed, the supervisor's standard input ends too; then the program has a second to
end by itself, and is killed with all processes it has started. It writes to the supervisor's standard output; its
standard error is discarded.
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
"""The exit status where the program could not be started, as in a shell; standard error says why."""


def keep(command: list[str]) -> int:
    """Start a program, pass standard input on to it, and return its exit status once it and its children have ended.

    The status is `NOT_BEGUN` where it could not be started, and 128 + N where signal N ended it.
    """
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
    """Read standard input, whether the program reads it or not; where it ends, end the program."""
    while data := os.read(0, 65_536):
        heard.put(data)
    heard.put(b"")
    with contextlib.suppress(subprocess.TimeoutExpired):
        kept.wait(GRACE)
    end(kept)


def hand_over(heard: "queue.SimpleQueue[bytes]", target: IO[bytes]) -> None:
    """Write the data read to the program, as fast as it takes it, until the end or until it closes its input."""
    with contextlib.suppress(OSError), target:
        while data := heard.get():
            target.write(data)


def end(kept: "subprocess.Popen[bytes]") -> None:
    """Kill the program and the processes it has started, where any are left."""
    if not hasattr(os, "killpg"):
        kept.kill()
        return
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(kept.pid, signal.SIGKILL)


if __name__ == "__main__":
    os._exit(keep(sys.argv[1:]))
