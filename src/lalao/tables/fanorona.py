"""What Fanorona brings to the tables: which of its games they are for."""

from lalao.games.fanorona import Fanorona


def has_tables(game: Fanorona) -> bool:
    """Tell whether tables of a game may be built: what may be huffed is not in them."""
    return not game.rules.huffing
