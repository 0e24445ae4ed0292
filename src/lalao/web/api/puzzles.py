"""Puzzles by HTTP: parse, ask, answer. What a pupil solves stays on the device: nothing of it is sent here."""

from collections import Counter
from datetime import date
from functools import cache, lru_cache
from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from lalao.board.picture import ShownBoard
from lalao.clock import CLOCK
from lalao.locale import LANGUAGES, Translator, words
from lalao.teach.laying import Asked, other_starts
from lalao.teach.puzzles import Puzzle, question, stars_of
from lalao.teach.shipped_puzzles import daily, families, id_of, of_family, of_known_family, title_of
from lalao.web.requests import answering, language, made_json


class ShownTheme(msgspec.Struct):
    """A theme of puzzles: its name, its title in the reader's language, and how many puzzles have it."""

    name: str
    title: str
    count: int


class ShownPuzzle(msgspec.Struct):
    """A puzzle: its position, what is asked, its theme, rating and stars, the answers, and the line of moves.

    `id` names it in addresses, and stays the same when others come or go. `ask` is "play" for a move, "tap" for a
    place, "start" for who should start: `accept` then holds "start" or "wait", and `other` is the position with the
    other side to start. It is "lay" for a layout: `position` holds what lies already, `seeds` are to be laid beside it,
    and `accept` holds one right row, of several.
    """

    id: str
    game: str
    position: str
    ask: Asked
    other: str
    seeds: int
    theme: str
    rating: int
    stars: int
    accept: tuple[str, ...]
    line: tuple[str, ...]


class ShownShelf(msgspec.Struct):
    """The puzzles of a family in short: their number, their themes, and the board of the first."""

    family: str
    count: int
    themes: list[ShownTheme]
    picture: ShownBoard


class ShownDaily(msgspec.Struct):
    """The puzzle of a day, the same for everybody, and its board."""

    date: str
    family: str
    id: str
    title: str
    picture: ShownBoard


class ShownPuzzles(msgspec.Struct):
    """All puzzles in short: today's, and those of each family."""

    daily: ShownDaily
    shelves: list[ShownShelf]


class ShownBook(msgspec.Struct):
    """All puzzles of a family: the sentences that ask, their themes, and the puzzles, the easiest first."""

    family: str
    says: dict[Asked, str]
    themes: list[ShownTheme]
    puzzles: list[ShownPuzzle]


def puzzle_view(puzzle: Puzzle) -> ShownPuzzle:
    """Describe a puzzle."""
    return ShownPuzzle(
        id=id_of(puzzle),
        game=puzzle.position.game.id,
        position=str(puzzle.position),
        ask=puzzle.asked,
        other=str(other_starts(puzzle.position)) if puzzle.asked == "start" else "",
        seeds=puzzle.seeds,
        theme=puzzle.theme,
        rating=puzzle.rating,
        stars=stars_of(puzzle.rating),
        accept=puzzle.accepted,
        line=puzzle.solution,
    )


def themes_view(puzzles: tuple[Puzzle, ...], told: Translator) -> list[ShownTheme]:
    """List the themes of puzzles, the most frequent first."""
    counted = Counter(puzzle.theme for puzzle in puzzles).most_common()
    return [ShownTheme(theme, told.say(title_of(theme)), count) for theme, count in counted]


def shelf_view(family: str, told: Translator) -> ShownShelf:
    """Describe the puzzles of a family in short."""
    puzzles = of_family(family)
    return ShownShelf(family, len(puzzles), themes_view(puzzles, told), puzzles[0].position.picture().shown(told))


def daily_view(day: date, told: Translator) -> ShownDaily:
    """Describe the puzzle of a day."""
    puzzle = daily(day)
    game = puzzle.position.game
    picture = puzzle.position.picture().shown(told)
    return ShownDaily(day.isoformat(), game.family.name, id_of(puzzle), told.say(game.title), picture)


@lru_cache(maxsize=2 * len(LANGUAGES))
def shelved(day: date, told: str) -> bytes:
    """Describe the puzzle of a day, and those of each family in short, in a language, as JSON."""
    say = words(told)
    return msgspec.json.encode(ShownPuzzles(daily_view(day, say), [shelf_view(name, say) for name in families()]))


@cache
def bound(family: str, told: str) -> bytes:
    """Describe all puzzles of a family in a language, as JSON."""
    say, puzzles = words(told), of_known_family(family)
    views = sorted(map(puzzle_view, puzzles), key=lambda each: each.rating)
    says = {puzzle.asked: say.say(question(puzzle)) for puzzle in puzzles}
    return msgspec.json.encode(ShownBook(family, says, themes_view(puzzles, say), views))


async def all_puzzles(request: Request) -> Annotated[Response, ShownPuzzles]:
    """Answer with today's puzzle, the same for everybody, and how many puzzles and themes each family has."""
    return made_json(shelved(CLOCK.today(), language(request)))


async def one_book(request: Request) -> Annotated[Response, ShownBook]:
    """Answer with all puzzles of a family, the easiest first, what each asks, and the names of their themes."""
    return made_json(bound(request.path_params["family"], language(request)))


ROUTES = [
    Route("/api/puzzles", answering(all_puzzles)),
    Route("/api/puzzles/{family}", answering(one_book)),
]
