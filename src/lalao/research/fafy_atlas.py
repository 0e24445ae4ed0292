"""The rows of an atlas of Fafy or Sowing.

A family of Fafy is its blocks of up to `pits` pits, each holding 1 to `seeds` seeds: an empty pit would only make a
sum of smaller blocks. A family of Sowing also has empty pits, but none at the ends, where no seed can ever fall.
Impartial mirror images are one row. Rows with fewer pits come first, then rows compare pit by pit from the West.

>>> import lalao
>>> [one.nimber for one in RowFamily(lalao.game("fafy-impartial"), pits=2, seeds=2).entries()]
[0, 0, 1, 1, 0]
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import Any

import pycgt

from lalao.board.geometry import write_row
from lalao.cgt.forms import Form
from lalao.cgt.values import Budget, Values, as_nimber, notation, star
from lalao.errors import NotationError, TooLargeError
from lalao.games.fafy import Fafy, FafyPosition
from lalao.games.game import Game, a_game
from lalao.research.entry import Entry
from lalao.solve.fafy import Row, RowSolver
from lalao.values import Side

MOST_ROWS = 1_000_000
MOST_PITS = 100
MOST_SEEDS = 99
BUDGET = Budget(positions=1_000_000, parts=200)
"""Limits on the canonical forms of each row: new positions, parts of any form, and steps of some seconds."""
ROW_NAMES = ("row", "pits", "seeds")


class ExplodedError(TooLargeError):
    """A canonical form with too many parts."""


class AtlasValues(Values[Row]):
    """Canonical forms that remember which rows lead to too large a form, so that none is tried twice."""

    def __init__(self, solver: RowSolver, budget: Budget) -> None:
        super().__init__(solver._partizan_options, budget)
        self.exploded: set[Row] = set()

    def _value(self, position: Row, depth: int) -> Form:
        if position in self.exploded:
            raise self._explosion()
        try:
            return super()._value(position, depth)
        except ExplodedError:
            self.exploded.add(position)
            raise

    def _explosion(self) -> ExplodedError:
        return ExplodedError("the canonical form has more than {parts} parts", parts=self.budget.parts)


class AtlasSolver(RowSolver):
    """A `RowSolver` for many rows, which does not try a form again that was once too large."""

    def __init__(self, game: Fafy, budget: Budget = BUDGET) -> None:
        super().__init__(game)
        self.values = self.rows = AtlasValues(self, budget)


@dataclass(frozen=True, slots=True)
class RowFamily:
    """All rows of a game of at most `pits` pits and `seeds` seeds in each; of `total` seeds in all, if given."""

    game: Fafy
    pits: int
    seeds: int
    total: int | None = None

    names = ROW_NAMES

    @property
    def size(self) -> int:
        """The number of rows, counted without listing them; beyond the limit of an atlas, some number above that."""
        size = 0
        for pits in range(1, self.pits + 1):
            size += self._count(pits)
            if size > MOST_ROWS:
                break
        return size

    def _choices(self, pits: int) -> list[range]:
        """Return how many seeds each pit of a row may hold."""
        ends, inside = range(1, self.seeds + 1), range(0 if self.game.last_only else 1, self.seeds + 1)
        return [inside if 0 < pit < pits - 1 else ends for pit in range(pits)]

    def _count(self, pits: int) -> int:
        if not self.game.impartial:
            return self._layouts(pits, pits)
        return (self._layouts(pits, pits) + self._layouts(pits, (pits + 1) // 2)) // 2

    def _layouts(self, pits: int, free: int) -> int:
        """Count the rows of `pits` pits where the Westernmost `free` pits decide the others."""
        choices = self._choices(pits)[:free]
        if self.total is None:
            return prod(map(len, choices))
        mirrored = pits - free
        twice = [range(2 * choice[0], 2 * choice[-1] + 1, 2) for choice in choices[:mirrored]]
        return ways([*twice, *choices[mirrored:]], self.total)

    def rows(self) -> Iterator[Row]:
        for pits in range(1, self.pits + 1):
            choices = self._choices(pits)
            for row in product(*choices) if self.total is None else rows_of(choices, self.total):
                if not self.game.impartial or row <= row[::-1]:
                    yield row

    @property
    def settings(self) -> dict[str, int]:
        """The settings that determine the rows."""
        total = {} if self.total is None else {"total": self.total}
        return {"pits": self.pits, "seeds": self.seeds, **total}

    @property
    def by_nimber(self) -> bool:
        """Whether rows are classed by nimber; else by outcome."""
        return self.game.impartial and not self.game.misere

    def named(self, row: Row) -> dict[str, Any]:
        """Return the columns that name a row."""
        return dict(zip(ROW_NAMES, (write_row(row), len(row), sum(row)), strict=True))

    def text(self, row: Row) -> str:
        """Return a row as text."""
        return write_row(row)

    def length(self, row: Row) -> tuple[int, ...]:
        """Return the key that orders rows by their length: pits, then seeds."""
        return len(row), sum(row)

    def with_misere(self, entries: Iterable[Entry]) -> Iterator[Entry]:
        """Yield entries of the same rows with their `misere_outcome` filled in."""
        solver = AtlasSolver(Fafy(self.game.impartial, misere=True, last_only=self.game.last_only))
        for one in entries:
            solver.allow(len(one.state))
            yield replace(one, misere_outcome=outcome_by_search(solver, one.state))

    def entries(self) -> Iterator[Entry]:
        """Yield the solved rows in order, each as it is found."""
        solver = AtlasSolver(self.game)
        for row in self.rows():
            solver.allow(len(row))
            yield entry(solver, row)


def ways(choices: Sequence[range], total: int) -> int:
    """Count the rows of `total` seeds with these choices for each pit.

    >>> ways([range(1, 3), range(3), range(1, 3)], 3)
    3
    """
    found, left = Counter({0: 1}), sum(choice[-1] for choice in choices)
    for choice in choices:
        left -= choice[-1]
        after = Counter[int]()
        for held, count in found.items():
            for seeds in choice:
                if total - left <= held + seeds <= total:
                    after[held + seeds] += count
        found = after
    return found[total]


def rows_of(choices: Sequence[range], total: int) -> Iterator[Row]:
    """Yield in order the rows of `total` seeds with these choices for each pit.

    >>> list(rows_of([range(1, 3), range(3), range(1, 3)], 3))
    [(1, 0, 2), (1, 1, 1), (2, 0, 1)]
    """
    if not choices:
        yield from [()] * (total == 0)
        return
    least, most = (sum(choice[end] for choice in choices[1:]) for end in (0, -1))
    for seeds in choices[0]:
        if least <= total - seeds <= most:
            yield from ((seeds, *others) for others in rows_of(choices[1:], total - seeds))


def entry(solver: RowSolver, row: Row) -> Entry:
    """Return the entry of a row, as far as the solver's budget goes."""
    if solver.game.misere:
        return Entry(row, outcome_by_search(solver, row))
    if solver.game.impartial:
        try:
            nimber = solver.nimber_of(row)
        except TooLargeError:
            return Entry(row, None)
        return Entry(row, "N" if nimber else "P", nimber, star(nimber), pycgt.nimber(nimber))
    try:
        value = solver.values.of_sum(solver.parts(row))
        outcome = solver.values.forms.outcome_class(value)
    except TooLargeError:
        return Entry(row, outcome_by_search(solver, row))
    form = notation(value.game)
    return Entry(row, outcome, as_nimber(form), form, value.game)


def outcome_by_search(solver: RowSolver, row: Row) -> str | None:
    """Return who wins a row (L, R, N, P), None where unknown; an impartial row takes one search instead of two."""
    if not solver.game.impartial:
        return solver.outcome_class(row)
    sign = solver.sign(FafyPosition(solver.game, row, Side.SOUTH))
    return None if sign is None else "N" if sign > 0 else "P"


def family(game: Game, pits: int, seeds: int, total: int | None = None) -> RowFamily:
    """Return a family of rows small enough for an atlas.

    Raises NotationError where the game is not one of rows, TooLargeError where the rows are too many.
    """
    a_game("game", game)
    if not isinstance(game, Fafy):
        raise NotationError("an atlas is of Fafy, Sowing or a ruleset of your own, not of '{id}'", id=game.id)
    family = RowFamily(game, pits, seeds, total)
    if family.size > MOST_ROWS:
        raise TooLargeError(
            "{pits} pits of up to {seeds} seeds are too many rows: an atlas holds at most {most}",
            pits=pits,
            seeds=seeds,
            most=MOST_ROWS,
        )
    return family
