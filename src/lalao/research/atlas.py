"""Atlases: all rows up to a size, or all that play leads to, with outcomes, and nimbers or canonical forms.

>>> import lalao
>>> rows = atlas(lalao.game("fafy-impartial"), pits=3, seeds=2)
>>> rows.counts()
{'0': 4, '1': 6, '2': 1}
>>> rows.records()
{'0': '1', '1': '1.1', '2': '1.1.1'}

The positions of a ruleset are those that play leads to from its start, or from others that are given, whichever side
moves: so they occur in sums. Those with fewer things on the board come first.

>>> class Subtract(lalao.Ruleset[tuple[int]]):
...     begins, impartial = (3,), True
...     def options(self, state, side):
...         return [(str(taken), (state[0] - taken,)) for taken in (1, 2) if taken <= state[0]]
>>> [(line["position"], line["nimber"]) for line in atlas(Subtract()).table()]
[('0', 0), ('1', 1), ('2', 2), ('3', 0)]
"""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import Any, TypeAlias

from lalao.errors import ArgumentError, NotationError, TooLargeError, each, whole
from lalao.games.game import Game, a_game
from lalao.games.ruleset import EMPTY, Ruleset, write_board
from lalao.research.entry import MORE_COLUMNS, RESULTS, Entry
from lalao.research.fafy_atlas import ROW_NAMES, RowFamily, family
from lalao.solve.answer import OUTCOME_CLASSES, SumValues
from lalao.solve.exhaustive import OPEN, Graph
from lalao.solve.sums import POSITIONS, SumSolver, sum_solver

MOST_STATES, MOST_MOVES = 100_000, 2_000_000
"""Most states of a ruleset in an atlas, and most moves that are followed from them."""
UNKNOWN_CLASS = "unknown"
RULESET_NAMES = ("position",)
CLASSES = "LRNPD"


@dataclass(frozen=True, slots=True)
class States:
    """The states of a ruleset that play leads to from some of them, whichever side moves; members as in `RowFamily`."""

    game: Ruleset[Any]
    starts: tuple[Any, ...]
    graph: Graph = field(repr=False, compare=False)

    names = RULESET_NAMES

    @property
    def settings(self) -> dict[str, Any]:
        return {"starts": [self.text(state) for state in self.starts]}

    @property
    def size(self) -> int:
        return len(self.graph.nodes) // 2

    @property
    def by_nimber(self) -> bool:
        return self.game.impartial and self.game.is_sum and not self.game.misere

    def entries(self) -> Iterator[Entry]:
        outcomes = outcomes_of(self.game, self.graph)
        in_order = sorted(outcomes, key=lambda state: (*self.length(state), self.text(state)))
        if self.game.misere or not self.game.is_sum:
            yield from (Entry(state, outcomes[state]) for state in in_order)
            return
        with sum_solver(self.game) as solver:
            for state in in_order:
                yield entry(solver, state, outcomes[state])

    def named(self, state: Any) -> dict[str, Any]:
        return {"position": self.text(state)}

    def text(self, state: Any) -> str:
        return write_board(self.game.board(state))

    def length(self, state: Any) -> tuple[int, ...]:
        """Return how many things are on the board."""
        board = self.game.board(state)
        return (sum(letter not in (EMPTY, "/") for letter in board) if isinstance(board, str) else sum(board),)

    def with_misere(self, entries: Iterable[Entry]) -> Iterable[Entry]:
        if not self.game.is_sum:
            return entries
        game = copy(self.game)
        game.misere = True
        outcomes = outcomes_of(game, Graph.of_sums(game, self.starts, MOST_MOVES))
        return [replace(one, misere_outcome=outcomes[one.state]) for one in entries]


Positions: TypeAlias = RowFamily | States
"""The positions of an atlas."""


def states_from(game: Ruleset[Any], starts: Iterable[Any] | None = None) -> States:
    """Return the positions reached from some states, or texts of boards; from the start of the game if none are given.

    Raises NotationError, and TooLargeError where the states are too many.
    """
    given = [game.begins] if starts is None else each("starts", starts, object, POSITIONS)
    read = tuple(dict.fromkeys(game.state(one) if isinstance(one, str) else one for one in given))
    graph = Graph.of_sums(game, read, MOST_MOVES)
    if not graph.is_complete or len(graph.nodes) > 2 * MOST_STATES:
        raise TooLargeError(
            "play leads to too many positions: an atlas of {game} holds at most {most}", game=game.id, most=MOST_STATES
        )
    return States(game, read, graph)


def outcomes_of(game: Ruleset[Any], graph: Graph) -> dict[Any, str]:
    """Return who wins each state of a graph of sums."""
    signs = {node: 0 if sign == OPEN else sign for node, sign in zip(graph.nodes, graph.signs, strict=True)}
    first, second = game.sides
    return {
        state: OUTCOME_CLASSES.get((sign, signs[state, second]), "D")
        for (state, side), sign in signs.items()
        if side is first
    }


def entry(solver: SumSolver[Any], state: Any, outcome: str) -> Entry:
    """Return the entry of a state, whose form and nimber are None where they take too long to find."""
    values = solver.values(state) if outcome != "D" else SumValues()
    return Entry(state, outcome, values.nimber, values.canonical_form, values.form)


