"""Starts drawn at random, as a class lays them out under the cake rule.

>>> import lalao
>>> print(drawn_layout(lalao.game("fafy"), 8, 12, random.Random(1)))
1.3.2.1.2.1.1.1 S
"""

import random
from collections.abc import Callable
from typing import Any

from lalao.errors import NotationError
from lalao.games.game import AnyPosition, Game
from lalao.games.layers import Brought

MOST_PITS = 100
DRAWN: Brought[Callable[[Any, int, int, random.Random], AnyPosition]] = Brought("lalao.engine", "drawn")
"""Draws a layout of this many pits and seeds."""


def drawn_layout(game: Game, pits: int, seeds: int, rng: random.Random) -> AnyPosition:
    """Lay out a row of this many pits and seeds at random, the first side to move.

    Raises NotationError where the game is not played on rows of any size.
    """
    drawn = DRAWN.by(game)
    if drawn is None:
        raise NotationError("rows are drawn in Fafy and Sowing alone: '{id}' starts from its own board", id=game.id)
    return drawn(game, pits, seeds, rng)
