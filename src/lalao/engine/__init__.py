"""Players: they choose a move."""

from lalao.engine.levels import LEVELS
from lalao.engine.players import Human, Player, player

__all__ = ["LEVELS", "Human", "Player", "player"]