@dataclass(frozen=True, slots=True)
class Atlas:
    """The solved positions of a family, in order; `columns` are those of its table, all that cost nothing if empty."""

    family: Positions
    entries: tuple[Entry, ...]
    columns: tuple[str, ...] = ()

    def class_of(self, entry: Entry) -> str:
        """Name the class of an entry: its nimber, its outcome, or ``unknown``."""
        value = entry.nimber if self.family.by_nimber else entry.outcome
        return UNKNOWN_CLASS if value is None else str(value)

    def counts(self) -> dict[str, int]:
        """Count the positions of each class: nimbers in order, or L, R, N, P, D; unknown ones last, if any."""
        counts: dict[str, int] = {}
        for one in self.entries:
            name = self.class_of(one)
            counts[name] = counts.get(name, 0) + 1
        return dict(sorted(counts.items(), key=lambda pair: class_order(pair[0])))

    def p_positions(self) -> list[str]:
        """List the positions that whoever starts loses."""
        return [self.family.text(one.state) for one in self.entries if one.outcome == "P"]

    def records(self) -> dict[str, str]:
        """Return for each class its shortest position; of several the one with the fewest seeds, then the first."""
        best: dict[str, Entry] = {}
        for one in self.entries:
            held = best.setdefault(self.class_of(one), one)
            if self.family.length(one.state) < self.family.length(held.state):
                best[self.class_of(one)] = one
        best.pop(UNKNOWN_CLASS, None)
        return {name: self.family.text(best[name].state) for name in sorted(best, key=class_order)}

    def line(self, one: Entry, columns: Sequence[str]) -> dict[str, Any]:
        """Return the values of these columns for a position."""
        named = self.family.named(one.state)
        return {name: named[name] if name in named else one.column(name) for name in columns}

    def as_dict(self) -> dict[str, Any]:
        """Return the atlas as a dict for JSON, with all that it holds under "positions"."""
        return {
            "game": self.family.game.id,
            **self.family.settings,
            "counts": self.counts(),
            "p_positions": self.p_positions(),
            "records": self.records(),
            "positions": [self.line(one, self.usual) for one in self.entries],
        }

    @property
    def usual(self) -> tuple[str, ...]:
        """The columns that cost nothing: those that name a position, then the results."""
        return (*self.family.names, *RESULTS)

    def table(self) -> list[dict[str, Any]]:
        """Return the positions as dicts of the columns that were asked for."""
        return [self.line(one, self.columns or self.usual) for one in self.entries]

    def to_pandas(self) -> Any:
        """Return `table` as a data frame of pandas, which must be installed."""
        return import_module("pandas").DataFrame(self.table(), columns=list(self.columns or self.usual))

    def as_csv(self) -> str:
        """Return the positions as CSV under a line of the usual columns; unknown values are left empty."""
        page = io.StringIO()
        writer = csv.DictWriter(page, self.usual, lineterminator="\n")
        writer.writeheader()
        writer.writerows(self.line(one, self.usual) for one in self.entries)
        return page.getvalue()


def class_order(name: str) -> tuple[int, int]:
    """Return a key that sorts classes: nimbers, or L, R, N, P, D; then the unknown."""
    return (0, int(name)) if name.isdigit() else (1, (*CLASSES, UNKNOWN_CLASS).index(name))


def atlas(
    game: Game,
    pits: int | None = None,
    seeds: int | None = None,
    columns: Sequence[str] = (),
    total: int | None = None,
    starts: Iterable[Any] | None = None,
) -> Atlas:
    """Solve every row of up to `pits` pits holding up to `seeds` seeds each; only those of `total` seeds, if given.

    Of a `Ruleset` it solves the positions after `starts`, states or texts of boards, whichever side moves; from the
    start of the game if none are given.

    `columns` are some of those that name a position (``row``, ``pits``, ``seeds``, or ``position``), ``outcome``,
    ``nimber``, ``canonical_form``, ``mean``, ``temperature``, ``reduced_form``, ``birthday``, ``misere_outcome``, for
    `Atlas.table` and `Atlas.to_pandas`; misère outcomes are those of the same positions in the misère game.

    Raises NotationError where the game is neither one of rows nor a ruleset, or has no such column, TooLargeError where
    the positions are too many.
    """
    names = RULESET_NAMES if isinstance(a_game("game", game), Ruleset) else ROW_NAMES
    for name in each("columns", columns, str, "a list of names of columns"):
        if name not in (known := (*names, *RESULTS, *MORE_COLUMNS)):
            raise NotationError(
                "there is no column '{name}': choose some of {known}", name=name, known=", ".join(known)
            )
    if isinstance(game, Ruleset):
        if not pits is seeds is total is None:
            raise ArgumentError("{game} has no rows: leave out pits, seeds and total", game=game.id)
        found: Positions = states_from(game, starts)
    else:
        if starts is not None:
            raise ArgumentError("starts are for a ruleset: of {game} give pits and seeds", game=game.id)
        found = family(
            game, whole("pits", pits, 1), whole("seeds", seeds, 1), None if total is None else whole("total", total, 1)
        )
    entries = tuple(found.entries())
    if "misere_outcome" in columns:
        entries = tuple(found.with_misere(entries))
    return Atlas(found, entries, tuple(columns))
