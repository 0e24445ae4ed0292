"""The ladder, for open play: free pupils play a neighbour on the ladder, and the winner takes the higher rung.

Nobody waits for the end of a round: each call seats those who are free, while other tables play on. Newcomers start on
the lowest rung; pupils who leave keep their rung until they come back. A result may be corrected until one of the two
players sits down again.
"""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from lalao.errors import NotationError, Phrase
from lalao.tournament.machine import Tournament
from lalao.tournament.rounds import Cost, Pairing, Pairs, Round, matched
from lalao.tournament.standings import Criterion, Standing, ranked
from lalao.tournament.state import TournamentState


def _height(day: TournamentState, name: str, _tied: Sequence[str]) -> float:
    assert isinstance(day, Ladder)
    return -day.rungs().index(name)


class Ladder(Tournament):
    """An order of pupils that games change; it has no end of its own."""

    format: ClassVar[str] = "ladder"
    title: ClassVar[Phrase] = Phrase("Ladder")
    bye_points: ClassVar[float] = 0.0
    calls_on: ClassVar[bool] = True
    criteria: ClassVar[Sequence[Criterion]] = (Criterion("rung", Phrase("rung of the ladder"), _height),)

    def rungs(self) -> list[str]:
        """List the pupils from the highest rung: drawn by lot, newcomers below, then moved by each game in turn."""
        drawn = len(self.journal[0]["names"])
        order = sorted(self.names[:drawn], key=self.lot) + self.names[drawn:]
        played = [table for round_ in self.rounds for table in round_.tables if table.winner and not table.walkover]
        for table in sorted(played, key=lambda table: table.order):
            assert table.winner is not None
            here, above = order.index(table.winner), order.index(table.opponent(table.winner))
            if above < here:
                order.insert(above, order.pop(here))
        return order

    def standings(self) -> list[Standing]:
        """List the pupils as standings, the highest rung first."""
        place = {name: -number for number, name in enumerate(self.rungs())}
        height = replace(self.criteria[0], measure=lambda _day, name, _tied: place[name])
        return list(ranked(self, self.names, [height]))

    def waiting(self) -> list[str]:
        """List the pupils who are present and free, the highest rung first."""
        seated = {name for table in self.open_tables() for name in table.pupils}
        return [name for name in self.rungs() if name in self.present and name not in seated]

    def draw(self, rng: random.Random) -> tuple[Pairs, list[str]]:  # noqa: ARG002  nothing is random on a ladder
        """Pair the free pupils with neighbours on the ladder, with their last opponent only if there is no other.

        Where their number is odd, one who has played most waits.
        """
        free = self.waiting()
        rung = {name: number for number, name in enumerate(free)}

        def cost(one: str, other: str) -> Cost:
            return int(self._just_met(one, other)), 0, (rung[one] - rung[other]) ** 2

        pairs, _ = matched(free, cost, lambda name: (0, -len(self.tables_of(name)), 0))
        return pairs, []

    def _just_met(self, one: str, other: str) -> bool:
        last = [self.tables_of(name)[-1:] for name in (one, other)]
        return any(table.opponent(one) == other for table in last[0]) or any(t.opponent(other) == one for t in last[1])

    def _check_next(self) -> None:
        """Refuse a call with fewer than two free pupils; other tables may still be playing."""
        if len(self.waiting()) < 2:
            raise NotationError("fewer than two pupils are free")

    def table_numbers(self, wanted: int) -> list[int]:
        """Return the lowest `wanted` numbers of tables where nobody is playing."""
        taken = {table.number for table in self.open_tables()}
        return [number for number in range(1, wanted + len(taken) + 1) if number not in taken][:wanted]

    def may_correct(self, round_: Round, table: Pairing) -> bool:
        """Tell whether neither player of a table has been seated again since."""
        later = self.rounds[round_.number :]
        return not any(here.table_of(name) for here in later for name in table.pupils)

    def is_decided(self) -> bool:
        """Return False: a ladder ends only when it is closed."""
        return False

    def expected_rounds(self) -> int:
        """Return the number of calls so far: how many follow is not known."""
        return len(self.rounds)

    def round_title(self) -> Phrase:
        """Return the sentence in place of a round's name: calls are not counted."""
        return Phrase("Open play: winners climb a rung")

    @property
    def winners(self) -> list[str]:
        """The pupil on the highest rung, once the ladder is closed."""
        return self.rungs()[:1] if self.is_closed and self.rounds else []
