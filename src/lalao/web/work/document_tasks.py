"""The tasks of page workers: they describe, read, write and draw the input of browsers.

``python -m lalao.web.work.document_tasks`` reads questions and writes answers as `lalao.web.work.child` says. Nothing
here searches, and the compiler is not loaded.
"""

from functools import lru_cache
from itertools import islice
from typing import Annotated

import msgspec
from msgspec import Meta

from lalao.engine.book import Book
from lalao.engine.openings import learned, named, played, turns
from lalao.errors import RecordError
from lalao.games.game import AnyPosition
from lalao.games.registry import game as find_game
from lalao.locale import words
from lalao.record import Record, flatten, read, read_game, read_games, unflatten, write
from lalao.record.tree import OPEN, UNNAMED
from lalao.record.writing import settled
from lalao.tournament.referee import check
from lalao.web.limits import MOST_GAMES, check_size
from lalao.web.rooms.messages import MOST_TEXT
from lalao.web.rooms.replay import room_of
from lalao.web.shown import (
    ShownDemo,
    ShownExplored,
    ShownMove,
    ShownOpening,
    ShownOpenings,
    ShownPosition,
    ShownRecord,
    ShownRefusal,
    ShownTitle,
    ShownTitles,
    ShownWays,
    Verdict,
)
from lalao.web.view import demonstration, move_view, paths_view, position_view, refusal_view, shown
from lalao.web.work.child import Service, run

MOST_MEMORY = 1 << 30
WRITTEN_TAGS = ("Game", "Start", "Result")
"""Tags that follow from the rest of a record."""


class Paper(msgspec.Struct, frozen=True):
    """A question: a task, the game that it is about, and the texts that it takes."""

    id: int
    task: str
    game: str = ""
    position: str = ""
    text: str = ""
    language: str = "en"
    moves: tuple[str, ...] = ()
    tags: dict[str, str] = {}
    result: str = OPEN
    number: Annotated[int, Meta(ge=0)] = 0
    journals: tuple[tuple[str, ...], ...] = ()
    positions: tuple[str, ...] = ()


def position(asked: Paper) -> ShownPosition:
    """Describe a position."""
    return position_view(asked.game, asked.position, asked.language)


def ways(asked: Paper) -> ShownWays:
    """List the ways of choosing a turn that begin with `text`."""
    return ShownWays(paths_view(shown(asked.game, asked.position), asked.text[:MOST_TEXT]))


def turn(asked: Paper) -> ShownMove:
    """Describe the turn `text`."""
    before = shown(asked.game, asked.position)
    return move_view(before, before.move(asked.text[:MOST_TEXT]), words(asked.language))


def refusal(asked: Paper) -> ShownRefusal:
    """Say why a place, the first of `moves`, cannot be chosen in a turn that has begun with `text`."""
    place = asked.moves[0] if asked.moves else ""
    return refusal_view(
        shown(asked.game, asked.position), asked.text[:MOST_TEXT], place[:MOST_TEXT], words(asked.language)
    )


def picture(asked: Paper) -> bytes:
    """Draw a position as SVG."""
    return shown(asked.game, asked.position).picture().svg(words(asked.language)).encode()


def demo(asked: Paper) -> ShownDemo:
    """Return a short random game."""
    return demonstration(asked.game, asked.language)


def read_record(asked: Paper) -> ShownRecord:
    """Read game `number` of a text in any notation: its game, its start, and its moves with their variations.

    Raises NotationError where there is none, or where it or one before it cannot be read.
    """
    record = read_game(asked.text, asked.number, check_size)
    return ShownRecord(
        game=record.game.id,
        start=str(record.root.position),
        moves=list(flatten(record)),
        result=record.result,
        tags={name: text for name, text in record.tags.items() if name not in WRITTEN_TAGS},
    )


def list_games(asked: Paper) -> ShownTitles:
    """List the games of a text, as far as they can be read.

    Raises RecordError where the first cannot.
    """
    return ShownTitles([title_of(record) for record in readable(asked.text)])


