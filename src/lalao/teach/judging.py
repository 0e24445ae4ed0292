"""The judge of claims: it finds the worth of positions by the readable rules alone, slowly and plainly.

It shares nothing with the solvers, tables and searches from which claims are made, so that it does not repeat their
errors. It never guesses: where its budget is too small it raises TooLargeError.
"""

from collections import deque
from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeAlias

from lalao.errors import TooLargeError
from lalao.games.game import AnyPosition
from lalao.games.registry import Brought
from lalao.teach.worths import Lead, Worth
from lalao.values import DRAW, Loss, Value, Win

MOST_POSITIONS = 100_000
"""The most positions that one question may look at."""
DEEPEST = 9
"""Plies looked ahead where a game is too large to be followed to all its ends."""

Known: TypeAlias = dict[Hashable, Any]
FinalLead: TypeAlias = Callable[[AnyPosition], Lead]
FINAL_LEAD: Brought[FinalLead] = Brought("lalao.teach", "final_lead")


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
