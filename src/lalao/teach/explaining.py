"""Why a move is good or bad, in ranked claims with a sentence each and the line that refutes it; and hints.

>>> import lalao
>>> told = explain(lalao.game("fang-4").position("1.1.3.2 0+1 N"), "3")
>>> from lalao.locale import words
>>> words("en").say(told.sentences(Level.PUPIL)[1])
'The move 1 is better: if both play well, North wins by 6 seeds.'

A `Ladder` of hints says where to look, which pit or piece, the move, and why: each a little more than the one before.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from lalao.errors import LalaoError, Phrase
from lalao.games.game import AnyPosition
from lalao.locale import Translator
from lalao.teach.assessing import Assess, assessor, informed, keeps
from lalao.teach.claims import (
    AllReplies,
    Better,
    Change,
    Claim,
    Ends,
    Forced,
    MarginChange,
    NothingSaves,
    OnlyMove,
    Opinion,
    Reply,
    Status,
    SureWin,
)
from lalao.teach.family import Case, teaching
from lalao.teach.shown import ShownHints, ShownStep, ShownWhy, StepKind
from lalao.teach.worths import Lead, Level, Worth, is_better, signed
from lalao.values import Value

MOST_SAID = 6
"""The most claims of an explanation: nobody asks "why?" more often."""
MOST_REFUTED = 5
"""Plies of a refutation that are shown."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """The claims about a move, the weightiest first, and the moves after it that refute it: none for a good move."""

    position: AnyPosition
    move: str
    claims: tuple[Claim, ...]
    refutation: tuple[str, ...]

    def sentences(self, level: Level) -> list[Phrase]:
        """Return a sentence for each claim, in the same order."""
        return [claim.said(level) for claim in self.claims]

    def shown(self, level: Level, words: Translator) -> ShownWhy:
        """Return the explanation as data, its sentences in the order of its claims."""
        sentences = [words.say(phrase) for phrase in self.sentences(level)]
        claims = [claim.shown() for claim in self.claims]
        return ShownWhy(self.position.game.id, str(self.position), self.move, sentences, claims, self.refutation)


def explain(position: AnyPosition, move: str, assess: Assess | None = None) -> Explanation:
    """Explain a legal move, given as text.

    Raises NotationError or IllegalMoveError for no such move, TooLargeError where the game has no teaching.
    """
    played = position.guess(move)
    text, after, assess = str(played), position.play(played), assess or assessor()
    there = assess(after)
    case = Case(position, text, after, informed(assess(position), text, there), there, assess)
    return Explanation(position, text, tuple(ranked(case)[:MOST_SAID]), refutation(case))


def ranked(case: Case) -> list[Claim]:
    """List the claims about a move: by kind, then the largest change of worth, then the shortest sentence first."""
    return sorted(claims(case), key=lambda claim: (claim.tier, -change(case, claim), len(str(claim.said(Level.PUPIL)))))


def change(case: Case, claim: Claim) -> int:
    """Return how far the worth that a claim leads to is from that of the position; 0 where either is unknown."""
    if claim.worth is None or case.here.worth is None:
        return 0
    return abs(weight(case.here.worth) - weight(claim.worth))


def weight(worth: Worth) -> int:
    """Return a worth as a number: the seeds of a lead in the halves, else 1, 0 or -1."""
    return worth.half if isinstance(worth, Lead) else worth.sign


def claims(case: Case) -> Iterator[Claim]:
    """Yield all claims about a move."""
    if case.after.outcome is not None:
        outcome = case.after.outcome
        yield Ends(**case.line(case.move), winner=outcome.winner, ending=str(outcome.ending))
    yield from about_worth(case)
    family = teaching(case.position.game)
    if case.is_refuted:
        yield from about_loss(case)
        yield from list(family.reasons(case))[:1]
    else:
        yield from about_gain(case)
        yield from family.temptations(case)
    yield from family.facts(case)


def about_worth(case: Case) -> Iterator[Claim]:
    """Yield how the move changes the worth, or the engine's opinion where nothing is proved."""
    before, after = case.here.worth, case.worth
    if len(case.here.moves) == 1:
        yield Forced(**case.line(case.move))
    elif before is not None and before.sign < 0 and not isinstance(before, Lead):
        yield NothingSaves(**case.line(case.move), count=len(case.here.moves))
    elif before is not None and after is not None and not case.after.outcome:
        kind = MarginChange if isinstance(before, Lead) else Change
        yield kind(**case.line(case.move), before=before, after=after)
    if after is None:
        yield from sure_win(case)
        yield from opinions(case)


def sure_win(case: Case) -> Iterator[Claim]:
    """Yield that another move wins, where the outcome of the move played is unknown."""
    best = case.here.moves[0]
    if isinstance(best.worth, Value) and best.worth.sign > 0 and best.move != case.move:
        yield SureWin(**case.line(best.move), move=best.move, instead_of=case.move)


