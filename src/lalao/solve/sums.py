"""Values of the positions of a ruleset: nimbers, canonical forms, who wins; parts are valued once each.

>>> from lalao.games.ruleset import Ruleset
>>> class Subtract(Ruleset[tuple[int]]):
...     begins, impartial = (5,), True
...     def options(self, state, side):
...         return [(str(taken), (state[0] - taken,)) for taken in (1, 2) if taken <= state[0]]
>>> [SumSolver(Subtract()).nimber((seeds,)) for seeds in range(6)]
[0, 1, 2, 0, 1, 2]
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

import pycgt

from lalao.cgt.misere import MisereQuotient
from lalao.cgt.misere import misere_quotient as quotient_of
from lalao.cgt.nimbers import Nimbers, nim_sum
from lalao.cgt.values import Values, as_nimber, mean, notation, temperature
from lalao.errors import ArgumentError, NotationError, TooLargeError, each
from lalao.games.game import Game, a_game
from lalao.games.registry import Hook
from lalao.games.ruleset import Ruleset, RulesetPosition
from lalao.solve.answer import SumValues
from lalao.solve.fafy import IMPARTIAL
from lalao.solve.pool import Lender

S = TypeVar("S", bound=Hashable)
MOST_STATES = 1_000_000
"""Most states whose nimbers are kept."""


class Sums(Protocol[S]):
    """Values the positions of a game as sums of parts."""

    game: Any
    """The game, with `impartial` and `misere`."""

    def read(self, given: Any) -> Sequence[S]:
        """Return the parts of a position that is given as a text, or as its state."""

    def nimber(self, part: S) -> int:
        """Return the nimber of a part of an impartial game."""

    def form(self, parts: Iterable[S]) -> pycgt.Game:
        """Return the canonical form of a sum of parts."""

    def impartial_options(self, part: S) -> Iterable[Iterable[S]]:
        """Return for each move in a part of an impartial game the parts that it leaves."""


class SumSolver(Generic[S]):
    """Values the states of a ruleset, and keeps the results."""

    def __init__(self, game: Ruleset[S]) -> None:
        self.game = game
        self._nimbers = Nimbers(self.impartial_options, MOST_STATES)
        self._values = Values(self._options)

    def read(self, given: str | S) -> tuple[S, ...]:
        """Return the parts of a state, or of the text of a board.

        Raises NotationError.
        """
        return tuple(self.game.parts(self.game.state(given) if isinstance(given, str) else given))

    def _options(self, state: S, left: bool) -> list[tuple[S, ...]]:
        side = self.game.sides[0 if left else 1]
        return [tuple(self.game.parts(after)) for _, after in self.game.options(state, side)]

    def impartial_options(self, state: S) -> list[tuple[S, ...]]:
        """Return for each move in a state the parts that it leaves.

        Raises ArgumentError where the sides have different options: the game is not impartial.
        """
        left, right = self._options(state, left=True), self._options(state, left=False)
        if set(left) != set(right):
            raise ArgumentError(
                "{game} is not impartial: in {state} the sides' moves differ", game=self.game.id, state=state
            )
        return left

    def nimber(self, part: S) -> int:
        """Return the nimber of a state.

        Raises TooLargeError beyond `MOST_STATES` states.
        """
        if len(self._nimbers.known) >= MOST_STATES:
            self._nimbers.known.clear()
        return self._nimbers(part)

    def form(self, parts: Iterable[S]) -> pycgt.Game:
        """Return the canonical form of a sum of states.

        Raises TooLargeError where the budget of a question is spent.
        """
        self._values.begin()
        return self._values.of_sum(parts).game

    def nimber_of(self, state: S) -> int:
        """Return the nimber of a state, as the sum of its parts."""
        return nim_sum(map(self.nimber, self.game.parts(state)))

    def sign(self, position: RulesetPosition[S]) -> int | None:
        """Return 1 where the side to move wins, -1 where it loses, None where that takes too long to find out."""
        try:
            if self.game.impartial:
                return 1 if self.nimber_of(position.state) else -1
            self._values.begin()
            winners = self._values.winners(self.game.parts(position.state))
        except TooLargeError:
            return None
        return 1 if winners in ("N", "L" if position.to_move.is_first else "R") else -1

    def values(self, state: S) -> SumValues:
        """Return the values of a state in sums; nothing where that takes too long."""
        try:
            if self.game.impartial:
                nimber = self.nimber_of(state)
                form, winners = pycgt.nimber(nimber), "N" if nimber else "P"
            else:
                self._values.begin()
                value = self._values.of_sum(self.game.parts(state))
                form, winners = value.game, self._values.forms.outcome_class(value)
        except TooLargeError:
            return SumValues()
        text = notation(form)
        return SumValues(as_nimber(text), winners, text, mean(form), temperature(form), form)


SOLVERS = Lender[SumSolver[Any]](16)
"""The solvers of rulesets, by the identity of the game: an id may come to stand for other rules in a notebook."""


def sum_solver(game: Ruleset[Any]) -> AbstractContextManager[SumSolver[Any]]:
    """Lend a solver of a ruleset, which remembers the results of other questions."""
    return SOLVERS.lend(id(game), partial(SumSolver, game))


SUMS: Hook[Callable[[Any], AbstractContextManager[Sums[Any]]]] = Hook("lalao.solve", "sums")
"""A family's `sums`, which lends the `Sums` of one of its games."""


