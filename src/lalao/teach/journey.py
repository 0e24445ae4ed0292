"""The path through each family: chapters of stones, each a lesson, a round of puzzles or a creature to beat.

A family's path is ``journeys/<family>.toml`` in any folder of the package; a family without one has no path. A stone is
written as the id of a lesson, as ``?theme`` for a round of puzzles, or as the name of a creature, which is the computer
at one of the game's levels.

>>> [stone.id for stone in journey("fang")[0].stones][:4]
['fang-first-sowing', 'fang-4?last-move', 'fang-whose-tibong', 'fang-4:Soky']
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Literal

import msgspec

from lalao.engine.levels import levels_of
from lalao.folders import roots
from lalao.games.registry import FAMILIES, game

FOLDER = "teach/journeys"
CREATURES = ("Soky", "Saho", "Tana", "Maki", "Sifa", "Papang", "Fosa", "Sokatra")
"""The computer's players, the weakest first; the pages' scripts draw them."""

Kind = Literal["lesson", "puzzles", "creature"]


class Stone(msgspec.Struct, frozen=True):
    """A stone of a path: its id on this path, and what is met there: a lesson's id, a theme or a creature's name."""

    id: str
    kind: Kind
    what: str


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"written": "stones"}):
    """A chapter: its id, its game, the position to start from ("" for the game's own), and its stones as written.

    `puzzles` is the game whose puzzles are met, "" for the chapter's own. A chapter that is `aside` is beside the path.
    """

    id: str
    game: str
    written: tuple[str, ...]
    start: str = ""
    puzzles: str = ""
    aside: bool = False

    @property
    def posing(self) -> str:
        """The game whose puzzles are met."""
        return self.puzzles or self.game

    @property
    def stones(self) -> tuple[Stone, ...]:
        """The stones in order."""
        return tuple(self._stone(text) for text in self.written)

    def _stone(self, text: str) -> Stone:
        if text.startswith("?"):
            return Stone(f"{self.id}{text}", "puzzles", text[1:])
        if text in CREATURES:
            return Stone(f"{self.id}:{text}", "creature", text)
        return Stone(text, "lesson", text)


class Journey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A family's file: its chapters."""

    chapters: tuple[Chapter, ...]


@cache
def journey(family: str) -> tuple[Chapter, ...]:
    """Return the chapters of a family's path; none where it has no path."""
    for root in roots():
        path = root / FOLDER / f"{family}.toml"
        if path.is_file():
            return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Journey).chapters
    return ()


@cache
def stones() -> Mapping[str, Stone]:
    """Return the stones of all paths, by their ids."""
    return {stone.id: stone for each in FAMILIES for chapter in journey(each.name) for stone in chapter.stones}


def creature_of(level: int, levels: int) -> str:
    """Return the creature that plays at a level, of `levels`; the strongest level is always the last creature."""
    strides = len(CREATURES) - 1
    return CREATURES[0 if levels < 2 else int(strides * (level - 1) / (levels - 1) + 0.5)]


def level_of(creature: str, name: str) -> int:
    """Return the level at which a creature plays a game, by the game's id.

    Raises ValueError where it plays at none.
    """
    levels = levels_of(game(name))
    return [creature_of(level, len(levels)) for level in levels].index(creature) + levels[0]
