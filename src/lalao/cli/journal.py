"""The journal of a tournament in a file: one event a line, each on the disk before it is acknowledged."""

import json
import os
from pathlib import Path
from typing import Any

from lalao.cli.files import read_whole, refusal
from lalao.errors import FileError, NotationError
from lalao.tournament import Tournament, replayed


class Journal:
    """A file that follows a tournament: `save` appends what the tournament has that the file has not."""

    def __init__(self, path: Path, tournament: Tournament, saved: int = 0, size: int = 0) -> None:
        """Follow a tournament whose first `saved` events are in the first `size` bytes of the file."""
        self.path = path
        self.tournament = tournament
        self.saved = saved
        self.size = size

    @classmethod
    def begun(cls, path: Path, tournament: Tournament) -> "Journal":
        """Begin a file.

        Raises FileError, also where there is one already.
        """
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.open("x", encoding="utf-8").close()
        except FileExistsError:
            raise FileError("'{file}' is there already: choose another name", file=path) from None
        except (OSError, ValueError) as error:
            raise refusal(path, error, written=True) from None
        journal = cls(path, tournament)
        journal.save()
        return journal

    @classmethod
    def opened(cls, path: Path) -> "Journal":
        """Open a file and play its tournament again; a last line torn by a crash was never acknowledged and goes.

        Raises FileError or NotationError.
        """
        text = read_whole(str(path))
        whole = text[: text.rfind("\n") + 1]
        events = [read_event(line, number) for number, line in enumerate(whole.splitlines(), 1)]
        return cls(path, replayed(events), len(events), len(whole.encode()))

    def save(self) -> None:
        """Write what is new after what was acknowledged, and wait until it is on the disk.

        Raises FileError; what is new is then written the next time.
        """
        new = self.tournament.journal[self.saved :]
        lines = "".join(json.dumps(event, ensure_ascii=False) + "\n" for event in new).encode()
        try:
            with self.path.open("r+b") as file:
                file.seek(self.size)
                file.truncate()
                file.write(lines)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise refusal(self.path, error, written=True) from None
        self.saved += len(new)
        self.size += len(lines)


def read_event(line: str, number: int) -> Any:
    """Read a line of a journal.

    Raises NotationError.
    """
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise NotationError("line {number} of the journal cannot be read: '{text}'", number=number, text=line) from None
