"""The answers of `solve`: exact values of a position and of its moves, as Python objects and as JSON.

A position's value can be known while some of its moves are not: `worth` derives it from theirs, and `best_line` the
line of play.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from typing import Any

from lalao.board.svg import card
from lalao.errors import Phrase
from lalao.games.game import AnyPosition
from lalao.locale import ENGLISH
from lalao.values import UNKNOWN, Unknown, Value, Win


def told(value: Value | Unknown) -> str:
    """Return a value in English, such as ``win in 7``; without plies where they are not known."""
    return value.name if value.plies is None else f"{value.name} in {value.plies}"


def line(moves: Sequence[Any]) -> str:
    """Return the texts of moves, separated by spaces."""
    return " ".join(map(str, moves))


@dataclass(frozen=True, slots=True)
class Margin:
    """By how many seeds the side to move wins a game of Fang: in the halves, then in the tibongs; below 0 it loses."""

    half: int
    tibong: int


@dataclass(frozen=True, slots=True)
class MoveAnswer:
    """A move, the position after it, and its worth to the player who makes it.

    `incentive` is the move's gain, a game in the field's notation, and `best_incentive` whether no other move has a
    greater one; both are None except in normal play of partizan rows. `open_for` matters where the value or its plies
    are unknown: within this many plies, the move included, nobody can force the end.
    """

    move: Any
    position: AnyPosition
    value: Value | Unknown = UNKNOWN
    margin: Margin | None = None
    incentive: str | None = None
    best_incentive: bool | None = None
    open_for: int = 1

    def _repr_html_(self) -> str:
        return card(f"{self.move}: {told(self.value)}", self.position.picture(self.move).svg())

    @property
    def rank(self) -> tuple[int, bool, int, int, int]:
        """A key that sorts moves from the best to the worst; unknown values stand between draws and losses."""
        unknown = isinstance(self.value, Unknown)
        sign, hurry = (0, 0) if isinstance(self.value, Unknown) else self.value.rank
        margin = self.margin or Margin(0, 0)
        return -sign, unknown, -margin.half, -margin.tibong, -hurry

    def may_win_before(self, plies: int) -> bool:
        """Tell whether the move may still turn out to win in fewer than `plies` plies.

        All wins of a game end after an odd number of plies, or all (misère) after an even one.
        """
        if isinstance(self.value, Value) and (self.value.sign <= 0 or self.value.plies is not None):
            return False
        return plies > self.open_for + 2


@dataclass(frozen=True, slots=True)
class BlockAnswer:
    """A block of a row and its own value; None where that is unknown or does not apply."""

    row: str
    nimber: int | None
    canonical_form: str | None


OUTCOME_CLASSES = {(1, 1): "N", (1, -1): "L", (-1, 1): "R", (-1, -1): "P"}
"""The outcome class, by whether the first and the second side win where they are to move: 1, else -1."""


@dataclass(frozen=True, slots=True)
class SumValues:
    """The values of a position in sums, whichever side is to move; None where one is unknown or does not apply.

    `form` is the canonical form as a game of `pycgt`, `canonical_form` is its text.
    """

    nimber: int | None = None
    outcome_class: str | None = None
    canonical_form: str | None = None
    mean: Fraction | None = None
    temperature: Fraction | None = None
    form: Any = None


@dataclass(frozen=True, slots=True)
class Answer:
    """The exact value of a position for the side to move, and its moves, best first; fields that do not apply are None.

    The first move is known to be best only where `value` has its plies. `remark` is the reason why something is
    unknown, with a remedy. `in_sums` holds the values in sums, or finds them on request.
    """

    position: AnyPosition
    value: Value | Unknown = UNKNOWN
    margin: Margin | None = None
    blocks: tuple[BlockAnswer, ...] | None = None
    line: tuple[Any, ...] = ()
    moves: tuple[MoveAnswer, ...] = ()
    remark: Phrase | None = None
    in_sums: SumValues | Callable[[], SumValues] = field(default=SumValues(), repr=False, compare=False)

    @property
    def values(self) -> SumValues:
        """The values of the position in sums; finding them may take seconds."""
        return self.in_sums if isinstance(self.in_sums, SumValues) else self.in_sums()

    @property
    def nimber(self) -> int | None:
        """The nimber, where the position has one."""
        return self.values.nimber

    @property
    def outcome_class(self) -> str | None:
        """Who wins: L (the first side, whoever starts), R (the second), N (whoever starts) or P (whoever does not)."""
        return self.values.outcome_class

    @property
    def canonical_form(self) -> str | None:
        """The canonical form as text."""
        return self.values.canonical_form

    @property
    def mean(self) -> Fraction | None:
        """The mean of the canonical form."""
        return self.values.mean

    @property
    def temperature(self) -> Fraction | None:
        """The temperature of the canonical form."""
        return self.values.temperature

    @property
    def form(self) -> Any:
        """The canonical form as a game of `pycgt`."""
        return self.values.form

    @property
    def keeping(self) -> MoveAnswer | None:
        """The first move that is known to keep the value of the position, or None."""
        if isinstance(self.value, Unknown):
            return None
        sign = self.value.sign
        return next((move for move in self.moves if isinstance(move.value, Value) and move.value.sign == sign), None)

    @property
    def at_most(self) -> int | None:
        """A bound on the plies of a win of unknown distance; None for other values, or if there is none."""
        if self.value != Win(None) or self.keeping is None:
            return None
        return self.keeping.value.plies

    def _repr_html_(self) -> str:
        side = ENGLISH("{side} to move", side=self.position.to_move)
        heading = f"{ENGLISH.say(self.position.game.title)}, {side}: {told(self.value)}"
        values = self.values
        named = (("nimber", values.nimber), ("form", values.canonical_form))
        known = [f"{name} {value}" for name, value in named if value]
        rows = [(move.move, told(move.value), *_margin(move.margin), move.position) for move in self.moves]
        svg = self.position.picture(legal=True).svg()
        return card(heading, svg, "; ".join([*known, *([f"best play: {line(self.line)}"] if self.line else [])]), rows)

    def as_dict(self) -> dict[str, Any]:
        """Return the answer as a dict for JSON: moves, positions and fractions as texts, unknown plies as None."""
        values = self.values
        return {
            "game": self.position.game.id,
            "position": str(self.position),
            "to_move": str(self.position.to_move),
            "value": self.value.name,
            "plies": self.value.plies,
            "margin": asdict(self.margin) if self.margin else None,
            "nimber": values.nimber,
            "outcome_class": values.outcome_class,
            "canonical_form": values.canonical_form,
            "mean": None if values.mean is None else str(values.mean),
            "temperature": None if values.temperature is None else str(values.temperature),
            "blocks": None if self.blocks is None else [asdict(block) for block in self.blocks],
            "line": [str(move) for move in self.line],
            "moves": [_move(move) for move in self.moves],
        }


def _margin(margin: Margin | None) -> list[str]:
    return [] if margin is None else [f"{margin.half:+d} in the halves, {margin.tibong:+d} in the tibongs"]


def _move(move: MoveAnswer) -> dict[str, Any]:
    return {
        "move": str(move.move),
        "position": str(move.position),
        "value": move.value.name,
        "plies": move.value.plies,
        "margin": asdict(move.margin) if move.margin else None,
        "incentive": move.incentive,
        "best_incentive": move.best_incentive,
    }


def best_first(moves: list[MoveAnswer]) -> tuple[MoveAnswer, ...]:
    """Sort moves, the best first, equal ones in the given order."""
    return tuple(sorted(moves, key=lambda move: move.rank))


def valued(position: AnyPosition, value_of: Callable[[Any], Value | Unknown]) -> tuple[MoveAnswer, ...]:
    """List the moves of a position, best first; `value_of` returns the values of the positions that they lead to."""
    moves = []
    for move in position.legal_moves():
        after = position._play(move)
        value = value_of(after)
        moves.append(MoveAnswer(move, after, value.before() if isinstance(value, Value) else value))
    return best_first(moves)


def beyond(position: AnyPosition) -> Phrase:
    """Return the remark for a search that has used up its budget, with the command that would help."""
    return Phrase(
        "this would take more positions than solve may search: lalao analyse {game} gives an opinion",
        game=position.game.id,
    )


def unsolved(position: AnyPosition, remark: Phrase | None = None) -> Answer:
    """Return the answer that needs no search: the end of the game, or the moves that end it."""
    ended = _ended(position)
    if isinstance(ended, Value):
        return Answer(position, ended)
    moves = valued(position, _ended)
    value = worth(moves)
    return Answer(position, value, moves=moves, remark=remark if isinstance(value, Unknown) else None)


def _ended(position: AnyPosition) -> Value | Unknown:
    """Return the worth of a finished game to the side that would move, else unknown."""
    outcome = position.outcome
    return UNKNOWN if outcome is None else outcome.value_for(position.to_move)


def worth(moves: Sequence[MoveAnswer]) -> Value | Unknown:
    """Return the value of a position with these moves, as far as their values decide it.

    A win has its plies where no move can still turn out to be faster; a loss needs the value of every move.
    """
    best = max((move.value for move in moves if isinstance(move.value, Value)), default=None)
    if best is not None and best.sign > 0:
        plies = best.plies
        return best if plies is not None and not any(move.may_win_before(plies) for move in moves) else Win(None)
    if best is None or any(isinstance(move.value, Unknown) for move in moves):
        return UNKNOWN
    return best


def strongest(*values: Value | Unknown | None) -> Value | Unknown:
    """Return the most precise of several values that are all true: one with its plies, else one without.

    >>> strongest(UNKNOWN, Win(None), None, Win(7))
    Win(7)
    """
    known = [value for value in values if isinstance(value, Value)]
    return max(known, key=lambda value: value.is_exact, default=UNKNOWN)


def best_line(
    value: Value | Unknown, moves: Sequence[MoveAnswer], moves_of: Callable[[Any], Sequence[MoveAnswer]]
) -> Iterator[Any]:
    """Yield the moves of best play from a position of this value, as far as they are known.

    `moves` are the moves of this position, as `moves_of` returns those of a later one.
    """
    while isinstance(value, Value) and value.plies:
        best = next((move for move in moves if move.value == value), None)
        if best is None:
            return
        yield best.move
        value = value.after()
        moves = moves_of(best.position) if value.plies else ()
