"""What is taken away from a class: tables for a spreadsheet, records of the games, a backup."""

import csv
import io
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from datetime import datetime

import msgspec

from lalao.errors import LalaoError, NotationError, Phrase
from lalao.games.registry import game as find_game
from lalao.locale import Words
from lalao.record import Record, write
from lalao.tournament import FORMATS
from lalao.web import messages as m
from lalao.web.classes import messages as c
from lalao.web.classes.classroom import Classroom, Day
from lalao.web.lobby import plain_code
from lalao.web.room import Room

VERSION = 1
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet would work out: such text gets an apostrophe."""
STANDINGS = (
    Phrase("tournament"),
    Phrase("game"),
    Phrase("place"),
    Phrase("name"),
    Phrase("points"),
    Phrase("games won"),
    Phrase("games"),
    Phrase("rounds without opponent"),
    Phrase("reason"),
)
GAMES = (
    Phrase("tournament"),
    Phrase("game"),
    Phrase("round"),
    Phrase("table"),
    Phrase("first seat"),
    Phrase("second seat"),
    Phrase("winner"),
    Phrase("result"),
    Phrase("corrected"),
    Phrase("code"),
)


def as_csv(rows: Iterable[Sequence[object]]) -> bytes:
    """Write a table, with the mark that tells spreadsheets it is UTF-8."""
    written = io.StringIO()
    csv.writer(written, lineterminator="\r\n").writerows([cell(value) for value in row] for row in rows)
    return written.getvalue().encode("utf-8-sig")


def cell(value: object) -> object:
    """Return what stands in a cell: text never as a formula."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


def local_time(at: float) -> str:
    """Write a time of this machine's clock."""
    return datetime.fromtimestamp(at).strftime("%Y-%m-%d %H:%M")


def standings_csv(classroom: Classroom, speech: Words) -> bytes:
    """Write the standings of every tournament."""
    rows: list[Sequence[object]] = [[speech.say(title) for title in STANDINGS]]
    for day in classroom.days:
        named = tournament_name(day, speech)
        for place in day.tournament.standings():
            reason = speech.say(place.by.title) if place.by else ""
            rows.append([*named, place.rank, place.name, place.points, place.wins, place.games, place.byes, reason])
    return as_csv(rows)


def tournament_name(day: Day, speech: Words) -> tuple[str, str]:
    """Name a tournament by its format and time, and its game."""
    played = day.tournament
    title = speech.say(FORMATS[played.format].title)
    return f"{title} {local_time(day.at)}", speech.say(find_game(played.setting.game).title)


def games_csv(classroom: Classroom, speech: Words) -> bytes:
    """Write every table of every tournament, with its result."""
    rows: list[Sequence[object]] = [[speech.say(title) for title in GAMES]]
    for day in classroom.days:
        named = tournament_name(day, speech)
        for round_ in day.tournament.rounds:
            for table in round_.tables:
                corrected = " ".join(str(result) for result in table.was)
                code = day.room_of(round_, table)
                result = str(table.result or "")
                winner = table.winner or ""
                rows.append(
                    [*named, round_.number, table.number, table.first, table.second, winner, result, corrected, code]
                )
            rows.extend([*named, round_.number, "", name, "", "", "bye", "", ""] for name in round_.byes)
    return as_csv(rows)


def records(classroom: Classroom, rooms: Mapping[str, Room]) -> list[Record]:
    """Return the records of the games played on screens, with names and dates."""
    found = []
    for day in classroom.days:
        for seat, code in day.rooms.items():
            room = rooms.get(code)
            if room is None or not room.record.moves():
                continue
            names = (seat.first, seat.second)
            record = room.to_record(names, datetime.fromtimestamp(day.began[code]).date())
            record.tags["Round"] = str(seat.round)
            found.append(record)
    return found


def written(classroom: Classroom, journals: Mapping[str, Sequence[str]]) -> list[str]:
    """Write the records of the games played on screens, from the journals of their rooms."""
    codes = {code for day in classroom.days for code in day.rooms.values()}
    rooms = {code: Room(m.read_entry(line) for line in lines) for code, lines in journals.items() if code in codes}
    return [write(record) for record in records(classroom, rooms)]


def backup(code: str, journals: Mapping[str, Sequence[str]]) -> bytes:
    """Write a class and its games as one file."""
    return msgspec.json.encode({"lalao": "class", "version": VERSION, "class": code, "journals": dict(journals)})


class Backup(msgspec.Struct):
    """What a backup holds."""

    lalao: str
    version: int
    code: str = msgspec.field(name="class")
    journals: dict[str, list[str]]


def read_backup(data: bytes) -> Backup:
    """Read a backup, every line of it replayed.

    Raises NotationError.
    """
    try:
        found = msgspec.json.decode(data, type=Backup)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise NotationError("this is no backup of a class: {why}", why=error) from None
    if found.lalao != "class" or found.version != VERSION or found.code not in found.journals:
        raise NotationError("this is no backup of a class that this version of Lalao reads")
    for code, lines in found.journals.items():
        check_journal(found.code, code, lines)
    seated = [entry.room for line in found.journals[found.code] if isinstance(entry := c.read_line(line), c.Seated)]
    lost = next((room for room in seated if room not in found.journals), None)
    if lost is not None:
        raise NotationError("the game {code} is missing in this backup", code=lost)
    return found


def recoded(found: Backup, taken: Container[str], draw: Callable[[], str]) -> dict[str, list[str]]:
    """Return the journals of a backup, its matches under other codes where theirs are taken."""
    codes = {code: code if code == found.code or code not in taken else draw() for code in found.journals}
    journals = {codes[code]: lines for code, lines in found.journals.items()}
    journals[found.code] = [reseated(line, codes) for line in found.journals[found.code]]
    return journals


def reseated(line: str, codes: Mapping[str, str]) -> str:
    """Let a line of a class name the rooms by their new codes."""
    entry = c.read_line(line)
    if not isinstance(entry, c.Seated) or codes[entry.room] == entry.room:
        return line
    return m.write_entry(msgspec.structs.replace(entry, room=codes[entry.room]))


def check_journal(classroom: str, code: str, lines: list[str]) -> None:
    """Replay a journal of a backup.

    Raises NotationError.
    """
    try:
        if not lines or any("\n" in line for line in lines):
            raise NotationError("it is empty")
        plain_code(code)
        if code == classroom:
            Classroom(c.read_line(line) for line in lines)
        elif Room([m.read_entry(line) for line in lines]).opening.classroom != classroom:
            raise NotationError("it belongs to another class")
    except (
        LalaoError,
        msgspec.MsgspecError,
        AttributeError,
        KeyError,
        IndexError,
        TypeError,
        ValueError,
        AssertionError,
    ) as error:
        raise NotationError("the journal {code} of this backup cannot be read: {why}", code=code, why=error) from None
