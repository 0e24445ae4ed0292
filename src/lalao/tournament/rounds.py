"""The parts of a tournament: its configuration, its rounds, their tables and results."""

from dataclasses import dataclass, field
from enum import StrEnum

from lalao.errors import NotationError
from lalao.games.registry import game

MOST_SEED = 2**32
REGROUPING = 4.0
"""Minutes to regroup the players between two rounds, as the document says."""


class Result(StrEnum):
    """The result of a table: `FIRST` and `SECOND` name the winner's seat; both lose where each accused the other."""

    FIRST = "first"
    SECOND = "second"
    DRAW = "draw"
    BOTH_LOST = "both-lost"


def read_result(text: object) -> Result:
    """Read a result: one of the values of `Result`.

    Raises NotationError for anything else.
    """
    try:
        return Result(str(text))
    except ValueError:
        raise NotationError("there is no result '{text}': write first, second, draw or both-lost", text=text) from None


@dataclass(slots=True)
class Pairing:
    """Two pupils at a table: `first` plays South or White, and lays out the seeds in games where that is done.

    `games` counts the games begun (drawn ones are replayed where somebody must win), `was` holds results that have been
    corrected, `walkover` says that the loser has left, and `order` numbers results in the order in which they came.
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
        return self.first, self.second

    @property
    def winner(self) -> str | None:
        """The name of the winner, None where nobody has won."""
        return {Result.FIRST: self.first, Result.SECOND: self.second}.get(self.result) if self.result else None

    def opponent(self, name: str) -> str:
        return self.second if name == self.first else self.first

    def points(self, name: str) -> float:
        """Return the points of a pupil at this table: 1, ½ or 0, also 0 while there is no result."""
        if self.result is Result.DRAW:
            return 0.5
        return float(self.winner == name)


@dataclass(slots=True)
class Round:
    """The tables of a round and the pupils without opponent; times in seconds since the opening, None if not known."""

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
        """Return the table where a pupil sits, or None."""
        return next((table for table in self.tables if name in table.pupils), None)

    def went_on(self) -> list[str]:
        """List the winners in the order of the tables, then the pupils without opponent."""
        winners = [table.winner for table in self.tables]
        return [name for name in winners if name is not None] + self.byes


@dataclass(frozen=True, slots=True)
class TournamentConfig:
    """The configuration of a tournament, fixed when it opens.

    `winners` is the number of winners of the day in poules, `rounds` the number of rounds of a Swiss tournament (None:
    enough to rank everybody), `pairing` its pairing engine, ``quick`` or ``dutch``, `minutes` the expected length of a
    game (None: the usual one), `regrouping` the minutes needed to find the next table.
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
        """Check all fields, which may come from a file or a form, and replace an alias of the game by its id.

        Raises NotationError or UnknownGameError.
        """
        object.__setattr__(self, "game", game(str(self.game)).id)
        checked("seed", self.seed, 0, MOST_SEED)
        checked("winners", self.winners, 1, 100)
        if self.rounds is not None:
            checked("rounds", self.rounds, 1, 100)
        for name, minutes in (("minutes", self.minutes), ("regrouping", self.regrouping)):
            counted = isinstance(minutes, int | float) and not isinstance(minutes, bool) and 0 <= minutes <= 600
            if minutes is not None and not counted:
                raise NotationError("{name} is '{text}': write a number from 0 to 600", name=name, text=minutes)
        if self.pairing not in ("quick", "dutch"):
            raise NotationError("there is no pairing '{text}': choose quick or dutch", text=self.pairing)


def checked(name: str, value: object, least: int, most: int) -> None:
    """Check that a value is a whole number from `least` to `most`.

    Raises NotationError where it is not.
    """
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise NotationError(
            "{name} is '{text}': write a whole number from {least} to {most}",
            name=name,
            text=value,
            least=least,
            most=most,
        )
