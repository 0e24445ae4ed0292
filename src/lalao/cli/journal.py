"""The journal of a tournament in a file: one event per line, on disk before it is acknowledged."""

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
    """A file of events, the first `size` bytes of which have been read or acknowledged."""

    def __init__(self, path: Path) -> None:
        """Take a file that has not been read yet."""
        self.path = path
        self.size = 0

    @classmethod
    def begun(cls, path: Path, tournament: Tournament) -> "Journal":
        """Create a file with the events of a tournament so far.

        Raises FileError, also where the file exists already.
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
        """Replay the tournament; an incomplete last line, left by a crash and never acknowledged, is ignored.

        Raises FileError or NotationError.
        """
        text = read_whole(str(self.path))
        whole = text[: text.rfind("\n") + 1]
        events = [read_event(line, number) for number, line in enumerate(whole.splitlines(), 1)]
        self.size = len(whole.encode())
        return replayed(events)

    def append(self, events: Iterable[Event]) -> None:
        """Write events after the acknowledged ones, and return once they are on disk.

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
        """Return what follows the acknowledged lines: the rest of a torn line, or what another program has written."""
        file.seek(self.size)
        return file.read(MOST_BYTES)


def read_event(line: str, number: int) -> Any:
    """Parse a line of a journal.

    Raises NotationError.
    """
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise NotationError("line {number} of the journal cannot be read: '{text}'", number=number, text=line) from None
