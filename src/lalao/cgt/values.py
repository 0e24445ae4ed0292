"""Values of partizan games in canonical form, with South as Left.

Canonical forms, means and temperatures come from pycgt, which computes exactly. A form may have exponentially many
parts, so a budget bounds the positions looked at, the size of any form, and the work.
"""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

import pycgt

from lalao.errors import TooLargeError

P = TypeVar("P", bound=Hashable)
MOST_DEPTH = 150
KEPT_FORMS = 200_000
"""Most canonical forms kept from one question to the next."""
NAMES = {"^": "↑", "v": "↓", "+-": "±"}
CLASSES = {
    pycgt.Outcome.LEFT: "L",
    pycgt.Outcome.RIGHT: "R",
    pycgt.Outcome.FIRST: "N",
    pycgt.Outcome.SECOND: "P",
}


@dataclass(frozen=True, slots=True)
class Budget:
    """How much one question may spend: new positions, parts of a form, products of parts in a difference, and work.

    Work is the parts of all forms made on the way, 200 000 to 600 000 a second: unlike the clock it is the same on
    every machine, however busy.
    """

    positions: int = 40_000
    parts: int = 400
    differences: int = 4_000
    work: int = 2_000_000


class Values(Generic[P]):
    """Remembers canonical forms; `options` gives for a position and a player (True: Left) what each move leaves."""

    def __init__(self, options: Callable[[P, bool], Iterable[Iterable[P]]], budget: Budget | None = None) -> None:
        """Set the moves of the game, and the budget of each question."""
        self._options = options
        self.budget = budget or Budget()
        self.known: dict[P, pycgt.Game] = {}
        self.begin()

    def begin(self) -> None:
        """Begin a question: the budget counts from here, and more than `KEPT_FORMS` known forms are forgotten."""
        if len(self.known) > KEPT_FORMS:
            self.known.clear()
        self._work = 0
        self._most = len(self.known) + self.budget.positions

    def of_sum(self, parts: Iterable[P]) -> pycgt.Game:
        """Return the canonical form of a sum of positions.

        Raises TooLargeError where the budget is spent.
        """
        return self._sum(parts, 0)

    def incentives(self, before: pycgt.Game, after: Iterable[pycgt.Game], left: bool) -> list[pycgt.Game]:
        """Return the incentive of each move from one value to others: what Left gains by it, or, unless `left`, Right.

        Raises TooLargeError where the budget is spent.
        """
        return [self._difference(value, before) if left else self._difference(before, value) for value in after]

    def _difference(self, one: pycgt.Game, other: pycgt.Game) -> pycgt.Game:
        most = self.budget.differences
        if parts_of(one, most) * parts_of(other, most) > most:
            raise TooLargeError("the canonical form has more than {parts} parts", parts=most)
        return self._checked(one - other)

    def _sum(self, parts: Iterable[P], depth: int) -> pycgt.Game:
        total = pycgt.ZERO
        for part in parts:
            total = self._checked(total + self._value(part, depth))
        return total

    def _value(self, position: P, depth: int) -> pycgt.Game:
        value = self.known.get(position)
        if value is None:
            if depth > MOST_DEPTH:
                raise TooLargeError("the canonical form needs more than {count} moves", count=MOST_DEPTH)
            left = [self._sum(parts, depth + 1) for parts in self._options(position, True)]
            right = [self._sum(parts, depth + 1) for parts in self._options(position, False)]
            value = self._checked(pycgt.Game.of(left, right))
            if len(self.known) >= self._most:
                raise TooLargeError("the canonical form needs more than {count} positions", count=self.budget.positions)
            self.known[position] = value
        return value

    def _checked(self, value: pycgt.Game) -> pycgt.Game:
        parts = parts_of(value, self.budget.parts)
        self._work += parts
        if self._work > self.budget.work:
            raise TooLargeError("the canonical form needs more than {count} steps", count=self.budget.work)
        if parts > self.budget.parts:
            raise TooLargeError("the canonical form has more than {parts} parts", parts=self.budget.parts)
        return value


def parts_of(value: pycgt.Game, most: int) -> int:
    """Count the different positions in a canonical form; beyond `most`, return some number above it."""
    seen = {value}
    stack = [value]
    while stack and len(seen) <= most:
        here = stack.pop()
        fresh = (here.left | here.right) - seen
        seen |= fresh
        stack += fresh
    return len(seen)


def undominated(values: list[pycgt.Game]) -> list[bool]:
    """Return for each of these games whether none of the others is greater.

    >>> undominated([pycgt.STAR, pycgt.UP, pycgt.ZERO])
    [True, True, False]
    """
    return [not any(pycgt.greater(other, value) for other in values) for value in values]


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


def outcome_class(value: pycgt.Game) -> str:
    """Return who wins: L (South, whoever starts), R (North), N (whoever starts) or P (whoever does not)."""
    return CLASSES[pycgt.outcome(value)]


def mean(value: pycgt.Game) -> Fraction:
    """Return the mean value of a game."""
    return Fraction(pycgt.mean(value))


def temperature(value: pycgt.Game) -> Fraction:
    """Return the temperature of a game: how urgent it is to move in it; that of 0 is -1."""
    return Fraction(pycgt.temperature(value))
