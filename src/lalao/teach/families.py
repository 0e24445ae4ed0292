"""The teaching of each family, found in the module of its name and imported on first use."""

from lalao.errors import TooLargeError
from lalao.games.game import Game
from lalao.games.layers import brought
from lalao.teach.family import Family


def teaching(game: Game) -> Family:
    """Return the teaching of a game's family.

    Raises TooLargeError where it has none.
    """
    family: Family | None = brought("lalao.teach", game, "TEACHING")
    if family is None:
        raise TooLargeError("nothing explains the moves of {game} yet", game=game.id)
    return family
