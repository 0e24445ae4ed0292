"""How the subjects of journals change: a room, or a class.

Decide, write, apply, tell: a change is judged, its entry is written to the journal, then applied to the subject, then
announced. Changes are made one at a time, so every announced one is on disk, one that could not be written has
not happened, and the subject always agrees with its journal. Several hosts may hold the same subject: the journal
refuses an entry that does not follow its last one, and the host reads the missing entries and judges again.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from math import inf
from typing import Generic, TypeVar

Subject = TypeVar("Subject")
Entry = TypeVar("Entry")


class ConflictError(Exception):
    """An entry was not written, because the journal holds entries that the writer has not seen."""


class Host(ABC, Generic[Subject, Entry]):
    """Holds a subject and serialises the changes to it."""

    def __init__(self, subject: Subject) -> None:
        """Take the subject, as replayed from its journal."""
        self.subject = subject
        self.lock = asyncio.Lock()

    @property
    @abstractmethod
    def length(self) -> int:
        """The number of entries that the subject was made from."""

    @abstractmethod
    async def write(self, entry: Entry) -> None:
        """Append an entry to the journal; return once it is on disk.

        Raises ConflictError where somebody else has written there, LalaoError where writing fails; in both cases the
        entry is not written.
        """

    @abstractmethod
    async def read_on(self) -> None:
        """Apply the entries of the journal that the subject lacks, and announce them.

        Raises LalaoError where they cannot be read, or where a change must not be judged again after them.
        """

    @abstractmethod
    def apply(self, entry: Entry) -> None:
        """Apply a written entry to the subject."""

    @abstractmethod
    def tell(self) -> None:
        """Announce the state of the subject to everybody concerned."""

    async def catch_up(self, length: float = inf) -> None:
        """Read on where the subject was made from fewer than `length` entries.

        Raises LalaoError.
        """
        async with self.lock:
            if self.length < length:
                await self.read_on()

    async def change(self, decide: Callable[[Subject], Entry | None], tell: Callable[[], None] | None = None) -> bool:
        """Make the change that `decide` returns, if any; return whether there was one.

        `tell` announces it in place of `Host.tell`. Where somebody else has written to the journal, `decide` is called
        again after reading on. Raises LalaoError; then nothing was written.
        """
        async with self.lock:
            while (entry := decide(self.subject)) is not None:
                try:
                    await self.write(entry)
                except ConflictError:
                    await self.read_on()
                else:
                    self.apply(entry)
                    break
        if entry is None:
            return False
        (tell or self.tell)()
        return True
