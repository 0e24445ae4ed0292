"""How everything that is kept as a journal changes: a room, a class, a tournament in a file.

Decide, write, apply, tell: a change is judged, its entry is written to the journal, then applied to the subject, then
announced. Changes are made one at a time, so whatever has been announced is on disk, what could not be written has
not happened, and the subject always agrees with its journal.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Generic, TypeVar

from lalao.errors import LalaoError

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

    @abstractmethod
    async def write(self, entry: Entry) -> None:
        """Append an entry to the journal; return once it is on disk.

        Raises ConflictError where somebody else has written there, LalaoError where writing fails; in both cases the
        entry is not written.
        """

    @abstractmethod
    async def read(self) -> Subject:
        """Rebuild the subject from its journal.

        Raises LalaoError where the journal cannot be read.
        """

    @abstractmethod
    def apply(self, entry: Entry) -> None:
        """Apply a written entry to the subject."""

    @abstractmethod
    def tell(self) -> None:
        """Announce the state of the subject to everybody concerned."""

    @abstractmethod
    def outdated(self) -> LalaoError:
        """Return the error for a change that was judged by an outdated subject."""

    async def change(self, decide: Callable[[Subject], Entry | None], tell: Callable[[], None] | None = None) -> bool:
        """Make the change that `decide` returns, if any; return whether there was one.

        `tell` announces it in place of `Host.tell`. Where somebody else has written to the journal, the subject is
        read again, announced, and the change refused with `outdated`. Raises LalaoError; then nothing was written.
        """
        async with self.lock:
            entry = decide(self.subject)
            if entry is None:
                return False
            try:
                await self.write(entry)
            except ConflictError:
                self.subject = await self.read()
                self.tell()
                raise self.outdated() from None
            self.apply(entry)
        (tell or self.tell)()
        return True
