"""The boards of Fifangha, and how its positions are written."""

from lalao.board.row import read_reserves, read_row
from lalao.errors import NotationError, Phrase
from lalao.events import SEED, Ledger, reserve
from lalao.games.fifangha.position import FifanghaPosition
from lalao.games.game import Game
from lalao.games.reserves import check_reserves
from lalao.values import Side

SOUTH, NORTH = Side.SOUTH, Side.NORTH
QUIET_PLIES = 200
NAMES = {8: "fifangha", 6: "fifangha-6", 4: "fifangakely"}


class Fifangha(Game):
    """Fifangha on 8 columns, or on the small boards of 6 and 4."""

    sheet = "fifangha"
    sides = (SOUTH, NORTH)
    quiet_limit = QUIET_PLIES

    def __init__(self, columns: int = 8) -> None:
        """Choose the size: 8, 6 or 4 columns."""
        self.columns = columns
        self.id = NAMES[columns]
        self.reserve = 3 * columns + 2
        self.small = columns == 4
        letters = "abcdefgh"[:columns]
        eastwards, westwards = letters, letters[::-1]
        self.letters = {SOUTH: eastwards + westwards.upper(), NORTH: westwards + eastwards.upper()}
        self.names = {side: tuple(side.value + letter for letter in row) for side, row in self.letters.items()}

    @property
    def title(self) -> Phrase:
        """The game's name in words."""
        if self.columns == 4:
            return Phrase("Fifangakely (Fifangha on 4 columns)")
        return Phrase("Fifangha on {columns} columns", columns=self.columns)

    @property
    def notation(self) -> Phrase:
        """How a move is written."""
        last = self.letters[SOUTH][self.columns - 1]
        return Phrase(
            "A move is a pit (a to {last} in your inner row, A to {capital} in the outer one), then + (clockwise) or - "
            "for each question: c or c+.",
            last=last,
            capital=last.upper(),
        )

    @property
    def goal(self) -> Phrase:
        """What both players are after."""
        return Phrase("empty your opponent's inner row: who has no seed there when his turn starts has lost.")

    def start(self) -> FifanghaPosition:
        """Return the starting position, South to move."""
        row = (0, *[1] * (self.columns - 2), 0, *[0] * self.columns)
        return FifanghaPosition(self, row, row, (self.reserve, self.reserve), SOUTH)

    def position(self, text: str) -> FifanghaPosition:
        """Read a position such as ``0.0.0.0/0.1.1.0/0.1.1.0/0.0.0.0 14+14 S``.

        Raises NotationError.
        """
        parts = text.split(" ")
        quiet = 0
        if len(parts) == 4:
            quiet = read_quiet(parts.pop())
        if len(parts) != 3 or parts[2] not in ("S", "N"):
            raise NotationError(
                "'{text}' is not a position of Fifangha: write four rows, reserves and side, such as '{example}'",
                text=text,
                example=self.start(),
            )
        north, south = self._read_rows(parts[0])
        position = FifanghaPosition(self, south, north, read_reserves(parts[1]), Side(parts[2]), quiet)
        self._check(position)
        return position

    def seen(self, text: str) -> Ledger:
        """Read the four rows that somebody saw, and the reserves if they are told."""
        board, *others = text.split(" ")
        north, south = self._read_rows(board)
        found = {
            name: SEED * seeds
            for side, pits in ((NORTH, north), (SOUTH, south))
            for name, seeds in zip(self.names[side], pits, strict=True)
        }
        if others:
            reserves = read_reserves(others[0])
            found |= {reserve("S"): SEED * reserves[0], reserve("N"): SEED * reserves[1]}
        return found

    def _read_rows(self, text: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Read North's pits and South's, each as he sees them."""
        rows = [read_row(row) for row in text.split("/", 4)]
        if len(rows) != 4 or any(len(row) != self.columns for row in rows):
            raise NotationError(
                "'{row}' is not this board: write four rows of {columns} pits, joined by /",
                row=text,
                columns=self.columns,
            )
        return rows[1][::-1] + rows[0], rows[2] + rows[3][::-1]

    def _check(self, position: FifanghaPosition) -> None:
        """Refuse what no game can reach and the text can say."""
        south, north = position.reserves
        seeds = sum(position.south) + sum(position.north) + south + north
        if seeds != 8 * self.columns:
            raise NotationError(
                "'{text}' holds {count} seed in all: this game has {seeds}",
                "'{text}' holds {count} seeds in all: this game has {seeds}",
                text=position,
                count=seeds,
                seeds=8 * self.columns,
            )
        check_reserves(position, position.reserves, position.to_move, self.reserve)


def read_quiet(text: str) -> int:
    """Read ``quiet=17``, the plies since the last capture.

    Raises NotationError.
    """
    name, _, plies = text.partition("=")
    if name != "quiet" or not (plies.isascii() and plies.isdigit()) or plies[0] == "0" or len(plies) > 9:
        raise NotationError("'{text}' is not understood: only quiet=17 may follow the side to move", text=text)
    return int(plies)
