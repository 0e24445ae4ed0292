"""Why a turn of Fifangha is refused, in words."""

from lalao.errors import IllegalMoveError
from lalao.games.fifangha.rules import FifanghaPosition
from lalao.games.fifangha.turns import FifanghaMove


def refusal(position: FifanghaPosition, move: FifanghaMove) -> IllegalMoveError:
    """Return the error that says why a turn is illegal."""
    pit = position.game.letters[position.to_move].find(move.pit)
    if pit < 0:
        return IllegalMoveError("there is no pit {pit} on this board", pit=move.pit)
    if position.own[pit] == 0:
        return IllegalMoveError("pit {pit} is empty: choose one that holds seeds", pit=move.pit)
    if position.has_reserve and pit >= position.game.columns:
        return IllegalMoveError(
            "pit {pit} is in the outer row: while you have a reserve you play in the inner row",
            pit=move.pit,
        )
    texts = [str(legal) for legal in position.legal_moves()]
    if not any(text[0] == move.pit for text in texts):
        return _refused_pit(position, move)
    answers = ", ".join(text for text in texts if text[0] == move.pit)
    return IllegalMoveError(
        "{move} does not answer the questions of this turn; possible moves: {answers}",
        move=move,
        answers=answers,
    )


def _refused_pit(position: FifanghaPosition, move: FifanghaMove) -> IllegalMoveError:
    """Return the error that says why no turn that begins with this pit is legal."""
    pit = position.game.letters[position.to_move].index(move.pit)
    if position.has_reserve and position.facing() and pit not in position.facing():
        return IllegalMoveError("you must capture: pit {pit} faces no seeds", pit=move.pit)
    if (
        not position.has_reserve
        and not position.captures_with(pit)
        and any(map(position.captures_with, position.occupied()))
    ):
        return IllegalMoveError("you must capture: sowing pit {pit} does not", pit=move.pit)
    return IllegalMoveError("pit {pit} would sow for ever", pit=move.pit)
