"""Values of partizan games in canonical form, with South as Left.

Names, means and temperatures come from pycgt, which computes exactly. A form may have exponentially many parts, so a
budget bounds the positions looked at, the size of any form, and the steps.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

import pycgt

from lalao.cgt.forms import Form, Forms
from lalao.errors import TooLargeError

P = TypeVar("P", bound=Hashable)
MOST_DEPTH = 150
KEPT_FORMS = 200_000
KEPT_RESULTS = 1_000_000
"""Most canonical forms, and most results of working with them, kept from one question to the next."""
NAMES = {"^": "↑", "v": "↓", "+-": "±"}


@dataclass(frozen=True, slots=True)
class Budget:
    """How much one question may spend: new positions, parts of a form, products of parts in a difference, and steps.

    Steps are new comparisons and sums of two forms, about 50 000 a second: unlike the clock they are the same on
    every machine, however busy.
    """

    positions: int = 40_000
    parts: int = 400
    differences: int = 4_000
    steps: int = 500_000


@contextmanager
def not_too_deep() -> Iterator[None]:
    """Refuse values that would need more nested calls than Python allows.

    Raises TooLargeError.
    """
    try:
        yield
    except RecursionError:
        raise TooLargeError("the canonical form needs more than {count} moves", count=MOST_DEPTH) from None


class Values(Generic[P]):
    """Remembers canonical forms; `options` gives for a position and a player (True: Left) the results of each move."""

    def __init__(self, options: Callable[[P, bool], Iterable[Iterable[P]]], budget: Budget | None = None) -> None:
        """Set the moves of the game, and the budget of each question."""
        self._options = options
        self.budget = budget or Budget()
        self.known: dict[P, Form] = {}
        self.forms = Forms(self._spend)
        self.begin()

    def begin(self) -> None:
        """Begin a question: the budget counts from here, and forms beyond those kept are forgotten."""
        if self.forms.made > KEPT_FORMS:
            self.known.clear()
            self.forms = Forms(self._spend)
        elif self.forms.results > KEPT_RESULTS:
            self.forms.forget()
        self._steps = 0
        self._most = len(self.known) + self.budget.positions

    @not_too_deep()
    def of_sum(self, parts: Iterable[P]) -> Form:
        """Return the canonical form of a sum of positions.

        Raises TooLargeError where the budget is spent.
        """
        return self._sum(parts, 0)

    @not_too_deep()
    def winners(self, parts: Iterable[P]) -> str:
        """Return who wins a sum of positions, as `Forms.outcome_class` does.

        Raises TooLargeError where the budget is spent.
        """
        return self.forms.outcome_class(self.of_sum(parts))

    @not_too_deep()
    def incentives(self, before: Form, after: Iterable[Form], left: bool) -> list[Form]:
        """Return the incentive of each move from one value to others: the gain of Left, or, unless `left`, of Right.

        Raises TooLargeError where the budget is spent.
        """
        return [self._difference(value, before) if left else self._difference(before, value) for value in after]

    def _difference(self, one: Form, other: Form) -> Form:
        most = self.budget.differences
        if one.parts(most) * other.parts(most) > most:
            raise TooLargeError("the canonical form has more than {parts} parts", parts=most)
        return self._checked(self.forms.add(one, self.forms.negative(other)))

    def _sum(self, parts: Iterable[P], depth: int) -> Form:
        total = zero = self.forms.zero
        for part in parts:
            value = self._value(part, depth)
            total = value if total is zero else self._checked(self.forms.add(total, value))
        return total

    def _value(self, position: P, depth: int) -> Form:
        value = self.known.get(position)
        if value is None:
            if depth > MOST_DEPTH:
                raise TooLargeError("the canonical form needs more than {count} moves", count=MOST_DEPTH)
            left = [self._sum(parts, depth + 1) for parts in self._options(position, True)]
            right = [self._sum(parts, depth + 1) for parts in self._options(position, False)]
            value = self._checked(self.forms.of(left, right))
            if len(self.known) >= self._most:
                raise TooLargeError("the canonical form needs more than {count} positions", count=self.budget.positions)
            self.known[position] = value
        return value

    def _spend(self) -> None:
        self._steps += 1
        if self._steps > self.budget.steps:
            raise TooLargeError("the canonical form needs more than {count} steps", count=self.budget.steps)

    def _checked(self, value: Form) -> Form:
        if value.parts(self.budget.parts) > self.budget.parts:
            raise self._explosion()
        return value

    def _explosion(self) -> TooLargeError:
        return TooLargeError("the canonical form has more than {parts} parts", parts=self.budget.parts)


def notation(value: pycgt.Game) -> str:
    """Write a canonical form in the field's notation: integers, dyadics, ``*n``, ``↑``, ``↓``, ``±``, ``{a|b}``."""
    text = pycgt.render(value)
    for name, sign in NAMES.items():
        text = text.replace(name, sign)
    return text


def star(nimber: int) -> str:
    """Write a nimber: ``0``, ``*``, ``*2``.

    >>> [star(nimber) for nimber in range(3)]
    ['0', '*', '*2']
    """
    return "0" if nimber == 0 else "*" if nimber == 1 else f"*{nimber}"


def as_nimber(form: str) -> int | None:
    """Return the nimber that a canonical form stands for, or None where it is none."""
    if form in ("0", "*"):
        return int(form == "*")
    return int(form[1:]) if form[0] == "*" and form[1:].isdigit() else None


def mean(value: pycgt.Game) -> Fraction:
    """Return the mean value of a game."""
    return Fraction(pycgt.mean(value))


def temperature(value: pycgt.Game) -> Fraction:
    """Return the temperature of a game: how urgent it is to move in it; that of 0 is -1."""
    return Fraction(pycgt.temperature(value))
