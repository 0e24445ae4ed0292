"""Atlases: every row of a family with its outcome, and its nimber or canonical form.

A family of Fafy is its blocks of up to `pits` pits, each holding 1 to `seeds` seeds: an empty pit would only make a
sum of smaller blocks. A family of Sowing also has empty pits, but none at the ends, where no seed can ever fall.
Impartial mirror images are one row. Rows with fewer pits come first, then rows compare pit by pit from the West.

>>> import lalao
>>> family = RowFamily(lalao.game("fafy-impartial"), pits=3, seeds=2)
>>> atlas = Atlas(family, tuple(family.entries()))
>>> atlas.counts()
{'0': 4, '1': 6, '2': 1}
>>> atlas.records()
{'0': '1', '1': '1.1', '2': '1.1.1'}
"""

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from itertools import product
from math import prod
from typing import Any

import pycgt

from lalao.board.geometry import write_row
from lalao.cgt.forms import Form
from lalao.cgt.values import Budget, Values, as_nimber, mean, notation, star, temperature
from lalao.errors import NotationError, TooLargeError, each, whole
from lalao.games.fafy import Fafy, FafyPosition
from lalao.games.game import Game, a_game
from lalao.solve.fafy import Row, RowSolver
from lalao.values import Side

MOST_ROWS = 1_000_000
MOST_PITS = 100
MOST_SEEDS = 99
BUDGET = Budget(positions=1_000_000, parts=200)
"""What the canonical forms of each row may cost: new positions, parts of any form, and steps of some seconds."""
UNKNOWN_CLASS = "unknown"
COLUMNS = ("row", "pits", "seeds", "outcome", "nimber", "canonical_form")
MORE_COLUMNS = ("mean", "temperature", "reduced_form", "birthday", "misere_outcome")
"""Columns that `atlas` computes only if asked."""


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


OF_FORM: dict[str, Callable[[pycgt.Game], Any]] = {
    "mean": mean,
    "temperature": temperature,
    "reduced_form": lambda form: notation(pycgt.reduced_canonical_form(form)),
    "birthday": pycgt.birthday,
}


@dataclass(frozen=True, slots=True)
class Entry:
    """A row, who wins it (L, R, N, P), its nimber and its canonical form; None where unknown or where it has none."""

    row: Row
    outcome: str | None
    nimber: int | None = None
    canonical_form: str | None = None
    form: Any = None
    misere_outcome: str | None = None

    def column(self, name: str) -> Any:
        """Return the value in a column; None where it is unknown or does not apply."""
        if name in MORE_COLUMNS[:-1]:
            return None if self.form is None else OF_FORM[name](self.form)
        return self.misere_outcome if name == MORE_COLUMNS[-1] else self.as_dict()[name]

    def as_dict(self) -> dict[str, Any]:
        """Return the entry as a dict for JSON, its keys `COLUMNS`."""
        columns = (write_row(self.row), len(self.row), sum(self.row), self.outcome, self.nimber, self.canonical_form)
        return dict(zip(COLUMNS, columns, strict=True))


@dataclass(frozen=True, slots=True)
class RowFamily:
    """All rows of a game of at most `pits` pits and `seeds` seeds in each; of `total` seeds in all, if given."""

    game: Fafy
    pits: int
    seeds: int
    total: int | None = None

    @property
    def size(self) -> int:
        """The number of rows, counted without listing them; beyond what an atlas holds, some number above that."""
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
        raise NotationError("an atlas is of rows: choose a game of Fafy or Sowing, not '{id}'", id=game.id)
    family = RowFamily(game, pits, seeds, total)
    if family.size > MOST_ROWS:
        raise TooLargeError(
            "{pits} pits of up to {seeds} seeds are too many rows: an atlas holds at most {most}",
            pits=pits,
            seeds=seeds,
            most=MOST_ROWS,
        )
    return family


