"""Teaching Fafy and Sowing: how far a sowing reaches, blocks that sleep, twins, the block that decides."""

from collections.abc import Iterator

from lalao.board.geometry import write_row
from lalao.errors import Phrase
from lalao.games.fafy import Fafy, FafyMove, FafyPosition
from lalao.games.game import AnyPosition, Game
from lalao.solve.answer import Answer, valued, worth
from lalao.solve.fafy import row_solver
from lalao.teach.claims import Because, Claim, Status, claim_kind
from lalao.teach.family import About, Case, Family
from lalao.teach.worths import Judge, Level, expected, result
from lalao.values import Side


def blocks_between(pits: tuple[int, ...]) -> list[tuple[int, int]]:
    """List the blocks of a row between empty pits, each by its first and last pit, counted from 1.

    >>> blocks_between((1, 2, 0, 3))
    [(1, 2), (4, 4)]
    """
    blocks, first = [], 0
    for pit, seeds in enumerate((*pits, 0), 1):
        if seeds and not first:
            first = pit
        elif not seeds and first:
            blocks.append((first, pit - 1))
            first = 0
    return blocks


def direction(position: FafyPosition, move: FafyMove, by_hand: bool) -> str:
    """Return the direction that a pupil has chosen, ``right`` or ``left`` of his own seat, "" where none was chosen.

    A pit that can be sown in one direction alone is sown in it by a tap, unless the pupil sows by hand.
    """
    moves = [each for each in position.legal_moves() if each.pit == move.pit]
    if len(moves) < 2 and not by_hand:
        return ""
    return "right" if (move.direction > 0) == (position.to_move is Side.SOUTH) else "left"


def strays(position: FafyPosition, pit: str, place: str) -> bool:
    """Tell whether the first seed of a pit, dropped in `place`, goes to the left of a player who must sow to the right.

    Names of other places are never those of a pit.
    """
    directions = position.game.directions(position.to_move)
    return len(directions) == 1 and place.isdecimal() and pit == str(int(place) + directions[0])


def sown_by_somebody(position: FafyPosition) -> set[int]:
    """Return the pits that one side or the other could sow if it were to move, counted from 1."""
    sides = [position.game.position(f"{write_row(position.pits)} {side}") for side in position.game.sides]
    return {move.pit for one in sides for move in one.legal_moves()}


def awake(position: FafyPosition) -> list[tuple[int, int]]:
    """List the blocks with a pit that one side or the other could sow, each by its first and last pit."""
    sown = sown_by_somebody(position)
    return [(first, last) for first, last in blocks_between(position.pits) if sown & set(range(first, last + 1))]


@claim_kind("sows", Status.REPLAYED, tier=7)
class RowSows(Claim):
    """The `count` seeds of a pit are sown as far as the pit `ends`."""

    pit: int
    count: int
    ends: int

    def holds(self, judge: Judge) -> bool:  # noqa: ARG002  the rules tell it at once
        lifted, *sown = self.position.events(self.position.move(self.line[0]))
        return (lifted.source, lifted.count, len(sown), sown[-1].target) == (
            str(self.pit),
            self.count,
            self.count,
            str(self.ends),
        )

    def said(self, level: Level) -> Phrase:  # noqa: ARG002  the same for all
        if self.count == 1:
            return Phrase("The one seed of pit {pit} falls in pit {ends}.", pit=self.pit, ends=self.ends)
        return Phrase(
            "The {number} seeds of pit {pit} reach pit {ends}.",
            number=self.count,
            pit=self.pit,
            ends=self.ends,
        )


@claim_kind("moves_left", Status.REPLAYED, tier=6)
class MovesLeft(Claim):
    """After the move the other side has `count` replies, at least one."""

    count: int

    def holds(self, judge: Judge) -> bool:  # noqa: ARG002  the rules tell it at once
        return len(self.played.legal_moves()) == self.count > 0

    def said(self, level: Level) -> Phrase:  # noqa: ARG002  the same for all
        return Phrase(
            "After this move {other} has only {count} move.",
            "After this move {other} has {count} moves.",
            count=self.count,
            other=self.side.other,
        )


@claim_kind("asleep", Status.REPLAYED, tier=5)
class Asleep(Claim):
    """The move puts a block to sleep: before it a side could sow one of these pits, now neither can sow any."""

    first: int
    last: int

    def holds(self, judge: Judge) -> bool:  # noqa: ARG002  the rules tell it at once
        """List the pits of the block that either side can sow, before and after."""
        before, after, pits = self.position, self.played, set(range(self.first, self.last + 1))
        assert isinstance(before, FafyPosition)
        assert isinstance(after, FafyPosition)
        if (self.first, self.last) not in blocks_between(after.pits):
            return False
        return bool(pits & sown_by_somebody(before)) and not pits & sown_by_somebody(after)

    def said(self, level: Level) -> Phrase:  # noqa: ARG002  the same for all
        if self.first == self.last:
            return Phrase("Pit {first} sleeps now: nobody can sow it any more.", first=self.first)
        if self.first + 1 == self.last:
            return Phrase(
                "Pits {first} and {last} sleep now: nobody can sow them any more.", first=self.first, last=self.last
            )
        return Phrase(
            "Pits {first} to {last} sleep now: nobody can sow them any more.", first=self.first, last=self.last
        )


