"""Zstandard frames unpacked within bounds: by their declared size, or part by part and never past a given size.

Zstandard is in the standard library since Python 3.14, and in its backport before that.
"""

import io
import sys
from collections.abc import Iterator
from typing import BinaryIO

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
