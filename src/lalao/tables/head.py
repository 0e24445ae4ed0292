"""Files of endgame tables: their head, checked against game, length and name, and frames unpacked within bounds.

A frame is unpacked by its declared size, or part by part and never past a given size. Zstandard is in the standard
library since Python 3.14, and in its backport before that.
"""

import io
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, BinaryIO

import msgspec
from msgspec import Meta

from lalao.board.orbits import Slice, places, positions, slices
from lalao.errors import FileError, LalaoError
from lalao.games.fanorona import Fanorona
from lalao.games.registry import game_as

SUFFIX = ".tables"
MOST_POINTS = 62
MOST_FRAME = 64 * 1024
Count = Annotated[int, Meta(ge=0)]


@dataclass(frozen=True, slots=True)
class SliceHead:
    """A slice in a file: its pieces, its places, and how many positions have each code, mirror images counted."""

    own: Annotated[int, Meta(ge=1, le=MOST_POINTS)]
    enemy: Annotated[int, Meta(ge=1, le=MOST_POINTS)]
    places: Count
    counts: Annotated[tuple[Count, ...], Meta(min_length=1, max_length=256)]

    @property
    def slice(self) -> Slice:
        """The pieces of the side to move and of the other."""
        return self.own, self.enemy

    @property
    def wins(self) -> int:
        """How many positions the side to move wins."""
        return sum(self.counts[2::2])

    @property
    def draws(self) -> int:
        """How many positions are draws."""
        return self.counts[0]

    @property
    def losses(self) -> int:
        """How many positions the side to move loses."""
        return sum(self.counts[1::2])

    @property
    def positions(self) -> int:
        """How many positions the slice has, mirror images counted."""
        return sum(self.counts)

    @property
    def longest(self) -> int | None:
        """The plies of the longest win or loss, None where every position is a draw."""
        return len(self.counts) - 2 if len(self.counts) > 1 else None


class Head(msgspec.Struct, forbid_unknown_fields=True):
    """The head of a file: the game's id, codes in a frame, number of frames, SHA-256 of all codes, and the slices."""

    game: Annotated[str, Meta(max_length=60)]
    frame: Annotated[int, Meta(ge=1, le=MOST_FRAME)]
    frames: Count
    sha256: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    slices: Annotated[tuple[SliceHead, ...], Meta(min_length=1)]


def base_id(game: Fanorona) -> str | None:
    """Return the id of the game whose tables serve `game`: its own, or the first round's for Vela; None with huffing.

    With huffing, board and side are not the whole position.
    """
    if game.rules.huffing:
        return None
    return game.id.removesuffix("-vela")


def read_head(line: bytes) -> Head:
    """Read a head and check that each slice has the places and positions that the game's board gives it.

    Raises ValueError where it cannot be read or a number is wrong.
    """
    try:
        head = msgspec.json.decode(line, type=Head)
        game = game_as(head.game, Fanorona)
    except (msgspec.MsgspecError, RecursionError, LalaoError) as error:
        raise ValueError(str(error)) from None
    if base_id(game) != head.game or game.lattice.size > MOST_POINTS:
        raise ValueError
    board = game.lattice
    of = [one.slice for one in head.slices]
    if len(set(of)) != len(of) or max(map(max, of)) > game.pieces:
        raise ValueError
    if any(one.places != places(board.height, board.width, one.slice) for one in head.slices):
        raise ValueError
    if any(one.positions != positions(board.size, one.slice) for one in head.slices):
        raise ValueError
    if head.frames != -(-sum(one.places for one in head.slices) // head.frame):
        raise ValueError
    return head


def names_of(game: str, pieces: int, of: Sequence[Slice]) -> list[str]:
    """List the names that a file of these slices may have; `pieces` is how many each side has at the start."""
    most = max(map(sum, of))
    names = [f"{game}.{own}v{enemy}{SUFFIX}" for own, enemy in of[:1] if len(of) == 1]
    return names + [f"{game}.{most}{SUFFIX}"] * (set(of) == set(slices(most, pieces)))


def check_name(path: Path, head: Head, wanted: str) -> None:
    """Check that a file's contents match its name, and are tables of the game whose id is `wanted`.

    Raises FileError where it does not.
    """
    game = game_as(head.game, Fanorona)
    names = names_of(head.game, game.pieces, [one.slice for one in head.slices])
    if head.game == wanted and path.name in names:
        return
    of = ", ".join(f"{one.own}v{one.enemy}" for one in head.slices)
    raise FileError(
        "'{file}' holds {game}, {slices}, but its name says something else: rename it to {name}",
        file=path,
        game=head.game,
        slices=of,
        name=names[0] if names else f"{head.game}.*",
    )


if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

__all__ = ["OPTIONS", "TrailingBytesError", "length_of", "pack", "unpacked_frame", "unpacked_parts", "zstd"]


def pack(data: bytes, level: int) -> bytes:
    """Compress data into one frame that declares its unpacked size."""
    return zstd.compress(data, level)


PART = 128 * 1024
"""Most bytes of a part, packed or unpacked."""
MOST_WINDOW = 23
"""The base-2 logarithm of the largest window accepted, in bytes: that of level 19, the highest used here."""
OPTIONS: dict[int, int] = {zstd.DecompressionParameter.window_log_max: MOST_WINDOW}


class TrailingBytesError(ValueError):
    """A file that goes on after its frame."""


def unpacked_parts(file: BinaryIO, length: int) -> Iterator[bytes]:
    """Unpack the frame that is the rest of a file, part by part; it must hold exactly `length` bytes.

    Raises ValueError where it holds more or fewer, is damaged or cut short, TrailingBytesError where something follows.
    """
    unpacker, left = zstd.ZstdDecompressor(options=OPTIONS), length
    while not unpacker.eof:
        data = file.read(PART) if unpacker.needs_input else b""
        if unpacker.needs_input and not data:
            raise ValueError(f"cut short after {length - left} bytes")
        try:
            part = unpacker.decompress(data, max_length=PART)
        except zstd.ZstdError as error:
            raise ValueError(str(error)) from None
        left -= len(part)
        if left < 0:
            raise ValueError(f"more than {length} bytes")
        yield part
    if left:
        raise ValueError(f"{length - left} bytes, not {length}")
    if unpacker.unused_data or file.read(1):
        raise TrailingBytesError


def unpacked_frame(data: bytes, length: int) -> bytes:
    """Unpack a frame that must declare and hold exactly `length` bytes, and be followed by nothing.

    Raises ValueError where it does not, or is damaged.
    """
    size = _length_of(data)
    if size != length:
        raise ValueError(f"{size} bytes, not {length}")
    return b"".join(unpacked_parts(io.BytesIO(data), length))


def length_of(data: bytes, most: int) -> int:
    """Return the unpacked size in bytes that a frame declares.

    Raises ValueError where it declares none, or more than `most`.
    """
    length = _length_of(data)
    if length is None or length > most:
        raise ValueError(f"{length} bytes, not {most}")
    return length


def _length_of(data: bytes) -> int | None:
    """Return the unpacked size that a frame declares, None where it declares none; raises ValueError for no frame."""
    try:
        return zstd.get_frame_info(data).decompressed_size
    except zstd.ZstdError as error:
        raise ValueError(str(error)) from None
