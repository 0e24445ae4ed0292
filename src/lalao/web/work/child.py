"""A child process that answers questions one after the other and can be hurried, and the frames it exchanges.

A frame is a length in four bytes, big-endian, then that many bytes. A question is JSON with an `id` and a `task`; the
tasks ``hurry`` and ``stop`` concern the question with that `id`: it is to be answered immediately, or
with anything, since nobody waits for it any more. An answer is ``+`` and JSON or whatever bytes the task has made, or
``-`` and a pickled error. The first frame from the child says that it is ready.

A child is interrupted where it is, not ended and started again: somebody waits for its answer, and loading the kernels
of Fanorona or Fifangha takes seconds.
"""

import _thread
import contextlib
import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from queue import SimpleQueue
from types import FrameType
from typing import Any, BinaryIO, Protocol

import msgspec

from lalao.clock import CLOCK
from lalao.errors import LalaoError, Phrase, TooLargeError
from lalao.values import Side

NICE = 5
"""The niceness added to children, so that the server goes first."""
LENGTH = 4
INSIST_SECONDS = 0.5
"""Seconds after which a question that goes on in spite of being stopped is stopped again."""
READY = b"!"
DONE, FAILED = b"+", b"-"


class Hurried(BaseException):  # no error, so nothing that survives errors may hold it up: somebody waits
    """The question under way is to be answered immediately."""


class Asked(Protocol):
    """The fields of every question: a number and a task."""

    @property
    def id(self) -> int:
        """The number of the question."""

    @property
    def task(self) -> str:
        """The name of the task."""


Task = Callable[[Any], Any]
"""Answers a question with bytes, or with something to be written as JSON."""


IMPORTING = "<frozen importlib._bootstrap>"


def is_importing(frame: FrameType | None) -> bool:
    """Tell whether a frame, or one that called it, is importing a module."""
    while frame is not None:
        if frame.f_code.co_filename == IMPORTING:
            return True
        frame = frame.f_back
    return False


class Watch:
    """Knows the question under way and whether it is hurried; searches ask `is_set`, as they would ask an event."""

    def __init__(self) -> None:
        """Start with no question under way."""
        self.at = 0
        self._hurried = self._given_up = -1
        self._open = False
        self._again = 0.0

    def is_set(self) -> bool:
        """Tell whether the question under way is hurried."""
        return self._hurried == self.at

    def hurry(self, number: int) -> None:
        """Hurry a question: stop it where it is, if it may be stopped anywhere."""
        self._hurried = number
        _thread.interrupt_main(signal.SIGINT)
        threading.Thread(target=self._insist, args=(number,), daemon=True).start()

    def _insist(self, number: int) -> None:
        """Stop a question again and again while it goes on: an exception raised in a finalizer is lost."""
        time.sleep(INSIST_SECONDS)
        while self._open and self.at == number == self._hurried:
            _thread.interrupt_main(signal.SIGINT)
            time.sleep(INSIST_SECONDS)

    def give_up(self, number: int) -> None:
        """Give up a question, for which nobody waits any more."""
        self._given_up = number
        self.hurry(number)

    @property
    def is_given_up(self) -> bool:
        """Whether nobody waits for the question under way."""
        return self._given_up == self.at

    def heard(self, _: int = 0, frame: FrameType | None = None) -> None:
        """Handle SIGINT: stop the question under way if it is hurried; Ctrl-C at a keyboard is ignored here.

        Nothing is stopped while a module is being imported: one that is half imported may fail from then on.

        Raises Hurried.
        """
        if self._open and self.is_set() and CLOCK.elapsed() >= self._again and not is_importing(frame):
            self._again = CLOCK.elapsed() + INSIST_SECONDS / 2  # not again while the stack unwinds
            raise Hurried

    @contextmanager
    def stoppable(self, number: int) -> Iterator[None]:
        """Run a question that may be stopped at any point; raises Hurried."""
        self.at, self._open, self._again = number, True, 0.0
        try:
            self.heard()
            yield
        finally:
            self._open = False

    @contextmanager
    def looking(self) -> Iterator[None]:
        """Run work that asks `is_set` itself and must not be interrupted; its result is the answer."""
        was, self._open = self._open, False
        try:
            yield
        finally:
            self._open = was and not self.is_set()


