"""Levels that a game brings itself; other games use those of `lalao.engine.players`."""

import random
from collections.abc import Callable
from typing import Any, Protocol

from lalao.engine.analysis import History
from lalao.games.game import AnyPosition
from lalao.games.layers import Brought


class OwnLevel(Protocol):
    """A level of one game."""

    def choose(self, position: Any, rng: random.Random, history: History = ...) -> Any | None:
        """Choose a legal move; None where this level cannot, and the usual level of that number should."""
        ...


LEVEL: Brought[Callable[[Any, int], OwnLevel | None]] = Brought("lalao.engine", "level")


def own_level(position: AnyPosition, number: int) -> OwnLevel | None:
    """Return a level of a position's game, or None where the game has none of its own."""
    own = LEVEL.by(position.game)
    return own(position, number) if own else None