def opinions(case: Case) -> Iterator[Claim]:
    """Yield which move the engine prefers by its scores, if it has scored several and none is proved best."""
    scored = [move for move in case.here.moves if move.worth is None and move.score is not None]
    own = case.here.of(case.move)
    if own.score is None or len(scored) < 2 or case.here.moves[0].worth is not None:
        return
    best = max(scored, key=lambda move: move.score or 0)
    if (best.score or 0) == own.score:
        best = own
    line = playable(case.position, (case.move, *own.onward[1:MOST_REFUTED]))
    score, most = own.score, best.score or 0
    yield Opinion(
        position=case.position, line=line, side=case.side, move=best.move, score=score, best=most, lost=most - score
    )


def playable(position: AnyPosition, line: tuple[str, ...]) -> tuple[str, ...]:
    """Return the beginning of a line that the rules allow."""
    played: list[str] = []
    for text in line:
        try:
            position = position.play(text)
        except LalaoError:
            break
        played.append(text)
    return tuple(played)


def about_loss(case: Case) -> Iterator[Claim]:
    """Yield the reply that refutes a move that gives something away, and the better move."""
    reply, best = case.reply, case.here.moves[0]
    if reply is not None and reply.worth is not None:
        yield Reply(**case.line(case.move, reply.move), reply=reply.move, leads_to=reply.worth.before())
    if best.worth is not None and case.worth is not None and is_better(best.worth, case.worth):
        yield Better(**case.line(best.move), move=best.move, instead_of=case.move, leads_to=best.worth)


def about_gain(case: Case) -> Iterator[Claim]:
    """Yield the merits of a move: that no other leads to as much, and that no reply undoes it."""
    worth, others = case.worth, case.others()
    if worth is None or (isinstance(worth, Value) and worth.sign < 0):
        return
    rest = [other.worth for other in others]
    if rest and all(other is not None and is_better(signed(worth), signed(other)) for other in rest):
        yield OnlyMove(**case.line(case.move), count=len(case.here.moves), leads_to=signed(worth))
    replies = [reply.worth for reply in case.there.moves]
    if len(replies) > 1 and worth.sign >= 0 and all(reply is not None for reply in replies):
        yield AllReplies(**case.line(case.move), count=len(replies), leads_to=signed(worth))


def refutation(case: Case) -> tuple[str, ...]:
    """Return the best play after a move that gives something away, up to `MOST_REFUTED` plies; none for others."""
    reply = case.reply
    if not case.is_refuted or reply is None:
        return ()
    line = case.there.line if case.there.line[:1] == (reply.move,) else (reply.move, *reply.onward[1:])
    return playable(case.after, line[:MOST_REFUTED])


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a ladder: its kind (where, what, move, why), the places that it points at, and its sentence."""

    kind: StepKind
    places: tuple[str, ...]
    said: Phrase


@dataclass(frozen=True, slots=True)
class Ladder:
    """The hints for a position, towards a move that is proved to be best or is the engine's choice (`status`)."""

    position: AnyPosition
    move: str
    status: Status
    why: Explanation

    def steps(self, level: Level) -> list[Step]:
        """List the hints for a reader of this level, the vaguest first."""
        family = teaching(self.position.game)
        region, begins = family.region(self.position, self.move), family.begins(self.position, self.move)
        return [
            Step("where", region, self._look(region)),
            Step("what", (begins,), self._begin(begins)),
            Step("move", (begins,), self._move()),
            *(Step("why", (begins,), said) for said in self.why.sentences(level)[:1]),
        ]

    def _look(self, region: tuple[str, ...]) -> Phrase:
        if teaching(self.position.game).plays_pieces:
            pieces = ", ".join(region)
            return Phrase(
                "Look at this piece: {pieces}.", "Look at these pieces: {pieces}.", count=len(region), pieces=pieces
            )
        pits = ", ".join(name.lstrip("SN") for name in region)
        return Phrase("Look at this pit: {pits}.", "Look at these pits: {pits}.", count=len(region), pits=pits)

    def _begin(self, begins: str) -> Phrase:
        if teaching(self.position.game).plays_pieces:
            return Phrase("Play with the piece on {point}.", point=begins)
        return Phrase("Play with pit {pit}.", pit=begins.lstrip("SN"))

    def _move(self) -> Phrase:
        if self.status is Status.PROVED:
            return Phrase("Play {move}: no move is better.", move=self.move)
        return Phrase("The computer would play {move}; this is its opinion, not proved.", move=self.move)

    def shown(self, level: Level, words: Translator) -> ShownHints:
        """Return the ladder as data, its sentences in the language of `words`."""
        steps = [ShownStep(step.kind, step.places, words.say(step.said)) for step in self.steps(level)]
        return ShownHints(self.position.game.id, str(self.position), self.move, self.status, steps)


def ladder(position: AnyPosition, assess: Assess | None = None) -> Ladder:
    """Return the hints for a position, by `assess` or a new `assessor`.

    Raises IllegalMoveError where the game is over, TooLargeError where it has no teaching.
    """
    over = position.game_over()
    if over is not None:
        raise over
    assess = assess or assessor()
    here = assess(position)
    best = here.moves[0]
    status = Status.PROVED if keeps(here.worth, best) else Status.OPINION
    return Ladder(position, best.move, status, explain(position, best.move, assess))
