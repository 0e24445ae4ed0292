"""Fang solved: who wins, by how many seeds in the halves, then in the tibongs, under best play.

Values are looked up in the shipped tables where they hold the position, else found by the kernels: the whole game
at once on up to 10 pits, searches with a table on up to 20, from 14 pits on within a budget of positions. Larger boards
run on the readable rules, within a budget too.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import lalao.tables.shipped as shipped
from lalao.errors import TooLargeError
from lalao.games.fang import Fang, FangPosition
from lalao.solve.answer import Answer, Margin, MoveAnswer, best_first, beyond, unsolved
from lalao.solve.memo import Sign, SignFor, Solver, is_compiled
from lalao.values import DRAW, Loss, Side, Value, Win

if TYPE_CHECKING:
    from lalao.codecs.fang import FullTable

HALF = 64
"""The weight of a seed in the halves, in the values of the kernels and the shipped tables."""
MOST_READABLE = 300_000
"""Positions on 14 pits that a search on the readable rules may remember; the work at each grows as the pits squared."""
MOST_TURNS = 300
"""Most turns left: deeper searches would exhaust the stack."""
WHOLE_PITS = 10
SEARCHED_WHOLE, SEARCHED_PITS = 12, 20
"""Most pits on which a search ends within half a minute, and on which the kernels search at all."""
MOST_SEARCHED = 4_000_000
"""Positions that the searches of an answer may look at on more than `SEARCHED_WHOLE` pits: a few seconds."""
READABLE_PITS = 8
"""Most pits on which a search on the readable rules soon ends."""

SouthValue = Callable[[FangPosition], int]


def half_of(pits: int) -> int:
    """Return the weight of a seed in the halves in a value: more than any two leads in the tibongs differ.

    >>> half_of(12), half_of(16)
    (64, 65)
    """
    return max(HALF, 4 * pits + 1)


def encoded(position: FangPosition) -> int:
    """Return South's value of a finished game: `half_of` times the lead in the halves plus that in the tibongs."""
    halves, tibongs = position.halves(), position.tibongs()
    return half_of(position.game.pits) * (halves[0] - halves[1]) + tibongs[0] - tibongs[1]


def margin_for(side: Side, value: int, pits: int) -> Margin:
    """Return a side's margin, from South's value on a board of `pits` pits."""
    unit = half_of(pits)
    half = (value + unit // 2) // unit
    tibong = value - unit * half
    return Margin(half, tibong) if side is Side.SOUTH else Margin(-half, -tibong)


def value_for(side: Side, value: int, plies: int) -> Value:
    """Return the result for a side, given South's value: a draw, or a win or loss in `plies` plies."""
    mine = value if side is Side.SOUTH else -value
    if mine == 0:
        return DRAW
    return Win(plies) if mine > 0 else Loss(plies)


class Minimax:
    """Plain minimax on the readable rules, remembering positions: the reference for the kernels."""

    def __init__(self, most: int = MOST_READABLE) -> None:
        """Set how many positions may be remembered."""
        self.most = most
        self.known: dict[Any, int] = {}

    def __call__(self, position: FangPosition) -> int:
        """Return South's value, as `encoded` has it at the end of the game.

        Raises TooLargeError beyond `most` positions or `MOST_TURNS` turns.
        """
        known = self.known.get(position.key)
        if known is not None:
            return known
        turns = sum(position.reserves)
        if turns == 0:
            return encoded(position)
        if turns > MOST_TURNS:
            raise TooLargeError("more than {most} positions would have to be searched", most=self.most)
        values = [self(position._play(move)) for move in position.legal_moves()]
        value = max(values) if position.to_move is Side.SOUTH else min(values)
        if len(self.known) >= self.most:
            raise TooLargeError("more than {most} positions would have to be searched", most=self.most)
        self.known[position.key] = value
        return value


WHOLES: "dict[tuple[Fang, bool], FullTable]" = {}
"""A full table for each game and first player, which all questions share."""


def whole_from(position: FangPosition) -> SouthValue:
    """Return a full table for a position and its successors: the one kept, or a new one where it lacks the position."""
    key = position.game, position.south_first
    kept = WHOLES.get(key)
    if kept is None or not kept.reaches(position):
        from lalao.codecs.fang import FullTable  # loads the compiler, which the tables do without

        kept = WHOLES[key] = FullTable(position)
    return kept


def is_shipped(position: FangPosition) -> bool:
    """Tell whether a shipped table holds a position and all that follows it."""
    table = shipped.fang(position.game)
    return table is not None and table.value(position) is not None


def values_from(position: FangPosition) -> SouthValue:
    """Return a function that gives South's value of a position and of those that follow it, by the cheapest means."""
    table = shipped.fang(position.game)
    if table is not None and table.value(position) is not None:
        return lambda one: encoded(one) if sum(one.reserves) == 0 else table.must(one)
    pits = position.game.pits
    if pits > SEARCHED_PITS:
        return Minimax(MOST_READABLE * 14**2 // pits**2)
    if pits <= WHOLE_PITS:
        return whole_from(position)
    from lalao.codecs.fang import Search  # loads the compiler, which the tables do without

    return Search(position.game, half_of(pits), most=None if pits <= SEARCHED_WHOLE else MOST_SEARCHED)


def solve(position: FangPosition) -> Answer:
    """Return the exact value of a position of Fang; unknown where the budget is spent."""
    plies = sum(position.reserves)
    side = position.to_move
    if plies == 0:
        value = encoded(position)
        return Answer(position, value_for(side, value, 0), margin_for(side, value, position.game.pits))
    try:
        south = values_from(position)
        return _answer(position, south)
    except TooLargeError:
        return unsolved(position, beyond(position))


def _answer(position: FangPosition, south: SouthValue) -> Answer:
    moves = _moves(position, south)
    best = moves[0]
    return Answer(position, best.value, best.margin, line=tuple(_line(position, south)), moves=moves)


def _moves(position: FangPosition, south: SouthValue) -> tuple[MoveAnswer, ...]:
    plies = sum(position.reserves)
    answers = []
    for move in position.legal_moves():
        after = position._play(move)
        value = south(after)
        side = position.to_move
        margin = margin_for(side, value, position.game.pits)
        answers.append(MoveAnswer(move, after, value_for(side, value, plies), margin))
    return best_first(answers)


def _line(position: FangPosition, south: SouthValue) -> list[Any]:
    """Return the moves of best play to the end."""
    line = []
    while sum(position.reserves):
        line.append(_moves(position, south)[0].move)
        position = position._play(line[-1])
    return line


def signs(_: Fang) -> SignFor:
    """Return a `SignFor` that uses a shipped table, or a full one on boards that the kernels finish in a blink."""

    def sign_for(position: FangPosition, solver: Solver) -> Sign:
        if not is_shipped(position) and not (READABLE_PITS < position.game.pits <= WHOLE_PITS and is_compiled()):
            return solver.sign
        south = values_from(position)

        def sign(one: FangPosition) -> int:
            mine = south(one) if one.to_move.is_first else -south(one)
            return (mine > 0) - (mine < 0)

        return sign

    return sign_for
