"""The rules of Fifangha: the boards, who may play which pit, who must capture, who has lost."""

from collections.abc import Iterator
from dataclasses import dataclass

from lalao import events
from lalao.board.geometry import write_row
from lalao.errors import Phrase
from lalao.events import Contents, Event
from lalao.games.fifangha.turns import FifanghaMove, Hand
from lalao.games.game import Choice, Game, Position, a_text
from lalao.values import Ending, Outcome, Side

SOUTH, NORTH = Side.SOUTH, Side.NORTH
QUIET_PLIES = 200
NAMES = {8: "fifangha", 6: "fifangha-6", 4: "fifangakely"}


class FifanghaEnding(Ending):
    """How a game of Fifangha ends, checked at the start of a turn: the player who should move has lost."""

    EMPTY_ROW = "empty-row", Phrase("the inner row of {loser} is empty")
    NO_TURN = "no-turn", Phrase("{loser} has no turn that ends")


class Fifangha(Game):
    """Fifangha on 8 columns, or on the small boards of 6 and 4."""

    sides = (SOUTH, NORTH)
    quiet_limit = QUIET_PLIES

    def __init__(self, columns: int = 8) -> None:
        """Choose the size: 8, 6 or 4 columns."""
        self.columns = columns
        self.id = NAMES[columns]
        self.reserve = 3 * columns + 2
        self.small = columns == 4
        letters = "abcdefgh"[:columns]
        eastwards, westwards = letters, letters[::-1]
        self.letters = {SOUTH: eastwards + westwards.upper(), NORTH: westwards + eastwards.upper()}
        self.names = {side: tuple(side.value + letter for letter in row) for side, row in self.letters.items()}

    @property
    def title(self) -> Phrase:
        if self.columns == 4:
            return Phrase("Fifangakely (Fifangha on 4 columns)")
        return Phrase("Fifangha on {columns} columns", columns=self.columns)

    @property
    def notation(self) -> Phrase:
        last = self.letters[SOUTH][self.columns - 1]
        return Phrase(
            "A move is a pit (a to {last} in your inner row, A to {capital} in the outer one), then + (clockwise) or - "
            "for each question: c or c+.",
            last=last,
            capital=last.upper(),
        )

    @property
    def goal(self) -> Phrase:
        return Phrase("empty your opponent's inner row: whoever has no seed there when his turn starts has lost.")

    def start(self) -> "FifanghaPosition":
        """Return the starting position, South to move."""
        row = (0, *[1] * (self.columns - 2), 0, *[0] * self.columns)
        return FifanghaPosition(self, row, row, (self.reserve, self.reserve), SOUTH)

    def position(self, text: str) -> "FifanghaPosition":
        """Read a position such as ``0.0.0.0/0.1.1.0/0.1.1.0/0.0.0.0 14+14 S``.

        Raises NotationError.
        """
        position: FifanghaPosition = self.family.notation.position(self, a_text("position", text))
        return position


