"""The rules of Fafy and Sowing: where seeds may fall, who cannot play."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from lalao import events
from lalao.board.geometry import write_row
from lalao.errors import Phrase
from lalao.events import Contents, Event
from lalao.games.game import Choice, Game, Position, a_text
from lalao.values import Ending, Outcome, Side

SOUTH, NORTH = Side.SOUTH, Side.NORTH
START = (1, 2, 2, 1, 1, 2, 2, 1)
TITLES = {
    ("fafy", False, False): Phrase("Fafy"),
    ("fafy", False, True): Phrase("Fafy, misère"),
    ("fafy", True, False): Phrase("Impartial Fafy"),
    ("fafy", True, True): Phrase("Impartial Fafy, misère"),
    ("sowing", False, False): Phrase("Sowing"),
    ("sowing", False, True): Phrase("Sowing, misère"),
    ("sowing", True, False): Phrase("Impartial Sowing"),
    ("sowing", True, True): Phrase("Impartial Sowing, misère"),
}


@dataclass(frozen=True, slots=True)
class FafyMove:
    """The pit sown, counted from 1 at the West end, and the direction: 1 eastwards, -1 westwards."""

    pit: int
    direction: int

    def __str__(self) -> str:
        return f"{self.pit}{'+' if self.direction > 0 else '-'}"


class FafyEnding(Ending):
    """How a game of Fafy or Sowing ends: the side to move cannot play."""

    BLOCKED = "blocked", Phrase("{loser} cannot play")
    MISERE = "misere", Phrase("{winner} cannot play, and so wins in misère play")


class Fafy(Game):
    """Fafy, or Sowing where only the last seed is restricted; partizan or impartial; normal or misère."""

    sides = (SOUTH, NORTH)
    small = True
    laid_out = True
    has_draws = False
    lead = Phrase("moves")

    def __init__(self, impartial: bool = False, misere: bool = False, last_only: bool = False) -> None:
        """Choose the options; `last_only` makes it Sowing."""
        self.impartial = impartial
        self.misere = misere
        self.last_only = last_only
        self.name = "sowing" if last_only else "fafy"
        self.id = f"{self.name}{'-impartial' * impartial}{'-misere' * misere}"

    @property
    def title(self) -> Phrase:
        return TITLES[self.name, self.impartial, self.misere]

    def directions(self, side: Side) -> tuple[int, ...]:
        """List the directions in which a side may sow."""
        return (1, -1) if self.impartial else (1,) if side is SOUTH else (-1,)

    @property
    def notation(self) -> Phrase:
        if self.impartial:
            return Phrase("A move is a pit and a direction: 2+ sows pit 2 eastwards, 2- westwards.")
        return Phrase("A move is the number of a pit, such as 2: South sows it eastwards, North westwards.")

    @property
    def goal(self) -> Phrase:
        if self.misere:
            return Phrase("have no pit left to sow when it is your turn: in misère play that wins.")
        return Phrase("leave your opponent without a pit to sow: whoever cannot play loses.")

    def followers(self, row: tuple[int, ...], side: Side) -> list[tuple[int, ...]]:
        """List the rows that a side's moves lead to."""
        position = FafyPosition(self, row, side)
        return [position._play(move).pits for move in position.moves_of(side)]

    def start(self) -> "FafyPosition":
        """Return the document's starting position, South to move."""
        return FafyPosition(self, START, SOUTH)

    def agreed_start(self, rng: Random) -> "FafyPosition":
        """Lay out about ten seeds in six to eight pits, none of them empty."""
        pits = [1] * rng.randint(6, 8)
        for _ in range(rng.randint(9, 12) - len(pits)):
            pits[rng.randrange(len(pits))] += 1
        return FafyPosition(self, tuple(pits), SOUTH)

    def position(self, text: str) -> "FafyPosition":
        """Read a position such as ``1.2.2.1 S``.

        Raises NotationError.
        """
        position: FafyPosition = self.family.notation.position(self, a_text("position", text))
        return position


