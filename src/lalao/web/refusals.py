"""Why a place cannot be chosen: a headline and a line for a child, and where on the board it fails.

The reasons are those of the game (`IllegalMoveError`); `SAID` holds what is said of them to whoever taps a board.
Where a place fails for several, the one that stands first in `SAID` is told.
"""

from collections.abc import Iterator, Mapping

from lalao.board.shown import ShownBoard, ShownPit, ShownRows
from lalao.errors import IllegalMoveError, LalaoError, NotationError, Phrase
from lalao.games.game import AnyPosition
from lalao.locale import Translator
from lalao.web.shown import ShownRefusal

HOLDS_SEEDS = Phrase("Choose a pit that holds seeds.")
MUST_TAKE = Phrase("You must take.")
EMPTY = Phrase("Pit {pit} is empty.", pit="")
NOTHING_KNOWN = Phrase("Not this one."), Phrase("The bright rings show what can be played.")
NOT_YOURS = Phrase("This is not yours."), Phrase("Choose on your own side.")
PIECE_FIRST = Phrase("Choose a piece first."), Phrase("Then tap where it goes.")
PIT_FIRST = Phrase("Choose a pit first."), Phrase("Choose on your own side.")
SAID: dict[str, tuple[Phrase, Phrase]] = {
    "{step} takes nothing, and you must take: {example} does": (MUST_TAKE, Phrase("The bright pieces can.")),
    "you must capture: pit {pit} faces no seeds": (MUST_TAKE, Phrase("Pit {pit} faces no seeds.", pit="")),
    "you must capture: sowing pit {pit} does not": (MUST_TAKE, Phrase("Pit {pit} takes nothing.", pit="")),
    "sowing {move} would drop a seed in pit {pit}, which is empty": (EMPTY, Phrase("A seed never falls there.")),
    "sowing {move} would drop the last seed in pit {pit}, which is empty": (
        EMPTY,
        Phrase("The last seed never falls there."),
    ),
    "sowing {move} would send a seed off the board": (
        Phrase("A seed would fall off."),
        Phrase("Every seed stays on the board."),
    ),
    "pit {pit} is empty: only a pit that holds seeds can be sown": (EMPTY, HOLDS_SEEDS),
    "pit {pit} is empty: only a pit that holds seeds can be attacked": (EMPTY, HOLDS_SEEDS),
    "pit {pit} is empty: choose one that holds seeds": (EMPTY, HOLDS_SEEDS),
    "pit {pit} is a tibong holding {count} seed: a guarded tibong needs 2 to be attacked": (
        Phrase("This tibong is guarded."),
        Phrase("Attack it when it holds 2 seeds."),
    ),
    "pit {pit} is in the outer row: while you have a reserve you play in the inner row": (
        Phrase("Not in the outer row."),
        Phrase("With a reserve you play in the inner one."),
    ),
    "pit {pit} would sow for ever": (Phrase("It would never end."), Phrase("Pit {pit} would sow for ever.", pit="")),
    "in Vela the loser of the first round takes once a turn and does not chain": (
        Phrase("Only one taking."),
        Phrase("In Vela you take once a turn."),
    ),
    "in Vela the winner of the first round takes nothing while he has more than 5 pieces: write {step}": (
        Phrase("Take nothing yet."),
        Phrase("In Vela the winner waits for 5 pieces."),
    ),
    "{step}{kind} is not the larger of the two runs: write {step}{other}": (
        Phrase("Take the larger line."),
        Phrase("That is the rule of this game."),
    ),
    "the piece has already stood on {point} this turn": (
        Phrase("Not there again."),
        Phrase("The piece has stood there this turn."),
    ),
    "{step} goes on in the direction of the step just before": (
        Phrase("Change direction."),
        Phrase("Never twice running in one direction."),
    ),
    "{step} takes nothing by approach": (Phrase("Nothing to take there."), Phrase("A chain goes on by taking.")),
    "{step} takes nothing by withdrawal": (Phrase("Nothing to take there."), Phrase("A chain goes on by taking.")),
    "{side} has no piece on {point}": NOT_YOURS,
    "{point} is not empty": (Phrase("No room there."), Phrase("A piece goes to an empty point.")),
    "{start} and {end} are not neighbours on a line": (
        Phrase("Too far."),
        Phrase("Follow a line to the next point."),
    ),
}
"""A headline and a line for each reason, by the reason's sentence; the first ones are told before the others."""
RANKS = {sentence: rank for rank, sentence in enumerate(SAID)}


