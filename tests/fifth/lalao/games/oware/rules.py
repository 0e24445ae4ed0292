"""The rules of Oware (Abapa): sowing round, captures of twos and threes, no grand slam, feeding.

Each player owns the six houses of his row; four seeds lie in each. Lift all the seeds of one of your houses and sow
them one a house, counterclockwise; a sowing of twelve or more passes over the house that was lifted. If the last seed
falls in an enemy house and makes it two or three, take them, and those of the houses just before it, as long as they
are the enemy's and hold two or three. A move that would so take all that the enemy has takes nothing (grand slam). If
the enemy has no seed you must play a move that gives him some; if you cannot, the game is over and each keeps what is
in his row. Whoever has more than half of the seeds wins.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from lalao import events
from lalao.errors import Phrase
from lalao.events import Contents, Event
from lalao.games.game import Game, Position
from lalao.values import Ending, Outcome, Side

SOUTH, NORTH = Side.SOUTH, Side.NORTH
HOUSES = 6
NAMES = "ABCDEFabcdef"
"""The houses counterclockwise, South's from his left to his right, then North's from his."""
SEEDS = 4 * len(NAMES)
QUIET_PLIES = 100


class OwareEnding(Ending):
    """How a game of Oware ends."""

    MOST = "most", Phrase("{more} seeds to {less}")
    EQUAL = "equal", Phrase("as many seeds each")


@dataclass(frozen=True, slots=True)
class OwareMove:
    """A move: the house lifted."""

    house: str

    def __str__(self) -> str:
        return self.house


class Oware(Game):
    """Oware, Abapa."""

    sides = (SOUTH, NORTH)
    id = "oware"
    quiet_limit = QUIET_PLIES

    @property
    def title(self) -> Phrase:
        """The game's name in words."""
        return Phrase("Oware")

    @property
    def notation(self) -> Phrase:
        """How a move is written."""
        return Phrase("A move is the letter of a house: A to F for South, a to f for North.")

    @property
    def goal(self) -> Phrase:
        """What both players are after."""
        return Phrase("take more than half of the seeds.")

    def start(self) -> "OwarePosition":
        """Return the starting position, South to move."""
        return OwarePosition(self, (4,) * len(NAMES), (0, 0), SOUTH)


@dataclass(frozen=True, slots=True)
class OwarePosition(Position[OwareMove]):
    """The seeds of the houses counterclockwise, captures of each side (South, North), side to move, quiet plies."""

    game: Oware
    houses: tuple[int, ...]
    stores: tuple[int, int]
    to_move: Side
    quiet: int = 0

    def __str__(self) -> str:
        south, north = self.houses[:HOUSES], self.houses[HOUSES:][::-1]
        rows = "/".join(".".join(map(str, row)) for row in (north, south))
        quiet = f" quiet={self.quiet}" if self.quiet else ""
        return f"{rows} {self.stores[0]}+{self.stores[1]} {self.to_move}{quiet}"

    @property
    def key(self) -> tuple[tuple[int, ...], tuple[int, int], bool]:
        """What counts for repetition: houses, stores and side."""
        return self.houses, self.stores, self.to_move is SOUTH

    def owned(self, side: Side) -> range:
        """List the houses of a side."""
        return range(HOUSES) if side is SOUTH else range(HOUSES, 2 * HOUSES)

    def in_row(self, side: Side) -> int:
        """Count the seeds in a side's row."""
        return sum(self.houses[house] for house in self.owned(side))

    def legal_moves(self) -> tuple[OwareMove, ...]:
        """List the houses that may be lifted."""
        if max(self.stores) > SEEDS // 2:
            return ()
        return tuple(OwareMove(NAMES[house]) for house in self._feeding())

    def _feeding(self) -> Iterator[int]:
        """Yield the mover's houses that hold seeds; where the enemy has none, only those that give him some."""
        starved = self.in_row(self.to_move.other) == 0
        for house in self.owned(self.to_move):
            reaches = self.houses[house] and not set(self.route(house)).isdisjoint(self.owned(self.to_move.other))
            if self.houses[house] and (reaches or not starved):
                yield house

    def route(self, house: int) -> list[int]:
        """List the houses that the seeds of a house fall in."""
        others = [(house + step) % len(NAMES) for step in range(1, len(NAMES))]
        return [others[seed % len(others)] for seed in range(self.houses[house])]

    def sown(self, house: int) -> tuple[list[int], list[int]]:
        """Sow a house; return the contents of all houses, and the captured houses, last one first."""
        houses, route = list(self.houses), self.route(house)
        houses[house] = 0
        for reached in route:
            houses[reached] += 1
        enemy, taken = self.owned(self.to_move.other), []
        at = route[-1]
        while at in enemy and houses[at] in (2, 3):
            taken.append(at)
            at -= 1
        slam = sum(houses[one] for one in taken) == sum(houses[one] for one in enemy)
        return houses, [] if slam else taken

    def _play(self, move: OwareMove) -> "OwarePosition":
        houses, taken = self.sown(NAMES.index(move.house))
        won = sum(houses[house] for house in taken)
        for house in taken:
            houses[house] = 0
        south, north = self.stores
        stores = (south + won, north) if self.to_move is SOUTH else (south, north + won)
        return OwarePosition(self.game, tuple(houses), stores, self.to_move.other, 0 if won else self.quiet + 1)

    @property
    def outcome(self) -> Outcome | None:
        """The winner once a side has more than half, or once the side to move cannot move or feed."""
        if self.legal_moves():
            return None
        south, north = (self.stores[at] + self.in_row(side) for at, side in enumerate((SOUTH, NORTH)))
        if max(self.stores) > SEEDS // 2:
            south, north = self.stores
        if south == north:
            return Outcome(None, OwareEnding.EQUAL)
        winner = SOUTH if south > north else NORTH
        counts = (("more", max(south, north)), ("less", min(south, north)))
        return Outcome(winner, OwareEnding.MOST, (south, north), counts)

    def _events(self, move: OwareMove) -> tuple[Event, ...]:
        """List the gestures: lift, a sowing a seed, captures."""
        house = NAMES.index(move.house)
        houses, taken = self.sown(house)
        store = events.reserve(str(self.to_move))
        return (
            events.lift(move.house, self.houses[house]),
            *(events.sow(NAMES[reached]) for reached in self.route(house)),
            *(Event("capture", NAMES[each], store, houses[each]) for each in taken),
        )

    def contents(self) -> Contents:
        """Return how many seeds lie in each house and store."""
        lying = dict(zip(NAMES, self.houses, strict=True))
        lying |= {events.reserve("S"): self.stores[0], events.reserve("N"): self.stores[1]}
        return {place: events.SEED * seeds for place, seeds in lying.items()}

    def from_contents(self, contents: Contents, side: Side) -> "OwarePosition":
        """Return the position with these contents."""
        south, north = (len(contents.get(events.reserve(letter), "")) for letter in "SN")
        return OwarePosition(self.game, tuple(len(contents.get(name, "")) for name in NAMES), (south, north), side)

    @property
    def task(self) -> Phrase:
        """Lift a house."""
        return Phrase("lift a house")
