"""Certificates of proofs about Fanorona: a file that says whether a side can force a win, and shows how.

    #  lalao certificate 1             the first line
    #  {"claim": …}                    the second: a head in JSON, see `Head`
    #  Zstandard                       four columns of 64-bit words, lowest byte first, with a row for each turn

The rows are the positions with the *chooser* to move, the attacker where he wins and the defender where he does not,
each once and in ascending order: his pieces, the other side's, then the change of either by his turn (combined by XOR).
Sets of points are numbered as in `lalao.board.geometry`. Nothing follows the frame.

A file may come from anybody. It has at most `TURNS_PER_BYTE` turns per byte, and its rows are read as a stream, each
compared with the one before it, so that a file that unpacks to gigabytes costs no memory.

A certificate says which turn the chooser plays, and follows every turn of the other side. So whatever it shows of its
first position holds, with the turn to play, all along the way. A position is looked up as the side to move sees it, in
a mirror too.
"""

import hashlib
import struct
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Annotated, BinaryIO

import msgspec
from msgspec import Meta

from lalao import arrays as np
from lalao.errors import FileError
from lalao.games.fanorona import Fanorona, FanoronaMove, FanoronaPosition
from lalao.tables.file import atomic
from lalao.tables.head import OPTIONS, TrailingBytesError, base_id, pack, unpacked_parts, zstd
from lalao.values import DRAW, Loss, Side, Value, Win

MAGIC = b"lalao certificate 1\n"
MOST_HEAD = 1 << 16
COLUMNS, LEVEL = 4, 12
TURNS_PER_BYTE = 2
"""Turns that a file may have for each of its bytes: the densest one known, of nine million turns, has 0.6."""
ROWS = 4096
"""Rows unpacked at a time."""
BLOCK = 1 << 16
"""Bytes copied at a time."""
Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Turn = tuple[int, int]
Bytes = np.NDArray[np.uint8]


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The claim: whether the attacker can force a win, with tables of up to `pieces` pieces and their SHA-256."""

    game: Annotated[str, Meta(max_length=60)]
    position: Annotated[str, Meta(max_length=200)]
    attacker: Annotated[str, Meta(pattern="^[WB]$")]
    wins: bool
    pieces: Annotated[int, Meta(ge=2, le=62)]
    tables: Hash


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The head of a file: the claim, how many turns follow, and the SHA-256 of the certificate."""

    claim: Claim
    turns: Annotated[int, Meta(ge=0, lt=1 << 40)]
    sha256: Hash


def name_of_tables(game: str, pieces: int, codes: Iterable[Bytes]) -> str:
    """Return the SHA-256 that names tables: of the game, the pieces, and all codes slice after slice.

    `codes` are in the order of `lalao.board.orbits.beginnings`, in any number of parts.
    """
    name = hashlib.sha256(f"{game} {pieces}\n".encode())
    for part in codes:
        name.update(part.data)
    return name.hexdigest()


@dataclass(frozen=True, slots=True)
class Certificate:
    """A claim, and the chooser's turns: from (own, enemy) before each to the same two sides after it."""

    claim: Claim
    turns: dict[Turn, Turn]

    def columns(self) -> bytes:
        """Return the turns as columns of bytes, uncompressed, in the order of the file."""
        rows = [(*before, before[0] ^ after[0], before[1] ^ after[1]) for before, after in sorted(self.turns.items())]
        return b"".join(struct.pack(f"<{len(rows)}Q", *(row[at] for row in rows)) for at in range(COLUMNS))

    @property
    def sha256(self) -> str:
        """The identifier of the certificate: the SHA-256 of its claim and its uncompressed columns."""
        return hashlib.sha256(msgspec.json.encode(self.claim) + b"\n" + self.columns()).hexdigest()

    def write(self, path: Path) -> None:
        """Write the certificate, in full or not at all.

        Raises FileError where it cannot be written.
        """
        content = self.content()
        try:
            with atomic(path) as file:
                file.write(content)
        except OSError as error:
            raise FileError("'{file}' cannot be written: {why}", file=path, why=error.strerror) from None

    def content(self) -> bytes:
        head = Head(self.claim, len(self.turns), self.sha256)
        return MAGIC + msgspec.json.encode(head) + b"\n" + pack(self.columns(), LEVEL)


