"""Claims: statements about a move, as data that can be checked, before they are put into words.

A claim states one thing about the move with which its line begins, or about another move of the same position. Its kind
is its class, its arguments are the fields, and its `status` is its support: the rules replayed, a proof, or an
opinion. `verify` judges it again by the readable rules, with nothing of the claim's maker. A worth is always that for
`side`, which is to move in `position`, with the plies counted from there.

In sentences "can" means that a reply exists, "whatever" and "cannot" speak of all replies, and "because" is used only
where changing the thing named changes the result (`Because` and its subclasses).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, fields
from enum import Enum
from typing import Any, ClassVar, TypeVar, dataclass_transform

import msgspec

from lalao.errors import IllegalMoveError, NotationError, Phrase
from lalao.games.game import AnyPosition
from lalao.teach.worths import Judge, Lead, Level, Worth, as_json, expected, fits, in_line, is_better, result, signed
from lalao.values import Side, Value

HUNDREDTHS = 100
"""The units of an opinion in one seed, piece or move."""
OTHER_FIELDS = ("position", "line")
"""Fields of a claim that are not among its arguments."""

Kind = TypeVar("Kind", bound="Claim")


class Status(Enum):
    """The support of a claim: the rules replayed, a proof, or the engine's opinion."""

    REPLAYED = "replayed"
    PROVED = "proved"
    OPINION = "opinion"


class ShownClaim(msgspec.Struct):
    """A claim about a move: its kind, its arguments, how it is known, and the line that shows it."""

    kind: str
    args: dict[str, Any]
    status: Status
    line: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim(ABC):
    """A statement about a move: `line` shows it, played from `position`, where `side` is to move.

    `tier` ranks the kinds: the lowest comes first.
    """

    kind: ClassVar[str]
    status: ClassVar[Status]
    tier: ClassVar[int]

    position: AnyPosition
    line: tuple[str, ...]
    side: Side

    @abstractmethod
    def holds(self, judge: Judge) -> bool:
        """Return whether the claim is true by the readable rules.

        Raises NotationError or IllegalMoveError where its line cannot be played, TooLargeError where the judge cannot
        tell.
        """

    @abstractmethod
    def said(self, level: Level) -> Phrase:
        """Return the claim as one sentence for a reader of this level."""

    @property
    def worth(self) -> Worth | None:
        """The worth that the line leads to, its argument `leads_to`; None where the claim states none."""
        leads_to: Worth | None = getattr(self, "leads_to", None)
        return leads_to

    def verify(self, judge: Judge | None = None) -> bool:
        """Return whether the claim is true; one whose line is illegal is not.

        Raises TooLargeError where the judge cannot tell.
        """
        try:
            return self.side is self.position.to_move and self.holds(judge or Judge())
        except (NotationError, IllegalMoveError):
            return False

    def shown(self) -> ShownClaim:
        """Return the claim as data."""
        args = {
            field.name: _plain(getattr(self, field.name)) for field in fields(self) if field.name not in OTHER_FIELDS
        }
        return ShownClaim(self.kind, args, self.status, self.line)

    @property
    def played(self) -> AnyPosition:
        """The position after the first move of the line."""
        return self.position.play(self.line[0])


@dataclass_transform(frozen_default=True, kw_only_default=True)
def claim_kind(
    name: str | None = None, status: Status | None = None, *, tier: int | None = None
) -> Callable[[type[Kind]], type[Kind]]:
    """Make a class a kind of claim, with frozen fields as its arguments; omitted attributes come from its base."""
    described = {"kind": name, "status": status, "tier": tier}

    def described_as(kind: type[Kind]) -> type[Kind]:
        for attribute, value in described.items():
            if value is not None:
                setattr(kind, attribute, value)
        return dataclass(frozen=True, slots=True, kw_only=True)(kind)

    return described_as


def _plain(value: object) -> object:
    if isinstance(value, Side):
        return str(value)
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return as_json(value) if isinstance(value, Lead | Value) else value


@claim_kind("ends_game", Status.REPLAYED, tier=0)
class Ends(Claim):
    """The move ends the game, with this winner (None: nobody) and the code of this ending."""

    winner: Side | None
    ending: str

    def holds(self, judge: Judge) -> bool:  # noqa: ARG002  the rules tell it at once
        outcome = self.played.outcome
        return outcome is not None and outcome.winner is self.winner and str(outcome.ending) == self.ending

    def said(self, level: Level) -> Phrase:  # noqa: ARG002  the same for all
        outcome = self.played.outcome
        assert outcome is not None
        if self.winner is None:
            return Phrase("The game ends here in a draw: {reason}.", reason=outcome.reason)
        return Phrase("The game ends here and {winner} wins: {reason}.", winner=self.winner, reason=outcome.reason)


