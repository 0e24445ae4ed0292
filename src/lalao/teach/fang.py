"""Teaching Fang: where the last seed falls, the fullest pit, the safe tibong, the seed that changes the result."""

from collections.abc import Iterator

from lalao.board.geometry import write_row
from lalao.errors import Phrase
from lalao.games.fang import Fang, FangPosition
from lalao.games.game import AnyPosition, Game
from lalao.solve import Answer, solve
from lalao.teach.captures import tempting
from lalao.teach.claims import Because, Claim, Status, Tempting, claim_kind
from lalao.teach.family import Case, Family
from lalao.teach.worths import Judge, Lead, Level, expected, result
from lalao.values import Side

MOST_PUZZLING = 8
"""The most pits of a row for which puzzles are made and reasons are given: 16 seeds can be checked by hand."""


@claim_kind("sows", Status.REPLAYED, tier=6)
class FangSows(Claim):
    """The attacked pit holds `count` seeds with the new one, and the last of them falls in the pit `ends`."""

    pit: int
    count: int
    ends: int

    def holds(self, judge: Judge) -> bool:  # noqa: ARG002  the rules tell it at once
        events = self.position.events(self.position.move(self.line[0]))
        lifted = [event for event in events if event.key == "lift"]
        sown = [event for event in events if event.key == "sow"]
        return (lifted[0].source, lifted[0].count, len(sown), sown[-1].target) == (
            str(self.pit),
            self.count,
            self.count,
            str(self.ends),
        )

    def said(self, level: Level) -> Phrase:  # noqa: ARG002  the same for all
        return Phrase(
            "With the new seed pit {pit} holds {count}: the last one falls in pit {ends}.",
            pit=self.pit,
            count=self.count,
            ends=self.ends,
        )


@claim_kind("safe_tibong", Status.REPLAYED, tier=7)
class SafeTibong(Claim):
    """The tibong of the side that moves holds one seed after the move, so that no reply can attack it."""

    pit: int
    count: int

    def holds(self, judge: Judge) -> bool:  # noqa: ARG002  the rules tell it at once
        after = self.played
        assert isinstance(after, FangPosition)
        tibong = 1 if self.side is Side.SOUTH else len(after.pits)
        replies = [str(reply) for reply in after.legal_moves()]
        held = len(after.contents()[str(tibong)])
        return self.pit == tibong and held == self.count == 1 and bool(replies) and str(tibong) not in replies

    def said(self, level: Level) -> Phrase:  # noqa: ARG002  the same for all
        return Phrase(
            "{other} cannot attack the tibong of {side} now: it holds only {count} seed.",
            "{other} cannot attack the tibong of {side} now: it holds only {count} seeds.",
            count=self.count,
            side=self.side,
            other=self.side.other,
        )


@claim_kind("fuller_pit")
class FullerPit(Tempting):
    """Another pit that may be attacked holds more seeds, but leads to a worse result."""

    def size(self, text: str) -> int:
        self.position.move(text)
        return len(self.position.contents()[text])

    def said(self, level: Level) -> Phrase:
        result = expected(self.leads_to, self.side, level)
        return Phrase(
            "Pit {pit} holds more seeds ({number}), but from there, {expected}.",
            pit=self.move,
            number=self.count,
            expected=result,
        )


@claim_kind()
class BecauseOfSeed(Because):
    """If one of the `count` seeds of a pit were in the pit `beside` it, the result would be better."""

    pit: int
    count: int
    beside: int

    def changed(self) -> str:
        """Return the position after the move with one seed moved to the pit `beside`, "" where that cannot be."""
        after = self.played
        assert isinstance(after, FangPosition)
        pits = list(after.pits)
        if abs(self.pit - self.beside) != 1 or not 1 <= self.beside <= len(pits):
            return ""
        if not 1 <= self.pit <= len(pits) or pits[self.pit - 1] != self.count or not self.count:
            return ""
        pits[self.pit - 1] -= 1
        pits[self.beside - 1] += 1
        return f"{write_row(tuple(pits))} {after.reserves[0]}+{after.reserves[1]} {after.to_move}"

    def said(self, level: Level) -> Phrase:
        return Phrase(
            "Now {expected}, because pit {pit} holds {count} seed: were it in pit {beside}, {then}.",
            "Now {expected}, because pit {pit} holds {count} seeds: were one of them in pit {beside}, {then}.",
            count=self.count,
            pit=self.pit,
            beside=self.beside,
            expected=expected(self.leads_to, self.side, level),
            then=result(self.then, self.side, level),
        )


