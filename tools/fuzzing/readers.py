"""Readers of texts: ids, positions and moves of every family, players, records, links, tournaments, names."""

import random
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import lalao
from lalao.cli.tournament import simulated
from lalao.engine import player
from lalao.engine.book import Book
from lalao.games.fanorona import FanoronaPosition
from lalao.games.fanorona.interchange import INTERCHANGES
from lalao.games.fanorona.notation import in_our_words
from lalao.games.game import AnyPosition
from lalao.games.registry import LISTED
from lalao.record import flatten, read, read_all, read_games, unflatten, write
from lalao.tournament import FORMATS, Event, replayed
from lalao.tournament.names import read_names
from lalao.tournament.referee import check
from lalao.web.limits import check_size
from tools.fuzzing.bounds import Reader
from tools.fuzzing.inputs import json_like, text_like

NAMES = (
    *(
        "fang-4",
        "fang-4-guarded-last",
        "fang",
        "fang-12",
        "fafy",
        "fafy-impartial-misere",
        "sowing",
        "sowing-impartial",
    ),
    *(
        "fifangha",
        "fifangha-6",
        "fifangakely",
        "fanorona",
        "fanorona-telo",
        "fanorona-libre-dimy",
        "fanorona-strict-3x7",
    ),
    *("fanorona-souffle", "fanorona-souffle-telo-vela", "fanorona-vela", "fanorona-5x3"),
)
IDS = (*LISTED, "fang", "fang-10", "fang-12-guarded", "fanorona-7x9", "fanorona-5x9-vela", "fanorona-strict-3x7-vela")
ID_WORDS = (
    "fang-",
    "fafy",
    "sowing",
    "fifangha",
    "fanorona",
    "-impartial",
    "-misere",
    "-guarded",
    "-last",
    "-vela",
    "x",
)
POSITION_WORDS = (" quiet=", " huff=", " vela=", "w", "b", " S", " N", ".0.", "+", "/", "a1", "W", "B", "25", "9999999")
MOVE_WORDS = ("+", "-", "A", "W", "x", " ", "a1", "i5", "d3-e3", "-e4A", "c+", "12")
PLAYERS = (
    "human",
    "random",
    "greedy",
    "perfect",
    "level:1",
    "level:8",
    "engine:1s",
    "engine:50n:book",
    "engine:d3:2t",
    "engine:5n:book=x",
)
PLAYER_WORDS = ("level:", "engine:", ":", "s", "n", "d", "book", "Infinity", "nan", "1e9")
BOOK_WORDS = ("\t", "\n", "#", "cp 1", "win", "draw", "-", "0", "99999999999999999999", "fang-4")
FOREIGN_ENDS = ("0 6", "- - - 0", "W", "")
FOREIGN_WORDS = (
    "+",
    "-",
    ",",
    "x",
    ".",
    "D2E3",
    "½-½",
    "[Variant",
    "[FEN",
    "[Vela",
    "1.",
    "(",
    "{",
    "\n\n",
    "Move=[",
    "[Remove:to=",
    "mover=1",
    "Pass",
    "to=9999",
    "from=",
    "\n",
)
USUAL = '[Game "fanorona"] 1. d3-e3W d4-d3A 2. c2-c3A-d4A-c4W *'
ROOT = Path(__file__).parent.parent.parent
RECORD_WORDS = (
    '[Game "fang-4"]',
    '[Draws "none"]',
    "1.",
    "2...",
    "(",
    ")",
    "{",
    "}",
    "*",
    "1-0",
    "0-1",
    "1/2-1/2",
    "$1",
)
FLAT_WORDS = ("(", ")", "*", "{", "}", "2", "3")
PUPILS = ("Awa", "Léo", "Rakoto Fy", "李明", "👩\u200d🏫", "O'Neil", "Zoe\u0308", "x" * 60)
NAME_WORDS = ("\u200d", "\u200c", "\ufe0f", "\u3164", "\u0301", "\u202e", " ", "ß", "İ", "ﬁ", "x" * 60, "\ud800")


