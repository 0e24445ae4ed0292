"""Knockout: a loser is out; each round is drawn by lot among those left, until one is left.

Where their number is odd, one of those with the fewest byes has no opponent and goes on. A newcomer during round 1
plays the pupil without opponent, if there is one; later nobody can join.
"""

import random
from collections.abc import Sequence
from typing import ClassVar

from lalao.errors import NotationError, Phrase
from lalao.tournament.machine import Tournament
from lalao.tournament.matching import Pairs
from lalao.tournament.poules import halvings
from lalao.tournament.rounds import Pairing
from lalao.tournament.standings import LOTS, OPPONENTS, REACHED, WINS, Criterion


class Knockout(Tournament):
    """Single elimination, drawn anew each round."""

    format: ClassVar[str] = "knockout"
    title: ClassVar[Phrase] = Phrase("Knockout")
    needs_winner: ClassVar[bool] = True
    criteria: ClassVar[Sequence[Criterion]] = (REACHED, WINS, OPPONENTS, LOTS)

    def draw(self, rng: random.Random) -> tuple[Pairs, list[str]]:
        """Pair the pupils left by lot; where their number is odd, one with the fewest byes has no opponent."""
        playing = self.still_in()
        rng.shuffle(playing)
        playing.sort(key=self.byes, reverse=True)
        byes = [playing.pop()] if len(playing) % 2 else []
        rng.shuffle(playing)
        return list(zip(playing[::2], playing[1::2], strict=True)), byes

    def still_in(self) -> list[str]:
        """List the pupils present who have not lost."""
        if not self.rounds:
            return self.here()
        return [name for name in self.rounds[-1].went_on() if name in self.present]

    def is_decided(self) -> bool:
        """Tell whether at most one pupil is left."""
        return bool(self.rounds) and len(self.still_in()) < 2

    def expected_rounds(self) -> int:
        """Return the number of rounds so far plus the halvings to come."""
        if not self.rounds:
            return halvings(len(self.here()), 1)
        last = self.rounds[-1]
        left = len(self.still_in()) if last.is_over else len(last.tables) + len(last.byes)
        return len(self.rounds) + halvings(left, 1)

    def round_title(self) -> Phrase:
        """Return the name of the last round; the last two have names of their own."""
        last = self.rounds[-1]
        names = {1: Phrase("Final"), 2: Phrase("Semi-finals")}
        return super().round_title() if last.byes else names.get(len(last.tables), super().round_title())

    @property
    def winners(self) -> list[str]:
        """The pupil who is left, once the tournament is over."""
        return self.best(self.still_in())[:1] if self.is_over and self.rounds else []

    def check_join(self, name: str) -> None:
        """Refuse newcomers after round 1 has begun, unless a pupil waits for an opponent in it.

        Raises NotationError.
        """
        if self.rounds and not self._takes_part(name) and not self._who_waits():
            raise NotationError("the draw is made: '{name}' comes too late for this tournament", name=name)

    def seat_newcomer(self, name: str) -> None:
        """Seat a newcomer during round 1 with the pupil who waits for an opponent."""
        if self.rounds and not self._takes_part(name):
            here, waits = self.rounds[0], self._who_waits()[0]
            here.byes.remove(waits)
            here.tables.append(Pairing(len(here.tables) + 1, waits, name))

    def _takes_part(self, name: str) -> bool:
        return bool(self.tables_of(name) or self.byes(name))

    def _who_waits(self) -> list[str]:
        """List the pupils without opponent in round 1 while it goes on."""
        if len(self.rounds) != 1 or self.rounds[0].is_over:
            return []
        return [name for name in self.rounds[0].byes if name in self.present]