def sum_values(game: Ruleset[S], state: S) -> SumValues:
    """Return the values of a ruleset's state in sums; nothing where that takes too long."""
    with sum_solver(game) as solver:
        return solver.values(state)


def sums_of(game: Game) -> AbstractContextManager[Sums[Any] | None]:
    """Lend the valuer of a game's positions, None where its parts do not add up."""
    own = SUMS.by(a_game("game", game))
    if own is None and isinstance(game, Ruleset) and game.is_sum:
        return sum_solver(game)
    return own(game) if own else nullcontext()


POSITIONS = "positions as texts such as 1.2.2.1, or as states such as (1, 2, 2, 1)"


def nimbers(rows: Iterable[Any], game: Game = IMPARTIAL) -> list[int]:
    """Return the nimbers of positions of an impartial game: rows of Fafy or Sowing, or boards of a `Ruleset`.

    Each is a text such as ``1.2.2.1``, or a state, such as a tuple of seeds. Nimbers are cached for later calls.

    Raises NotationError where the game has no nimbers, TooLargeError where a position exceeds its budget.

    >>> nimbers(["1.2.2.1.1.2.2.1", (1, 1, 1)])
    [5, 2]
    """
    with sums_of(game) as solver:
        if solver is None or solver.game.misere or not solver.game.impartial:
            raise NotationError("'{id}' has no nimbers: choose an impartial game such as fafy-impartial", id=game.id)
        return [nim_sum(map(solver.nimber, solver.read(row))) for row in each("rows", rows, object, POSITIONS)]


def canonical_forms(rows: Iterable[Any], game: Game) -> list[pycgt.Game]:
    """Return the canonical forms of positions, given as for `nimbers`, as games of pycgt; the first side is Left.

    Raises NotationError where values of the game do not add up, TooLargeError where a form is too large.

    >>> import lalao
    >>> [str(form) for form in canonical_forms(["1.2", "1.1"], lalao.game("fafy"))]
    ['1', '*']
    """
    with sums_of(game) as solver:
        if solver is None or solver.game.misere:
            raise NotationError(
                "'{id}' has no canonical forms: choose a game that the last move wins, such as fafy", id=game.id
            )
        return [solver.form(solver.read(row)) for row in each("rows", rows, object, POSITIONS)]


def misere_quotient(rows: Iterable[Any], game: Game = IMPARTIAL) -> MisereQuotient[Any]:
    """Return the misère quotient of positions of an impartial game, given as for `nimbers`.

    It decides every sum of these positions and of those that play makes of them. In Fafy a sum may also be given as one
    row, with empty pits between the blocks.

    Raises NotationError where the game is not impartial, TooLargeError where a quotient is too large or too costly.

    >>> quotient = misere_quotient(["1.1.1"])
    >>> quotient.presentation, quotient.lost
    ('⟨a, b | a² = 1, b³ = b⟩', ('a', 'b²'))
    >>> quotient.element("1.1.1"), quotient.first_wins("1.1.1", "1.1.1"), quotient.first_wins("1.1.1.0.1.1.1")
    ('b', False, False)
    """
    with sums_of(game) as solver:
        if solver is None or not solver.game.impartial:
            raise NotationError(
                "'{id}' has no misère quotient: choose an impartial game such as fafy-impartial", id=game.id
            )
        return quotient_of(each("rows", rows, object, POSITIONS), solver.read, solver.impartial_options)
