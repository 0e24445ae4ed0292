"""Round robin: everybody meets everybody once, in the order of Berger's tables.

Pupils who leave lose their open games to those who stay; if they come back, these games are played. After a late
arrival the missing games are matched round by round, first those of the pupils who lack most. A bye scores nothing,
for everybody has one.
"""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import ClassVar

from lalao.errors import Phrase
from lalao.tournament.machine import Tournament
from lalao.tournament.rounds import Cost, Pairs, matched
from lalao.tournament.standings import BEATEN, DIRECT, LOTS, POINTS, WINS, Criterion


class RoundRobin(Tournament):
    """A tournament in which every pupil plays every other once."""

    format: ClassVar[str] = "round-robin"
    title: ClassVar[Phrase] = Phrase("Round robin")
    meets_once: ClassVar[bool] = True
    bye_points: ClassVar[float] = 0.0
    criteria: ClassVar[Sequence[Criterion]] = (POINTS, DIRECT, BEATEN, WINS, LOTS)

    def draw(self, rng: random.Random) -> tuple[Pairs, list[str]]:
        """Pair by the next round of Berger's tables while they apply, else match the missing games."""
        berger = self._by_berger()
        if berger:
            paired = {name for pair in berger for name in pair}
            return berger, [name for name in self.here() if name not in paired]
        order = self.here()
        rng.shuffle(order)
        met = self.meetings()
        left = {name: len(self.present - met[name]) - 1 for name in order}

        def cost(one: str, other: str) -> Cost | None:
            return None if other in met[one] else (0, -left[one] - left[other])

        return matched(order, cost, lambda name: (self.byes(name), left[name]))

    def _by_berger(self) -> Pairs:
        """Return the next round of Berger's tables, absent pupils left out.

        It is empty once the tables are through, or where somebody has joined after the start.
        """
        from caissify_pairings.engines.round_robin import berger_round  # type: ignore[import-untyped]

        opened = self.rounds[0] if self.rounds else None
        drawn = set(self.here()) if opened is None else {*opened.byes, *(n for t in opened.tables for n in t.pupils)}
        if opened is not None and drawn != set(self.names):
            return []
        order = sorted(drawn, key=self.lot)
        seats = len(order) + len(order) % 2
        number = len(self.rounds) + 1
        if number >= seats:
            return []
        rows = [(a, b) for a, b in berger_round(seats, number) if max(a, b) <= len(order)]
        pairs = [(order[a - 1], order[b - 1]) for a, b in rows]
        return [p for p in pairs if set(p) <= self.present and not self.have_met(*p)]

    def missing(self) -> Pairs:
        """List the pairs of present pupils who have not met."""
        met = self.meetings()
        return [(one, other) for one, other in combinations(self.here(), 2) if other not in met[one]]

    def is_decided(self) -> bool:
        """Tell whether all present pupils have met each other."""
        return not self.missing()

    def expected_rounds(self) -> int:
        """Return the number of rounds so far plus the most games that a pupil lacks."""
        if not self.rounds:
            pupils = len(self.here())
            return pupils - 1 + pupils % 2 if pupils > 1 else 0
        lacking = Counter(name for pair in self.missing() for name in pair)
        return len(self.rounds) + max(lacking.values(), default=0)

    def points(self, name: str) -> float:
        """Return a pupil's points; if he is present, with a point for each opponent who left before they met."""
        if not self.rounds or name not in self.present:
            return super().points(name)
        gone = [other for other in self.names if other not in self.present]
        return super().points(name) + sum(not self.have_met(name, other) for other in gone)
