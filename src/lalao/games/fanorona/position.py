"""A position of Fanorona and its turns under every ruleset."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from lalao import events
from lalao.board.picture import LatticePicture, Picture
from lalao.constants import VELA_PIECES
from lalao.errors import IllegalMoveError, NotationError, Phrase
from lalao.events import Event, Ledger
from lalao.games.fanorona import ways
from lalao.games.fanorona.refusal import why_not
from lalao.games.fanorona.turns import Board, FanoronaMove, Leads, Taking, anywhere, merge
from lalao.games.game import Choice, Mistake, Position, Way
from lalao.values import Ending, Outcome, Side

if TYPE_CHECKING:
    from lalao.games.fanorona.rules import Fanorona

WHITE, BLACK = Side.WHITE, Side.BLACK
WALKS_A_TURN = 4
"""Walks to look at for each turn that is wanted; most turns have one."""
TYPED_STEP = "(?P<point>[a-z][0-9]{1,2}) ?(?P<kind>[aw](?![0-9]))?"
TYPED = re.compile(f"(?P<huffed>x ?[a-z][0-9]{{1,2}})?(?P<walk>(?:[- >]*{re.sub(r'[?]P<[a-z]+>', '?:', TYPED_STEP)})*)")


class FanoronaEnding(Ending):
    """How a game of Fanorona ends."""

    NO_PIECES = "no-pieces", Phrase("{loser} has no piece left")
    BLOCKED = "blocked", Phrase("{loser} cannot move")


@dataclass(frozen=True, slots=True)
class FanoronaPosition(Position[FanoronaMove]):
    """The pieces as two sets of points, who moves, who won the first round (Vela), what may be huffed, quiet plies."""

    game: "Fanorona"
    white: int
    black: int
    to_move: Side
    vela: Side | None = None
    huffable: int = 0
    quiet: int = 0

    def __str__(self) -> str:
        return " ".join([self._ranks(), self._letter(self.to_move), *self._tags()])

    def __repr__(self) -> str:
        return f"{self.game!r}.position({str(self)!r})"

    def _ranks(self) -> str:
        width, size = self.game.lattice.width, self.game.lattice.size
        letters = "".join("W" if self.white >> p & 1 else "B" if self.black >> p & 1 else " " for p in range(size))
        ranks = [letters[i : i + width] for i in range(size - width, -1, -width)]
        return re.sub(" +", lambda run: str(len(run[0])), "/".join(ranks))

    @staticmethod
    def _letter(side: Side) -> str:
        return side.value.lower()

    def _tags(self) -> Iterator[str]:
        if self.vela is not None:
            yield f"vela={self._letter(self.vela)}"
        if self.huffable:
            yield f"huff={'.'.join(self._names(self.huffable))}"
        if self.quiet:
            yield f"quiet={self.quiet}"

    def _names(self, points: int) -> list[str]:
        return [self.game.lattice.names[point] for point in self.game.lattice.members(points)]

    @property
    def key(self) -> tuple[int, int, bool, bool, int]:
        """Board, side, Vela and huffable points; the quiet plies are left out."""
        return self.white, self.black, self.to_move is WHITE, self.vela is WHITE, self.huffable

    @property
    def own(self) -> int:
        """The pieces of the side to move."""
        return self.white if self.to_move is WHITE else self.black

    @property
    def enemy(self) -> int:
        """The pieces of the other side."""
        return self.black if self.to_move is WHITE else self.white

    @property
    def is_restricted(self) -> bool:
        """Whether this turn is played by the rules of Vela: its winner had more than 5 pieces when the turn began."""
        if self.vela is None:
            return False
        return (self.white if self.vela is WHITE else self.black).bit_count() > VELA_PIECES

    @property
    def _takes_nothing(self) -> bool:
        """Whether the side to move has won the first round and takes nothing."""
        return self.is_restricted and self.vela is self.to_move

    def board(self, huffed: int = 0) -> Board:
        """Return the pieces as the side to move finds them, once `huffed` are gone."""
        single = self.is_restricted and self.vela is not self.to_move
        larger = self.game.rules.larger and not self.is_restricted
        return Board(self.game.lattice, self.own, self.enemy & ~huffed, larger, single)

    def walks(self) -> Iterator[FanoronaMove]:
        """Yield every way of playing a turn, before equal turns are merged.

        In Vela the winner of the first round, who takes nothing, does not huff either while he has more than 5
        pieces.
        """
        yield from self.ordinary(self.board())
        for point in self.game.lattice.members(self._open_to_huffing()):
            name = self.game.lattice.names[point]
            if self.enemy == 1 << point:
                yield FanoronaMove(f"x{name}", 0, 0, 0, 1 << point)
            else:
                for walk in self.ordinary(self.board(1 << point)):
                    yield walk.after_huffing(point, name)

    def _open_to_huffing(self) -> int:
        """Return the pieces that the side to move may huff."""
        return 0 if self._takes_nothing else self.huffable

    def ordinary(self, board: Board, leads: Leads = anywhere) -> Iterator[FanoronaMove]:
        """Yield every way of playing a turn once the huffing is done; of the chains those that `leads` follows."""
        rules = self.game.rules
        if self._takes_nothing:
            yield from board.plain_moves(huffable=False, even_taking=True)
            return
        yield from board.chains(rules.must_go_on, rules.huffing, leads)
        if rules.may_decline or not board.can_take():
            yield from board.plain_moves(rules.huffing)

    def legal_moves(self) -> tuple[FanoronaMove, ...]:
        """List every turn, by the first of its texts in ASCII order."""
        if not self.own or not self.enemy:
            return ()
        return merge(self.walks())

    def some_moves(self, most: int) -> tuple[FanoronaMove, ...]:
        """List turns, at most so many, without looking at all walks where they are many more."""
        if not self.own or not self.enemy:
            return ()
        seen = list(islice(self.walks(), WALKS_A_TURN * most + 1))
        if len(seen) <= WALKS_A_TURN * most:
            return merge(seen)[:most]
        return tuple(dict.fromkeys(ways.turn_of(self, walk) for walk in seen[:most]))

    def _play(self, move: FanoronaMove) -> "FanoronaPosition":
        own = self.own ^ move.start ^ move.end
        enemy = self.enemy & ~(move.captured | move.huffed)
        white, black = (own, enemy) if self.to_move is WHITE else (enemy, own)
        quiet = 0 if move.captured or move.huffed else self.quiet + 1
        return FanoronaPosition(self.game, white, black, self.to_move.other, self.vela, move.huffable, quiet)

    def as_written(self, text: str) -> str:
        """Join the points of a path by strokes, ways of taking in capitals: ``C2 B2a`` is ``c2-b2A``."""
        shape = TYPED.fullmatch(text.lower())
        if shape is None:
            return text
        steps = (step["point"] + (step["kind"] or "").upper() for step in re.finditer(TYPED_STEP, shape["walk"]))
        huffed = (shape["huffed"] or "").replace(" ", "")
        return " ".join(part for part in (huffed, "-".join(steps)) if part)

    def forms(self, text: str) -> tuple[str, ...]:
        """Let ways of taking be left out, then the end of the path too."""
        path = re.sub("(?<=[0-9])(?=-|$)", "[AW]?", text)
        return path, f"{path}-.*"

    def _read_move(self, text: str) -> FanoronaMove:
        """Read a turn by any path that is itself legal."""
        shape = ways.TURN.fullmatch(text)
        if shape is None or not text:
            raise NotationError(
                "'{text}' is not a move of Fanorona: write {step}A (approach), {step}W (withdrawal) or {step} (plain)",
                text=text,
                step=self.game.step,
            )
        over = self.game_over()
        if over:
            raise over
        walk = ways.walk_of(self, text)
        if walk is None:
            raise why_not(self, shape["huffed"], shape["walk"])
        return ways.turn_of(self, walk)

    def check(self, move: FanoronaMove) -> FanoronaMove:
        """Return the legal move that `move` is, without listing the others.

        Raises IllegalMoveError with the reason where it is none.
        """
        walk = None if self.outcome else ways.walk_of(self, move.text)
        if walk is None or walk != move or ways.turn_of(self, walk) != move:
            raise self.game_over() or self._refusal(move)
        return move

    def _refusal(self, move: FanoronaMove) -> IllegalMoveError:
        """Say why a move made for another position is not legal here, or not by this text."""
        try:
            known = self._read_move(move.text)
        except IllegalMoveError as refusal:
            return refusal
        return IllegalMoveError("'{move}' means another turn here: {known}", move=move, known=known)

    def mistakes(self) -> Iterator[Mistake]:
        """Yield steps that the rules forbid, that took nothing, too little, or both ways."""
        if self.outcome:
            return
        board = self.board()
        for start in self.game.lattice.members(self.own):
            for end, way in self.game.lattice.steps[start]:
                if not (self.own | self.enemy) >> end & 1:
                    yield from self._wrong_steps(start, end, board.takings_of_step(start, end, way))

    def _wrong_steps(self, start: int, end: int, takings: list[Taking]) -> Iterator[Mistake]:
        """Yield what may go wrong in one step."""
        step = f"{self.game.lattice.names[start]}-{self.game.lattice.names[end]}"
        if not takings:
            try:
                self._read_move(step)
            except IllegalMoveError as error:
                yield error.phrase, self._stepped(start, end, 0)
        for taking in takings:
            points = ", ".join(self._names(taking.captured))
            yield (
                Phrase("{step} takes {points}, and nothing was removed", step=step, points=points),
                self._stepped(start, end, 0),
            )
            for point in self.game.lattice.members(taking.captured):
                for part in (1 << point, taking.captured & ~(1 << point)):
                    reason = Phrase("{step} takes the whole run, {points}: not a part of it", step=step, points=points)
                    yield reason, self._stepped(start, end, part)
        if len(takings) == 2:
            reason = Phrase("{step} took by approach and by withdrawal: one step takes one way", step=step)
            yield reason, self._stepped(start, end, takings[0].captured | takings[1].captured)

    def _stepped(self, start: int, end: int, taken: int) -> Ledger:
        """Tell what stands where once a piece has stepped and these pieces are gone."""
        own, enemy = self.own ^ (1 << start) ^ (1 << end), self.enemy & ~taken
        white, black = (own, enemy) if self.to_move is WHITE else (enemy, own)
        return FanoronaPosition(self.game, white, black, self.to_move.other).ledger()

    @property
    def outcome(self) -> Outcome | None:
        """The winner once a side has no piece or no legal move."""
        if not self.own:
            return Outcome(self.to_move.other, FanoronaEnding.NO_PIECES)
        if not self.enemy:
            return Outcome(self.to_move, FanoronaEnding.NO_PIECES)
        if not self._can_move():
            return Outcome(self.to_move.other, FanoronaEnding.BLOCKED)
        return None

    def _can_move(self) -> bool:
        """Tell whether a piece can step somewhere, or could once a piece is huffed; if it can, some turn is legal."""
        huffable = self._open_to_huffing()
        free = ~(self.white | self.black) | huffable
        steps = self.game.lattice.steps
        if self.enemy == huffable and huffable.bit_count() == 1:
            return True
        return any(free >> end & 1 for start in self.game.lattice.members(self.own) for end, _ in steps[start])

    @property
    def task(self) -> Phrase:
        """Take, or move."""
        if self._open_to_huffing():
            return Phrase("huff a piece that did not take if you like, then play")
        if not self._takes_nothing and self.board().can_take():
            return Phrase("take by approach or by withdrawal")
        return Phrase("move a piece to a neighbouring point")

    def paths(self) -> Iterator[tuple[str, FanoronaMove, tuple[Choice, ...]]]:
        """Yield every walk: the piece huffed, the piece that goes, each point it goes to with what is taken."""
        known = {move.identity: move for move in self.legal_moves()}
        taps = ways.Taps(self)
        for walk in self.walks() if known else ():
            yield walk.text, known[walk.identity], taps.of(walk.text)

    def ways(self, most: int, begun: str = "") -> tuple[Way, ...]:
        """List the ways of choosing a turn that begin so, or where they are too many their beginnings."""
        if not self.own or not self.enemy:
            return ()
        if len(list(islice(self.walks(), most + 1))) <= most:
            return Position.ways(self, most, begun)
        return ways.beginnings(self, most, begun)

    def events(self, move: FanoronaMove) -> tuple[Event, ...]:
        """List the gestures: huff, then for each step the step and one removal a piece, the nearest first."""
        return tuple(self._gestures(move))

    def _gestures(self, move: FanoronaMove) -> Iterator[Event]:
        lattice, other = self.game.lattice, self.to_move.other.value
        board = self.board(move.huffed)
        for point in lattice.members(move.huffed):
            yield events.huff(lattice.names[point], other)
        start, *walk = move.text.split(" ")[-1].split("-")
        for text in walk:
            end = text.rstrip("AW")
            yield events.step(start, end)
            if text != end:
                here, there = lattice.index[start], lattice.index[end]
                taking, run = board.taken(here, there, text[-1])
                for point in run:
                    yield events.remove(lattice.names[point], other, text[-1])
                board = board.after(here, taking)
            start = end

    def ledger(self) -> Ledger:
        """Tell which piece stands on each point, and how many have been taken from each side."""
        ledger = {
            name: "W" if self.white >> p & 1 else "B" if self.black >> p & 1 else ""
            for p, name in enumerate(self.game.lattice.names)
        }
        for side, pieces in ((WHITE, self.white), (BLACK, self.black)):
            ledger[events.taken(side.value)] = side.value * (self.game.pieces - pieces.bit_count())
        return ledger

    def holding(self, ledger: Ledger, side: Side) -> "FanoronaPosition":
        """Lay out the pieces; nobody can be huffed."""
        white, black = (
            sum(1 << point for name, point in self.game.lattice.index.items() if ledger.get(name) == letter)
            for letter in "WB"
        )
        return FanoronaPosition(self.game, white, black, side, self.vela)

    def picture(self, last: FanoronaMove | None = None, legal: bool = False) -> Picture:
        """Describe the lattice and its pieces."""
        moves = self.legal_moves() if legal else ()
        first_ends = {re.sub("^x[a-z0-9]+ ", "", move.text).split("-")[1].rstrip("AW") for move in moves if move.start}
        return LatticePicture(
            text=str(self),
            to_move=self.to_move,
            lattice=self.game.lattice,
            white=frozenset(self.game.lattice.members(self.white)),
            black=frozenset(self.game.lattice.members(self.black)),
            came_from=frozenset(self.game.lattice.members(last.start if last else 0)),
            came_to=frozenset(self.game.lattice.members(last.end if last else 0)),
            taken=frozenset(self.game.lattice.members(last.captured | last.huffed if last else 0)),
            movable=frozenset(self.game.lattice.members(_union(move.start for move in moves))),
            targets=frozenset(self.game.lattice.index[name] for name in first_ends),
            huffable=frozenset(self.game.lattice.members(self._open_to_huffing())),
            note=self._vela_note(),
        )

    def _vela_note(self) -> Phrase | None:
        if not self.is_restricted:
            return None
        return Phrase(
            "Vela: {side} takes nothing while this side has more than 5 pieces; {other} takes one piece a turn",
            side=self.vela,
            other=self.vela and self.vela.other,
        )

    def symmetric(self) -> "tuple[FanoronaPosition, ...]":
        """Mirror West and East; turn the board by 180° and swap the colours."""
        at = self.game.lattice
        vela = self.vela.other if self.vela else None
        return (
            FanoronaPosition(
                self.game,
                at.mirrored(self.white),
                at.mirrored(self.black),
                self.to_move,
                self.vela,
                at.mirrored(self.huffable),
                self.quiet,
            ),
            FanoronaPosition(
                self.game,
                at.turned(self.black),
                at.turned(self.white),
                self.to_move.other,
                vela,
                at.turned(self.huffable),
                self.quiet,
            ),
        )

    def balance(self) -> int:
        """Count the pieces that the side to move has more."""
        return self.own.bit_count() - self.enemy.bit_count()


def _union(sets: Iterator[int]) -> int:
    union = 0
    for points in sets:
        union |= points
    return union
