"""Exact values: one function for every game.

A family brings its own as `solve` in the module of its name here, such as `lalao.solve.fang`.

>>> import lalao
>>> from lalao.solve import solve
>>> solve(lalao.game("fafy-impartial").start()).canonical_form
'*5'

The moves that keep the value of a position, for players: cheaper than all that `solve` finds out.

>>> import lalao
>>> position = lalao.game("fafy-impartial").position("1.2.2.0.2.2.2.1 N")
>>> [str(move) for move in ValuePreserver(position.game).hardest(position, list(position.legal_moves()), 1000)]
['5+', '8-']
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from lalao.errors import TooLargeError, folder
from lalao.games.game import AnyPosition, Game, a_position
from lalao.games.registry import Hook
from lalao.solve.answer import Answer, BlockAnswer, Margin, MoveAnswer, unsolved
from lalao.solve.memo import Sign, SignFor, Solver

SIGNS: Hook[Callable[[Any], SignFor]] = Hook("lalao.solve", "signs")


class ValuePreserver:
    """Finds the moves of a game that keep the value; remembers positions from one question to the next."""

    def __init__(self, game: Game) -> None:
        """Begin with nothing known; a family's own `signs` are used where it has them."""
        self.game = game
        self.solver = Solver()
        own = SIGNS.by(game)
        self._own: SignFor | None = own(game) if own else None

    def hardest(self, position: AnyPosition, moves: list[Any], most: int) -> list[Any]:
        """List those of some moves that keep the value and leave the opponent the smallest share of answers that do.

        One of `moves` at least must keep the value. At most `most` more positions are searched.

        Raises TooLargeError where these are not enough, at once where `most` is 0.
        """
        sign = self.begin(position, most)
        kept = [move for move in keeping(position, sign) if move in moves]
        shares = {move: keeping_share(position._play(move), sign) for move in kept}
        least = min(shares.values())
        return [move for move, share in shares.items() if share == least]

    def mistakes(self, position: AnyPosition, moves: list[Any], most: int) -> list[Any]:
        """List those of some moves that do not keep the value: none in a lost position.

        At most `most` more positions are searched.

        Raises TooLargeError where these are not enough, at once where `most` is 0.
        """
        kept = keeping(position, self.begin(position, most))
        return [move for move in moves if move not in kept]

    def begin(self, position: AnyPosition, most: int) -> Sign:
        """Return the `Sign` for a position and those that follow it, which searches at most `most` more positions.

        Raises TooLargeError where `most` is 0, or for games that may go on for ever and that nothing else solves.
        """
        if not most:
            raise TooLargeError("more than {most} positions would have to be searched", most=most)
        self.solver.allow(most)
        return self.sign_for(position)

    def sign_for(self, position: AnyPosition) -> Sign:
        """Return the `Sign` for a position and those that follow it, within the solver's budget.

        Raises TooLargeError for games that may go on for ever and that nothing else solves.
        """
        if self._own:
            return self._own(position, self.solver)
        if position.game.quiet_limit is not None:
            raise TooLargeError("more than {most} positions would have to be searched", most=self.solver.most)
        return self.solver.sign


def keeping(position: AnyPosition, sign: Sign) -> list[Any]:
    """List the moves that keep a win or a draw; all moves in a lost position."""
    after = [(move, sign(position._play(move))) for move in position.legal_moves()]
    least = min((opponents for _, opponents in after), default=0)
    return [move for move, opponents in after if opponents == least]


def keeping_share(position: AnyPosition, sign: Sign) -> float:
    """Return the share of the moves that keep the value of a position; 1 where there are none."""
    moves = position.legal_moves()
    return len(keeping(position, sign)) / len(moves) if moves else 1.0


__all__ = ["Answer", "BlockAnswer", "Margin", "MoveAnswer", "Solver", "ValuePreserver", "solve", "unsolved"]

SOLVE: Hook[Callable[[Any], Answer]] = Hook(__name__, "solve")
SOLVE_WITH_TABLES: Hook[Callable[[Any, Path], Answer]] = Hook(__name__, "solve_with_tables")


def solve(position: AnyPosition, tables: Path | str | None = None, most: int | None = None) -> Answer:
    """Return the exact value of a position and of its moves, or "unknown" with the reason as its `remark`.

    `tables` is a folder of endgame tables, probed before the shipped ones. A game without a solver of its own is
    searched whole; `most` is the number of moves that this search may follow (200 000).

    Raises FileError if a table is damaged, TooLargeError if a folder is given for a game that has no tables, or `most`
    for one whose own solver has its own budget.
    """
    position, tables = a_position("position", position), folder("tables", tables)
    own = SOLVE.by(position.game)
    if own is None and tables is None:
        from lalao.solve.exhaustive import solve as search  # loads combinatorial game theory, which most do without

        return search(position, most)
    if most is not None:
        raise TooLargeError("{game} has a solver of its own: its budget cannot be changed", game=position.game.id)
    if tables is None:
        assert own is not None
        return own(position)
    with_tables = SOLVE_WITH_TABLES.by(position.game)
    if with_tables is None:
        raise TooLargeError("{game} has no endgame tables", game=position.game.id)
    return with_tables(position, tables)
