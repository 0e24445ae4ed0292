"""How large a board may be for browsers to show it."""

from lalao.errors import TooLargeError
from lalao.games.game import AnyPosition

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