@claim_kind("value", Status.PROVED, tier=3)
class Change(Claim):
    """The worth of the position with best play, and with this move."""

    before: Worth
    after: Worth

    @property
    def worth(self) -> Worth:
        return self.after

    def holds(self, judge: Judge) -> bool:
        return fits(self.before, judge.worth(self.position)) and fits(
            self.after, judge.after(self.position, self.line[:1])
        )

    def said(self, level: Level) -> Phrase:
        after = expected(self.after, self.side, level)
        if not is_better(self.before, self.after):
            return Phrase("This loses nothing: {expected}.", expected=after)
        if level is Level.PUPIL and self.before.sign == self.after.sign and isinstance(self.after, Value):
            return Phrase("This takes longer than necessary, but {expected}.", expected=after)
        before = result(self.before, self.side, level)
        after = result(self.after, self.side, level)
        if level is Level.PUPIL:
            return Phrase("If both play well, {before}; but after this move {after}.", before=before, after=after)
        return Phrase("With best play {before}; with this move {after}.", before=before, after=after)


@claim_kind("margin")
class MarginChange(Change):
    """A `Change` measured in seeds, in Fang."""


@claim_kind("only_move", Status.PROVED, tier=1)
class OnlyMove(Claim):
    """Of all `count` moves, this one leads to a better worth than every other."""

    count: int
    leads_to: Worth

    def holds(self, judge: Judge) -> bool:
        own = self.position.move(self.line[0])
        others = [move for move in self.position.legal_moves() if move != own]
        if len(others) + 1 != self.count or not others:
            return False
        if not fits(self.leads_to, judge.after(self.position, self.line[:1])):
            return False
        return all(is_better(self.leads_to, signed(judge.after(self.position, (str(move),)))) for move in others)

    def said(self, level: Level) -> Phrase:
        result = expected(self.leads_to, self.side, level)
        return Phrase("Of {number} moves only this one is best: {expected}.", number=self.count, expected=result)


@claim_kind("forced", Status.REPLAYED, tier=2)
class Forced(Claim):
    """The move is the only legal one."""

    count: int = 1

    def holds(self, judge: Judge) -> bool:  # noqa: ARG002  the rules tell it at once
        return [self.position.move(self.line[0])] == list(self.position.legal_moves()) and self.count == 1

    def said(self, level: Level) -> Phrase:  # noqa: ARG002  the same for all
        return Phrase("This is {side}'s only move here.", side=self.side)


@claim_kind("all_moves_lose", Status.PROVED, tier=2)
class NothingSaves(Claim):
    """All `count` legal moves lose."""

    count: int

    def holds(self, judge: Judge) -> bool:
        moves = self.position.legal_moves()
        self.position.move(self.line[0])
        return len(moves) == self.count and judge.worth(self.position).sign < 0

    def said(self, level: Level) -> Phrase:  # noqa: ARG002  the same for all
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


@claim_kind("better_move", Status.PROVED, tier=4)
class Better(Claim):
    """Another move, with which the line begins, leads to a better worth than the one that was played."""

    move: str
    instead_of: str
    leads_to: Worth

    def holds(self, judge: Judge) -> bool:
        played = judge.after(self.position, (self.instead_of,))
        after = judge.after(self.position, (self.move,))
        return self.line[0] == self.move and fits(self.leads_to, after) and is_better(after, played)

    def said(self, level: Level) -> Phrase:
        result = expected(self.leads_to, self.side, level)
        return Phrase("The move {move} is better: {expected}.", move=self.move, expected=result)


@claim_kind("move_wins", Status.PROVED, tier=1)
class SureWin(Claim):
    """Another move, with which the line begins, wins; the outcome of the move played is unknown."""

    move: str
    instead_of: str

    def holds(self, judge: Judge) -> bool:
        return self.line[0] == self.move != self.instead_of and judge.after(self.position, (self.move,)).sign > 0

    def said(self, level: Level) -> Phrase:  # noqa: ARG002  the same for all
        return Phrase(
            "The move {move} wins; whether {played} wins is not known.", move=self.move, played=self.instead_of
        )


