"""Lessons, sowings to be foretold and the paths of the families by HTTP; a pupil's progress stays on the device."""

from functools import cache
from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from lalao.board.picture import RowPicture, ShownBoard, ShownRows
from lalao.errors import Phrase
from lalao.games.registry import FAMILIES, game
from lalao.locale import Translator, words
from lalao.teach.foretelling import Foretold, rungs
from lalao.teach.grades import Grade, grades
from lalao.teach.laying import other_starts
from lalao.teach.lessons import Aim, Ask, Chapter, Kind, Lesson, Step, Stone, journey, lesson, lessons, level_of
from lalao.teach.shipped_puzzles import of_family, title_of
from lalao.web.requests import answering, language, made_json


class ShownLessonHead(msgspec.Struct):
    """A lesson in the list of lessons: its title, how many steps it has, and the board that it begins with."""

    id: str
    family: str
    game: str
    title: str
    steps: int
    picture: ShownBoard


class ShownTask(msgspec.Struct):
    """A step of a lesson: a position, what is asked there, the sentence, and the right answers.

    `accept` holds places, moves, or who should start, depending on `ask`; `line` is shown, or tells how play continues
    after the right move; `move` is the move to be foretold; `other` is, where `ask` is "start", the position with the
    other side to start.
    """

    position: str
    ask: Ask
    aim: Aim
    say: str
    accept: tuple[str, ...]
    move: str
    line: tuple[str, ...]
    other: str


class ShownLesson(msgspec.Struct):
    """A lesson: its game, its title and its steps."""

    id: str
    family: str
    game: str
    title: str
    steps: list[ShownTask]


def head_view(one: Lesson, told: str) -> ShownLessonHead:
    """Describe a lesson in the list."""
    first = game(one.game).position(one.steps[0].position)
    picture = first.picture().shown(words(told))
    return ShownLessonHead(one.id, one.family, one.game, one.title[told], len(one.steps), picture)


def task_view(one: Lesson, step: Step, told: str) -> ShownTask:
    """Describe a step of a lesson."""
    other = str(other_starts(game(one.game).position(step.position))) if step.ask == "start" else ""
    return ShownTask(step.position, step.ask, step.aimed, step.say[told], step.accept, step.move, step.line, other)


@cache
def listed(told: str) -> bytes:
    """Describe all lessons in a language, as JSON."""
    return msgspec.json.encode([head_view(one, told) for one in lessons()])


async def all_lessons(request: Request) -> Annotated[Response, list[ShownLessonHead]]:
    """List the lessons in the order in which they are learned: id, family, game, title, steps, first board."""
    return made_json(listed(language(request)))


async def one_lesson(request: Request) -> ShownLesson:
    """Return a lesson: its steps, each a position, what is asked there, one sentence, what is right, and a line."""
    told, one = language(request), lesson(request.path_params["lesson"])
    tasks = [task_view(one, step, told) for step in one.steps]
    return ShownLesson(one.id, one.family, one.game, one.title[told], tasks)


class ShownSowing(msgspec.Struct):
    """A sowing to be foretold: its game, and what is asked, in the form of a step of a lesson."""

    game: str
    task: ShownTask


class ShownRung(msgspec.Struct):
    """Sowings that are equally hard to foretell: all take `laps` laps and, where that is one, sow `seeds` seeds."""

    laps: int
    seeds: int
    sowings: list[ShownSowing]


class ShownRungs(msgspec.Struct):
    """The sowings of a family to be foretold, the easiest first; none where nothing is sown."""

    family: str
    rungs: list[ShownRung]


def question(sowing: Foretold) -> Phrase:
    """Return the sentence that asks where the last seed falls."""
    picture = sowing.position.picture()
    assert isinstance(picture, RowPicture)  # only what lies in pits is sown
    labels = {pit.place: pit.label for row in picture.rows for pit in row}
    pit, *towards = (labels[place] for place in sowing.path)
    if towards:
        return Phrase("You sow pit {pit} towards pit {next}. Where does the last seed fall?", pit=pit, next=towards[0])
    return Phrase("You play pit {pit}. Where does the last seed fall?", pit=pit)


def sowing_view(sowing: Foretold, told: Translator) -> ShownSowing:
    """Describe a sowing."""
    said = told.say(question(sowing))
    task = ShownTask(str(sowing.position), "predict", "ends", said, (sowing.ends,), sowing.move, (), "")
    return ShownSowing(sowing.position.game.id, task)


@cache
def climbed(family: str, told: str) -> bytes:
    """Describe all sowings of a family in a language, as JSON."""
    say = words(told)
    views = [
        ShownRung(rung[0].laps, rung[0].seeds, [sowing_view(each, say) for each in rung]) for rung in rungs(family)
    ]
    return msgspec.json.encode(ShownRungs(family, views))


async def all_rungs(request: Request) -> Annotated[Response, ShownRungs]:
    """Answer with the sowings of a family to be foretold, rung by rung, the easiest first."""
    return made_json(climbed(request.path_params["family"], language(request)))


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


async def all_grades(request: Request) -> list[Grade]:  # noqa: ARG001  the same for everybody
    """List the levels of a primary school: the first board of each, and the work that a teacher may hand out there."""
    return list(grades().values())


ROUTES = [
    Route("/api/grades", answering(all_grades)),
    Route("/api/lessons", answering(all_lessons)),
    Route("/api/lessons/{lesson}", answering(one_lesson)),
    Route("/api/journey", answering(all_chapters)),
    Route("/api/sowings/{family}", answering(all_rungs)),
]
