"""Fair starts: layouts on which it is hardest to say who should start, and then to prove it.

The player who lays out the seeds lets the other choose who starts (the cake rule), so a layout is useful only if
starting matters: rows that one side wins whoever starts are left out. The question that a layout asks is the first
choice of the player who can win: the start itself where the first player wins, else the position after the first move
that makes it hardest. The question is the harder, the less often a player who moves at random keeps the win (or draw)
to the end, against the replies that are worst for him. Few winning moves and a long way to go make that chance small.
The solve rate of a level is how often it finds a right answer to the question.

>>> import lalao
>>> layout = Judge().layout(lalao.game("sowing-impartial").position("1.1.1.1.4 S"))
>>> layout.start, layout.winning, layout.legal, layout.plies
('first', 1, 8, 7)
"""

import random
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from lalao.engine.levels import levels_of
from lalao.engine.players import LevelPlayer
from lalao.errors import NotationError
from lalao.games.game import AnyPosition, Game
from lalao.games.registry import Hook
from lalao.solve.memo import Solver
from lalao.values import Value

MOST_POSITIONS = 1_000_000
"""Positions looked at to answer one question."""
MOST_PITS = 12
MOST_SEEDS = 30
ASKED_LEVELS = (2, 4, 6)
"""Levels whose solve rates are given, where the game has them."""
TRIES = 20


class Layouts(Protocol):
    """The starts of a game that players may choose from; a family brings them to this layer as `LAYOUTS`."""

    fixed: bool
    """Whether the number of pits alone says how each game starts."""

    def usual_pits(self, game: Any) -> int:
        """Return the number of pits of the layouts compared by default."""

    def starts(self, game: Any, pits: int, seeds: int) -> list[AnyPosition]:
        """List the starts of this size to compare.

        Raises NotationError or TooLargeError where there are none of this size.
        """

    def is_sampled(self, pits: int, seeds: int) -> bool:
        """Tell whether there are more starts than `starts` lists, drawn at random, always the same."""

    def matters(self, position: Any, value: Callable[[AnyPosition], Value]) -> bool:
        """Tell whether it matters who starts; `value` gives the value of a position to the side to move."""


LAYOUTS: Hook[Layouts] = Hook("lalao.engine", "LAYOUTS")


def layouts_of(game: Game) -> Layouts:
    """Return the layouts of a game's family.

    Raises NotationError where it has none to choose from.
    """
    layouts = LAYOUTS.by(game)
    if layouts is None:
        raise NotationError("layouts are compared in Fafy, Sowing and Fang: '{id}' is none of these", id=game.id)
    return layouts


def asked_levels(game: Game) -> list[int]:
    """List those of `ASKED_LEVELS` that a game has."""
    return [level for level in ASKED_LEVELS if level in levels_of(game)]


def rounded(chance: float) -> float:
    """Round a chance to six digits, so that chances added up in another order compare equal."""
    return float(f"{chance:.6g}")


@dataclass(frozen=True, slots=True)
class Layout:
    """A start, its worth, the question it asks, and how hard that is.

    `start` is the right choice of the player who decides: ``first`` (start), ``second`` (let the other start) or
    ``either`` (it is a draw). `winning` of the `legal` answers to the question keep its value; `plies` is how long the
    game lasts, 0 if it is a draw; `chance` and `rates`, one per level, are from 0 to 1.
    """

    position: AnyPosition
    start: str
    question: AnyPosition
    winning: int
    legal: int
    plies: int
    chance: float
    rates: dict[int, float] = field(default_factory=dict)

    @property
    def rank(self) -> tuple[float, float, int]:
        """A key that sorts layouts, the hardest first."""
        return rounded(self.chance), self.winning / self.legal, -self.plies

    def as_dict(self) -> dict[str, Any]:
        return {
            "game": self.position.game.id,
            "position": str(self.position),
            "start": self.start,
            "question": str(self.question),
            "winning": self.winning,
            "legal": self.legal,
            "plies": self.plies,
            "chance": rounded(self.chance),
            "solve_rates": {f"level:{level}": rate for level, rate in self.rates.items()},
        }


class Judge:
    """Tells how hard layouts are, and remembers every position it has looked at."""

    def __init__(self, most: int = MOST_POSITIONS) -> None:
        """Set how many positions one question may look at."""
        self.solver = Solver(most)
        self._chances: dict[tuple[Game, Hashable], float] = {}

    def value(self, position: AnyPosition) -> Value:
        """Return the value of a position, with the plies to the end.

        Raises TooLargeError where more positions would have to be looked at.
        """
        return self.solver.remoteness(position)

    def preserving(self, position: AnyPosition) -> list[AnyPosition]:
        """List the positions after the moves that keep the result: the side that wins, draws or loses still does."""
        sign = self.value(position).sign
        after = [position._play(move) for move in position.legal_moves()]
        return [one for one in after if self.value(one).sign == -sign]

    def chance(self, position: AnyPosition) -> float:
        """Return how often, from 0 to 1, random moves of the side to move keep its result against the worst replies."""
        key = position.game, position.key
        if key not in self._chances:
            moves = len(position.legal_moves())
            kept = sum(self.chance_after(one) for one in self.preserving(position))
            self._chances[key] = kept / moves if moves else 1.0
        return self._chances[key]

    def chance_after(self, position: AnyPosition) -> float:
        """Return the same chance after a move of that side, where the opponent is to reply."""
        return min((self.chance(one) for one in self.preserving(position)), default=1.0)

    def layout(self, position: AnyPosition) -> Layout | None:
        """Judge a start; None where it does not matter who starts, or the player who can win has no choice to make.

        Raises TooLargeError where more positions would have to be looked at, NotationError as `layouts_of` does.
        """
        if not layouts_of(position.game).matters(position, self.value):
            return None
        value = self.value(position)
        question = position if value.sign >= 0 else min(self.preserving(position), key=self._temptation, default=None)
        if question is None or not question.legal_moves():
            return None
        return Layout(
            position,
            {1: "first", 0: "either", -1: "second"}[value.sign],
            question,
            len(self.preserving(question)),
            len(question.legal_moves()),
            value.plies or self.value(question).plies or 0,
            self.chance(question),
        )

    def _temptation(self, position: AnyPosition) -> tuple[float, int]:
        return rounded(self.chance(position)), -(self.value(position).plies or 0)

    def with_rates(self, layout: Layout, tries: int = TRIES) -> Layout:
        """Add how often each asked level finds an answer that keeps the value, always with the same random numbers."""
        kept = {one.key for one in self.preserving(layout.question)}

        def rate(level: int) -> float:
            players = [LevelPlayer(level, random.Random(number)) for number in range(tries)]
            keeps = [layout.question._play(player.choose(layout.question)).key in kept for player in players]
            return sum(keeps) / tries

        return replace(layout, rates={level: rate(level) for level in asked_levels(layout.position.game)})
