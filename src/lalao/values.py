"""Sides, ordered values of positions, and the outcomes of games.

A value is the worth of a position to the player who moves:

>>> Loss(0) < Loss(6) < DRAW < Win(7) < Win(1)
True

The number counts plies to the end with best play: a winner hurries, a loser delays. Where it is proved who wins but
not how soon, the distance is None and counts as longer than any proved one. A value that has not been worked out is
`UNKNOWN`; it has no place in the order.

>>> Loss(6) < Loss(None) < DRAW < Win(None) < Win(7)
True
>>> Win(3).before(), Win(3).after(), Win(None).before()
(Loss(4), Loss(2), Loss(None))
"""

from dataclasses import dataclass
from enum import Enum
from functools import total_ordering

from lalao.errors import Kind, Phrase


class Side(Enum):
    """A player: South and North in the sowing games, White and Black in Fanorona. The value is the letter in texts."""

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
        """Whether this side comes first in results and standings (South, White)."""
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
"""The distance, in plies, that an unproved one counts as when values are compared."""


@total_ordering
@dataclass(frozen=True, slots=True, repr=False)
class Value:
    """The value of a position for the side to move: `sign` 1 (win), 0 (draw) or -1 (loss), and `plies` to the end.

    `plies` is None for a draw, and where the distance has not been proved.
    """

    sign: int
    plies: int | None

    @property
    def name(self) -> str:
        """``win``, ``draw`` or ``loss``, as in ``solve --json``."""
        return ("draw", "win", "loss")[self.sign]

    @property
    def is_exact(self) -> bool:
        """Whether the value is complete: a draw, or a win or loss with its plies."""
        return self.sign == 0 or self.plies is not None

    @property
    def rank(self) -> tuple[int, int]:
        """A key that sorts values from the worst to the best."""
        return self.sign, -self.sign * (FAR if self.plies is None else self.plies)

    def before(self) -> "Value":
        """Return the value for the side that has just moved, one ply earlier."""
        return Value(-self.sign, None if self.plies is None else self.plies + 1)

    def after(self) -> "Value":
        """Return the value for the other side after a best move, one ply later."""
        return Value(-self.sign, None if self.plies is None else self.plies - 1)

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Value):
            return NotImplemented
        return self.rank < other.rank

    def __repr__(self) -> str:
        return "DRAW" if self.sign == 0 else f"{'Win' if self.sign > 0 else 'Loss'}({self.plies})"


class Unknown:
    """The type of `UNKNOWN`, a value that has not been computed: it equals only itself and cannot be ordered."""

    name = "unknown"
    plies = None

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN = Unknown()
DRAW = Value(0, None)


def Win(plies: int | None) -> Value:  # noqa: N802  named as its repr shows it
    """Return the value of a win in `plies`, None where the distance is not proved."""
    return Value(1, plies)


def Loss(plies: int | None) -> Value:  # noqa: N802  named as its repr shows it
    """Return the value of a loss in `plies`, None where the distance is not proved."""
    return Value(-1, plies)


class Ending(Kind):
    """A way in which a game can end; its sentence has blanks such as ``{winner}``.

    Each family of games has its own enum for the endings in its rules; those that any match can have are `MatchEnding`.
    """


class MatchEnding(Ending):
    """The endings that a match of any game can have."""

    RESIGNED = "resigned", Phrase("{loser} resigns")
    AGREED = "agreed", Phrase("by agreement")
    TIME = "time", Phrase("{loser} ran out of time")
    REPETITION = "repetition", Phrase("the same position for the third time")
    QUIET_LIMIT = "quiet-limit", Phrase("{limit} turns without capture")
    ADJUDICATED = "adjudicated", Phrase("by the teacher's decision")
    FORFEIT = "forfeit", Phrase("both have lost")
    ABANDONED = "abandoned", Phrase("the game was abandoned")
    ILLEGAL_MOVE = "illegal-move", Phrase("{loser} played an illegal move")
    FAILED = "failed", Phrase("{loser}'s program failed")

    @property
    def is_void(self) -> bool:
        """Whether the game has no result: neither side scores, not even a draw."""
        return self in (MatchEnding.FORFEIT, MatchEnding.ABANDONED)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winner (None for a draw or no result), the ending, and the score if any.

    `score` is the pair of numbers that decides the game, first side first: the seeds in the halves for Fang, None for
    the other games. `counts` holds the numbers for the blanks of the ending's sentence.
    """

    winner: Side | None
    ending: Ending
    score: tuple[int, int] | None = None
    counts: tuple[tuple[str, int], ...] = ()

    @property
    def loser(self) -> Side | None:
        """The side that lost, or None where nobody won."""
        return self.winner.other if self.winner else None

    @property
    def is_void(self) -> bool:
        """Whether the game has no result: neither a win nor a draw."""
        return self.winner is None and isinstance(self.ending, MatchEnding) and self.ending.is_void

    @property
    def reason(self) -> Phrase:
        """The ending as a sentence to be translated, with its blanks filled."""
        return self.ending.sentence.filled(winner=self.winner, loser=self.loser, **dict(self.counts))

    @property
    def result(self) -> str:
        """``1-0``, ``0-1``, ``1/2-1/2``, or ``*`` where there is no result, as in records."""
        if self.winner is None:
            return "*" if self.is_void else "1/2-1/2"
        return "1-0" if self.winner.is_first else "0-1"

    def value_for(self, side: Side) -> Value:
        """Return the value of the finished game for `side`; a game without result counts as a draw."""
        if self.winner is None:
            return DRAW
        return Win(0) if self.winner is side else Loss(0)
