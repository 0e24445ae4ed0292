"""The rules of Fanorona: rulesets and boards, who takes what, huffing, Vela, who has lost."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Any

from lalao import events
from lalao.board.geometry import Lattice, lattice
from lalao.constants import VELA_PIECES
from lalao.errors import Phrase, TooLargeError
from lalao.events import Contents, Event
from lalao.games.fanorona import turns as ways
from lalao.games.fanorona.turns import Board, FanoronaMove, Leads, anywhere, merge
from lalao.games.game import Choice, Game, Position, Way, a_text
from lalao.values import Ending, Outcome, Side

WHITE, BLACK = Side.WHITE, Side.BLACK
PATHS_A_TURN = 4
"""Paths to look at for each turn that is wanted; most turns have one."""
MOST_FURTHER = 20_000
"""The most paths that are looked at beyond these, where many of them are one turn."""
BOARDS = {(5, 9): "", (5, 5): "-dimy", (3, 3): "-telo"}
QUIET_PLIES = 100
SMALL_BOARD = 15
"""Most points of a board that can be solved whole in seconds, if its positions are board and side alone."""


@dataclass(frozen=True, slots=True)
class FanoronaRules:
    """The rights and duties of a player who can take.

    `may_decline`: he may make a plain move instead. `must_go_on`: he must continue a chain while he can. `larger`: of
    the two runs of a step he must take the larger. `huffing`: if he declines or stops early, a piece may be huffed.
    """

    name: str
    may_decline: bool = False
    must_go_on: bool = False
    larger: bool = False
    huffing: bool = False


RULESETS = {
    rules.name: rules
    for rules in (
        FanoronaRules(""),
        FanoronaRules("libre", may_decline=True),
        FanoronaRules("strict", must_go_on=True, larger=True),
        FanoronaRules("souffle", may_decline=True, larger=True, huffing=True),
    )
}
FIRST_TURNS = {
    "e2-e3A": "vaky loha",
    "f2-e3A": "havanana",
    "d2-e3A": "havia",
    "d3-e3A": "fohy",
    "d3-e3W": "kobana",
}
"""The names of White's first turns (MlgSoftE, Règles du jeu du Fanorona), on the points where White sees them."""
TITLES = {
    ("", False): Phrase("Fanorona {height}×{width}"),
    ("libre", False): Phrase("Fanorona {height}×{width}, libre (you may decline to take)"),
    ("strict", False): Phrase("Fanorona {height}×{width}, strict (you must take, and go on taking)"),
    ("souffle", False): Phrase("Fanorona {height}×{width}, souffle (huffing)"),
    ("", True): Phrase("Fanorona {height}×{width}, Vela"),
    ("libre", True): Phrase("Fanorona {height}×{width}, libre (you may decline to take), Vela"),
    ("strict", True): Phrase("Fanorona {height}×{width}, strict (you must take, and go on taking), Vela"),
    ("souffle", True): Phrase("Fanorona {height}×{width}, souffle (huffing), Vela"),
}


class FanoronaEnding(Ending):
    """How a game of Fanorona ends: the loser has no piece left, or cannot move."""

    NO_PIECES = "no-pieces", Phrase("{loser} has no piece left")
    BLOCKED = "blocked", Phrase("{loser} cannot move")


