"""The state of a tournament: its pupils and rounds so far, and the queries on them."""

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import ClassVar

from lalao.errors import Phrase
from lalao.tournament.names import kept_names
from lalao.tournament.rounds import Pairing, Round, TournamentConfig
from lalao.tournament.standings import Criterion, Standing, ranked


class TournamentState(ABC):
    """The state of a tournament, without the events that change it (`lalao.tournament.machine`)."""

    format: ClassVar[str]
    title: ClassVar[Phrase]
    bye_points: ClassVar[float] = 1.0
    """Points for a round without opponent."""
    criteria: ClassVar[Sequence[Criterion]]

    def __init__(self, setting: TournamentConfig, names: Iterable[str]) -> None:
        """Begin with these pupils, all present, and no round.

        Raises NotationError where a name is not usable or appears twice.
        """
        self.setting = setting
        self.names = kept_names(names)
        self.present = set(self.names)
        self.rounds: list[Round] = []
        self.is_closed = False
        self._seats: dict[str, list[Pairing]] = {}
        self._met: dict[str, set[str]] = {}
        self._drawn: dict[str, str] = {}
        """The text from which a pupil's lot is drawn, if not the name: he was renamed, or has another's former name."""

    @abstractmethod
    def is_decided(self) -> bool:
        """Tell whether nothing is left to play, given that all rounds are over."""

    @abstractmethod
    def expected_rounds(self) -> int:
        """Return the number of rounds in all, as far as it can be known now."""

    @property
    def winners(self) -> list[str]:
        """The winners, the best first, one unless a format has more; empty before the end, or if nothing was played."""
        return [self.standings()[0].name] if self.is_over and self.rounds else []

    @property
    def is_over(self) -> bool:
        """Whether no round follows; a correction of the last round's results can change that."""
        return self.is_closed or (bool(self.rounds) and not self.open_tables() and self.is_decided())

    def open_tables(self) -> list[Pairing]:
        """List the tables without result."""
        return [table for round_ in self.rounds for table in round_.tables if table.result is None]

    def round_title(self) -> Phrase:
        """Return the name of the last round."""
        number = len(self.rounds)
        return Phrase("Round {round} of {count}", round=number, count=max(self.expected_rounds(), number))

    def is_second_chance(self, round_: Round, table: Pairing) -> bool:  # noqa: ARG002  poules use them
        """Tell whether a table is one of the second chance (*repêchage*), which only poules have."""
        return False

    def here(self) -> list[str]:
        """List the present pupils, in the order in which they joined."""
        return [name for name in self.names if name in self.present]

    def still_in(self) -> list[str]:
        """List the pupils who play on: all present ones, in formats where losers do not go out."""
        return self.here()

    def tables_of(self, name: str) -> list[Pairing]:
        """List the tables where a pupil has sat, in the order of the rounds."""
        return self._seats.get(name, [])

    def _index(self) -> None:
        """Rebuild the index of tables and opponents by pupil."""
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
        """Return the set of opponents that each pupil has met, by name."""
        return {name: self._met.get(name, set()) for name in self.names}

    def byes(self, name: str) -> int:
        """Return the number of rounds in which a pupil had no opponent."""
        return sum(name in round_.byes for round_ in self.rounds)

    def wins(self, name: str) -> int:
        """Return the number of games that a pupil has won."""
        return sum(table.winner == name for table in self.tables_of(name))

    def points(self, name: str) -> float:
        """Return a pupil's points: 1 for a win, ½ for a draw, `bye_points` for a bye."""
        return sum(table.points(name) for table in self.tables_of(name)) + self.bye_points * self.byes(name)

    def survived(self, name: str) -> int:
        """Return the number of the last round that a pupil won or had a bye in, 0 if there is none."""
        return max((round_.number for round_ in self.rounds if name in round_.went_on()), default=0)

    def lot(self, name: str) -> float:
        """Return a pupil's lot, from 0 to 1, which breaks the last ties; it never changes."""
        return random.Random(f"{self.setting.seed}/lots/{self._drawn.get(name, name)}").random()

    def standings(self) -> list[Standing]:
        """List the places from the first down, each with the criterion that decides it."""
        return list(ranked(self, self.names, self.criteria))

    def best(self, names: Iterable[str]) -> list[str]:
        """List some pupils in the order of the standings."""
        wanted = set(names)
        return [place.name for place in self.standings() if place.name in wanted]
