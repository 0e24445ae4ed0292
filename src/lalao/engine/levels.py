"""How many levels each game has and how strong each is, and the levels that a game brings itself.

They are read from ``levels_tables``, one file per family.

A game's levels are those of its id, else of the longest beginning of its id that has some (``fang-4`` for
``fang-4-last``), else ``default``. There are as many as the table's lists are long: eight, or fewer where a game is
too small for eight of different strength.

>>> import lalao
>>> levels_of(lalao.game("fang")), level_of(lalao.game("fang"), 8).error
(range(1, 9), 0)
"""

import random
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from lalao.engine.analysis import History
from lalao.folders import roots
from lalao.games.game import AnyPosition, Game
from lalao.games.registry import Hook

MOST_LEVELS = 8
TABLES = "engine/levels_tables"
NAMED = re.compile("level:([1-9])")


@dataclass(frozen=True, slots=True)
class Level:
    """How a level plays.

    `sight`: plies it looks ahead; 2.5 is 2 in half of its turns and 3 in the others. `error`: how often, from 0 to 1,
    it errs where it does not see a win. `positions`: the most positions it looks at in a turn. `solved`: how many more
    it may look at to solve the game to its end; 0 is not to try. `compiled`: whether it uses the game's compiled
    search, if there is one.
    """

    sight: float
    error: float
    positions: int
    solved: int
    compiled: bool


@cache
def tables() -> dict[str, dict[str, Any]]:
    """Return the tables of levels, by the beginning of a game's id that they are for."""
    return {name: table for file in files_of_tables() for name, table in tomllib.loads(file.read_text("utf-8")).items()}


def files_of_tables() -> list[Path]:
    """List the files of tables in all folders of the package."""
    return [file for root in roots() for file in sorted((root / TABLES).glob("*.toml"))]


def table_name(game: Game) -> str:
    """Return the name of the table that holds a game's levels."""
    words = game.id.split("-")
    beginnings = ("-".join(words[:count]) for count in range(len(words), 0, -1))
    return next((name for name in beginnings if name in tables()), "default")


@cache
def levels_of(game: Game) -> range:
    """Return the numbers of a game's levels, the weakest first."""
    table = tables()[table_name(game)]
    return range(1, 1 + max(len(value) for value in table.values() if isinstance(value, list)))


@cache
def row_of(game: Game, number: int) -> Mapping[str, Any]:
    """Return the table's entries for one level of a game; an entry that is no list holds for every level.

    Raises ValueError where the game has no such level.
    """
    table = tables()["default"] | tables()[table_name(game)]
    at = levels_of(game).index(number)
    return {key: value[at] if isinstance(value, list) else value for key, value in table.items()}


@cache
def level_of(game: Game, number: int) -> Level:
    """Return the settings of a level of a game."""
    row = row_of(game, number)
    return Level(**{field.name: row[field.name] for field in fields(Level)})


def strongest(game: Game) -> str:
    """Return the name of a game's strongest level.

    >>> import lalao
    >>> strongest(lalao.game("fang"))
    'level:8'
    """
    return f"level:{levels_of(game)[-1]}"


def nearest(text: str, game: Game) -> str:
    """Return a player's name with a level that is too high for the game lowered to its strongest; else as it is.

    A saved name may come from a time when the game had more levels.

    >>> import lalao
    >>> nearest("level:8", lalao.game("fang")), nearest("random", lalao.game("fang"))
    ('level:8', 'random')
    """
    shape = NAMED.fullmatch(text)
    return strongest(game) if shape and levels_of(game)[-1] < int(shape[1]) <= MOST_LEVELS else text


class OwnLevel(Protocol):
    """A level of one game."""

    def choose(self, position: Any, rng: random.Random, history: History = ...) -> Any | None:
        """Choose a legal move; None where this level cannot, and the usual level of that number should."""
        ...


LEVEL: Hook[Callable[[Any, int], OwnLevel | None]] = Hook("lalao.engine", "level")


def own_level(position: AnyPosition, number: int) -> OwnLevel | None:
    """Return a level of a position's game, or None where the game has none of its own."""
    own = LEVEL.by(position.game)
    return own(position, number) if own else None
