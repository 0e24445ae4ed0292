"""Claims about what is taken, in the games in which something is: pieces of Fanorona, seeds of Fifangha.

What a move takes is counted from the gestures of the turn.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from lalao.errors import Phrase
from lalao.games.fanorona import FanoronaPosition
from lalao.games.game import AnyPosition
from lalao.teach.claims import Claim, Status, Tempting
from lalao.teach.family import Case
from lalao.teach.judging import Judge
from lalao.teach.worths import Level, expected, is_better

TAKING = ("remove", "capture")
HUFFS = "x"
"""How a turn begins that removes a piece without taking it."""
MOST_REPLIES = 200
"""Replies beyond which nothing is told of all of them."""

Count = Callable[[AnyPosition, str], int]
"""Counts what a legal move takes."""


def taken(position: AnyPosition, text: str) -> int:
    """Count what a move takes, from its gestures.

    Raises NotationError or IllegalMoveError.
    """
    events = position.events(position.move(text))
    return sum(event.count for event in events if event.key in TAKING)


def takes_pieces(position: AnyPosition) -> bool:
    """Tell whether pieces are taken in a game, and not seeds."""
    return isinstance(position, FanoronaPosition)


@dataclass(frozen=True, slots=True, kw_only=True)
class Takes(Claim):
    """The move takes so many."""

    kind: ClassVar[str] = "takes"
    status: ClassVar[Status] = Status.REPLAYED
    tier: ClassVar[int] = 6

    count: int

    def holds(self, judge: Judge) -> bool:  # noqa: ARG002  the rules tell it at once
        """Play the move."""
        return self.count == taken(self.position, self.line[0]) > 0

    def said(self, level: Level) -> Phrase:  # noqa: ARG002  the same for all
        """Say what is taken."""
        if takes_pieces(self.position):
            return Phrase(
                "{side} takes {count} piece.", "{side} takes {count} pieces.", count=self.count, side=self.side
            )
        return Phrase("{side} takes {count} seed.", "{side} takes {count} seeds.", count=self.count, side=self.side)


@dataclass(frozen=True, slots=True, kw_only=True)
class TakesNothing(Claim):
    """The move takes nothing."""

    kind: ClassVar[str] = "takes_nothing"
    status: ClassVar[Status] = Status.REPLAYED
    tier: ClassVar[int] = 7

    count: int = 0

    def holds(self, judge: Judge) -> bool:  # noqa: ARG002  the rules tell it at once
        """Play the move."""
        return taken(self.position, self.line[0]) == self.count == 0

    def said(self, level: Level) -> Phrase:  # noqa: ARG002  the same for all
        """Say so."""
        return Phrase("{side} takes nothing with this move.", side=self.side)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyTakes(Claim):
    """The other side has a reply that takes so many, and none that takes more."""

    kind: ClassVar[str] = "reply_takes"
    status: ClassVar[Status] = Status.REPLAYED
    tier: ClassVar[int] = 5

    reply: str
    count: int

    def holds(self, judge: Judge) -> bool:  # noqa: ARG002  the rules tell it at once
        """Play every reply."""
        after = self.played
        if self.line[1:] != (self.reply,) or not self.count == taken(after, self.reply) > 0:
            return False
        return all(taken(after, str(reply)) <= self.count for reply in after.legal_moves())

    def said(self, level: Level) -> Phrase:  # noqa: ARG002  the same for all
        """Name the reply."""
        if takes_pieces(self.position):
            return Phrase(
                "{other} can then take {count} piece with {reply}, and no more.",
                "{other} can then take {count} pieces with {reply}, and no more.",
                count=self.count,
                other=self.side.other,
                reply=self.reply,
            )
        return Phrase(
            "{other} can then take {count} seed with {reply}, and no more.",
            "{other} can then take {count} seeds with {reply}, and no more.",
            count=self.count,
            other=self.side.other,
            reply=self.reply,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class NoReplyTakes(Claim):
    """None of the replies, so many in number, takes anything."""

    kind: ClassVar[str] = "no_reply_takes"
    status: ClassVar[Status] = Status.REPLAYED
    tier: ClassVar[int] = 5

    count: int

    def holds(self, judge: Judge) -> bool:  # noqa: ARG002  the rules tell it at once
        """Play every reply."""
        after = self.played
        replies = after.legal_moves()
        return len(replies) == self.count > 0 and not any(taken(after, str(reply)) for reply in replies)

    def said(self, level: Level) -> Phrase:  # noqa: ARG002  the same for all
        """Say what cannot be done."""
        return Phrase("{other} cannot take anything then.", other=self.side.other)


@dataclass(frozen=True, slots=True, kw_only=True)
class TakesMore(Tempting):
    """Another move takes more, and leads to less."""

    kind: ClassVar[str] = "takes_more"

    def size(self, text: str) -> int:
        """Count what a move takes."""
        return taken(self.position, text)

    def said(self, level: Level) -> Phrase:
        """Say what is wrong with the other move."""
        result = expected(self.leads_to, self.side, level)
        return Phrase(
            "{move} takes more ({number}), but {expected}.", move=self.move, number=self.count, expected=result
        )


def takings(case: Case, count: Count) -> Iterator[Claim]:
    """Yield what a move takes, and what can be taken after it."""
    own = count(case.position, case.move)
    if own:
        yield Takes(**case.line(case.move), count=own)
    elif not case.move.startswith(HUFFS):
        yield TakesNothing(**case.line(case.move))
    replies = [str(reply) for reply in case.after.some_moves(MOST_REPLIES + 1)]
    if not 0 < len(replies) <= MOST_REPLIES:
        return
    sizes = {reply: count(case.after, reply) for reply in replies}
    most = max(sizes.values())
    if not most:
        yield NoReplyTakes(**case.line(case.move), count=len(replies))
        return
    reply = next(reply for reply, size in sizes.items() if size == most)
    yield ReplyTakes(**case.line(case.move, reply), reply=reply, count=most)


def tempting_captures(case: Case, count: Count) -> Iterator[Claim]:
    """Yield the move that takes most, where it takes more than this one and is worse."""
    others = [other for other in case.others() if other.worth is not None]
    if case.worth is None or not others:
        return
    sizes = {other: count(case.position, other.move) for other in others}
    most = max(others, key=lambda other: sizes[other])
    assert most.worth is not None
    if sizes[most] > count(case.position, case.move) and is_better(case.worth, most.worth):
        yield TakesMore(
            **case.line(most.move),
            move=most.move,
            instead_of=case.move,
            count=sizes[most],
            leads_to=most.worth,
        )
