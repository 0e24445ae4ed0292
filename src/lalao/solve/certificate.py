"""Certificates of what is proved of Fanorona: a file that says whether a side can force a win, and shows how.

    #  lalao certificate 1             the first line
    #  {"claim": …}                    the second: a head in JSON, see `Head`
    #  Zstandard                       four columns of 64-bit words, lowest byte first, with a row for each turn

The rows are the positions with the *chooser* to move, the attacker where he wins and the defender where he does not,
each once and in ascending order: his pieces, the other side's, then what his turn changes of either (combined by XOR).
Sets of points are numbered as in `lalao.board.lattice`.
"""

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec import Meta

from lalao.errors import FileError
from lalao.tables.file import atomic
from lalao.tables.packing import pack, zstd

MAGIC = b"lalao certificate 1\n"
MOST_HEAD = 1 << 16
COLUMNS, LEVEL = 4, 12
Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Turn = tuple[int, int]
Bytes = npt.NDArray[np.uint8]


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is shown: whether the attacker can force a win, with tables of up to `pieces` pieces and their SHA-256."""

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


def name_of_tables(game: str, pieces: int, codes: Bytes) -> str:
    """Return the SHA-256 that names tables: of the game, the pieces, and all codes slice after slice.

    `codes` are in the order of `lalao.board.orbits.beginnings`.
    """
    name = hashlib.sha256(f"{game} {pieces}\n".encode())
    name.update(codes.data)
    return name.hexdigest()


@dataclass(frozen=True, slots=True)
class Certificate:
    """A claim, and the chooser's turns: from (own, enemy) before each to the same two sides after it."""

    claim: Claim
    turns: dict[Turn, Turn]

    def columns(self) -> bytes:
        """Return the turns as columns of bytes, uncompressed, in the order of the file."""
        rows = [(*before, before[0] ^ after[0], before[1] ^ after[1]) for before, after in sorted(self.turns.items())]
        return np.array(rows, dtype="<u8").reshape(-1, COLUMNS).T.tobytes()

    @property
    def sha256(self) -> str:
        """What names the certificate: the SHA-256 of its claim and its columns, whatever compressed them."""
        return hashlib.sha256(msgspec.json.encode(self.claim) + b"\n" + self.columns()).hexdigest()

    def write(self, path: Path) -> None:
        """Write the certificate, in full or not at all.

        Raises FileError where it cannot be written.
        """
        head = Head(self.claim, len(self.turns), self.sha256)
        try:
            with atomic(path) as file:
                file.write(MAGIC + msgspec.json.encode(head) + b"\n" + pack(self.columns(), LEVEL))
        except OSError as error:
            raise FileError("'{file}' cannot be written: {why}", file=path, why=error.strerror) from None


def read_certificate(path: Path) -> Certificate:
    """Read a certificate and check its SHA-256, but not its claim.

    Raises FileError where it cannot be read or is damaged.
    """
    try:
        with path.open("rb") as file:
            if file.readline(len(MAGIC)) != MAGIC:
                raise FileError("'{file}' is not a certificate: lalao prove --certificate writes one", file=path)
            head = msgspec.json.decode(file.readline(MOST_HEAD), type=Head)
            size = 8 * COLUMNS * head.turns
            body = zstd.ZstdDecompressor().decompress(file.read(), max_length=size + 1)
    except OSError as error:
        raise FileError("'{file}' cannot be read: {why}", file=path, why=error.strerror) from None
    except (ValueError, RecursionError, zstd.ZstdError, MemoryError, EOFError):
        raise FileError("'{file}' is damaged", file=path) from None
    if len(body) != size:
        raise FileError("'{file}' is damaged", file=path)
    rows = np.frombuffer(body, dtype="<u8").reshape(COLUMNS, -1).T.tolist()
    turns = {(own, enemy): (own ^ step, enemy ^ taken) for own, enemy, step, taken in rows}
    found = Certificate(head.claim, turns)
    if found.sha256 != head.sha256:
        raise FileError("'{file}' is damaged", file=path)
    return found
