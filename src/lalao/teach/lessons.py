"""Lessons: steps on a board, each with one short sentence, read from text files that a teacher can write.

A lesson is a file of ``lesson_files/<family>`` in any folder of the package, so that a family brings its own; the files
stand in the order in which they are learned. A step shows a turn (`see`), or asks for places (`tap`), for a move
(`play`), for what a move will do (`predict`) or who should start (`start`). What is right is what the `aim` says;
`lalao.teach.lesson_checks` sees that `accept` holds just that. docs/lessons.md describes the files.

>>> first = lesson("fang-first-sowing")
>>> first.game, first.steps[0].ask, len(first.steps) > 2
('fang-4', 'see', True)
"""

import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec

from lalao.errors import LalaoError, NotationError, UnknownLessonError
from lalao.folders import roots
from lalao.games.registry import FAMILIES, game
from lalao.locale import LANGUAGES

FILES = "teach/lesson_files"
MOST_LETTERS = 99
"""Letters of a sentence: what somebody who learns to read takes in."""
MOST_TITLE = 32
MOST_STEPS = 12
MOST_ANSWERS = 60
MOST_LINE = 9
"""Plies of a line."""
MOST_POSITION = 400
MOST_MOVE = 120
MOST_BYTES = 64_000

Ask: TypeAlias = Literal["see", "tap", "play", "predict", "start"]
Aim: TypeAlias = Literal["", "legal", "best", "wins", "takes", "stuck", "ends", "taken"]
AIMS: dict[Ask, tuple[Aim, ...]] = {
    "see": ("",),
    "play": ("best", "wins", "legal"),
    "tap": ("legal", "best", "wins", "takes", "stuck"),
    "predict": ("ends", "taken"),
    "start": ("wins",),
}
"""What may be aimed at in each kind of step; the first is meant where nothing is said."""
Said: TypeAlias = dict[str, str]
"""A text in each language."""
SPACES = str.maketrans("\u00a0\u202f", "  ")
"""Spaces at which no line is broken, as before the tall signs of French."""
ID = re.compile("[a-z0-9]+(-[a-z0-9]+)*")
PLACE = re.compile(r"(?P<why>.*) - at `\$(?P<place>.*)`", re.DOTALL)
STEP = re.compile(r"\.step\[(?P<number>[0-9]+)\]\.?(?P<rest>.*)")


