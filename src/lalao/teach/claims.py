"""Claims: what is said of a move, as data that can be checked, before it is put in words.

A claim tells one thing of the move with which its line begins, or of another move of the same position. Its kind is its
class, its arguments are the fields, and its `status` says what stands behind it: the rules replayed, a proof, or an
opinion. `verify` judges it anew on the readable rules: it uses nothing of what made the claim. A worth is always seen
by `side`, who is to move in `position`, with the plies counted from there.

"Can" stands for a reply that exists, "whatever" and "cannot" for all of them, "because" only where the thing that is
named was changed and the result changed with it (`Because` and its kin).
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass, fields
from enum import Enum
from typing import Any, ClassVar

from lalao.errors import IllegalMoveError, NotationError, Phrase
from lalao.games.game import AnyPosition
from lalao.teach.judging import Judge
from lalao.teach.worths import Lead, Level, Worth, as_json, expected, fits, in_line, is_better, result, signed
from lalao.values import Side, Value

HUNDREDTHS = 100
"""What an opinion counts for a seed, a piece or a move."""
OTHER_FIELDS = ("position", "line")
"""Fields of a claim that are no arguments of it."""


class Status(Enum):
    """What stands behind a claim."""

    REPLAYED = "replayed"
    PROVED = "proved"
    OPINION = "opinion"


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim(ABC):
    """Something said of a move: `line` shows it, played from `position`, where `side` is to move.

    `tier` ranks the kinds: what is told first has the lowest.
    """

    kind: ClassVar[str]
    status: ClassVar[Status]
    tier: ClassVar[int]

    position: AnyPosition
    line: tuple[str, ...]
    side: Side

    @abstractmethod
    def holds(self, judge: Judge) -> bool:
        """Tell whether the claim is true, by the rules as they can be read.

        Raises NotationError or IllegalMoveError where its line cannot be played, TooLargeError.
        """

    @abstractmethod
    def said(self, level: Level) -> Phrase:
        """Say the claim in one sentence."""

    @property
    def worth(self) -> Worth | None:
        """What the line leads to, where the claim tells it."""
        return None

    def verify(self, judge: Judge | None = None) -> bool:
        """Tell whether the claim is true; a claim whose line the rules forbid is not.

        Raises TooLargeError where the judge cannot tell.
        """
        try:
            return self.side is self.position.to_move and self.holds(judge or Judge())
        except (NotationError, IllegalMoveError):
            return False

    def as_dict(self) -> dict[str, Any]:
        """Give the claim as plain JSON."""
        args = {
            field.name: _plain(getattr(self, field.name)) for field in fields(self) if field.name not in OTHER_FIELDS
        }
        return {"kind": self.kind, "args": args, "status": self.status.value, "line": list(self.line)}

    @property
    def played(self) -> AnyPosition:
        """The position after the first move of the line."""
        return self.position.play(self.line[0])


def _plain(value: object) -> object:
    """Give an argument as plain JSON."""
    if isinstance(value, Side):
        return str(value)
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return as_json(value) if isinstance(value, Lead | Value) else value


@dataclass(frozen=True, slots=True, kw_only=True)
class Ends(Claim):
    """The move ends the game, in this way."""

    kind: ClassVar[str] = "ends_game"
    status: ClassVar[Status] = Status.REPLAYED
    tier: ClassVar[int] = 0

    winner: Side | None
    ending: str

    def holds(self, judge: Judge) -> bool:  # noqa: ARG002  the rules tell it at once
        """Play the move."""
        outcome = self.played.outcome
        return outcome is not None and outcome.winner is self.winner and str(outcome.ending) == self.ending

    def said(self, level: Level) -> Phrase:  # noqa: ARG002  the same for all
        """Say who has won, and how."""
        outcome = self.played.outcome
        assert outcome is not None
        if self.winner is None:
            return Phrase("The game ends here and nobody wins: {reason}.", reason=outcome.reason)
        return Phrase("The game ends here and {winner} wins: {reason}.", winner=self.winner, reason=outcome.reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change(Claim):
    """What the position was worth before the move, and what it is worth after it."""

    kind: ClassVar[str] = "value"
    status: ClassVar[Status] = Status.PROVED
    tier: ClassVar[int] = 3

    before: Worth
    after: Worth

    @property
    def worth(self) -> Worth:
        """What the move leads to."""
        return self.after

    def holds(self, judge: Judge) -> bool:
        """Work out both positions."""
        return fits(self.before, judge.worth(self.position)) and fits(
            self.after, judge.after(self.position, self.line[:1])
        )

    def said(self, level: Level) -> Phrase:
        """Say what is kept, or what it was and what it is."""
        after = expected(self.after, self.side, level)
        if not is_better(self.before, self.after):
            return Phrase("This gives nothing away: {expected}.", expected=after)
        if level is Level.PUPIL and self.before.sign == self.after.sign and isinstance(self.after, Value):
            return Phrase("This takes longer than it must, but {expected}.", expected=after)
        before = result(self.before, self.side, level)
        after = result(self.after, self.side, level)
        if level is Level.PUPIL:
            return Phrase("If both play well, {before}; but after this move {after}.", before=before, after=after)
        return Phrase("With best play {before}; with this move {after}.", before=before, after=after)


@dataclass(frozen=True, slots=True, kw_only=True)
class MarginChange(Change):
    """The same by seeds, in Fang."""

    kind: ClassVar[str] = "margin"


@dataclass(frozen=True, slots=True, kw_only=True)
class OnlyMove(Claim):
    """Of all moves, so many in number, this one alone leads to such a worth, and no other to a better one."""

    kind: ClassVar[str] = "only_move"
    status: ClassVar[Status] = Status.PROVED
    tier: ClassVar[int] = 1

    count: int
    leads_to: Worth

    @property
    def worth(self) -> Worth:
        """What the move leads to."""
        return self.leads_to

    def holds(self, judge: Judge) -> bool:
        """Work out every move."""
        own = self.position.move(self.line[0])
        others = [move for move in self.position.legal_moves() if move != own]
        if len(others) + 1 != self.count or not others:
            return False
        if not fits(self.leads_to, judge.after(self.position, self.line[:1])):
            return False
        return all(is_better(self.leads_to, signed(judge.after(self.position, (str(move),)))) for move in others)

    def said(self, level: Level) -> Phrase:
        """Say it of this move."""
        result = expected(self.leads_to, self.side, level)
        return Phrase("Of {number} moves this one alone is best: {expected}.", number=self.count, expected=result)


@dataclass(frozen=True, slots=True, kw_only=True)
class Forced(Claim):
    """There is no other move."""

    kind: ClassVar[str] = "forced"
    status: ClassVar[Status] = Status.REPLAYED
    tier: ClassVar[int] = 2

    count: int = 1

    def holds(self, judge: Judge) -> bool:  # noqa: ARG002  the rules tell it at once
        """Count the moves."""
        return [self.position.move(self.line[0])] == list(self.position.legal_moves()) and self.count == 1

    def said(self, level: Level) -> Phrase:  # noqa: ARG002  the same for all
        """Say so."""
        return Phrase("{side} has no other move here.", side=self.side)


@dataclass(frozen=True, slots=True, kw_only=True)
class NothingSaves(Claim):
    """Every move loses, so many there are."""

    kind: ClassVar[str] = "all_moves_lose"
    status: ClassVar[Status] = Status.PROVED
    tier: ClassVar[int] = 2

    count: int

    def holds(self, judge: Judge) -> bool:
        """Work out every move."""
        moves = self.position.legal_moves()
        self.position.move(self.line[0])
        return len(moves) == self.count and judge.worth(self.position).sign < 0

    def said(self, level: Level) -> Phrase:  # noqa: ARG002  the same for all
        """Say that nothing helps."""
        if self.count == 2:
            return Phrase(
                "Both moves of {side} lose here if {other} plays well.", side=self.side, other=self.side.other
            )
        return Phrase(
            "{side} has only {count} move here, and it loses if {other} plays well.",
            "All {count} moves of {side} lose here if {other} plays well.",
            count=self.count,
            side=self.side,
            other=self.side.other,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Better(Claim):
    """Another move, with which the line begins, leads to more than the one that was played."""

    kind: ClassVar[str] = "better_move"
    status: ClassVar[Status] = Status.PROVED
    tier: ClassVar[int] = 4

    move: str
    instead_of: str
    leads_to: Worth

    @property
    def worth(self) -> Worth:
        """What the other move leads to."""
        return self.leads_to

    def holds(self, judge: Judge) -> bool:
        """Work out both moves."""
        played = judge.after(self.position, (self.instead_of,))
        after = judge.after(self.position, (self.move,))
        return self.line[0] == self.move and fits(self.leads_to, after) and is_better(after, played)

    def said(self, level: Level) -> Phrase:
        """Name the other move."""
        result = expected(self.leads_to, self.side, level)
        return Phrase("The move {move} is better: {expected}.", move=self.move, expected=result)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply(Claim):
    """The other side has a reply after which the game is worth this."""

    kind: ClassVar[str] = "reply_exists"
    status: ClassVar[Status] = Status.PROVED
    tier: ClassVar[int] = 1

    reply: str
    leads_to: Worth

    @property
    def worth(self) -> Worth:
        """What the reply leads to."""
        return self.leads_to

    def holds(self, judge: Judge) -> bool:
        """Play the move and the reply."""
        return self.line[1:] == (self.reply,) and fits(self.leads_to, judge.after(self.position, self.line))

    def said(self, level: Level) -> Phrase:
        """Name the reply."""
        return Phrase(
            "{other} can answer with {reply}: {expected}.",
            other=self.side.other,
            reply=self.reply,
            expected=expected(in_line(self.leads_to, len(self.line)), self.side, level),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class AllReplies(Claim):
    """Whatever the other side answers, in so many ways, the game is worth this at least; after some reply no more."""

    kind: ClassVar[str] = "all_replies"
    status: ClassVar[Status] = Status.PROVED
    tier: ClassVar[int] = 2

    count: int
    leads_to: Worth

    @property
    def worth(self) -> Worth:
        """What every reply leads to at least."""
        return self.leads_to

    def holds(self, judge: Judge) -> bool:
        """Play every reply."""
        replies = self.played.legal_moves()
        afters = [judge.after(self.position, (self.line[0], str(reply))) for reply in replies]
        if len(afters) != self.count or not afters:
            return False
        return any(fits(self.leads_to, worth) for worth in afters) and not any(
            is_better(self.leads_to, worth) for worth in afters
        )

    def said(self, level: Level) -> Phrase:  # noqa: ARG002  the same for all
        """Say what the answers cannot change."""
        side, other = self.side, self.side.other
        if self.leads_to.sign == 0:
            return Phrase("Whatever {other} answers, {side} need not lose.", side=side, other=other)
        if isinstance(self.leads_to, Lead) and self.leads_to.half:
            return Phrase(
                "Whatever {other} answers, {side} can still win by {count} seed or more.",
                "Whatever {other} answers, {side} can still win by {count} seeds or more.",
                count=self.leads_to.half,
                side=side,
                other=other,
            )
        return Phrase("Whatever {other} answers, {side} can still win.", side=side, other=other)


@dataclass(frozen=True, slots=True, kw_only=True)
class Opinion(Claim):
    """The engine prefers another move, or none: a score in hundredths for each, and nothing proved."""

    kind: ClassVar[str] = "opinion"
    status: ClassVar[Status] = Status.OPINION
    tier: ClassVar[int] = 5

    move: str
    score: int
    best: int
    lost: int

    def holds(self, judge: Judge) -> bool:  # noqa: ARG002  an opinion proves nothing
        """Play the line, and do the sum: more than that an opinion cannot be held to."""
        position = self.position
        position.move(self.move)
        for text in self.line:
            position = position.play(text)
        return self.best - self.score == self.lost >= 0 and (self.lost > 0) == (self.move != self.line[0])

    def said(self, level: Level) -> Phrase:
        """Say it as an opinion."""
        if not self.lost:
            return Phrase("The computer likes no other move better: that is its opinion, not a proof.")
        if level is Level.PUPIL:
            return Phrase("The computer would rather play {move}: that is its opinion, not a proof.", move=self.move)
        more = round(self.lost / HUNDREDTHS)
        if not more:
            return Phrase("In the computer's opinion {move} is a little better: that is no proof.", move=self.move)
        return Phrase(
            "In the computer's opinion {move} is better ({things}: about {number} more): that is no proof.",
            move=self.move,
            things=self.position.game.lead,
            number=more,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Tempting(Claim):
    """Another move looks better, by what can be counted on the board, and leads to less."""

    status: ClassVar[Status] = Status.PROVED
    tier: ClassVar[int] = 3

    move: str
    instead_of: str
    count: int
    leads_to: Worth

    @property
    def worth(self) -> Worth:
        """What the tempting move leads to."""
        return self.leads_to

    @abstractmethod
    def size(self, text: str) -> int:
        """Count what makes a move tempting, by the rules."""

    def holds(self, judge: Judge) -> bool:
        """Count, and work out both moves."""
        if self.line[0] != self.move or not self.count == self.size(self.move) > self.size(self.instead_of):
            return False
        tempting = judge.after(self.position, (self.move,))
        return fits(self.leads_to, tempting) and is_better(judge.after(self.position, (self.instead_of,)), tempting)


@dataclass(frozen=True, slots=True, kw_only=True)
class Because(Claim):
    """What happens after the line happens because of a thing on the board: were that otherwise, so would be the result.

    `otherwise` is the position in which the thing alone is changed, and `then` what it is worth.
    """

    kind: ClassVar[str] = "because"
    status: ClassVar[Status] = Status.PROVED
    tier: ClassVar[int] = 1

    leads_to: Worth
    otherwise: str
    then: Worth

    @property
    def worth(self) -> Worth:
        """What the line leads to."""
        return self.leads_to

    @abstractmethod
    def changed(self) -> str:
        """Write the position after the move, in which the thing that is named alone is changed."""

    def holds(self, judge: Judge) -> bool:
        """Change the thing, and see whether the result changes."""
        true, other = judge.after(self.position, self.line), judge.worth(self._other()).before()
        if self.changed() != self.otherwise or not fits(self.leads_to, true) or not fits(self.then, other):
            return False
        return is_better(signed(self.then), signed(self.leads_to))

    def _other(self) -> AnyPosition:
        return self.position.game.position(self.otherwise)
