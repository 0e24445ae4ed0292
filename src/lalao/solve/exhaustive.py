"""Games without a solver of their own: every position that can be reached, within a budget, and who wins each.

All moves from a position are followed, then values spread backwards from the ends of the game: a position is won once
a move leads to a lost one, and lost once all its moves lead to won ones. All others are drawn, since play can
go on for ever. Where the budget ends first, only wins and losses that hold whatever lies beyond it are reported.

>>> import lalao
>>> solve(lalao.game("fang-4").start()).value
Loss(6)
"""

from collections.abc import Callable, Hashable, Iterable
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import partial
from itertools import count
from typing import Any

from lalao.errors import Phrase, TooLargeError, whole
from lalao.games.game import AnyPosition, Game
from lalao.games.ruleset import Ruleset, RulesetPosition
from lalao.solve.answer import Answer, MoveAnswer, SumValues, best_first, best_line, strongest, unsolved, valued, worth
from lalao.solve.memo import Solver
from lalao.solve.sums import SumSolver, sum_solver, sum_values
from lalao.values import DRAW, UNKNOWN, Unknown, Value

MOST_MOVES = 200_000
"""Moves that a search follows unless told otherwise: some seconds by readable rules."""
OPEN = 2
"""The sign of a position whose value is not known."""

Node = Any
"""A position; of a ruleset its state and side alone, which is faster."""


class Graph:
    """The positions that can be reached from one, by number, with the numbers of those after each move.

    `after` is shorter than `keys` where the budget ended before all positions had been visited.
    """

    def __init__(self, position: AnyPosition, most: int) -> None:
        self._begin(position.game, most)
        if isinstance(position, RulesetPosition):
            self._solve_states([self.node_of(position)], alone=True)
        else:
            self._explore(position)
            self._spread(lambda node: node.outcome.value_for(node.to_move).sign)

    @classmethod
    def of_sums(cls, game: Ruleset[Any], states: Iterable[Any], most: int) -> "Graph":
        """Return the graph of some states in sums, where each side may move in any state: all, with either to move."""
        graph = cls.__new__(cls)
        graph._begin(game, most)
        graph._solve_states([(state, side) for state in states for side in game.sides], alone=False)
        return graph

    def _begin(self, game: Game, most: int) -> None:
        self.game: Any = game
        self.most = most
        self.after: list[list[int]] = []
        self.signs: list[int] = []
        self.plies: list[int] = []
        self.numbers: dict[Hashable, int] = {}

    def _solve_states(self, roots: list[Node], alone: bool) -> None:
        """Solve states of a ruleset, each with the side to move; `alone` or in sums."""
        winner = self.game.winner
        self._explore_states(roots, alone)
        self._spread(lambda node: _sign(winner(*node), node[1]))

    def node_of(self, position: AnyPosition) -> Node:
        """Return the node of a position."""
        return (position.state, position.to_move) if isinstance(position, RulesetPosition) else position.key

    @property
    def is_complete(self) -> bool:
        return len(self.after) == len(self.nodes)

    @property
    def followed(self) -> int:
        """The number of moves that were followed."""
        return sum(map(len, self.after))

    def _explore_states(self, nodes: list[Node], alone: bool) -> None:
        """Follow the moves of a ruleset from some nodes."""
        numbers, after, options = self.numbers, self.after, self.game.options
        numbers.update(zip(nodes, count()))
        room = self.most
        for state, side in nodes:
            row, other = [], side.other
            for _, reached in options(state, side):
                node = reached, other
                number = numbers.setdefault(node, len(nodes))
                if number == len(nodes):
                    nodes.append(node)
                    if not alone:
                        numbers[reached, side] = len(nodes)
                        nodes.append((reached, side))
                row.append(number)
            after.append(row)
            room -= len(row)
            if room < 0:
                break
        self.nodes: list[Node] = nodes

    def _explore(self, root: AnyPosition) -> None:
        """Follow the moves of any game."""
        nodes, numbers, room = [root], self.numbers, self.most
        numbers[root.key] = 0
        for position in nodes:
            row = []
            for move in position.legal_moves():
                reached = position._play(move)
                number = numbers.setdefault(reached.key, len(nodes))
                if number == len(nodes):
                    nodes.append(reached)
                row.append(number)
            self.after.append(row)
            room -= len(row)
            if room < 0:
                break
        self.nodes = nodes

    def _spread(self, sign_of: Callable[[Node], int]) -> None:
        """Decide positions backwards from the ends of the game, nearest first; `sign_of` judges the ends."""
        size, after = len(self.nodes), self.after
        signs, plies, before = [OPEN] * size, [0] * size, [[] for _ in range(size)]  # type: list[int], list[int], list[list[int]]
        left = [len(row) for row in after] + [size + 1] * (size - len(after))
        decided = []
        for number, row in enumerate(after):
            for reached in row:
                before[reached].append(number)
            if not row:
                signs[number] = sign_of(self.nodes[number])
                if signs[number]:
                    decided.append(number)
        for number in decided:
            won, distance = signs[number] > 0, plies[number] + 1
            for earlier in before[number]:
                if signs[earlier] == OPEN:
                    left[earlier] -= 1
                    if not won or not left[earlier]:
                        signs[earlier] = -1 if won else 1
                        plies[earlier] = distance
                        decided.append(earlier)
        self.signs, self.plies = signs, plies

    def value(self, position: AnyPosition) -> Value | Unknown:
        """Return the value of a position that can be reached; plies only where every position has been visited."""
        number = self.numbers.get(self.node_of(position))
        if number is None:
            return UNKNOWN
        sign = self.signs[number]
        if not self.is_complete:
            return UNKNOWN if sign in (OPEN, 0) else Value(sign, None)
        return DRAW if sign in (OPEN, 0) else Value(sign, self.plies[number])


