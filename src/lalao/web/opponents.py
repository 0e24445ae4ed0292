"""Which players of the computer the pages offer; a room takes no other, whoever asks."""

from lalao.engine.levels import LEVELS
from lalao.errors import NotationError
from lalao.games.game import Game


def opponents(game: Game) -> tuple[str, ...]:  # noqa: ARG001  every game has the same levels
    """List the players that may be asked for in a game, the weakest first."""
    return tuple(f"level:{level}" for level in LEVELS)


def check_opponent(text: str, game: Game) -> str:
    """Return a player that the pages offer.

    Raises NotationError for any other.
    """
    offered = opponents(game)
    if text not in offered:
        raise NotationError(
            "'{text}' is not a player of the computer: choose {first} to {last}",
            text=text,
            first=offered[0],
            last=offered[-1],
        )
    return text
