"""Exact values: one function for every game.

A family brings its own as `solve` in the module of its name here, such as `lalao.solve.fang`.

>>> import lalao
>>> from lalao.solve import solve
>>> solve(lalao.game("fafy-impartial").start()).canonical_form
'*5'
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from lalao.errors import TooLargeError, folder
from lalao.games.game import AnyPosition, a_position
from lalao.games.registry import Brought
from lalao.solve.answer import Answer, BlockAnswer, Margin, MoveAnswer, unsolved
from lalao.solve.memo import Solver
from lalao.solve.value_preserving import ValuePreserver

__all__ = ["Answer", "BlockAnswer", "Margin", "MoveAnswer", "Solver", "ValuePreserver", "solve", "unsolved"]

SOLVE: Brought[Callable[[Any], Answer]] = Brought(__name__, "solve")
SOLVE_WITH_TABLES: Brought[Callable[[Any, Path], Answer]] = Brought(__name__, "solve_with_tables")


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
