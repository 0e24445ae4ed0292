"""The rules of Fang: sowing, the guarded tibong, who wins."""

from dataclasses import dataclass

from lalao import events
from lalao.board.geometry import write_row
from lalao.errors import Phrase
from lalao.events import Contents, Event
from lalao.games.game import Game, Position, a_text
from lalao.values import Ending, Outcome, Side

SOUTH, NORTH = Side.SOUTH, Side.NORTH


@dataclass(frozen=True, slots=True)
class FangMove:
    """The pit attacked, counted from 1 at the West end."""

    pit: int

    def __str__(self) -> str:
        return str(self.pit)


class FangEnding(Ending):
    """How a game of Fang ends, once both reserves are empty."""

    HALVES = "halves", Phrase("{more} seeds to {less} in the halves")
    TIBONGS = (
        "tibongs",
        Phrase(
            "equal halves, {count} seed to {less} in the tibongs",
            "equal halves, {count} seeds to {less} in the tibongs",
        ),
    )
    EQUAL = "equal", Phrase("equal halves and equal tibongs")


class Fang(Game):
    """Fang on an even number of pits, at least 4."""

    sides = (SOUTH, NORTH)
    balance_unit = 100

    def __init__(self, pits: int, guarded: bool = False, last: bool = False) -> None:
        """Choose the size and the options; `last` leaves surplus seeds in the last pit instead of starting again."""
        self.pits = pits
        self.guarded = guarded
        self.last = last
        self.id = f"fang-{pits}{'-guarded' * guarded}{'-last' * last}"
        self.reserve = (pits + 2) // 2
        self.small = pits <= 12
        self._routes = {SOUTH: tuple(range(pits)), NORTH: tuple(range(pits - 1, -1, -1))}

    @property
    def title(self) -> Phrase:
        if self.guarded and self.last:
            return Phrase("Fang on {pits} pits, guarded tibongs, surplus in the last pit", pits=self.pits)
        if self.guarded:
            return Phrase("Fang on {pits} pits, guarded tibongs", pits=self.pits)
        if self.last:
            return Phrase("Fang on {pits} pits, surplus in the last pit", pits=self.pits)
        return Phrase("Fang on {pits} pits", pits=self.pits)

    def route(self, side: Side, seeds: int) -> list[int]:
        """List the pits that a sowing of `seeds` seeds reaches, in order, counted from 0."""
        way = self._routes[side]
        surplus = seeds - self.pits
        if self.last and surplus > 0:
            return [*way, *[way[-1]] * surplus]
        return [way[i % self.pits] for i in range(seeds)]

    @property
    def notation(self) -> Phrase:
        return Phrase("A move is the number of the pit that you attack, such as 2.")

    @property
    def goal(self) -> Phrase:
        return Phrase("have more seeds than your opponent in your half of the row once both reserves are empty.")

    def start(self) -> "FangPosition":
        """Return the starting position, South to move."""
        row = (0, *[1] * (self.pits - 2), 0)
        return FangPosition(self, row, (self.reserve, self.reserve), SOUTH)

    def position(self, text: str) -> "FangPosition":
        """Read a position such as ``0.1.1.0 3+3 S``.

        Raises NotationError.
        """
        position: FangPosition = self.family.notation.position(self, a_text("position", text))
        return position


@dataclass(frozen=True, slots=True, repr=False)
class FangPosition(Position[FangMove]):
    """The seeds of each pit from West to East, the reserves (South, North), and who moves."""

    game: Fang
    pits: tuple[int, ...]
    reserves: tuple[int, int]
    to_move: Side

    def __str__(self) -> str:
        return f"{write_row(self.pits)} {self.reserves[0]}+{self.reserves[1]} {self.to_move}"

    @property
    def key(self) -> tuple[tuple[int, ...], int, bool]:
        """Seeds, turns left and side; the reserves follow from these."""
        return self.pits, sum(self.reserves), self.to_move is SOUTH

    @property
    def south_first(self) -> bool:
        """Whether South moved first.

        A game has an even number of turns, so whoever moved first moves again when an even number is left.
        """
        return (sum(self.reserves) % 2 == 0) == (self.to_move is SOUTH)

    def legal_moves(self) -> tuple[FangMove, ...]:
        """List every pit that may be attacked, from West to East."""
        if self.reserves == (0, 0):
            return ()
        return tuple(FangMove(pit + 1) for pit, seeds in enumerate(self.pits) if seeds >= self.needed(pit))

    def needed(self, pit: int) -> int:
        """Return how many seeds a pit (counted from 0) must hold to be attacked."""
        return 2 if self.game.guarded and pit in (0, self.game.pits - 1) else 1

    def _play(self, move: FangMove) -> "FangPosition":
        pits = list(self.pits)
        lifted = pits[move.pit - 1] + 1
        pits[move.pit - 1] = 0
        for pit in self.game.route(self.to_move, lifted):
            pits[pit] += 1
        south, north = self.reserves
        reserves = (south - 1, north) if self.to_move is SOUTH else (south, north - 1)
        return FangPosition(self.game, tuple(pits), reserves, self.to_move.other)

    def halves(self) -> tuple[int, int]:
        """Count the seeds in South's half and in North's."""
        middle = self.game.pits // 2
        return sum(self.pits[:middle]), sum(self.pits[middle:])

    def tibongs(self) -> tuple[int, int]:
        """Count the seeds in South's tibong and in North's."""
        return self.pits[0], self.pits[-1]

    @property
    def outcome(self) -> Outcome | None:
        """The winner by halves, then by tibongs, once both reserves are empty."""
        if self.reserves != (0, 0):
            return None
        halves, tibongs = self.halves(), self.tibongs()
        if halves[0] != halves[1]:
            winner = SOUTH if halves[0] > halves[1] else NORTH
            return Outcome(winner, FangEnding.HALVES, halves, (("more", max(halves)), ("less", min(halves))))
        if tibongs[0] != tibongs[1]:
            winner = SOUTH if tibongs[0] > tibongs[1] else NORTH
            return Outcome(winner, FangEnding.TIBONGS, halves, (("count", max(tibongs)), ("less", min(tibongs))))
        return Outcome(None, FangEnding.EQUAL, halves)

    @property
    def task(self) -> Phrase:
        return Phrase("attack a pit")

    def _events(self, move: FangMove) -> tuple[Event, ...]:
        """List the gestures: reserve, drop, lift, then one sowing for each seed."""
        lifted = self.pits[move.pit - 1] + 1
        sown = (events.sow(str(pit + 1)) for pit in self.game.route(self.to_move, lifted))
        take = events.take_seed(str(self.to_move))
        return take, events.drop(str(move)), events.lift(str(move), lifted), *sown

    def contents(self) -> Contents:
        """Map each pit and reserve to its seeds, one letter each."""
        places = {str(pit + 1): seeds for pit, seeds in enumerate(self.pits)}
        places |= {events.reserve("S"): self.reserves[0], events.reserve("N"): self.reserves[1]}
        return {place: events.SEED * seeds for place, seeds in places.items()}

    def from_contents(self, contents: Contents, side: Side) -> "FangPosition":
        """Return the position with these pits and reserves."""
        pits = tuple(len(contents.get(str(pit + 1), "")) for pit in range(self.game.pits))
        south, north = (len(contents.get(events.reserve(letter), "")) for letter in "SN")
        return FangPosition(self.game, pits, (south, north), side)
