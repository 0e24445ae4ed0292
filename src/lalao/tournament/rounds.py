"""The parts of a tournament: its configuration, its rounds, their tables and results, their clock and pairings.

Pairings are matchings of greatest size, and among these of least cost (networkx). A cost is a tuple of integers,
compared from the left as Python compares tuples: no saving in a later place makes up for more in an earlier one. Pairs
and byes are chosen in one matching, in which an empty seat is a partner like any other, with its own cost.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import combinations
from math import prod
from typing import TYPE_CHECKING

from lalao.errors import NotationError
from lalao.games.registry import game

if TYPE_CHECKING:
    from lalao.tournament.state import TournamentState

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


@dataclass(frozen=True, slots=True)
class RoundTime:
    """Minutes of a round, with the regrouping before it; `actual` is None unless the round is over and was timed."""

    number: int
    estimated: float
    actual: float | None


def minutes_a_game(day: "TournamentState") -> float:
    """Return the expected minutes of a game: as configured, else the usual ones of the game."""
    setting = day.setting
    return game(setting.game).minutes if setting.minutes is None else setting.minutes


def estimated(day: "TournamentState", number: int) -> float:
    """Return the expected minutes of a round: those of a game, plus those of the regrouping from round 2 on."""
    return minutes_a_game(day) + (day.setting.regrouping if number > 1 else 0)


def started(day: "TournamentState", number: int) -> float | None:
    """Return when a round started: at the end of the previous one, the first at its call; None where not timed."""
    if number > 1:
        return day.rounds[number - 2].ended
    return day.rounds[0].begun if day.rounds else None


def actual(day: "TournamentState", number: int) -> float | None:
    """Return the minutes that a round took, None where they were not timed."""
    since, ended = started(day, number), day.rounds[number - 1].ended
    return None if since is None or ended is None else (ended - since) / 60


def times(day: "TournamentState") -> list[RoundTime]:
    """List the times of the rounds played and of those still expected."""
    last = max(len(day.rounds), day.expected_rounds())
    return [
        RoundTime(number, estimated(day, number), actual(day, number) if number <= len(day.rounds) else None)
        for number in range(1, last + 1)
    ]


def coming(day: "TournamentState") -> list[float]:
    """List the expected minutes of the rounds that are not over, their games at the pace of those that were timed.

    Only games are scaled by the pace, not the regrouping between rounds.
    """
    rows, game_minutes = times(day), minutes_a_game(day)
    done = [row for row in rows if row.actual is not None]
    played = sum(max((row.actual or 0) - (row.estimated - game_minutes), 0) for row in done)
    pace = played / (len(done) * game_minutes) if done and game_minutes else 1.0
    over = {here.number for here in day.rounds if here.is_over}
    return [row.estimated - game_minutes + pace * game_minutes for row in rows if row.number not in over]


def passed(day: "TournamentState", now: float) -> float:
    """Return the minutes since the round in progress started, or the regrouping before it; 0 where not timed.

    `now` is in seconds since the opening.
    """
    over = sum(here.is_over for here in day.rounds)
    since = None if day.is_over else started(day, over + 1)
    return 0.0 if since is None else max(now - since, 0.0) / 60


Pairs = list[tuple[str, str]]
Cost = tuple[int, ...]


def matched(
    names: Sequence[str],
    cost: Callable[[str, str], Cost | None],
    bye_cost: Callable[[str], Cost],
    byes: int | None = None,
) -> tuple[Pairs, list[str]]:
    """Pair as many pupils as possible at the least cost; return the pairs and those without opponent.

    `cost` returns the cost of a pair, None for a forbidden one; `bye_cost` that of having no opponent. `byes` is the
    number of empty seats, by default 1 if the number of pupils is odd, else 0. All costs have the same length. Pairs
    come in the order of `names`.
    """
    import networkx as nx  # type: ignore[import-untyped]  # takes 0.25 s to import, needed by few commands

    empty_seats = range(-1, -1 - (len(names) % 2 if byes is None else byes), -1)
    costs = {(i, j): cost(names[i], names[j]) for i, j in combinations(range(len(names)), 2)}
    costs |= {(seat, i): bye_cost(name) for seat in empty_seats for i, name in enumerate(names)}
    known = {edge: price for edge, price in costs.items() if price is not None}
    prices = dict(zip(known, in_one_number(known.values(), len(names)), strict=True))
    most = max(prices.values(), default=0) + 1
    graph = nx.Graph()
    graph.add_nodes_from(range(len(names)))
    graph.add_weighted_edges_from((i, j, most - price) for (i, j), price in prices.items())
    edges = sorted(tuple(sorted(edge)) for edge in nx.max_weight_matching(graph, maxcardinality=True))
    pairs = [(names[i], names[j]) for i, j in edges if i >= 0]
    paired = {name for pair in pairs for name in pair}
    return pairs, [name for name in names if name not in paired]


def in_one_number(costs: Iterable[Cost], most_edges: int) -> list[int]:
    """Return costs as integers, such that sums of up to `most_edges` of them compare as the sums of the tuples do."""
    rows = list(costs)
    columns = list(zip(*rows, strict=True))
    least = [min(column) for column in columns]
    radix = [most_edges * (max(column) - low) + 1 for column, low in zip(columns, least, strict=True)]
    scales = [prod(radix[place + 1 :]) for place in range(len(radix))]
    return [sum((part - low) * scale for part, low, scale in zip(row, least, scales, strict=True)) for row in rows]
