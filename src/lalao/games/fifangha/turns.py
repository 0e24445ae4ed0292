"""A turn of Fifangha as a hand plays it: capture, sow, relay, and the questions it asks on the way.

A player's pits are numbered as he sees them: the inner row from his left to his right, then the outer row back. His
clockwise (``+``) is upwards in this numbering, for both players alike:

    #   North (upside down)    4 5 6 7
    #                          3 2 1 0      pit i of the inner row faces pit 3-i of the enemy's
    #   South                  0 1 2 3
    #                          7 6 5 4
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from lalao import events
from lalao.constants import MOST_RELAYS
from lalao.events import Event
from lalao.games.game import Choice
from lalao.values import Side

SIGNS = {"+": 1, "-": -1}


@dataclass(frozen=True, slots=True)
class FifanghaMove:
    """The pit chosen (``a`` inner row, ``A`` outer row) and a sign for each question that the turn asks."""

    pit: str
    signs: str = ""

    def __str__(self) -> str:
        return self.pit + self.signs


@dataclass(slots=True)
class Hand:
    """A turn as it is being played: the pits of both players, the seeds in hand, where they go, and the events so far.

    `asked` holds the signs still to be followed; None where every answer is to be tried. `done` collects the events;
    None where nobody wants them.
    """

    own: list[int]
    enemy: list[int]
    names: tuple[str, ...]
    enemy_names: tuple[str, ...]
    move: FifanghaMove
    asked: str | None
    capturing: bool
    seeds: int = 0
    pit: int = 0
    direction: int = 1
    captures: int = 0
    choices: tuple[Choice, ...] = ()
    done: list[Event] | None = None

    @property
    def columns(self) -> int:
        """How many pits a row has."""
        return len(self.own) // 2

    def faces_seeds(self, pit: int) -> bool:
        return pit < self.columns and self.enemy[self.columns - 1 - pit] > 0

    def ask(self, places: dict[int, int]) -> "Iterator[tuple[Hand, int]]":
        """Put a question: yield a copy of the turn and a direction for each answer to be followed.

        `places` maps each direction to the pit that receives the first seed.
        """
        answers, rest = ("+-", None) if self.asked is None else (self.asked[:1], self.asked[1:])
        for sign in answers:
            move = FifanghaMove(self.move.pit, self.move.signs + sign)
            branch = self._copy(move, rest)
            if self.done is not None:
                place = self.names[places[SIGNS[sign]]]
                branch.choices += (Choice(place, sign, after=len(self.done)),)
            yield branch, SIGNS[sign]

    def _copy(self, move: FifanghaMove, asked: str | None) -> "Hand":
        """Copy the turn so far, to follow one answer."""
        return replace(
            self,
            own=self.own.copy(),
            enemy=self.enemy.copy(),
            done=None if self.done is None else self.done.copy(),
            move=move,
            asked=asked,
        )

    def put_from_reserve(self, side: Side, pit: int) -> None:
        self.own[pit] += 1
        if self.done is not None:
            self.done += [events.take_seed(side.value), events.drop(self.names[pit])]

    def lift(self, pit: int, direction: int) -> None:
        """Lift all the seeds of a pit, to be sown from the next pit on."""
        if self.done is not None:
            self.done.append(events.lift(self.names[pit], self.own[pit]))
        self.seeds, self.own[pit] = self.own[pit], 0
        self.pit, self.direction = (pit + direction) % len(self.own), direction

    def lifted(self, pit: int) -> "Iterator[Hand]":
        """Lift a pit; yield the turn for each direction that may be chosen."""
        pits = len(self.own)
        for branch, direction in self.ask({1: (pit + 1) % pits, -1: (pit - 1) % pits}):
            branch.lift(pit, direction)
            yield branch

    def sow(self) -> int:
        """Sow the seeds in hand and return the pit where the last one falls."""
        last = self.pit
        while self.seeds:
            last = self.pit
            self.own[last] += 1
            self.seeds -= 1
            if self.done is not None:
                self.done.append(events.sow(self.names[last]))
            self.pit = (last + self.direction) % len(self.own)
        return last

    def capture(self, pit: int) -> "Iterator[Hand]":
        """Capture the seeds that an inner pit faces; yield the turn, seeds in hand, for each possible tsibongy."""
        faced = self.columns - 1 - pit
        self.seeds, self.enemy[faced] = self.enemy[faced], 0
        self.captures += self.seeds
        if self.done is not None:
            self.done.append(events.capture(self.enemy_names[faced], self.seeds))
        if 2 <= pit < self.columns - 2:
            for branch, direction in self.ask({1: 0, -1: self.columns - 1}):
                yield branch.from_tsibongy(direction)
        else:
            yield self.from_tsibongy(1 if pit < 2 else -1)

    def from_tsibongy(self, direction: int) -> "Hand":
        """Set the next sowing to begin in the tsibongy from which this direction leads inwards; return the turn."""
        self.pit, self.direction = (0 if direction > 0 else self.columns - 1), direction
        return self

    def finish(self) -> "Iterator[Hand]":
        """Sow, capture and relay to the end of the turn; yield it for each set of answers with which it ends.

        A relay can be undone (take a seed back from each pit until an empty one is met: that one had been lifted), so
        relays that go on for ever come back to the first of them.
        """
        first: tuple[list[int], int] | None = None
        for relay in range(MOST_RELAYS):
            if relay == 1:
                first = self.own.copy(), self.pit
            elif first and self.pit == first[1] and self.own == first[0]:
                return
            last = self.sow()
            if self.own[last] == 1:
                yield self
                return
            if self.capturing and self.faces_seeds(last):
                for branch in self.capture(last):
                    yield from branch.finish()
                return
            self.lift(last, self.direction)
