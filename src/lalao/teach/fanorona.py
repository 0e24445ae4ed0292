"""Teaching Fanorona: captures and captures in return, chains that go on or stop, the piece that decides."""

from collections.abc import Iterator
from functools import cache

from lalao.errors import Phrase
from lalao.games.fanorona import Fanorona, FanoronaMove, FanoronaPosition
from lalao.games.game import AnyPosition, Game
from lalao.solve import Answer, MoveAnswer, solve
from lalao.solve.answer import best_first
from lalao.teach.captures import ReplyTakes, taken, takings, tempting
from lalao.teach.claims import Because, Claim, Status, claim_kind
from lalao.teach.family import Case, Family
from lalao.teach.worths import Judge, Level, expected, result
from lalao.values import Value

HUFFS = "x"
"""The beginning of the text of a turn that huffs a piece."""
TURNED = str.maketrans("AW", "WA")
"""Exchanges approach and withdrawal in a move's text."""
MOST_PUZZLING = 9
"""Points of the largest board of which puzzles are made from any position."""
MOST_FOLLOWED = 1_000_000
"""Positions that the judge may meet: more than can follow the start of a game with huffing on 3×3."""
PUZZLING_ENDINGS = {"fanorona": 4}
"""Games on larger boards, with the number of pieces up to which endings make puzzles: shipped tables hold them."""
FILES_SHOWN = 3
"""Files of the board that a hint narrows the search for a piece to."""


@claim_kind("could_go_on", Status.REPLAYED, tier=6)
class CouldGoOn(Claim):
    """The piece stops where it could go on to capture more: a longer legal turn begins with this one."""

    longer: str
    count: int

    def holds(self, judge: Judge) -> bool:  # noqa: ARG002  the rules tell it at once
        longer = str(self.position.move(self.longer))
        return (
            longer == self.longer
            and longer.startswith(f"{self.line[0]}-")
            and self.count == taken(self.position, longer) > taken(self.position, self.line[0]) > 0
        )

    def said(self, level: Level) -> Phrase:  # noqa: ARG002  the same for all
        return Phrase(
            "The piece stops here; it could continue with {longer} and take {count} in all.",
            longer=self.longer,
            count=self.count,
        )


@claim_kind()
class BecauseOfPiece(Because):
    """Without the other side's piece on a point the result would be better."""

    point: str

    def changed(self) -> str:
        """Return the position after the move without the piece, "" where it is not there or pieces may be huffed."""
        after = self.played
        assert isinstance(after, FanoronaPosition)
        held = after.contents()
        if held.get(self.point) != str(self.side.other):
            return ""
        other = after.from_contents(held | {self.point: ""}, after.to_move)
        return str(other) if not after.huffable else ""

    def said(self, level: Level) -> Phrase:
        return Phrase(
            "Now {expected}, because of the piece on {point}: without it {then}.",
            point=self.point,
            expected=expected(self.leads_to, self.side, level),
            then=result(self.then, self.side, level),
        )


def captured(position: AnyPosition, text: str) -> int:
    """Count the pieces that a turn captures, from the move's own set of points."""
    captured: int = position.move(text).captured.bit_count()
    return captured


def removed(position: AnyPosition, text: str) -> int:
    """Count the pieces that a turn takes off the board: those it captures, and the one it huffs."""
    move = position.move(text)
    removed: int = (move.captured | move.huffed).bit_count()
    return removed


def quickly(position: FanoronaPosition) -> Answer:
    """Solve a position as far as the shipped tables and quick solvers know it."""
    return solve(position)


def thoroughly(position: FanoronaPosition) -> Answer:
    """Solve a position by the tables, or with huffing, for which there are none, by following every line of play.

    Raises TooLargeError where more than `MOST_FOLLOWED` positions may follow.
    """
    if not position.game.rules.huffing:
        return solve(position)
    judge().follow(position.game.start())
    judge().follow(position)
    moves = best_first([followed(position, move) for move in position.legal_moves()])
    value = judge().worth(position)
    assert isinstance(value, Value)
    return Answer(position, value, moves=moves)


def followed(position: FanoronaPosition, move: FanoronaMove) -> MoveAnswer:
    """Return a move with the value that the judge has found for it."""
    after = position._play(move)
    value = judge().worth(after)
    assert isinstance(value, Value)
    return MoveAnswer(move, after, value.before())


@cache
def judge() -> Judge:
    """Return the judge that follows games with huffing to all their ends; on 3×3 that takes most of a minute, once."""
    return Judge(MOST_FOLLOWED)


def wins_by_usual_rules(case: Case) -> bool:
    """Tell whether the move would be legal, and win, on the same board by the ruleset without a name."""
    assert isinstance(case.position, FanoronaPosition)
    lattice = case.position.game.lattice
    usual = Fanorona("", lattice.height, lattice.width)
    here = case.assess(FanoronaPosition(usual, case.position.white, case.position.black, case.position.to_move))
    return any(each.move == case.move and each.worth is not None and each.worth.sign > 0 for each in here.moves)


