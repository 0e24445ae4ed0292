"""The progress of pupils, counted from the records of their games; nothing else is stored.

>>> from lalao.record import read
>>> game = read('''[Game "fafy-impartial"]
... [South "Awa"]
... [North "Léo"]
... 1. 4+ 7- 2. 1+ 1-0''')
>>> awa = by_pupil([game])["Awa"]
>>> awa.games, awa.won, awa.moves, awa.judged, awa.thrown
(1, 1, 2, 1, 1)

`Openings` counts the moves played from a position in many records, and how those games ended. Positions that
a symmetry of the board brings onto each other count as one, and so do moves that lead to such positions. A move counts
once per game, however often it was played there.

>>> from lalao.record import read_all
>>> games = read_all('[Game "fang-4"] 1. 2 2 2. 3 1 3. 2 3 0-1 [Game "fang-4"] 1. 3 2 *')
>>> [(each.moves, each.games, each.won) for each in Openings(games).continuations()]
[(('2',), 1, 0), (('3',), 1, 0)]
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, fields
from datetime import date, datetime
from itertools import groupby
from typing import Any

from lalao.errors import NotationError, TooLargeError, each, of_type
from lalao.events import Event
from lalao.games.game import AnyPosition, Game, name_of
from lalao.games.registry import Hook
from lalao.record import Record
from lalao.record.tree import OPEN, UNNAMED, Node
from lalao.solve import ValuePreserver, solve
from lalao.teach.foretelling import sown_by_hand, strayed
from lalao.values import Unknown

NO_PUPIL = re.compile(r"human|random|greedy|perfect|(level|engine):.*")
"""Matches the name in a record of a player who was not named, or is the computer."""

RECORDS = "a list of records"

MOST_POSITIONS = 100_000
"""The most positions looked at to judge one."""

Judge = Callable[[AnyPosition], int | None]
"""Tells who wins a position: 1 the side to move, -1 the other, 0 nobody, None where that is not known."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts for a pupil or a class; adding two adds every count but `longest`, of which the larger is kept.

    `games` counts finished games, `moves` those of all games; `judged` the moves in positions that were won but could
    be given away, `thrown` those of them that did so. `sown` is the number of moves sown by hand, `clean` that of those
    without a miss, `longest` the longest sowing among these, in seeds; `misses` the gestures that were not the next
    one. `right` and `left` count directions that were chosen, from the player's own side, `astray` first seeds dropped
    to the left where the rule says to the right.
    """

    games: int = 0
    won: int = 0
    drawn: int = 0
    moves: int = 0
    judged: int = 0
    thrown: int = 0
    longest: int = 0
    sown: int = 0
    clean: int = 0
    misses: int = 0
    right: int = 0
    left: int = 0
    astray: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        sums = {each.name: getattr(self, each.name) + getattr(other, each.name) for each in fields(self)}
        return Tally(**sums | {"longest": max(self.longest, other.longest)})


class Exact:
    """A `Judge` of games that can be solved within seconds; it remembers its solutions."""

    def __init__(self) -> None:
        self._preservers: dict[Game, ValuePreserver] = {}

    def __call__(self, position: AnyPosition) -> int | None:
        """Tell who wins a position; None where the game is too large or the solver does not know."""
        game = position.game
        if not game.small:
            return None
        try:
            sign = self._preservers.setdefault(game, ValuePreserver(game)).begin(position, MOST_POSITIONS)
        except TooLargeError:
            value = solve(position).value
            return None if isinstance(value, Unknown) else value.sign
        try:
            return sign(position)
        except TooLargeError:
            return None


def by_pupil(records: Iterable[Record], judge: Judge | None = None) -> dict[str, Tally]:
    """Return the counts of each pupil by name; players without a name, and the computer, are left out."""
    counted: dict[str, Tally] = defaultdict(Tally)
    judge = judge or Exact()
    for record in each("records", records, Record, RECORDS):
        for name, tally in tallies(record, judge):
            counted[name] += tally
    return dict(counted)


def by_date(records: Iterable[Record], judge: Judge | None = None) -> dict[str, dict[date, Tally]]:
    """Return the counts of each pupil by name and date; games without a date are left out."""
    counted: dict[str, dict[date, Tally]] = defaultdict(lambda: defaultdict(Tally))
    judge = judge or Exact()
    for record in each("records", records, Record, RECORDS):
        day = date_of(record)
        if day is not None:
            for name, tally in tallies(record, judge):
                counted[name][day] += tally
    return {name: dict(sorted(days.items())) for name, days in counted.items()}


def by_week(records: Iterable[Record], judge: Judge | None = None) -> dict[str, dict[str, Tally]]:
    """Return the counts of each pupil by name and ISO week, like ``2026-W47``; games without a date are left out."""
    counted: dict[str, dict[str, Tally]] = {}
    for name, days in by_date(records, judge).items():
        weeks = counted.setdefault(name, {})
        for day, tally in days.items():
            weeks[week_of(day)] = weeks.get(week_of(day), Tally()) + tally
    return counted


def of_class(counted: dict[str, Tally]) -> Tally:
    """Return the sum of the pupils of a class; a game between two of them counts for both."""
    counted = of_type("counted", counted, dict, "what by_pupil returns")
    return sum(each("counted", counted.values(), Tally, "what by_pupil returns"), Tally())


def progress_view(records: Iterable[Record], judge: Judge | None = None) -> dict[str, Any]:
    """Return the counts by week as plain JSON: ``pupils`` by name, and ``class`` for all of them together."""
    counted = by_week(records, judge)
    together: dict[str, Tally] = defaultdict(Tally)
    for weeks in counted.values():
        for week, tally in weeks.items():
            together[week] += tally
    pupils = {name: as_dicts(weeks) for name, weeks in sorted(counted.items(), key=lambda pupil: pupil[0].casefold())}
    return {"pupils": pupils, "class": as_dicts(together)}


def as_dicts(weeks: dict[str, Tally]) -> dict[str, dict[str, int]]:
    """Return the counts of each week as plain JSON, in order."""
    return {week: asdict(tally) for week, tally in sorted(weeks.items())}


def tallies(record: Record, judge: Judge) -> Iterator[tuple[str, Tally]]:
    """Yield the counts that a game adds to each of its players who has a name."""
    by_hand, wrong = sown_by_hand(record), strayed(record)
    for side, tag in zip(record.game.sides, record.player_tags, strict=True):
        name = record.tags.get(tag, UNNAMED)
        if name == UNNAMED or NO_PUPIL.fullmatch(name):
            continue
        own = {ply: node for ply, node in enumerate(record.root.line(), 1) if before(node).to_move is side}
        kept = [one for one in (judgement(node, judge) for node in own.values()) if one is not None]
        sown = {ply: misses for ply, misses in by_hand.items() if ply in own}
        clean = [ply for ply, misses in sown.items() if not misses]
        chosen = Counter(direction(node, ply in sown) for ply, node in own.items())
        yield (
            name,
            Tally(
                games=int(record.result != OPEN),
                won=int(record.result == ("1-0" if side.is_first else "0-1")),
                drawn=int(record.result == "1/2-1/2"),
                moves=len(own),
                judged=len(kept),
                thrown=kept.count(False),
                longest=max((longest_sowing(own[ply]) for ply in clean), default=0),
                sown=len(sown),
                clean=len(clean),
                misses=sum(sown.values()),
                right=chosen["right"],
                left=chosen["left"],
                astray=sum(count for ply, count in wrong.items() if ply in own),
            ),
        )


def before(node: Node) -> AnyPosition:
    """Return the position in which a node's move was played."""
    assert node.parent is not None
    return node.parent.position


