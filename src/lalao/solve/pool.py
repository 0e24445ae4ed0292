"""Solvers kept between questions, each used by one thread at a time: compiled searches run beside one another."""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

from lalao.errors import LalaoError

Thing = TypeVar("Thing")
MOST_KEYS = 64


class Lender(Generic[Thing]):
    """Lends things that remember their results, such as solvers, by a key that says what they are for.

    >>> lists = Lender[list[int]]()
    >>> with lists.lend("a", list) as one, lists.lend("a", list) as other:
    ...     one.append(1)
    ...     other
    []
    >>> with lists.lend("a", list) as one, lists.lend("a", list) as other:
    ...     one, other
    ([1], [])
    """

    def __init__(self, most: int = MOST_KEYS) -> None:
        """Keep things for at most `most` keys: for one more, all that are not lent are forgotten."""
        self._most = most
        self._free: dict[Hashable, list[Thing]] = {}

    @contextmanager
    def lend(self, key: Hashable, make: Callable[[], Thing]) -> Iterator[Thing]:
        """Lend the thing that came back last, or a new one where all are lent; one that was interrupted is dropped."""
        if len(self._free) >= self._most and key not in self._free:
            self.clear()
        free = self._free.setdefault(key, [])
        try:
            thing = free.pop()
        except IndexError:
            thing = make()
        try:
            yield thing
        except LalaoError:
            free.append(thing)
            raise
        free.append(thing)

    def clear(self) -> None:
        """Forget all that is not lent."""
        self._free.clear()
