"""Hosting: the one way in which whatever lives by a journal changes: a room, a class, a tournament in a file.

Decide, write, apply, tell: a change is judged, its entry is written, then it is made so, then those are told whom it
concerns. One change after the other: what anybody was told of is on disk, what could not be written has not happened,
and a subject is always what its journal says.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Generic, TypeVar

from lalao.errors import LalaoError

Subject = TypeVar("Subject")
Entry = TypeVar("Entry")


class ConflictError(Exception):
    """An entry that does not follow what the journal holds: it was not written."""


class Host(ABC, Generic[Subject, Entry]):
    """A subject, and what its changes go through."""

    def __init__(self, subject: Subject) -> None:
        """Take the subject as its journal has it."""
        self.subject = subject
        self.lock = asyncio.Lock()

    @abstractmethod
    async def write(self, entry: Entry) -> None:
        """Return once an entry is on disk behind those that made the subject.

        Raises ConflictError where others have written there, LalaoError where there is trouble: it is not written then.
        """

    @abstractmethod
    async def read(self) -> Subject:
        """Make the subject of its journal again.

        Raises LalaoError.
        """

    @abstractmethod
    def apply(self, entry: Entry) -> None:
        """Make a written entry so."""

    @abstractmethod
    def tell(self) -> None:
        """Tell everybody how things stand."""

    @abstractmethod
    def outdated(self) -> LalaoError:
        """Return the refusal of a change that was judged by what is no longer so."""

    async def change(self, decide: Callable[[Subject], Entry | None], tell: Callable[[], None] | None = None) -> bool:
        """Make the change that `decide` says, None for none; tell whether there was one.

        `tell` tells of it where everybody is not to be told how things stand. A subject whose journal others have
        written in is read again, and the change refused. Raises LalaoError; then nothing was changed.
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
