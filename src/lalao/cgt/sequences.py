"""Sequences of nimbers, and whether they come round."""

from collections.abc import Sequence

LEAST_ROUNDS = 2


def find_period(sequence: Sequence[int], rounds: int = LEAST_ROUNDS) -> tuple[int, int] | None:
    """Return (start, period) of the shortest period that a sequence has from some place to its end, or None.

    A period counts where the end of the sequence goes through it at least so many times. What is found is a fact of
    the terms given, not a proof that it goes on.

    >>> find_period([0, 1, 2, 0, 3, 1, 0, 3, 1, 0, 3, 1])
    (3, 3)
    >>> find_period([1, 2, 3, 4])
    """
    length = len(sequence)
    for period in range(1, length // rounds + 1):
        start = length - period
        while start > 0 and sequence[start - 1] == sequence[start - 1 + period]:
            start -= 1
        if length - start >= rounds * period:
            return start, period
    return None
