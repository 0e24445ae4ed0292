"""Exact values: one function for every game.

A family brings its own as `solve` in the module of its name here, such as `lalao.solve.fang`.

>>> import lalao
>>> from lalao.solve import solve
>>> solve(lalao.game("fafy-impartial").start()).canonical_form
'*5'
"""

from lalao.games.game import AnyPosition
from lalao.games.layers import brought
from lalao.solve.answer import Answer, BlockAnswer, Margin, MoveAnswer, unsolved
from lalao.solve.memo import Solver
from lalao.solve.value_preserving import ValuePreserver

__all__ = ["Answer", "BlockAnswer", "Margin", "MoveAnswer", "Solver", "ValuePreserver", "solve", "unsolved"]


def solve(position: AnyPosition) -> Answer:
    """Return the exact value of a position and of its moves; where nothing is known the answer is "unknown"."""
    own = brought(__name__, position.game, "solve")
    answer: Answer = own(position) if own else unsolved(position)
    return answer