class FanoronaTeaching(Family):
    """The teaching of Fanorona: facts that are visible on a lattice."""

    def facts(self, case: Case) -> Iterator[Claim]:
        """Yield each side's captures, and a chain that stops early."""
        yield from takings(case, removed)
        longer = [other.move for other in case.here.moves if other.move.startswith(f"{case.move}-")]
        if longer and captured(case.position, case.move):
            most = max(longer, key=lambda text: removed(case.position, text))
            yield CouldGoOn(**case.line(case.move), longer=most, count=removed(case.position, most))

    def temptations(self, case: Case) -> Iterator[Claim]:
        """Yield the turn that captures most, where it leads to a worse result."""
        return tempting(case, removed)

    def reasons(self, case: Case) -> Iterator[Claim]:
        """Yield the piece that makes the best reply, where the result would be better without it."""
        after, reply = case.after, case.reply
        assert isinstance(after, FanoronaPosition)
        if reply is None or after.huffable or after.enemy.bit_count() == 0:
            return
        move = after.move(reply.move)
        if not move.start or after.own.bit_count() < 2:
            return
        (point,) = after.game.lattice.members(move.start)
        white, black = after.white & ~move.start, after.black & ~move.start
        other = FanoronaPosition(after.game, white, black, after.to_move, after.vela)
        yield from case.because(BecauseOfPiece, other, point=after.game.lattice.names[point])

    def has_puzzles(self, game: Game) -> bool:
        """Tell whether the whole board can be solved quickly, or the shipped tables hold its endings."""
        if not isinstance(game, Fanorona):
            return False
        return (game.lattice.size <= MOST_PUZZLING and not game.vela) or game.id in PUZZLING_ENDINGS

    def is_puzzling(self, position: AnyPosition) -> bool:
        """Tell whether the board is small, or the tables may hold all positions that the moves lead to."""
        assert isinstance(position, FanoronaPosition)
        pieces = (position.white | position.black).bit_count()
        return position.game.lattice.size <= MOST_PUZZLING or pieces <= PUZZLING_ENDINGS[position.game.id] + 1

    def themes(self, case: Case) -> Iterator[str]:
        """Yield the themes, the rarest first.

        They are huffing, the deciding rule, one against more, two directions of capture, continuing, stopping,
        sacrifice, plain moves, fewer pieces, and always captures.
        """
        assert isinstance(case.position, FanoronaPosition)
        if case.position.open_to_huffing():
            yield "huff" if case.move.startswith(HUFFS) else "no-huff"
        elif case.position.game.rules.name and not wins_by_usual_rules(case):
            yield "rule-decides"
        if case.position.own.bit_count() == 1 and case.position.enemy.bit_count() > 1:
            yield "one-against-two"
        worse = [other.move for other in case.others() if other.worth is not None and other.worth.sign <= 0]
        own = captured(case.position, case.move)
        if own and case.move.translate(TURNED) in worse:
            yield "two-way"
        if any(case.move.startswith(f"{text}-") for text in worse):
            yield "go-on"
        if own and any(text.startswith(f"{case.move}-") for text in worse):
            yield "stop"
        if not own and any(isinstance(claim, ReplyTakes) for claim in takings(case, captured)):
            yield "sacrifice"
        if not own:
            yield "paika"
        if any(captured(case.position, text) > own for text in worse):
            yield "fewer"
        yield "capture"

    def are_kin(self, one: str, other: str) -> bool:
        """Tell whether both are the same chain, or one stops earlier than the other."""
        return one == other or one.startswith(f"{other}-") or other.startswith(f"{one}-")

    def region(self, position: AnyPosition, move: str) -> tuple[str, ...]:
        """List the points of the mover's pieces on `FILES_SHOWN` files around the piece that moves."""
        assert isinstance(position, FanoronaPosition)
        file, lattice = self.begins(position, move)[0], position.game.lattice
        last = chr(ord("a") + lattice.width - 1)
        first = min(max(chr(ord(file) - 1), "a"), max(chr(ord(last) - FILES_SHOWN + 1), "a"))
        letter = position.to_move.value
        held = position.contents()
        return tuple(
            name for name in lattice.names if first <= name[0] < chr(ord(first) + FILES_SHOWN) and held[name] == letter
        )

    def begins(self, position: AnyPosition, move: str) -> str:  # noqa: ARG002  the move names it
        """Return the point of the piece that moves, or of the one that is huffed where nothing else is done."""
        return move.split(" ")[-1].split("-")[0].removeprefix("x")

    def held(self, position: AnyPosition) -> tuple[str, ...]:
        """List the points with pieces of the side to move."""
        assert isinstance(position, FanoronaPosition)
        ledger, letter = position.contents(), position.to_move.value
        return tuple(name for name in position.game.lattice.names if ledger[name] == letter)


TEACHING = FanoronaTeaching()
