"""The document's tournament, *poules du jour*.

Round 1: everybody plays. Round 2: those who won play each other, and so do those who lost, who get a second chance.
Those who win round 2 go on, the others referee; from then on losers go out, and the number is halved until the wanted
number of winners of the day is left: 24 pupils, 12 tables; 12 tables; 6; 3; 3 winners. Of an odd number somebody has no
opponent and goes on. Where two accuse each other of cheating both have lost, and nobody goes on.

Source: the document on Fafy, "Vers un tournoi de fafy impartial". It does not speak of odd numbers, absences and late
arrivals: who comes during round 1 joins the second chance, and later nobody comes in. Two who have met do not meet
again while there is another way of seating the round, whoever rests then; and nobody rests again before others do,
where that costs no such meeting. The last halving is a partial one where that leaves the wanted number.
"""

import random
from collections.abc import Sequence
from typing import ClassVar

from lalao.errors import NotationError, Phrase
from lalao.tournament.machine import Tournament
from lalao.tournament.matching import Cost, Pairs, matched
from lalao.tournament.standings import LOTS, OPPONENTS, REACHED, WINS, Criterion

QUALIFYING = 2


class Poules(Tournament):
    """The document's tournament."""

    format: ClassVar[str] = "poules"
    title: ClassVar[Phrase] = Phrase("Winners of the day")
    needs_winner: ClassVar[bool] = True
    criteria: ClassVar[Sequence[Criterion]] = (REACHED, WINS, OPPONENTS, LOTS)

    def draw(self, rng: random.Random) -> tuple[Pairs, list[str]]:
        """Pair everybody in the first two rounds, then those who are still in.

        New opponents come first, then that no one rests twice before his time, then winners with winners and losers
        with losers: who rests and who meet are chosen together.
        """
        playing = self.still_in()
        rng.shuffle(playing)
        met, ahead = self.meetings(), self._winners_apart()

        def cost(one: str, other: str) -> Cost:
            return int(other in met[one]), 0, int((one in ahead) != (other in ahead))

        return matched(playing, cost, lambda name: (0, self.byes(name), 0), len(playing) - 2 * self._tables(playing))

    def _winners_apart(self) -> set[str]:
        """Return who won the first round, when the second is drawn; later only winners are left."""
        return set(self.rounds[-1].went_on()) if len(self.rounds) == 1 else set()

    def _tables(self, playing: Sequence[str]) -> int:
        """Count the tables of the next round: all that can be, but no more than leave the wanted number."""
        tables = len(playing) // 2
        return tables if len(self.rounds) < QUALIFYING else min(tables, len(playing) - self.setting.winners)

    def still_in(self) -> list[str]:
        """List who plays on: everybody until round 2 is over, then those who won the last round."""
        if len(self.rounds) < QUALIFYING:
            return self.here()
        return [name for name in self.rounds[-1].went_on() if name in self.present]

    def is_decided(self) -> bool:
        """Tell whether no more pupils are in than winners are wanted."""
        return len(self.rounds) >= QUALIFYING and len(self.still_in()) <= self.setting.winners

    def expected_rounds(self) -> int:
        """Count the two rounds for all, and the halvings after them."""
        left = len(self.here())
        if len(self.rounds) >= QUALIFYING:
            last = self.rounds[-1]
            left = len(self.still_in()) if last.is_over else len(last.tables) + len(last.byes)
        else:
            left = -(-left // 2)
        return max(QUALIFYING, len(self.rounds)) + halvings(left, self.setting.winners)

    @property
    def winners(self) -> list[str]:
        """Those who are left."""
        return self.best(self.still_in())[: self.setting.winners] if self.is_over and self.rounds else []

    def check_join(self, name: str) -> None:
        """Let newcomers in until round 2 begins; one who was away plays on if the last round was won."""
        if len(self.rounds) >= QUALIFYING and name not in self.names:
            raise NotationError("round 2 has begun: '{name}' comes too late to play, but may referee", name=name)


def halvings(pupils: int, wanted: int) -> int:
    """Count the rounds in which so many become the wanted number."""
    rounds = 0
    while pupils > wanted:
        pupils = max(-(-pupils // 2), wanted)
        rounds += 1
    return rounds
