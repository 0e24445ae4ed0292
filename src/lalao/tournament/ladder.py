"""The ladder, for open play: whoever is free plays a neighbour on the ladder, and the winner takes the higher rung.

There are no rounds that all wait for: each call seats those who are free just then, and tables go on beside it. Who
comes in stands on the lowest rung, and who leaves keeps his place for when he is back. A result may be corrected until
one of the two plays again.
"""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from lalao.errors import NotationError, Phrase
from lalao.tournament.machine import Tournament
from lalao.tournament.matching import Cost, Pairs, matched
from lalao.tournament.rounds import Pairing, Round
from lalao.tournament.standings import Criterion, Standing, ranked
from lalao.tournament.state import TournamentState


def _height(day: TournamentState, name: str, _tied: Sequence[str]) -> float:
    assert isinstance(day, Ladder)
    return -day.rungs().index(name)


class Ladder(Tournament):
    """An order that games change, without end."""

    format: ClassVar[str] = "ladder"
    title: ClassVar[Phrase] = Phrase("Ladder")
    bye_points: ClassVar[float] = 0.0
    calls_on: ClassVar[bool] = True
    criteria: ClassVar[Sequence[Criterion]] = (Criterion("rung", Phrase("rung of the ladder"), _height),)

    def rungs(self) -> list[str]:
        """List the pupils from the highest rung: drawn by lot, newcomers below, moved by the games in their order."""
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
        """List the rungs from the highest."""
        place = {name: -number for number, name in enumerate(self.rungs())}
        height = replace(self.criteria[0], measure=lambda _day, name, _tied: place[name])
        return list(ranked(self, self.names, [height]))

    def waiting(self) -> list[str]:
        """List who is here and free, from the highest rung."""
        seated = {name for table in self.open_tables() for name in table.pupils}
        return [name for name in self.rungs() if name in self.present and name not in seated]

    def draw(self, rng: random.Random) -> tuple[Pairs, list[str]]:  # noqa: ARG002  the ladder leaves nothing to chance
        """Pair those who are free with neighbours, the last opponent only for want of another.

        Of an odd number one waits who has played most.
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
        """Call whoever is free; the others play on."""
        if len(self.waiting()) < 2:
            raise NotationError("fewer than two pupils are free")

    def table_numbers(self, wanted: int) -> list[int]:
        """Return the lowest numbers of tables where nobody plays."""
        taken = {table.number for table in self.open_tables()}
        return [number for number in range(1, wanted + len(taken) + 1) if number not in taken][:wanted]

    def may_correct(self, round_: Round, table: Pairing) -> bool:
        """Tell whether neither of the two has sat down again."""
        later = self.rounds[round_.number :]
        return not any(here.table_of(name) for here in later for name in table.pupils)

    def is_decided(self) -> bool:
        """Say that a ladder never ends by itself."""
        return False

    def expected_rounds(self) -> int:
        """Count the calls there were: nobody knows of more."""
        return len(self.rounds)

    @property
    def winners(self) -> list[str]:
        """The highest rung, once the ladder is closed."""
        return self.rungs()[:1] if self.is_closed and self.rounds else []
