"""Replays journals of rooms, from the store or from a backup: every line is checked before it is applied."""

from collections.abc import Iterable, Iterator

import msgspec

from lalao.errors import DatabaseError, LalaoError, NotationError
from lalao.games.registry import game as find_game
from lalao.web.limits import check_size
from lalao.web.rooms import messages as m
from lalao.web.rooms.room import Room

WON = ("resigned", "time")
"""Kinds of ending that name the loser."""


class DamagedError(DatabaseError):
    """A journal in the store with entries that the server cannot have written."""


class Kind(msgspec.Struct):
    """The tag of a line."""

    kind: str


def kind_of(lines: list[str]) -> str:
    """Return the tag of the first line of a journal, "opened" for a room and "founded" for a class, "" for none."""
    try:
        return msgspec.json.decode(lines[0], type=Kind).kind if lines else ""
    except (msgspec.MsgspecError, RecursionError):
        return ""


def room_of(lines: Iterable[str], now: float = 0.0) -> Room:
    """Make a room from its journal; its clock starts at `now` (seconds).

    Raises NotationError that names the line.
    """
    room = Room([], now)
    for _ in replay(room, lines, now):
        pass
    return room


def replay(room: Room, lines: Iterable[str], now: float) -> Iterator[None]:
    """Apply the lines of its journal that a room lacks, at the time `now` (seconds); yield after each.

    Raises NotationError that names the line.
    """
    for number, line in enumerate(lines, room.length + 1):
        try:
            entry = m.read_entry(line)
            judge(room, entry)
            room.apply(entry, now)
        except (LalaoError, msgspec.MsgspecError, RecursionError, UnicodeError) as error:
            raise NotationError("line {number} of the journal: {cause}", number=number, cause=told(error)) from None
        yield
    if not room.length:
        raise NotationError("this journal is empty")


def told(error: Exception) -> LalaoError | str:
    """Return an error as it can fill the blank of a sentence."""
    return error if isinstance(error, LalaoError) else str(error)


def judge(room: Room, entry: m.Entry) -> None:
    """Refuse an entry that cannot follow those before it.

    Raises LalaoError.
    """
    if isinstance(entry, m.Opened) != (room.length == 0):
        raise impossible()
    match entry:
        case m.Opened():
            _judge_opening(entry)
        case m.Round():
            _judge_board(entry.game, entry.start)
        case m.Laid():
            _expect(room.phase == "layout")
        case m.Chosen():
            _expect(room.phase == "choose")
        case m.Moved():
            _expect(room.phase == "play" and len(room.played) < m.MOST_PLIES)
        case m.Undone():
            _expect(entry.plies <= len(room.played))
        case m.Declined():
            _expect(room.offer is not None)
        case m.Ended():
            by_teacher = entry.how in ("decided", "forfeit", "abandoned")
            _expect(room.phase == "play" or (by_teacher and room.phase != "over"))
            _expect(entry.how not in WON if entry.loser is None else entry.how in (*WON, "decided"))


def _judge_opening(entry: m.Opened) -> None:
    _judge_board(entry.game, entry.start)
    _expect(not entry.classroom or not any(entry.computer))


def _judge_board(game: str, start: str) -> None:
    """Refuse texts that are no position, and boards that are too large for browsers."""
    chosen = find_game(game)
    check_size(chosen.start())
    chosen.position(start)


def impossible() -> NotationError:
    """Return the error for a line that cannot follow those before it."""
    return NotationError("this cannot happen at this point")


def _expect(possible: bool) -> None:
    if not possible:
        raise impossible()
