"""Players: they choose a move."""

from lalao.engine.levels import levels_of
from lalao.engine.players import Human, Player, player

__all__ = ["Human", "Player", "levels_of", "player"]