@dataclass(frozen=True, slots=True)
class Atlas:
    """The solved rows of a family, in order."""

    family: RowFamily
    entries: tuple[Entry, ...]
    columns: tuple[str, ...] = COLUMNS

    @property
    def by_nimber(self) -> bool:
        """Whether rows are classed by nimber; else by outcome."""
        return self.family.game.impartial and not self.family.game.misere

    def class_of(self, entry: Entry) -> str:
        """Name the class of an entry: its nimber, its outcome, or ``unknown``."""
        value = entry.nimber if self.by_nimber else entry.outcome
        return UNKNOWN_CLASS if value is None else str(value)

    def counts(self) -> dict[str, int]:
        """Count the rows of each class: nimbers in order, or L, R, N, P; unknown ones last, if any."""
        counts: dict[str, int] = {}
        for one in self.entries:
            name = self.class_of(one)
            counts[name] = counts.get(name, 0) + 1
        return dict(sorted(counts.items(), key=lambda pair: class_order(pair[0])))

    def p_positions(self) -> list[str]:
        """List the rows that whoever starts loses."""
        return [write_row(one.row) for one in self.entries if one.outcome == "P"]

    def records(self) -> dict[str, str]:
        """Return for each class its shortest row; of several the one with the fewest seeds, then the first."""
        best: dict[str, Row] = {}
        for one in self.entries:
            held = best.setdefault(self.class_of(one), one.row)
            if (len(one.row), sum(one.row)) < (len(held), sum(held)):
                best[self.class_of(one)] = one.row
        best.pop(UNKNOWN_CLASS, None)
        return {name: write_row(best[name]) for name in sorted(best, key=class_order)}

    def as_dict(self) -> dict[str, Any]:
        """Return the atlas as a dict for JSON, with all its rows under "positions"."""
        return {
            "game": self.family.game.id,
            "pits": self.family.pits,
            "seeds": self.family.seeds,
            **({} if self.family.total is None else {"total": self.family.total}),
            "counts": self.counts(),
            "p_positions": self.p_positions(),
            "records": self.records(),
            "positions": [one.as_dict() for one in self.entries],
        }

    def table(self) -> list[dict[str, Any]]:
        """Return the rows as dicts of the columns that were asked for."""
        return [{name: one.column(name) for name in self.columns} for one in self.entries]

    def to_pandas(self) -> Any:
        """Return `table` as a data frame of pandas, which must be installed."""
        return import_module("pandas").DataFrame(self.table(), columns=list(self.columns))

    def as_csv(self) -> str:
        """Return the rows as CSV under a line of `COLUMNS`; unknown values are left empty."""
        page = io.StringIO()
        writer = csv.DictWriter(page, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(one.as_dict() for one in self.entries)
        return page.getvalue()


def class_order(name: str) -> tuple[int, int]:
    """Return a key that sorts classes: nimbers, or L, R, N, P; then the unknown."""
    return (0, int(name)) if name.isdigit() else (1, "LRNP".find(name) if name != UNKNOWN_CLASS else 4)


def atlas(game: Game, pits: int, seeds: int, columns: Sequence[str] = COLUMNS, total: int | None = None) -> Atlas:
    """Solve every row of up to `pits` pits holding up to `seeds` seeds each; only those of `total` seeds, if given.

    `columns` are some of `COLUMNS` and `MORE_COLUMNS`, for `Atlas.table` and `Atlas.to_pandas`; misère outcomes are
    those of the same rows in the misère game.

    Raises NotationError where the game is not one of rows or has no such column, TooLargeError where the rows are too
    many.
    """
    whole("pits", pits, 1)
    whole("seeds", seeds, 1)
    if total is not None:
        whole("total", total, 1)
    for name in each("columns", columns, str, "a list of names of columns"):
        if name not in (*COLUMNS, *MORE_COLUMNS):
            known = ", ".join((*COLUMNS, *MORE_COLUMNS))
            raise NotationError("there is no column '{name}': choose some of {known}", name=name, known=known)
    rows = family(game, pits, seeds, total)
    entries = tuple(rows.entries())
    if "misere_outcome" in columns:
        entries = tuple(with_misere(rows.game, entries))
    return Atlas(rows, entries, tuple(columns))


def with_misere(game: Fafy, entries: Iterable[Entry]) -> Iterator[Entry]:
    """Yield the entries with their `misere_outcome` filled in."""
    solver = AtlasSolver(Fafy(game.impartial, misere=True, last_only=game.last_only))
    for one in entries:
        solver.allow(len(one.row))
        yield replace(one, misere_outcome=outcome_by_search(solver, one.row))
