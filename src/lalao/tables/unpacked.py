"""Tables as kernels probe them: every code in one array, in memory or mapped from an unpacked file.

An unpacked file is a line of JSON (the game, its pieces, the SHA-256 of the codes), padded with spaces to a page, and
the codes of all slices up to that many pieces, at the offsets that `lalao.board.orbits.beginnings` gives. It is several
times larger than the published form and has no checksum per frame; `lalao tables verify` checks it as a whole. Exact
answers come from the published form; a search, which may probe a million leaves a second, reads this one.
"""

import hashlib
import mmap
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from lalao import arrays as np
from lalao.arrays.types import ByteArray
from lalao.board.orbits import Slice, beginnings, slices
from lalao.errors import FileError
from lalao.games.fanorona import Fanorona
from lalao.tables.file import atomic
from lalao.tables.head import MOST_POINTS, base_id
from lalao.tables.probe import Tables, default_folder, index

SUFFIX = ".unpacked"
MOST_HEAD = 1 << 16
MOST_BYTES = 6 << 30
"""Most bytes of codes that are held in memory as they are: those of up to 8 pieces on 5×9 would take 16 GB."""
MEMORY = 256 << 20
"""Bytes of tables that are read into memory by default: enough for up to 6 pieces on 5×9."""


class Head(msgspec.Struct, forbid_unknown_fields=True):
    """The first line of an unpacked file."""

    game: str
    pieces: Annotated[int, Meta(ge=2, le=MOST_POINTS)]
    sha256: str


@dataclass(frozen=True, slots=True)
class Unpacked:
    """All codes of a game up to `pieces` pieces on the board, and the offset of each slice in them."""

    game: Fanorona
    pieces: int
    codes: ByteArray
    begins: dict[Slice, int]
    sha256: str = ""
    """The checksum in the head of the file; empty where the codes come from none."""

    def code(self, own: int, enemy: int) -> int:
        """Return the code of a position, given as two sets of points of at most `pieces` together."""
        one, at = index(self.game.lattice.height, self.game.lattice.width).place(own, enemy)
        return int(self.codes[self.begins[one] + at])


def begins_up_to(game: Fanorona, pieces: int) -> tuple[dict[Slice, int], int]:
    """Return the offset of each slice of up to `pieces` pieces, and the length of all of them in codes."""
    return beginnings(game.lattice.height, game.lattice.width, slices(pieces, game.pieces))


def loaded(game: Fanorona, known: Tables, memory: int = MEMORY) -> Unpacked | None:
    """Read tables into memory, up to the most pieces of which all slices fit in `memory` bytes; None if none do.

    Raises FileError where a file is damaged.
    """
    pieces = known.most
    while pieces > 1 and begins_up_to(game, pieces)[1] > memory:
        pieces -= 1
    if pieces < 2:
        return None
    begins, length = begins_up_to(game, pieces)
    return Unpacked(game, pieces, known.all_codes(begins, length), begins)


def unpack(game: Fanorona, known: Tables, folder: Path | None = None) -> Path:
    """Write the unpacked file of a game's tables to `folder` (or the default one) and return its path.

    Raises FileError where there are no tables or one is damaged.
    """
    every = loaded(game, known, memory=1 << 62)
    if every is None:
        raise FileError("there are no tables of {game}: build them with lalao tables build", game=game.id)
    path = (folder or default_folder()) / f"{base_id(game)}{SUFFIX}"
    write(path, game, every.pieces, every.codes)
    return path


def write(path: Path, game: Fanorona, pieces: int, codes: ByteArray) -> None:
    """Write codes to an unpacked file, whole or not at all."""
    head = Head(base_id(game) or "", pieces, hashlib.sha256(codes.data).hexdigest())
    with atomic(path) as file:
        file.write(msgspec.json.encode(head).ljust(mmap.PAGESIZE - 1) + b"\n")
        file.write(codes.data)


def read(path: Path) -> tuple[Head, ByteArray]:
    """Map an unpacked file; return its head and its codes, which are not checked.

    Raises OSError or ValueError where there is none.
    """
    with path.open("rb") as file:
        head = msgspec.json.decode(file.readline(MOST_HEAD), type=Head)
        every = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY))
        return head, np.frombuffer(every[file.tell() :], dtype=np.uint8)


def is_whole(game: Fanorona, folder: Path | None = None) -> bool:
    """Tell whether the unpacked file of a game's tables matches its checksum, reading all of it; True if there is none.

    Raises FileError where its head or its size is wrong.
    """
    known = mapped(game, folder)
    return known is None or hashlib.sha256(known.codes.data).hexdigest() == known.sha256


def mapped(game: Fanorona, folder: Path | None = None) -> Unpacked | None:
    """Map the unpacked file of a game's tables, or return None where there is none.

    Raises FileError where its head or its size is wrong.
    """
    path = (folder or default_folder()) / f"{base_id(game)}{SUFFIX}"
    if not path.exists():
        return None
    try:
        head, codes = read(path)
        if head.game != base_id(game):
            raise FileError("'{file}' holds {game}: unpack the tables again", file=path, game=head.game)
        if head.pieces > 2 * game.pieces:
            raise ValueError
        begins, length = begins_up_to(game, head.pieces)
        if codes.size != length:
            raise ValueError
    except (OSError, ValueError, RecursionError):
        raise FileError("'{file}' is damaged: unpack the tables again", file=path) from None
    return Unpacked(game, head.pieces, codes, begins, head.sha256)
