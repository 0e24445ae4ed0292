"""Run a command on a pseudo-terminal and press Ctrl-C, as a person would; not on Windows."""

import os
import pty
import select
import signal
import time
from collections.abc import Callable, Set
from pathlib import Path

CTRL_C = b"\x03"
MOST_SECONDS = 300.0


def press(
    command: list[str],
    folder: Path,
    variables: dict[str, str],
    due: Callable[[str, float], bool],
    typed: bytes = b"",
    held: Set[signal.Signals] = frozenset(),
) -> tuple[int, str]:
    """Run a command on a pseudo-terminal and press Ctrl-C as soon as `due` says so.

    `due` is given the output so far and the seconds since the start. The command starts with the signals `held`
    blocked, and is killed after `MOST_SECONDS`. Returns the exit status, as a shell reports it, and the output.
    """
    begun_when_closed, open_till_begun = os.pipe()  # closed by exec: keys pressed before that would be lost
    process, terminal = pty.fork()
    if not process:
        os.chdir(folder)
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # background processes of a shell inherit SIG_IGN
        signal.pthread_sigmask(signal.SIG_BLOCK, held)
        os.execvpe(command[0], command, variables)
    os.close(open_till_begun)
    os.read(begun_when_closed, 1)
    os.close(begun_when_closed)
    said, pressed, begun = b"", False, time.monotonic()
    os.write(terminal, typed)
    while True:
        seconds = time.monotonic() - begun
        if select.select([terminal], [], [], 0.01)[0]:
            try:
                said += os.read(terminal, 65536)
            except OSError:  # the other end is closed
                break
        if not pressed and due(said.decode(errors="replace"), seconds):
            pressed = True
            os.write(terminal, CTRL_C)
        if seconds > MOST_SECONDS:
            os.kill(process, signal.SIGKILL)
            break
    status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    os.close(terminal)
    return 128 - status if status < 0 else status, said.decode(errors="replace")
