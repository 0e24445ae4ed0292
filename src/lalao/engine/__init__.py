"""Players: they choose a move."""

from lalao.engine.players import LEVELS, Human, Player, player

__all__ = ["LEVELS", "Human", "Player", "player"]
