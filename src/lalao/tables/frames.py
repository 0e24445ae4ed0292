"""Frames of Zstandard that are no larger, once unpacked, than they should be: nothing else is made room for."""

import zstandard


def unpacked_frame(data: bytes, length: int) -> bytes:
    """Unpack a frame that must hold so many bytes, and nothing behind it.

    Raises ValueError.
    """
    try:
        found = zstandard.get_frame_parameters(data).content_size
        if found != length:
            raise ValueError(f"{found} bytes, not {length}")
        return zstandard.ZstdDecompressor().decompress(data, max_output_size=length, allow_extra_data=False)
    except zstandard.ZstdError as error:
        raise ValueError(str(error)) from None


def length_of(data: bytes, most: int) -> int:
    """Return the bytes that a frame says to hold.

    Raises ValueError where these are more than `most`.
    """
    try:
        length = zstandard.get_frame_parameters(data).content_size
    except zstandard.ZstdError as error:
        raise ValueError(str(error)) from None
    if length > most:
        raise ValueError(f"{length} bytes, not {most}")
    return length
