"""What a position of Fifangha is worth where nobody looks further."""

from lalao.games.fifangha.rules import FifanghaPosition


def balance(position: FifanghaPosition) -> int:
    """Count the seeds that the side to move has more on the board, those of the inner row twice."""
    columns = position.game.columns
    own = sum(position.own) + sum(position.own[:columns])
    return own - sum(position.enemy) - sum(position.enemy[:columns])
