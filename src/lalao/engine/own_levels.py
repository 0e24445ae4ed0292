"""Levels that a game has of its own, which see it as people do; other games have those of `lalao.engine.players`."""

import random
from functools import singledispatch
from typing import Any, Protocol

from lalao.engine.analysis import Past
from lalao.engine.searchers import MOST_POINTS
from lalao.games.fanorona import FanoronaPosition
from lalao.games.game import AnyPosition


class OwnLevel(Protocol):
    """A level of one game."""

    def choose(self, position: Any, rng: random.Random, past: Past = ...) -> Any | None:
        """Choose a move; None where the level cannot."""
        ...


@singledispatch
def own_level(position: AnyPosition, number: int) -> OwnLevel | None:  # noqa: ARG001  the type decides
    """Return a level of a position's game, or None where the game has none of its own."""
    return None


@own_level.register
def _(position: FanoronaPosition, number: int) -> OwnLevel | None:
    if position.game.lattice.size > MOST_POINTS:
        return None
    from lalao.engine.fanorona_levels import FanoronaLevel  # the compiler, which other games do without

    return FanoronaLevel(position.game, number)