WATCH = Watch()


def answered(question: Asked, tasks: Mapping[str, Task], at_once: Mapping[str, Task]) -> bytes:
    """Return the answer to a question as the content of a frame; `at_once` holds the tasks for hurried questions."""
    try:
        try:
            with WATCH.stoppable(question.id):
                answer = tasks[question.task](question)
        except Hurried:
            if WATCH.is_given_up:
                return DONE
            if question.task not in at_once:
                raise TooLargeError("this takes too long to compute here") from None
            answer = at_once[question.task](question)
        return DONE + (answer if isinstance(answer, bytes) else msgspec.json.encode(answer))
    except LalaoError as error:
        return FAILED + pickle.dumps(portable(error))
    except (MemoryError, RecursionError):
        return FAILED + pickle.dumps(TooLargeError("this is too large to compute here"))


@dataclass(frozen=True, slots=True)
class Service:
    """The service of a child: how a question is read, the tasks, and those for hurried questions; bytes of memory."""

    read: Callable[[bytes], Asked]
    tasks: Mapping[str, Task]
    most_memory: int
    at_once: Mapping[str, Task] = field(default_factory=dict)

    def answer(self, question: bytes) -> bytes:
        """Answer a question, both as the contents of frames."""
        return answered(self.read(question), self.tasks, self.at_once)


def portable(error: LalaoError) -> LalaoError:
    """Copy an error so that the server can unpickle it: its blanks hold only numbers, sides, texts and phrases."""
    anew = type(error).__new__(type(error))
    LalaoError.__init__(anew, error.phrase.sentence, error.phrase.plural, **_blanks(error.phrase))
    return anew


def _blanks(phrase: Phrase) -> dict[str, object]:
    return {name: _blank(value) for name, value in phrase.blanks.items()}


def _blank(value: object) -> object:
    if isinstance(value, LalaoError):
        return portable(value)
    if isinstance(value, Phrase):
        return value.filled(**_blanks(value))
    return value if isinstance(value, int | float | Side) else str(value)


def framed(data: bytes) -> bytes:
    """Return data as a frame."""
    return len(data).to_bytes(LENGTH, "big") + data


def frames(source: BinaryIO) -> Iterator[bytes]:
    """Yield the content of each frame until the source ends."""
    while length := source.read(LENGTH):
        yield source.read(int.from_bytes(length, "big"))


def listen(read: Callable[[bytes], Asked], questions: "SimpleQueue[Asked]") -> None:
    """Queue questions from standard input as they come; end the process once the server has gone."""
    for frame in frames(sys.stdin.buffer):
        question = read(frame)
        if question.task == "hurry":
            WATCH.hurry(question.id)
        elif question.task == "stop":
            WATCH.give_up(question.id)
        else:
            questions.put(question)
    os._exit(0)


def limit_memory(most: int) -> None:
    """Limit this process to `most` bytes of address space, where the system can do so."""
    try:
        import resource
    except ImportError:  # Windows
        return
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def run(service: Service) -> None:
    """Answer questions from standard input, one at a time, until the server goes."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    limit_memory(service.most_memory)
    signal.signal(signal.SIGINT, WATCH.heard)
    questions: SimpleQueue[Asked] = SimpleQueue()
    threading.Thread(target=listen, args=(service.read, questions), daemon=True).start()
    answers = sys.stdout.buffer
    answer = READY
    while True:
        answers.write(framed(answer))
        answers.flush()
        answer = answered(questions.get(), service.tasks, service.at_once)
