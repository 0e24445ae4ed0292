"""The published form of endgame tables: compressed frames with an index and checksums, read one frame at a time.

    #  MAGIC
    #  length of the head (4 bytes, little-endian, as are all numbers), the head: a line of JSON
    #  where each frame begins, counted from the first, and where the last ends (8 bytes each)
    #  CRC-32 of each compressed frame (4 bytes each)
    #  CRC-32 of all that comes before it (4 bytes)
    #  the frames: `frame` codes each (the last may have fewer), compressed with Zstandard

The head gives the id of the game (which implies board and ruleset), the codes in a frame, the number of frames, the
SHA-256 of all codes, and the slices in the order of their codes, each with its own and enemy pieces, its places, and
how many positions have each code, mirror images counted. All of it is checked before it is used (`lalao.tables.head`).
`lalao.kernels.fanorona_tables` explains the codes.
"""

import hashlib
import json
import mmap
import os
import struct
import zlib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from typing import Any, BinaryIO

from lalao import arrays as np
from lalao.arrays.types import ByteArray
from lalao.board.orbits import Slice
from lalao.errors import FileError
from lalao.tables.head import SUFFIX, Head, SliceHead, check_name, pack, read_head, unpacked_frame

MAGIC = b"lalao endgame tables 1\n"
ANY_VERSION = b"lalao endgame tables "
MOST_HEAD = 1 << 20
FRAME = 16 * 1024
LEVEL = 7
KEPT_FRAMES = 64


def write(
    path: Path,
    game: str,
    heads: Sequence[SliceHead],
    codes: ByteArray,
    jobs: int = 1,
    level: int = LEVEL,
    beside: Path | None = None,
) -> None:
    """Write a file of tables whole or not at all; until then it lies in the folder `beside`, by default in its own.

    `codes` holds those of all slices in the order of `heads`; `level` is that of Zstandard.
    """
    parts = [codes[first : first + FRAME] for first in range(0, codes.size, FRAME)]
    with ThreadPoolExecutor(jobs) as pool:
        frames = list(pool.map(lambda part: pack(part.tobytes(), level), parts))
    head = {
        "game": game,
        "frame": FRAME,
        "frames": len(frames),
        "sha256": hashlib.sha256(codes.data).hexdigest(),
        "slices": [{"own": h.own, "enemy": h.enemy, "places": h.places, "counts": list(h.counts)} for h in heads],
    }
    line = json.dumps(head).encode() + b"\n"
    ends = struct.pack(f"<{len(frames) + 1}Q", *accumulate(map(len, frames), initial=0))
    checks = struct.pack(f"<{len(frames)}I", *map(zlib.crc32, frames))
    before = MAGIC + struct.pack("<I", len(line)) + line + ends + checks
    with atomic(path, beside) as file:
        file.write(before + struct.pack("<I", zlib.crc32(before)))
        file.writelines(frames)


class atomic:  # noqa: N801  reads as a verb
    """Opens a file for writing that gets its name only once it is whole and on disk."""

    def __init__(self, path: Path, beside: Path | None = None) -> None:
        """Take the final path, and the folder on the same disk to write the file in, by default that of the path."""
        self.path = path
        self.beside = (beside or path.parent) / f"{path.name}.{os.getpid()}.new"

    def __enter__(self) -> BinaryIO:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.file = self.beside.open("wb")
        return self.file

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            self.file.flush()
            os.fsync(self.file.fileno())
        self.file.close()
        if kind is None:
            self.beside.replace(self.path)
        else:
            self.beside.unlink()


