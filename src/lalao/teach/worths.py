"""The worth of a position, by the measure of its game, the sentences that state it, and the judge that finds it.

Fang is measured by the lead with which it ends, for in most positions several moves win; the other games by who wins,
then by the plies left. A worth is that for one side; `before` gives the same one ply earlier, for the other side.

The `Judge` of claims finds the worth of positions by the readable rules alone, slowly and plainly. It shares nothing
with the solvers, tables and searches from which claims are made, so that it does not repeat their errors. It never
guesses: where its budget is too small it raises TooLargeError.
"""

from collections import deque
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import total_ordering
from typing import Any, TypeAlias

from lalao.errors import NotationError, Phrase, TooLargeError
from lalao.games.game import AnyPosition
from lalao.games.registry import Hook
from lalao.values import DRAW, Loss, Side, Value, Win


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


MOST_POSITIONS = 100_000
"""The most positions that one question may look at."""
DEEPEST = 9
"""Plies looked ahead where a game is too large to be followed to all its ends."""

Known: TypeAlias = dict[Hashable, Any]
FinalLead: TypeAlias = Callable[[AnyPosition], Lead]
FINAL_LEAD: Hook[FinalLead] = Hook("lalao.teach", "final_lead")


class Judge:
    """Finds the worth of positions, and remembers it from one question to the next, game by game."""

    def __init__(self, most: int = MOST_POSITIONS) -> None:
        """Set how many positions one question may look at."""
        self.most = most
        self._known: dict[str, Known] = {}
        self._room = 0

    def worth(self, position: AnyPosition) -> Worth:
        """Return the worth of a position to the side to move, with best play of both: a Lead in games measured by one.

        A family measured by its lead counts it, for a finished game, in `final_lead` of its module of this layer.
        Raises TooLargeError where more than `most` positions would have to be looked at.
        """
        self._room = self.most
        known = self._known.setdefault(position.game.id, {})
        final_lead = FINAL_LEAD.by(position.game)
        if final_lead is not None:
            return self._lead(position, known, final_lead)
        if position.key not in known:
            self._follow(position, known)
        value: Value = known[position.key]
        return value

    def _follow(self, position: AnyPosition, known: Known) -> None:
        """Find the value of a position by all that may follow it or by a near end, trying the likelier method first."""
        if position.game.quiet_limit is None or position.game.small:
            known.update(self._closed(position))
            return
        try:
            known[position.key] = self._near_end(position)
        except TooLargeError:
            self._room = self.most
            known.update(self._closed(position))

    def follow(self, position: AnyPosition) -> None:
        """Find the values of a position and of all that may follow it, for all questions to come.

        Raises TooLargeError where more than `most` positions would have to be looked at.
        """
        known = self._known.setdefault(position.game.id, {})
        if position.key not in known:
            self._room = self.most
            known.update(self._closed(position))

    def after(self, position: AnyPosition, line: Sequence[str]) -> Worth:
        """Return the worth of a position if a line is played in it, for its side to move, plies counted from it.

        Raises NotationError or IllegalMoveError where the line cannot be played, TooLargeError as `worth` does.
        """
        for text in line:
            position = position.play(text)
        worth = self.worth(position)
        for _ in line:
            worth = worth.before()
        return worth

    def _spend(self) -> None:
        if not self._room:
            raise TooLargeError("more than {most} positions would have to be searched", most=self.most)
        self._room -= 1

    def _lead(self, position: AnyPosition, known: Known, final_lead: FinalLead) -> Lead:
        """Return the lead of the side to move at the end, with best play of both."""
        if position.key not in known:
            moves = position.legal_moves()
            if not moves:
                return final_lead(position)
            self._spend()
            known[position.key] = max(self._lead(position._play(move), known, final_lead).before() for move in moves)
        lead: Lead = known[position.key]
        return lead

    def _closed(self, start: AnyPosition) -> dict[Hashable, Value]:
        """Return the values, by key, of a position and of all that may follow it, found backwards from the ends.

        A position in which neither side can force an end is a draw: play goes on for ever.
        """
        parents: dict[Hashable, list[Hashable]] = {start.key: []}
        open_moves: dict[Hashable, int] = {}
        values: dict[Hashable, Value] = {}
        waiting, ended = deque([start]), deque[Hashable]()
        while waiting:
            position = waiting.popleft()
            self._spend()
            moves = position.legal_moves()
            open_moves[position.key] = len(moves)
            if not moves:
                values[position.key] = _ended(position)
                ended.append(position.key)
            for move in moves:
                after = position._play(move)
                if after.key not in parents:
                    parents[after.key] = []
                    waiting.append(after)
                parents[after.key].append(position.key)
        _spread(ended, parents, open_moves, values)
        return {key: values.get(key, DRAW) for key in parents}

    def _near_end(self, position: AnyPosition) -> Value:
        """Return the value of a position in which a side can force a win within `DEEPEST` plies.

        Raises TooLargeError where nobody wins by force within the plies and positions allowed.
        """
        for plies in range(1, DEEPEST + 1):
            value = self._within(position, plies, {})
            if value is not None:
                return value
        raise TooLargeError("more than {most} positions would have to be searched", most=self.most)

    def _within(self, position: AnyPosition, plies: int, known: Known) -> Value | None:
        """Return the value of a position if it is found within `plies`, else None."""
        key = position.key, plies
        if key not in known:
            self._spend()
            known[key] = self._looked_ahead(position, plies, known)
        value: Value | None = known[key]
        return value

    def _looked_ahead(self, position: AnyPosition, plies: int, known: Known) -> Value | None:
        moves = position.legal_moves()
        if not moves:
            return _ended(position)
        if not plies:
            return None
        values = [self._within(position._play(move), plies - 1, known) for move in moves]
        lost = [value.plies or 0 for value in values if value is not None and value.sign < 0]
        if lost:
            return Win(min(lost) + 1)
        if any(value is None for value in values):
            return None
        return Loss(1 + max(value.plies or 0 for value in values if value is not None))


def _ended(position: AnyPosition) -> Value:
    outcome = position.outcome
    assert outcome is not None
    return outcome.value_for(position.to_move)


def _spread(
    ended: deque[Hashable],
    parents: dict[Hashable, list[Hashable]],
    open_moves: dict[Hashable, int],
    values: dict[Hashable, Value],
) -> None:
    """Go back from the ends, the nearest first: a move to a lost position wins; if all lead to wins, it is lost."""
    while ended:
        key = ended.popleft()
        value = values[key]
        for parent in parents[key]:
            if parent in values:
                continue
            open_moves[parent] -= 1
            if value.sign < 0 or not open_moves[parent]:
                values[parent] = value.before()
                ended.append(parent)
