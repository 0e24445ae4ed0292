"""Run a reader on many inputs, each within limits of time and memory; only Lalao's own errors may come out."""

import os
import random
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lalao.errors import NARROW, LalaoError
from lalao.locale import LANGUAGES, words

MOST_SECONDS = 2.0
"""Seconds of the processor that an input may take."""
MOST_MB = 64
"""Memory by which the process may grow for an input."""
ROOM_MB = 1_500
"""Memory that the process may take in all, beyond what it has at the start."""
STUCK_SECONDS = 30.0
"""Seconds of the processor after which a process that does not even hear that it is slow is ended."""
STATUS = Path("/proc/self/status")
"""Where Linux tells the peak of this process alone; elsewhere that of the one that has started it may count."""


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader under test: `make` makes an input, `read` reads it and raises LalaoError to refuse it.

    For a reader with state `begin` makes the state anew every `batch` inputs; it is given the number of the batch.
    """

    name: str
    make: Callable[[random.Random], Any]
    read: Callable[[Any], object]
    begin: Callable[[int], object] = lambda _: None
    batch: int = 1


class SlowError(BaseException):
    """An input took too long."""


@dataclass(slots=True)
class Found:
    """The results of a reader: inputs taken, inputs refused, failures."""

    name: str
    taken: int = 0
    refused: int = 0
    slowest: float = 0.0
    slowest_number: int = -1
    growth: int = 0
    growth_number: int = -1
    failures: list[tuple[int, str]] = field(default_factory=list)


def run(reader: Reader, seed: int, numbers: Iterable[int], noted: Path | None = None, most: int = 3) -> Found:
    """Run a reader on the inputs with these numbers, until `most` have failed.

    The number at work is written to `noted`, in case the input kills the process.
    """
    found = Found(reader.name)
    note = os.open(noted, os.O_CREAT | os.O_WRONLY) if noted else None
    signal.signal(signal.SIGPROF, _slow)
    for number in numbers:
        if number % reader.batch == 0 or not found.taken + found.refused + len(found.failures):
            reader.begin(number // reader.batch)
        if note is not None:
            os.pwrite(note, f"{number:>12}".encode(), 0)
        _one(reader, seed, number, found)
        if len(found.failures) == most:
            break
    if note is not None:
        os.close(note)
    return found


def input_of(reader: Reader, seed: int, number: int) -> Any:
    """Return the input with a number; the same seed and number always give the same."""
    return reader.make(random.Random(f"{seed}/{reader.name}/{number}"))


def _one(reader: Reader, seed: int, number: int, found: Found) -> None:
    """Make an input, read it, and record the result."""
    given = input_of(reader, seed, number)
    memory, begun = _peak(), time.process_time()
    failure = ""
    signal.setitimer(signal.ITIMER_PROF, MOST_SECONDS)
    signal.setitimer(signal.ITIMER_VIRTUAL, STUCK_SECONDS)
    try:
        reader.read(given)
        found.taken += 1
    except LalaoError as error:
        found.refused += 1
        told = [words(language).say(error) for language in LANGUAGES]
        failure = "" if all(map(is_a_line, told)) else f"the refusal is not one line: {error!r}"
    except SlowError:
        failure = f"more than {MOST_SECONDS} s"
    except BaseException as error:  # any other exception is a finding
        if isinstance(error, KeyboardInterrupt):
            raise
        failure = "".join(traceback.format_exception(error, limit=-8))
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    took, grown = time.process_time() - begun, _peak() - memory
    if took > found.slowest:
        found.slowest, found.slowest_number = took, number
    if grown > found.growth:
        found.growth, found.growth_number = grown, number
    if not failure and grown > MOST_MB << 10:
        failure = f"it took {grown >> 10} MB"
    if failure:
        found.failures.append((number, f"{failure}\ninput: {shown(given)}"))


def _slow(*_: object) -> None:
    raise SlowError


def _peak() -> int:
    """Return the peak memory of this process, in kB."""
    try:
        status = STATUS.read_bytes()
    except OSError:
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak >> 10 if sys.platform == "darwin" else peak
    return int(status[status.index(b"VmHWM:") + 6 :].split(maxsplit=1)[0])


def is_a_line(text: str) -> bool:
    """Tell whether a text is exactly one non-empty line that can be printed."""
    return bool(text.strip()) and text.replace(NARROW, " ").isprintable()


def shown(given: Any, most: int = 2_000) -> str:
    """Return the `repr` of an input, shortened in the middle where it is long."""
    text = repr(given)
    return text if len(text) <= most else f"{text[: most // 2]} … {text[-most // 2 :]} ({len(text)} characters)"


def limit_memory() -> None:
    """Limit the memory of this process, so that an input that takes too much fails instead of the machine."""
    here = (
        int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize() if sys.platform == "linux" else 0
    )
    if here:
        resource.setrlimit(resource.RLIMIT_AS, (here + (ROOM_MB << 20),) * 2)
