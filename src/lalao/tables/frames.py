"""Frames of Zstandard that are no larger, once unpacked, than they should be: nothing else is made room for."""

from lalao.tables.packing import zstd


def unpacked_frame(data: bytes, length: int) -> bytes:
    """Unpack a frame that must hold so many bytes, and nothing behind it.

    Raises ValueError.
    """
    size = _length_of(data)
    if size != length:
        raise ValueError(f"{size} bytes, not {length}")
    unpacker = zstd.ZstdDecompressor()
    try:
        body = unpacker.decompress(data, max_length=length + 1)
    except zstd.ZstdError as error:
        raise ValueError(str(error)) from None
    if not unpacker.eof or unpacker.unused_data or len(body) != length:
        raise ValueError("the frame is torn, or something follows it")
    return body


def length_of(data: bytes, most: int) -> int:
    """Return the bytes that a frame says to hold.

    Raises ValueError where these are more than `most`.
    """
    length = _length_of(data)
    if length is None or length > most:
        raise ValueError(f"{length} bytes, not {most}")
    return length


def _length_of(data: bytes) -> int | None:
    """Return what a frame says to hold, None where it does not say it."""
    try:
        return zstd.get_frame_info(data).decompressed_size
    except zstd.ZstdError as error:
        raise ValueError(str(error)) from None
