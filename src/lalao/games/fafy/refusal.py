"""Why a move of Fafy or Sowing is refused, in words."""

from lalao.errors import IllegalMoveError
from lalao.games.fafy.rules import FafyMove, FafyPosition
from lalao.values import Side


def refusal(position: FafyPosition, move: FafyMove) -> IllegalMoveError:
    """Return the error that says why a sowing is illegal."""
    if not 1 <= move.pit <= len(position.pits):
        return IllegalMoveError(
            "there is no pit {pit}: the pits go from 1 to {last}", pit=move.pit, last=len(position.pits)
        )
    if position.pits[move.pit - 1] == 0:
        return IllegalMoveError("pit {pit} is empty: only a pit that holds seeds can be sown", pit=move.pit)
    if move.direction not in position.game.directions(position.to_move):
        if position.to_move is Side.SOUTH:
            return IllegalMoveError("South sows eastwards: write {pit}+", pit=move.pit)
        return IllegalMoveError("North sows westwards: write {pit}-", pit=move.pit)
    obstacle = position.obstacle(move.pit - 1, move.direction)
    if obstacle is None or not 0 <= obstacle < len(position.pits):
        return IllegalMoveError("sowing {move} would send a seed off the board", move=move)
    if position.game.last_only:
        return IllegalMoveError(
            "sowing {move} would drop the last seed in pit {pit}, which is empty",
            move=move,
            pit=obstacle + 1,
        )
    return IllegalMoveError("sowing {move} would drop a seed in pit {pit}, which is empty", move=move, pit=obstacle + 1)
