"""The limits of pages and rooms, and their refusals, each with the status of its HTTP answer."""

from lalao.engine.levels import levels_of
from lalao.errors import LalaoError, NotationError, TooLargeError
from lalao.games.game import AnyPosition, Game

MOST_PLACES = 130
"""Pits or points of a board shown in the browser; beyond, listing the turns could take seconds."""
MOST_GAMES = 200
"""Games of a text among which one is chosen."""


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


class RefusedError(LalaoError):
    """A message that is out of place: not your seat, not your turn, too late."""

    status = 409


class NoRoomError(LalaoError):
    """A code that opens no match, or no class."""

    status = 404


class ForbiddenError(RefusedError):
    """A request that only the teacher may make."""

    status = 403


class UnaidedError(ForbiddenError):
    """A hint or a value that a pupil asks for, whose tournament goes without."""

    def __init__(self) -> None:
        super().__init__("no hints and no values until the tournament is over")


class ShutError(RefusedError):
    """Too many wrong codes from one device, which has to wait."""

    status = 429
