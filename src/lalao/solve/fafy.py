"""Fafy and Sowing solved: nimbers, canonical forms, outcomes, and the plies to the end.

An empty pit of Fafy never fills again, so a row is the sum of its blocks and each block is analysed once; impartial
mirror images are one block. A row of Sowing does not split. In misère play values do not add up: outcomes come
from search here; `lalao.research.fafy_misere` has quotients.
"""

from collections.abc import Iterable
from contextlib import AbstractContextManager
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Any

import pycgt

from lalao.board.geometry import read_row, write_row
from lalao.cgt.nimbers import Nimbers, nim_sum
from lalao.cgt.values import Values, as_nimber, mean, notation, star, temperature
from lalao.errors import Phrase, TooLargeError, of_type, whole
from lalao.games.fafy import Fafy, FafyPosition
from lalao.solve.answer import (
    OUTCOME_CLASSES,
    Answer,
    BlockAnswer,
    MoveAnswer,
    SumValues,
    best_line,
    beyond,
    strongest,
    valued,
    worth,
)
from lalao.solve.memo import Sign, SignFor, Solver, is_compiled
from lalao.solve.pool import Lender
from lalao.tables import shipped
from lalao.values import UNKNOWN, Side, Unknown, Value

if TYPE_CHECKING:
    from lalao.codecs.rows import Blocks

Row = tuple[int, ...]

IMPARTIAL = Fafy(impartial=True)

ROW = "positions as texts such as 1.2.2.1, or as states such as (1, 2, 2, 1)"
READABLE_BLOCKS = 5_000
"""Blocks that the readable search looks at before the kernel takes over: about the cost of loading the compiler."""
MOST_BLOCKS = 6_000_000
"""Blocks that the kernel may meet in one question, in 400 MB; fewer where they are long."""
MOST_BLOCK_CELLS = 300_000_000
"""Pits in the blocks that the kernel may meet in one question: more than any row of docs/results.md needs."""
KEPT_BLOCKS = 1_000_000
KEPT_NIMBERS = 500_000
"""Most blocks, and most nimbers, kept from one question to the next; beyond that they are forgotten."""
MOST_CELLS = 4_000_000
"""Pits in the rows that one question may remember: fewer rows where they are longer."""
MOST_STEPS = 2_000_000
"""Pits in the rows that one question may search."""
MOST_SQUARES = 8_000_000
"""Pits squared, summed over the rows that one question may search for the plies: enough for Sowing's start."""


def blocks_of(row: Row) -> list[Row]:
    """Split a row of Fafy at its empty pits.

    >>> blocks_of((1, 2, 0, 0, 3))
    [(1, 2), (3,)]
    """
    return [tuple(pits) for full, pits in groupby(row, key=bool) if full]


def stripped(row: Row) -> Row:
    """Leave out the empty pits at both ends, where no seed can ever fall."""
    full = [pit for pit, seeds in enumerate(row) if seeds]
    return row[full[0] : full[-1] + 1] if full else ()


def mirrored(block: Row) -> Row:
    """Return the lesser of a block and its mirror image, to stand for both."""
    return min(block, block[::-1])


