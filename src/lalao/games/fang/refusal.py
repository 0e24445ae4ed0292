"""Why a move of Fang is refused, in words."""

from lalao.errors import IllegalMoveError, Phrase, Refusal
from lalao.games.fang.rules import FangMove, FangPosition


class FangRefusal(Refusal):
    """The reasons why a pit may not be attacked."""

    EMPTY = (
        "empty",
        Phrase("pit {pit} is empty: only a pit that holds seeds can be attacked"),
        Phrase("Pit {pit} is empty."),
        Phrase("Choose a pit that holds seeds."),
    )
    GUARDED = (
        "guarded",
        Phrase(
            "pit {pit} is a tibong holding {count} seed: a guarded tibong needs 2 to be attacked",
            "pit {pit} is a tibong holding {count} seeds: a guarded tibong needs 2 to be attacked",
        ),
        Phrase("This tibong is guarded."),
        Phrase("Attack it when it holds 2 seeds."),
    )
    NO_PIT = "no-pit", Phrase("there is no pit {pit}: the pits go from 1 to {last}")


def refusal(position: FangPosition, move: FangMove) -> IllegalMoveError:
    """Return the error that says why a pit may not be attacked."""
    if not 1 <= move.pit <= position.game.pits:
        return FangRefusal.NO_PIT.error(pit=move.pit, last=position.game.pits)
    seeds = position.pits[move.pit - 1]
    return FangRefusal.GUARDED.error(pit=move.pit, count=seeds) if seeds else FangRefusal.EMPTY.error(pit=move.pit)
