"""Zstandard frames whose unpacked size is checked before any memory is reserved for it."""

from lalao.tables.packing import zstd


def unpacked_frame(data: bytes, length: int) -> bytes:
    """Unpack a frame that must hold exactly `length` bytes and be followed by nothing.

    Raises ValueError where it does not, or is damaged.
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
