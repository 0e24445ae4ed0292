"""Ctrl-C and child processes: a terminal sends it to all of them, but only the parent should act on it."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


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
