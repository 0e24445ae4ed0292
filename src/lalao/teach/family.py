"""What the teaching of a family of games offers, and the case that it speaks about."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol, TypedDict

from lalao.games.game import AnyPosition, Game
from lalao.teach.assessing import Assess, Assessed, Assessment
from lalao.teach.claims import Claim
from lalao.teach.worths import Worth, is_better
from lalao.values import Side


class About(TypedDict):
    """What every claim holds: the position, the line from it, and the side to move in it."""

    position: AnyPosition
    line: tuple[str, ...]
    side: Side


@dataclass(frozen=True, slots=True)
class Case:
    """A move to be explained: the position, what is known of it and of the one after the move."""

    position: AnyPosition
    move: str
    after: AnyPosition
    here: Assessment
    there: Assessment
    assess: Assess

    @property
    def side(self) -> Side:
        """Who makes the move."""
        return self.position.to_move

    @property
    def worth(self) -> Worth | None:
        """What the move is worth to the one who makes it, where that is proved."""
        return self.here.of(self.move).worth

    @property
    def loses_worth(self) -> bool:
        """Whether the move is proved to lead to less than another."""
        return self.worth is not None and self.here.worth is not None and is_better(self.here.worth, self.worth)

    @property
    def is_refuted(self) -> bool:
        """Whether a reply shows what is wrong with the move: it gives something away, or loses where all was open."""
        lost = self.here.worth is None and self.worth is not None and self.worth.sign < 0
        return self.loses_worth or lost

    @property
    def reply(self) -> Assessed | None:
        """The best reply, where one is known to be that."""
        return self.there.moves[0] if self.there.moves and self.there.moves[0].worth is not None else None

    def others(self) -> tuple[Assessed, ...]:
        """List the other moves, the best first."""
        return tuple(move for move in self.here.moves if move.move != self.move)

    def line(self, *moves: str) -> About:
        """Give what a claim holds that a line of moves shows."""
        return {"position": self.position, "line": moves, "side": self.side}


class Family(Protocol):
    """The teaching of a family: what it sees on its boards that no other game has."""

    plays_pieces: bool
    """Whether pieces are moved, and not seeds."""
    counts_seeds: bool
    """Whether it is seeds that are won or lost, and not the game alone."""
    minds_plies: bool
    """Whether something is lost by a win that comes later or a loss that comes sooner."""
    foretold: tuple[str, ...]
    """The games of which pupils foretell sowings, the smallest board first; none where nothing is sown."""

    def facts(self, case: Case) -> Iterator[Claim]:
        """Yield what the move does on the board."""

    def temptations(self, case: Case) -> Iterator[Claim]:
        """Yield other moves that look better and are worse."""

    def reasons(self, case: Case) -> Iterator[Claim]:
        """Yield the things on the board without which a move that loses something would not."""

    def has_puzzles(self, game: Game) -> bool:
        """Tell whether puzzles can be made of a game."""

    def is_puzzling(self, position: AnyPosition) -> bool:
        """Tell whether all moves of a position may be solved soon, so that it may be a puzzle."""

    def themes(self, case: Case) -> Iterator[str]:
        """Yield what the only good move of a position teaches, the rarest first."""

    def are_kin(self, one: str, other: str) -> bool:
        """Tell whether two moves are one idea, so that a puzzle may accept both."""

    def region(self, position: AnyPosition, move: str) -> tuple[str, ...]:
        """List the places among which the one that a move begins with is to be looked for."""

    def begins(self, position: AnyPosition, move: str) -> str:
        """Return the place that a move begins with: the pit or the piece."""

    def held(self, position: AnyPosition) -> tuple[str, ...]:
        """List the places with which a pupil would think that the side to move plays: filled pits or own pieces."""
