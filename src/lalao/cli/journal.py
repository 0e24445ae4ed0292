"""The journal of a tournament in a file: one event a line, each on the disk before it is acknowledged."""

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, BinaryIO

from lalao.cli.files import MOST_BYTES, read_whole, refusal
from lalao.errors import FileError, NotationError
from lalao.hosting import ConflictError
from lalao.tournament import Event, Tournament, replayed


class Journal:
    """A file of events, of which the first `size` bytes were read or acknowledged."""

    def __init__(self, path: Path) -> None:
        """Take a file that has yet to be read."""
        self.path = path
        self.size = 0

    @classmethod
    def begun(cls, path: Path, tournament: Tournament) -> "Journal":
        """Begin a file with what has happened in a tournament.

        Raises FileError, also where there is one already.
        """
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.open("x", encoding="utf-8").close()
        except FileExistsError:
            raise FileError("'{file}' is there already: choose another name", file=path) from None
        except (OSError, ValueError) as error:
            raise refusal(path, error, written=True) from None
        journal = cls(path)
        journal.append(tournament.journal)
        return journal

    def read(self) -> Tournament:
        """Play the tournament again; a last line torn by a crash was never acknowledged and goes.

        Raises FileError or NotationError.
        """
        text = read_whole(str(self.path))
        whole = text[: text.rfind("\n") + 1]
        events = [read_event(line, number) for number, line in enumerate(whole.splitlines(), 1)]
        self.size = len(whole.encode())
        return replayed(events)

    def append(self, events: Iterable[Event]) -> None:
        """Write events after what was acknowledged, and wait until they are on the disk.

        Raises FileError, or ConflictError where another program has written to the file.
        """
        lines = "".join(json.dumps(event, ensure_ascii=False) + "\n" for event in events).encode()
        try:
            with self.path.open("r+b") as file:
                if file.seek(0, os.SEEK_END) < self.size or b"\n" in self._rest(file):
                    raise ConflictError(f"{self.path} does not hold {self.size} bytes")
                file.seek(self.size)
                file.truncate()
                file.write(lines)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise refusal(self.path, error, written=True) from None
        self.size += len(lines)

    def _rest(self, file: BinaryIO) -> bytes:
        """Return what follows the acknowledged lines: what a crash has left of one, unless others have written."""
        file.seek(self.size)
        return file.read(MOST_BYTES)


def read_event(line: str, number: int) -> Any:
    """Read a line of a journal.

    Raises NotationError.
    """
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise NotationError("line {number} of the journal cannot be read: '{text}'", number=number, text=line) from None