class Fanorona(Game):
    """Fanorona with a ruleset, on an odd number of ranks by an odd number of files, as a first round or as Vela."""

    sides = (WHITE, BLACK)
    quiet_limit = QUIET_PLIES
    lead = Phrase("pieces")

    def __init__(self, ruleset: str = "", height: int = 5, width: int = 9, vela: bool = False) -> None:
        """Choose the ruleset (a key of `RULESETS`), the board and the round."""
        self.rules = RULESETS[ruleset]
        self.lattice: Lattice = lattice(height, width)
        self.vela = vela
        board = BOARDS.get((height, width), f"-{height}x{width}")
        self.id = f"fanorona{f'-{ruleset}' if ruleset else ''}{board}{'-vela' * vela}"
        self.pieces = (height * width - 1) // 2
        self.small = height * width <= SMALL_BOARD and not self.rules.huffing and not vela

    @property
    def title(self) -> Phrase:
        sentence = TITLES[self.rules.name, self.vela].sentence
        return Phrase(sentence, height=self.lattice.height, width=self.lattice.width)

    @property
    def notation(self) -> Phrase:
        """How a move is written, with points of this board."""
        step, onward = self.step, self.lattice.names[self.centre + self.lattice.width]
        if self.rules.huffing:
            return Phrase(
                "A move is a path: {step}A takes by approach, {step}W by withdrawal, {step} nothing, "
                "{step}A-{onward}W takes twice; x{onward} before it huffs {onward}.",
                step=step,
                onward=onward,
            )
        return Phrase(
            "A move is a path: {step}A takes by approach, {step}W by withdrawal, {step} nothing, "
            "{step}A-{onward}W takes twice.",
            step=step,
            onward=onward,
        )

    @property
    def centre(self) -> int:
        """The number of the point in the middle."""
        return self.lattice.size // 2

    @property
    def step(self) -> str:
        """An example of a written step on this board: from the point west of the centre to the centre."""
        return f"{self.lattice.names[self.centre - 1]}-{self.lattice.names[self.centre]}"

    @property
    def goal(self) -> Phrase:
        if self.vela:
            return Phrase(
                "take all the enemy's pieces, or leave him without a move; in Vela the winner of the first round takes "
                "nothing at first."
            )
        return Phrase("take all the enemy's pieces, or leave him without a move.")

    def opening_name(self, move: Any) -> str:
        """Return the name of a first turn on the board of 5 by 9, after MlgSoftE, as White sees left and right."""
        is_named = not self.vela and (self.lattice.height, self.lattice.width) == (5, 9)
        return FIRST_TURNS.get(str(move), "") if is_named else ""

    def start(self) -> "FanoronaPosition":
        """Return the starting position, White to move; in Vela Black has won the first round."""
        white = black = 0
        for point in range(self.lattice.size):
            side = self._starts_on(point)
            white |= (side is WHITE) << point
            black |= (side is BLACK) << point
        return FanoronaPosition(self, white, black, WHITE, BLACK if self.vela else None)

    def second_round(self, winner: Side) -> "FanoronaPosition | None":
        """Return the start of Vela: the loser of the first round moves first; no round follows Vela."""
        if self.vela:
            return None
        vela = Fanorona(self.rules.name, self.lattice.height, self.lattice.width, vela=True)
        return replace(vela.start(), to_move=winner.other, vela=winner)

    def _starts_on(self, point: int) -> Side | None:
        """Tell whose piece stands on a point at the start."""
        file, rank = point % self.lattice.width, point // self.lattice.width
        middle_file, middle_rank = self.lattice.width // 2, self.lattice.height // 2
        if rank != middle_rank:
            return WHITE if rank < middle_rank else BLACK
        if file == middle_file:
            return None
        if file < middle_file:
            return BLACK if file % 2 == 0 else WHITE
        return WHITE if (self.lattice.width - 1 - file) % 2 == 0 else BLACK

    def position(self, text: str) -> "FanoronaPosition":
        """Read a position such as ``BBB/B1W/WWW w quiet=3``.

        Raises NotationError.
        """
        position: FanoronaPosition = self.family.notation.position(self, a_text("position", text))
        return position


