"""Claims about captures, in the games that have them: of pieces in Fanorona, of seeds in Fifangha; and temptations.

The captures of a move are counted from the gestures of the turn; a piece that it huffs counts too.
"""

from collections.abc import Callable, Iterator

from lalao.errors import Phrase
from lalao.events import SEED
from lalao.games.game import AnyPosition
from lalao.teach.claims import Claim, Status, Tempting, claim_kind
from lalao.teach.family import Case
from lalao.teach.worths import Judge, Level, expected, is_better

TAKING = ("remove", "capture", "huff")
MOST_REPLIES = 200
"""The most replies of which captures are counted."""

Count = Callable[[AnyPosition, str], int]
"""Counts the captures of a legal move, or another gain that makes it look good."""


def taken(position: AnyPosition, text: str) -> int:
    """Return how many pieces or seeds a move captures, by its gestures.

    Raises NotationError or IllegalMoveError.
    """
    events = position.events(position.move(text))
    return sum(event.count for event in events if event.key in TAKING)


def takes_pieces(position: AnyPosition) -> bool:
    """Tell whether the game of a position captures pieces, rather than seeds."""
    return any(set(held) - {SEED} for held in position.contents().values())


@claim_kind("takes", Status.REPLAYED, tier=6)
class Takes(Claim):
    """The move captures `count` pieces or seeds."""

    count: int

    def holds(self, judge: Judge) -> bool:  # noqa: ARG002  the rules tell it at once
        return self.count == taken(self.position, self.line[0]) > 0

    def said(self, level: Level) -> Phrase:  # noqa: ARG002  the same for all
        if takes_pieces(self.position):
            return Phrase(
                "{side} takes {count} piece.", "{side} takes {count} pieces.", count=self.count, side=self.side
            )
        return Phrase("{side} takes {count} seed.", "{side} takes {count} seeds.", count=self.count, side=self.side)


@claim_kind("takes_nothing", Status.REPLAYED, tier=7)
class TakesNothing(Claim):
    """The move captures nothing."""

    count: int = 0

    def holds(self, judge: Judge) -> bool:  # noqa: ARG002  the rules tell it at once
        return taken(self.position, self.line[0]) == self.count == 0

    def said(self, level: Level) -> Phrase:  # noqa: ARG002  the same for all
        return Phrase("{side} takes nothing with this move.", side=self.side)


@claim_kind("reply_takes", Status.REPLAYED, tier=5)
class ReplyTakes(Claim):
    """The other side has a reply that captures `count`, and none that captures more."""

    reply: str
    count: int

    def holds(self, judge: Judge) -> bool:  # noqa: ARG002  the rules tell it at once
        after = self.played
        if self.line[1:] != (self.reply,) or not self.count == taken(after, self.reply) > 0:
            return False
        return all(taken(after, str(reply)) <= self.count for reply in after.legal_moves())

    def said(self, level: Level) -> Phrase:  # noqa: ARG002  the same for all
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


@claim_kind("no_reply_takes", Status.REPLAYED, tier=5)
class NoReplyTakes(Claim):
    """None of the `count` replies captures anything."""

    count: int

    def holds(self, judge: Judge) -> bool:  # noqa: ARG002  the rules tell it at once
        after = self.played
        replies = after.legal_moves()
        return len(replies) == self.count > 0 and not any(taken(after, str(reply)) for reply in replies)

    def said(self, level: Level) -> Phrase:  # noqa: ARG002  the same for all
        return Phrase("{other} cannot take anything then.", other=self.side.other)


@claim_kind("takes_more")
class TakesMore(Tempting):
    """Another move captures more, but leads to a worse result."""

    def size(self, text: str) -> int:
        return taken(self.position, text)

    def said(self, level: Level) -> Phrase:
        result = expected(self.leads_to, self.side, level)
        return Phrase(
            "{move} takes more ({number}), but {expected}.", move=self.move, number=self.count, expected=result
        )


def takings(case: Case, count: Count) -> Iterator[Claim]:
    """Yield the captures of a move, and those open to a reply, unless there are too many replies."""
    own = count(case.position, case.move)
    if own:
        yield Takes(**case.line(case.move), count=own)
    else:
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


def tempting(case: Case, count: Count, kind: type[Tempting] = TakesMore) -> Iterator[Claim]:
    """Yield the other move of the largest count, where it is larger than this one's and leads to a worse result."""
    others = [other for other in case.others() if other.worth is not None]
    if case.worth is None or not others:
        return
    sizes = {other: count(case.position, other.move) for other in others}
    most = max(others, key=lambda other: sizes[other])
    assert most.worth is not None
    if sizes[most] > count(case.position, case.move) and is_better(case.worth, most.worth):
        yield kind(
            **case.line(most.move),
            move=most.move,
            instead_of=case.move,
            count=sizes[most],
            leads_to=most.worth,
        )
