"""Which players of the computer the pages offer; a room takes no other, whoever asks."""

from lalao.engine.levels import levels_of
from lalao.errors import NotationError
from lalao.games.game import Game


def opponents(game: Game) -> tuple[str, ...]:
    """List the players that may be asked for in a game, the weakest first."""
    return tuple(f"level:{level}" for level in levels_of(game))


def check_opponent(text: str, game: Game) -> None:
    """Refuse a player that the pages do not offer: one that thinks for as long as it is told, say.

    Raises NotationError.
    """
    offered = opponents(game)
    if text not in offered:
        raise NotationError(
            "'{text}' is not a player of the computer: choose level:1 to {level}", text=text, level=offered[-1]
        )
