"""Files read and written whole, with one line where that fails."""

import os
import tempfile
from pathlib import Path

from lalao.errors import FileError


def read_whole(name: str) -> str:
    """Read a text file.

    Raises FileError.
    """
    try:
        return Path(name).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise FileError("'{file}' is not a text in UTF-8", file=name) from None
    except OSError as error:
        raise FileError("'{file}' cannot be read: {why}", file=name, why=error.strerror or error) from None


def write_whole(name: str | Path, text: str) -> None:
    """Write a text file, whole or not at all.

    Raises FileError.
    """
    path = Path(name)
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(0o644)
        Path(temporary).replace(path)
    except (OSError, ValueError) as error:
        raise FileError(
            "'{file}' cannot be written: {why}", file=name, why=getattr(error, "strerror", "") or error
        ) from None
