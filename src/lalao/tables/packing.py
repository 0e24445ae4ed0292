"""Zstandard: of Python itself from 3.14 on, before that the same in a package of one megabyte."""

import sys

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd


def pack(data: bytes, level: int) -> bytes:
    """Compress into one frame."""
    return zstd.compress(data, level)


def unpack(frame: bytes) -> bytes:
    """Return what was compressed.

    Raises ValueError where it is not a whole frame.
    """
    try:
        return zstd.decompress(frame)
    except zstd.ZstdError as damage:
        raise ValueError(str(damage)) from None