@dataclass(frozen=True, slots=True, repr=False)
class FanoronaPosition(Position[FanoronaMove]):
    """The pieces as two sets of points, who moves, who won the first round (Vela), huffable points, quiet plies."""

    game: Fanorona
    white: int
    black: int
    to_move: Side
    vela: Side | None = None
    huffable: int = 0
    quiet: int = 0

    def __str__(self) -> str:
        return " ".join([self._ranks(), self._letter(self.to_move), *self._tags()])

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
            yield f"huff={'.'.join(self.names(self.huffable))}"
        if self.quiet:
            yield f"quiet={self.quiet}"

    def names(self, points: int) -> list[str]:
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
        """Whether Vela restricts this turn: the winner of the first round still has more than 5 pieces."""
        if self.vela is None:
            return False
        return (self.white if self.vela is WHITE else self.black).bit_count() > VELA_PIECES

    @property
    def takes_nothing(self) -> bool:
        """Whether the side to move is the winner of the first round while Vela lets it take nothing."""
        return self.is_restricted and self.vela is self.to_move

    def board(self, huffed: int = 0) -> Board:
        """Return the pieces as the side to move sees them, with those of `huffed` removed."""
        single = self.is_restricted and self.vela is not self.to_move
        larger = self.game.rules.larger and not self.is_restricted
        return Board(self.game.lattice, self.own, self.enemy & ~huffed, larger, single)

    def move_paths(self) -> Iterator[FanoronaMove]:
        """Yield every path, before paths that are one turn are merged.

        In Vela the winner of the first round, while he takes nothing, does not huff either.
        """
        yield from self.ordinary(self.board())
        for point in self.game.lattice.members(self.open_to_huffing()):
            name = self.game.lattice.names[point]
            if self.enemy == 1 << point:
                yield FanoronaMove(f"x{name}", 0, 0, 0, 1 << point)
            else:
                for path in self.ordinary(self.board(1 << point)):
                    yield path.after_huffing(point, name)

    def open_to_huffing(self) -> int:
        """Return the pieces that the side to move may huff."""
        return 0 if self.takes_nothing else self.huffable

    def ordinary(self, board: Board, leads: Leads = anywhere) -> Iterator[FanoronaMove]:
        """Yield every path on a board whose huffed piece, if any, is gone; of chains, those that `leads` follows."""
        rules = self.game.rules
        if self.takes_nothing:
            yield from board.plain_moves(huffable=False, even_taking=True)
            return
        yield from board.chains(rules.must_go_on, rules.huffing, leads)
        if rules.may_decline or not board.can_capture():
            yield from board.plain_moves(rules.huffing)

    def legal_moves(self) -> tuple[FanoronaMove, ...]:
        """List every turn once, under the first of its texts in ASCII order."""
        if not self.own or not self.enemy:
            return ()
        return merge(self.move_paths())

    def some_moves(self, most: int) -> tuple[FanoronaMove, ...]:
        """List `most` turns, or all where there are fewer, without following every path on a crowded board.

        Raises TooLargeError where too many paths would have to be followed.
        """
        if not self.own or not self.enemy:
            return ()
        paths = self.move_paths()
        seen = list(islice(paths, PATHS_A_TURN * most + 1))
        if len(seen) <= PATHS_A_TURN * most:
            return merge(seen)[:most]
        turns: dict[tuple[int, ...], FanoronaMove] = {}
        for path in chain(seen, islice(paths, MOST_FURTHER)):
            turns.setdefault(path.identity, path)
            if len(turns) == most:
                break
        else:
            if further := next(paths, None):
                raise TooLargeError(
                    "there are too many ways of playing '{move}' to look at them all here", move=further
                )
        return tuple(ways.turn_of(self, path) for path in turns.values())

    def _play(self, move: FanoronaMove) -> "FanoronaPosition":
        own = self.own ^ move.start ^ move.end
        enemy = self.enemy & ~(move.captured | move.huffed)
        white, black = (own, enemy) if self.to_move is WHITE else (enemy, own)
        quiet = 0 if move.captured or move.huffed else self.quiet + 1
        return FanoronaPosition(self.game, white, black, self.to_move.other, self.vela, move.huffable, quiet)

    def check(self, move: FanoronaMove) -> FanoronaMove:
        """Return `move` if it is legal, without listing the others.

        Raises IllegalMoveError with the reason where it is not, TooLargeError where it has too many paths to tell.
        """
        if not isinstance(move, FanoronaMove):
            self._check_kind(move)
        path = None if self.outcome else ways.path_of(self, move.text)
        if path is None or path != move or ways.turn_of(self, path) != move:
            raise self.game_over() or self.refusal(move)
        return move

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
        free = ~(self.white | self.black) | self.open_to_huffing()
        steps = self.game.lattice.steps
        return any(free >> end & 1 for start in self.game.lattice.members(self.own) for end, _ in steps[start])

    @property
    def task(self) -> Phrase:
        """The task of the side to move: huff, take, or move."""
        if self.open_to_huffing():
            return Phrase("huff a piece that did not take if you like, then play")
        if not self.takes_nothing and self.board().can_capture():
            return Phrase("take by approach or by withdrawal")
        return Phrase("move a piece to a neighbouring point")

    def paths(self) -> Iterator[tuple[str, FanoronaMove, tuple[Choice, ...]]]:
        """Yield every path: the piece huffed, the piece that moves, each point it steps to with its captures there."""
        known = {move.identity: move for move in self.legal_moves()}
        taps = ways.Taps(self)
        for path in self.move_paths() if known else ():
            yield path.text, known[path.identity], taps.of(path.text)

    def ways(self, most: int, begun: str = "") -> tuple[Way, ...]:
        """List the ways of choosing a turn that start with `begun`, or beginnings where the position has too many."""
        if not self.own or not self.enemy:
            return ()
        if most and len(list(islice(self.move_paths(), most + 1))) <= most:
            return Position.ways(self, most, begun)
        return ways.beginnings(self, most, begun)

    def _events(self, move: FanoronaMove) -> tuple[Event, ...]:
        """List the gestures: huff, then each step with one removal for each piece it takes, the nearest first."""
        return tuple(self._gestures(move))

    def _gestures(self, move: FanoronaMove) -> Iterator[Event]:
        lattice, other = self.game.lattice, self.to_move.other.value
        board = self.board(move.huffed)
        for point in lattice.members(move.huffed):
            yield events.huff(lattice.names[point], other)
        start, *steps = move.text.split(" ")[-1].split("-")
        for text in steps:
            end = text.rstrip("AW")
            yield events.step(start, end)
            if text != end:
                here, there = lattice.index[start], lattice.index[end]
                capture, run = board.taken(here, there, text[-1])
                for point in run:
                    yield events.remove(lattice.names[point], other, text[-1])
                board = board.after(here, capture)
            start = end

    def contents(self) -> Contents:
        """Map each point to its piece, and each side's pile of captured pieces to those taken, one letter each."""
        contents = {
            name: "W" if self.white >> p & 1 else "B" if self.black >> p & 1 else ""
            for p, name in enumerate(self.game.lattice.names)
        }
        for side, pieces in ((WHITE, self.white), (BLACK, self.black)):
            contents[events.taken(side.value)] = side.value * (self.game.pieces - pieces.bit_count())
        return contents

    def from_contents(self, contents: Contents, side: Side) -> "FanoronaPosition":
        """Return the position with these pieces; none of them can be huffed, and there are no quiet plies."""
        white, black = (
            sum(1 << point for name, point in self.game.lattice.index.items() if contents.get(name) == letter)
            for letter in "WB"
        )
        return FanoronaPosition(self.game, white, black, side, self.vela)