@dataclass(frozen=True, slots=True, repr=False)
class FafyPosition(Position[FafyMove]):
    """The seeds of each pit from West to East, and who moves."""

    game: Fafy
    pits: tuple[int, ...]
    to_move: Side

    def __str__(self) -> str:
        return f"{write_row(self.pits)} {self.to_move}"

    @property
    def key(self) -> tuple[tuple[int, ...], bool]:
        """The seeds of each pit, and whether South is to move."""
        return self.pits, self.to_move is SOUTH

    def legal_moves(self) -> tuple[FafyMove, ...]:
        """List every sowing that breaks no rule, from West to East, eastwards first."""
        return tuple(self.moves_of(self.to_move))

    def moves_of(self, side: Side) -> Iterator[FafyMove]:
        """Yield the legal sowings of a side, whichever is to move."""
        directions, pits, last_only = self.game.directions(side), self.pits, self.game.last_only
        for pit, seeds in enumerate(pits):
            if seeds:
                for direction in directions:
                    end = pit + direction * seeds
                    if (
                        0 <= end < len(pits)
                        and pits[end]
                        and (last_only or 0 not in pits[min(pit, end) : max(pit, end)])
                    ):
                        yield FafyMove(pit + 1, direction)

    def obstacle(self, pit: int, direction: int) -> int | None:
        """Return the first pit (counted from 0, perhaps off the board) where a seed may not fall, or None."""
        seeds, size = self.pits[pit], len(self.pits)
        end = pit + direction * seeds
        bound = range(end if self.game.last_only else pit + direction, end + direction, direction)
        for reached in bound:
            if not 0 <= reached < size or self.pits[reached] == 0:
                return reached
        return None

    def _play(self, move: FafyMove) -> "FafyPosition":
        pits = list(self.pits)
        for pit in self._route(move):
            pits[pit - 1] += 1
        pits[move.pit - 1] = 0
        return FafyPosition(self.game, tuple(pits), self.to_move.other)

    def _route(self, move: FafyMove) -> range:
        """List the pits that receive a seed, counted from 1."""
        seeds = self.pits[move.pit - 1]
        return range(move.pit + move.direction, move.pit + move.direction * (seeds + 1), move.direction)

    @property
    def outcome(self) -> Outcome | None:
        """The opponent of the player who cannot play wins, or that player in misère play."""
        if any(True for _ in self.moves_of(self.to_move)):
            return None
        if self.game.misere:
            return Outcome(self.to_move, FafyEnding.MISERE)
        return Outcome(self.to_move.other, FafyEnding.BLOCKED)

    @property
    def task(self) -> Phrase:
        return Phrase("sow a pit, without falling in an empty one")

    def paths(self) -> Iterator[tuple[str, FafyMove, tuple[Choice, ...]]]:
        """Yield each sowing as two taps: the pit, then the neighbour that receives the first seed."""
        for move in self.legal_moves():
            end = Choice(str(move.pit + move.direction), "+" if move.direction > 0 else "-")
            yield str(move), move, (Choice(str(move.pit)), end)

    def _events(self, move: FafyMove) -> tuple[Event, ...]:
        """List the gestures: lift, then one sowing for each seed."""
        place = str(move.pit)
        return events.lift(place, self.pits[move.pit - 1]), *(events.sow(str(pit)) for pit in self._route(move))

    def contents(self) -> Contents:
        """Map each pit to its seeds, one letter each."""
        return {str(pit + 1): events.SEED * seeds for pit, seeds in enumerate(self.pits)}

    def from_contents(self, contents: Contents, side: Side) -> "FafyPosition":
        """Return the position with these pits; the row has as many as `contents` has places."""
        return FafyPosition(self.game, tuple(len(contents.get(str(pit + 1), "")) for pit in range(len(contents))), side)
