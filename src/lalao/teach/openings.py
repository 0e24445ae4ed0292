"""What was played from a position in the games of many records, and how those games ended.

Positions that a symmetry of the board brings onto each other count as one, and so do moves that lead to such positions.
A move counts once per game, however often it was played there.

>>> from lalao.record import read_all
>>> games = read_all('[Game "fang-4"] 1. 2 2 2. 3 1 3. 2 3 0-1 [Game "fang-4"] 1. 3 2 *')
>>> [(each.moves, each.games, each.won) for each in Openings(games).continuations()]
[(('2',), 1, 0), (('3',), 1, 0)]
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from lalao.errors import NotationError
from lalao.games.game import AnyPosition, name_of
from lalao.record import Record
from lalao.record.tree import OPEN

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
        """List what was played from a position (by default the game's start), the most played first."""
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
