"""The levels of a primary school, from GS to CM2: the board for each, and the work that a teacher may hand out there.

Work is a stone of a path, by its id, or *The last seed* of a family (``last-seed:fang``).

>>> first = grade("GS")
>>> first.game, first.by_hand, first.work[:2]
('fang-4', True, ('fang-first-sowing', 'last-seed:fang'))
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

from lalao.errors import NotationError
from lalao.games.registry import FAMILIES
from lalao.teach.foretelling import rungs
from lalao.teach.lessons import stones

FILE = Path(__file__).parent / "grades.toml"
LAST_SEED = "last-seed:"
"""The prefix of the ids of sowings to be foretold; the name of the family follows."""


class Grade(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A level: its name in French schools, the first board of a tournament, and the work to hand out, in order.

    `by_hand`: pupils sow seed by seed unless the teacher says otherwise.
    """

    id: str
    game: str
    work: tuple[str, ...]
    by_hand: bool = False


class Grades(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file of levels."""

    grades: tuple[Grade, ...]


@cache
def grades() -> Mapping[str, Grade]:
    """Return the levels by their names, the youngest first."""
    found = msgspec.convert(tomllib.loads(FILE.read_text(encoding="utf-8")), Grades)
    return {each.id: each for each in found.grades}


def grade(name: str) -> Grade:
    """Return a level by its name.

    Raises NotationError where there is none.
    """
    if name not in grades():
        raise NotationError("there is no level '{text}': choose {known}", text=name, known=", ".join(grades()))
    return grades()[name]


def check_work(work: str) -> None:
    """Check that something can be handed out; raises NotationError."""
    sown = [each.name for each in FAMILIES if work == f"{LAST_SEED}{each.name}" and rungs(each.name)]
    if work not in stones() and not sown:
        raise NotationError("there is no stone '{text}' on any path", text=work)
