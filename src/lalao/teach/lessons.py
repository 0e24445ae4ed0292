"""Lessons, read from text files that a teacher can write, and the path through each family that they lie on.

A lesson is steps on a board, each with one short sentence. It is a file in ``lesson_files/<family>`` of any folder of
the package, so that a family brings its own; the names of the files give the order in which they are learned. A step
shows a turn (`see`), or asks for places (`tap`), for a move (`play`), for a move's effect (`predict`) or who should
start (`start`). The `aim` says which answers are right; `lalao.teach.lesson_checks` checks that `accept` holds exactly
these. docs/lessons.md describes the files.

>>> first = lesson("fang-first-sowing")
>>> first.game, first.steps[0].ask, len(first.steps) > 2
('fang-4', 'see', True)

A path is chapters of stones, each a lesson, a round of puzzles or a creature to beat. A family's path is
``journeys/<family>.toml`` in any folder of the package; a family without one has no path. A stone is written as the id
of a lesson, as ``?theme`` for a round of puzzles, or as the name of a creature, which is the computer at one of the
game's levels.

>>> [stone.id for stone in journey("fang")[0].stones][:4]
['fang-first-sowing', 'fang-4?last-move', 'fang-whose-tibong', 'fang-4:Soky']
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec

from lalao.engine.levels import levels_of
from lalao.errors import LalaoError, NotationError, UnknownLessonError, nearest
from lalao.folders import roots
from lalao.games.registry import FAMILIES, game
from lalao.locale import LANGUAGES

FILES = "teach/lesson_files"
MOST_LETTERS = 99
"""The most letters of a sentence: as much as somebody who is learning to read can take in."""
MOST_TITLE = 32
MOST_STEPS = 12
MOST_ANSWERS = 60
MOST_LINE = 9
"""The most plies of a line."""
MOST_POSITION = 400
MOST_MOVE = 120
MOST_BYTES = 64_000
MOST_DOTS = 1_000
"""Dots on a line: the time to read a TOML key grows with the square of its parts."""

Ask: TypeAlias = Literal["see", "tap", "play", "predict", "start"]
Aim: TypeAlias = Literal["", "legal", "best", "wins", "takes", "stuck", "ends", "taken"]
AIMS: dict[Ask, tuple[Aim, ...]] = {
    "see": ("",),
    "play": ("best", "wins", "legal"),
    "tap": ("legal", "best", "wins", "takes", "stuck"),
    "predict": ("ends", "taken"),
    "start": ("wins",),
}
"""The aims that each kind of step may have; the first is the default."""
Said: TypeAlias = dict[str, str]
"""A text by the code of its language."""
SPACES = str.maketrans("\u00a0\u202f", "  ")
"""Turns no-break spaces, as French has before some punctuation, into plain ones."""
ID = re.compile("[a-z0-9]+(-[a-z0-9]+)*")
PLACE = re.compile(r"(?P<why>.*) - at `\$(?P<place>.*)`", re.DOTALL)
STEP = re.compile(r"\.step\[(?P<number>[0-9]+)\]\.?(?P<rest>.*)")


class LessonError(NotationError):
    """An error in a lesson, with the file and the step: `step` counts from 1, 0 is the whole lesson."""

    def __init__(self, file: str, step: int, cause: LalaoError) -> None:
        """Take the error and where it was met."""
        if step:
            super().__init__("'{file}', step {step}: {cause}", file=file, step=step, cause=cause)
        else:
            super().__init__("'{file}': {cause}", file=file, cause=cause)
        self.file, self.step, self.cause = file, step, cause


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step: a position as text, what is asked there, the sentence in each language, and the right answers.

    `accept` holds places, or moves where a move is asked for, or "start" or "wait" where it is who should start.
    `line` is the line that is shown; where a move is asked for, it holds a right move, the reply, the next right move,
    and so on. `move` is the move whose effect is to be predicted.
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
        """The aim, that given or the default of this kind of step."""
        return self.aim or AIMS[self.ask][0]


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"steps": "step"}):
    """A lesson: the game's id, the lesson's own id for addresses, the title in each language, and the steps."""

    game: str
    id: str
    title: Said
    steps: tuple[Step, ...]

    @property
    def family(self) -> str:
        """The name of the game's family.

        Raises UnknownGameError.
        """
        return game(self.game).family.name


def read_lesson(text: str, file: str) -> Lesson:
    """Read a lesson from TOML; `lalao.teach.lesson_checks` checks its moves.

    `file` is the file's name, for errors. Raises LessonError where the text, a field or a size is wrong.
    """
    if len(text.encode()) > MOST_BYTES:
        raise LessonError(file, 0, NotationError("this is too long: at most {most} bytes", most=MOST_BYTES))
    if any(line.count(".") > MOST_DOTS for line in text.split("\n")):
        raise LessonError(file, 0, NotationError("a line has more than {most} dots", most=MOST_DOTS))
    try:
        found = msgspec.convert(tomllib.loads(text), Lesson, strict=True)
    except msgspec.ValidationError as error:
        raise misunderstood(file, str(error)) from None
    except (ValueError, RecursionError) as error:  # a number too long for Python is a ValueError of its own kind
        raise LessonError(file, 0, NotationError("this is not TOML: {why}", why=error)) from None
    check_words(found, file)
    return found


def misunderstood(file: str, told: str) -> LessonError:
    """Return the error for a message of msgspec, with the step and the field that it names."""
    found = PLACE.fullmatch(told)
    why, place = (found["why"], found["place"]) if found else (told, "")
    step = STEP.fullmatch(place)
    name = step["rest"] if step else place.lstrip(".")
    cause = NotationError("{field}: {why}", field=name, why=why) if name else NotationError("{why}", why=why)
    return LessonError(file, int(step["number"]) + 1 if step else 0, cause)


def check_words(one: Lesson, file: str) -> None:
    """Check the id, the game, the texts and the sizes of a lesson.

    Raises LessonError where one is wrong.
    """
    with within(file, 0):
        if not ID.fullmatch(one.id):
            raise NotationError("'{text}' is not an id: write small letters, digits and strokes", text=one.id)
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
    """Raise errors of the block as LessonError, with the file and the step (0: the whole lesson)."""
    try:
        yield
    except LessonError:
        raise
    except LalaoError as error:
        raise LessonError(file, step, error) from None


def check_said(said: Said, most: int) -> None:
    """Check that a text is there in every language and no other, on one line of at most `most` letters.

    Raises NotationError where it is not.
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
    """Check that a step is no longer than the pages can show, and has the fields that its kind needs and no others.

    Raises NotationError where that is not so.
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
    """Return all lessons, family by family, in the order in which they are learned.

    Raises LessonError where one cannot be read.
    """
    return tuple(read_lesson(file.read_text(encoding="utf-8"), file.name) for file in files())


def files() -> Iterator[Path]:
    """Yield the files of lessons in all folders of the package, in the order in which they are learned."""
    for family in FAMILIES:
        for root in roots():
            yield from sorted((root / FILES / family.name).glob("*.toml"))


def lesson(name: str) -> Lesson:
    """Return the lesson with an id.

    Raises UnknownLessonError where there is none.
    """
    known = {each.id: each for each in lessons()}
    if name not in known:
        other = nearest(name, known) or next(iter(known))
        raise UnknownLessonError("there is no lesson '{id}': write one such as {other}", id=name, other=other)
    return known[name]


def as_dict(one: Lesson, language: str) -> dict[str, Any]:
    """Return a lesson as plain JSON, with the number of its steps in place of the steps."""
    told = {"id": one.id, "family": one.family, "game": one.game, "title": one.title[language]}
    return told | {"steps": len(one.steps)}


FOLDER = "teach/journeys"
CREATURES = ("Soky", "Saho", "Tana", "Maki", "Sifa", "Papang", "Fosa", "Sokatra")
"""The computer's players, the weakest first; the pages' scripts draw them."""

Kind = Literal["lesson", "puzzles", "creature"]


class Stone(msgspec.Struct, frozen=True):
    """A stone of a path: its id on this path, and its content: a lesson's id, a theme or a creature's name."""

    id: str
    kind: Kind
    what: str


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"written": "stones"}):
    """A chapter: its id, its game, the position to start from ("" for the game's own), and its stones as written.

    `puzzles` is the game whose puzzles are met, "" for the chapter's own. A chapter that is `aside` is beside the path.
    """

    id: str
    game: str
    written: tuple[str, ...]
    start: str = ""
    puzzles: str = ""
    aside: bool = False

    @property
    def posing(self) -> str:
        """The game whose puzzles are met."""
        return self.puzzles or self.game

    @property
    def stones(self) -> tuple[Stone, ...]:
        """The stones in order."""
        return tuple(self._stone(text) for text in self.written)

    def _stone(self, text: str) -> Stone:
        if text.startswith("?"):
            return Stone(f"{self.id}{text}", "puzzles", text[1:])
        if text in CREATURES:
            return Stone(f"{self.id}:{text}", "creature", text)
        return Stone(text, "lesson", text)


class Journey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A family's file: its chapters."""

    chapters: tuple[Chapter, ...]


@cache
def journey(family: str) -> tuple[Chapter, ...]:
    """Return the chapters of a family's path; none where it has no path."""
    for root in roots():
        path = root / FOLDER / f"{family}.toml"
        if path.is_file():
            return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Journey).chapters
    return ()


@cache
def stones() -> Mapping[str, Stone]:
    """Return the stones of all paths, by their ids."""
    return {stone.id: stone for each in FAMILIES for chapter in journey(each.name) for stone in chapter.stones}


def creature_of(level: int, levels: int) -> str:
    """Return the creature that plays at a level, of `levels`; the strongest level is always the last creature."""
    strides = len(CREATURES) - 1
    return CREATURES[0 if levels < 2 else int(strides * (level - 1) / (levels - 1) + 0.5)]


def level_of(creature: str, name: str) -> int:
    """Return the level at which a creature plays a game, by the game's id.

    Raises ValueError where it plays at none.
    """
    levels = levels_of(game(name))
    return [creature_of(level, len(levels)) for level in levels].index(creature) + levels[0]