@claim_kind("twins", Status.PROVED, tier=1)
class Twins(Claim):
    """The blocks that are awake form pairs of equals or mirror images, and the side to move loses."""

    blocks: tuple[int, ...]

    def holds(self, judge: Judge) -> bool:
        after = self.played
        assert isinstance(after, FafyPosition)
        game = after.game
        if not game.impartial or game.misere or game.last_only:
            return False
        seen = awake(after)
        shapes = sorted(min(row, row[::-1]) for row in (after.pits[first - 1 : last] for first, last in seen))
        paired = bool(shapes) and len(shapes) % 2 == 0 and shapes[::2] == shapes[1::2]
        return paired and self.blocks == tuple(first for first, _ in seen) and judge.worth(after).sign < 0

    def said(self, level: Level) -> Phrase:  # noqa: ARG002  the same for all
        """Say how to go on: by copying the other side in the twin."""
        return Phrase(
            "Every block now has a twin: {side} copies every move of {other} in the twin, and wins.",
            side=self.side,
            other=self.side.other,
        )


@claim_kind()
class BecauseOfBlock(Because):
    """Without a block of the row the result would be better."""

    first: int
    last: int

    def changed(self) -> str:
        after = self.played
        assert isinstance(after, FafyPosition)
        if (self.first, self.last) not in blocks_between(after.pits):
            return ""
        kept = (0 if self.first <= pit <= self.last else seeds for pit, seeds in enumerate(after.pits, 1))
        return f"{write_row(tuple(kept))} {after.to_move}"

    def said(self, level: Level) -> Phrase:
        told, then = expected(self.leads_to, self.side, level), result(self.then, self.side, level)
        if self.first == self.last:
            return Phrase(
                "Now {expected}, because of pit {first}: without its seeds {then}.",
                first=self.first,
                expected=told,
                then=then,
            )
        return Phrase(
            "Now {expected}, because of the block from pit {first} to pit {last}: without it {then}.",
            first=self.first,
            last=self.last,
            expected=told,
            then=then,
        )


def quickly(position: FafyPosition) -> Answer:
    """Solve a row without its canonical forms, which take longer to find than its values."""
    with row_solver(position.game) as solver:
        solver.allow(len(position.pits))
        moves = valued(position, solver.value)
        return Answer(position, worth(moves) if moves else solver.value(position), moves=moves)


class FafyTeaching(Family):
    """The teaching of Fafy and Sowing: facts of a row, where no number makes a move look better than others."""

    plays_pieces = False
    minds_plies = True
    foretold = ("fafy-impartial",)

    def facts(self, case: Case) -> Iterator[Claim]:
        """Yield how far the sowing goes, the moves left, blocks that sleep, and twins."""
        position, after = case.position, case.after
        assert isinstance(position, FafyPosition)
        assert isinstance(after, FafyPosition)
        move = position.move(case.move)
        seeds = position.pits[move.pit - 1]
        about = case.line(case.move)
        ends = move.pit + move.direction * seeds
        yield RowSows(pit=move.pit, count=seeds, ends=ends, **about)
        if case.there.moves:
            yield MovesLeft(count=len(case.there.moves), **about)
        if not position.game.last_only:
            yield from self._blocks(position, after, about)

    def _blocks(self, position: FafyPosition, after: FafyPosition, about: About) -> Iterator[Claim]:
        """Yield the blocks of Fafy that the move puts to sleep, and twins."""
        before, seen = sown_by_somebody(position), awake(after)
        for first, last in blocks_between(after.pits):
            if (first, last) not in seen and before & set(range(first, last + 1)):
                yield Asleep(first=first, last=last, **about)
        game = position.game
        shapes = sorted(min(row, row[::-1]) for row in (after.pits[first - 1 : last] for first, last in seen))
        if game.impartial and not game.misere and shapes and shapes[::2] == shapes[1::2]:
            yield Twins(blocks=tuple(first for first, _ in seen), **about)

    def reasons(self, case: Case) -> Iterator[Claim]:
        """Yield the block in which the best reply is, where the result would be better without it."""
        after, reply = case.after, case.reply
        assert isinstance(after, FafyPosition)
        if reply is None or after.game.last_only or len(blocks_between(after.pits)) < 2:
            return  # without its only block the row is empty, which explains nothing
        pit = after.move(reply.move).pit
        first, last = next(block for block in blocks_between(after.pits) if block[0] <= pit <= block[1])
        kept = tuple(0 if first <= number <= last else seeds for number, seeds in enumerate(after.pits, 1))
        other = FafyPosition(after.game, kept, after.to_move)
        yield from case.because(BecauseOfBlock, other, first=first, last=last)

    def has_puzzles(self, game: Game) -> bool:
        """Tell whether rows of the usual length are solved at once: those of Fafy are, those of Sowing are not."""
        return isinstance(game, Fafy) and not game.last_only

    def themes(self, case: Case) -> Iterator[str]:
        """Yield the themes of twins, of the last turn, of a block put to sleep, and always that of the one move."""
        facts = list(self.facts(case))
        if any(isinstance(claim, Twins) for claim in facts):
            yield "twins"
        if case.after.outcome is not None:
            yield "last-turn"
        if any(isinstance(claim, Asleep) for claim in facts):
            yield "sleep"
        yield "one-move-only"

    def region(self, position: AnyPosition, move: str) -> tuple[str, ...]:
        """List the pits of the block in which the move begins."""
        assert isinstance(position, FafyPosition)
        pit = int(move[:-1])
        first, last = next(block for block in blocks_between(position.pits) if block[0] <= pit <= block[1])
        return tuple(str(number) for number in range(first, last + 1))

    def begins(self, position: AnyPosition, move: str) -> str:  # noqa: ARG002  the move names it
        return move[:-1]


TEACHING = FafyTeaching()
