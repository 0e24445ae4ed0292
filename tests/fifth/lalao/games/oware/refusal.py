"""Why a move of Oware is refused."""

from lalao.errors import IllegalMoveError

from .rules import NAMES, OwareMove, OwarePosition


def refusal(position: OwarePosition, move: OwareMove) -> IllegalMoveError:
    """Say why a house may not be lifted."""
    house = NAMES.index(move.house)
    if house not in position.owned(position.to_move):
        return IllegalMoveError("house {house} is not yours", house=move)
    if not position.houses[house]:
        return IllegalMoveError("house {house} is empty", house=move)
    return IllegalMoveError("house {house} gives no seed to the enemy, who has none", house=move)
