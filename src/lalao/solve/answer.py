"""What `solve` answers: exact values of a position and of its moves, as Python objects and as the design's JSON."""

from dataclasses import dataclass
from typing import Any

from lalao.games.game import AnyPosition
from lalao.values import UNKNOWN, Unknown, Value


@dataclass(frozen=True, slots=True)
class Margin:
    """By how many seeds a game of Fang is won: in the halves, then in the tibongs; for the side that moves."""

    half: int
    tibong: int

    def as_dict(self) -> dict[str, int]:
        """Give the margin as plain JSON."""
        return {"half": self.half, "tibong": self.tibong}


@dataclass(frozen=True, slots=True)
class MoveAnswer:
    """A move, the position after it, and what it is worth to the one who plays it.

    `incentive` is the game that the move gains, and `best_incentive` whether no other move of the position gains a
    greater one; None but in normal play of partizan rows.
    """

    move: Any
    position: AnyPosition
    value: Value | Unknown = UNKNOWN
    margin: Margin | None = None
    incentive: str | None = None
    best_incentive: bool | None = None

    @property
    def rank(self) -> tuple[int, int, int, int]:
        """A key that sorts moves from the best to the worst; unknown values stand between wins and losses."""
        sign, hurry = (0, 0) if isinstance(self.value, Unknown) else self.value.rank
        margin = self.margin or Margin(0, 0)
        return -sign, -margin.half, -margin.tibong, -hurry


@dataclass(frozen=True, slots=True)
class BlockAnswer:
    """A block of a row and its own value."""

    row: str
    nimber: int | None
    canonical_form: str | None


@dataclass(frozen=True, slots=True)
class Answer:
    """The exact value of a position for the side that moves, and its moves, best first; None where nothing applies."""

    position: AnyPosition
    value: Value | Unknown = UNKNOWN
    margin: Margin | None = None
    nimber: int | None = None
    outcome_class: str | None = None
    canonical_form: str | None = None
    mean: str | None = None
    temperature: str | None = None
    blocks: tuple[BlockAnswer, ...] | None = None
    line: tuple[Any, ...] = ()
    moves: tuple[MoveAnswer, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Give the answer as the design's JSON."""
        return {
            "game": self.position.game.id,
            "position": str(self.position),
            "to_move": str(self.position.to_move),
            "value": self.value.name,
            "plies": self.value.plies,
            "margin": self.margin.as_dict() if self.margin else None,
            "nimber": self.nimber,
            "outcome_class": self.outcome_class,
            "canonical_form": self.canonical_form,
            "mean": self.mean,
            "temperature": self.temperature,
            "blocks": None if self.blocks is None else [_block(block) for block in self.blocks],
            "line": [str(move) for move in self.line],
            "moves": [_move(move) for move in self.moves],
        }


def _block(block: BlockAnswer) -> dict[str, Any]:
    return {"row": block.row, "nimber": block.nimber, "canonical_form": block.canonical_form}


def _move(move: MoveAnswer) -> dict[str, Any]:
    return {
        "move": str(move.move),
        "position": str(move.position),
        "value": move.value.name,
        "plies": move.value.plies,
        "margin": move.margin.as_dict() if move.margin else None,
        "incentive": move.incentive,
        "best_incentive": move.best_incentive,
    }


def best_first(moves: list[MoveAnswer]) -> tuple[MoveAnswer, ...]:
    """Sort moves, the best first, equal ones in the order of the game."""
    return tuple(sorted(moves, key=lambda move: move.rank))
