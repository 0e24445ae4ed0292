"""How strong each level is in each game, read from ``levels.toml``.

A game's levels are those of its id, else of the longest beginning of its id that has some (``fang-4`` for
``fang-4-guarded``), else ``default``.

>>> import lalao
>>> level_of(lalao.game("fang"), 8).error
0
"""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from lalao.games.game import Game

LEVELS = range(1, 9)


@dataclass(frozen=True, slots=True)
class Level:
    """How a level plays.

    `sight`: plies it looks ahead; 2.5 is 2 in half of its turns and 3 in the others. `error`: how often it errs where
    it does not see that it wins, 0 to 1. `positions`: the most it looks at in a turn. `solved`: how many more it may
    look at to solve the game to its end; 0 leaves that alone. `compiled`: whether a compiled search looks for it,
    where the game has one.
    """

    sight: float
    error: float
    positions: int
    solved: int
    compiled: bool


@cache
def tables() -> dict[str, dict[str, Any]]:
    """Return the tables, by the beginnings of ids."""
    return tomllib.loads(files("lalao.engine").joinpath("levels.toml").read_text(encoding="utf-8"))


def table_name(game: Game) -> str:
    """Return the name of the table that holds a game's levels."""
    words = game.id.split("-")
    beginnings = ("-".join(words[:count]) for count in range(len(words), 0, -1))
    return next((name for name in beginnings if name in tables()), "default")


@cache
def level_of(game: Game, number: int) -> Level:
    """Return how a level, one of `LEVELS`, plays a game; what is not a list in the table holds for every level."""
    table = tables()["default"] | tables()[table_name(game)]
    at = LEVELS.index(number)
    return Level(**{key: value[at] if isinstance(value, list) else value for key, value in table.items()})
