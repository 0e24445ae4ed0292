"""Nimbers of impartial games, in plain Python (the readable reference of the kernel), and periods in their sequences.

>>> Nimbers(lambda heap: [[smaller] for smaller in range(heap)])(5)
5
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import reduce
from operator import xor
from typing import Generic, SupportsIndex, TypeVar

from lalao.errors import TooLargeError, each, whole

P = TypeVar("P", bound=Hashable)
MOST_DEPTH = 200
"""Moves in the longest line followed: deeper games would exhaust the stack."""


def mex(numbers: Iterable[int]) -> int:
    """Return the least number that is not among these.

    >>> mex([0, 1, 3])
    2
    """
    there = set(numbers)
    return next(number for number in range(len(there) + 1) if number not in there)


def nim_sum(nimbers: Iterable[int]) -> int:
    """Return the nimber of a sum of nimbers."""
    return reduce(xor, nimbers, 0)


class Nimbers(Generic[P]):
    """Remembers the nimbers of positions; `options` gives for each move the independent parts that it leaves."""

    def __init__(self, options: Callable[[P], Iterable[Iterable[P]]], most: int = 1_000_000) -> None:
        """Set the moves of the game and the most positions to remember."""
        self._options = options
        self.most = most
        self.known: dict[P, int] = {}

    def __call__(self, position: P) -> int:
        """Return the nimber of one position.

        Raises TooLargeError beyond `most` remembered positions or `MOST_DEPTH` moves.
        """
        return self._nimber(position, 0)

    def _nimber(self, position: P, depth: int) -> int:
        nimber = self.known.get(position)
        if nimber is None:
            if len(self.known) >= self.most or depth > MOST_DEPTH:
                raise TooLargeError("more than {most} positions would have to be searched", most=self.most)
            nimber = mex(
                [nim_sum([self._nimber(part, depth + 1) for part in parts]) for parts in self._options(position)]
            )
            self.known[position] = nimber
        return nimber


LEAST_ROUNDS = 2


def find_period(sequence: Sequence[int], rounds: int = LEAST_ROUNDS) -> tuple[int, int] | None:
    """Return (start, period) of the shortest period with which a sequence ends, or None.

    A period counts if it fits at least `rounds` times between its start and the end of the sequence. It describes the
    terms given and proves nothing about later ones.

    Raises ArgumentError where `rounds` is below 1.

    >>> find_period([0, 1, 2, 0, 3, 1, 0, 3, 1, 0, 3, 1])
    (3, 3)
    >>> find_period([1, 2, 3, 4])
    """
    whole("rounds", rounds, 1)
    sequence = list(each("sequence", sequence, SupportsIndex, "a list of whole numbers"))
    length = len(sequence)
    for period in range(1, length // rounds + 1):
        start = length - period
        while start > 0 and sequence[start - 1] == sequence[start - 1 + period]:
            start -= 1
        if length - start >= rounds * period:
            return start, period
    return None
