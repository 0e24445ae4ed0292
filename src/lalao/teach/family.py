"""The interface of a family's teaching, found at first use, and the case to explain: a move and its assessment."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypedDict

from lalao.engine.players import is_soon_searched
from lalao.games.game import AnyPosition, Game
from lalao.games.registry import Hook
from lalao.teach.assessing import Assess, Assessed, Assessment
from lalao.teach.claims import Because, Claim
from lalao.teach.worths import Worth, is_better, signed
from lalao.values import Side


class About(TypedDict):
    """The arguments that every claim has: the position, the line from it, and the side to move in it."""

    position: AnyPosition
    line: tuple[str, ...]
    side: Side


@dataclass(frozen=True, slots=True)
class Case:
    """A move to be explained, with the positions before and after it and the assessments of both."""

    position: AnyPosition
    move: str
    after: AnyPosition
    here: Assessment
    there: Assessment
    assess: Assess

    @property
    def side(self) -> Side:
        return self.position.to_move

    @property
    def worth(self) -> Worth | None:
        """The worth of the move to the side that makes it; None where it is not proved."""
        return self.here.of(self.move).worth

    @property
    def loses_worth(self) -> bool:
        """Whether the move is proved to lead to less than another."""
        return self.worth is not None and self.here.worth is not None and is_better(self.here.worth, self.worth)

    @property
    def is_refuted(self) -> bool:
        """Whether the move is proved to lead to less than another, or to lose where the position's worth is unknown."""
        lost = self.here.worth is None and self.worth is not None and self.worth.sign < 0
        return self.loses_worth or lost

    @property
    def reply(self) -> Assessed | None:
        """The best reply, None where its worth is not proved or there is no reply."""
        return self.there.moves[0] if self.there.moves and self.there.moves[0].worth is not None else None

    def others(self) -> tuple[Assessed, ...]:
        """List the other moves, the best first."""
        return tuple(move for move in self.here.moves if move.move != self.move)

    def line(self, *moves: str) -> About:
        """Return the arguments of a claim shown by a line of moves from the position."""
        return {"position": self.position, "line": moves, "side": self.side}

    def because(self, kind: type[Because], other: AnyPosition, **thing: Any) -> Iterator[Claim]:
        """Yield the claim that a thing on the board decides, where the result would be better without it.

        `other` is the position after the move without the thing, which the other arguments name.
        """
        worth, then = self.worth, self.assess(other).worth
        if worth is None or then is None or not is_better(signed(then.before()), signed(worth)):
            return
        without = signed(then.before())
        yield kind(**self.line(self.move), leads_to=signed(worth), otherwise=str(other), then=without, **thing)


class Family:
    """The teaching of a family: facts that are visible on its boards and in no other game.

    By itself it is that of games without a teaching of their own: who wins, and which move alone does.
    """

    plays_pieces = True
    """Whether pieces are moved, rather than seeds sown."""
    counts_seeds = False
    """Whether a game is measured by the seeds won, and not only by who wins."""
    minds_plies = False
    """Whether a later win or a sooner loss counts as giving something away."""
    foretold: tuple[str, ...] = ()
    """The ids of the games in which pupils foretell sowings, the smallest board first; none where nothing is sown."""

    def facts(self, case: Case) -> Iterator[Claim]:  # noqa: ARG002
        """Yield claims about the effects of the move on the board; none by itself."""
        return iter(())

    def temptations(self, case: Case) -> Iterator[Claim]:  # noqa: ARG002
        """Yield claims about other moves that look better and are worse; none by itself."""
        return iter(())

    def reasons(self, case: Case) -> Iterator[Claim]:  # noqa: ARG002
        """Yield claims about the things on the board that make a refuted move bad; none by itself."""
        return iter(())

    def has_puzzles(self, game: Game) -> bool:
        """Tell whether puzzles can be made of a game: by itself, whether it is soon searched whole from its start."""
        return is_soon_searched(game)

    def is_puzzling(self, position: AnyPosition) -> bool:  # noqa: ARG002  where all are solved
        """Tell whether all moves of a position can probably be solved quickly, so that it may be a puzzle."""
        return True

    def themes(self, case: Case) -> Iterator[str]:
        """Yield the themes of the only good move of a position, the rarest first; at least one."""
        if case.after.outcome is not None:
            yield "last-turn"
        yield "one-move-only"

    def are_kin(self, one: str, other: str) -> bool:
        """Tell whether two moves are the same idea, so that a puzzle may accept both: by itself, the same move."""
        return one == other

    def begins(self, position: AnyPosition, move: str) -> str:
        """Return the place that a move begins with, which is tapped first: its pit, or the point of its piece."""
        return next(choices[0].place for _, each, choices in position.paths() if str(each) == move)

    def region(self, position: AnyPosition, move: str) -> tuple[str, ...]:
        """List the places that a hint shows first, one of which the move begins with: by itself, this one alone."""
        return (self.begins(position, move),)

    def held(self, position: AnyPosition) -> tuple[str, ...]:
        """List the places that a pupil may think can be played: filled pits, or points with the mover's pieces."""
        return tuple(place for place, there in position.contents().items() if there and " " not in place)


TEACHING: Hook[Family] = Hook("lalao.teach", "TEACHING")
PLAIN = Family()


def teaching(game: Game) -> Family:
    """Return the teaching of a game's family, `PLAIN` where it has none."""
    return TEACHING.by(game) or PLAIN
