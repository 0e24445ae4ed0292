"""The downloads of a class: tables for a spreadsheet, records of the games, a backup."""

from collections.abc import Callable, Container, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from lalao.errors import NotationError, Phrase
from lalao.games.registry import game as find_game
from lalao.locale import Rows, Translator
from lalao.record import Record, write
from lalao.teach.puzzles import stars_of
from lalao.teach.shipped_puzzles import title_of
from lalao.tournament import FORMATS
from lalao.tournament.names import read_name
from lalao.tournament.rounds import Result
from lalao.web.api.lessons import trails
from lalao.web.classes import messages as c
from lalao.web.classes.classroom import Classroom
from lalao.web.classes.members import Day
from lalao.web.classes.replay import classroom_of, names_in
from lalao.web.rooms import messages as m
from lalao.web.rooms.lobby import plain_code
from lalao.web.rooms.replay import room_of
from lalao.web.rooms.room import Room

VERSION = 1
MOST_JOURNALS = 50_000
MOST_LINES = 100_000
Code: TypeAlias = Annotated[str, Meta(min_length=4, max_length=4)]
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

RESULTS = {
    Result.FIRST: Phrase("first seat"),
    Result.SECOND: Phrase("second seat"),
    Result.DRAW: Phrase("draw"),
    Result.BOTH_LOST: Phrase("both have lost"),
}

PUZZLES = (
    Phrase("set"),
    Phrase("number"),
    Phrase("game"),
    Phrase("theme"),
    Phrase("stars"),
    Phrase("position"),
    Phrase("name"),
    Phrase("solved"),
    Phrase("wrong tries"),
    Phrase("helped"),
)


PATHS = (Phrase("name"), Phrase("game"), Phrase("stone"), Phrase("stars"))


def local_time(at: float) -> str:
    """Write a time (seconds since 1970) as this machine's clock shows it."""
    return datetime.fromtimestamp(at).strftime("%Y-%m-%d %H:%M")


def standings(days: Sequence[Day], speech: Translator) -> Rows:
    """Tell the standings of tournaments, as a table for a spreadsheet."""
    rows: Rows = [[speech.say(title) for title in STANDINGS]]
    for day in days:
        named = tournament_name(day, speech)
        for place in day.tournament.standings():
            reason = speech.say(place.by.title) if place.by else ""
            rows.append([*named, place.rank, place.name, place.points, place.wins, place.games, place.byes, reason])
    return rows


def tournament_name(day: Day, speech: Translator) -> tuple[str, str]:
    """Name a tournament by its format and time, and its game."""
    played = day.tournament
    title = speech.say(FORMATS[played.format].title)
    return f"{title} {local_time(day.at)}", speech.say(find_game(played.setting.game).title)


def games(days: Sequence[Day], speech: Translator) -> Rows:
    """Tell every table of tournaments with its result, and the byes, as a table for a spreadsheet."""
    rows: Rows = [[speech.say(title) for title in GAMES]]
    for day in days:
        named = tournament_name(day, speech)
        bye = speech.say(Phrase("without opponent"))
        for round_ in day.tournament.rounds:
            for table in round_.tables:
                corrected = ", ".join(speech.say(RESULTS[result]) for result in table.was)
                code = day.room_of(round_, table)
                result = speech.say(RESULTS[table.result]) if table.result else ""
                winner = table.winner or ""
                rows.append(
                    [*named, round_.number, table.number, table.first, table.second, winner, result, corrected, code]
                )
            rows.extend([*named, round_.number, "", name, "", "", bye, "", ""] for name in round_.byes)
    return rows


def paths(classroom: Classroom, speech: Translator) -> Rows:
    """Tell the stones that each pupil has done, as a table for a spreadsheet."""
    rows: Rows = [[speech.say(title) for title in PATHS]]
    stones = [(trail, stone) for trail in trails(speech.language) for stone in trail.stones]
    for pupil in classroom.pupils.values():
        for trail, stone in stones:
            if stone.id in pupil.stones:
                title = speech.say(find_game(trail.game).title)
                rows.append([pupil.name, title, stone.title, pupil.stones[stone.id]])
    return rows


def puzzles(classroom: Classroom, speech: Translator) -> Rows:
    """Return each pupil's tries at the puzzles that were handed out, as a table for a spreadsheet."""
    rows: Rows = [[speech.say(title) for title in PUZZLES]]
    yes, no = speech.say(Phrase("yes")), speech.say(Phrase("no"))
    for handed in classroom.sets:
        for number, puzzle in enumerate(handed.puzzles):
            game, theme = speech.say(puzzle.position.game.title), speech.say(title_of(puzzle.theme))
            about = (local_time(handed.at), number + 1, game, theme, stars_of(puzzle.rating), str(puzzle.position))
            for name in classroom.pupils:
                tries = handed.tries_of(name)[number]
                solved = "" if not tries.is_begun else yes if tries.solved else no
                rows.append([*about, name, solved, tries.wrong, yes if tries.helped else no])
    return rows


