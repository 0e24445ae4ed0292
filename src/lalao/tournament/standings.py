"""Standings: criteria are applied one after the other, lots last, so the order is total and each place has a reason."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from lalao.errors import Phrase

if TYPE_CHECKING:
    from lalao.tournament.state import TournamentState

Measure = Callable[["TournamentState", str, Sequence[str]], float]


@dataclass(frozen=True, slots=True)
class Criterion:
    """A criterion that ranks pupils: more is better.

    `measure` takes the tournament, the pupil, and the pupils who are tied under the preceding criteria.
    """

    key: str
    title: Phrase
    measure: Measure = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Standing:
    """A place in the standings: the pupil, his numbers, and the criterion that puts him below the place above."""

    rank: int
    name: str
    points: float
    wins: int
    games: int
    byes: int
    opponents: float
    by: Criterion | None

    def as_dict(self) -> dict[str, Any]:
        named = {each.name: getattr(self, each.name) for each in fields(self)}
        return named | {"by": self.by and self.by.key, "reason": self.by and str(self.by.title)}


def ranked(state: "TournamentState", names: Sequence[str], criteria: Sequence[Criterion]) -> Iterator[Standing]:
    """Yield the places of these pupils, from the first down."""
    for rank, (name, by) in enumerate(parted(state, list(names), criteria), 1):
        yield Standing(
            rank,
            name,
            state.points(name),
            state.wins(name),
            len(state.tables_of(name)),
            state.byes(name),
            opponents_points(state, name, ()),
            by,
        )


def parted(
    state: "TournamentState", tied: list[str], criteria: Sequence[Criterion]
) -> Iterator[tuple[str, Criterion | None]]:
    """Yield tied pupils in order, each with the criterion that puts him below the one before (None for the first)."""
    if len(tied) < 2 or not criteria:
        yield from ((name, None) for name in tied)
        return
    first, *others = criteria
    measures = {name: first.measure(state, name, tied) for name in tied}
    for number, value in enumerate(sorted(set(measures.values()), reverse=True)):
        group = [name for name in tied if measures[name] == value]
        for place, (name, by) in enumerate(parted(state, group, others)):
            yield name, first if number and not place else by


def opponents_points(state: "TournamentState", name: str, _tied: Sequence[str]) -> float:
    """Return the sum of the points of the opponents met (Buchholz)."""
    return sum(state.points(table.opponent(name)) for table in state.tables_of(name))


def beaten_points(state: "TournamentState", name: str, _tied: Sequence[str]) -> float:
    """Return the points of the opponents beaten plus half of those drawn with (Sonneborn-Berger)."""
    tables = state.tables_of(name)
    return sum(table.points(name) * state.points(table.opponent(name)) for table in tables)


def direct_points(state: "TournamentState", name: str, tied: Sequence[str]) -> float:
    """Return the points won against the pupils in `tied`."""
    tables = state.tables_of(name)
    return sum(table.points(name) for table in tables if table.opponent(name) in tied)


POINTS = Criterion("points", Phrase("points"), lambda day, name, _: day.points(name))
WINS = Criterion("wins", Phrase("games won"), lambda day, name, _: day.wins(name))
OPPONENTS = Criterion("opponents", Phrase("points of the opponents met"), opponents_points)
BEATEN = Criterion("beaten", Phrase("points of the opponents beaten"), beaten_points)
DIRECT = Criterion("direct", Phrase("games against each other"), direct_points)
REACHED = Criterion("reached", Phrase("rounds survived"), lambda day, name, _: day.survived(name))
LOTS = Criterion("lots", Phrase("lots drawn"), lambda day, name, _: day.lot(name))
