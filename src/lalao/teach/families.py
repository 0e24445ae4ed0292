"""The teaching of each family, found by the name of its rule sheet and imported when it is asked for."""

from importlib import import_module

from lalao.errors import TooLargeError
from lalao.games.game import Game
from lalao.teach.family import Family

MODULES = {
    "fang": "lalao.teach.fang",
    "fafy": "lalao.teach.fafy",
    "fanorona": "lalao.teach.fanorona",
    "fifangha": "lalao.teach.fifangha",
}


def teaching(game: Game) -> Family:
    """Return the teaching of a game's family.

    Raises TooLargeError where nobody has written one.
    """
    if game.sheet not in MODULES:
        raise TooLargeError("nothing explains the moves of {game} yet", game=game.id)
    found: Family = import_module(MODULES[game.sheet]).TEACHING
    return found