def sheets(classroom: Classroom, seen: Rows, speech: Translator) -> dict[str, Rows]:
    """Return all tables of a class by their titles; `seen` is the evidence about its pupils."""
    return {
        speech.say(Phrase("What was seen")): seen,
        speech.say(Phrase("Standings")): standings(classroom.days, speech),
        speech.say(Phrase("Games")): games(classroom.days, speech),
        speech.say(Phrase("Puzzles")): puzzles(classroom, speech),
        speech.say(Phrase("The path")): paths(classroom, speech),
    }


def records(classroom: Classroom, rooms: Mapping[str, Room]) -> list[Record]:
    """Return the records of the games played on screens, with names and dates."""
    played = []
    for day in classroom.days:
        for seat, code in day.rooms.items():
            room = rooms.get(code)
            if room is None or not room.record.moves():
                continue
            names = (seat.first, seat.second)
            record = room.to_record(names, datetime.fromtimestamp(day.began[code]).date())
            record.tags["Round"] = str(seat.round)
            played.append(record)
    return played


def written(classroom: Classroom, journals: Mapping[str, Sequence[str]]) -> list[str]:
    """Write the records of the games played on screens, from the journals of their rooms; damaged ones are left out."""
    codes = {code for day in classroom.days for code in day.rooms.values()}
    rooms = {}
    for code in codes & journals.keys():
        with suppress(NotationError):  # a damaged journal must not keep back the other records
            rooms[code] = room_of(journals[code])
    return [write(record) for record in records(classroom, rooms)]


def backup(code: str, journals: Mapping[str, Sequence[str]]) -> bytes:
    """Write a class and its games as one file, JSON as `Backup` has it."""
    return msgspec.json.encode({"lalao": "class", "version": VERSION, "class": code, "journals": dict(journals)})


class Backup(msgspec.Struct, forbid_unknown_fields=True):
    """The contents of a backup: the code of a class, and the journals of the class and its matches by their codes."""

    lalao: Literal["class"]
    version: Literal[1]
    code: Code = msgspec.field(name="class")
    journals: Annotated[dict[Code, Annotated[list[str], Meta(max_length=MOST_LINES)]], Meta(max_length=MOST_JOURNALS)]


def read_backup(data: bytes) -> Backup:
    """Read a backup, and check every line of it by replaying it.

    Raises NotationError.
    """
    try:
        backup = msgspec.json.decode(data, type=Backup)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise NotationError(
            "this is not a backup of a class that this version of Lalao can read: {why}", why=error
        ) from None
    if backup.code not in backup.journals:
        raise NotationError("the journal {code} is missing in this backup", code=backup.code)
    for code, lines in backup.journals.items():
        try:
            check_journal(backup, code, lines)
        except NotationError as error:
            raise NotationError(
                "the journal {code} of this backup cannot be read: {why}", code=code, why=error
            ) from None
    return backup


def kept(found: Backup) -> Backup:
    """Return a backup whose class is not erased at once, where its day has come since."""
    lines = found.journals[found.code]
    if classroom_of(lines).is_due:
        lines = [*lines, m.write_entry(c.ErasedOn(""))]
    return msgspec.structs.replace(found, journals=found.journals | {found.code: lines})


def check_journal(found: Backup, code: str, lines: list[str]) -> None:
    """Check one journal of a backup: the class's own, or that of a match which belongs to it.

    Raises NotationError.
    """
    if plain_code(code) != code:
        raise NotationError("'{code}' is not a code: it has four or six letters or digits", code=code)
    if any("\n" in line for line in lines):
        raise NotationError("a line of it is two")
    if code != found.code:
        if room_of(lines).opening.classroom != found.code:
            raise NotationError("it belongs to another class")
        return
    classroom_of(lines)
    for entry in map(c.read_line, lines):
        for name in names_in(entry):
            read_name(name)
        if isinstance(entry, c.Seated) and entry.room not in found.journals:
            raise NotationError("the game {code} is missing in this backup", code=entry.room)


def recoded(found: Backup, taken: Container[str], draw: Callable[[], str]) -> dict[str, list[str]]:
    """Return the journals of a backup by code, its matches under new codes, from `draw`, where theirs are taken."""
    codes = {code: code if code == found.code or code not in taken else draw() for code in found.journals}
    journals = {codes[code]: lines for code, lines in found.journals.items()}
    journals[found.code] = [reseated(line, codes) for line in found.journals[found.code]]
    return journals


def reseated(line: str, codes: Mapping[str, str]) -> str:
    """Return a line of a class's journal, with the room that it names under its new code."""
    entry = c.read_line(line)
    if not isinstance(entry, c.Seated) or codes[entry.room] == entry.room:
        return line
    return m.write_entry(msgspec.structs.replace(entry, room=codes[entry.room]))
