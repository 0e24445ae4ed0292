"""The rulesets and boards of Fanorona, and how its positions are written."""

import re
from dataclasses import dataclass, replace

from lalao.board.lattice import Lattice, lattice
from lalao.errors import NotationError, Phrase
from lalao.events import Ledger
from lalao.games.fanorona.position import FanoronaPosition
from lalao.games.game import Game
from lalao.values import Side

WHITE, BLACK = Side.WHITE, Side.BLACK
SIDES = {"w": WHITE, "b": BLACK}
BOARDS = {(5, 9): "", (5, 5): "-dimy", (3, 3): "-telo"}
QUIET_PLIES = 100
SMALL_BOARD = 15
"""Points of a board that is solved whole in seconds, where a position is board and side alone."""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """What a player who can take may do.

    `may_decline`: make a plain move instead. `must_go_on`: continue a chain while it can. `larger`: of the two runs
    of a step take the larger. `huffing`: declining and stopping early cost a piece.
    """

    name: str
    may_decline: bool = False
    must_go_on: bool = False
    larger: bool = False
    huffing: bool = False


RULESETS = {
    rules.name: rules
    for rules in (
        Ruleset(""),
        Ruleset("libre", may_decline=True),
        Ruleset("strict", must_go_on=True, larger=True),
        Ruleset("souffle", may_decline=True, larger=True, huffing=True),
    )
}
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


class Fanorona(Game):
    """Fanorona with a ruleset, on an odd number of ranks by an odd number of files, as a first round or as Vela."""

    sheet = "fanorona"
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
        """The game's name in words."""
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
        """The point in the middle."""
        return self.lattice.size // 2

    @property
    def step(self) -> str:
        """A step that this board has, to show how one is written: from the west to the centre."""
        return f"{self.lattice.names[self.centre - 1]}-{self.lattice.names[self.centre]}"

    @property
    def goal(self) -> Phrase:
        """What both players are after."""
        if self.vela:
            return Phrase(
                "take all the enemy's pieces, or leave him without a move; in Vela the winner of the first round takes "
                "nothing at first."
            )
        return Phrase("take all the enemy's pieces, or leave him without a move.")

    def start(self) -> FanoronaPosition:
        """Return the starting position, White to move; in Vela Black has won the first round."""
        white = black = 0
        for point in range(self.lattice.size):
            side = self._starts_on(point)
            white |= (side is WHITE) << point
            black |= (side is BLACK) << point
        return FanoronaPosition(self, white, black, WHITE, BLACK if self.vela else None)

    def second_round(self, winner: Side) -> FanoronaPosition | None:
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

    def position(self, text: str) -> FanoronaPosition:
        """Read a position such as ``BBB/B1W/WWW w quiet=3``.

        Raises NotationError.
        """
        parts = text.split(" ")
        if len(parts) < 2 or parts[1] not in SIDES:
            raise NotationError(
                "'{text}' is not a position of Fanorona: write the ranks, then w or b, such as '{example}'",
                text=text,
                example=self.start(),
            )
        white, black = self._read_ranks(parts[0])
        tags = self._read_tags(parts[2:])
        side = SIDES[parts[1]]
        vela = SIDES[tags["vela"]] if "vela" in tags else None
        position = FanoronaPosition(
            self, white, black, side, vela, self._read_points(tags.get("huff", "")), int(tags.get("quiet", 0))
        )
        self._check(position)
        return position

    def seen(self, text: str) -> Ledger:
        """Read the pieces that somebody saw."""
        white, black = self._read_ranks(text.split(" ")[0])
        at = self.lattice.index
        return {name: "W" * (white >> point & 1) + "B" * (black >> point & 1) for name, point in at.items()}

    def _read_ranks(self, text: str) -> tuple[int, int]:
        ranks = text.split("/")
        if len(ranks) != self.lattice.height:
            raise NotationError(
                "'{text}' has {count} rank: this board has {ranks}, joined by /",
                "'{text}' has {count} ranks: this board has {ranks}, joined by /",
                text=text,
                count=len(ranks),
                ranks=self.lattice.height,
            )
        rows = [self._read_rank(rank) for rank in reversed(ranks)]
        letters = "".join(rows)
        white = sum(1 << point for point, letter in enumerate(letters) if letter == "W")
        black = sum(1 << point for point, letter in enumerate(letters) if letter == "B")
        return white, black

    def _read_rank(self, text: str) -> str:
        """Return one letter or blank a point of the rank."""
        if not re.fullmatch("(?:[WB]|(?<![0-9])[1-9][0-9]?(?![0-9]))+", text):
            raise NotationError(
                "'{text}' is not a rank: write W, B and the length of empty runs, such as WB3W", text=text
            )
        row = re.sub("[0-9]+", lambda run: " " * int(run[0]), text)
        if len(row) != self.lattice.width:
            raise NotationError(
                "the rank '{text}' has {count} point: this board has {files}",
                "the rank '{text}' has {count} points: this board has {files}",
                text=text,
                count=len(row),
                files=self.lattice.width,
            )
        return row

    def _read_tags(self, parts: list[str]) -> dict[str, str]:
        """Read ``vela=b huff=c3.d4 quiet=17``, each at most once and in this order."""
        shapes = {"vela": "[wb]", "huff": "[a-z0-9.]+", "quiet": "[1-9][0-9]{0,8}"}
        tags: dict[str, str] = {}
        names = list(shapes)
        for part in parts:
            name, _, value = part.partition("=")
            if name not in names or not re.fullmatch(shapes[name], value):
                raise NotationError(
                    "'{text}' is not understood: after the side come vela=w or vela=b, huff=c3.d4 and quiet=17, "
                    "in this order",
                    text=part,
                )
            names = names[names.index(name) + 1 :]
            tags[name] = value
        return tags

    def _read_points(self, text: str) -> int:
        points = 0
        for name in text.split(".") if text else ():
            if name not in self.lattice.index:
                raise NotationError(
                    "there is no point '{point}': this board goes from a1 to {last}",
                    point=name,
                    last=self.lattice.names[-1],
                )
            if points >> self.lattice.index[name]:
                raise NotationError("'{text}' should name each point once, by rank and then by file", text=text)
            points |= 1 << self.lattice.index[name]
        return points

    def _check(self, position: FanoronaPosition) -> None:
        """Refuse what no game with these rules can reach and the text can say."""
        most = max(position.white.bit_count(), position.black.bit_count())
        if most > self.pieces:
            raise NotationError("one side has {found} pieces: it starts with {most}", found=most, most=self.pieces)
        if not position.white | position.black:
            raise NotationError("there is no piece on the board: put at least one")
        if self.vela and position.vela is None:
            raise NotationError("in Vela the position says who won the first round: add vela=w or vela=b")
        if position.vela is not None and not self.vela:
            raise NotationError("vela= belongs to the games whose id ends in -vela")
        if position.huffable and not self.rules.huffing:
            raise NotationError("huff= belongs to the games with huffing, fanorona-souffle")
        if position.huffable & ~position.enemy:
            raise NotationError(
                "huff= names pieces of the side that has just moved, {side}", side=position.to_move.other
            )
        if position.huffable and position.is_restricted and position.vela is not position.to_move:
            raise NotationError("in Vela nobody huffs the winner while he has more than 5 pieces")
