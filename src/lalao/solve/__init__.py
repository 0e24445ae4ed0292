"""Exact values: one function for every game.

>>> import lalao
>>> from lalao.solve import solve
>>> solve(lalao.game("fafy-impartial").start()).canonical_form
'*5'
"""

from functools import singledispatch

from lalao.games.fafy import FafyPosition
from lalao.games.fang import FangPosition
from lalao.games.fanorona import FanoronaPosition
from lalao.games.fifangha import FifanghaPosition
from lalao.games.game import AnyPosition
from lalao.solve.answer import Answer, BlockAnswer, Margin, MoveAnswer, unsolved
from lalao.solve.fang import solve_fang
from lalao.solve.fanorona import solve_fanorona
from lalao.solve.fifangha import solve_fifangha
from lalao.solve.keeping import Keeper
from lalao.solve.memo import Solver
from lalao.solve.rows import solve_row

__all__ = ["Answer", "BlockAnswer", "Keeper", "Margin", "MoveAnswer", "Solver", "solve", "unsolved"]


@singledispatch
def solve(position: AnyPosition) -> Answer:
    """Return the exact value of a position and of its moves; where nothing is known the answer is "unknown"."""
    return unsolved(position)


solve.register(FangPosition, solve_fang)
solve.register(FafyPosition, solve_row)
solve.register(FanoronaPosition, solve_fanorona)
solve.register(FifanghaPosition, solve_fifangha)
