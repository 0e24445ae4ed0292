"""Starts drawn at random, as a class lays them out under the cake rule.

>>> import lalao
>>> print(drawn_layout(lalao.game("fafy"), 8, 12, random.Random(1)))
1.3.2.1.2.1.1.1 S
"""

import random

from lalao.errors import NotationError
from lalao.games.game import AnyPosition, Game
from lalao.games.layers import brought

MOST_PITS = 100


def drawn_layout(game: Game, pits: int, seeds: int, rng: random.Random) -> AnyPosition:
    """Lay out a row of this many pits and seeds at random, the first side to move.

    Raises NotationError where the game is not played on rows of any size.
    """
    drawn = brought("lalao.engine", game, "drawn")
    if drawn is None:
        raise NotationError("rows are drawn in Fafy and Sowing alone: '{id}' starts from its own board", id=game.id)
    layout: AnyPosition = drawn(game, pits, seeds, rng)
    return layout
