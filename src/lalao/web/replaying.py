"""The journals of rooms as they are kept or brought: every line is judged before it is believed."""

from collections.abc import Iterable

import msgspec

from lalao.errors import DatabaseError, LalaoError, NotationError
from lalao.games.registry import game as find_game
from lalao.web import messages as m
from lalao.web.room import Room
from lalao.web.sizes import check_size

WON = ("resigned", "time")
"""Ends that name who has lost."""


class DamagedError(DatabaseError):
    """A journal that is kept, and holds what nobody can have written there."""


class Kind(msgspec.Struct):
    """The tag of a line."""

    kind: str


def kind_of(lines: list[str]) -> str:
    """Return the tag of the first line of a journal, "" where there is none: a room was opened, a class founded."""
    try:
        return msgspec.json.decode(lines[0], type=Kind).kind if lines else ""
    except (msgspec.MsgspecError, RecursionError):
        return ""


def room_of(lines: Iterable[str], now: float = 0.0) -> Room:
    """Make a room of its journal.

    Raises NotationError, saying which line it was.
    """
    room = Room([], now)
    for number, line in enumerate(lines, 1):
        try:
            entry = m.read_entry(line)
            judge(room, entry)
            room.apply(entry, now)
        except (LalaoError, msgspec.MsgspecError, RecursionError, UnicodeError) as error:
            raise NotationError("line {number} of the journal: {cause}", number=number, cause=told(error)) from None
    if not room.length:
        raise NotationError("this journal is empty")
    return room


def told(error: Exception) -> LalaoError | str:
    """Return what an error says, to stand in a sentence."""
    return error if isinstance(error, LalaoError) else str(error)


def judge(room: Room, entry: m.Entry) -> None:
    """Refuse a line that cannot follow what a room has come to.

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
    """Refuse a position that is none, and boards that no browser is shown."""
    chosen = find_game(game)
    check_size(chosen.start())
    chosen.position(start)


def impossible() -> NotationError:
    """Say that a line cannot stand where it stands."""
    return NotationError("this cannot happen then")


def _expect(possible: bool) -> None:
    if not possible:
        raise impossible()