def judgement(node: Node, judge: Judge) -> bool | None:
    """Tell whether a move kept a won position; None where it was not won, could not be given away, or is not known.

    A move in a lost position shows nothing, nor does one in a position that every move wins.
    """
    here, played = before(node), judge(node.position)
    if played is None:
        return None
    if played != -1:
        return False if judge(here) == 1 else None
    others = (judge(here._play(move)) for move in here.legal_moves())
    return True if any(other in (0, 1) for other in others) else None


DIRECTION: Hook[Callable[[AnyPosition, Any, bool], str]] = Hook("lalao.teach", "direction")


def direction(node: Node, by_hand: bool) -> str:
    """Return the direction that was chosen with a move, ``right`` or ``left`` of its player, "" where none was."""
    told = DIRECTION.by(node.position.game)
    return told(before(node), node.move, by_hand) if told else ""


def longest_sowing(node: Node) -> int:
    """Return the number of seeds in the longest sowing of a move, 0 where nothing is sown."""
    events: tuple[Event, ...] = before(node).events(node.move)
    runs: Iterator[tuple[str, Any]] = groupby(events, key=lambda event: event.key)
    return max((len(list(run)) for key, run in runs if key == "sow"), default=0)


def date_of(record: Record) -> date | None:
    """Return a game's date; None where it has no valid one."""
    try:
        return datetime.strptime(record.tags.get("Date", ""), "%Y.%m.%d").date()
    except ValueError:
        return None


def week_of(day: date) -> str:
    """Return the ISO week of a date, like ``2026-W47``."""
    year, week, _ = day.isocalendar()
    return f"{year}-W{week:02}"


DRAWN = "1/2-1/2"


@dataclass(frozen=True, slots=True)
class Continuation:
    """Moves that lead to equivalent positions, and the games in which one of them was played.

    `won`, `drawn` and `lost` count games for the side to move; unfinished games are counted only in `games`.
    """

    moves: tuple[str, ...]
    games: int
    won: int
    drawn: int
    lost: int


class Openings:
    """The moves and results of some records, all of one game, by position."""

    def __init__(self, records: Iterable[Record]) -> None:
        """Count the moves of the main lines.

        Raises NotationError where the records are not all of one game, or there are none.
        """
        self._results: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        every = list(records)
        games = sorted({record.game.id for record in every})
        if len(games) != 1:
            raise NotationError("these records are not of one game: {games}", games=", ".join(games) or "–")
        self.game = every[0].game
        for record in every:
            self._add(record)

    def _add(self, record: Record) -> None:
        winner = {"1-0": record.game.sides[0], "0-1": record.game.sides[1]}.get(record.result)
        counted = set()
        positions = record.positions()
        names = [name_of(position) for position in positions]
        for position, before, after in zip(positions, names, names[1:], strict=False):
            if (before, after) not in counted:
                counted.add((before, after))
                result = "won" if winner is position.to_move else "lost" if winner else record.result
                self._results[before, after][result] += 1

    def continuations(self, position: AnyPosition | None = None) -> list[Continuation]:
        """List the moves played from a position (by default the game's start), the most played first."""
        here = self.game.start() if position is None else position
        leading: defaultdict[str, list[str]] = defaultdict(list)
        for move in here.legal_moves():
            leading[name_of(here.play(move))].append(str(move))
        before = name_of(here)
        continuations = []
        for after, moves in leading.items():
            results = self._results.get((before, after))
            if results:
                counts = results["won"], results[DRAWN], results["lost"]
                continuations.append(Continuation(tuple(moves), sum(counts) + results[OPEN], *counts))
        return sorted(continuations, key=lambda each: (-each.games, each.moves))