def attacked(position: AnyPosition, text: str) -> int:
    """Count the seeds of the pit that a move attacks."""
    assert isinstance(position, FangPosition)
    return position.pits[int(text) - 1]


def quickly(position: FangPosition) -> Answer:
    """Solve a position by the shipped tables, at once."""
    return solve(position)


def final_lead(position: FangPosition) -> Lead:
    """Count the lead with which a game has ended, for the side to move."""
    (south, north), tibongs = position.halves(), position.tibongs()
    lead = Lead.of(south - north, tibongs[0] - tibongs[1])
    return lead if position.to_move is Side.SOUTH else lead.before()


class FangTeaching(Family):
    """The teaching of Fang: facts that are visible on a row."""

    plays_pieces = False
    counts_seeds = True
    foretold = ("fang-4", "fang-6", "fang-8")

    def facts(self, case: Case) -> Iterator[Claim]:
        """Yield where the sowing ends, and a tibong that is safe."""
        position, after = case.position, case.after
        assert isinstance(position, FangPosition)
        assert isinstance(after, FangPosition)
        pit = int(case.move)
        count = position.pits[pit - 1] + 1
        ends = position.game.route(case.side, count)[-1] + 1
        yield FangSows(**case.line(case.move), pit=pit, count=count, ends=ends)
        tibong = 0 if case.side is Side.SOUTH else -1
        if after.game.guarded and after.pits[tibong] == 1 and after.reserves != (0, 0):
            number = tibong % len(after.pits) + 1
            yield SafeTibong(**case.line(case.move), pit=number, count=1)

    def temptations(self, case: Case) -> Iterator[Claim]:
        """Yield the fullest other pit, where it holds more seeds and leads to a worse result."""
        return tempting(case, attacked, FullerPit)

    def reasons(self, case: Case) -> Iterator[Claim]:
        """Yield the pit that the best reply attacks, where moving one of its seeds one pit would change the result."""
        after, reply = case.after, case.reply
        assert isinstance(after, FangPosition)
        if reply is None or after.game.pits > MOST_PUZZLING:
            return  # no table holds larger rows, and solving each changed one would take seconds
        pit = int(reply.move)
        for beside in (pit - 1, pit + 1):
            if not 1 <= beside <= len(after.pits):
                continue
            pits = list(after.pits)
            pits[pit - 1], pits[beside - 1] = pits[pit - 1] - 1, pits[beside - 1] + 1
            other = FangPosition(after.game, tuple(pits), after.reserves, after.to_move)
            yield from case.because(BecauseOfSeed, other, pit=pit, count=after.pits[pit - 1], beside=beside)

    def has_puzzles(self, game: Game) -> bool:
        """Tell whether the row is small enough for a child to count, and for a shipped table."""
        return isinstance(game, Fang) and game.pits <= MOST_PUZZLING

    def themes(self, case: Case) -> Iterator[str]:
        """Yield the themes, the rarest first.

        They are a win by the tibongs, the full tibong, a fuller pit, the tibong at one, the only win, and always the
        last move or the most seeds.
        """
        position, pit, worth = case.position, int(case.move), case.worth
        assert isinstance(position, FangPosition)
        assert isinstance(worth, Lead)
        wins_alone = worth.sign > 0 and all(other.worth is None or other.worth.sign <= 0 for other in case.others())
        if wins_alone and not worth.half:
            yield "by-a-seed"
        if pit in (1, len(position.pits)) and position.pits[pit - 1] > 1:
            yield "full-tibong"
        if any(True for _ in self.temptations(case)):
            yield "not-the-fullest"
        if any(isinstance(claim, SafeTibong) for claim in self.facts(case)):
            yield "tibong-at-one"
        if wins_alone:
            yield "only-win"
        yield "last-move" if sum(position.reserves) == 1 else "most-seeds"

    def region(self, position: AnyPosition, move: str) -> tuple[str, ...]:
        """List the pits of the half in which the attacked pit is."""
        assert isinstance(position, FangPosition)
        pits = len(position.pits)
        first = 1 if int(move) <= pits // 2 else pits // 2 + 1
        return tuple(str(pit) for pit in range(first, first + pits // 2))

    def begins(self, position: AnyPosition, move: str) -> str:  # noqa: ARG002  the move names it
        return move


TEACHING = FangTeaching()