LAST: list[Graph] = []
"""The last graph that was visited whole, if any: the positions of a game are asked for one after the other."""


def graph_from(position: AnyPosition, most: int) -> Graph:
    """Return a graph that holds a position and all that follow it, as far as `most` moves go.

    The last one is reused where one made for this position would be complete, too: the answer is the same.
    """
    for kept in tuple(LAST):
        if kept.game is position.game and kept.followed <= most and kept.node_of(position) in kept.numbers:
            return kept
    graph = Graph(position, most)
    if graph.is_complete:
        LAST[:] = [graph]
    return graph


def _sign(winner: Any, side: Any) -> int:
    return 0 if winner is None else 1 if winner is side else -1


def solve(position: AnyPosition, most: int | None = None) -> Answer:
    """Return the exact value of a position and of its moves; at most `most` moves are followed.

    Where that is not enough, who wins may still be known: from values of parts, or from a search that stops at the
    first winning move.
    """
    most = MOST_MOVES if most is None else whole("most", most, 1)
    if position.outcome is not None:
        return unsolved(position)
    graph = graph_from(position, most)
    moves = valued(position, graph.value)
    value = strongest(graph.value(position), worth(moves))
    in_sums: SumValues | Callable[[], SumValues] = SumValues()
    by_sum: AbstractContextManager[SumSolver[Any] | None] = nullcontext()
    if isinstance(position, RulesetPosition) and position.game.is_sum and not position.game.misere:
        in_sums = partial(sum_values, position.game, position.state)
        by_sum = sum_solver(position.game)
    if isinstance(value, Unknown):
        with by_sum as solver:
            value, moves = _by_signs(position, moves, solver.sign if solver else None, most)
    return Answer(
        position,
        value,
        line=tuple(best_line(value, moves, lambda one: valued(one, graph.value))),
        moves=moves,
        remark=_remark(value, most),
        in_sums=in_sums,
    )


def _by_signs(
    position: AnyPosition, moves: tuple[MoveAnswer, ...], by_sum: Callable[[Any], int | None] | None, most: int
) -> tuple[Value | Unknown, tuple[MoveAnswer, ...]]:
    """Return who wins a position too large to be visited whole, as far as cheaper means tell."""
    solver = Solver(most)

    def sign(one: AnyPosition) -> int | None:
        known = by_sum(one) if by_sum else None
        if known is None and one.game.quiet_limit is None:
            with suppress(TooLargeError):
                known = solver.sign(one)
        return known

    here = sign(position)
    if here is None:
        return UNKNOWN, moves
    found = []
    for move in moves:
        there = sign(move.position) if isinstance(move.value, Unknown) else None
        found.append(move if there is None else MoveAnswer(move.move, move.position, Value(-there, None)))
    return (Value(here, None) if here else DRAW), best_first(found)


def _remark(value: Value | Unknown, most: int) -> Phrase | None:
    if isinstance(value, Unknown):
        return Phrase(
            "more than {most} moves would have to be followed: lalao solve --most follows more, "
            "lalao analyse gives an opinion",
            most=most,
        )
    if not value.is_exact:
        return Phrase("in how many plies is not known: more than {most} moves would have to be followed", most=most)
    return None
