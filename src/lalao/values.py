"""Sides, ordered values, and how a game ended.

A value says what a position is worth to the player who moves:

>>> Loss(0) < Loss(6) < DRAW < Win(7) < Win(1)
True

The number counts plies to the end with best play: a winner hurries, a loser delays. Who wins may be proved while the
distance is not: it counts as longer than any that is. A value that nobody has worked out is `UNKNOWN`; it has no place
in the order.

>>> Loss(6) < Loss(None) < DRAW < Win(None) < Win(7)
True
>>> Win(3).before(), Win(3).after(), Win(None).before()
(Loss(4), Loss(2), Loss(None))
"""

from dataclasses import dataclass
from enum import Enum
from functools import total_ordering

from lalao.errors import Phrase


class Side(Enum):
    """A player: South and North of the sowing games, White and Black of Fanorona. The value is the letter in texts."""

    SOUTH = "S"
    NORTH = "N"
    WHITE = "W"
    BLACK = "B"

    @property
    def other(self) -> "Side":
        """The opponent."""
        return _OTHER[self]

    @property
    def is_first(self) -> bool:
        """Whether results and standings name this side first (South, White)."""
        return self in (Side.SOUTH, Side.WHITE)

    def __str__(self) -> str:
        return self.value


_OTHER = {
    Side.SOUTH: Side.NORTH,
    Side.NORTH: Side.SOUTH,
    Side.WHITE: Side.BLACK,
    Side.BLACK: Side.WHITE,
}
FAR = 1 << 30
"""Plies that a distance which is not proved counts as, where values are compared."""


@total_ordering
@dataclass(frozen=True, slots=True, repr=False)
class Value:
    """What a position is worth to the one who moves: `sign` 1 (win), 0 (draw) or -1 (loss), and `plies` to the end.

    `plies` is None for a draw, and where nobody has proved that the end comes neither sooner nor later.
    """

    sign: int
    plies: int | None

    @property
    def name(self) -> str:
        """``win``, ``draw`` or ``loss``, as in ``solve --json``."""
        return ("draw", "win", "loss")[self.sign]

    @property
    def is_exact(self) -> bool:
        """Whether there is nothing more to be known: a draw, or a win or loss with its plies."""
        return self.sign == 0 or self.plies is not None

    @property
    def rank(self) -> tuple[int, int]:
        """A key that sorts values from the worst to the best."""
        return self.sign, -self.sign * (FAR if self.plies is None else self.plies)

    def before(self) -> "Value":
        """Give what this position is worth to the one who just moved into it, one ply earlier."""
        return Value(-self.sign, None if self.plies is None else self.plies + 1)

    def after(self) -> "Value":
        """Give what the position after a best move is worth to the other side, one ply later."""
        return Value(-self.sign, None if self.plies is None else self.plies - 1)

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Value):
            return NotImplemented
        return self.rank < other.rank

    def __repr__(self) -> str:
        return "DRAW" if self.sign == 0 else f"{'Win' if self.sign > 0 else 'Loss'}({self.plies})"


class Unknown:
    """The value that nobody has worked out: it equals itself alone and compares with nothing."""

    name = "unknown"
    plies = None

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN = Unknown()
DRAW = Value(0, None)


def Win(plies: int | None) -> Value:  # noqa: N802  a value is written as it is shown
    """Give the value of a win in so many plies, None where that is not proved."""
    return Value(1, plies)


def Loss(plies: int | None) -> Value:  # noqa: N802  a value is written as it is shown
    """Give the value of a loss in so many plies, None where that is not proved."""
    return Value(-1, plies)


class Ending(Enum):
    """How a game can end: a code for programs, and a sentence with blanks such as ``{winner}`` and ``{loser}``.

    Each family of games has an enum of its own for the ends that its rules know; those of a match are `MatchEnding`.
    """

    sentence: Phrase

    def __new__(cls, code: str, sentence: Phrase) -> "Ending":
        """Keep the sentence beside the code, which is the value."""
        member = object.__new__(cls)
        member._value_ = code
        member.sentence = sentence
        return member

    def __str__(self) -> str:
        return str(self.value)


class MatchEnding(Ending):
    """How a match can end whatever the game."""

    RESIGNED = "resigned", Phrase("{loser} resigns")
    AGREED = "agreed", Phrase("by agreement")
    TIME = "time", Phrase("the time of {loser} is up")
    REPETITION = "repetition", Phrase("the same position for the third time")
    QUIET_LIMIT = "quiet-limit", Phrase("{limit} turns without capture")
    ADJUDICATED = "adjudicated", Phrase("the teacher has decided")
    FORFEIT = "forfeit", Phrase("both have lost")
    ABANDONED = "abandoned", Phrase("the game was broken off")
    ILLEGAL_MOVE = "illegal-move", Phrase("{loser} has played an illegal move")
    FAILED = "failed", Phrase("the program that plays for {loser} has failed")

    @property
    def is_void(self) -> bool:
        """Whether an end without a winner is no draw: nobody gets anything."""
        return self in (MatchEnding.FORFEIT, MatchEnding.ABANDONED)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winner (None: a draw, or no result), in which way, and the score if any.

    `score` is what the game is decided by, first side first: seeds in the halves for Fang, else None. `counts` fills
    the blanks of the ending's sentence that are numbers.
    """

    winner: Side | None
    ending: Ending
    score: tuple[int, int] | None = None
    counts: tuple[tuple[str, int], ...] = ()

    @property
    def loser(self) -> Side | None:
        """The side that lost, None in a draw."""
        return self.winner.other if self.winner else None

    @property
    def is_void(self) -> bool:
        """Whether the game has no result: neither a win nor a draw."""
        return self.winner is None and isinstance(self.ending, MatchEnding) and self.ending.is_void

    @property
    def reason(self) -> Phrase:
        """The ending as a sentence to be said in any language."""
        said = self.ending.sentence
        return Phrase(said.sentence, said.plural, winner=self.winner, loser=self.loser, **dict(self.counts))

    @property
    def result(self) -> str:
        """``1-0``, ``0-1``, ``1/2-1/2``, or ``*`` where there is no result, as in records."""
        if self.winner is None:
            return "*" if self.is_void else "1/2-1/2"
        return "1-0" if self.winner.is_first else "0-1"

    def value_for(self, side: Side) -> Value:
        """Give the value of the finished game to `side`."""
        if self.winner is None:
            return DRAW
        return Win(0) if self.winner is side else Loss(0)
