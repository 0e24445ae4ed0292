"""Teaching Fifangha: captures, captures in return, and where a turn ends."""

from collections.abc import Iterator

from lalao.errors import Phrase
from lalao.games.fifangha import Fifangha, FifanghaPosition
from lalao.games.game import AnyPosition, Game
from lalao.solve.answer import Answer, worth
from lalao.solve.fifangha import decided, moves_within
from lalao.teach.captures import takings, tempting
from lalao.teach.claims import Claim, Status, claim_kind
from lalao.teach.family import Case, Family
from lalao.teach.worths import Judge, Level

MOST_POSITIONS = 300_000
"""Positions that may be searched to solve a puzzle."""
MOST_QUICKLY = 100_000
"""Positions that may be searched while somebody waits: a fixed number, so that a busy machine answers the same."""
MOST_RESERVED = 2
"""Seeds in both reserves together above which, on more than 4 columns, the end is too far to be searched."""
LONG_RELAY = 3
"""The fewest sowings that make it hard to see where a turn ends."""


@claim_kind("relays", Status.REPLAYED, tier=7)
class Relays(Claim):
    """The turn consists of `count` sowings, and the last seed falls in the pit `ends`, which was empty."""

    count: int
    ends: str

    def holds(self, judge: Judge) -> bool:  # noqa: ARG002  the rules tell it at once
        events = self.position.events(self.position.move(self.line[0]))
        begun = sum(event.key in ("lift", "capture") for event in events)
        return begun == self.count and events[-1].target == f"{self.side}{self.ends}"

    def said(self, level: Level) -> Phrase:  # noqa: ARG002  the same for all
        return Phrase(
            "The turn takes {count} sowing and ends in pit {ends} of {side}, which was empty.",
            "The turn takes {count} sowings and ends in pit {ends} of {side}, which was empty.",
            count=self.count,
            ends=self.ends,
            side=self.side,
        )


def captured(position: AnyPosition, text: str) -> int:
    """Count the seeds that a turn captures, by those that the other side loses."""
    after = position.play(text)
    assert isinstance(position, FifanghaPosition)
    assert isinstance(after, FifanghaPosition)
    return sum(position.enemy) - sum(after.own)


def quickly(position: FifanghaPosition) -> Answer:
    """Solve a position as far as a search of `MOST_QUICKLY` can, in some hundredths of a second."""
    return within(position, MOST_QUICKLY)


def thoroughly(position: FifanghaPosition) -> Answer:
    """Solve a position as far as a search of `MOST_POSITIONS` can, in some tenths of a second."""
    return within(position, MOST_POSITIONS)


def within(position: FifanghaPosition, most: int) -> Answer:
    """Solve a position as far as a search of `most` positions can."""
    if not position.legal_moves():
        return Answer(position, decided(position, 0))
    moves = moves_within(position, most)
    return Answer(position, worth(moves), moves=moves)


class FifanghaTeaching(Family):
    """The teaching of Fifangha: facts that are visible on its four rows.

    No pit decides alone where seeds go round: with relays, changing one changes the whole turn, which explains nothing.
    """

    plays_pieces = False
    foretold = ("fifangakely",)

    def facts(self, case: Case) -> Iterator[Claim]:
        """Yield each side's captures, and where the turn ends."""
        yield from takings(case, captured)
        position = case.position
        assert isinstance(position, FifanghaPosition)
        events = position.events(position.move(case.move))
        begun = len([event for event in events if event.target == "hand" and event.key != "take"])
        yield Relays(**case.line(case.move), count=begun, ends=events[-1].target[1:])

    def temptations(self, case: Case) -> Iterator[Claim]:
        """Yield the turn that captures most, where it leads to a worse result."""
        return tempting(case, captured)

    def has_puzzles(self, game: Game) -> bool:
        """Tell whether a search reaches the end from some positions, as in every game of the family."""
        return isinstance(game, Fifangha)

    def is_puzzling(self, position: AnyPosition) -> bool:
        """Tell whether a search may reach the end from a position: on 4 columns, or where few seeds are in reserve."""
        assert isinstance(position, FifanghaPosition)
        return position.game.small or sum(position.reserves) <= MOST_RESERVED

    def themes(self, case: Case) -> Iterator[str]:
        """Yield the themes: the row emptied, fewer seeds, no capture, long relays, and always plain captures."""
        own = captured(case.position, case.move)
        if case.after.outcome is not None:
            yield "empty-row"
        if any(True for _ in self.temptations(case)):
            yield "fewer"
        if not own:
            yield "fotsiny"
        if any(isinstance(claim, Relays) and claim.count >= LONG_RELAY for claim in self.facts(case)):
            yield "relay"
        yield "face-to-face"

    def region(self, position: AnyPosition, move: str) -> tuple[str, ...]:
        """List the pits of the row in which the chosen pit is."""
        assert isinstance(position, FifanghaPosition)
        columns = position.game.columns
        letters = position.game.letters[position.to_move]
        row = letters[:columns] if move[0].islower() else letters[columns:]
        return tuple(f"{position.to_move}{letter}" for letter in row)

    def begins(self, position: AnyPosition, move: str) -> str:
        return f"{position.to_move}{move[0]}"

    def held(self, position: AnyPosition) -> tuple[str, ...]:
        """List the mover's pits that are not empty, those of the inner row only while seeds are in reserve."""
        assert isinstance(position, FifanghaPosition)
        letters = position.game.letters[position.to_move]
        rows = letters[: position.game.columns] if any(position.reserves) else letters
        ledger = position.contents()
        return tuple(place for letter in rows if ledger[place := f"{position.to_move}{letter}"])


TEACHING = FifanghaTeaching()
