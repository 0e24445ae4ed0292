"""Players that choose moves: people, levels, solvers, searches, and engines of other programs."""

from lalao.engine.levels import levels_of
from lalao.engine.players import Human, Player, player

__all__ = ["Human", "Player", "levels_of", "player"]
