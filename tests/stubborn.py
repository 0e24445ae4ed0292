"""A child process for tests of the pool: it echoes, sleeps when hurried, dies, or takes too much memory."""

import os
import time

import msgspec

from lalao.errors import NotationError
from lalao.web.work.child import WATCH, Service, run


class Wish(msgspec.Struct):
    """A question."""

    id: int
    task: str
    text: str = ""
    seconds: float = 0.0


def echo(wish: Wish) -> str:
    """Return the question."""
    return wish.text


def nap(wish: Wish) -> str:
    """Sleep in a system call, which `Watch.hurry` cannot interrupt."""
    time.sleep(wish.seconds)
    return "rested"


def count(wish: Wish) -> str:
    """Work in Python code, which `Watch.hurry` interrupts."""
    end = time.monotonic() + wish.seconds
    while time.monotonic() < end:
        pass
    return "counted"


def look(wish: Wish) -> bool:
    """Work, and check whether the question is hurried; return whether it was."""
    end = time.monotonic() + wish.seconds
    with WATCH.looking():
        while time.monotonic() < end and not WATCH.is_set():
            pass
    return WATCH.is_set()


def die(_: Wish) -> None:
    """End the process in the middle."""
    os._exit(3)


def refuse(wish: Wish) -> None:
    """Raise an error."""
    raise NotationError("'{text}' is wrong: {why}", text=wish.text, why=NotationError("it is {what}", what=wish))


def fill(_: Wish) -> int:
    """Allocate more memory than is allowed."""
    return len(bytearray(8 << 30))


def pid(_: Wish) -> int:
    """Return the number of this process."""
    return os.getpid()


TASKS = {task.__name__: task for task in (echo, nap, count, look, die, refuse, fill, pid)}
SERVICE = Service(msgspec.json.Decoder(Wish).decode, TASKS, 4 << 30, {"count": lambda _: "hurried"})

if __name__ == "__main__":
    run(SERVICE)
