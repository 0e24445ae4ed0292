"""Timing in tests: what the program takes, told apart from what a busy machine adds."""

import os
import random
import time
import zlib
from collections.abc import Callable
from math import inf

SECONDS = 120.0
"""What never takes so long has failed: a cap for whatever is waited for, on a machine with much else to do."""
TRIES = 40


NIGHTLY = bool(os.environ.get("LALAO_NIGHTLY"))
"""Whether this is ``./test nightly``, which tries many more cases and draws them anew each time."""


def often(cases: int, nightly: int) -> int:
    """Return how many cases to try."""
    return nightly if NIGHTLY else cases


def drawing(*what: object) -> random.Random:
    """Return the random numbers of a test: always the same for the same `what`, but for ``./test nightly``.

    There they begin with a seed that is printed, which `LALAO_SEED` brings back.
    """
    name = " ".join(map(str, what))
    if not NIGHTLY:
        return random.Random(zlib.crc32(name.encode()))
    seed = int(os.environ.get("LALAO_SEED") or random.SystemRandom().getrandbits(32))
    print(f"LALAO_SEED={seed} draws {name or 'these cases'}")
    return random.Random(f"{seed} {name}")


def least(measured: Callable[[], float], enough: float, tries: int = TRIES) -> float:
    """Return the least of several measurements, repeated until one is below `enough`.

    A busy machine adds to most of them and takes from none: a program that is too slow is too slow each time.
    """
    found = inf
    for _ in range(tries):
        found = min(found, measured())
        if found < enough:
            break
    return found


def seconds_of_work(done: Callable[[], object]) -> float:
    """Return the processor time of a call, here and in the child processes that it starts and awaits."""
    began = spent()
    done()
    return spent() - began


def spent() -> float:
    """Return the processor time so far of this process and of its children that have ended."""
    times = os.times()
    return time.process_time() + times.children_user + times.children_system