def refusal_view(position: AnyPosition, begun: str, place: str, speech: Translator) -> ShownRefusal:
    """Say why a place cannot be chosen in a turn that has begun with the text `begun`."""
    picture = position.picture().shown(speech)
    is_vacant = not begun and _is_vacant(picture, place)
    if is_vacant and not isinstance(picture, ShownRows):
        return _plain(PIECE_FIRST, speech)
    reasons = [_refused(position, text) for text in _texts(position, picture, begun, place)]
    refused = [(error, text) for error, text in reasons if error is not None]
    if not refused:
        not_yours = PIT_FIRST if is_vacant else NOT_YOURS
        return _plain(not_yours if _is_other_side(position, place) else NOTHING_KNOWN, speech)
    error, text = min(refused, key=lambda each: RANKS.get(each[0].phrase.sentence, len(RANKS)))
    return ShownRefusal(*_said(error, speech), *_fall(position, picture, place, error, text))


def _plain(told: tuple[Phrase, Phrase], speech: Translator) -> ShownRefusal:
    """Return a refusal that shows nothing on the board."""
    head, line = told
    return ShownRefusal(speech.say(head), speech.say(line), "", [])


def _is_vacant(picture: ShownBoard, place: str) -> bool:
    """Tell whether nothing lies in a place."""
    if isinstance(picture, ShownRows):
        return any(pit.place == place and not pit.seeds for row in picture.rows for pit in row)
    return any(point.place == place and not point.piece for point in picture.points)


def _is_other_side(position: AnyPosition, place: str) -> bool:
    """Tell whether the name of a place begins with the letter of the side that does not move."""
    return place.startswith(position.to_move.other.value)


def _texts(position: AnyPosition, picture: ShownBoard, begun: str, place: str) -> Iterator[str]:
    """Yield the texts of the moves that a tap on a place may mean."""
    if begun:
        yield from (f"{begun}{place}{way}" for way in ("", "A", "W"))
    elif isinstance(picture, ShownRows):
        if not _is_other_side(position, place):
            yield from (place.removeprefix(position.to_move.value) + sign for sign in ("", "+", "-"))
    else:
        yield from (f"{place}-{other}{way}" for other in _neighbours(picture, place) for way in ("", "A", "W"))


def _neighbours(picture: ShownBoard, place: str) -> Iterator[str]:
    """Yield the points that lines join to a point."""
    if isinstance(picture, ShownRows):
        return
    names = [point.place for point in picture.points]
    for one, other in picture.lines:
        if place in (names[one], names[other]):
            yield names[other] if names[one] == place else names[one]


def _refused(position: AnyPosition, text: str) -> tuple[IllegalMoveError | None, str]:
    """Return why a move is refused, None where it is no move at all or is legal; and its text."""
    try:
        position.move(text)
    except IllegalMoveError as error:
        return error, text
    except NotationError:
        pass
    return None, text


def _said(error: LalaoError, speech: Translator) -> tuple[str, str]:
    """Return a headline and a line; a reason that has none of its own is said as it is."""
    blanks = error.phrase.blanks
    known = SAID.get(error.phrase.sentence)
    if known is None:
        reason = speech.say(error)
        return speech("Not this one."), f"{reason[:1].upper()}{reason[1:]}."
    head, line = known
    return _filled(head, blanks, speech), _filled(line, blanks, speech)


def _filled(phrase: Phrase, blanks: Mapping[str, object], speech: Translator) -> str:
    """Say a phrase, its blanks filled from `blanks`, which may hold others."""
    return speech.say(Phrase(phrase.sentence, None, **{name: blanks[name] for name in phrase.blanks}))


def _fall(
    position: AnyPosition, picture: ShownBoard, place: str, error: LalaoError, text: str
) -> tuple[str, list[str]]:
    """Return the pit where a sowing fails, "" off the board, and those that seeds would fall in up to there."""
    if not isinstance(picture, ShownRows) or len(picture.rows) > 1:
        return "", []
    row = [pit.place for pit in picture.rows[0]]
    fault = str(error.phrase.blanks.get("pit", ""))
    if fault in row and fault != place:
        at, to = row.index(place), row.index(fault)
        return fault, row[at + 1 : to + 1] if to > at else row[to:at][::-1]
    if fault or not _holds_seeds(picture.rows[0], place):
        return "", []
    at = row.index(place)
    eastwards = text.endswith("+") or (not text.endswith("-") and position.to_move.is_first)
    return "", [*(row[at + 1 :] if eastwards else row[:at][::-1]), "off"]


def _holds_seeds(row: list[ShownPit], place: str) -> bool:
    return any(pit.place == place and pit.seeds for pit in row)
