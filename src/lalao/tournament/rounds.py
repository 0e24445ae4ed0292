"""What a tournament is made of: its setting, its rounds, their tables and what came of them."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from lalao.errors import NotationError
from lalao.games.registry import game

MOST_SEED = 2**32
REGROUPING = 4.0
"""Minutes to regroup the players between two rounds, the document's figure."""


class Result(StrEnum):
    """What came of a table: `FIRST` and `SECOND` name the seat that won; nobody wins where each accused the other."""

    FIRST = "first"
    SECOND = "second"
    DRAW = "draw"
    BOTH_LOST = "both-lost"


def read_result(text: object) -> Result:
    """Read a result.

    Raises NotationError.
    """
    try:
        return Result(str(text))
    except ValueError:
        raise NotationError("there is no result '{text}': write first, second, draw or both-lost", text=text) from None


@dataclass(slots=True)
class Pairing:
    """Two pupils and their game: `first` sits at South or White, and lays out the seeds where the game has that.

    `games` counts the games begun (a drawn one is played again where somebody must win), `was` holds the results that
    were corrected, `walkover` says that the loser has left.
    """

    number: int
    first: str
    second: str
    result: Result | None = None
    walkover: bool = False
    games: int = 1
    accusers: list[str] = field(default_factory=list)
    was: list[Result] = field(default_factory=list)
    order: int = 0

    @property
    def pupils(self) -> tuple[str, str]:
        """Both pupils."""
        return self.first, self.second

    @property
    def winner(self) -> str | None:
        """Who has won, if anybody."""
        return {Result.FIRST: self.first, Result.SECOND: self.second}.get(self.result) if self.result else None

    def opponent(self, name: str) -> str:
        """Return the other pupil."""
        return self.second if name == self.first else self.first

    def points(self, name: str) -> float:
        """Return what the table gives a pupil: 1, ½ or 0."""
        if self.result is Result.DRAW:
            return 0.5
        return float(self.winner == name)

    def as_dict(self) -> dict[str, Any]:
        """Give the table as plain JSON."""
        return {
            "table": self.number,
            "first": self.first,
            "second": self.second,
            "result": self.result,
            "winner": self.winner,
            "walkover": self.walkover,
            "games": self.games,
            "accusers": list(self.accusers),
            "corrected": [str(result) for result in self.was],
        }


@dataclass(slots=True)
class Round:
    """The tables of a round and the pupils without opponent; times in seconds, None where nobody told them."""

    number: int
    tables: list[Pairing]
    byes: list[str]
    begun: float | None = None
    ended: float | None = None

    @property
    def is_over(self) -> bool:
        """Whether every table has its result."""
        return all(table.result for table in self.tables)

    def table_of(self, name: str) -> Pairing | None:
        """Return the table where a pupil sits."""
        return next((table for table in self.tables if name in table.pupils), None)

    def went_on(self) -> list[str]:
        """List who won or had no opponent, in the order of the tables."""
        winners = [table.winner for table in self.tables]
        return [name for name in winners if name is not None] + self.byes

    def as_dict(self) -> dict[str, Any]:
        """Give the round as plain JSON."""
        return {
            "round": self.number,
            "tables": [table.as_dict() for table in self.tables],
            "byes": list(self.byes),
            "over": self.is_over,
        }


@dataclass(frozen=True, slots=True)
class TournamentConfig:
    """What is fixed when a tournament opens.

    `winners` is how many winners of the day the poules look for, `rounds` how many rounds a Swiss tournament has
    (None: enough to part everybody), `pairing` the library's engine that pairs it, `minutes` how long a game is
    expected to take (None: as the game says), `regrouping` how long it takes to find the next table.
    """

    format: str
    game: str
    seed: int = 1
    winners: int = 3
    rounds: int | None = None
    pairing: str = "quick"
    minutes: float | None = None
    regrouping: float = REGROUPING

    def __post_init__(self) -> None:
        """Check what a file or a form may have said.

        Raises NotationError, or UnknownGameError.
        """
        object.__setattr__(self, "game", game(str(self.game)).id)
        checked("seed", self.seed, 0, MOST_SEED)
        checked("winners", self.winners, 1, 100)
        if self.rounds is not None:
            checked("rounds", self.rounds, 1, 100)
        for name, minutes in (("minutes", self.minutes), ("regrouping", self.regrouping)):
            if minutes is not None and not (isinstance(minutes, int | float) and 0 <= minutes <= 600):
                raise NotationError("{name} is '{text}': write a number from 0 to 600", name=name, text=minutes)
        if self.pairing not in ("quick", "dutch"):
            raise NotationError("there is no pairing '{text}': choose quick or dutch", text=self.pairing)

    def as_dict(self) -> dict[str, Any]:
        """Give the setting as plain JSON."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


def checked(name: str, value: object, least: int, most: int) -> None:
    """Refuse what is not a whole number within bounds.

    Raises NotationError.
    """
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise NotationError(
            "{name} is '{text}': write a whole number from {least} to {most}",
            name=name,
            text=value,
            least=least,
            most=most,
        )