def read_certificate(path: Path) -> Certificate:
    """Read a certificate and check its SHA-256, but not its claim.

    Raises FileError where it cannot be read, claims more turns than its bytes can hold, or is damaged.
    """
    try:
        with path.open("rb") as file:
            if file.readline(len(MAGIC)) != MAGIC:
                raise FileError("'{file}' is not a certificate: lalao prove --certificate writes one", file=path)
            head = msgspec.json.decode(file.readline(MOST_HEAD), type=Head)
            size = path.stat().st_size
            if head.turns > TURNS_PER_BYTE * size:
                raise FileError(
                    "'{file}' claims {turns} turns; its {size} bytes may hold {most} at most",
                    file=path,
                    turns=head.turns,
                    size=size,
                    most=TURNS_PER_BYTE * size,
                )
            begin = file.tell()
            if _sha256(file, head) != head.sha256:
                raise ValueError
        return Certificate(head.claim, _turns(path, begin, head.turns))
    except OSError as error:
        raise FileError("'{file}' cannot be read: {why}", file=path, why=error.strerror) from None
    except TrailingBytesError:
        raise FileError("'{file}' has trailing bytes after its last turn", file=path) from None
    except (ValueError, RecursionError, struct.error, zstd.ZstdError, MemoryError, EOFError):
        raise FileError("'{file}' is damaged", file=path) from None


def copy_certificate(source: BinaryIO, copy: BinaryIO) -> None:
    """Copy a certificate from a stream into a file, not much more than twice the size of its unpacked turns.

    A stream that is no certificate is copied as far as it takes to see that.
    """
    magic = source.readline(len(MAGIC))
    copy.write(magic)
    if magic != MAGIC:
        return
    line = source.readline(MOST_HEAD)
    copy.write(line)
    with suppress(ValueError):  # a head that says nothing: reading the copy refuses it
        left = 2 * 8 * COLUMNS * msgspec.json.decode(line, type=Head).turns + BLOCK
        while left > 0 and (block := source.read(min(left, BLOCK))):
            left -= copy.write(block)


def _sha256(file: BinaryIO, head: Head) -> str:
    """Return the SHA-256 of a claim and the columns that follow in the file; raises ValueError for another size."""
    name = hashlib.sha256(msgspec.json.encode(head.claim) + b"\n")
    for part in unpacked_parts(file, 8 * COLUMNS * head.turns):
        name.update(part)
    return name.hexdigest()


def _turns(path: Path, begin: int, number: int) -> dict[Turn, Turn]:
    """Return the turns of the frame that begins at byte `begin`; raises FileError where one does not ascend."""
    turns: dict[Turn, Turn] = {}
    last = (-1, -1)
    for own, enemy, step, taken in _rows(path, begin, number):
        before = own, enemy
        if before <= last:
            raise FileError(
                "'{file}': turn {number} does not come after the one before it; turns ascend, each position once",
                file=path,
                number=len(turns) + 1,
            )
        turns[before] = own ^ step, enemy ^ taken
        last = before
    return turns


def _rows(path: Path, begin: int, number: int) -> Iterator[tuple[int, ...]]:
    """Yield the rows of a frame, each column unpacked by a reader of its own."""
    with ExitStack() as stack:
        columns = []
        for column in range(COLUMNS):
            file = stack.enter_context(path.open("rb"))
            file.seek(begin)
            columns.append(stack.enter_context(zstd.ZstdFile(file, options=OPTIONS)))
            columns[-1].seek(8 * number * column)
        for first in range(0, number, ROWS):
            size = 8 * min(ROWS, number - first)
            yield from zip(*(struct.unpack(f"<{size // 8}Q", each.read(size)) for each in columns), strict=True)


FOLDER = Path(__file__).with_name("certificates")
ELSEWHERE = "elsewhere.jsonl"
"""The file in this folder with the heads of certificates that are too large for the package, a line each."""
VALUES = {1: Win(None), 0: DRAW, -1: Loss(None)}
NO_PIECES = 0, 0


@dataclass(slots=True)
class Bounds:
    """The proved bounds of a position: the least and the most that it is worth to the side to move, as signs.

    `after` has own and enemy pieces after the turn that secures the least, `NO_PIECES` where none is shown.
    """

    least: int = -1
    most: int = 1
    after: Turn = NO_PIECES

    @property
    def value(self) -> Value | None:
        """The value of the position, or None where it is not decided; the distance of a win is not known."""
        return VALUES[self.least] if self.least == self.most else None


