"""The teaching of each family, found in the module of its name and imported on first use."""

from lalao.errors import TooLargeError
from lalao.games.game import Game
from lalao.games.layers import Brought
from lalao.teach.family import Family

TEACHING: Brought[Family] = Brought("lalao.teach", "TEACHING")


def teaching(game: Game) -> Family:
    """Return the teaching of a game's family.

    Raises TooLargeError where it has none.
    """
    family = TEACHING.by(game)
    if family is None:
        raise TooLargeError("nothing explains the moves of {game} yet", game=game.id)
    return family
