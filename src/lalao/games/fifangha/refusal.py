"""Why a turn of Fifangha is refused, in words."""

from lalao.errors import IllegalMoveError, Phrase, Refusal
from lalao.games.fifangha.rules import FifanghaPosition
from lalao.games.fifangha.turns import FifanghaMove


class FifanghaRefusal(Refusal):
    """The reasons why a turn may not be played."""

    FACES_NOTHING = (
        "faces-nothing",
        Phrase("you must capture: pit {pit} faces no seeds"),
        Phrase("You must take."),
        Phrase("There are no seeds opposite pit {pit}."),
    )
    TAKES_NOTHING = (
        "takes-nothing",
        Phrase("you must capture: sowing pit {pit} does not"),
        Phrase("You must take."),
        Phrase("Pit {pit} takes nothing."),
    )
    EMPTY = (
        "empty",
        Phrase("pit {pit} is empty: choose one that holds seeds"),
        Phrase("Pit {pit} is empty."),
        Phrase("Choose a pit that holds seeds."),
    )
    OUTER = (
        "outer",
        Phrase("pit {pit} is in the outer row: while you have a reserve you play in the inner row"),
        Phrase("Not in the outer row."),
        Phrase("With a reserve you play in the inner one."),
    )
    ENDLESS = (
        "endless",
        Phrase("pit {pit} would sow for ever"),
        Phrase("That would never end."),
        Phrase("Pit {pit} would sow for ever."),
    )
    NO_PIT = "no-pit", Phrase("there is no pit {pit} on this board")
    UNANSWERED = "unanswered", Phrase("{move} does not answer the questions of this turn; possible moves: {answers}")


def refusal(position: FifanghaPosition, move: FifanghaMove) -> IllegalMoveError:
    """Return the error that says why a turn is illegal."""
    pit = position.game.letters[position.to_move].find(move.pit)
    if pit < 0:
        return FifanghaRefusal.NO_PIT.error(pit=move.pit)
    if position.own[pit] == 0:
        return FifanghaRefusal.EMPTY.error(pit=move.pit)
    if position.has_reserve and pit >= position.game.columns:
        return FifanghaRefusal.OUTER.error(pit=move.pit)
    answers = [text for text in map(str, position.legal_moves()) if text[0] == move.pit]
    if answers:
        return FifanghaRefusal.UNANSWERED.error(move=move, answers=", ".join(answers))
    return _why_never(position, pit).error(pit=move.pit)


def _why_never(position: FifanghaPosition, pit: int) -> FifanghaRefusal:
    """Return the reason why no turn that begins with this pit is legal."""
    if position.has_reserve and position.facing() and pit not in position.facing():
        return FifanghaRefusal.FACES_NOTHING
    captures = position.captures_with
    if not position.has_reserve and not captures(pit) and any(map(captures, position.occupied())):
        return FifanghaRefusal.TAKES_NOTHING
    return FifanghaRefusal.ENDLESS
