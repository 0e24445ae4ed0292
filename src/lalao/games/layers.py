"""How a family extends the layers above its rules: by a module of its name in each, found rather than listed."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from lalao.folders import widen
from lalao.games.game import Game


def brought(layer: str, game: Game, name: str) -> Any:
    """Return the attribute `name` of a family's module in a layer, None where either is missing.

    >>> import lalao
    >>> brought("lalao.solve", lalao.game("fang"), "solve").__module__
    'lalao.solve.fang'
    >>> brought("lalao.print", lalao.game("fang"), "solve")
    """
    return getattr(_module(layer, game.family.name), name, None)


@cache
def _module(layer: str, family: str) -> ModuleType | None:
    import_module(layer)
    widen(layer)
    name = f"{layer}.{family}"
    return import_module(name) if find_spec(name) else None
