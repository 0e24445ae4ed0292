"""What a class shows of its puzzles: to a pupil his own tries, to the teacher who missed what."""

from collections.abc import Iterator

import msgspec

from lalao.locale import Translator
from lalao.teach.puzzles import Puzzle, answer, question
from lalao.teach.themes import title_of
from lalao.web.api.puzzles import puzzle_view
from lalao.web.classes.classroom import Classroom
from lalao.web.classes.sets import PuzzleSet, Tries
from lalao.web.classes.shown import ShownAsked, ShownMissed, ShownOwnSet, ShownSet, ShownSolver, ShownTries


def asked_view(puzzle: Puzzle, speech: Translator) -> ShownAsked:
    """Describe a puzzle of a set."""
    return ShownAsked(
        **msgspec.structs.asdict(puzzle_view(puzzle)),
        family=puzzle.position.game.family.name,
        title=speech.say(title_of(puzzle.theme)),
        say=speech.say(question(puzzle)),
        answer=speech.say(answer(puzzle)),
    )


def tries_view(tries: list[Tries]) -> list[ShownTries]:
    """Describe a pupil's tries at the puzzles of a set."""
    return [ShownTries(each.wrong, each.helped, each.solved) for each in tries]


def own_set_view(classroom: Classroom, name: str, speech: Translator) -> ShownOwnSet | None:
    """Describe the set that a pupil has now, None where he has none."""
    handed = classroom.handed
    if handed is None:
        return None
    puzzles = [asked_view(puzzle, speech) for puzzle in handed.puzzles]
    return ShownOwnSet(len(classroom.sets), puzzles, tries_view(handed.tries_of(name)))


def set_view(classroom: Classroom, speech: Translator) -> ShownSet | None:
    """Describe the last set to the teacher, None where there was none."""
    if not classroom.sets:
        return None
    last = classroom.sets[-1]
    return ShownSet(
        number=len(classroom.sets),
        at=last.at,
        open=last.is_open,
        puzzles=[asked_view(puzzle, speech) for puzzle in last.puzzles],
        pupils=[
            ShownSolver(each.name, each.picture, tries_view(last.tries_of(each.name)))
            for each in classroom.pupils.values()
        ],
        themes=[missed_view(last, theme, speech) for theme in dict.fromkeys(each.theme for each in last.puzzles)],
    )


def missed_view(handed: PuzzleSet, theme: str, speech: Translator) -> ShownMissed:
    """Describe a theme of a set: how often it was tried and missed, and by whom."""
    tried = [(name, tries) for name, tries in tries_at(handed, theme) if tries.is_begun]
    missed = [name for name, tries in tried if tries.is_missed]
    return ShownMissed(speech.say(title_of(theme)), len(tried), len(missed), list(dict.fromkeys(missed)))


def tries_at(handed: PuzzleSet, theme: str) -> Iterator[tuple[str, Tries]]:
    """Yield what each pupil has tried of the puzzles of a theme."""
    for name, own in handed.tries.items():
        for puzzle, tries in zip(handed.puzzles, own, strict=True):
            if puzzle.theme == theme:
                yield name, tries
