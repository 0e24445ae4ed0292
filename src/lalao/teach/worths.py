"""The worth of a position, by the measure of its game, and the sentences that state it.

Fang is measured by the lead with which it ends, for in most positions several moves win; the other games by who wins,
then by the plies left. A worth is that for one side; `before` gives the same one ply earlier, for the other side.
"""

from dataclasses import dataclass
from enum import Enum
from functools import total_ordering
from typing import Any, TypeAlias

from lalao.errors import NotationError, Phrase
from lalao.values import Side, Value


class Level(Enum):
    """The reader that a sentence is meant for: a pupil who is learning the game, or a player who counts."""

    PUPIL = "pupil"
    PLAYER = "player"


def read_level(text: str) -> Level:
    """Read a level, ``pupil`` or ``player``.

    Raises NotationError.
    """
    try:
        return Level(text)
    except ValueError:
        raise NotationError("'{text}' is not a level: write pupil or player", text=text) from None


@total_ordering
@dataclass(frozen=True, slots=True)
class Lead:
    """By how many seeds a game of Fang is won: in the halves; in the tibongs where the halves are equal, else 0.

    >>> Lead.of(2, -1), Lead.of(0, -1).before()
    (Lead(half=2, tibong=0), Lead(half=0, tibong=1))
    """

    half: int
    tibong: int

    @classmethod
    def of(cls, half: int, tibong: int) -> "Lead":
        """Return the lead that decides: the tibongs count only where the halves are equal."""
        return cls(half, 0 if half else tibong)

    @property
    def sign(self) -> int:
        """1 for a win, 0 for a draw, -1 for a loss."""
        lead = self.half or self.tibong
        return (lead > 0) - (lead < 0)

    def before(self) -> "Lead":
        """Return the lead for the other side."""
        return Lead(-self.half, -self.tibong)

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Lead):
            return NotImplemented
        return (self.half, self.tibong) < (other.half, other.tibong)


Worth: TypeAlias = Lead | Value


def fits(told: Worth, true: Worth) -> bool:
    """Tell whether a stated worth agrees with the true one; a win or a loss may be stated without its plies."""
    if isinstance(told, Value) and isinstance(true, Value) and told.plies is None:
        return told.sign == true.sign
    return told == true


def is_better(one: Worth, other: Worth) -> bool:
    """Tell whether one worth is better than another of the same game; plies count only where both are known."""
    if isinstance(one, Lead) and isinstance(other, Lead):
        return one > other
    if isinstance(one, Value) and isinstance(other, Value):
        if one.sign != other.sign or one.plies is None or other.plies is None:
            return one.sign > other.sign
        return one > other
    return False


def signed(worth: Worth) -> Worth:
    """Return a worth without its plies: who wins, or the lead in Fang."""
    return Value(worth.sign, None) if isinstance(worth, Value) else worth


def in_line(worth: Worth, plies: int) -> Worth:
    """Return a worth for the same side after `plies` of best play."""
    if isinstance(worth, Lead) or worth.plies is None:
        return worth
    return Value(worth.sign, worth.plies - plies)


def as_json(worth: Worth) -> dict[str, Any]:
    """Return a worth as plain JSON."""
    if isinstance(worth, Lead):
        return {"half": worth.half, "tibong": worth.tibong}
    return {"value": worth.name, "plies": worth.plies}


def result(worth: Worth, side: Side, level: Level) -> Phrase:
    """Return a worth for `side` as a clause to be used in a sentence: who wins, and by how much.

    >>> from lalao.locale import words
    >>> words("en").say(result(Lead(-2, 0), Side.SOUTH, Level.PUPIL))
    'North wins by 2 seeds'
    """
    winner = side if worth.sign > 0 else side.other
    if worth.sign == 0:
        return Phrase("it is a draw")
    if isinstance(worth, Value):
        if level is Level.PUPIL or not worth.plies:
            return Phrase("{winner} wins", winner=winner)
        count = worth.plies
        return Phrase("{winner} wins in {count} ply", "{winner} wins in {count} plies", winner=winner, count=count)
    if worth.half:
        count = abs(worth.half)
        return Phrase("{winner} wins by {count} seed", "{winner} wins by {count} seeds", winner=winner, count=count)
    return Phrase(
        "{winner} wins by {count} seed in the tibongs alone",
        "{winner} wins by {count} seeds in the tibongs alone",
        count=abs(worth.tibong),
        winner=winner,
    )


def expected(worth: Worth, side: Side, level: Level) -> Phrase:
    """Return the clause of `result` with its condition: "if both play well", or "with best play"."""
    sentence = result(worth, side, level)
    if level is Level.PUPIL:
        return Phrase("if both play well, {result}", result=sentence)
    return Phrase("with best play {result}", result=sentence)