@cache
def corpus(name: str) -> list[AnyPosition]:
    """Return positions of some random games."""
    rng = random.Random(name)
    found: list[AnyPosition] = []
    for _ in range(3):
        position = lalao.game(name).start()
        for _ in range(30):
            found.append(position)
            moves = position.legal_moves()
            if position.outcome or not moves:
                break
            position = position.play(rng.choice(moves))
    return found


@cache
def position_texts(name: str) -> list[str]:
    """Return the texts of positions of a game."""
    return [str(position) for position in corpus(name)]


@cache
def records() -> list[str]:
    """Return records of random games, with some moves taken back."""
    rng, found = random.Random(1), []
    for name in NAMES[:12]:
        record = lalao.record.Record.begin(lalao.game(name).start(), "Awa", 'L"\\o')
        for _ in range(24):
            moves = record.last.position.legal_moves()
            if record.outcome() or not moves:
                break
            record.play(rng.choice(moves))
            if rng.random() < 0.3:
                record.undo()
            record.last.comment = rng.choice(("", "", "Hm.", "two words"))
        found.append(write(record))
    return found


@cache
def flat() -> list[tuple[str, list[str]]]:
    """Return games as links hold them: a start, and the words."""
    return [(str(each.root.position), list(flatten(each))) for each in map(read, records())]


@cache
def days() -> list[list[Event]]:
    """Return the journals of tournaments of every format."""
    return [simulated(name, "fang-4", 5, 1).journal for name in FORMATS]


def read_game(text: str) -> None:
    """Read the name of a game; its id is one, too."""
    game = lalao.game(text)
    assert lalao.game(game.id) == game
    game.start()


def make_position(rng: random.Random) -> tuple[str, str]:
    """Make the text of a position of some game."""
    name = rng.choice(NAMES)
    return name, text_like(rng, position_texts(name), POSITION_WORDS)


def read_position(given: tuple[str, str]) -> None:
    """Read a position; one that is accepted must come back as it was written."""
    name, text = given
    position = lalao.game(name).position(text)
    assert str(position) == (in_our_words(text) if isinstance(position, FanoronaPosition) else text)
    assert lalao.game(name).position(str(position)) == position
    check_size(position)
    assert position.picture().draw()
    assert (position.outcome is None) == bool(position.some_moves(1))


def make_move(rng: random.Random) -> tuple[AnyPosition, str]:
    """Make the text of a move in some position, of this game or of another."""
    position, stranger = (rng.choice(corpus(rng.choice(NAMES))) for _ in range(2))
    moves = [str(move) for each in (position, position, stranger) for move in each.legal_moves()[:50]]
    return position, text_like(rng, [*moves, rng.choice(MOVE_WORDS)], MOVE_WORDS)


def read_move(given: tuple[AnyPosition, str]) -> None:
    """Read a move and play it."""
    position, text = given
    position.play(position.move(text))


def make_board(rng: random.Random) -> tuple[AnyPosition, str]:
    """Make a position, and the text of the board that is said to come after it: often indeed, or nearly."""
    name = rng.choice(NAMES)
    position = rng.choice(corpus(name))
    moves = position.legal_moves()[:50]
    after = str(position.play(rng.choice(moves))) if moves else str(position)
    board = text_like(rng, [after.split(" ")[0], after, *position_texts(name)], POSITION_WORDS)
    return position, board


def read_board(given: tuple[AnyPosition, str]) -> None:
    """Judge a turn by the boards before and after it, as the referee does; explain whatever it finds."""
    before, text = given
    verdict = check(before, before.game.read_board(text))
    assert verdict.is_legal or verdict.problems
    for problem in verdict.problems:
        assert str(problem)


def read_record(text: str) -> None:
    """Read a record and write it."""
    record = read(text)
    assert write(read(write(record))) == write(record)


def make_records(rng: random.Random) -> str:
    """Make a file of two records, one of them changed."""
    return "\n".join(rng.sample((rng.choice(records()), text_like(rng, records(), RECORD_WORDS)), 2))