def shipped(game: Fanorona) -> tuple[Path, ...]:
    """Return the files of the certificates about the start of a game that come with the package."""
    paths = (FOLDER / f"{game.id}-{attacker}.proof" for attacker in (Side.WHITE, Side.BLACK))
    return tuple(path for path in paths if path.exists())


def proved(position: FanoronaPosition) -> tuple[Value, FanoronaMove | None] | None:
    """Return the value of a position with a turn that keeps it, or None where no certificate decides it.

    There is no turn where the position is lost, nor where only the other side's turns are shown.

    Raises FileError where a certificate is damaged.
    """
    game = position.game
    known = index(game) if base_id(game) == game.id else {}
    for mirrored in (False, True) if known else ():
        bounds = known.get(seen(position, mirrored))
        if bounds is not None and bounds.value is not None:
            return bounds.value, _turn(position, bounds, mirrored)
    return None


def _turn(position: FanoronaPosition, bounds: Bounds, mirrored: bool) -> FanoronaMove | None:
    """Return the turn of the certificate in a position, or None where it has none."""
    if bounds.after == NO_PIECES:
        return None
    own, enemy = oriented(position.game, bounds.after, position.to_move, mirrored)
    return next(
        move
        for move in position.legal_moves()
        if (position.own ^ move.start ^ move.end, position.enemy & ~move.captured) == (own, enemy)
    )


def seen(position: FanoronaPosition, mirrored: bool) -> Turn:
    """Return the pieces of the side to move and the other's, turned round for Black, and mirrored if asked."""
    return oriented(position.game, (position.own, position.enemy), position.to_move, mirrored)


def oriented(game: Fanorona, sets: Turn, mover: Side, mirrored: bool) -> Turn:
    """Turn two sets of points round if Black moves, and mirror them if asked; doing it twice undoes it."""
    lattice = game.lattice
    if mover is Side.BLACK:
        sets = lattice.turned(sets[0]), lattice.turned(sets[1])
    return (lattice.mirrored(sets[0]), lattice.mirrored(sets[1])) if mirrored else sets


def heads_elsewhere() -> list[Head]:
    """Return the heads of the certificates that do not come with the package; `lalao verify` has checked each of them.

    Raises FileError where their file is damaged.
    """
    path = FOLDER / ELSEWHERE
    try:
        lines = path.read_bytes().splitlines() if path.exists() else []
        return [msgspec.json.decode(line, type=Head) for line in lines]
    except (OSError, ValueError):
        raise FileError("'{file}' is damaged", file=path) from None


@cache
def index(game: Fanorona) -> dict[Turn, Bounds]:
    """Return the proved bounds of positions, as `seen` without a mirror; empty where no certificate is about the game.

    Raises FileError where a certificate is damaged.
    """
    claims = [head.claim for head in heads_elsewhere() if head.claim.game == game.id]
    parts = [statements(game, read_certificate(path)) for path in shipped(game)]
    found: dict[Turn, Bounds] = {}
    for key, least, most, after in chain(*parts, *(about_first(game, claim) for claim in claims)):
        bounds = found.setdefault(key, Bounds())
        if least > bounds.least:
            bounds.least, bounds.after = least, after
        bounds.most = min(bounds.most, most)
    return found


Statement = tuple[Turn, int, int, Turn]
"""A position as `seen`, and its `Bounds`: least, most, and after."""


def statements(game: Fanorona, certificate: Certificate) -> Iterator[Statement]:
    """Yield the bounds that a certificate proves."""
    claim = certificate.claim
    attacker = Side(claim.attacker)
    chooser = attacker if claim.wins else attacker.other
    sign = int(claim.wins)
    for before, (own, enemy) in certificate.turns.items():
        after = oriented(game, (own, enemy), chooser, mirrored=False)
        yield oriented(game, before, chooser, mirrored=False), sign, 1, after
        yield oriented(game, (enemy, own), chooser.other, mirrored=False), -1, -sign, NO_PIECES
    yield from about_first(game, claim)


def about_first(game: Fanorona, claim: Claim) -> Iterator[Statement]:
    """Yield a claim's bounds for its first position, and for those after it where the other side moves first."""
    chooser = Side(claim.attacker) if claim.wins else Side(claim.attacker).other
    sign, first = int(claim.wins), game.position(claim.position)
    if first.to_move is chooser:
        yield seen(first, mirrored=False), sign, 1, NO_PIECES
        return
    yield seen(first, mirrored=False), -1, -sign, NO_PIECES
    for move in first.legal_moves():
        yield seen(first._play(move), mirrored=False), sign, 1, NO_PIECES