class RowSolver:
    """Solves the rows of one game, and keeps its results from one question to the next."""

    def __init__(self, game: Fafy) -> None:
        self.game = game
        self.sums = not game.last_only
        self.search = Solver()
        self.signs = Solver()
        self.knows_plies = True
        self.nimbers: Nimbers[Row] = Nimbers(self.impartial_options)
        self._blocks: Blocks | None = None
        self.values: Values[Row] = Values(self._partizan_options)

    def allow(self, pits: int) -> None:
        """Set the budget of one question about a row of `pits` pits and its moves."""
        size = max(pits, 8)
        self.signs.allow(MOST_STEPS // size)
        self.allow_nimbers(MOST_CELLS // size, min(MOST_BLOCKS, MOST_BLOCK_CELLS // size))
        self.search.allow(MOST_SQUARES // size**2)
        self.values.begin()
        self.knows_plies = True

    def allow_nimbers(self, readable: int, compiled: int) -> None:
        """Allow this many more positions for nimbers, by the readable search and by the kernel."""
        if len(self.nimbers.known) > KEPT_NIMBERS:
            self.nimbers.known.clear()
        if self._blocks and self._blocks.known > KEPT_BLOCKS:
            self._blocks = None
        known = len(self.nimbers.known)
        self._most_readable = known + readable
        self._most_compiled = (self._blocks.known if self._blocks else 0) + compiled
        self.nimbers.most = known + min(readable, READABLE_BLOCKS if self.sums else readable)

    def parts(self, row: Row) -> list[Row]:
        """Return the independent parts of a row: the blocks of Fafy; a row of Sowing as a whole, without empty ends."""
        return blocks_of(row) if self.sums else [stripped(row)]

    def read(self, given: Any) -> list[Row]:
        """Return the parts of a row that is given as a text or as a tuple, and the budget of a question about it.

        Raises NotationError or ArgumentError.
        """
        row = a_row(of_type("rows", given, (str, tuple), ROW))
        self.allow(len(row))
        parts = [part for part in self.parts(row) if part]
        return [mirrored(part) for part in parts] if self.game.impartial else parts

    def form(self, parts: Iterable[Row]) -> pycgt.Game:
        """Return the canonical form of a sum of parts.

        Raises TooLargeError where the budget is spent.
        """
        return self.values.of_sum(parts).game

    def impartial_options(self, row: Row) -> Iterable[list[Row]]:
        """Return for each move in an impartial part the parts that it leaves, mirror images as one."""
        return [[mirrored(part) for part in self.parts(after)] for after in self.game.followers(row, Side.SOUTH)]

    def _partizan_options(self, row: Row, left: bool) -> Iterable[list[Row]]:
        side = Side.SOUTH if left else Side.NORTH
        return [self.parts(after) for after in self.game.followers(row, side)]

    def nimber(self, part: Row) -> int:
        """Return the nimber of a part: from the shipped table, by search, or by the kernel where that is faster.

        Raises TooLargeError where the budget is spent.
        """
        if self.sums and sum(part) <= shipped.MOST_SEEDS:
            return shipped.fafy()[shipped.block_number(part)]
        try:
            return self.nimbers(mirrored(part))
        except TooLargeError:
            if not self.sums:
                raise
        if is_compiled():
            return self._by_kernel(part)
        self.nimbers.most = self._most_readable
        return self.nimbers(mirrored(part))

    def _by_kernel(self, block: Row) -> int:
        from lalao.codecs.rows import Blocks  # loads the compiler, which short rows do without

        if self._blocks is None:
            self._blocks = Blocks()
        return self._blocks.nimber(block, self._most_compiled)

    def nimber_of(self, row: Row) -> int:
        """Return the nimber of a row.

        Raises TooLargeError where the budget is spent.
        """
        return nim_sum(map(self.nimber, self.parts(row)))

    def sign(self, position: FafyPosition) -> int | None:
        """Return 1 where the side to move wins, -1 where it loses, None where the budget is too small to tell."""
        try:
            if self.game.impartial and not self.game.misere:
                return 1 if self.nimber_of(position.pits) else -1
            return self.signs.sign(position)
        except TooLargeError:
            pass
        if self.game.misere or self.game.impartial:
            return None
        try:
            winners = self.values.winners(self.parts(position.pits))
        except TooLargeError:
            return None
        return 1 if winners in ("N", "L" if position.to_move is Side.SOUTH else "R") else -1

    def value(self, position: FafyPosition) -> Value | Unknown:
        """Return the value of a position, with the plies to the end where a short search finds them."""
        outcome = position.outcome
        if outcome is not None:
            return outcome.value_for(position.to_move)
        if self.knows_plies:
            try:
                return self.search.remoteness(position)
            except TooLargeError:
                self.knows_plies = False
        sign = self.sign(position)
        return UNKNOWN if sign is None else Value(sign, None)

    def outcome_class(self, row: Row) -> str | None:
        """Return who wins a row: L (South), R (North), N (whoever starts) or P (the other); None where unknown."""
        south, north = (self.sign(FafyPosition(self.game, row, side)) for side in self.game.sides)
        if south is None or north is None:
            return None
        return OUTCOME_CLASSES[south, north]


SOLVERS = Lender[RowSolver]()


def row_solver(game: Fafy) -> AbstractContextManager[RowSolver]:
    """Lend a solver of a game, which remembers the results of other questions."""
    return SOLVERS.lend(game, partial(RowSolver, game))


sums = row_solver
"""The hook of `lalao.solve.sums` for rows."""


def solve(position: FafyPosition) -> Answer:
    """Return the exact value of a row and of its moves, as far as the budget goes."""
    with row_solver(position.game) as solver:
        return solved(solver, position)


def solved(solver: RowSolver, position: FafyPosition) -> Answer:
    """Return the answer of `solve`, by a solver."""
    row = position.pits
    solver.allow(len(row))
    value = solver.value(position)
    misere, outcome_class = position.game.misere, solver.outcome_class(row)
    moves = valued(position, solver.value)
    value = strongest(value, worth(moves) if moves else UNKNOWN)
    return Answer(
        position,
        value,
        blocks=tuple(_block(solver, block) for block in blocks_of(row)) if solver.sums and not misere else None,
        line=tuple(best_line(value, moves, lambda one: valued(one, solver.value))),
        moves=moves if misere or position.game.impartial else with_incentives(solver, position, moves),
        remark=_remark(position, value),
        in_sums=SumValues(outcome_class=outcome_class) if misere else _normal_play(solver, row, outcome_class),
    )


def a_row(given: str | Row) -> Row:
    """Return the seeds of a row that is given as a text or as a tuple.

    Raises NotationError or ArgumentError.
    """
    return read_row(given) if isinstance(given, str) else tuple(whole("seeds", seeds, 0) for seeds in given)


def _remark(position: FafyPosition, value: Value | Unknown) -> Phrase | None:
    if isinstance(value, Unknown):
        return beyond(position)
    if value.is_exact:
        return None
    return Phrase("in how many plies is not known: the row is too long to be searched to the end")


def _normal_play(solver: RowSolver, row: Row, outcome_class: str | None) -> SumValues:
    """Return the values of normal play alone: nimber or canonical form, mean, temperature."""
    try:
        if solver.game.impartial:
            nimber = solver.nimber_of(row)
            cold = Fraction(0 if nimber else -1)
            return SumValues(nimber, outcome_class, star(nimber), Fraction(0), cold, pycgt.nimber(nimber))
        form = solver.values.of_sum(solver.parts(row)).game
    except TooLargeError:
        return SumValues(outcome_class=outcome_class)
    text = notation(form)
    return SumValues(as_nimber(text), outcome_class, text, mean(form), temperature(form), form)


def _block(solver: RowSolver, block: Row) -> BlockAnswer:
    try:
        if solver.game.impartial:
            nimber = solver.nimber(block)
            return BlockAnswer(write_row(block), nimber, star(nimber))
        form = notation(solver.values.of_sum([block]).game)
        return BlockAnswer(write_row(block), as_nimber(form), form)
    except TooLargeError:
        return BlockAnswer(write_row(block), None, None)


def with_incentives(solver: RowSolver, position: FafyPosition, moves: tuple[MoveAnswer, ...]) -> tuple[MoveAnswer, ...]:
    """Add the incentives of the moves of a partizan row, G^L - G or G - G^R, where all are within the budget."""
    try:
        before = solver.values.of_sum(solver.parts(position.pits))
        after = [solver.values.of_sum(solver.parts(position._play(move.move).pits)) for move in moves]
        incentives = solver.values.incentives(before, after, position.to_move is Side.SOUTH)
        undominated = solver.values.forms.undominated(incentives)
    except TooLargeError:
        return moves
    return tuple(
        replace(move, incentive=notation(incentive.game), best_incentive=best)
        for move, incentive, best in zip(moves, incentives, undominated, strict=True)
    )


def signs(game: Fafy) -> SignFor:
    """Return a `SignFor` that uses nimbers where the game has them: there are fewer blocks than rows, and no sides."""
    rows = RowSolver(game)

    def sign_for(_: FafyPosition, solver: Solver) -> Sign:
        if game.misere or not game.impartial:
            return solver.sign
        rows.allow_nimbers(solver.most, solver.most)
        return lambda one: 1 if rows.nimber_of(one.pits) else -1

    return sign_for