@claim_kind("reply_exists", Status.PROVED, tier=1)
class Reply(Claim):
    """The other side has a reply that leads to this worth."""

    reply: str
    leads_to: Worth

    def holds(self, judge: Judge) -> bool:
        return self.line[1:] == (self.reply,) and fits(self.leads_to, judge.after(self.position, self.line))

    def said(self, level: Level) -> Phrase:
        return Phrase(
            "{other} can answer with {reply}: {expected}.",
            other=self.side.other,
            reply=self.reply,
            expected=expected(in_line(self.leads_to, len(self.line)), self.side, level),
        )


@claim_kind("all_replies", Status.PROVED, tier=2)
class AllReplies(Claim):
    """After each of the `count` replies the game is worth at least this, and after some of them no more."""

    count: int
    leads_to: Worth

    def holds(self, judge: Judge) -> bool:
        replies = self.played.legal_moves()
        afters = [judge.after(self.position, (self.line[0], str(reply))) for reply in replies]
        if len(afters) != self.count or not afters:
            return False
        return any(fits(self.leads_to, worth) for worth in afters) and not any(
            is_better(self.leads_to, worth) for worth in afters
        )

    def said(self, level: Level) -> Phrase:  # noqa: ARG002  the same for all
        side, other = self.side, self.side.other
        if self.leads_to.sign == 0:
            return Phrase("Whatever {other} answers, {side} can avoid losing.", side=side, other=other)
        if isinstance(self.leads_to, Lead) and self.leads_to.half:
            return Phrase(
                "Whatever {other} answers, {side} can still win by {count} seed or more.",
                "Whatever {other} answers, {side} can still win by {count} seeds or more.",
                count=self.leads_to.half,
                side=side,
                other=other,
            )
        return Phrase("Whatever {other} answers, {side} can still win.", side=side, other=other)


@claim_kind("opinion", Status.OPINION, tier=5)
class Opinion(Claim):
    """The engine prefers `move`, or finds none better; scores are in hundredths, and nothing is proved.

    `score` is that of the move played, `best` that of `move`, `lost` their difference.
    """

    move: str
    score: int
    best: int
    lost: int

    def holds(self, judge: Judge) -> bool:  # noqa: ARG002  an opinion proves nothing
        """Play the line and check the difference: nothing more of an opinion can be checked."""
        position = self.position
        position.move(self.move)
        for text in self.line:
            position = position.play(text)
        return self.best - self.score == self.lost >= 0 and (self.lost > 0) == (self.move != self.line[0])

    def said(self, level: Level) -> Phrase:
        if not self.lost:
            return Phrase("The computer prefers no other move; this is its opinion, not proved.")
        if level is Level.PUPIL:
            return Phrase("The computer prefers {move}; this is its opinion, not proved.", move=self.move)
        more = round(self.lost / HUNDREDTHS)
        if not more:
            return Phrase("In the computer's opinion {move} is a little better; this is not proved.", move=self.move)
        return Phrase(
            "In the computer's opinion {move} is better (about {number} more {things}); this is not proved.",
            move=self.move,
            things=self.position.game.lead,
            number=more,
        )


@claim_kind(status=Status.PROVED, tier=3)
class Tempting(Claim):
    """Another move looks better by something counted on the board, but leads to a worse result."""

    move: str
    instead_of: str
    count: int
    leads_to: Worth

    @abstractmethod
    def size(self, text: str) -> int:
        """Return the number that makes a move tempting, found by the rules."""

    def holds(self, judge: Judge) -> bool:
        if self.line[0] != self.move or not self.count == self.size(self.move) > self.size(self.instead_of):
            return False
        tempting = judge.after(self.position, (self.move,))
        return fits(self.leads_to, tempting) and is_better(judge.after(self.position, (self.instead_of,)), tempting)


@claim_kind("because", Status.PROVED, tier=1)
class Because(Claim):
    """The result after the line is due to one thing on the board: with that changed, the result would be better.

    `otherwise` is the position after the line with only that thing changed, as text; `then` is its worth.
    """

    leads_to: Worth
    otherwise: str
    then: Worth

    @abstractmethod
    def changed(self) -> str:
        """Return the position after the move with only the named thing changed, as text; "" where it is not there."""

    def holds(self, judge: Judge) -> bool:
        true, other = judge.after(self.position, self.line), judge.worth(self._other()).before()
        if self.changed() != self.otherwise or not fits(self.leads_to, true) or not fits(self.then, other):
            return False
        return is_better(signed(self.then), signed(self.leads_to))

    def _other(self) -> AnyPosition:
        return self.position.game.position(self.otherwise)
