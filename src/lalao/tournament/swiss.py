"""Swiss: nobody goes out, each round pairs pupils with equal or similar points, and nobody meets an opponent twice.

The engines of the library caissify_pairings do the pairing: ``quick`` is its casual one, ``dutch`` the Dutch system of
the International Chess Federation (C.04.3). Where they leave more pupils without opponent than necessary, repeat a
meeting, or give a second bye before all have had one, a matching of least cost takes their place. A bye is worth a
point; rounds missed by late arrivals are worth none.
"""

import random
from collections.abc import Sequence
from math import ceil, log2
from typing import Any, ClassVar

from lalao.errors import Phrase
from lalao.tournament.machine import Tournament
from lalao.tournament.rounds import Cost, Pairing, Pairs, matched
from lalao.tournament.standings import BEATEN, LOTS, OPPONENTS, POINTS, WINS, Criterion

ENGINES = {"quick": "casual", "dutch": "dutch"}


class Swiss(Tournament):
    """A Swiss tournament of a fixed number of rounds."""

    format: ClassVar[str] = "swiss"
    title: ClassVar[Phrase] = Phrase("Swiss")
    meets_once: ClassVar[bool] = True
    criteria: ClassVar[Sequence[Criterion]] = (POINTS, OPPONENTS, BEATEN, WINS, LOTS)

    def seats_fixed(self) -> bool:
        """Return True: `draw` also decides who sits first."""
        return True

    def draw(self, rng: random.Random) -> tuple[Pairs, list[str]]:
        """Pair with the library's engine, or by a matching where its pairing is not sound."""
        pairs, byes = self._by_library()
        if self._is_sound(pairs, byes):
            return pairs, byes
        pairs, byes = self._by_matching()
        return [self._seated(pair, rng) for pair in pairs], byes

    def _by_library(self) -> tuple[Pairs, list[str]]:
        from caissify_pairings import generate_pairings  # type: ignore[import-untyped]

        order = sorted(self.names, key=self.lot)
        ids = {name: number for number, name in enumerate(order, 1)}
        met = {
            (min(pair), max(pair))
            for round_ in self.rounds
            for table in round_.tables
            for pair in [(ids[table.first], ids[table.second])]
        }
        players = [self._player(name, ids[name]) for name in order if name in self.present]
        engine = ENGINES[self.setting.pairing]
        rows = generate_pairings(engine, players, met, len(self.rounds) + 1, self.expected_rounds())
        names = {row["white_id"]: order[row["white_id"] - 1] for row in rows}
        pairs = [(names[row["white_id"]], order[row["black_id"] - 1]) for row in rows if row.get("black_id")]
        return pairs, [names[row["white_id"]] for row in rows if not row.get("black_id")]

    def _player(self, name: str, number: int) -> dict[str, Any]:
        """Return a pupil's history in the form that the library takes: colours and floats of every round."""
        seats = [round_.table_of(name) for round_ in self.rounds]
        return {
            "id": number,
            "name": name,
            "score": self.points(name),
            "rating": 0,
            "starting_number": number,
            "color_hist": ["none" if not seat else "white" if seat.first == name else "black" for seat in seats],
            "float_history": [self._float(number, seat, name) for number, seat in enumerate(seats)],
            "bye_count": self.byes(name),
        }

    def _float(self, number: int, table: Pairing | None, name: str) -> str:
        """Return a pupil's float in a round: ``down`` for an opponent with fewer points or a bye, ``up`` for more."""
        if table is None:
            return "down" if name in self.rounds[number].byes else "none"
        before = [self._points_before(number, pupil) for pupil in (name, table.opponent(name))]
        return "none" if before[0] == before[1] else "down" if before[0] > before[1] else "up"

    def _points_before(self, number: int, name: str) -> float:
        rounds = self.rounds[:number]
        tables = (round_.table_of(name) for round_ in rounds)
        return sum(t.points(name) for t in tables if t) + sum(name in round_.byes for round_ in rounds)

    def _is_sound(self, pairs: Pairs, byes: list[str]) -> bool:
        """Tell whether a pairing has no byes but the one needed, no second meeting, and no bye out of turn."""
        met = self.meetings()
        if len(byes) != len(self.present) % 2 or any(other in met[one] for one, other in pairs):
            return False
        fewest = min(map(self.byes, self.here()))
        return all(self.byes(name) == fewest for name in byes)

    def _by_matching(self) -> tuple[Pairs, list[str]]:
        """Pair at the least cost: no second meeting, byes for those with the fewest, opponents with similar points."""

        met, points = self.meetings(), {name: self.points(name) for name in self.here()}

        def cost(one: str, other: str) -> Cost | None:
            apart = int(2 * abs(points[one] - points[other]))
            return None if other in met[one] else (0, apart * apart)

        order = sorted(points, key=lambda name: (-points[name], self.lot(name)))
        return matched(order, cost, lambda name: (self.byes(name), int(2 * points[name])))

    def is_decided(self) -> bool:
        """Tell whether all rounds are played, or all present pupils have met each other."""
        if len(self.rounds) >= self.expected_rounds():
            return True
        met = self.meetings()
        return all(len(met[name] & self.present) == len(self.present) - 1 for name in self.present)

    def expected_rounds(self) -> int:
        """Return the number of rounds: as configured, else enough to rank everybody, if there are enough opponents."""
        pupils = len(self.names)
        if pupils < 2:
            return 0
        return min(self.setting.rounds or ceil(log2(pupils)), pupils - 1 + pupils % 2)
