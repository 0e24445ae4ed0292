"""What a person types at a prompt: lines with editing and history, and the orders that they give."""

import signal
import socket
import sys
import threading
import time
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import TypeVar

import platformdirs

from lalao.errors import nearest
from lalao.locale import Translator

T = TypeVar("T")
MOST_REMEMBERED = 500
UNHEARD = 0.1
"""Seconds after which a Ctrl-C that readline may have missed is brought to its notice."""
SHORT = {"q": "quit", "?": "help"}
"""Orders that are known by a sign too, in every language."""


def ask(prompt: str) -> str | None:
    """Ask for a line; None at the end of the input."""
    try:
        return input(prompt).strip()
    except EOFError:
        return None


@contextmanager
def remembered(desk: str) -> Iterator[None]:
    """Let lines be edited and called back with the arrows while a person types, those of earlier days too."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        yield
        return
    try:
        import readline
    except ImportError:  # Windows, where the console itself edits lines
        yield
        return
    path = platformdirs.user_state_path("lalao", appauthor=False) / f"{desk}.history"
    readline.clear_history()
    readline.set_history_length(MOST_REMEMBERED)
    with suppress(OSError):  # the first time there is none
        readline.read_history_file(path)
    try:
        with interruptible():
            yield
    finally:
        with suppress(OSError):  # a machine that forbids it forgets: nothing else depends on it
            path.parent.mkdir(parents=True, exist_ok=True)
            readline.write_history_file(path)


@contextmanager
def interruptible() -> Iterator[None]:
    """Let Ctrl-C end a prompt that it comes to just before anybody waits for a key.

    CPython's readline looks for signals where one breaks off its wait: what comes a moment earlier is seen only at the
    next key. So each interrupt is followed by a second signal, which means nothing and breaks off the wait.
    """
    hears, told = socket.socketpair()
    told.setblocking(False)
    main = threading.get_ident()

    def follow() -> None:
        while numbers := hears.recv(1):
            if numbers[0] == signal.SIGINT:
                time.sleep(UNHEARD)
                signal.pthread_kill(main, signal.SIGUSR1)

    follower = threading.Thread(target=follow, daemon=True)
    handler = signal.signal(signal.SIGUSR1, lambda *_: None)
    wakened = signal.set_wakeup_fd(told.fileno(), warn_on_full_buffer=False)
    follower.start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(wakened)
        told.close()
        follower.join()
        hears.close()
        signal.signal(signal.SIGUSR1, handler)


def plain(text: str) -> str:
    """Write a word without capitals and accents."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def order_named(text: str, orders: Mapping[str, T], words: Translator) -> T | None:
    """Return the order that a line begins with, in English or in the user's language."""
    first = plain(text.split(" ")[0])
    wanted = SHORT.get(first, first)
    return next((order for name, order in orders.items() if wanted in (name, plain(words(name)))), None)


def order_meant(text: str, orders: Mapping[str, T], words: Translator) -> str | None:
    """Return the order, in the user's language, that the first word of a line looks like."""
    names = {plain(known): words(name) for name in orders for known in (name, words(name))}
    near = nearest(plain(text.split(" ")[0]), names)
    return names[near] if near else None