class TableFile:
    """A file of tables, open for probing; `code` keeps the last frames that it read, `codes` keeps none."""

    def __init__(self, path: Path) -> None:
        """Open a file and check its head.

        Raises FileError where it is not such a file, or its head is damaged.
        """
        self.path = path
        try:
            with path.open("rb") as file:
                self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as problem:
            raise FileError("the file '{file}' cannot be read: {reason}", file=path, reason=str(problem)) from None
        self._check_magic()
        try:
            self.head = self._read_head()
        except (ValueError, struct.error):
            raise FileError("the head of the tables '{file}' is damaged: build them again", file=path) from None
        self.game, self.sha256, self.slices = self.head.game, self.head.sha256, self.head.slices
        self._codes = lru_cache(KEPT_FRAMES)(self.codes)
        self.begins: dict[Slice, int] = {}
        at = 0
        for one in self.slices:
            self.begins[one.slice] = at
            at += one.places
        self.places = at

    def _check_magic(self) -> None:
        """Raise FileError unless this is a file of tables of this version."""
        if self._data[: len(MAGIC)] == MAGIC:
            return
        if self._data[: len(ANY_VERSION)] == ANY_VERSION:
            raise FileError("'{file}' was written by another version of Lalao: build the tables again", file=self.path)
        raise FileError("'{file}' is not a file of endgame tables", file=self.path)

    def _read_head(self) -> Head:
        """Read the head and the index; raises ValueError or struct.error where they are damaged."""
        at = len(MAGIC) + 4
        (length,) = struct.unpack("<I", self._data[at - 4 : at])
        if length > MOST_HEAD:
            raise ValueError
        head = read_head(self._data[at : at + length])
        ends = at + length
        checks = ends + 8 * (head.frames + 1)
        self._first = checks + 4 * head.frames + 4
        (check,) = struct.unpack("<I", self._data[self._first - 4 : self._first])
        if zlib.crc32(self._data[: self._first - 4]) != check:
            raise ValueError
        self._ends = list(struct.unpack_from(f"<{head.frames + 1}Q", self._data, ends))
        self._checks = struct.unpack_from(f"<{head.frames}I", self._data, checks)
        if self._ends[0] or self._ends != sorted(self._ends) or self._first + self._ends[-1] != len(self._data):
            raise ValueError
        return head

    @property
    def frames(self) -> int:
        return len(self._checks)

    @property
    def size(self) -> int:
        return len(self._data)

    def codes(self, frame: int) -> bytes:
        """Read a frame, check it, and return its codes.

        Raises FileError where it is damaged.
        """
        data = self._data[self._first + self._ends[frame] : self._first + self._ends[frame + 1]]
        try:
            if zlib.crc32(data) != self._checks[frame]:
                raise ValueError
            return unpacked_frame(data, min(self.head.frame, self.places - frame * self.head.frame))
        except ValueError:
            raise FileError(
                "frame {frame} of the tables '{file}' is damaged: build them again", frame=frame, file=self.path
            ) from None

    def code(self, wanted: Slice, at: int) -> int:
        """Return the code at a place of a slice.

        Raises FileError where its frame is damaged.
        """
        frame, rest = divmod(self.begins[wanted] + at, self.head.frame)
        return self._codes(frame)[rest]

    def all_codes(self) -> ByteArray:
        """Return the codes of all slices, in the order of the file.

        Raises FileError where a frame is damaged, or the codes do not match their SHA-256.
        """
        every = bytearray(self.places)
        for frame in range(self.frames):
            codes, begin = self.codes(frame), frame * self.head.frame
            every[begin : begin + len(codes)] = codes
        if hashlib.sha256(every).hexdigest() != self.sha256:
            raise FileError("the tables '{file}' are not what was written: build them again", file=self.path)
        return np.frombuffer(every, dtype=np.uint8)

    def codes_of(self, wanted: Slice, codes: ByteArray) -> ByteArray:
        """Return the part of `codes`, those of the whole file, that belongs to a slice."""
        head = next(one for one in self.slices if one.slice == wanted)
        return codes[self.begins[wanted] : self.begins[wanted] + head.places]

    def damage(self) -> Iterator[int]:
        """Yield the number of each damaged frame."""
        for frame in range(self.frames):
            try:
                self.codes(frame)
            except FileError:
                yield frame


def opened_in(folder: Path, game: str) -> Iterator[TableFile]:
    """Open and yield the files of a game's tables in a folder, by name; none where there is no folder.

    Raises FileError where one is damaged, or its contents do not match its name.
    """
    for path in sorted(folder.glob(f"{game}.*{SUFFIX}")) if folder.is_dir() else ():
        file = TableFile(path)
        check_name(path, file.head, game)
        yield file


CHECKSUM = 32
"""Bytes of the checksum."""
MOST_LINE = 4096
"""Bytes of the line of JSON, at most."""


def keep(path: Path, *parts: bytes | memoryview) -> None:
    """Write unfinished work from parts, whole or not at all: a SHA-256 of the rest, a line of JSON, and arrays.

    It takes as many gigabytes as it takes: it is written, and read by `kept`, without a copy of the arrays.
    """
    checksum = hashlib.sha256()
    for data in parts:
        checksum.update(data)
    with atomic(path) as file:
        file.write(checksum.digest())
        file.writelines(parts)


def kept(path: Path) -> memoryview | None:
    """Return the data of a file, or None where it is missing or its checksum is wrong.

    Raises FileError where it cannot be read.
    """
    try:
        data = memoryview(path.read_bytes())
    except FileNotFoundError:
        return None
    except OSError as problem:
        raise FileError("the file '{file}' cannot be read: {reason}", file=path, reason=str(problem)) from None
    return data[CHECKSUM:] if hashlib.sha256(data[CHECKSUM:]).digest() == data[:CHECKSUM] else None


def parted(data: memoryview) -> tuple[dict[str, Any], memoryview]:
    """Split stored data into its head, a line of JSON, and the rest."""
    line, _, _ = bytes(data[:MOST_LINE]).partition(b"\n")
    return json.loads(line), data[len(line) + 1 :]
