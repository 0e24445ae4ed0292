"""What pages and rooms accept: how large a board may be, and which of the computer's players may be asked for."""

from lalao.engine.levels import levels_of
from lalao.errors import NotationError, TooLargeError
from lalao.games.game import AnyPosition, Game

MOST_PLACES = 130
"""Pits or points of a board shown in the browser; beyond, listing the turns could take seconds."""


def check_size(position: AnyPosition) -> None:
    """Refuse boards on which listing the turns could take seconds.

    Raises TooLargeError.
    """
    places = len(position.contents())
    if places > MOST_PLACES:
        raise TooLargeError(
            "this board has {places} places: the browser shows at most {most}", places=places, most=MOST_PLACES
        )


def opponents(game: Game) -> tuple[str, ...]:
    """List the players that may be asked for in a game, the weakest first."""
    return tuple(f"level:{level}" for level in levels_of(game))


def check_opponent(text: str, game: Game) -> None:
    """Refuse a player that the pages do not offer, for example one that thinks for as long as it is told.

    Raises NotationError.
    """
    offered = opponents(game)
    if text not in offered:
        raise NotationError(
            "'{text}' is not a player of the computer: choose level:1 to {level}", text=text, level=offered[-1]
        )
