"""Play, solve and teach Fang, Fafy, Fifangha and Fanorona, games of Madagascar and La Réunion.

>>> import lalao
>>> position = lalao.game("fang-4").start()
>>> str(position.play("2"))
'1.1.1.0 2+3 N'
"""

from lalao.engine.searchers import analyse
from lalao.errors import LalaoError
from lalao.games.game import Game, Position, perft
from lalao.games.registry import LISTED, game
from lalao.solve import solve
from lalao.values import DRAW, UNKNOWN, Loss, Outcome, Side, Value, Win

__version__ = "0.1.0"
__all__ = [
    "DRAW",
    "LISTED",
    "UNKNOWN",
    "Game",
    "LalaoError",
    "Loss",
    "Outcome",
    "Position",
    "Side",
    "Value",
    "Win",
    "analyse",
    "game",
    "perft",
    "solve",
]
