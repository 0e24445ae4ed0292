"""Rows drawn by chance, to start from: as a class lays them out under the cake rule.

>>> import lalao
>>> print(drawn_layout(lalao.game("fafy"), 8, 12, random.Random(1)))
1.3.2.1.2.1.1.1 S
"""

import random

from lalao.errors import NotationError
from lalao.games.fafy import Fafy, FafyPosition
from lalao.games.game import AnyPosition, Game
from lalao.values import Side

MOST_PITS = 100


def drawn_layout(game: Game, pits: int, seeds: int, rng: random.Random) -> AnyPosition:
    """Lay out a row, South to move: one seed in each pit, as in the document's start, the others where chance has it.

    Raises NotationError where the game is not played on rows of any size.
    """
    if not isinstance(game, Fafy):
        raise NotationError("rows are drawn in Fafy and Sowing alone: '{id}' starts from its own board", id=game.id)
    row = [1] * pits
    for _ in range(seeds - pits):
        row[rng.randrange(pits)] += 1
    return FafyPosition(game, tuple(row), Side.SOUTH)
