"""Zstandard compression: from the standard library since Python 3.14, from its backport before that."""

import sys

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd


__all__ = ["pack", "zstd"]


def pack(data: bytes, level: int) -> bytes:
    """Compress data into one frame that declares its unpacked size."""
    return zstd.compress(data, level)
