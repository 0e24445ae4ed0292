"""Unfinished work on disk: files that are whole or not there, each with its checksum, of as many gigabytes as it takes.

A file is a SHA-256 of the rest, a line of JSON, and arrays; it is written and read without a copy of them.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

from lalao.errors import FileError
from lalao.tables.file import atomic

CHECKSUM = 32
"""Bytes of the checksum."""
MOST_LINE = 4096
"""Bytes of the line of JSON, at most."""


def keep(path: Path, *parts: bytes | memoryview) -> None:
    """Write a file from parts, checksum first, whole or not at all."""
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
    """Split what was kept into its head, a line of JSON, and what follows."""
    line, _, _ = bytes(data[:MOST_LINE]).partition(b"\n")
    return json.loads(line), data[len(line) + 1 :]
