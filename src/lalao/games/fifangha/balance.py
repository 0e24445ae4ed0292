"""The static evaluation of Fifangha: what a position is worth without any search."""

from lalao.games.fifangha.rules import FifanghaPosition


def balance(position: FifanghaPosition) -> int:
    """Return the side to move's lead in seeds on the board, those of the inner rows counted twice."""
    columns = position.game.columns
    own = sum(position.own) + sum(position.own[:columns])
    return own - sum(position.enemy) - sum(position.enemy[:columns])