@dataclass(frozen=True, slots=True, repr=False)
class FifanghaPosition(Position[FifanghaMove]):
    """Each player's pits as he sees them, the reserves (South, North), who moves, and the quiet plies."""

    game: Fifangha
    south: tuple[int, ...]
    north: tuple[int, ...]
    reserves: tuple[int, int]
    to_move: Side
    quiet: int = 0

    def __str__(self) -> str:
        rows = "/".join(map(write_row, self.rows()))
        quiet = f" quiet={self.quiet}" if self.quiet else ""
        return f"{rows} {self.reserves[0]}+{self.reserves[1]} {self.to_move}{quiet}"

    def rows(self) -> tuple[tuple[int, ...], ...]:
        """Return the four rows from North to South, each from West to East."""
        columns = self.game.columns
        return (
            self.north[columns:],
            self.north[:columns][::-1],
            self.south[:columns],
            self.south[columns:][::-1],
        )

    @property
    def key(self) -> tuple[tuple[int, ...], tuple[int, ...], int, bool]:
        """Seeds, turns left in phase 1 and side; the quiet plies are left out."""
        return self.south, self.north, sum(self.reserves), self.to_move is SOUTH

    @property
    def own(self) -> tuple[int, ...]:
        """The pits of the side to move."""
        return self.south if self.to_move is SOUTH else self.north

    @property
    def enemy(self) -> tuple[int, ...]:
        """The pits of the other side."""
        return self.north if self.to_move is SOUTH else self.south

    @property
    def has_reserve(self) -> bool:
        """Whether the side to move is in phase 1."""
        return self.reserves[0 if self.to_move is SOUTH else 1] > 0

    def facing(self) -> list[int]:
        """List the non-empty inner pits of the side to move that face enemy seeds."""
        columns = self.game.columns
        return [i for i in range(columns) if self.own[i] and self.enemy[columns - 1 - i]]

    def _inner(self) -> list[int]:
        """List the non-empty inner pits of the side to move."""
        return [i for i in range(self.game.columns) if self.own[i]]

    def hand(self, pit: int, wanted: FifanghaMove | None, capturing: bool) -> Hand:
        """Begin a turn with a pit; events are recorded only where `wanted` is given."""
        side, names = self.to_move, self.game.names
        move = FifanghaMove(self.game.letters[side][pit])
        signs = wanted.signs if wanted else None
        own, enemy = list(self.own), list(self.enemy)
        done: list[Event] | None = [] if wanted else None
        return Hand(own, enemy, names[side], names[side.other], move, signs, capturing, done=done)

    def _first_sowing_captures(self, pit: int, direction: int) -> bool:
        """Tell whether, in phase 2, sowing a pit ends in a non-empty inner pit facing enemy seeds."""
        hand = self.hand(pit, None, True)
        hand.lift(pit, direction)
        last = hand.sow()
        return hand.own[last] > 1 and hand.faces_seeds(last)

    def occupied(self) -> list[int]:
        """List the non-empty pits of the side to move."""
        return [pit for pit, seeds in enumerate(self.own) if seeds]

    def captures_with(self, pit: int) -> bool:
        """Tell whether, in phase 2, the first sowing of a pit captures in either direction."""
        return any(self._first_sowing_captures(pit, direction) for direction in (1, -1))

    def _turns(self, wanted: FifanghaMove | None = None) -> Iterator[Hand]:
        """Yield every turn that ends, played to its end; only the `wanted` one where one is given."""
        if not self._inner():
            return
        for turn in self._phase_1(wanted) if self.has_reserve else self._phase_2(wanted):
            yield from turn.finish()

    def _is_wanted(self, pit: int, wanted: FifanghaMove | None) -> bool:
        return wanted is None or wanted.pit == self.game.letters[self.to_move][pit]

    def _phase_1(self, wanted: FifanghaMove | None) -> Iterator[Hand]:
        """Yield the turns of phase 1, ready for their first sowing."""
        facing = self.facing()
        for pit in facing or self._inner():
            if self._is_wanted(pit, wanted):
                hand = self.hand(pit, wanted, bool(facing))
                hand.put_from_reserve(self.to_move, pit)
                yield from hand.capture(pit) if facing else hand.lifted(pit)

    def _phase_2(self, wanted: FifanghaMove | None) -> Iterator[Hand]:
        """Yield the turns of phase 2, ready for their first sowing."""
        pits = self.occupied()
        capturing = {(p, direction) for p in pits for direction in (1, -1) if self._first_sowing_captures(p, direction)}
        for pit in pits:
            if self._is_wanted(pit, wanted):
                for hand in self.hand(pit, wanted, bool(capturing)).lifted(pit):
                    if not capturing or (pit, hand.direction) in capturing:
                        yield hand

    def legal_moves(self) -> tuple[FifanghaMove, ...]:
        """List every turn that comes to an end, each with a sign for every question it asks."""
        return tuple(turn.move for turn in self._turns())

    def _played(self, move: FifanghaMove) -> Hand:
        return next(turn for turn in self._turns(move) if turn.move == move)

    def _play(self, move: FifanghaMove) -> "FifanghaPosition":
        turn = self._played(move)
        own, enemy = tuple(turn.own), tuple(turn.enemy)
        south, north = (own, enemy) if self.to_move is SOUTH else (enemy, own)
        spent = 1 if self.has_reserve else 0
        reserves = (
            self.reserves[0] - (spent if self.to_move is SOUTH else 0),
            self.reserves[1] - (spent if self.to_move is NORTH else 0),
        )
        quiet = 0 if turn.captures else self.quiet + 1
        return FifanghaPosition(self.game, south, north, reserves, self.to_move.other, quiet)

    @property
    def outcome(self) -> Outcome | None:
        """The winner once the inner row of the side to move is empty, or it has no legal move."""
        side = self.to_move
        if not self._inner():
            return Outcome(side.other, FifanghaEnding.EMPTY_ROW)
        if next(self._turns(), None) is None:
            return Outcome(side.other, FifanghaEnding.NO_TURN)
        return None

    @property
    def task(self) -> Phrase:
        if not self.has_reserve:
            return Phrase("choose one of your pits and where to sow it")
        if self.facing():
            return Phrase("put a seed in a pit that faces seeds")
        return Phrase("put a seed in a pit of your inner row and sow it")

    def paths(self) -> Iterator[tuple[str, FifanghaMove, tuple[Choice, ...]]]:
        """Yield each turn: the pit, then for each question the pit that its answer sows first."""
        for move in self.legal_moves():
            yield str(move), move, (Choice(self.to_move.value + move.pit), *self._played(move).choices)

    def _events(self, move: FifanghaMove) -> tuple[Event, ...]:
        """List the gestures: reserve and drop in phase 1, then captures, lifts and sowings, a seed at a time."""
        return tuple(self._played(move).done or ())

    def contents(self) -> Contents:
        """Map each pit and reserve to its seeds, one letter each."""
        contents = {events.reserve(side.value): self.reserves[i] for i, side in enumerate((SOUTH, NORTH))}
        for side, pits in ((SOUTH, self.south), (NORTH, self.north)):
            contents |= dict(zip(self.game.names[side], pits, strict=True))
        return {place: events.SEED * seeds for place, seeds in contents.items()}

    def from_contents(self, contents: Contents, side: Side) -> "FifanghaPosition":
        """Return the position with these pits and reserves, and no quiet plies."""
        south, north = (
            tuple(len(contents.get(name, "")) for name in self.game.names[owner]) for owner in (SOUTH, NORTH)
        )
        reserves = (len(contents.get(events.reserve("S"), "")), len(contents.get(events.reserve("N"), "")))
        return FifanghaPosition(self.game, south, north, reserves, side)
