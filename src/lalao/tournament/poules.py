"""Tournaments in which a loser goes out: the document's, *poules du jour*, and the knockout.

**Poules du jour.**

Round 1: everybody plays. Round 2: winners play each other, and so do losers, who get a second chance. Those who win
round 2 go on, the others referee; from then on losers go out, and the number is halved until the wanted number of
winners of the day is left: 24 pupils, 12 tables; 12 tables; 6; 3; 3 winners. Where the number is odd, somebody has no
opponent and goes on. Where two accuse each other of cheating, both lose and nobody goes on.

Source: the document on Fafy, "Vers un tournoi de fafy impartial". It does not mention odd numbers, absences and late
arrivals. Here pupils who come during round 1 join the second chance, and later nobody can join. Two pupils do not meet
again if the round can be paired otherwise, whoever then has a bye; and nobody has a second bye before others have had
one, unless that would cost such a meeting. The last halving is a partial one where that leaves the wanted number.

**Knockout.** Each round is drawn by lot among those left, until one is left. Where their number is odd, one of those
with the fewest byes has no opponent and goes on. A newcomer during round 1 plays the pupil without opponent, if there
is one; later nobody can join.
"""

import random
from collections.abc import Sequence
from typing import ClassVar

from lalao.errors import NotationError, Phrase
from lalao.tournament.machine import Tournament
from lalao.tournament.rounds import Cost, Pairing, Pairs, Round, matched
from lalao.tournament.standings import LOTS, OPPONENTS, REACHED, WINS, Criterion

QUALIFYING = 2


class Poules(Tournament):
    """The tournament of the document: two rounds for everybody, then losers go out."""

    format: ClassVar[str] = "poules"
    title: ClassVar[Phrase] = Phrase("Winners of the day")
    needs_winner: ClassVar[bool] = True
    criteria: ClassVar[Sequence[Criterion]] = (REACHED, WINS, OPPONENTS, LOTS)

    def draw(self, rng: random.Random) -> tuple[Pairs, list[str]]:
        """Pair everybody in the first two rounds, then those who are still in.

        First come new opponents, then byes for those who have had the fewest, then winners against winners and losers
        against losers; pairs and byes are chosen together.
        """
        playing = self.still_in()
        rng.shuffle(playing)
        met, ahead = self.meetings(), self._winners_apart()

        def cost(one: str, other: str) -> Cost:
            return int(other in met[one]), 0, int((one in ahead) != (other in ahead))

        return matched(playing, cost, lambda name: (0, self.byes(name), 0), len(playing) - 2 * self._tables(playing))

    def _winners_apart(self) -> set[str]:
        """Return the winners of round 1 when round 2 is drawn, else nobody: later only winners are left."""
        return set(self.rounds[-1].went_on()) if len(self.rounds) == 1 else set()

    def _tables(self, playing: Sequence[str]) -> int:
        """Return the number of tables of the next round: as many as can be that leave the wanted number of winners."""
        tables = len(playing) // 2
        return tables if len(self.rounds) < QUALIFYING else min(tables, len(playing) - self.setting.winners)

    def still_in(self) -> list[str]:
        """List the pupils who play on: everybody for the first two rounds, then those who went on from the last one."""
        if len(self.rounds) < QUALIFYING:
            return self.here()
        return [name for name in self.rounds[-1].went_on() if name in self.present]

    def is_decided(self) -> bool:
        """Tell whether no more pupils are left than winners are wanted."""
        return len(self.rounds) >= QUALIFYING and len(self.still_in()) <= self.setting.winners

    def expected_rounds(self) -> int:
        """Return the number of rounds: the two for everybody, or those played, and the halvings to come."""
        left = len(self.here())
        if len(self.rounds) >= QUALIFYING:
            last = self.rounds[-1]
            left = len(self.still_in()) if last.is_over else len(last.tables) + len(last.byes)
        else:
            left = -(-left // 2)
        return max(QUALIFYING, len(self.rounds)) + halvings(left, self.setting.winners)

    def round_title(self) -> Phrase:
        """Return the name of the last round, with the special rule of the second."""
        title = super().round_title()
        if len(self.rounds) != QUALIFYING:
            return title
        return Phrase("{round}: winners meet winners, the others have a second chance", round=title)

    def is_second_chance(self, round_: Round, table: Pairing) -> bool:
        """Tell whether two of those who have not won round 1 meet in round 2."""
        return round_.number == QUALIFYING and not set(self.rounds[0].went_on()) & set(table.pupils)

    @property
    def winners(self) -> list[str]:
        """The pupils who are left, the best first, once the tournament is over."""
        return self.best(self.still_in())[: self.setting.winners] if self.is_over and self.rounds else []

    def check_join(self, name: str) -> None:
        """Refuse newcomers once round 2 has begun; pupils who were away may come back.

        Raises NotationError.
        """
        if len(self.rounds) >= QUALIFYING and name not in self.names:
            raise NotationError("round 2 has begun: '{name}' comes too late to play, but may referee", name=name)


def halvings(pupils: int, wanted: int) -> int:
    """Return the number of rounds in which `pupils` are halved to the wanted number."""
    rounds = 0
    while pupils > wanted:
        pupils = max(-(-pupils // 2), wanted)
        rounds += 1
    return rounds


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