class LessonError(NotationError):
    """A lesson that is not as it should be, with the file and the step: `step` counts from 1, 0 is the whole lesson."""

    def __init__(self, file: str, step: int, cause: LalaoError) -> None:
        """Say where `cause` was met."""
        if step:
            super().__init__("'{file}', step {step}: {cause}", file=file, step=step, cause=cause)
        else:
            super().__init__("'{file}': {cause}", file=file, cause=cause)
        self.file, self.step, self.cause = file, step, cause


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step: a position as text, what is asked there, the sentence in each language, and what is right.

    `accept` holds places where places are asked for, moves where a move is, "start" or "wait" where it is who should
    start. `line` is what is shown; where a move
    is asked for it holds a right move, the reply, the next right move, and so on. `move` is the one that is foretold.
    """

    position: str
    ask: Ask
    say: Said
    aim: Aim = ""
    accept: tuple[str, ...] = ()
    move: str = ""
    line: tuple[str, ...] = ()

    @property
    def aimed(self) -> Aim:
        """What is right, said or meant."""
        return self.aim or AIMS[self.ask][0]


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"steps": "step"}):
    """A lesson: the game, the name in addresses, the title in each language, and its steps."""

    game: str
    id: str
    title: Said
    steps: tuple[Step, ...]

    @property
    def family(self) -> str:
        """The family of the game."""
        return game(self.game).family.name


def read_lesson(text: str, file: str) -> Lesson:
    """Read a lesson; that its moves can be played is for `lalao.teach.lesson_checks`.

    Raises LessonError.
    """
    if len(text.encode()) > MOST_BYTES:
        raise LessonError(file, 0, NotationError("this is too long: at most {most} bytes", most=MOST_BYTES))
    try:
        found = msgspec.convert(tomllib.loads(text), Lesson, strict=True)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise LessonError(file, 0, NotationError("this is no TOML: {why}", why=error)) from None
    except msgspec.ValidationError as error:
        raise misunderstood(file, str(error)) from None
    check_words(found, file)
    return found


def misunderstood(file: str, told: str) -> LessonError:
    """Say in which step a field is wrong."""
    found = PLACE.fullmatch(told)
    why, place = (found["why"], found["place"]) if found else (told, "")
    step = STEP.fullmatch(place)
    name = step["rest"] if step else place.lstrip(".")
    cause = NotationError("{field}: {why}", field=name, why=why) if name else NotationError("{why}", why=why)
    return LessonError(file, int(step["number"]) + 1 if step else 0, cause)


def check_words(one: Lesson, file: str) -> None:
    """Check the words and the sizes of a lesson.

    Raises LessonError.
    """
    with within(file, 0):
        if not ID.fullmatch(one.id):
            raise NotationError("'{text}' is no id: write small letters, digits and strokes", text=one.id)
        check_said(one.title, MOST_TITLE)
        if not 0 < len(one.steps) <= MOST_STEPS:
            count = len(one.steps)
            raise NotationError("a lesson has from 1 to {most} steps, not {number}", most=MOST_STEPS, number=count)
        game(one.game)
    for number, step in enumerate(one.steps, 1):
        with within(file, number):
            check_said(step.say, MOST_LETTERS)
            check_sizes(step)


@contextmanager
def within(file: str, step: int) -> Iterator[None]:
    """Say of what goes wrong in which step of which file it is.

    Raises LessonError.
    """
    try:
        yield
    except LessonError:
        raise
    except LalaoError as error:
        raise LessonError(file, step, error) from None


def check_said(said: Said, most: int) -> None:
    """Check a text: there in every language, on one line, and short.

    Raises NotationError.
    """
    for language in LANGUAGES:
        text = said.get(language, "")
        if not text.strip():
            raise NotationError("there is no text in the language {language}", language=language)
        if len(text) > most or not text.translate(SPACES).isprintable():
            raise NotationError("'{text}' is not one line of at most {most} letters", text=text, most=most)
    for language in said:
        if language not in LANGUAGES:
            raise NotationError("there is no language '{language}': choose fr, en or mg", language=language)


def check_sizes(step: Step) -> None:
    """Check that a step is no longer than the pages show, and has what its kind needs and nothing else.

    Raises NotationError.
    """
    moves = (*step.accept, *step.line, step.move)
    long = [text for text in moves if len(text) > MOST_MOVE] + [step.position] * (len(step.position) > MOST_POSITION)
    if long:
        raise NotationError("'{text}' is too long for a lesson", text=long[0])
    if len(step.accept) > MOST_ANSWERS or len(step.line) > MOST_LINE:
        raise NotationError(
            "at most {answers} answers and {plies} moves of a line", answers=MOST_ANSWERS, plies=MOST_LINE
        )
    if step.aimed not in AIMS[step.ask]:
        known = ", ".join(AIMS[step.ask]) or "–"
        raise NotationError("aim '{aim}' is not for {ask}: choose {known}", aim=step.aim, ask=step.ask, known=known)
    for field, needed, there in (
        ("accept", step.ask != "see", step.accept),
        ("move", step.ask == "predict", step.move),
        ("line", step.ask == "see", step.line),
    ):
        if needed and not there:
            raise NotationError("{ask} needs {field}", ask=step.ask, field=field)
        if there and not needed and not (field == "line" and step.ask == "play"):
            raise NotationError("{ask} has no {field}", ask=step.ask, field=field)


@cache
def lessons() -> tuple[Lesson, ...]:
    """Read all lessons that are there, family by family, in the order in which they are learned.

    Raises LessonError.
    """
    return tuple(read_lesson(file.read_text(encoding="utf-8"), file.name) for file in files())


def files() -> Iterator[Path]:
    """Yield the files of lessons, wherever the package has some."""
    for family in FAMILIES:
        for root in roots():
            yield from sorted((root / FILES / family.name).glob("*.toml"))


def lesson(name: str) -> Lesson:
    """Return a lesson by its id.

    Raises UnknownLessonError.
    """
    found = next((each for each in lessons() if each.id == name), None)
    if found is None:
        raise UnknownLessonError("there is no lesson '{id}': lalao lessons list names them", id=name)
    return found


def as_dict(one: Lesson, language: str) -> dict[str, Any]:
    """Tell a lesson in a few words, as plain JSON."""
    told = {"id": one.id, "family": one.family, "game": one.game, "title": one.title[language]}
    return told | {"steps": len(one.steps)}
