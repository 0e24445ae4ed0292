"""The course of a tournament: its pupils and rounds so far, and all that can be asked of them."""

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from lalao.errors import Phrase
from lalao.tournament.names import kept_names
from lalao.tournament.rounds import Pairing, Round, TournamentConfig
from lalao.tournament.standings import Criterion, Standing, ranked


class TournamentState(ABC):
    """What a tournament has come to; its events are for `lalao.tournament.machine`."""

    format: ClassVar[str]
    title: ClassVar[Phrase]
    bye_points: ClassVar[float] = 1.0
    """What a round without opponent gives."""
    criteria: ClassVar[Sequence[Criterion]]

    def __init__(self, setting: TournamentConfig, names: Iterable[str]) -> None:
        """Begin with these pupils and no round.

        Raises NotationError.
        """
        self.setting = setting
        self.names = kept_names(names)
        self.present = set(self.names)
        self.rounds: list[Round] = []
        self.is_closed = False
        self._seats: dict[str, list[Pairing]] = {}
        self._met: dict[str, set[str]] = {}
        self._drawn: dict[str, str] = {}
        """What the lots of pupils were drawn by whose name has changed, or was another's before."""

    @abstractmethod
    def is_decided(self) -> bool:
        """Tell whether the rounds played, all of them over, leave nothing to play."""

    @abstractmethod
    def expected_rounds(self) -> int:
        """Count the rounds there should be in all, as far as can be told now."""

    @property
    @abstractmethod
    def winners(self) -> list[str]:
        """The winners of the day, the best first; none before the tournament is over, nor where nothing was played."""

    @property
    def is_over(self) -> bool:
        """Whether no round follows; the results of the last one may still be corrected, and then one may."""
        return self.is_closed or (bool(self.rounds) and not self.open_tables() and self.is_decided())

    def open_tables(self) -> list[Pairing]:
        """List the tables without result."""
        return [table for round_ in self.rounds for table in round_.tables if table.result is None]

    def here(self) -> list[str]:
        """List the pupils present, in the order in which they came."""
        return [name for name in self.names if name in self.present]

    def still_in(self) -> list[str]:
        """List who plays on: everybody present, where losers do not go out."""
        return self.here()

    def tables_of(self, name: str) -> list[Pairing]:
        """List the tables where a pupil sat, the first round first."""
        return self._seats.get(name, [])

    def _index(self) -> None:
        """Note at which tables everybody sat, and with whom."""
        self._seats = {name: [] for name in self.names}
        for round_ in self.rounds:
            for table in round_.tables:
                for name in table.pupils:
                    self._seats[name].append(table)
        self._met = {name: {table.opponent(name) for table in tables} for name, tables in self._seats.items()}

    def have_met(self, one: str, other: str) -> bool:
        """Tell whether two pupils have sat at one table."""
        return other in self._met.get(one, ())

    def meetings(self) -> dict[str, set[str]]:
        """Tell whom each pupil has met."""
        return {name: self._met.get(name, set()) for name in self.names}

    def byes(self, name: str) -> int:
        """Count the rounds that a pupil had no opponent in."""
        return sum(name in round_.byes for round_ in self.rounds)

    def wins(self, name: str) -> int:
        """Count the games a pupil has won."""
        return sum(table.winner == name for table in self.tables_of(name))

    def points(self, name: str) -> float:
        """Sum a pupil's points."""
        return sum(table.points(name) for table in self.tables_of(name)) + self.bye_points * self.byes(name)

    def survived(self, name: str) -> int:
        """Count the rounds after which a pupil was still in, where losers go out: the last one that he went on from."""
        return max((round_.number for round_ in self.rounds if name in round_.went_on()), default=0)

    def lot(self, name: str) -> float:
        """Return the lot that parts a pupil from those equal in everything else; it never changes."""
        return random.Random(f"{self.setting.seed}/lots/{self._drawn.get(name, name)}").random()

    def ranking(self) -> list[str]:
        """List the pupils to rank, in the order in which they came."""
        return list(self.names)

    def standings(self) -> list[Standing]:
        """List the places, the first first: a total order, each place with the criterion that decides it."""
        return list(ranked(self, self.ranking(), self.criteria))

    def best(self, names: Iterable[str]) -> list[str]:
        """Sort pupils by the standings."""
        wanted = set(names)
        return [place.name for place in self.standings() if place.name in wanted]

    def as_dict(self) -> dict[str, Any]:
        """Give the tournament as plain JSON, to be shown; the journal is what is kept."""
        return {
            "setting": self.setting.as_dict(),
            "names": list(self.names),
            "present": self.here(),
            "rounds": [round_.as_dict() for round_ in self.rounds],
            "over": self.is_over,
            "winners": self.winners,
            "standings": [place.as_dict() for place in self.standings()],
        }
