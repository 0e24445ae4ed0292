"""Hints in steps: where to look, which pit or piece, the move, and why; each says a little more than the one before."""

from dataclasses import dataclass

from lalao.errors import Phrase
from lalao.games.game import AnyPosition
from lalao.locale import Translator
from lalao.teach.assessing import Assess, assessor, keeps
from lalao.teach.claims import Status
from lalao.teach.explaining import Explanation, explain
from lalao.teach.family import teaching
from lalao.teach.shown import ShownHints, ShownStep, StepKind
from lalao.teach.worths import Level


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
