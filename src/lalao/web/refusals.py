"""Why a place cannot be chosen: a headline and a line for a child, and where on the board it fails.

The reasons and their short sentences are those of the family (`lalao.errors.Refusal`).
"""

from collections.abc import Iterator
from math import inf

from lalao.board.shown import ShownBoard, ShownPit, ShownRows
from lalao.errors import IllegalMoveError, NotationError, Phrase
from lalao.games.game import AnyPosition
from lalao.locale import Translator
from lalao.web.shown import ShownRefusal

NOTHING_KNOWN = Phrase("You cannot play this one."), Phrase("Play one with a bright ring.")
NOT_YOURS = Phrase("That is not yours."), Phrase("Choose on your own side.")
PIECE_FIRST = Phrase("Choose a piece first."), Phrase("Then tap where it should go.")
PIT_FIRST = Phrase("Choose a pit first."), Phrase("Choose on your own side.")
NAMELESS = {
    "Pit {pit} is empty.": Phrase("This pit is empty."),
    "There are no seeds opposite pit {pit}.": Phrase("There are no seeds opposite this pit."),
    "Pit {pit} takes nothing.": Phrase("This pit takes nothing."),
    "Pit {pit} would sow for ever.": Phrase("This pit would sow for ever."),
}
"""What is said on boards of several rows, whose pits have no number."""


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
    error, text = min(refused, key=_rank)
    return ShownRefusal(*_said(error, picture, speech), *_fall(position, picture, place, error, text))


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


def _rank(refused: tuple[IllegalMoveError, str]) -> float:
    """Return the place of a reason among those of its family; reasons without short sentences come last."""
    reason = refused[0].refusal
    return list(type(reason)).index(reason) if reason and reason.short else inf


def _said(error: IllegalMoveError, picture: ShownBoard, speech: Translator) -> tuple[str, str]:
    """Return a headline and a line; a reason without short sentences is said as it is."""
    if error.refusal is None or error.refusal.short is None:
        reason = speech.say(error)
        return speech("You cannot play this one."), f"{reason[:1].upper()}{reason[1:]}."
    is_numbered = isinstance(picture, ShownRows) and len(picture.rows) == 1
    short = (each if is_numbered else NAMELESS.get(each.sentence, each) for each in error.refusal.short)
    head, line = (speech.say(each.filled(**error.phrase.blanks)) for each in short)
    return head, line


def _fall(
    position: AnyPosition, picture: ShownBoard, place: str, error: IllegalMoveError, text: str
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