def title_of(record: Record) -> ShownTitle:
    """Describe a game by its players, as far as they are known, its result and its length."""
    names = (record.tags.get(tag, UNNAMED) for tag in record.player_tags)
    return ShownTitle([name for name in names if name not in ("", UNNAMED)], record.result, len(record.moves()))


def readable(text: str) -> list[Record]:
    """Read the games of a text, at most 200, as far as they can be read.

    Raises RecordError where the first cannot.
    """
    found: list[Record] = []
    try:
        for record in islice(read_games(text, admit=check_size), MOST_GAMES):
            found.append(record)
    except RecordError:
        if not found:
            raise
    return found


def openings(asked: Paper) -> ShownExplored:
    """Count how the engine's games went on from each of some positions, those of a text, and those of `journals`."""
    books = played(), given_in(asked.text), learned_of(asked.journals)
    positions = [shown(asked.game, each) for each in asked.positions]
    return ShownExplored([ShownOpenings(*(openings_of(book, each) for book in books)) for each in positions])


@lru_cache(maxsize=4)
def given_in(text: str) -> Book:
    """Return a book of the games of a text."""
    return learned(readable(text)) if text else Book()


@lru_cache(maxsize=4)
def learned_of(journals: tuple[tuple[str, ...], ...]) -> Book:
    """Return a book of the games of rooms; a device asks for the same ones from move to move."""
    return learned(room_of(lines).record for lines in journals)


def openings_of(book: Book, position: AnyPosition) -> list[ShownOpening]:
    """Describe the moves of a book in a position that were played."""
    return [
        ShownOpening(
            str(each.move),
            named(position, each.move),
            each.entry.games,
            each.entry.won,
            each.entry.drawn,
            each.entry.lost,
            each.entry.score.opinion if each.entry.score else None,
        )
        for each in turns(book, position)
    ]


def recorded(asked: Paper) -> Record:
    """Return the record of a game that is told by its words."""
    start = find_game(asked.game).position(asked.position[:MOST_TEXT])
    check_size(start)
    record = unflatten(start, (text[:MOST_TEXT] for text in asked.moves[:MOST_TEXT]))
    record.tags = {"Game": record.game.id} | asked.tags if asked.tags else record.tags
    if record.result == OPEN:
        record.result = asked.result
        record.settled = settled(asked.tags.get("Termination", ""), asked.result, record.game.sides)
    return record


def film(asked: Paper) -> bytes:
    """Draw a game as a picture that moves."""
    from lalao.print.film import film_svg  # loaded here: most questions do without the sheets

    return film_svg(recorded(asked), words(asked.language)).encode()


def write_record(asked: Paper) -> bytes:
    """Write a record, and read it again, which checks every move."""
    text = write(recorded(asked))
    read(text)
    return text.encode()


def check_turn(asked: Paper) -> Verdict:
    """Say which legal moves lead from `position` to the board `text`, or name the errors."""
    found, told = find_game(asked.game), words(asked.language)
    check_size(found.start())
    before = found.position(asked.position[:MOST_TEXT])
    check_size(before)
    verdict = check(before, found.read_board(asked.text[:MOST_TEXT]))
    moves = [str(move) for move in verdict.moves]
    misplay = str(verdict.misplay) if verdict.misplay else None
    return Verdict(verdict.is_legal, moves, [told.say(problem) for problem in verdict.problems], misplay)


TASKS = {
    "position": position,
    "ways": ways,
    "turn": turn,
    "refusal": refusal,
    "picture": picture,
    "demo": demo,
    "read": read_record,
    "list": list_games,
    "openings": openings,
    "write": write_record,
    "film": film,
    "check": check_turn,
}
SERVICE = Service(msgspec.json.Decoder(Paper).decode, TASKS, MOST_MEMORY)


if __name__ == "__main__":
    run(SERVICE)
