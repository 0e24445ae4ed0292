"""Teaching Fifangha: what is captured and what can be captured back, and where a turn ends."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from lalao.errors import Phrase
from lalao.games.fifangha import FifanghaPosition
from lalao.games.game import AnyPosition, Game
from lalao.teach.claims import Claim, Status
from lalao.teach.family import Case
from lalao.teach.judging import Judge
from lalao.teach.taking import takings, tempting_captures
from lalao.teach.worths import Level


@dataclass(frozen=True, slots=True, kw_only=True)
class Relays(Claim):
    """The turn is sown in so many sowings, and the last seed falls in this pit, which was empty."""

    kind: ClassVar[str] = "relays"
    status: ClassVar[Status] = Status.REPLAYED
    tier: ClassVar[int] = 7

    count: int
    ends: str

    def holds(self, judge: Judge) -> bool:  # noqa: ARG002  the rules tell it at once
        """Watch the hand."""
        events = self.position.events(self.position.move(self.line[0]))
        begun = sum(event.key in ("lift", "capture") for event in events)
        return begun == self.count and events[-1].target == f"{self.side}{self.ends}"

    def said(self, level: Level) -> Phrase:  # noqa: ARG002  the same for all
        """Tell the turn."""
        return Phrase(
            "The turn is {count} sowing, and ends in pit {ends} of {side}, which was empty.",
            "The turn is {count} sowings, and ends in pit {ends} of {side}, which was empty.",
            count=self.count,
            ends=self.ends,
            side=self.side,
        )


def captured(position: AnyPosition, text: str) -> int:
    """Count what a turn captures, from what the other side has left."""
    after = position.play(text)
    assert isinstance(position, FifanghaPosition)
    assert isinstance(after, FifanghaPosition)
    return sum(position.enemy) - sum(after.own)


class FifanghaTeaching:
    """What is to be seen on four rows."""

    plays_pieces = False

    def facts(self, case: Case) -> Iterator[Claim]:
        """Yield what is captured on either side, and where the turn ends."""
        yield from takings(case, captured)
        position = case.position
        assert isinstance(position, FifanghaPosition)
        events = position.events(position.move(case.move))
        begun = len([event for event in events if event.target == "hand" and event.key != "take"])
        yield Relays(**case.line(case.move), count=begun, ends=events[-1].target[1:])

    def temptations(self, case: Case) -> Iterator[Claim]:
        """Yield the turn that captures most, where it is worse."""
        return tempting_captures(case, captured)

    def reasons(self, case: Case) -> Iterator[Claim]:  # noqa: ARG002  no pit decides alone where seeds go round
        """Yield nothing: with relays the change of one pit changes the whole turn, and names no reason."""
        return iter(())

    def has_puzzles(self, game: Game) -> bool:  # noqa: ARG002  none of them
        """Tell that nothing is solved in a blink here."""
        return False

    def alike(self, position: AnyPosition) -> tuple[AnyPosition, ...]:  # noqa: ARG002  no puzzles are made
        """List nothing."""
        return ()

    def themes(self, case: Case) -> Iterator[str]:  # noqa: ARG002  no puzzles are made
        """Yield nothing."""
        return iter(())

    def are_kin(self, one: str, other: str) -> bool:
        """Tell whether both are the same."""
        return one == other

    def region(self, position: AnyPosition, move: str) -> tuple[str, ...]:
        """Give the row in which the pit is."""
        assert isinstance(position, FifanghaPosition)
        columns = position.game.columns
        letters = position.game.letters[position.to_move]
        row = letters[:columns] if move[0].islower() else letters[columns:]
        return tuple(f"{position.to_move}{letter}" for letter in row)

    def begins(self, position: AnyPosition, move: str) -> str:
        """Give the pit that is chosen."""
        return f"{position.to_move}{move[0]}"


TEACHING = FifanghaTeaching()
