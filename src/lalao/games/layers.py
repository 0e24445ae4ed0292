"""How a family extends the layers above its rules: by a module of its name in each, found rather than listed.

>>> import lalao
>>> SOLVE = Brought("lalao.solve", "solve")
>>> SOLVE.by(lalao.game("fang")).__module__, SOLVE.by(lalao.game("sowing")).__module__
('lalao.solve.fang', 'lalao.solve.fafy')
>>> print(Brought("lalao.print", "solve").by(lalao.game("fang")))
None
"""

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Generic, TypeVar

from lalao.folders import widen
from lalao.games.game import Game

Thing = TypeVar("Thing")


@dataclass(frozen=True, slots=True)
class Brought(Generic[Thing]):
    """What a family may bring to a layer: an attribute of its module there, of the type `Thing`."""

    layer: str
    name: str

    def by(self, game: Game) -> Thing | None:
        """Return what the family of a game brings, None where it brings nothing."""
        found: Thing | None = getattr(_module(self.layer, game.family.name), self.name, None)
        return found


@cache
def _module(layer: str, family: str) -> ModuleType | None:
    import_module(layer)
    widen(layer)
    name = f"{layer}.{family}"
    return import_module(name) if find_spec(name) else None
