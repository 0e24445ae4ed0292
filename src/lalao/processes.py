"""Processes that run side by side: Ctrl-C, which reaches child processes too, locks on files, and free memory."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

CAN_START = sys.platform not in ("emscripten", "wasi")
"""Whether this system can start processes and threads."""


def hear_interrupts() -> None:
    """Unblock Ctrl-C where the parent blocked it until this process is ready, as ``./play`` does."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


class Held(threading.local):
    """Per thread: how many `deaf_to_interrupts` blocks are open, and the signals blocked before the first of them."""

    blocks = 0
    before: set[signal.Signals] | set[int] = set()  # noqa: RUF012  replaced, never changed


HELD = Held()


@contextmanager
def deaf_to_interrupts() -> Iterator[None]:
    """Make the processes started in this block ignore Ctrl-C: the parent ends them.

    Here Ctrl-C is only deferred until the block is left. Blocks of several tasks may overlap. Does nothing on Windows.
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
    """Defer Ctrl-C until the block is left: raised in a callback from C code, it would be printed and lost.

    Does nothing outside the main thread, or where the handler of SIGINT is not Python's own.
    """
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
def children_ended() -> Iterator[None]:
    """End the processes that `multiprocessing` started in this block when it is left, whatever they are doing."""
    from multiprocessing import active_children  # loaded here: most commands do without it

    others = set(active_children())
    try:
        yield
    finally:
        with interrupts_wait():
            for process in set(active_children()) - others:
                process.terminate()


def processes(number: int) -> "ProcessPoolExecutor":
    """Return a pool of `number` new processes, which ignore Ctrl-C and end with their parent, even if it is killed."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    return ProcessPoolExecutor(number, get_context("spawn"), _live_as_long_as_the_parent)


def _live_as_long_as_the_parent() -> None:
    """Ignore Ctrl-C in a new process (on Windows it cannot be inherited), and end it when the parent is gone."""
    from multiprocessing import parent_process

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None

    def follow() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


@contextmanager
def held(path: Path, wait: Callable[[], None]) -> Iterator[None]:
    """Lock a file while the block runs; where another process has locked it, call `wait`, then wait until it is free.

    Nothing is locked on Windows, nor on a disk that knows no locks.
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
        except OSError:  # a network disk that knows no locks
            pass
        yield


def memory_left() -> int:
    """Return the bytes of memory that are not in use.

    Where the system does not tell, return all that the machine has, or 2**62 where that is not known either.
    """
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
