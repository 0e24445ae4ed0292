"""Child processes: Ctrl-C in a terminal reaches all of them, and is for the one that began them."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def deaf_to_interrupts() -> Iterator[None]:
    """Let the processes begun meanwhile never hear Ctrl-C: whoever began them ends them.

    It is held back here for as long, not lost. Windows has no such thing.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
