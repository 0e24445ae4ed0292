"""The paths of the families by HTTP: their chapters and stones, in the reader's language."""

from functools import cache
from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from lalao.board.shown import ShownRows
from lalao.errors import Phrase
from lalao.games.registry import FAMILIES, game
from lalao.locale import Translator, words
from lalao.teach.journey import Chapter, Kind, Stone, journey, level_of
from lalao.teach.lessons import lesson
from lalao.teach.shipped_puzzles import of_family
from lalao.teach.themes import title_of
from lalao.web.requests import answering, language, made_json

ROUND = 5
"""The puzzles of a round."""


class ShownStone(msgspec.Struct):
    """A stone: its id, its kind, its title, the game that is played there, and how much there is to do.

    `what` is a lesson's id, a theme or a creature's name; `count` the steps of a lesson, the puzzles of a round, or the
    level of a creature.
    """

    id: str
    kind: Kind
    what: str
    title: str
    game: str
    count: int


class ShownTrail(msgspec.Struct):
    """A chapter of a path: its game, the position to start from ("" for the game's own), its board and its stones."""

    id: str
    family: str
    game: str
    start: str
    board: str
    rows: int
    columns: int
    lattice: bool
    aside: bool
    stones: list[ShownStone]


def stone_view(stone: Stone, chapter: Chapter, family: str, told: Translator) -> ShownStone:
    """Describe a stone."""
    if stone.kind == "lesson":
        one = lesson(stone.what)
        return ShownStone(stone.id, stone.kind, stone.what, one.title[told.language], one.game, len(one.steps))
    if stone.kind == "creature":
        level = level_of(stone.what, chapter.game)
        return ShownStone(stone.id, stone.kind, stone.what, stone.what, chapter.game, level)
    there = [each for each in of_family(family) if (each.position.game.id, each.theme) == (chapter.posing, stone.what)]
    title = told.say(title_of(stone.what))
    return ShownStone(stone.id, stone.kind, stone.what, title, chapter.posing, min(ROUND, len(there)))


def chapter_view(chapter: Chapter, before: tuple[Chapter, ...], family: str, told: Translator) -> ShownTrail:
    """Describe a chapter, with its rules where one `before` has the same board."""
    here = game(chapter.game)
    start = here.position(chapter.start) if chapter.start else here.start()
    picture = start.picture().shown(told)
    if isinstance(picture, ShownRows):
        rows, columns = len(picture.rows), len(picture.rows[0])
    else:
        rows, columns = picture.ranks, picture.files
    board = told.say(Phrase("{count} pit", "{count} pits", count=columns) if rows == 1 else here.card.board)
    if any(other.game != chapter.game and game(other.game).card.board == here.card.board for other in before):
        board = f"{board}, {told.say(here.card.rules)}"
    stones = [stone_view(stone, chapter, family, told) for stone in chapter.stones]
    return ShownTrail(
        chapter.id,
        family,
        chapter.game,
        chapter.start,
        board,
        rows,
        columns,
        not isinstance(picture, ShownRows),
        chapter.aside,
        stones,
    )


@cache
def trails(told: str) -> list[ShownTrail]:
    """Describe the chapters of all families in a language."""
    say = words(told)
    return [
        chapter_view(chapter, chapters[:at], family.name, say)
        for family in FAMILIES
        for chapters in [journey(family.name)]
        for at, chapter in enumerate(chapters)
    ]


@cache
def walked(told: str) -> bytes:
    """Describe the chapters of all families in a language, as JSON."""
    return msgspec.json.encode(trails(told))


async def all_chapters(request: Request) -> Annotated[Response, list[ShownTrail]]:
    """List the chapters of all paths, each a board and its stones in order: lessons, rounds of puzzles, creatures."""
    return made_json(walked(language(request)))


ROUTES = [Route("/api/journey", answering(all_chapters))]
