"""The computer's players that the pages offer; a room accepts no other."""

from lalao.engine.levels import levels_of
from lalao.errors import NotationError
from lalao.games.game import Game


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
