"""Why a move of Fang is refused, in words."""

from lalao.errors import IllegalMoveError
from lalao.games.fang.rules import FangMove, FangPosition


def refusal(position: FangPosition, move: FangMove) -> IllegalMoveError:
    """Return the error that says why a pit may not be attacked."""
    if not 1 <= move.pit <= position.game.pits:
        return IllegalMoveError(
            "there is no pit {pit}: the pits go from 1 to {last}", pit=move.pit, last=position.game.pits
        )
    if position.pits[move.pit - 1] == 0:
        return IllegalMoveError("pit {pit} is empty: only a pit that holds seeds can be attacked", pit=move.pit)
    return IllegalMoveError(
        "pit {pit} is a tibong holding {count} seed: a guarded tibong needs 2 to be attacked",
        "pit {pit} is a tibong holding {count} seeds: a guarded tibong needs 2 to be attacked",
        pit=move.pit,
        count=position.pits[move.pit - 1],
    )
