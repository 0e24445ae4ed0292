"""Prompts: lines typed with editing and history, and the orders in them."""

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
"""Seconds after a Ctrl-C until a second signal wakes readline, which may have missed the first."""
SHORT = {"q": "quit", "?": "help"}
"""Short forms of orders, in every language."""


def ask(prompt: str) -> str | None:
    """Ask for a line and return it without surrounding blanks, or None at the end of the input."""
    try:
        return input(prompt).strip()
    except EOFError:
        return None


@contextmanager
def remembered(desk: str) -> Iterator[None]:
    """Turn on line editing and history for prompts in this block, if on a terminal; `desk` names the history file."""
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
    with suppress(OSError):  # there is no history yet
        readline.read_history_file(path)
    try:
        with interruptible():
            yield
    finally:
        with suppress(OSError):  # without write access there is no history; nothing else depends on it
            path.parent.mkdir(parents=True, exist_ok=True)
            readline.write_history_file(path)


@contextmanager
def interruptible() -> Iterator[None]:
    """Make Ctrl-C end a prompt even if it comes just before readline begins to wait for a key.

    CPython's readline checks for signals when one interrupts its wait; a signal that comes just before is noticed only
    at the next key. So each SIGINT is followed by a second, empty signal, which interrupts the wait.
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
    """Return a text in lower case and without accents."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def order_named(text: str, orders: Mapping[str, T], words: Translator) -> T | None:
    """Return the order that a line begins with, in English or in the user's language, or None."""
    first = plain(text.split(" ")[0])
    wanted = SHORT.get(first, first)
    return next((order for name, order in orders.items() if wanted in (name, plain(words(name)))), None)


def order_meant(text: str, orders: Mapping[str, T], words: Translator) -> str | None:
    """Return the order, in the user's language, that the first word of a line is most like, or None."""
    names = {plain(known): words(name) for name in orders for known in (name, words(name))}
    near = nearest(plain(text.split(" ")[0]), names)
    return names[near] if near else None
