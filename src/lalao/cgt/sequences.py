"""Periods in sequences of nimbers."""

from collections.abc import Sequence
from typing import SupportsIndex

from lalao.arguments import each, whole

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
