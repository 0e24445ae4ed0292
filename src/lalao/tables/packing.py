"""Zstandard: of Python itself from 3.14 on, before that the same in a package of one megabyte."""

import sys

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd


__all__ = ["pack", "zstd"]


def pack(data: bytes, level: int) -> bytes:
    """Compress into one frame, which says how long it is unpacked."""
    return zstd.compress(data, level)