def make_flat(rng: random.Random) -> tuple[str, str, list[str]]:
    """Make a game as a link holds it."""
    start, words = rng.choice(flat())
    name = lalao.record.read(rng.choice(records())).game.id if rng.random() < 0.02 else ""
    made = list(words)
    for _ in range(rng.choice((1, 1, 2, 4))):
        at = rng.randint(0, len(made))
        made[at : at + rng.choice((0, 1, 1, 2))] = [text_like(rng, [*words, "2"], FLAT_WORDS)] * rng.choice(
            (0, 1, 1, 3)
        )
    return name, text_like(rng, [start], POSITION_WORDS) if rng.random() < 0.2 else start, made


def read_flat(given: tuple[str, str, list[str]]) -> None:
    """Read a link, as a game whose start fits."""
    name, start, words = given
    names = [name] if name else [each for each in NAMES if start in position_texts(each)[:1]] or ["fang-4"]
    record = unflatten(lalao.game(names[0]).position(start), words)
    assert list(flatten(unflatten(record.root.position, flatten(record)))) == list(flatten(record))


def make_day(rng: random.Random) -> list[Any]:
    """Make the journal of a tournament."""
    events: list[Any] = list(rng.choice(days()))
    at = rng.randrange(len(events))
    events[at] = json_like(rng, events[at])
    return events


def read_day(events: list[Any]) -> None:
    """Replay the tournament of a journal."""
    replayed(events).standings()


def make_player(rng: random.Random) -> tuple[str, str]:
    """Make the name of a player, with a game."""
    return rng.choice(NAMES), text_like(rng, PLAYERS, PLAYER_WORDS)


def read_player(given: tuple[str, str]) -> Any:
    """Read the name of a player."""
    name, text = given
    return player(text, lalao.game(name))


@cache
def held() -> tuple[str, ...]:
    """Return texts of opening books."""
    return ((ROOT / "docs" / "example.book").read_text(encoding="utf-8"),)


def read_opening_book(text: str) -> None:
    """Read a book, look moves up in it, and write it."""
    book = Book.read(text, "book")
    for game in book.games():
        book.moves(game.start())
    assert Book.read(book.text(), "book").text() == book.text()


@cache
def foreign() -> tuple[str, ...]:
    """Return games of Fanorona in other notations, golden files and positions of other programs."""
    games = [record for record in map(read, records()) if record.game.family.headers] or [read(USUAL)]
    written = [write(one, one.game.family.headers) for one in games]
    written += [each.write(one.root.position, one.moves()) for each in INTERCHANGES.values() for one in games]
    golden = [each.read_text(encoding="utf-8") for each in sorted((ROOT / "tests" / "formats").iterdir())]
    return *written, *golden, *(f"{text} {end}" for text in position_texts("fanorona")[:5] for end in FOREIGN_ENDS)


def read_foreign(text: str) -> None:
    """Read games in any notation; what was read is read again from our record and, where it can be, from FGN."""
    for record in islice(read_games(text, admit=check_size), 3):
        for headers in {None, record.game.family.headers}:
            [again] = read_games(write(record, headers))
            assert [str(move) for move in again.moves()] == [str(move) for move in record.moves()]
            assert again.root.position == record.root.position


def make_pupils(rng: random.Random) -> list[str]:
    """Make the names of a class, some of which may look alike."""
    return [text_like(rng, PUPILS, NAME_WORDS) for _ in range(rng.choice((1, 2, 2, 5, 250)))]


def read_pupils(names: list[str]) -> None:
    """Read the names; what was accepted is accepted again, and as it is."""
    found = read_names(names)
    assert read_names(found) == found


READERS = (
    Reader("games", lambda rng: text_like(rng, IDS, ID_WORDS), read_game),
    Reader("positions", make_position, read_position),
    Reader("moves", make_move, read_move),
    Reader("boards", make_board, read_board),
    Reader("players", make_player, read_player),
    Reader("records", lambda rng: text_like(rng, records(), RECORD_WORDS), read_record),
    Reader("several-records", make_records, read_all),
    Reader("books", lambda rng: text_like(rng, held(), BOOK_WORDS), read_opening_book),
    Reader("notations", lambda rng: text_like(rng, foreign(), FOREIGN_WORDS), read_foreign),
    Reader("links", make_flat, read_flat),
    Reader("tournaments", make_day, read_day),
    Reader("pupils", make_pupils, read_pupils),
)
