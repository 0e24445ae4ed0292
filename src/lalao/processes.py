"""Processes beside each other: Ctrl-C, which reaches all that were begun, files that one at a time may hold, memory."""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path


def hear_interrupts() -> None:
    """Hear Ctrl-C where whoever began this process held it back until it is ready, as ``./play`` does."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


class Held(threading.local):
    """How many blocks of a thread hold Ctrl-C back, and which signals were held back before the first."""

    blocks = 0
    before: set[signal.Signals] | set[int] = set()  # noqa: RUF012  replaced, never changed


HELD = Held()


@contextmanager
def deaf_to_interrupts() -> Iterator[None]:
    """Let the processes begun meanwhile never hear Ctrl-C: whoever began them ends them.

    It is held back here for as long, not lost. Blocks of several tasks may overlap. Windows has no such thing.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    if not HELD.blocks:
        HELD.before = set(signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}))
    HELD.blocks += 1
    try:
        yield
    finally:
        HELD.blocks -= 1
        if not HELD.blocks:
            signal.pthread_sigmask(signal.SIG_SETMASK, HELD.before)


@contextmanager
def interrupts_wait() -> Iterator[None]:
    """Let Ctrl-C wait until the block is left: an interrupt in what C code calls back would be told, and lost."""
    is_ours = threading.current_thread() is threading.main_thread()
    if not is_ours or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    caught: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: caught.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if caught:
        raise KeyboardInterrupt


@contextmanager
def held(path: Path, wait: Callable[[], None]) -> Iterator[None]:
    """Hold a file for a block, as one process at a time may; where another does, call `wait` and wait for its end.

    Where the system knows no such thing, or the disk does not, everybody may.
    """
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    with path.open("wb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            wait()
            fcntl.flock(file, fcntl.LOCK_EX)
        except OSError:  # a disk of other machines that does not lock
            pass
        yield


def memory_left() -> int:
    """Return the bytes of memory that are not in use, as far as the system tells."""
    try:
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) << 10
    except OSError:
        pass
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError):
        return 1 << 62
