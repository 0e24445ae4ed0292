"""Lessons by HTTP: parse, ask, answer."""

from functools import cache
from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from lalao.board.shown import ShownBoard
from lalao.games.registry import game
from lalao.locale import words
from lalao.teach.asking import other_starts
from lalao.teach.lessons import Aim, Ask, Lesson, Step, lesson, lessons
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
    """A step of a lesson: a position, what is asked there, the sentence, and what is right.

    `accept` holds places, moves, or who should start, depending on `ask`; `line` is what is shown, or how play goes on
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


ROUTES = [
    Route("/api/lessons", answering(all_lessons)),
    Route("/api/lessons/{lesson}", answering(one_lesson)),
]
